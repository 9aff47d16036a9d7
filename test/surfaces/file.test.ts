import { describe, expect, test } from 'vitest';
import { InputError, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { readSurfacesFile, surfacesFileText } from '../../src/scene/surface-mappings.ts';
import { SurfaceAssigner } from '../../src/scene/surfaces.ts';
import { HOSTILE_NAMES, STEERING } from '../support/hostile-names.ts';

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

	test('to fill in lists what says nothing, and reads back, filled in or not', () => {
		const names = ['Mat 5', 'a = b', '# x', '"q"', ' blank ', 'Stoen', '', 'tab\there', 'Wand grün'];
		const uses = names.map((material) => ({ material, surface: 7, faces: 2, area: 12.3456, unknown: true }));
		const known = { material: 'wok_Dirt', surface: 1, faces: 1, area: 4, unknown: false };
		const text = surfacesFileText([...uses, known], K1, 'hall.glb');
		expect(text).toContain('Mat 5       =               # 2 faces, 12.3 m²\n');
		expect(text).toContain('"tab\\there" =               # 2 faces, 12.3 m²\n');
		expect(text).toContain('# wok_Dirt    = Dirt          # 1 face, 4 m²\n');
		expect(materialsOf(text)).toEqual([['Stoen', 4]]);
		const filled = text.replace(/^(?!#)(.*?) += {13}/gm, '$1 = Grass');
		expect(materialsOf(filled)).toEqual(names.map((name) => [name, name === 'Stoen' ? 4 : 3]));
	});

	test('to fill in has names of materials, files and surfaces that end no line and steer no editor', () => {
		const names = HOSTILE_NAMES.map(([, name]) => name);
		const uses = names.map((material) => ({ material, surface: 7, faces: 2, area: 1, unknown: true }));
		const known = { material: 'wok_Dirt', surface: 1, faces: 1, area: 4, unknown: false };
		const surfaces = names.map((label) => ({ ...K1.surfaces[1], label }));
		const text = surfacesFileText([...uses, known], { ...K1, surfaces }, names.join(' '));
		expect(text.match(/^(?!#|$).*/gm)).toHaveLength(names.length);
		expect(text).not.toMatch(STEERING);
		const filled = surfacesFileText(uses, K1, 'hall.glb').replace(/^(?!#|$)(.*) = .*$/gm, '$1 = 3');
		expect(materialsOf(filled)).toEqual(names.map((material) => [material, 3]));
	});

	test('to fill in lines up its columns, but for names beyond 40 letters', () => {
		const named = (...names: string[]) => {
			const uses = names.map((material) => ({ material, surface: 7, faces: 2, area: 1, unknown: true }));
			return surfacesFileText(uses, K1, 'hall.glb')
				.split('\n')
				.filter((line) => /^[^#].* = /.test(line));
		};
		const at = (line: string): number => line.indexOf('=');
		expect(named('a', 'x'.repeat(40)).map(at)).toEqual([41, 41]);
		expect(named('a', 'bcd', 'x'.repeat(41)).map(at)).toEqual([4, 4, 42]);
	});
});
