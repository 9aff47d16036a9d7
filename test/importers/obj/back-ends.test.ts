import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanObj } from '../../../importers/obj/chunks.ts';
import { ElementList, type ObjModel } from '../../../importers/obj/model.ts';
import { askSecondParser } from '../../../importers/obj/obj-file-parser.ts';
import { type Finding, InputError, Report } from '../../../src/findings/report.ts';
import { K1, surfaceByName } from '../../../src/model/surfaces.ts';
import { surfaceOfObject } from '../../../src/scene/surfaces.ts';
import { runs } from '../../support/thorough.ts';
import { objFile } from './generated.ts';
import { cornersOf, read, readScene, readTwice } from './reading.ts';

const ROOT = join(import.meta.dirname, '../../../fixtures');

/** All OBJ files of the fixtures; the faulty ones beside this test are compared by `bad-input.test.ts`. */
const FIXTURES = (readdirSync(ROOT, { recursive: true }) as string[]).filter((name) => name.endsWith('.obj')).sort();

const UNRESOLVED = 7;

describe('the scanner', () => {
	it('reads what generated files mean', async () => {
		await fc.assert(
			fc.asyncProperty(objFile, async (file) => {
				const scene = await readScene(file.text, { up: 'z', node: ['*'] });
				expect(cornersOf(scene)).toEqual(file.corners.map((value) => value + 0));
				const names = scene.parts.flatMap((part) => new Array<string>(part.surfaces.length).fill(part.name));
				expect(names).toEqual(file.nodes.map((name) => (name === '' ? 'room' : name)));
				// A material that says nothing leaves it to the group, then to the object.
				const objects = scene.parts.flatMap((part) => {
					const { name, parent } = scene.nodes[part.node];
					const said = surfaceOfObject(K1, name) ?? surfaceOfObject(K1, scene.nodes[parent]?.name ?? '');
					return new Array<number | undefined>(part.surfaces.length).fill(said);
				});
				const surfaces = file.materials.map(
					(name, face) => surfaceByName(K1, name.trim())?.surface ?? objects[face] ?? UNRESOLVED,
				);
				expect(scene.parts.flatMap((part) => [...part.surfaces])).toEqual(surfaces);
			}),
			{ numRuns: runs(25, 6000) },
		);
	});
});

/** What the second parser says that is more than a known habit. */
function doubts(opinion: readonly Finding[]): string[] {
	return opinion.filter(({ code }) => code === 'OBJ_PARSERS_DIFFER').map(({ message }) => message);
}

describe('obj-file-parser, asked as a second opinion', () => {
	it('agrees about generated files, and changes nothing', async () => {
		await fc.assert(
			fc.asyncProperty(objFile, async ({ text }) => {
				const [scanned, twice] = [await read(text), await readTwice(text)];
				expect(twice.scene).toEqual(scanned.scene);
				expect(twice.findings).toEqual(scanned.findings);
				expect(doubts(twice.opinion)).toEqual([]);
			}),
			{ numRuns: runs(20, 4000) },
		);
	});

	it.each(FIXTURES)('%s: agrees, and changes nothing', async (name) => {
		const bytes = readFileSync(join(ROOT, name));
		const [scanned, twice] = [await read(bytes), await readTwice(bytes)];
		expect(twice.scene).toEqual(scanned.scene);
		expect(twice.findings).toEqual(scanned.findings);
		expect(doubts(twice.opinion)).toEqual([]);
		expect(twice.opinion.at(-1)).toMatchObject({ code: 'OBJ_READ_TWICE', data: { differences: 0 } });
	});

	const points = 'v 0 0 0\nv 1 0 0\nv 1 0 1\n';
	const FACE = 'usemtl Stone\nf 1 2 3\n';

	it.each([
		[
			'a comma for a point',
			`v 0 0 0\nv 1,5 0 0\nv 1 0 1\n${FACE}`,
			2,
			'vertex: wokflow reads 1.5 0 0, obj-file-parser 1 0 0',
		],
		['a vertex without height', `${points}v 1 2\n${FACE}`, 4, 'vertex: wokflow reads none, obj-file-parser 1 2 0'],
		['a corner with a fraction', `${points}${FACE}f 1 2 3.5\n`, 6, 'face: wokflow reads none, obj-file-parser 1 2 3'],
		['a corner that is not there', `${points}${FACE}f 1 2 4\n`, 6, 'face: wokflow reads none, obj-file-parser 1 2 4'],
	])('tells both readings of %s, with the line', async (_, text, line, words) => {
		const { opinion } = await readTwice(text);
		expect(opinion).toMatchObject([
			{ code: 'OBJ_PARSERS_DIFFER', severity: 'warning', location: { line }, message: `Parsers differ in a ${words}.` },
			{ code: 'OBJ_READ_TWICE', data: { differences: 1 } },
		]);
	});

	it.each([
		['vertices', (m: ObjModel) => ({ ...m, positions: m.positions.map((v) => v + 1) }), [1, 2, 3]],
		['faces', (m: ObjModel) => ({ ...m, faces: { ...m.faces, vertices: m.faces.vertices.map((v) => 2 - v) } }), [6]],
		['groups', (m: ObjModel) => ({ ...m, nodes: [{ ...m.nodes[0], name: 'other' }] }), [6]],
		['materials', (m: ObjModel) => ({ ...m, materials: ['', 'Metal'] }), [6]],
		['missing faces', (m: ObjModel) => ({ ...m, faces: new ElementList().view() }), [6]],
		['further faces', (m: ObjModel) => ({ ...m, faces: { ...m.faces, lines: m.faces.lines.map(() => 7) } }), [6, 7]],
	])('would notice a scanner that is wrong about %s', async (_, change, lines) => {
		const bytes = new TextEncoder().encode(`${points}o hall\n${FACE}`);
		const context = { report: new Report(), surfaces: K1, mappings: [], name: 'x' };
		const model = await scanObj(bytes, { largest: 1e30, maxTriangles: 9 }, context);
		const report = new Report();
		askSecondParser(bytes, 'x', model, report);
		expect(doubts(report.findings)).toEqual([]);
		askSecondParser(bytes, 'x', change(model), report);
		const told = report.findings.filter(({ code }) => code === 'OBJ_PARSERS_DIFFER');
		expect(told.map(({ location }) => location.line)).toEqual(lines);
		const read = 'obj-file-parser reads 3 vertices and 1 face';
		const count = lines.length === 1 ? '1 difference' : `${lines.length} differences`;
		expect(report.findings.flatMap(({ code, message }) => (code === 'OBJ_READ_TWICE' ? [message] : []))).toEqual([
			`${read}, as wokflow does.`,
			`${read}: ${count}.`,
		]);
	});

	it.each([
		['names', `${points}o two words\ng a#1\nusemtl Stone floor\nf 1 2 3\n`, 4, 3],
		['negative', `o a\n${points}${FACE}o b\n${points}f -3 -2 -1\n`, 11, 1],
		['groupFirst', `g floor\n${points}${FACE}`, 1, 1],
		['groupRefused', `o hall\n${points}g a b\n${FACE}g\nf 3 2 1\n`, 5, 2],
		['smoothingRefused', `${points}s\n${FACE}`, 4, 1],
		['lineRefused', `${points}l 1\n${FACE}l 1/1/1 2/1/1\n`, 4, 2],
		['materialUnnamed', `${points}${FACE}usemtl\nf 3 2 1\n`, 6, 1],
		['lineEnds', `${points}${FACE}`.replaceAll('\n', '\r'), 1, 1],
		['continued', `${points}usemtl Stone\nf 1 2 \\\n3\n`, 5, 1],
		['fo', `${points}${FACE}fo 3 2 1\n`, 6, 1],
	])('names its habit %s once', async (habit, text, line, count) => {
		const { opinion } = await readTwice(text);
		expect(opinion).toMatchObject([
			{ code: 'OBJ_PARSER_HABIT', severity: 'info', location: { line }, data: { habit, count } },
			{ code: 'OBJ_READ_TWICE', data: { differences: 0 } },
		]);
		expect(opinion[0].data?.['refusal'] !== undefined).toBe(habit.endsWith('Refused'));
	});

	it('says what it cannot take', async () => {
		const bytes = new TextEncoder().encode(`${points}${FACE}`);
		const report = new Report();
		const context = { report, surfaces: K1, mappings: [], name: 'x' };
		const model = await scanObj(bytes, { largest: 1e30, maxTriangles: 9 }, context);
		expect(() => askSecondParser(bytes, 'x', model, report, 20)).toThrow(InputError);
	});
});
