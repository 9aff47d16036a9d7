import { defaultsOf, FROM_ZERO, type GivenOf, metres, number, type ValuesOf } from '../findings/options.ts';
import { UsageError } from '../findings/report.ts';
import { dropUnusedVertices } from '../geometry/faces.ts';
import { buildAdjacency, edgeEnd, facesOfVertices, type VertexFaces } from '../geometry/half-edges.ts';
import { squaredDistanceToTriangle } from '../geometry/near-triangle.ts';
import { FACING, walkableFacings } from '../geometry/triangles.ts';
import { indicesOf } from '../geometry/vertices.ts';
import { groupBy } from '../math/arrays.ts';
import { vec3At } from '../math/vec3.ts';
import { K1 } from '../model/surfaces.ts';
import { NONE, type Walkmesh } from '../model/walkmesh.ts';
import { ALL, FaceIndex } from '../plan/face-index.ts';

/**
 * Marks the vertices that simplifying must not touch: those of edges with a single face, with faces of two surfaces, with more than two faces, or
 * with a transition. Every other vertex is surrounded by faces of one surface, so perimeters, borders of surfaces and links stay in place.
 *
 * @returns 1 byte a vertex: 1 for locked
 */
function lockedVertices({ positions, faces, surfaces, transitions }: Walkmesh): Uint8Array {
	const locked = new Uint8Array(positions.length / 3);
	const { neighbours, overfull } = buildAdjacency(faces, new Uint8Array(surfaces.length).fill(1), locked.length);
	const lock = (edge: number): void => {
		locked[faces[edge]] = 1;
		locked[faces[edgeEnd(edge)]] = 1;
	};
	for (let edge = 0; edge < neighbours.length; edge++) {
		const behind = neighbours[edge];
		const sameSurface = behind >= 0 && surfaces[Math.floor(behind / 3)] === surfaces[Math.floor(edge / 3)];
		if (!sameSurface || transitions[edge] !== NONE) lock(edge);
	}
	for (const { edge } of overfull) lock(edge);
	return locked;
}

/** The faces of one surface as a mesh of their own. */
export interface Patch {
	/** 3 floats a vertex, metres. */
	readonly positions: Float32Array;
	/** 3 vertex indices a face, before simplifying. */
	readonly corners: Uint32Array;
	readonly walkable: boolean;
}

/** The result of checking a simplified patch. */
interface Verdict {
	/**
	 * Vertices that must not be removed, because without them a face flips or loses its area, or the surface moves too far. Empty if the patch is
	 * good.
	 */
	readonly spoiled: ReadonlySet<number>;
	/** The greatest distance of a removed vertex from the new surface, metres. */
	readonly deviation: number;
}

/** Compares a simplified patch with the original. @param after 3 vertex indices a face @param limit greatest distance allowed, metres */
function judge(patch: Patch, after: Uint32Array, limit: number): Verdict {
	const { spoiled, deviation } = farVertices(patch, after, limit);
	spoilBadFaces(patch, after, spoiled);
	return { spoiled, deviation };
}

/** Finds removed vertices that lie farther than `limit` from every new face. */
function farVertices(
	{ positions, corners }: Patch,
	after: Uint32Array,
	limit: number,
): { spoiled: Set<number>; deviation: number } {
	const spoiled = new Set<number>();
	let deviation = 0;
	const index = new FaceIndex({ positions, faces: after, surfaces: new Uint32Array(after.length / 3) }, K1);
	for (const vertex of verticesLeftOut(corners, after, positions.length / 3)) {
		const [x, y, z] = vec3At(positions, vertex);
		const squared = index.closest(x, y, z, ALL, (face) =>
			squaredDistanceToTriangle(positions, vertex, after[face * 3], after[face * 3 + 1], after[face * 3 + 2]),
		);
		const distance = Math.sqrt(squared);
		if (distance <= limit) deviation = Math.max(deviation, distance);
		else spoiled.add(vertex);
	}
	return { spoiled, deviation };
}

function verticesLeftOut(corners: Uint32Array, after: Uint32Array, vertexCount: number): Uint32Array {
	const left = new Uint8Array(vertexCount);
	for (const vertex of corners) left[vertex] = 1;
	for (const vertex of after) left[vertex] = 0;
	return indicesOf(left, 1);
}

/**
 * Adds the corners of bad new faces, and of the old faces around them, to `spoiled`. Faces without area are bad, and walkable ones that do not face
 * up.
 */
function spoilBadFaces({ positions, corners, walkable }: Patch, after: Uint32Array, spoiled: Set<number>): void {
	const count = after.length / 3;
	const facings = walkableFacings(positions, after, new Uint8Array(count).fill(1));
	let around: VertexFaces | undefined;
	for (let face = 0; face < count; face++) {
		const isBad = walkable ? facings[face] !== FACING.up : facings[face] === FACING.nowhere;
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

/** A centimetre: nobody notices such a step below a character's foot. */
export const SIMPLIFY_OPTIONS = {
	error: metres('How far the surface may move.', 0.01, FROM_ZERO),
	ratio: number('The share of the faces of each surface to keep at least. With 0 the error alone decides.', 0, {
		limits: { minimum: 0, maximum: 1 },
	}),
};
type SimplifyOptions = GivenOf<typeof SIMPLIFY_OPTIONS>;
const SIMPLIFY_DEFAULTS: ValuesOf<typeof SIMPLIFY_OPTIONS> = defaultsOf(SIMPLIFY_OPTIONS);

/** A simplified walkmesh. */
export interface Simplified {
	readonly mesh: Walkmesh;
	/** The greatest distance of a removed vertex from the new surface, metres; at most the `error` that was asked for. */
	readonly deviation: number;
	/** Vertices with a small enough error that were kept nevertheless: without them a face would flip, or the surface would move too far. */
	readonly retained: number;
	/** Number of faces that `ratio` asked for. There are more where `error` or locked vertices did not allow so few. */
	readonly wanted: number;
}

/**
 * Removes vertices in the middle of faces of one surface where that hardly moves the surface. The perimeter, borders between surfaces and edges with
 * transitions keep every vertex. Uses meshoptimizer's simplifier, one surface at a time, in passes. The result of each pass is compared with the
 * original faces: each removed vertex must lie within `error` of the new faces, each new face must have area, and each new walkable face must face
 * up. As the border stays in place, the same ground is covered in plan, without overlaps. Vertices for which this fails are locked, and the pass is
 * repeated.
 *
 * The faces of a changed surface are stored where its first face was. Vertices that no face uses any more are removed.
 *
 * @param walkable 1 for a walkable face, 0 for others
 * @returns the same walkmesh if nothing can be removed
 * @throws UsageError for an error that is negative or NaN, or a ratio outside 0 to 1
 */
export async function simplifyMesh(
	mesh: Walkmesh,
	walkable: Uint8Array,
	options: SimplifyOptions = {},
): Promise<Simplified> {
	const { error, ratio } = { ...SIMPLIFY_DEFAULTS, ...options };
	if (!(error >= 0)) throw new UsageError(`An error is a length in metres from 0, not ${error}.`);
	if (!(ratio >= 0 && ratio <= 1)) throw new UsageError(`A ratio lies between 0 and 1, not at ${ratio}.`);
	const { MeshoptSimplifier } = await import('meshoptimizer/simplifier');
	await MeshoptSimplifier.ready;
	const locked = lockedVertices(mesh);
	const local = new Uint32Array(locked.length);
	const results = new Map<number, Uint32Array>();
	let deviation = 0;
	let retained = 0;
	let wanted = 0;
	for (const ids of facesBySurface(mesh.surfaces)) {
		wanted += facesWanted(ids.length, ratio);
		const { patch, locks, vertices } = cutOut(mesh, ids, walkable[ids[0]] === 1, locked, local);
		if (!patch.positions.every(Number.isFinite)) continue;
		const simpler = simplifyPatch(
			patch,
			locks,
			error,
			ratio,
			(corners, lock, target, budget) =>
				MeshoptSimplifier.simplifyWithAttributes(
					corners,
					patch.positions,
					3,
					NO_ATTRIBUTES,
					0,
					[],
					lock,
					target,
					Math.min(budget, 3e38),
					['LockBorder', 'ErrorAbsolute'],
				)[0],
		);
		retained += simpler.retained;
		if (simpler.corners.length === patch.corners.length) continue;
		deviation = Math.max(deviation, simpler.deviation);
		results.set(
			mesh.surfaces[ids[0]],
			simpler.corners.map((vertex) => vertices[vertex]),
		);
	}
	if (results.size === 0) return { mesh, deviation, retained, wanted };
	return { mesh: dropUnusedVertices(assemble(mesh, results)).mesh, deviation, retained, wanted };
}

function facesWanted(faces: number, ratio: number): number {
	return Math.ceil(faces * ratio);
}

const NO_ATTRIBUTES = new Float32Array(0);

/** The faces of each surface, in the order in which the surfaces first occur. */
function facesBySurface(surfaces: Uint32Array): Uint32Array[] {
	return [...groupBy(surfaces.keys(), (face) => surfaces[face]).values()].map((list) => Uint32Array.from(list));
}

/**
 * Copies the faces `ids` into a patch with its own numbering of vertices.
 * @param local scratch array with 1 entry a vertex, all 0 before and after the call
 */
function cutOut(
	mesh: Walkmesh,
	ids: Uint32Array,
	walkable: boolean,
	locked: Uint8Array,
	local: Uint32Array,
): { patch: Patch; locks: Uint8Array; vertices: number[] } {
	const vertices: number[] = [];
	const corners = new Uint32Array(ids.length * 3);
	for (let i = 0; i < corners.length; i++) {
		const vertex = mesh.faces[ids[Math.floor(i / 3)] * 3 + (i % 3)];
		if (local[vertex] === 0) local[vertex] = vertices.push(vertex);
		corners[i] = local[vertex] - 1;
	}
	for (const vertex of vertices) local[vertex] = 0;
	const positions = new Float32Array(vertices.length * 3);
	for (let i = 0; i < positions.length; i++) positions[i] = mesh.positions[vertices[Math.floor(i / 3)] * 3 + (i % 3)];
	return {
		patch: { positions, corners, walkable },
		locks: Uint8Array.from(vertices, (vertex) => locked[vertex]),
		vertices,
	};
}

type Simplifier = (corners: Uint32Array, locks: Uint8Array, targetCorners: number, budget: number) => Uint32Array;

/**
 * The most passes. In practice they end earlier: each pass removes faces or locks at least one more vertex. They also end when less than
 * `LEAST_BUDGET` of the error is left.
 */
const PASSES = 100;
const LEAST_BUDGET = 1 / 16;

function simplifyPatch(
	patch: Patch,
	locks: Uint8Array,
	error: number,
	ratio: number,
	simplifier: Simplifier,
): { corners: Uint32Array; deviation: number; retained: number } {
	const target = facesWanted(patch.corners.length / 3, ratio) * 3;
	let corners = patch.corners;
	let deviation = 0;
	let retained = 0;
	for (let pass = 0; pass < PASSES && corners.length > target && locks.includes(0); pass++) {
		// Distance that earlier passes used up is subtracted. It is measured here, because the simplifier also counts movements within flat ground.
		const budget = error - deviation;
		if (budget < error * LEAST_BUDGET) break;
		const simpler = simplifier(corners, locks, target, budget);
		if (simpler.length >= corners.length) break;
		const verdict = judge(patch, simpler, error);
		if (verdict.spoiled.size === 0) {
			corners = simpler;
			deviation = verdict.deviation;
			continue;
		}
		let added = 0;
		for (const vertex of verdict.spoiled) {
			if (locks[vertex] === 1) continue;
			locks[vertex] = 1;
			added++;
		}
		if (added === 0) break;
		retained += added;
	}
	return { corners, deviation, retained };
}

/** Stores the new faces of each surface where its first face was, and puts transitions back on their edges. */
function assemble(mesh: Walkmesh, results: ReadonlyMap<number, Uint32Array>): Walkmesh {
	const rooms = transitionsByEnds(mesh);
	const vertexCount = mesh.positions.length / 3;
	const faces: number[] = [];
	const surfaces: number[] = [];
	const transitions: number[] = [];
	const done = new Set<number>();
	for (let face = 0; face < mesh.surfaces.length; face++) {
		const surface = mesh.surfaces[face];
		const corners = results.get(surface);
		if (corners === undefined) {
			surfaces.push(surface);
			for (let edge = face * 3; edge < face * 3 + 3; edge++) {
				faces.push(mesh.faces[edge]);
				transitions.push(mesh.transitions[edge]);
			}
		} else if (!done.has(surface)) {
			done.add(surface);
			for (let edge = 0; edge < corners.length; edge++) {
				if (edge % 3 === 0) surfaces.push(surface);
				faces.push(corners[edge]);
				transitions.push(rooms.get(corners[edge] * vertexCount + corners[edgeEnd(edge)]) ?? NONE);
			}
		}
	}
	return {
		...mesh,
		faces: Uint32Array.from(faces),
		surfaces: Uint32Array.from(surfaces),
		transitions: Int32Array.from(transitions),
	};
}

/** Transitions by the key `from * vertexCount + to` of their edges. */
function transitionsByEnds({ positions, faces, transitions }: Walkmesh): Map<number, number> {
	const rooms = new Map<number, number>();
	for (let edge = 0; edge < faces.length; edge++) {
		if (transitions[edge] === NONE) continue;
		rooms.set(faces[edge] * (positions.length / 3) + faces[edgeEnd(edge)], transitions[edge]);
	}
	return rooms;
}
