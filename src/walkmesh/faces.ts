import { compactVertices, indicesOf, pickTriples, usesAll } from '../mesh/compact.ts';
import { buildAdjacency, openWalkableEdges, type Perimeters, walkPerimeters } from '../mesh/half-edges.ts';
import { faceVector, flipCorners, flipEdges } from '../mesh/triangles.ts';
import { type SurfaceTable, walkableFaces } from './surfaces.ts';
import { vertexCount, type Walkmesh } from './walkmesh.ts';

/** Where faces come from: entry `i` is the old number of the face that is now `i`. */
export type FaceOrder = Uint32Array;

/** Every walkable face before every other one, each group in the order it had. */
export function walkableFirstOrder(walkable: Uint8Array): { order: FaceOrder; walkableCount: number } {
	const order = new Uint32Array(walkable.length);
	let at = 0;
	for (let face = 0; face < walkable.length; face++) if (walkable[face] === 1) order[at++] = face;
	const walkableCount = at;
	for (let face = 0; face < walkable.length; face++) if (walkable[face] !== 1) order[at++] = face;
	return { order, walkableCount };
}

/** The same walkmesh with its faces in another order; surfaces and transitions follow. Faces that the order leaves out are gone. */
export function reorderFaces(mesh: Walkmesh, order: FaceOrder): Walkmesh {
	if (isIdentity(order) && order.length === mesh.surfaces.length) return mesh;
	const faces = new Uint32Array(order.length * 3);
	const surfaces = new Uint32Array(order.length);
	const transitions = new Int32Array(order.length * 3);
	for (let face = 0; face < order.length; face++) surfaces[face] = mesh.surfaces[order[face]];
	reorderTriples(mesh.faces, order, faces);
	reorderTriples(mesh.transitions, order, transitions);
	return { ...mesh, faces, surfaces, transitions };
}

function reorderTriples<T extends Uint32Array | Int32Array>(from: T, order: FaceOrder, to: T): void {
	for (let face = 0; face < order.length; face++) {
		const source = order[face] * 3;
		to[face * 3] = from[source];
		to[face * 3 + 1] = from[source + 1];
		to[face * 3 + 2] = from[source + 2];
	}
}

function isIdentity(order: FaceOrder): boolean {
	for (let i = 0; i < order.length; i++) if (order[i] !== i) return false;
	return true;
}

/** The walkmesh with its walkable faces first. */
export function sortWalkableFirst(
	mesh: Walkmesh,
	table: SurfaceTable,
): { mesh: Walkmesh; order: FaceOrder; walkableCount: number } {
	const { order, walkableCount } = walkableFirstOrder(walkableFaces(table, mesh.surfaces));
	return { mesh: reorderFaces(mesh, order), order, walkableCount };
}

/** The walkmesh without some faces; the others keep their order. @param gone 1 byte a face, 0 for those that stay */
export function removeFaces(mesh: Walkmesh, gone: Uint8Array): Walkmesh {
	return reorderFaces(mesh, indicesOf(gone, 0));
}

/** The walkmesh with faces flipped, transitions on the edges they were on. @param ids the faces to flip; all unless given */
export function flipFaces(mesh: Walkmesh, ids?: Uint32Array): Walkmesh {
	if (ids?.length === 0) return mesh;
	return { ...mesh, faces: flipCorners(mesh.faces, ids), transitions: flipEdges(mesh.transitions, ids) };
}

/** The walkmesh without the vertices that no face uses; the others keep their order. The same walkmesh when all are used. */
export function dropUnusedVertices(mesh: Walkmesh): { mesh: Walkmesh; dropped: number } {
	if (usesAll(mesh.faces, vertexCount(mesh))) return { mesh, dropped: 0 };
	const { used, faces } = compactVertices(mesh.faces);
	const dropped = vertexCount(mesh) - used.length;
	return { mesh: { ...mesh, positions: pickTriples(mesh.positions, used), faces }, dropped };
}

/**
 * The neighbour behind every edge of a walkmesh whose faces may lie in any order: 3 a face, the neighbour's edge or −1.
 * Only walkable faces have neighbours.
 */
export function walkableNeighbours(mesh: Walkmesh, table: SurfaceTable): Int32Array {
	return buildAdjacency(mesh.faces, walkableFaces(table, mesh.surfaces), vertexCount(mesh)).neighbours;
}

/** The edges of walkable faces without a walkable neighbour, ascending. */
export function openEdges(mesh: Walkmesh, table: SurfaceTable): Uint32Array {
	return openWalkableEdges(mesh.faces, walkableFaces(table, mesh.surfaces), vertexCount(mesh));
}

/** The open edges of walkable faces, loop after loop, numbered as in the walkmesh, whose faces may lie in any order. */
export function perimeterEdges(mesh: Walkmesh, table: SurfaceTable): Perimeters {
	return walkPerimeters(walkableNeighbours(mesh, table), walkableFaces(table, mesh.surfaces));
}

/** What a face is to somebody who looks: ground that can be walked on, or else by the way it faces. */
export const FACE_KINDS: { readonly ground: 0; readonly obstacle: 1; readonly wall: 2; readonly ceiling: 3 } = {
	ground: 0,
	obstacle: 1,
	wall: 2,
	ceiling: 3,
};

/** Steeper than this is a wall, degrees from level. */
const WALL = 60;

/** One of `FACE_KINDS`. @param degrees of the face from level, 0 to 180 */
export function faceKind(isWalkable: boolean, degrees: number): number {
	if (isWalkable) return FACE_KINDS.ground;
	if (degrees <= WALL) return FACE_KINDS.obstacle;
	return degrees < 180 - WALL ? FACE_KINDS.wall : FACE_KINDS.ceiling;
}

/**
 * How far a face leans, degrees from level: 0 faces up, 180 down. Faces without area count as level.
 * @param positions 3 values a vertex
 */
export function faceSlope(positions: ArrayLike<number>, faces: ArrayLike<number>, face: number): number {
	const length = faceVector(positions, faces, face, VECTOR);
	const upright = length > 0 ? Math.acos(Math.max(-1, Math.min(1, VECTOR[2] / length))) : 0;
	return (upright * 180) / Math.PI;
}

/** Written before it is read each time. */
const VECTOR: [number, number, number] = [0, 0, 0];

/** 1 a face: one of `FACE_KINDS`. */
export function faceKinds({ positions, faces, surfaces }: Walkmesh, table: SurfaceTable): Uint8Array {
	const walkable = walkableFaces(table, surfaces);
	return walkable.map((is, face) =>
		is === 1 ? FACE_KINDS.ground : faceKind(false, faceSlope(positions, faces, face)),
	);
}
