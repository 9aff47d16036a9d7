import { describe, expect, it } from 'vitest';
import { buildAabbTree } from '../../src/tree/build.ts';
import { checkAabbTree } from '../../src/tree/check.ts';
import { type AabbTree, NODE_WORDS } from '../../src/tree/tree.ts';
import { walkCost, walkLines } from '../reference/walk-cost.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { facesBelow, leastDepth } from './meshes.ts';

interface Room {
	readonly name: string;
	readonly positions: Float32Array;
	readonly faces: Uint32Array;
	readonly stored: AabbTree;
}

/** Vertices, faces and tree as they lie in the file, without the project's own decoder. */
function readRoom({ name, bytes }: { name: string; bytes: Uint8Array }): Room {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const table = (countAt: number, offsetAt: number, words: number) => {
		const offset = bytes.byteOffset + view.getUint32(offsetAt, true);
		return bytes.buffer.slice(offset, offset + view.getUint32(countAt, true) * words * 4) as ArrayBuffer;
	};
	const tree = table(0x64, 0x68, NODE_WORDS);
	return {
		name,
		positions: new Float32Array(table(0x48, 0x4c, 3)),
		faces: new Uint32Array(table(0x50, 0x54, 3)),
		stored: { f32: new Float32Array(tree), i32: new Int32Array(tree), nodeCount: view.getUint32(0x64, true) },
	};
}

const games = corpusFiles('rooms', '.wok').map(readRoom);
const rewritten = corpusFiles('rewritten', '.wok').map(readRoom);
const untouched = games.filter(({ name }) => /m10aa_|endar_spire_room/.test(name));

function boxOfFace({ f32, i32, nodeCount }: AabbTree, face: number): Float32Array {
	for (let word = 0; word < nodeCount * NODE_WORDS; word += NODE_WORDS) {
		if (i32[word + 6] === face) return f32.subarray(word, word + 6);
	}
	throw new Error(`no leaf of face ${face}`);
}

/** Mean of a built tree's box tests by those of the stored one, over rooms, for vertical lines and lines of sight. */
function meanRatio(rooms: readonly Room[]): { column: number; sight: number } {
	let [column, sight] = [0, 0];
	for (const { positions, faces, stored } of rooms) {
		const lines = walkLines(positions, faces, 2000);
		const before = walkCost(stored, lines);
		const after = walkCost(buildAabbTree(positions, faces), lines);
		column += after.column / before.column / rooms.length;
		sight += after.sight / before.sight / rooms.length;
	}
	return { column, sight };
}

describe.skipIf(!corpusPresent)(`trees of ${games.length + rewritten.length} real rooms`, () => {
	it.each([...games, ...rewritten])('$name: built by either split, it is sound and within its depth', (room) => {
		const { positions, faces } = room;
		const least = leastDepth(faces.length / 3);
		for (const [tree, slack] of [
			['best', 4],
			['fast', 2],
		] as const) {
			const check = checkAabbTree(buildAabbTree(positions, faces, { tree }), positions, faces);
			expect(check).toMatchObject({ clean: true });
			expect(check.depth).toBeLessThanOrEqual(least + slack);
		}
		const median = checkAabbTree(buildAabbTree(positions, faces, { tree: 'median' }), positions, faces);
		expect(median).toMatchObject({ clean: true, depth: least });
	});

	it('are cheaper to walk than those of the game and of MDLedit', () => {
		const { column, sight } = meanRatio(games);
		expect(column).toBeLessThan(0.62);
		expect(sight).toBeLessThan(0.45);
	});

	it('are cheaper to walk than rewritten ones, which have no margins', () => {
		const { column, sight } = meanRatio(rewritten);
		expect(column).toBeLessThan(0.66);
		expect(sight).toBeLessThan(0.49);
	});
});

describe.skipIf(!corpusPresent)(`the ${untouched.length} rooms as the game ships them`, () => {
	it.each(untouched)('$name: the check finds nothing amiss in its tree', ({ stored, positions, faces }) => {
		const check = checkAabbTree(stored, positions, faces);
		expect(check).toMatchObject({ clean: true, depth: leastDepth(faces.length / 3) });
		expect(Math.abs(check.marginBelow - 0.01)).toBeLessThan(2e-3);
		expect(Math.abs(check.marginAbove - 0.0101)).toBeLessThan(2e-3);
	});

	it.each(untouched)('$name: leaf boxes agree with ours', ({ stored, positions, faces }) => {
		const built = buildAabbTree(positions, faces);
		for (let face = 0; face * 3 < faces.length; face++) {
			const theirs = boxOfFace(stored, face);
			boxOfFace(built, face).forEach((value, i) => {
				expect(Math.abs(value - theirs[i])).toBeLessThan(2e-3);
			});
		}
	});

	it.each(games)(
		'$name: the median split divides every node of the stored tree alike',
		({ stored, positions, faces }) => {
			for (let node = 0; node < stored.nodeCount; node++) {
				const word = node * NODE_WORDS;
				if (stored.i32[word + 6] >= 0) continue;
				const members = facesBelow(stored, node);
				const part = Uint32Array.from(members.flatMap((face) => [...faces.subarray(face * 3, face * 3 + 3)]));
				const ours = buildAabbTree(positions, part, { tree: 'median' });
				const left = facesBelow(stored, stored.i32[word + 9]);
				const ourLeft = facesBelow(ours, 1).map((face) => members[face]);
				if (String(ourLeft) !== String(left))
					expectTie(positions, faces, members, left, stored.f32.subarray(word, word + 6));
			}
		},
	);
});

/** The faces that went left may only differ where centroids, or the sides of the box, are equal. */
function expectTie(
	positions: Float32Array,
	faces: Uint32Array,
	members: readonly number[],
	left: readonly number[],
	box: Float32Array,
): void {
	const extents = [0, 1, 2].map((axis) => box[axis + 3] - box[axis]);
	const longest = Math.max(...extents);
	const axes = [0, 1, 2].filter((axis) => longest - extents[axis] <= 1e-5 * longest);
	const isCut = (axis: number) => {
		const sums = members.map((face) =>
			[0, 1, 2].reduce((sum, corner) => sum + positions[faces[face * 3 + corner] * 3 + axis], 0),
		);
		const median = [...sums].sort((a, b) => a - b)[left.length - 1];
		return members.every((face, i) => (left.includes(face) ? sums[i] <= median : sums[i] >= median));
	};
	expect(left).toHaveLength(members.length >> 1);
	expect(axes.some(isCut)).toBe(true);
}
