import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAabbTree } from '../../src/tree/build.ts';
import type { AabbCheck, AabbCheckLists } from '../../src/tree/check.ts';
import { checkAabbTree } from '../../src/tree/check.ts';
import { type AabbTree, NODE_WORDS } from '../../src/tree/tree.ts';
import { runs } from '../support/thorough.ts';
import { integerMeshes, scattered } from './meshes.ts';

const FACES = 20;
const mesh = scattered(FACES);
const { positions, faces } = mesh;

function soundTree(): AabbTree {
	return buildAabbTree(positions, faces, { tree: 'median' });
}

/** Checks a tree after something was done to it. */
function checkDamaged(damage: (i32: Int32Array, f32: Float32Array) => void): AabbCheck {
	const tree = soundTree();
	damage(tree.i32, tree.f32);
	return checkAabbTree(tree, positions, faces);
}

function listsWithEntries(check: AabbCheck): Partial<Record<keyof AabbCheckLists, number[]>> {
	const found: Partial<Record<keyof AabbCheckLists, number[]>> = {};
	for (const [name, value] of Object.entries(check)) {
		if (typeof value === 'object' && value.count > 0) found[name as keyof AabbCheckLists] = [...value.first];
	}
	return found;
}

function wordOf(node: number): number {
	return node * NODE_WORDS;
}

/** The first leaf whose parent is the node before it, and that parent's right child. */
const { i32: sound } = soundTree();
const leaf = Array.from({ length: 39 }, (_, node) => node).find((node) => sound[wordOf(node) + 6] >= 0)!;
const parent = leaf - 1;
const sibling = sound[wordOf(parent) + 10];
const face = sound[wordOf(leaf) + 6];

describe('the check of a tree', () => {
	it('finds nothing in a sound one, and measures it', () => {
		const check = checkAabbTree(soundTree(), positions, faces);
		expect(listsWithEntries(check)).toEqual({});
		expect(check).toMatchObject({
			clean: true,
			complete: true,
			depth: 5,
			leafCount: FACES,
			nodeCount: 39,
			nodesExpected: 39,
		});
		expect(check.marginBelow).toBeCloseTo(0.01, 5);
		expect(check.marginAbove).toBeCloseTo(0.0101, 5);
	});

	it('finds a face without a leaf and one with two', () => {
		const other = (face + 1) % FACES;
		const check = checkDamaged((i32) => {
			i32[wordOf(leaf) + 6] = other;
		});
		expect(listsWithEntries(check)).toMatchObject({ facesMissing: [face], facesRepeated: [other] });
		expect(check).toMatchObject({ clean: false, complete: false });
	});

	it('finds a leaf of a face that does not exist', () => {
		const check = checkDamaged((i32) => {
			i32[wordOf(leaf) + 6] = FACES;
		});
		expect(listsWithEntries(check)).toEqual({ facesMissing: [face], facesUnknown: [leaf] });
	});

	it('finds leaf boxes that do not hold their face, and says how far it sticks out', () => {
		const check = checkDamaged((_, f32) => {
			f32[wordOf(leaf)] += 0.5;
		});
		expect(listsWithEntries(check)).toMatchObject({ leavesTooSmall: [leaf] });
		expect(check.marginBelow).toBeCloseTo(-0.49, 4);
		const spoilt = checkDamaged((_, f32) => {
			f32[wordOf(leaf) + 4] = NaN;
		});
		expect(listsWithEntries(spoilt)).toMatchObject({ leavesTooSmall: [leaf], boxesTooSmall: [parent] });
	});

	it('finds inner boxes that do not hold a child', () => {
		const check = checkDamaged((_, f32) => {
			f32[wordOf(leaf) + 5] += 1000;
		});
		expect(check.boxesTooSmall.first).toEqual([parent]);
		expect(check.complete).toBe(false);
	});

	it('finds children that are no node, and leaves with children', () => {
		const check = checkDamaged((i32) => {
			i32[wordOf(parent) + 10] = 39;
		});
		expect(listsWithEntries(check)).toMatchObject({ childrenUnknown: [parent], nodesUnreachable: [sibling] });
		const negative = checkDamaged((i32) => {
			i32[wordOf(parent) + 9] = -1;
		});
		expect(listsWithEntries(negative)).toMatchObject({ childrenUnknown: [parent], leftNotNext: [parent] });
		const grown = checkDamaged((i32) => {
			i32[wordOf(leaf) + 10] = 3;
		});
		expect(listsWithEntries(grown)).toEqual({ leavesWithChildren: [leaf] });
	});

	it('finds shared branches and circles', () => {
		const shared = checkDamaged((i32) => {
			i32[wordOf(parent) + 10] = leaf;
		});
		expect(listsWithEntries(shared)).toMatchObject({ nodesShared: [leaf], nodesUnreachable: [sibling] });
		const circle = checkDamaged((i32) => {
			i32[wordOf(parent) + 10] = 0;
		});
		expect(listsWithEntries(circle)).toMatchObject({ nodesShared: [0], facesMissing: [sound[wordOf(sibling) + 6]] });
		const itself = checkDamaged((i32) => {
			i32[9] = i32[10] = 0;
		});
		expect(itself).toMatchObject({ nodesShared: { count: 2, first: [0, 0] }, leafCount: 0, depth: 0 });
		expect(itself.nodesUnreachable.count).toBe(38);
		expect(itself.nodesUnreachable.first).toHaveLength(16);
	});

	it('tells planes of no list from planes of another axis or side', () => {
		const plane = sound[8];
		const unknown = checkDamaged((i32) => {
			i32[8] = 3;
			i32[wordOf(leaf) + 8] = 1;
		});
		expect(listsWithEntries(unknown)).toEqual({ planesUnknown: [0, leaf] });
		for (const other of [1, 2, 4, 8, 16, 32].filter((value) => value !== plane)) {
			const check = checkDamaged((i32) => {
				i32[8] = other;
			});
			expect(listsWithEntries(check)).toEqual({ planesOther: [0] });
			expect(check.complete).toBe(true);
		}
	});

	it('finds a fixed field that is not 4', () => {
		const check = checkDamaged((i32) => {
			i32[wordOf(7) + 7] = 1;
		});
		expect(listsWithEntries(check)).toEqual({ fixedOther: [7] });
	});

	it('finds an order that is not pre-order, though the tree is complete', () => {
		const check = checkDamaged((i32, f32) => {
			const words = f32.slice(wordOf(leaf), wordOf(leaf) + 11);
			f32.copyWithin(wordOf(leaf), wordOf(sibling), wordOf(sibling) + 11);
			f32.set(words, wordOf(sibling));
			[i32[wordOf(parent) + 9], i32[wordOf(parent) + 10]] = [sibling, leaf];
		});
		expect(sound[wordOf(sibling) + 6]).toBeGreaterThanOrEqual(0);
		expect(listsWithEntries(check)).toEqual({ leftNotNext: [parent], notPreOrder: [sibling, leaf] });
		expect(check).toMatchObject({ clean: false, complete: true });
	});

	it('reports every face of a mesh without a tree, and a table shorter than it says', () => {
		const none = { f32: new Float32Array(), i32: new Int32Array(), nodeCount: 0 };
		expect(checkAabbTree(none, positions, faces)).toMatchObject({
			facesMissing: { count: FACES },
			complete: false,
			depth: 0,
			nodesExpected: 39,
		});
		expect(checkAabbTree(none, positions, new Uint32Array())).toMatchObject({ clean: true, complete: true });
		expect(checkAabbTree({ ...soundTree(), nodeCount: 1e9 }, positions, faces)).toMatchObject({ clean: false });
	});

	it('ends, and counts no more than there is, whatever the words', () => {
		const word = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.integer());
		fc.assert(
			fc.property(fc.array(word, { maxLength: 11 * 10 }), integerMeshes, fc.nat(20), (words, other, nodeCount) => {
				const i32 = Int32Array.from(words);
				const tree = { i32, f32: new Float32Array(i32.buffer), nodeCount };
				const check = checkAabbTree(tree, other.positions, other.faces);
				const count = Math.min(nodeCount, Math.floor(words.length / 11));
				expect(check.leafCount + check.nodesUnreachable.count).toBeLessThanOrEqual(count);
				expect(check.depth).toBeLessThan(Math.max(count, 1));
			}),
			{ numRuns: runs(500) },
		);
	});

	it('is not troubled by a chain as deep as the table is long', () => {
		const count = 300_000;
		const i32 = new Int32Array(count * NODE_WORDS);
		for (let node = 0; node < count; node++) i32.set([-1, 4, 1, node + 1, node + 1], wordOf(node) + 6);
		const check = checkAabbTree({ i32, f32: new Float32Array(i32.buffer), nodeCount: count }, positions, faces);
		expect(check).toMatchObject({ depth: count - 1, leafCount: 0, nodesShared: { count: count - 1 } });
	});
});
