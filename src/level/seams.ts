import type { Location } from '../findings/report.ts';
import { edgeEnd, type Pieces, piecesOf } from '../mesh/half-edges.ts';
import { edgeMiddle } from '../mesh/locations.ts';
import { PlanIndex } from '../mesh/plan-index.ts';
import { facingOf, isUpOrDown, squaredDistance, triangleVector } from '../mesh/triangles.ts';
import { between, dot, type Vec3, vec3At } from '../mesh/vec3.ts';
import { openEdges } from '../walkmesh/faces.ts';
import { type SurfaceTable, walkableFaces } from '../walkmesh/surfaces.ts';
import { NONE, type Walkmesh } from '../walkmesh/walkmesh.ts';
import type { Level } from './level.ts';
import { levelOfRoom } from './level.ts';

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
	/** Present where the seams within a room are looked at instead of those between rooms. */
	readonly within?: OwnEdges;
}

/** What tells the edges of one room apart. */
interface OwnEdges {
	/** 1 an edge: the piece of the room's ground that it belongs to. */
	readonly pieces: Int32Array;
	/** 2 an edge: the vertices it runs between. */
	readonly vertices: Uint32Array;
}

/** The open edges of a walkmesh, where they need not be found out. */
export type OpenOf = (walkmesh: Walkmesh) => Uint32Array;

/** The perimeter edges of a level, where they may be known from the last time that they were asked for. */
export type PerimeterOf = (level: Level) => PerimeterEdges;

/** Doubles an edge in `PerimeterEdges.points`. */
export const EDGE_STRIDE = 9;

/**
 * Gathers the perimeter edges of every room that has a walkmesh.
 * @param openOf where the open edges are known
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
 * The perimeter edges of one room, to look at the seams within it.
 * @param known its open edges and the pieces of its ground, where they are known
 */
export function gatherOwnEdges(
	walkmesh: Walkmesh,
	table: SurfaceTable,
	known?: { readonly open: Uint32Array; readonly pieces: Pieces },
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
	return { ...perimeter, within: { pieces, vertices } };
}

/**
 * True for two edges that could be the two sides of one seam: of different rooms, or, within a room, edges that share no end and have no
 * ground of their own piece between them, as the two sides of a narrow strip have.
 */
function mayMeet({ rooms, within, points }: PerimeterEdges, a: number, b: number): boolean {
	if (within === undefined) return rooms[a] !== rooms[b];
	if (a === b || shareEnd(within.vertices, a, b)) return false;
	if (within.pieces[a] !== within.pieces[b]) return true;
	// The other edge lies on the outer side of this one.
	const [x, y, z] = between(points, a * 3, b * 3);
	const [lx, ly, lz] = leaving(points, a);
	return x * lx + y * ly + z * lz <= 0;
}

function shareEnd(vertices: Uint32Array, a: number, b: number): boolean {
	const [start, end] = [vertices[a * 2], vertices[a * 2 + 1]];
	const [from, to] = [vertices[b * 2], vertices[b * 2 + 1]];
	return from === start || from === end || to === start || to === end;
}

/** The transition of a perimeter edge. */
export function transitionAt(level: Level, { rooms, edges }: PerimeterEdges, index: number): number {
	return level.rooms[rooms[index]].walkmesh?.transitions[edges[index]] ?? NONE;
}

/** Where an edge `3 * face + corner` of a room is, for findings. */
export function edgeLocation(level: Level, room: number, edge: number): Location {
	const { name, walkmesh } = level.rooms[room];
	return {
		room: name,
		face: Math.floor(edge / 3),
		edge,
		...(walkmesh === undefined ? {} : { at: edgeMiddle(walkmesh, edge) }),
	};
}

/** The farthest apart, in metres, that edges can be and still be taken for one border: so far apart are a few of the game's own links. */
export const GREATEST_SNAP = 0.1;
/** The farthest apart, in metres, that edges of two rooms are named as the two that may have been meant: none of the game's are under 0.75 m. */
export const FARTHEST_FACING = 0.5;
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
 * As many edges near one are looked at. Beside the longest edge of a real room lie some thirty; rooms heaped on each other, a thousand in
 * one spot, would take the square of their edges.
 */
export const MOST_NEAR = 256;
/** The same for each edge of all on an average, and for each further one where those are used up. Real levels have some five. */
const MOST_NEAR_EACH = 16;
const FEW_NEAR = 8;
/** So many are looked at in any case. */
const LEAST_LOOKS = 100_000;
/** Of a room with more others beside it all edges are looked from. */
const MOST_BESIDE = 64;

/** What is found out about edges that never change: linking, checking and drawing ask for it one after the other. */
const planIndexes = new WeakMap<PerimeterEdges, PlanIndex>();
const neighbourships = new WeakMap<PerimeterEdges, RoomNeighbours>();

/** So many may be looked at before fewer near each edge are. */
export function mostLooks(edges: number): number {
	return Math.max(LEAST_LOOKS, edges * MOST_NEAR_EACH);
}

function knownOf<T>(all: WeakMap<PerimeterEdges, T>, perimeter: PerimeterEdges, make: (of: PerimeterEdges) => T): T {
	const known = all.get(perimeter) ?? make(perimeter);
	all.set(perimeter, known);
	return known;
}

function indexEdges({ count, points }: PerimeterEdges): PlanIndex {
	const boxes = new Float64Array(count * 4);
	for (let edge = 0; edge < count; edge++) {
		const i = edge * EDGE_STRIDE;
		for (let axis = 0; axis < 2; axis++) {
			boxes[edge * 4 + axis] = Math.min(points[i + axis], points[i + 3 + axis]);
			boxes[edge * 4 + 2 + axis] = Math.max(points[i + axis], points[i + 3 + axis]);
		}
	}
	return new PlanIndex(boxes);
}

/** Finds perimeter edges by where they lie in plan. */
export class EdgeIndex {
	readonly #perimeter: PerimeterEdges;
	readonly #index: PlanIndex;
	/** An edge that has more others near it than were looked at. */
	crowded: number | undefined;
	/** Edges near others that were looked at so far. */
	looked = 0;
	/** 1 a room: how many of them near its own edges. */
	readonly lookedFrom: Uint32Array;

	constructor(perimeter: PerimeterEdges) {
		this.#perimeter = perimeter;
		this.#index = knownOf(planIndexes, perimeter, indexEdges);
		this.lookedFrom = new Uint32Array(perimeter.starts.length - 1);
	}

	/** Those near an edge that could be the other side of its seam. */
	opposite(edge: number, reach: number): number[] {
		if (!this.mayBeNear(edge, reach)) return [];
		return this.near(edge, reach).filter((other) => mayMeet(this.#perimeter, edge, other));
	}

	/** False where no other room comes near an edge: nearly all edges of a level lie amid their room. */
	mayBeNear(edge: number, reach: number): boolean {
		const { rooms, points, within } = this.#perimeter;
		if (within !== undefined || reach > FARTHEST_FACING) return true;
		const neighbours = knownOf(neighbourships, this.#perimeter, (perimeter) => new RoomNeighbours(perimeter));
		return neighbours.comeNear(rooms[edge], points, edge, reach);
	}

	/**
	 * The edges whose box in plan comes within `reach` metres of that of `edge`, itself included, in no order; of more than `MOST_NEAR`
	 * some are left out, and of fewer where edges are heaped everywhere.
	 */
	near(edge: number, reach: number): number[] {
		const { points, count, rooms } = this.#perimeter;
		const i = edge * EDGE_STRIDE;
		const most = this.looked < mostLooks(count) ? MOST_NEAR : FEW_NEAR;
		const found = this.#index.touching(
			Math.min(points[i], points[i + 3]) - reach,
			Math.min(points[i + 1], points[i + 4]) - reach,
			Math.max(points[i], points[i + 3]) + reach,
			Math.max(points[i + 1], points[i + 4]) + reach,
			most,
		);
		if (found.length === most) this.crowded ??= edge;
		this.looked += found.length;
		this.lookedFrom[rooms[edge]] += found.length;
		return found;
	}
}

/** Which rooms lie beside each other. */
class RoomNeighbours {
	/** 4 doubles a room: the box of its perimeter in plan. */
	readonly #boxes: Float64Array;
	/** 1 a room: those whose boxes come within `FARTHEST_FACING` of its own; undefined for too many to keep. */
	readonly #beside: readonly (readonly number[] | undefined)[];

	constructor({ starts, points }: PerimeterEdges) {
		const count = starts.length - 1;
		const boxes = new Float64Array(count * 4);
		for (let room = 0; room < count; room++) {
			let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
			for (let edge = starts[room]; edge < starts[room + 1]; edge++) {
				for (let i = edge * EDGE_STRIDE; i < edge * EDGE_STRIDE + 6; i += 3) {
					if (points[i] < minX) minX = points[i];
					if (points[i] > maxX) maxX = points[i];
					if (points[i + 1] < minY) minY = points[i + 1];
					if (points[i + 1] > maxY) maxY = points[i + 1];
				}
			}
			boxes.set([minX, minY, maxX, maxY], room * 4);
		}
		const index = new PlanIndex(boxes);
		const reach = FARTHEST_FACING;
		this.#boxes = boxes;
		this.#beside = Array.from({ length: count }, (_, room) => {
			const [minX, minY, maxX, maxY] = boxes.subarray(room * 4, room * 4 + 4);
			const found = index.touching(minX - reach, minY - reach, maxX + reach, maxY + reach, MOST_BESIDE);
			return found.length === MOST_BESIDE ? undefined : found.filter((other) => other !== room);
		});
	}

	/** True when the box of another room comes within `reach` of an edge. */
	comeNear(room: number, points: Float64Array, edge: number, reach: number): boolean {
		const boxes = this.#boxes;
		const beside = this.#beside[room];
		if (beside === undefined) return true;
		const i = edge * EDGE_STRIDE;
		const minX = Math.min(points[i], points[i + 3]) - reach;
		const maxX = Math.max(points[i], points[i + 3]) + reach;
		const minY = Math.min(points[i + 1], points[i + 4]) - reach;
		const maxY = Math.max(points[i + 1], points[i + 4]) + reach;
		for (const other of beside) {
			const b = other * 4;
			if (boxes[b] <= maxX && boxes[b + 2] >= minX && boxes[b + 1] <= maxY && boxes[b + 3] >= minY) return true;
		}
		return false;
	}
}

/**
 * Calls `visit` once for each pair of perimeter edges of two rooms that come within `reach` metres of each other in plan, as indices into
 * `perimeter`, in their order; the edge of the lower room first. They may be far apart in height.
 */
export function visitNearEdges(
	perimeter: PerimeterEdges,
	reach: number,
	visit: (a: number, b: number) => void,
	index: EdgeIndex = new EdgeIndex(perimeter),
): void {
	for (let a = 0; a < perimeter.count; a++) {
		for (const b of index.opposite(a, reach).sort((p, q) => p - q)) if (b > a) visit(a, b);
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
export function directionOf(points: Float64Array, edge: number): Vec3 {
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
	const direction = directionOf(points, edge);
	return Math.sqrt(dot(direction, direction));
}

/** A point on an edge. @param along metres from its start */
export function pointAlong(points: Float64Array, edge: number, along: number): Vec3 {
	return pointAt(points, edge * 3, edge * 3 + 1, along / edgeLength(points, edge));
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

/** The direction in which a face leaves its edge: to its third corner, at a right angle. */
export function leaving(points: Float64Array, edge: number): Vec3 {
	const direction = directionOf(points, edge);
	const across = between(points, edge * 3, edge * 3 + 2);
	const t = dot(across, direction) / dot(direction, direction);
	return [across[0] - direction[0] * t, across[1] - direction[1] * t, across[2] - direction[2] * t];
}
