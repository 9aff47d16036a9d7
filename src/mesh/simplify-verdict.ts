import { createWalkmesh } from '../walkmesh/index.ts';
import { faceVector } from './face-vector.ts';
import { indicesOf } from './open-edges.ts';
import { LOOKS_UP, walkableOrientation } from './orientation.ts';
import { buildPointTree } from './point-tree.ts';
import { facesOfVertices, type VertexFaces } from './rim.ts';
import { visitNearTriangle } from './triangle-query.ts';

/** The faces of one surface, with vertices of their own. */
export interface Patch {
	/** 3 floats a vertex. */
	readonly positions: Float32Array;
	/** 3 vertex indices a face, before simplifying. */
	readonly corners: Uint32Array;
	readonly walkable: boolean;
}

/** What is to be said of a simplified patch. */
export interface Verdict {
	/**
	 * Vertices that must stay, or a face turns over or loses its area, or the surface moves too far. None: the patch is
	 * right.
	 */
	readonly spoiled: ReadonlySet<number>;
	/** The farthest that a vertex left out lies from the surface, metres. */
	readonly deviation: number;
}

/** Compares a simplified patch with the patch. @param after 3 vertex indices a face @param limit metres */
export function judge(patch: Patch, after: Uint32Array, limit: number): Verdict {
	const { spoiled, deviation } = farVertices(patch, after, limit);
	spoilBadFaces(patch, after, spoiled);
	return { spoiled, deviation };
}

/** Vertices left out that lie farther than `limit` from every face. */
function farVertices(
	{ positions, corners }: Patch,
	after: Uint32Array,
	limit: number,
): { spoiled: Set<number>; deviation: number } {
	let far = verticesLeftOut(corners, after, positions.length / 3);
	const nearest = new Float64Array(positions.length / 3).fill(Infinity);
	let deviation = 0;
	// Growing radii from an edge's length: with one as wide as the limit every face would look at every vertex when that
	// is wide.
	const first = meanLength(positions, corners);
	for (let radius = Math.min(limit, first > 0 ? first : limit); far.length > 0; radius = Math.min(limit, radius * 4)) {
		measure(positions, after, far, radius, nearest);
		const within = radius;
		for (const vertex of far) {
			const distance = Math.sqrt(nearest[vertex]);
			if (distance <= within) deviation = Math.max(deviation, distance);
		}
		far = far.filter((vertex) => !(Math.sqrt(nearest[vertex]) <= within));
		if (radius >= limit) break;
	}
	return { spoiled: new Set(far), deviation };
}

/** The mean length of the first edge of each face. */
function meanLength(positions: Float32Array, corners: Uint32Array): number {
	let sum = 0;
	for (let i = 0; i < corners.length; i += 3) {
		const a = corners[i] * 3;
		const b = corners[i + 1] * 3;
		sum += Math.hypot(
			positions[a] - positions[b],
			positions[a + 1] - positions[b + 1],
			positions[a + 2] - positions[b + 2],
		);
	}
	return sum / (corners.length / 3);
}

function verticesLeftOut(corners: Uint32Array, after: Uint32Array, vertexCount: number): Uint32Array {
	const left = new Uint8Array(vertexCount);
	for (const vertex of corners) left[vertex] = 1;
	for (const vertex of after) left[vertex] = 0;
	return indicesOf(left, 1);
}

/**
 * Lowers `nearest` to the squared distance of each of some vertices to the nearest face, where that lies within the
 * radius.
 */
function measure(
	positions: Float32Array,
	after: Uint32Array,
	vertices: Uint32Array,
	radius: number,
	nearest: Float64Array,
): void {
	const tree = buildPointTree(positions, vertices);
	for (let i = 0; i < after.length; i += 3) {
		visitNearTriangle(tree, [after[i], after[i + 1], after[i + 2]], radius, (vertex, squared) => {
			if (squared < nearest[vertex]) nearest[vertex] = squared;
		});
	}
}

/**
 * Adds the corners of new faces without area, or walkable ones that do not look up, and those of the faces that were
 * around.
 */
function spoilBadFaces({ positions, corners, walkable }: Patch, after: Uint32Array, spoiled: Set<number>): void {
	const count = after.length / 3;
	const looks = walkableOrientation(
		createWalkmesh({ positions, faces: after, surfaces: new Uint32Array(count) }),
		new Uint8Array(count).fill(1),
	);
	let around: VertexFaces | undefined;
	for (let face = 0; face < count; face++) {
		const isBad = walkable ? looks[face] !== LOOKS_UP : !(faceVector(positions, after, face, [0, 0, 0]) > 0);
		if (!isBad) continue;
		around ??= facesOfVertices(corners, new Uint8Array(corners.length / 3).fill(1), positions.length / 3);
		if (!isOld(corners, around, after, face)) spoilAround(corners, around, after, face, spoiled);
	}
}

function isOld(corners: Uint32Array, around: VertexFaces, after: Uint32Array, face: number): boolean {
	const [a, b, c] = after.subarray(face * 3, face * 3 + 3);
	for (let i = around.starts[a]; i < around.starts[a + 1]; i++) {
		const old = corners.subarray(around.faces[i] * 3, around.faces[i] * 3 + 3);
		if (old.includes(b) && old.includes(c)) return true;
	}
	return false;
}

function spoilAround(
	corners: Uint32Array,
	around: VertexFaces,
	after: Uint32Array,
	face: number,
	spoiled: Set<number>,
): void {
	for (const vertex of after.subarray(face * 3, face * 3 + 3)) {
		for (let i = around.starts[vertex]; i < around.starts[vertex + 1]; i++) {
			for (let corner = 0; corner < 3; corner++) spoiled.add(corners[around.faces[i] * 3 + corner]);
		}
	}
}
