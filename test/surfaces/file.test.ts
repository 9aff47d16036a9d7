import { describe, expect, test } from 'vitest';
import { InputError, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { readSurfacesFile } from '../../src/scene/surface-mappings.ts';
import { SurfaceAssigner } from '../../src/scene/surfaces.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const materialsOf = (text: string) => readSurfacesFile(bytesOf(text), K1, new Report()).materials;

function problemOf(bytes: Uint8Array): string {
	try {
		readSurfacesFile(bytes, K1, new Report().within({ file: 'surfaces.txt' }));
	} catch (error) {
		if (error instanceof InputError) return `${error.finding.code} ${error.finding.location.line ?? ''}`.trim();
		throw error;
	}
	return 'none';
}

describe('a list of surfaces', () => {
	test('has a line for each material, with comments, blanks, quotes and any line ends', () => {
		const text =
			'\ufeff# the hall\r\nFloor* = Stone   # tiles\r\n\r\n  Mat 5=  7\n"a = b # c" = Dirt # x\nx = y=Grass\n"" = Mud\n';
		expect(materialsOf(text)).toEqual([
			['Floor*', 4],
			['Mat 5', 7],
			['a = b # c', 1],
			['x = y', 3],
			['', 13],
		]);
	});

	test('may be a JSON object of names or numbers', () => {
		expect(materialsOf('{ "Floor*": "wok_Stone", "Mat 5": 7, "later": "", "never": null }')).toEqual([
			['Floor*', 4],
			['Mat 5', 7],
		]);
	});

	test('says nothing of materials that are not filled in yet', () => {
		expect(materialsOf('Floor =\nWall =   # 12 faces\nRug = Carpet')).toEqual([['Rug', 9]]);
	});

	test.each([
		['a line without =', 'Floor = Stone\nWall', 'SURFACES_FILE_INVALID 2'],
		['no material', '\n = Stone', 'SURFACES_FILE_INVALID 2'],
		['no surface', '# list\nFloor = Stoen', 'SURFACE_MAPPING_INVALID 2'],
		['a row that the table does not have', 'Floor = 99', 'SURFACE_MAPPING_INVALID 1'],
		['JSON that is cut off', '{ "Floor": ', 'SURFACES_FILE_INVALID'],
		['a JSON list', '["Floor"]', 'SURFACES_FILE_INVALID'],
		['a JSON object of objects', '{ "Floor": { "surface": 4 } }', 'SURFACES_FILE_INVALID'],
	])('with %s is refused with its line', (_, text, problem) => {
		expect(problemOf(bytesOf(text))).toBe(problem);
	});

	test('that is UTF-16 or no text at all is refused', () => {
		expect(problemOf(new Uint8Array([0xff, 0xfe, 0x46, 0x00]))).toBe('SURFACES_FILE_INVALID');
		expect(problemOf(new Uint8Array([0x46, 0x00, 0x01]))).toBe('SURFACES_FILE_INVALID');
	});

	test('names materials exactly or by pattern, after the mappings of this run, and nobody misses what is not there', () => {
		const table = readSurfacesFile(bytesOf('Floor = Stone\nWood = Metal\nRoof = Dirt\n*=Nonwalk'), K1, new Report());
		const report = new Report();
		const assigner = new SurfaceAssigner(table, [{ pattern: 'Floor', surface: 'Grass' }], report);
		const surfaces = ['Floor', 'Wood', 'Stone', 'lambert1'].map(
			(material) => assigner.assign({ material, triangleCount: 1, location: {} }).surface,
		);
		assigner.finish();
		expect(surfaces).toEqual([3, 10, 4, 7]);
		expect(report.findings).toEqual([]);
	});
});
