import { buildAdjacency, edgeEnd } from '../../geometry/adjacency.ts';
import type { Vec3 } from '../../geometry/vec3.ts';
import { type SurfaceTable, walkableFaces } from '../../surfaces/index.ts';
import type { Walkmesh } from '../../walkmesh/index.ts';
import type { Level } from '../level.ts';

/** The perimeter edges of all rooms of a level, room after room: open edges of walkable faces, the only ones that can be linked. */
export interface PerimeterEdges {
	readonly count: number;
	/** 1 an edge: the index of its room, ascending. */
	readonly rooms: Int32Array;
	/** 1 an edge: `3 * face + corner` in the room's walkmesh, ascending within a room. */
	readonly edges: Uint32Array;
	/** 9 doubles an edge, metres: its start, its end and the third corner of its face. */
	readonly points: Float64Array;
	/** Room `r` has the edges from `starts[r]` up to `starts[r + 1]`. */
	readonly starts: Uint32Array;
}

/** Doubles an edge in `PerimeterEdges.points`. */
export const EDGE_STRIDE = 9;

/** Gathers the perimeter edges of every room that has a walkmesh. */
export function gatherPerimeterEdges(level: Level, table: SurfaceTable): PerimeterEdges {
	const open = level.rooms.map((room) => (room.walkmesh === undefined ? NO_EDGES : openEdges(room.walkmesh, table)));
	const starts = new Uint32Array(open.length + 1);
	for (let room = 0; room < open.length; room++) starts[room + 1] = starts[room] + open[room].length;
	const count = starts[open.length];
	const rooms = new Int32Array(count);
	const edges = new Uint32Array(count);
	const points = new Float64Array(count * EDGE_STRIDE);
	for (let room = 0; room < open.length; room++) {
		const mesh = level.rooms[room].walkmesh;
		if (mesh === undefined) continue;
		rooms.fill(room, starts[room], starts[room + 1]);
		edges.set(open[room], starts[room]);
		fillPoints(mesh, open[room], points, starts[room]);
	}
	return { count, rooms, edges, points, starts };
}

/** The edges of walkable faces without a walkable neighbour, ascending. */
export function openEdges(mesh: Walkmesh, table: SurfaceTable): Uint32Array {
	const walkable = walkableFaces(table, mesh.surfaces);
	const ids = walkableIds(walkable);
	if (ids.length === 0) return NO_EDGES;
	const inFront = ids[ids.length - 1] === ids.length - 1;
	const faces = inFront ? mesh.faces : pickFaces(mesh.faces, ids);
	const { neighbours } = buildAdjacency(faces, ids.length, mesh.positions.length / 3);
	let count = 0;
	for (let edge = 0; edge < neighbours.length; edge++) if (neighbours[edge] < 0) count++;
	const open = new Uint32Array(count);
	let at = 0;
	for (let edge = 0; edge < neighbours.length; edge++) {
		if (neighbours[edge] < 0) open[at++] = inFront ? edge : ids[Math.floor(edge / 3)] * 3 + (edge % 3);
	}
	return open;
}

/** The middle of an edge. @param index into `perimeter`, not a face's edge */
export function middleOf(perimeter: PerimeterEdges, index: number): Vec3 {
	const { points } = perimeter;
	const i = index * EDGE_STRIDE;
	return [(points[i] + points[i + 3]) / 2, (points[i + 1] + points[i + 4]) / 2, (points[i + 2] + points[i + 5]) / 2];
}

const NO_EDGES = new Uint32Array(0);

function walkableIds(walkable: Uint8Array): Uint32Array {
	const ids = new Uint32Array(walkable.length);
	let count = 0;
	for (let face = 0; face < walkable.length; face++) if (walkable[face] === 1) ids[count++] = face;
	return ids.subarray(0, count);
}

function pickFaces(faces: Uint32Array, ids: Uint32Array): Uint32Array {
	const picked = new Uint32Array(ids.length * 3);
	for (let i = 0; i < ids.length; i++) {
		picked[i * 3] = faces[ids[i] * 3];
		picked[i * 3 + 1] = faces[ids[i] * 3 + 1];
		picked[i * 3 + 2] = faces[ids[i] * 3 + 2];
	}
	return picked;
}

function fillPoints(mesh: Walkmesh, edges: Uint32Array, points: Float64Array, first: number): void {
	for (let i = 0; i < edges.length; i++) {
		const at = (first + i) * EDGE_STRIDE;
		const next = edgeEnd(edges[i]);
		copyPoint(mesh.positions, mesh.faces[edges[i]], points, at);
		copyPoint(mesh.positions, mesh.faces[next], points, at + 3);
		copyPoint(mesh.positions, mesh.faces[edgeEnd(next)], points, at + 6);
	}
}

function copyPoint(positions: Float32Array, vertex: number, points: Float64Array, at: number): void {
	points[at] = positions[vertex * 3];
	points[at + 1] = positions[vertex * 3 + 1];
	points[at + 2] = positions[vertex * 3 + 2];
}
