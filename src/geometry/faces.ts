import type { Location } from '../findings/report.ts';
import { middleBetween, type Vec3, vec3At } from '../math/vec3.ts';
import { type SurfaceTable, walkableFaces } from '../model/surfaces.ts';
import { vertexCount, type Walkmesh } from '../model/walkmesh.ts';
import { buildAdjacency, edgeEnd, openWalkableEdges, type Perimeters, walkPerimeters } from './half-edges.ts';
import { faceVector, flipCorners, flipEdges } from './triangles.ts';
import { compactVertices, indicesOf, pickTriples, usesAll } from './vertices.ts';

/** A permutation of faces: entry `i` is the old index of the face that is now face `i`. */
export type FaceOrder = Uint32Array;

/** The order that puts walkable faces first and keeps the order within both groups. */
export function walkableFirstOrder(walkable: Uint8Array): { order: FaceOrder; walkableCount: number } {
	const order = new Uint32Array(walkable.length);
	let at = 0;
	for (let face = 0; face < walkable.length; face++) if (walkable[face] === 1) order[at++] = face;
	const walkableCount = at;
	for (let face = 0; face < walkable.length; face++) if (walkable[face] !== 1) order[at++] = face;
	return { order, walkableCount };
}

/** Puts faces in another order, with their surfaces and transitions. Faces that the order leaves out are removed. */
export function reorderFaces(mesh: Walkmesh, order: FaceOrder): Walkmesh {
	if (isIdentity(order) && order.length === mesh.surfaces.length) return mesh;
	const faces = facesInOrder(mesh.faces, order);
	const surfaces = new Uint32Array(order.length);
	const transitions = new Int32Array(order.length * 3);
	for (let face = 0; face < order.length; face++) surfaces[face] = mesh.surfaces[order[face]];
	reorderTriples(mesh.transitions, order, transitions);
	return { ...mesh, faces, surfaces, transitions };
}

/** The corners of faces in another order. */
function facesInOrder(faces: Uint32Array, order: FaceOrder): Uint32Array {
	const ordered = new Uint32Array(order.length * 3);
	reorderTriples(faces, order, ordered);
	return ordered;
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

/** Puts walkable faces first, as files have them. */
export function sortWalkableFirst(
	mesh: Walkmesh,
	table: SurfaceTable,
): { mesh: Walkmesh; order: FaceOrder; walkableCount: number } {
	const { order, walkableCount } = walkableFirstOrder(walkableFaces(table, mesh.surfaces));
	return { mesh: reorderFaces(mesh, order), order, walkableCount };
}

/** Removes faces; the others keep their order. @param gone 1 byte a face, 0 for those that stay */
export function removeFaces(mesh: Walkmesh, gone: Uint8Array): Walkmesh {
	return reorderFaces(mesh, indicesOf(gone, 0));
}

/** Flips faces; transitions stay on their edges. @param ids the faces to flip; all unless given */
export function flipFaces(mesh: Walkmesh, ids?: Uint32Array): Walkmesh {
	if (ids?.length === 0) return mesh;
	return { ...mesh, faces: flipCorners(mesh.faces, ids), transitions: flipEdges(mesh.transitions, ids) };
}

/** Removes vertices that no face uses; the others keep their order. Returns the walkmesh that was given when all are used. */
export function dropUnusedVertices(mesh: Walkmesh): { mesh: Walkmesh; dropped: number } {
	if (usesAll(mesh.faces, vertexCount(mesh))) return { mesh, dropped: 0 };
	const { used, faces } = compactVertices(mesh.faces);
	const dropped = vertexCount(mesh) - used.length;
	return { mesh: { ...mesh, positions: pickTriples(mesh.positions, used), faces }, dropped };
}

/**
 * The adjacency of a walkmesh whose faces may be in any order: 3 a face, the edge of the neighbour across each edge, or −1. Only walkable faces have
 * neighbours.
 */
export function walkableNeighbours(mesh: Walkmesh, table: SurfaceTable): Int32Array {
	return buildAdjacency(mesh.faces, walkableFaces(table, mesh.surfaces), vertexCount(mesh)).neighbours;
}

/** The edges of walkable faces without a walkable neighbour, ascending. */
export function openEdges(mesh: Walkmesh, table: SurfaceTable): Uint32Array {
	return openWalkableEdges(mesh.faces, walkableFaces(table, mesh.surfaces), vertexCount(mesh));
}

/** The open edges of walkable faces, loop after loop. The faces of the walkmesh may be in any order. */
export function perimeterEdges(mesh: Walkmesh, table: SurfaceTable): Perimeters {
	return walkPerimeters(walkableNeighbours(mesh, table), walkableFaces(table, mesh.surfaces));
}

/** Kinds of faces, for pictures and the page: walkable ground, and other faces by their slope. */
export const FACE_KINDS = { ground: 0, obstacle: 1, wall: 2, ceiling: 3 } as const;

/** A face steeper than this is a wall; degrees from level. */
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

/** Reused, so that no array is made for each of millions of faces. Always written before it is read. */
const VECTOR: [number, number, number] = [0, 0, 0];

/** 1 a face: one of `FACE_KINDS`. */
export function faceKinds({ positions, faces, surfaces }: Walkmesh, table: SurfaceTable): Uint8Array {
	const walkable = walkableFaces(table, surfaces);
	return walkable.map((is, face) =>
		is === 1 ? FACE_KINDS.ground : faceKind(false, faceSlope(positions, faces, face)),
	);
}

/** Triangles: 3 floats a vertex, 3 vertex indices a face. */
export interface Triangles {
	readonly positions: ArrayLike<number>;
	readonly faces: ArrayLike<number>;
}

/** The middle of a face: the mean of its corners. */
export function faceMiddle({ positions, faces }: Triangles, face: number): Vec3 {
	const a = vec3At(positions, faces[face * 3]);
	const b = vec3At(positions, faces[face * 3 + 1]);
	const c = vec3At(positions, faces[face * 3 + 2]);
	return [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
}

/** The middle of an edge `3 * face + corner`. */
export function edgeMiddle({ positions, faces }: Triangles, edge: number): Vec3 {
	const a = vec3At(positions, faces[edge]);
	const b = vec3At(positions, faces[edgeEnd(edge)]);
	return middleBetween(a, b);
}

/** Along each axis, how far the farthest corner of some faces is from a point; metres. */
export function extentAbout({ positions, faces }: Triangles, [x, y, z]: Vec3, of: Iterable<number>): Vec3 {
	const most: [number, number, number] = [0, 0, 0];
	for (const face of of)
		for (let corner = face * 3; corner < face * 3 + 3; corner++)
			for (const [axis, from] of [x, y, z].entries())
				most[axis] = Math.max(most[axis], Math.abs(positions[faces[corner] * 3 + axis] - from));
	return most;
}

/**
 * Location of a face for findings: its number and its middle. The number is that of the mesh at hand, which may differ from the file that is written.
 */
export function faceLocation(mesh: Triangles, face: number): Location {
	return { face, ...pointOf(faceMiddle(mesh, face)) };
}

/** Location of an edge `3 * face + corner` for findings: its numbers and its middle. */
export function edgeLocation(mesh: Triangles, edge: number): Location {
	return { face: Math.floor(edge / 3), edge, ...pointOf(edgeMiddle(mesh, edge)) };
}

/** Location of a vertex on an edge for findings: the numbers of the edge, and the coordinates of the vertex. */
export function vertexOnEdgeLocation(mesh: Triangles, edge: number, vertex: number): Location {
	return { face: Math.floor(edge / 3), edge, ...pointOf(vec3At(mesh.positions, vertex)) };
}

function pointOf(at: Vec3): { at?: Vec3 } {
	return at.every(Number.isFinite) ? { at } : {};
}
