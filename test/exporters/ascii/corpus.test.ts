import { describe, expect, it } from 'vitest';
import { writeAscii, writeModels } from '../../../exporters/ascii/write.ts';
import { readAscii } from '../../../importers/ascii/read.ts';
import { decodeBwm } from '../../../importers/bwm/decode.ts';
import { ASCII_DIALECTS } from '../../../src/bwm/ascii.ts';
import type { BwmFile } from '../../../src/bwm/bwm-file.ts';
import { deriveBwm, walkmeshFromBwm } from '../../../src/bwm/derive.ts';
import { Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { NODE_WORDS } from '../../../src/tree/tree.ts';
import { corpusFiles, corpusPresent } from '../../support/corpus.ts';
import { bitsOf } from '../../support/walkmeshes.ts';

const files = [
	...corpusFiles('rooms', '.wok'),
	...corpusFiles('rewritten', '.wok'),
	...corpusFiles('doors-placeables', '.pwk'),
];

/** Tables that follow from meaning alone, and header fields, word by word. */
const TABLES = ['hooks', 'position', 'vertices', 'faces', 'materials', 'adjacency', 'edges', 'perimeters'] as const;

function tables(file: BwmFile): object {
	return Object.fromEntries([['type', file.type], ...TABLES.map((table) => [table, bitsOf(file[table])])]);
}

describe.skipIf(!corpusPresent)(`${files.length} real files by way of text`, () => {
	it('are there', () => {
		expect(files.length).toBeGreaterThan(0);
	});

	it.each(ASCII_DIALECTS)('have the same tables as before: %s', (dialect) => {
		for (const { name, bytes } of files) {
			const report = new Report();
			const file = decodeBwm(bytes, report);
			const walkmesh = walkmeshFromBwm(file, { name: 'room' }, report);
			const text = writeAscii([{ walkmesh }], { dialect }, { report });
			const [read, ...others] = readAscii(text, {}, { report, surfaces: K1, name: 'room' });
			expect(others).toEqual([]);
			expect({ name, ...tables(deriveBwm(read.walkmesh, K1, report)) }).toEqual({ name, ...tables(file) });
		}
	});

	it.each(['engine', 'nwmax'] as const)('keep trees of the game, boxes bit for bit: %s', (dialect) => {
		let trees = 0;
		for (const { name, bytes } of files.filter((file) => /^rooms\/(?:endar|m10aa)/.test(file.name))) {
			const report = new Report();
			const file = decodeBwm(bytes, report);
			const walkmesh = walkmeshFromBwm(file, { name: 'room' }, report);
			const text = writeAscii([{ walkmesh, file }], { dialect }, { report });
			const [{ tree }] = readAscii(text, { keepTree: true }, { report, surfaces: K1, name: 'room' });
			expect({ name, ...withoutPlanesOfNoWay(tree) }).toEqual({ name, ...withoutPlanesOfNoWay(file.aabb) });
			expect(report.findings).toEqual([]);
			trees++;
		}
		expect(trees).toBeGreaterThan(0);
	});

	it('are the same in the area, vertices and boxes bit for bit, after they were a text model in the space of their room', () => {
		const at = [196.952, -87.7161, 2.2511] as const;
		for (const { name, bytes } of files.filter((file) => /^rooms\/(?:endar|m10aa)/.test(file.name))) {
			const report = new Report();
			const file = decodeBwm(bytes, report);
			const walkmesh = walkmeshFromBwm(file, { name: 'room' }, report);
			const text = writeModels([{ walkmesh, file }], false, { report, roomNames: ['room'], roomPositions: [at] });
			const [read] = readAscii(text, { keepTree: true }, { report, surfaces: K1, name: 'room' });
			expect({ name, ...tables(deriveBwm(read.walkmesh, K1, report)) }).toEqual({ name, ...tables(file) });
			expect({ name, ...withoutPlanesOfNoWay(read.tree) }).toEqual({ name, ...withoutPlanesOfNoWay(file.aabb) });
		}
	});
});

/** The words of a tree, but for planes between boxes with one centre: the files have anything there. */
function withoutPlanesOfNoWay(tree: BwmFile['aabb'] | undefined): object {
	if (tree === undefined) return {};
	const words = tree.i32.slice();
	const centre = (node: number, axis: number): number =>
		tree.f32[node * NODE_WORDS + axis] + tree.f32[node * NODE_WORDS + 3 + axis];
	for (let node = 0; node < tree.nodeCount; node++) {
		const [face, , , left, right] = words.subarray(node * NODE_WORDS + 6, (node + 1) * NODE_WORDS);
		const apart = face < 0 && [0, 1, 2].some((axis) => Math.abs(centre(left, axis) - centre(right, axis)) > 1e-4);
		if (!apart) words[node * NODE_WORDS + 8] = 0;
	}
	return { nodes: tree.nodeCount, words: [...words] };
}
