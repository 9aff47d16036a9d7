import { edgeEnd, facesOfVertices, type VertexFaces } from '../geometry/half-edges.ts';
import { FACING, facingOf, squaredDistance, triangleVector } from '../geometry/triangles.ts';
import { dot, type Vec3, vec3At } from '../math/vec3.ts';
import type { Level, Room } from '../model/level.ts';
import { isWalkable, type SurfaceTable } from '../model/surfaces.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import type { PerimeterEdges } from './perimeter-edges.ts';
import type { Candidate } from './seam-search.ts';

/** Two perimeter edges that are linked. */
export interface Pair extends Candidate {
	/** False for a pair whose ends may differ. They move only where a required pair moves them. */
	readonly required: boolean;
}

/** Pairs of vertices that should coincide: either all pairs of a join are joined, or none. */
export interface Join {
	readonly ends: Ends;
	readonly required: boolean;
	/** The greatest distance within a pair, metres. Joins with smaller distances are made first. */
	readonly distance: number;
}

/**
 * Why the ends of a pair were left apart. `two-corners`: joining would merge two corners of one face. `too-far`: it would move a vertex farther than
 * allowed. `face`: it would flatten or flip a face.
 */
export type Refusal = 'two-corners' | 'too-far' | 'face';

/** The result of joining ends. */
export interface JoinedEnds {
	/** The same level object if nothing moved. */
	readonly level: Level;
	/** 1 entry a pair: true when its ends are equal, bit for bit. */
	readonly equal: readonly boolean[];
	/** Required pairs that were left apart: reason by index of the pair. */
	readonly refusals: ReadonlyMap<number, Refusal>;
	/** For each room with moved vertices: how many, and how far at most. */
	readonly moves: readonly Move[];
}

/** The vertices of a room that were moved. */
export interface Move {
	readonly room: number;
	readonly vertices: number;
	/** Metres. */
	readonly distance: number;
}

/**
 * Makes the ends of linked edges equal, bit for bit. Where several rooms meet, all their vertices move to one point: that of the lowest room in the
 * layout. Every vertex at the same coordinates as a moved one moves with it, in whatever room, so that nothing that was closed opens. The nearest
 * pairs are joined first; joins that would damage a face, or move a vertex farther than `limit` metres, are left out.
 */
export function joinEnds(
	level: Level,
	table: SurfaceTable,
	perimeter: PerimeterEdges,
	pairs: readonly Pair[],
	limit: number,
): JoinedEnds {
	const joins = pairs.map((pair) => ({ ...pair, ends: endsOf(level, perimeter, pair) }));
	return joinVertices(level, table, joins, limit);
}

/** Like `joinEnds`, for any vertices of rooms. */
export function joinVertices(level: Level, table: SurfaceTable, pairs: readonly Join[], limit: number): JoinedEnds {
	const ends = pairs.map((pair) => pair.ends);
	const equal = ends.map((each) => each.every(([p, q]) => areEqual(level, p, q)));
	if (pairs.every(({ required }, index) => !required || equal[index]))
		return { level, equal, refusals: new Map(), moves: [] };
	const clusters = new Clusters(level, ends.flat(2), limit);
	const refusals = new Map<number, Refusal>();
	const nearestFirst = [...pairs.keys()].sort((i, j) => pairs[i].distance - pairs[j].distance || i - j);
	for (const index of nearestFirst) {
		const refusal = clusters.join(ends[index]);
		if (refusal !== undefined && pairs[index].required) refusals.set(index, refusal);
	}
	const moved = settle(
		level,
		table,
		clusters,
		ends.filter((_, index) => pairs[index].required),
	);
	const together = ends.map((each) => clusters.haveOneTarget(each));
	pairs.forEach(({ required }, index) => {
		if (together[index]) refusals.delete(index);
		else if (required && !refusals.has(index)) refusals.set(index, 'face');
	});
	return { ...moved, equal: together, refusals };
}

/** A vertex of a room. */
export interface RoomVertex {
	readonly room: number;
	readonly vertex: number;
}

/** Pairs of vertices to join. For two edges: the start of each with the end of the other. */
type Ends = readonly (readonly [RoomVertex, RoomVertex])[];

function endsOf(level: Level, { rooms, edges }: PerimeterEdges, { a, b }: Candidate): Ends {
	const at = (room: number, corner: number): RoomVertex => ({ room, vertex: meshOf(level, room).faces[corner] });
	const [roomA, roomB] = [rooms[a], rooms[b]];
	return [
		[at(roomA, edges[a]), at(roomB, edgeEnd(edges[b]))],
		[at(roomA, edgeEnd(edges[a])), at(roomB, edges[b])],
	];
}

/** Only rooms with a walkmesh have perimeter edges. */
function meshOf(level: Level, room: number): Walkmesh {
	return level.rooms[room].walkmesh as Walkmesh;
}

/** True for equal bits: 0 and −0 are not equal. */
function areEqual(level: Level, p: RoomVertex, q: RoomVertex): boolean {
	const at = pointAt(level, q);
	return pointAt(level, p).every((value, axis) => Object.is(value, at[axis]));
}

function pointAt(level: Level, { room, vertex }: RoomVertex): Vec3 {
	return vec3At(meshOf(level, room).positions, vertex);
}

/** The bits of a vertex's coordinates as a map key, so that 0 and −0 are different. */
function keyOf(level: Level, { room, vertex }: RoomVertex): string {
	const { buffer, byteOffset } = meshOf(level, room).positions;
	return new Uint32Array(buffer, byteOffset + vertex * 12, 3).join();
}

/** Coordinates at which an end of some pair is. */
class EndPoint {
	/** All vertices of the level with these coordinates, those of the lowest room first. */
	readonly vertices: RoomVertex[] = [];
	/** The cluster that the point belongs to; at first it is alone in one. */
	cluster: Cluster = { points: [this], target: this };
	/** In area space, float32 values. */
	readonly at: Vec3;

	constructor(at: Vec3) {
		this.at = at;
	}
}

/** Points that are joined into one. */
interface Cluster {
	readonly points: readonly EndPoint[];
	/** The point that all of them move to: that of the lowest room. */
	readonly target: EndPoint;
}

/** Joins points into clusters, never two corners of one face. */
class Clusters {
	readonly #level: Level;
	readonly #limit: number;
	/** By room: its end points by vertex. */
	readonly #points: readonly ReadonlyMap<number, EndPoint>[];
	readonly #faces = new Map<number, VertexFaces>();
	/** Clusters that were given up: their points stay where they are. */
	readonly #dissolved = new Set<Cluster>();

	/** @param limit the greatest distance that a point may move, metres */
	constructor(level: Level, ends: readonly RoomVertex[], limit: number) {
		this.#level = level;
		this.#limit = limit;
		this.#points = findPoints(level, ends);
	}

	/** Joins every pair of ends, or none of them. */
	join(ends: Ends): Refusal | undefined {
		const merge = ([p, q]: Ends[number]): Cluster | Refusal =>
			this.#merged(this.pointOf(p).cluster, this.pointOf(q).cluster);
		const refusal = ends.map(merge).find((merged) => typeof merged === 'string');
		if (refusal !== undefined) return refusal;
		for (const pair of ends) {
			// An earlier pair of the same join may have merged these clusters already.
			const merged = merge(pair);
			if (typeof merged === 'string') return merged;
			unite(merged);
		}
		return undefined;
	}

	pointOf({ room, vertex }: RoomVertex): EndPoint {
		return this.#points[room].get(vertex) as EndPoint;
	}

	/** End points of a room by vertex. */
	pointsOf(room: number): ReadonlyMap<number, EndPoint> {
		return this.#points[room];
	}

	/** The point that a point moves to; itself where its cluster was given up. */
	targetOf(point: EndPoint): EndPoint {
		return this.#dissolved.has(point.cluster) ? point : point.cluster.target;
	}

	haveOneTarget(ends: Ends): boolean {
		const target = (end: RoomVertex): EndPoint => this.targetOf(this.pointOf(end));
		return ends.every(([p, q]) => target(p) === target(q));
	}

	/** Gives a cluster up because joining it would damage a face. */
	dissolve(cluster: Cluster): void {
		this.#dissolved.add(cluster);
	}

	/** Dissolves all clusters but these. */
	keepOnly(needed: ReadonlySet<Cluster>): void {
		for (const points of this.#points) {
			for (const { cluster } of points.values()) if (!needed.has(cluster)) this.#dissolved.add(cluster);
		}
	}

	/** The union of two clusters, or the reason why they cannot be joined. */
	#merged(one: Cluster, other: Cluster): Cluster | Refusal {
		if (one === other) return one;
		if (one.points.some((point) => this.#sharesFace(point, other))) return 'two-corners';
		const target = comesFirst(one.target, other.target) ? one.target : other.target;
		const points = [...one.points, ...other.points];
		const isFar = ({ at: [x, y, z] }: EndPoint): boolean =>
			Math.hypot(x - target.at[0], y - target.at[1], z - target.at[2]) > this.#limit;
		return points.some(isFar) ? 'too-far' : { points, target };
	}

	/** True when some face has one corner at `point` and another in `cluster`. */
	#sharesFace({ vertices }: EndPoint, cluster: Cluster): boolean {
		return vertices.some(({ room, vertex }) => {
			const { faces } = meshOf(this.#level, room);
			const around = this.#facesOf(room);
			for (let i = around.starts[vertex]; i < around.starts[vertex + 1]; i++) {
				const corners = faces.subarray(around.faces[i] * 3, around.faces[i] * 3 + 3);
				if (corners.some((corner) => this.#points[room].get(corner)?.cluster === cluster)) return true;
			}
			return false;
		});
	}

	#facesOf(room: number): VertexFaces {
		const known = this.#faces.get(room);
		if (known !== undefined) return known;
		const { faces, surfaces, positions } = meshOf(this.#level, room);
		const found = facesOfVertices(faces, new Uint8Array(surfaces.length).fill(1), positions.length / 3);
		this.#faces.set(room, found);
		return found;
	}
}

/** Collects the coordinates of all ends, with all vertices of the level at each. @returns for each room: end point by vertex */
function findPoints(level: Level, ends: readonly RoomVertex[]): Map<number, EndPoint>[] {
	const points = new Map<string, EndPoint>();
	const xs = new Set<number>();
	for (const end of ends) {
		points.set(keyOf(level, end), new EndPoint(pointAt(level, end)));
		xs.add(pointAt(level, end)[0]);
	}
	return level.rooms.map(({ walkmesh }, room) => {
		const found = new Map<number, EndPoint>();
		for (let vertex = 0; vertex * 3 < (walkmesh?.positions.length ?? 0); vertex++) {
			// Most vertices are at no end, and comparing x alone rules most of them out.
			if (!xs.has(walkmesh?.positions[vertex * 3] as number)) continue;
			const point = points.get(keyOf(level, { room, vertex }));
			if (point === undefined) continue;
			point.vertices.push({ room, vertex });
			found.set(vertex, point);
		}
		return found;
	});
}

function unite(cluster: Cluster): void {
	for (const point of cluster.points) point.cluster = cluster;
}

/** The order of targets: by room, then by coordinates, so that the order of vertices in a file has no influence. */
function comesFirst(one: EndPoint, other: EndPoint): boolean {
	const [p, q] = [one.at, other.at];
	const byRoom = one.vertices[0].room - other.vertices[0].room;
	return (byRoom || p[0] - q[0] || p[1] - q[1] || p[2] - q[2]) < 0;
}

/**
 * Moves vertices to their targets. Before that, clusters that no required pair needs are given up, and then those that would damage a face, until
 * none does.
 *
 * @param required the ends of required pairs
 */
function settle(
	level: Level,
	table: SurfaceTable,
	clusters: Clusters,
	required: readonly Ends[],
): Pick<JoinedEnds, 'level' | 'moves'> {
	for (;;) {
		const joined = required.filter((ends) => clusters.haveOneTarget(ends)).flat(2);
		clusters.keepOnly(new Set(joined.map((end) => clusters.pointOf(end).cluster)));
		const moved = moveVertices(level, clusters);
		const harmful = moved.moves.flatMap(({ room }) =>
			harmfulPoints(meshOf(level, room), meshOf(moved.level, room), clusters.pointsOf(room), table),
		);
		if (harmful.length === 0) return moved;
		for (const { cluster } of harmful) clusters.dissolve(cluster);
	}
}

function moveVertices(level: Level, clusters: Clusters): { level: Level; moves: Move[] } {
	const moves: Move[] = [];
	const rooms = level.rooms.map((room, index): Room => {
		const { walkmesh } = room;
		const moved = [...clusters.pointsOf(index)].filter(([, point]) => clusters.targetOf(point) !== point);
		if (walkmesh === undefined || moved.length === 0) return room;
		const positions = walkmesh.positions.slice();
		let farthest = 0;
		for (const [vertex, point] of moved) {
			const [x, y, z] = clusters.targetOf(point).at;
			positions.set([x, y, z], vertex * 3);
			farthest = Math.max(farthest, Math.hypot(x - point.at[0], y - point.at[1], z - point.at[2]));
		}
		moves.push({ room: index, vertices: moved.length, distance: farthest });
		return { ...room, walkmesh: { ...walkmesh, positions } };
	});
	return { level: moves.length === 0 ? level : { ...level, rooms }, moves };
}

/** A moved face counts as damaged if its height falls below this many metres and also below this part of what it was. */
const LEAST_HEIGHT = 1e-3;
const LEAST_PART = 0.1;

/** End points at corners of faces that were sound and would be damaged: left without area, flipped, or nearly so. */
function harmfulPoints(
	{ faces, positions, surfaces }: Walkmesh,
	moved: Walkmesh,
	points: ReadonlyMap<number, EndPoint>,
	table: SurfaceTable,
): EndPoint[] {
	const harmful: EndPoint[] = [];
	for (let i = 0; i < faces.length; i += 3) {
		if (!points.has(faces[i]) && !points.has(faces[i + 1]) && !points.has(faces[i + 2])) continue;
		const corners = faces.subarray(i, i + 3);
		if (isSound(positions, moved.positions, corners, isWalkable(table, surfaces[i / 3]))) continue;
		harmful.push(...[...corners].flatMap((corner) => points.get(corner) ?? []));
	}
	return harmful;
}

function isSound(before: Float32Array, after: Float32Array, corners: Uint32Array, walkable: boolean): boolean {
	const old = shapeOf(before, corners);
	if (!(old.height > 0)) return true;
	const moved = shapeOf(after, corners);
	if (!(dot(old.normal, moved.normal) > 0)) return false;
	const [z, newZ] = [old.normal[2], moved.normal[2]];
	// A wall may lean to either side: a cut in its foot moves that as far as the seam is wide.
	if (walkable && z !== 0 && z * newZ <= 0 && !old.vertical) return false;
	return moved.height >= LEAST_HEIGHT || moved.height >= old.height * LEAST_PART;
}

interface Shape {
	/** Not normalized: as long as twice the area. */
	readonly normal: Vec3;
	/** Vertical faces may tilt slightly to the other side; z of their normal is mere rounding. */
	readonly vertical: boolean;
	/** Height over the longest side, metres. */
	readonly height: number;
}

function shapeOf(p: Float32Array, [a, b, c]: Uint32Array): Shape {
	const normal: [number, number, number] = [0, 0, 0];
	const length = triangleVector(p, a, b, c, normal);
	const longest = Math.sqrt(Math.max(squaredDistance(p, a, b), squaredDistance(p, b, c), squaredDistance(p, c, a)));
	return { normal, vertical: facingOf(normal, length) === FACING.vertical, height: longest > 0 ? length / longest : 0 };
}
