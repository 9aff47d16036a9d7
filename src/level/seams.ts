import type { Location } from '../findings/report.ts';
import { edgeEnd } from '../mesh/half-edges.ts';
import { edgeMiddle } from '../mesh/locations.ts';
import { PlanIndex } from '../mesh/plan-index.ts';
import { FACING, facingOf, squaredDistance, triangleVector } from '../mesh/triangles.ts';
import { between, dot, type Vec3, vec3At } from '../mesh/vec3.ts';
import { openEdges } from '../walkmesh/faces.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import { NONE } from '../walkmesh/walkmesh.ts';
import type { Level } from './level.ts';

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
	const open = level.rooms.map(({ walkmesh }) => (walkmesh === undefined ? [] : [...openEdges(walkmesh, table)]));
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
		open[room].forEach((edge, i) => {
			const end = edgeEnd(edge);
			[edge, end, edgeEnd(end)].forEach((corner, k) => {
				points.set(vec3At(positions, faces[corner]), (starts[room] + i) * EDGE_STRIDE + k * 3);
			});
		});
	});
	return { count, rooms, edges, points, starts };
}

/** The transition of a perimeter edge. */
export function transitionAt(level: Level, { rooms, edges }: PerimeterEdges, index: number): number {
	return level.rooms[rooms[index]].walkmesh?.transitions[edges[index]] ?? NONE;
}

/** Where an edge `3 * face + corner` of a room is, for findings. */
export function edgeLocation(level: Level, room: number, edge: number): Location {
	const { name, walkmesh } = level.rooms[room];
	return { room: name, edge, ...(walkmesh === undefined ? {} : { at: edgeMiddle(walkmesh, edge) }) };
}

/** The farthest apart, in metres, that edges can be and still be taken for one border: so far apart are a few of the game's own links. */
export const GREATEST_SNAP = 0.1;
/** Distances that round to the same multiple of this are equal: it is the grain of float32 some hundred metres from the origin. */
export const DISTANCE_GRAIN = 1e-4;
/** The cosine of two edge directions must lie below this for "the other way": 60° of play, for edges as short as the reach. */
export const OPPOSITE = -0.5;
/** The same for edges that run along each other: 25° of play. */
const PARALLEL = -0.9;
/** Smaller angles than this, in radians, are what rounding makes of none. */
const ANGLE_GRAIN = 1e-7;
/** Cosine between the directions in which two faces, one or both vertical, leave an edge, above which they lie on each other. */
const FOLDED = 0.55;

/**
 * Calls `visit` once for each pair of perimeter edges of two rooms that come within `reach` metres of each other in plan, as indices into
 * `perimeter`; the edge of the lower room first. They may be far apart in height.
 */
export function visitNearEdges(perimeter: PerimeterEdges, reach: number, visit: (a: number, b: number) => void): void {
	const { count, rooms, points } = perimeter;
	const boxes = new Float64Array(count * 4);
	for (let edge = 0; edge < count; edge++) {
		const i = edge * EDGE_STRIDE;
		for (let axis = 0; axis < 2; axis++) {
			boxes[edge * 4 + axis] = Math.min(points[i + axis], points[i + 3 + axis]) - reach / 2;
			boxes[edge * 4 + 2 + axis] = Math.max(points[i + axis], points[i + 3 + axis]) + reach / 2;
		}
	}
	const index = new PlanIndex(boxes);
	for (let a = 0; a < count; a++) {
		const [minX, minY, maxX, maxY] = boxes.subarray(a * 4, a * 4 + 4);
		for (const b of index.touching(minX, minY, maxX, maxY)) if (rooms[b] > rooms[a]) visit(a, b);
	}
}

/** Two perimeter edges that could be one border, as indices into `PerimeterEdges`; that of the lower room first. */
export interface Candidate {
	readonly a: number;
	readonly b: number;
	/** The greater of the two distances between their ends, metres. */
	readonly distance: number;
}

/**
 * All pairs of edges of different rooms that lie on each other: they run in opposite directions, each end of one is at most `reach` from an
 * end of the other, and their faces leave them to different sides. The nearest come first, equally near ones in the order of their edges.
 */
export function findCandidates(perimeter: PerimeterEdges, reach: number): Candidate[] {
	const { points } = perimeter;
	const found: Candidate[] = [];
	visitNearEdges(perimeter, reach, (a, b) => {
		const distance = reverseDistance(points, a, b);
		if (distance <= reach && runsOpposite(points, a, b) && !isFolded(points, a, b)) found.push({ a, b, distance });
	});
	return found.sort((p, q) => p.distance - q.distance || p.a - q.a || p.b - q.b);
}

/**
 * How two edges lie to each other. Both are given by their index into the 9-double rows of `PerimeterEdges.points`.
 * All comparisons are written so that NaN answers "no".
 */

/** From the start of an edge to its end. */
function directionOf(points: Float64Array, edge: number): Vec3 {
	return between(points, edge * 3, edge * 3 + 1);
}

/** True when both edges have a length and run in opposite directions. */
export function runsOpposite(points: Float64Array, a: number, b: number): boolean {
	return cosine(directionOf(points, a), directionOf(points, b)) < OPPOSITE;
}

/** The cosine of the angle between two directions; NaN when one has no length. */
function cosine(a: Vec3, b: Vec3): number {
	const lengths = Math.sqrt(dot(a, a) * dot(b, b));
	return lengths > 0 ? dot(a, b) / lengths : NaN;
}

/** The greater of the two distances between the start of one edge and the end of the other. */
export function reverseDistance(points: Float64Array, a: number, b: number): number {
	const first = squaredDistance(points, a * 3, b * 3 + 1);
	return Math.sqrt(Math.max(first, squaredDistance(points, a * 3 + 1, b * 3)));
}

/**
 * True when the faces of two edges that lie on each other go to the same side of them: a floor and its own copy turned face
 * down, say. Seen from above where both faces have an area there, in space where one is vertical.
 */
export function isFolded(points: Float64Array, a: number, b: number): boolean {
	const facingA = facingAt(points, a);
	const facingB = facingAt(points, b);
	// The edges run in opposite directions: faces that face the same way, up or down, lie on different sides.
	if (isUpOrDown(facingA) && isUpOrDown(facingB)) return facingA !== facingB;
	return cosine(leaving(points, a), leaving(points, b)) > FOLDED;
}

/** Where two edges overlap, if they run along each other in opposite directions. */
export interface Overlap {
	/** From here to `to`, in metres along the first edge from its start, each has the other beside it. */
	readonly from: number;
	readonly to: number;
	/** The greatest distance between the two there. */
	readonly gap: number;
}

/**
 * Where two edges run in opposite directions, their faces lie on different sides, and over more than `leastLength` metres
 * they are at most `reach` apart. Edges that diverge beyond `reach` within the part they share do not count, nor do edges at an angle that
 * ends within `reach` of where they want to be would not explain: near a sharp corner two sides of a wedge are close too.
 */
export function overlapOf(
	points: Float64Array,
	a: number,
	b: number,
	reach: number,
	leastLength: number,
): Overlap | undefined {
	const direction = directionOf(points, a);
	const length = Math.sqrt(dot(direction, direction));
	const turn = cosine(direction, directionOf(points, b));
	if (!(length > 0) || !(turn < PARALLEL)) return undefined;
	const shorter = Math.min(length, edgeLength(points, b));
	if (Math.sqrt(1 - Math.min(1, turn * turn)) * shorter > 2 * reach + ANGLE_GRAIN * shorter) return undefined;
	// The other edge's end comes first along this one.
	const t0 = dot(between(points, a * 3, b * 3 + 1), direction) / length;
	const t1 = dot(between(points, a * 3, b * 3), direction) / length;
	const from = Math.max(0, t0);
	const to = Math.min(length, t1);
	if (!(to - from > leastLength)) return undefined;
	const gapAt = (t: number): number => {
		const p = pointAt(points, a * 3, a * 3 + 1, t / length);
		const q = pointAt(points, b * 3 + 1, b * 3, (t - t0) / (t1 - t0));
		return Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);
	};
	const gap = Math.max(gapAt(from), gapAt(to));
	return gap <= reach && !isFolded(points, a, b) ? { from, to, gap } : undefined;
}

export function edgeLength(points: Float64Array, edge: number): number {
	return Math.hypot(...directionOf(points, edge));
}

/** A point on the way from one to another. @param share 0 at the first, 1 at the second */
function pointAt(points: Float64Array, from: number, to: number, share: number): Vec3 {
	const [x, y, z] = vec3At(points, from);
	const [dx, dy, dz] = between(points, from, to);
	return [x + dx * share, y + dy * share, z + dz * share];
}

function facingAt(points: Float64Array, edge: number): number {
	const vector: [number, number, number] = [0, 0, 0];
	return facingOf(vector, triangleVector(points, edge * 3, edge * 3 + 1, edge * 3 + 2, vector));
}

function isUpOrDown(facing: number): boolean {
	return facing === FACING.up || facing === FACING.down;
}

/** The direction in which a face leaves its edge: to its third corner, at a right angle. */
function leaving(points: Float64Array, edge: number): Vec3 {
	const direction = directionOf(points, edge);
	const across = between(points, edge * 3, edge * 3 + 2);
	const t = dot(across, direction) / dot(direction, direction);
	return [across[0] - direction[0] * t, across[1] - direction[1] * t, across[2] - direction[2] * t];
}

/** Items by key, keys in the order of their first item. (`Map.groupBy` is not there before Node 21.) */
export function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> {
	const groups = new Map<K, V[]>();
	for (const item of items) {
		const key = keyOf(item);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [item]);
		else group.push(item);
	}
	return groups;
}
