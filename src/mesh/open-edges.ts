import { buildAdjacency } from '../geometry/adjacency.ts';

/**
 * The edges of walkable faces that no other walkable face uses in reverse: where a character stops, or a link leads on.
 * Faces may stand in any order.
 *
 * @param faces 3 vertex indices a face
 * @param walkable 1 a walkable face, 0 another
 * @returns edges `3 * face + corner`, ascending
 */
export function openWalkableEdges(faces: Uint32Array, walkable: Uint8Array, vertexCount: number): Uint32Array {
	const known = lastFound.get(faces);
	if (known !== undefined && known.vertexCount === vertexCount && sameBytes(known.walkable, walkable))
		return known.open;
	const open = findOpenEdges(faces, walkable, vertexCount);
	lastFound.set(faces, { walkable, vertexCount, open });
	return open;
}

/**
 * The last answer for an array of faces. Stages that find nothing to change hand their faces on, and the next one asks the same:
 * a fifth of a second for a million faces.
 */
const lastFound = new WeakMap<Uint32Array, { walkable: Uint8Array; vertexCount: number; open: Uint32Array }>();

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
	if (a.length !== b.length) return false;
	for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
	return true;
}

function findOpenEdges(faces: Uint32Array, walkable: Uint8Array, vertexCount: number): Uint32Array {
	const ids = indicesOf(walkable, 1);
	const corners = new Uint32Array(ids.length * 3);
	for (let i = 0; i < ids.length; i++) {
		for (let k = 0; k < 3; k++) corners[i * 3 + k] = faces[ids[i] * 3 + k];
	}
	const { neighbours } = buildAdjacency(corners, ids.length, vertexCount);
	let count = 0;
	for (let edge = 0; edge < neighbours.length; edge++) if (neighbours[edge] < 0) count++;
	const open = new Uint32Array(count);
	let at = 0;
	for (let edge = 0; edge < neighbours.length; edge++) {
		if (neighbours[edge] < 0) open[at++] = ids[Math.floor(edge / 3)] * 3 + (edge % 3);
	}
	return open;
}

/** The places in a list that hold `value`, ascending. */
export function indicesOf(values: Uint8Array, value: number): Uint32Array {
	let count = 0;
	for (let i = 0; i < values.length; i++) if (values[i] === value) count++;
	const result = new Uint32Array(count);
	let at = 0;
	for (let i = 0; i < values.length; i++) if (values[i] === value) result[at++] = i;
	return result;
}
