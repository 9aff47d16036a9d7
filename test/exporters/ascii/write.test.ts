import { describe, expect, it } from 'vitest';
import type { WritableWalkmesh } from '../../../exporters/ascii/tree.ts';
import { type AsciiWriteOptions, writeAscii } from '../../../exporters/ascii/write.ts';
import { readAscii } from '../../../importers/ascii/read.ts';
import { Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { type AabbTree, NODE_WORDS } from '../../../src/tree/tree.ts';
import { runs } from '../../support/thorough.ts';

function write(
	walkmeshes: readonly WritableWalkmesh[],
	options: AsciiWriteOptions = {},
	report = new Report(),
): string {
	return new TextDecoder().decode(writeAscii(walkmeshes, options, { report }));
}

const ROOM: Walkmesh = createWalkmesh({
	name: 'pier',
	positions: Float32Array.of(0, 0, 0, 2.5, 0, 0, 2.5, 0.1, -0, 0, 1e-7, 3),
	faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
	surfaces: Uint32Array.of(4, 7),
	transitions: Int32Array.of(-1, 12, -1, -1, -1, -1),
	position: [1, 2, 3],
});

/** One face. */
const TILE: Walkmesh = {
	...ROOM,
	faces: Uint32Array.of(0, 1, 2),
	surfaces: Uint32Array.of(4),
	transitions: Int32Array.of(-1, 12, -1),
};

/** Nodes as `[min, max, face, left, right]`. */
function tree(nodes: readonly (readonly [number[], number[], number, number, number])[]): AabbTree {
	const words = new ArrayBuffer(nodes.length * NODE_WORDS * 4);
	const result = { f32: new Float32Array(words), i32: new Int32Array(words), nodeCount: nodes.length };
	for (const [node, [least, most, face, left, right]] of nodes.entries()) {
		result.f32.set([...least, ...most], node * NODE_WORDS);
		result.i32.set([face, 4, face < 0 ? 1 : 0, left, right], node * NODE_WORDS + 6);
	}
	return result;
}

const TREE = tree([
	[[-0.01, -0.01, -0.01], [2.5101, 0.1101, 3.0101], -1, 2, 1],
	[[-0.01, -0.01, -0.01], [2.5101, 0.1101, 3.0101], 1, -1, -1],
	[[-0.01, -0.01, -0.01], [2.5101, 0.1101, 0.0101], 0, -1, -1],
]);

describe('without a tree that came in', () => {
	it.each([
		['none is given', { walkmesh: ROOM }],
		['the one of the file has no nodes', { walkmesh: ROOM, tree: tree([]) }],
	])('has a tree of its own where %s', (_, given) => {
		const text = write([given]);
		expect(text.match(/^ {2}aabb .* -1$/m)).not.toBeNull();
		expect(text.match(/^ {4}(?:\S+ ){6}[01]$/gm)).toHaveLength(2);
	});
});

describe('the tree', () => {
	const keep = (walkmesh: Walkmesh, kept: AabbTree, report = new Report()): AabbTree | undefined =>
		readAscii(
			writeAscii([{ walkmesh, tree: kept }], {}, { report }),
			{ keepTree: true },
			{ report, surfaces: K1, name: '' },
		)[0].tree;

	it('comes back with the same boxes, in pre-order', () => {
		const back = keep(ROOM, TREE);
		expect(back?.nodeCount).toBe(3);
		for (const [node, original] of [0, 2, 1].entries()) {
			const box = (from: AabbTree | undefined, index: number): number[] => [
				...(from?.f32.subarray(index * NODE_WORDS, index * NODE_WORDS + 6) ?? []),
			];
			expect(box(back, node)).toEqual(box(TREE, original));
		}
	});

	it('comes back with the same boxes wherever they lie', () => {
		let seed = 77;
		const random = (): number => {
			seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
			return seed / 2 ** 32;
		};
		for (let round = 0; round < runs(300, 3000); round++) {
			const size = 10 ** (random() * 9 - 3);
			const least = [0, 1, 2].map(() => Math.fround((random() - 0.5) * size));
			const most = least.map((value) => Math.fround(value + 0.0201 + random() * 10));
			const back = keep(TILE, tree([[least, most, 0, -1, -1]]));
			expect([...(back?.f32.subarray(0, 6) ?? [])]).toEqual([...least, ...most]);
		}
	});

	it('has boxes of at least 0.02 m, which is said', () => {
		const report = new Report();
		const back = keep(TILE, tree([[[0, 0, 1], [1, 1, 1], 0, -1, -1]]), report);
		expect(back?.f32[2]).toBeCloseTo(0.99, 6);
		expect(back?.f32[5]).toBeCloseTo(1.01, 6);
		expect(report.findings[0].code).toBe('ASCII_BOXES_WIDENED');
	});

	it.each([
		['a child that is not there', [[[0, 0, 0], [1, 1, 1], -1, 1, 7]], 'there is no node 1'],
		['a ring', [[[0, 0, 0], [1, 1, 1], -1, 0, 0]], 'a node is met twice'],
		['a face that is not there', [[[0, 0, 0], [1, 1, 1], 2, -1, -1]], 'node 0 names face 2, but there are 2'],
		['a face below −1', [[[0, 0, 0], [1, 1, 1], -2, -1, -1]], 'node 0 names face -2'],
		['a bound that is none', [[[Number.NaN, 0, 0], [1, 1, 1], 0, -1, -1]], 'a bound of node 0 is not finite'],
		['a face that is missing', [[[0, 0, 0], [1, 1, 1], 1, -1, -1]], 'face 0 is not in it'],
		[
			'a face that is there twice',
			[
				[[0, 0, 0], [1, 1, 1], -1, 1, 2],
				[[0, 0, 0], [1, 1, 1], 1, -1, -1],
				[[0, 0, 0], [1, 1, 1], 1, -1, -1],
			],
			'face 1 is in it twice',
		],
	] as const)('that is none gives way to one that is built: %s', (_, nodes, reason) => {
		const report = new Report();
		const text = write([{ walkmesh: ROOM, tree: tree(nodes as unknown as Parameters<typeof tree>[0]) }], {}, report);
		expect(text).toBe(write([{ walkmesh: ROOM }]));
		expect(report.findings.map(({ code }) => code)).toEqual(['ASCII_TREE_NOT_WRITTEN']);
		expect(report.findings.map((finding) => finding.message)).toEqual([
			`The AABB tree of the file is not valid: ${reason}. Writing one built from the geometry.`,
		]);
	});
});

it('numbers of MDLOps have no exponents, and read back as the same', () => {
	const tiny = {
		...ROOM,
		kind: 'placeable' as const,
		positions: Float32Array.of(1e-7, -3.5e-20, 1e-30, 2.5, 0, 0, 2.5, 3e25, -0),
		faces: Uint32Array.of(0, 1, 2),
		surfaces: Uint32Array.of(4),
		transitions: Int32Array.of(-1, -1, -1),
		position: [1e-9, 0, -2e-8] as const,
		hooks: { ...ROOM.hooks, relative1: [1e-7, 2, 3] as const, absolute1: [4e-12, 0, 0] as const },
	};
	const text = write([{ walkmesh: tiny }], { dialect: 'mdlops' });
	expect(text).not.toMatch(/\de[-+]?\d/);
	expect(text).toContain('0.0000001');
	const [{ walkmesh: read }] = readAscii(
		new TextEncoder().encode(text),
		{},
		{ report: new Report(), surfaces: K1, name: 'pier' },
	);
	expect([...read.positions].map(Math.fround)).toEqual([...tiny.positions]);
	expect(read.hooks.relative1.map(Math.fround)).toEqual(tiny.hooks.relative1.map(Math.fround));
	expect(write([{ walkmesh: tiny }], { dialect: 'engine' })).toContain('1e-7');
});
