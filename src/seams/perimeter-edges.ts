import type { Location } from '../findings/report.ts';
import { edgeMiddle, openEdges } from '../geometry/faces.ts';
import { edgeEnd, type Pieces, piecesOf } from '../geometry/half-edges.ts';
import { between, dot, type Vec3, vec3At } from '../math/vec3.ts';
import { type Level, levelOfRoom } from '../model/level.ts';
import { type SurfaceTable, walkableFaces } from '../model/surfaces.ts';
import { NONE, type Walkmesh } from '../model/walkmesh.ts';

/** The perimeter edges of all rooms of a level, room after room: open edges of walkable faces. Only these can be linked. */
export interface PerimeterEdges {
	readonly count: number;
	/** 1 entry an edge: the index of its room, ascending. */
	readonly rooms: Int32Array;
	/** 1 entry an edge: `3 * face + corner` in the room's walkmesh, ascending within a room. */
	readonly edges: Uint32Array;
	/** 9 floats an edge, metres in area space: its start, its end and the third corner of its face. */
	readonly points: Float64Array;
	/** Room `r` has the edges from `starts[r]` up to `starts[r + 1]`. */
	readonly starts: Uint32Array;
	/** Set where seams within one room are looked for, instead of seams between rooms. */
	readonly within?: OwnEdges;
}

/** What decides whether two edges of one room can be the sides of a seam. */
interface OwnEdges {
	/** 1 entry an edge: the piece of the room's ground that it belongs to. */
	readonly pieces: Int32Array;
	/** 2 entries an edge: the vertices of its ends. */
	readonly vertices: Uint32Array;
	/** True where the sides of a wedge count as a seam: edges that begin at one vertex and are apart at their other ends. */
	readonly wedges: boolean;
}

/** Gives the open edges of a walkmesh: computes them, or returns those that the caller has kept. */
export type OpenOf = (walkmesh: Walkmesh) => Uint32Array;
/** Gives the perimeter edges of a level: computes them, or returns those that the caller has kept. */
export type PerimeterOf = (level: Level) => PerimeterEdges;
/** Floats for each edge in `PerimeterEdges.points`. */
export const EDGE_STRIDE = 9;

/**
 * Gathers the perimeter edges of every room that has a walkmesh.
 * @param openOf gives the open edges of a walkmesh
 */
export function gatherPerimeterEdges(
	level: Level,
	table: SurfaceTable,
	openOf: OpenOf = (walkmesh) => openEdges(walkmesh, table),
): PerimeterEdges {
	const open = level.rooms.map(({ walkmesh }) => (walkmesh === undefined ? new Uint32Array() : openOf(walkmesh)));
	const starts = new Uint32Array(open.length + 1);
	for (let room = 0; room < open.length; room++) starts[room + 1] = starts[room] + open[room].length;
	const count = starts[open.length];
	const rooms = new Int32Array(count);
	const edges = new Uint32Array(count);
	const points = new Float64Array(count * EDGE_STRIDE);
	level.rooms.forEach(({ walkmesh }, room) => {
		if (walkmesh === undefined) return;
		const { positions, faces } = walkmesh;
		rooms.fill(room, starts[room], starts[room + 1]);
		edges.set(open[room], starts[room]);
		let at = starts[room] * EDGE_STRIDE;
		for (const edge of open[room]) {
			for (let corner = edge, k = 0; k < 3; corner = edgeEnd(corner), k++) {
				const vertex = faces[corner] * 3;
				points[at++] = positions[vertex];
				points[at++] = positions[vertex + 1];
				points[at++] = positions[vertex + 2];
			}
		}
	});
	return { count, rooms, edges, points, starts };
}

/**
 * Gathers the perimeter edges of a single room, to look for seams within it.
 * @param known its open edges and the pieces of its ground, if they are known already
 * @param wedges whether edges with a common end can be a seam: where one side of a crack is cut, the new vertex is that of the other side
 */
export function gatherOwnEdges(
	walkmesh: Walkmesh,
	table: SurfaceTable,
	known?: { readonly open: Uint32Array; readonly pieces: Pieces },
	wedges = false,
): PerimeterEdges {
	const { faces } = walkmesh;
	const perimeter = gatherPerimeterEdges(
		levelOfRoom(walkmesh),
		table,
		known === undefined ? undefined : () => known.open,
	);
	const { of } = known?.pieces ?? piecesOf(walkmesh, walkableFaces(table, walkmesh.surfaces));
	const pieces = new Int32Array(perimeter.count);
	const vertices = new Uint32Array(perimeter.count * 2);
	for (let i = 0; i < perimeter.count; i++) {
		const edge = perimeter.edges[i];
		pieces[i] = of[Math.floor(edge / 3)];
		vertices[i * 2] = faces[edge];
		vertices[i * 2 + 1] = faces[edgeEnd(edge)];
	}
	return { ...perimeter, within: { pieces, vertices, wedges } };
}

/** The transition of a perimeter edge. */
export function transitionAt(level: Level, { rooms, edges }: PerimeterEdges, index: number): number {
	return level.rooms[rooms[index]].walkmesh?.transitions[edges[index]] ?? NONE;
}

/** Location of an edge `3 * face + corner` of a room, for findings. */
export function edgeLocation(level: Level, room: number, edge: number): Location {
	const { name, walkmesh } = level.rooms[room];
	return {
		room: name,
		face: Math.floor(edge / 3),
		edge,
		...(walkmesh === undefined ? {} : { at: edgeMiddle(walkmesh, edge) }),
	};
}

/** The vector from the start of an edge to its end, metres. */
export function directionOf(points: Float64Array, edge: number): Vec3 {
	return between(points, edge * 3, edge * 3 + 1);
}

/** Length of an edge, metres. */
export function edgeLength(points: Float64Array, edge: number): number {
	const direction = directionOf(points, edge);
	return Math.sqrt(dot(direction, direction));
}

/** A point on an edge. @param along metres from the start of the edge */
export function pointAlong(points: Float64Array, edge: number, along: number): Vec3 {
	return pointAt(points, edge * 3, edge * 3 + 1, along / edgeLength(points, edge));
}

/** A point between two others. @param share 0 for the first, 1 for the second */
export function pointAt(points: Float64Array, from: number, to: number, share: number): Vec3 {
	const [x, y, z] = vec3At(points, from);
	const [dx, dy, dz] = between(points, from, to);
	return [x + dx * share, y + dy * share, z + dz * share];
}

/** The direction from an edge into its face, perpendicular to the edge: from its line to the third corner, metres. */
export function leaving(points: Float64Array, edge: number): Vec3 {
	const direction = directionOf(points, edge);
	const across = between(points, edge * 3, edge * 3 + 2);
	const t = dot(across, direction) / dot(direction, direction);
	return [across[0] - direction[0] * t, across[1] - direction[1] * t, across[2] - direction[2] * t];
}
