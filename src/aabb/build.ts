import { closeTree } from './close.ts';
import { writeFaceBoxes, writeUnboundedBox } from './face-boxes.ts';
import { growMedian } from './median/grow.ts';
import { growSah, sahRecords } from './sah/grow.ts';
import { type AabbTree, FACE, LEFT, NODE_WORDS, NONE, nodesOver } from './tree.ts';

/**
 * How faces are divided between two children. `sah`: where the tree is cheapest to walk, 0.6 of the box tests of the game's own
 * trees for vertical lines and 0.44 for lines of sight. `median`: the game's own rule, which gives the game's own nodes but for
 * the order of faces with equal centroids.
 */
export type AabbSplit = 'sah' | 'median';

export interface AabbOptions {
	split?: AabbSplit;
}

export const AABB_DEFAULTS: Required<AabbOptions> = { split: 'sah' };

/** Levels beyond log₂ of the number of faces that a `sah` tree may take. See sah/grow.ts for what each of them is worth. */
const SLACK = 2;

/**
 * Builds the tree over all faces, one a leaf. Boxes reach 0.01 m below and 0.0101 m above their faces, rounded to float32 and never to
 * less than the face itself. A `median` tree is ⌈log₂ n⌉ deep, a `sah` tree at most two more, and just as deep where all faces
 * lie in one place. The same input gives the same bytes.
 *
 * Coordinates may be infinite or no number: the tree is complete all the same. Boxes reach as far as infinite coordinates and do
 * without those that are no number.
 *
 * @param positions 3 floats a vertex, metres, Z up
 * @param faces 3 vertex indices a face
 * @throws RangeError if an index has no vertex or the last face is not whole
 */
export function buildAabbTree(positions: Float32Array, faces: Uint32Array, options: AabbOptions = {}): AabbTree {
	const { split } = { ...AABB_DEFAULTS, ...options };
	const grow = BUILDERS[split];
	if (grow === undefined) throw new RangeError(`no split called ${split}: ${Object.keys(BUILDERS).join(', ')}`);
	checkIndices(faces, Math.floor(positions.length / 3));
	const faceCount = faces.length / 3;
	const nodeCount = nodesOver(faceCount);
	const buffer = new ArrayBuffer(nodeCount * NODE_WORDS * 4);
	const f32 = new Float32Array(buffer);
	const i32 = new Int32Array(buffer);
	if (faceCount > 0) {
		const unbounded = grow(positions, faces, i32);
		if (unbounded.length > 0) unboundLeaves(positions, faces, f32, i32, unbounded);
		closeTree(f32, i32, nodeCount);
	}
	return { f32, i32, nodeCount };
}

function sah(positions: Float32Array, faces: Uint32Array, nodes: Int32Array): number[] {
	const faceCount = faces.length / 3;
	const records = sahRecords(faceCount, nodes);
	const unbounded = writeFaceBoxes(positions, faces, records);
	growSah(nodes, records, faceCount, levelsFor(faceCount) + SLACK);
	return unbounded;
}

const BUILDERS: Record<AabbSplit, typeof sah> = { sah, median: growMedian };

/** ⌈log₂ n⌉. */
function levelsFor(faceCount: number): number {
	return 32 - Math.clz32(faceCount - 1);
}

function unboundLeaves(
	positions: Float32Array,
	faces: Uint32Array,
	f32: Float32Array,
	i32: Int32Array,
	unbounded: readonly number[],
): void {
	const isUnbounded = new Uint8Array(faces.length / 3);
	for (const face of unbounded) isUnbounded[face] = 1;
	for (let word = 0; word < i32.length; word += NODE_WORDS) {
		const face = i32[word + FACE];
		if (i32[word + LEFT] === NONE && isUnbounded[face] === 1) writeUnboundedBox(positions, faces, face, f32, word);
	}
}

function checkIndices(faces: Uint32Array, vertexCount: number): void {
	if (faces.length % 3 !== 0) throw new RangeError(`${faces.length} vertex indices are not three a face`);
	let greatest = -1;
	for (let i = 0; i < faces.length; i++) if (faces[i] > greatest) greatest = faces[i];
	if (greatest < vertexCount) return;
	const at = faces.indexOf(greatest);
	throw new RangeError(`face ${Math.floor(at / 3)} uses vertex ${greatest} of ${vertexCount}`);
}
