import { K1 } from '../../src/model/surfaces.ts';
import { ALL, FaceIndex } from '../../src/plan/face-index.ts';
import type { AabbTree } from '../../src/tree/tree.ts';

/** Lines to walk a tree with, so that two trees of one mesh can be compared. */
export interface WalkLines {
	/** 2 numbers a vertical line: x, y. */
	readonly columns: Float64Array;
	/** 6 numbers a line of sight: from xyz, to xyz. */
	readonly sights: Float64Array;
}

/** Box tests a line, on average: the root's, and two for each inner node whose box is touched. */
export interface WalkCost {
	readonly column: number;
	readonly sight: number;
}

/**
 * Lines through the bounds of a mesh: vertical ones at even odds anywhere, lines of sight between any two points. The same
 * seed gives the same lines.
 *
 * @param positions 3 floats a vertex; vertices that no face uses do not count
 */
export function walkLines(positions: Float32Array, faces: Uint32Array, count: number, seed = 1): WalkLines {
	const { low, extent } = usedBounds(positions, faces);
	const random = randomNumbers(seed);
	const columns = new Float64Array(count * 2);
	for (let i = 0; i < columns.length; i++) columns[i] = low[i % 2] + random() * extent[i % 2];
	const sights = new Float64Array(count * 6);
	for (let i = 0; i < sights.length; i++) sights[i] = low[i % 3] + random() * extent[i % 3];
	return { columns, sights };
}

/** What the lines cost in a tree. */
export function walkCost(tree: AabbTree, { columns, sights }: WalkLines): WalkCost {
	const index = new FaceIndex(NO_FACES, K1, tree);
	const costOf = (walk: () => void): number => {
		const before = index.tests;
		walk();
		return index.tests - before;
	};
	const column = costOf(() => {
		for (let i = 0; i < columns.length; i += 2) {
			const [x, y] = [columns[i], columns[i + 1]];
			index.facesInBounds(x, y, -Infinity, x, y, Infinity, ALL);
		}
	});
	const sight = costOf(() => {
		for (let i = 0; i < sights.length; i += 6) {
			const [ax, ay, az, bx, by, bz] = sights.subarray(i, i + 6);
			index.facesAlong(ax, ay, az, bx, by, bz, ALL);
		}
	});
	return { column: column / (columns.length / 2), sight: sight / (sights.length / 6) };
}

/**
 * Box tests a line of sight until it hits a face, on average, with the child first that the planes of the tree name, as the game walks: first hits answer
 * whether anything is in the way. Lines that hit nothing take all their tests.
 */
export function firstHitCost(tree: AabbTree, mesh: WalkedMesh, { sights }: WalkLines): number {
	const index = new FaceIndex({ ...mesh, surfaces: new Uint32Array(mesh.faces.length / 3) }, K1, tree);
	for (let i = 0; i < sights.length; i += 6) {
		const [ax, ay, az, bx, by, bz] = sights.subarray(i, i + 6);
		index.any(ax, ay, az, bx, by, bz, ALL);
	}
	return index.tests / (sights.length / 6);
}

/** The faces of a tree. */
export interface WalkedMesh {
	/** 3 floats a vertex. */
	readonly positions: Float32Array;
	readonly faces: Uint32Array;
}

/** Boxes are what is counted. */
const NO_FACES = { positions: new Float32Array(), faces: new Uint32Array(), surfaces: new Uint32Array() };

function usedBounds(positions: Float32Array, faces: Uint32Array): { low: number[]; extent: number[] } {
	const low = [Infinity, Infinity, Infinity];
	const high = [-Infinity, -Infinity, -Infinity];
	for (const vertex of faces) {
		for (let axis = 0; axis < 3; axis++) {
			const value = positions[vertex * 3 + axis];
			if (value < low[axis]) low[axis] = value;
			if (value > high[axis]) high[axis] = value;
		}
	}
	return { low, extent: high.map((value, axis) => value - low[axis]) };
}

/** Even numbers in [0, 1), by mulberry32. */
function randomNumbers(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
