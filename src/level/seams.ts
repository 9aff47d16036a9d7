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

/**
 * True for two edges that can be the two sides of a seam: edges of different rooms; or within a room, edges without a common end, unless ground of
 * their own piece lies between them, as between the two sides of a narrow strip.
 */
function mayMeet({ rooms, within, points }: PerimeterEdges, a: number, b: number): boolean {
	if (within === undefined) return rooms[a] !== rooms[b];
	if (a === b) return false;
	if (shareEnd(within.vertices, a, b)) return within.wedges && isWedge(points, within.vertices, a, b);
	if (within.pieces[a] !== within.pieces[b]) return true;
	// Within one piece, the other edge has to lie on the outer side of this one.
	return !isInwards(points, a, b);
}

/** True when an edge begins on the side of another one on which that one's face is; nothing is allocated, as a heap asks for it a million times. */
function isInwards(points: Float64Array, edge: number, other: number): boolean {
	const i = edge * EDGE_STRIDE;
	const j = other * EDGE_STRIDE;
	const dx = points[i + 3] - points[i];
	const dy = points[i + 4] - points[i + 1];
	const dz = points[i + 5] - points[i + 2];
	const ax = points[i + 6] - points[i];
	const ay = points[i + 7] - points[i + 1];
	const az = points[i + 8] - points[i + 2];
	// As `leaving`, which gives the direction into the face.
	const t = (ax * dx + ay * dy + az * dz) / (dx * dx + dy * dy + dz * dz);
	const x = (points[j] - points[i]) * (ax - dx * t);
	const y = (points[j + 1] - points[i + 1]) * (ay - dy * t);
	const z = (points[j + 2] - points[i + 2]) * (az - dz * t);
	return !(x + y + z <= 0);
}

function shareEnd(vertices: Uint32Array, a: number, b: number): boolean {
	const [start, end] = [vertices[a * 2], vertices[a * 2 + 1]];
	const [from, to] = [vertices[b * 2], vertices[b * 2 + 1]];
	return from === start || from === end || to === start || to === end;
}

/**
 * True when one of two edges ends where the other begins, and the ground between them is not a tip of both: the sides of a wedge lie apart, or
 * overlap by less than the face of each is wide.
 */
function isWedge(points: Float64Array, vertices: Uint32Array, a: number, b: number): boolean {
	const endsAtB = vertices[a * 2 + 1] === vertices[b * 2];
	const beginsAtB = vertices[a * 2] === vertices[b * 2 + 1];
	if (endsAtB === beginsAtB) return false;
	const [common, freeA, freeB] = endsAtB ? [a * 3 + 1, a * 3, b * 3 + 1] : [a * 3, a * 3 + 1, b * 3];
	const isBeside = (edge: number, free: number, other: number): boolean => {
		const [along, across] = [between(points, common, free), leaving(points, edge)];
		const [length, width] = [Math.sqrt(dot(along, along)), Math.sqrt(dot(across, across))];
		const angleOf = (point: number): number => {
			const to = between(points, common, point);
			return Math.atan2(dot(to, across) / width, dot(to, along) / length);
		};
		return angleOf(other) < angleOf(edge * 3 + 2);
	};
	return isBeside(a, freeA, freeB) && isBeside(b, freeB, freeA);
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

/** The greatest distance in metres at which two edges can still be one border; a few of the game's own links are that far apart. */
export const GREATEST_SNAP = 0.1;
/**
 * The greatest distance in metres at which findings name two edges of different rooms as probably meant to meet. In the game, unlinked edges of
 * different rooms are at least 0.75 m apart.
 */
export const FARTHEST_FACING = 0.5;
/**
 * Distances that round to the same multiple of this, in metres, count as equal: it covers the precision of float32 some hundred metres from the
 * origin.
 */
export const DISTANCE_GRAIN = 1e-4;
/**
 * Two edges run in opposite directions if the cosine between them is below this. It allows 60° of deviation, because edges as short as the reach may
 * match at such angles.
 */
export const OPPOSITE = -0.5;
/** Two edges run along each other if the cosine between them is below this; it allows 25° of deviation. */
const PARALLEL = -0.9;
/** Angles below this, in radians, are rounding errors. */
const ANGLE_GRAIN = 1e-7;
/**
 * Two faces are folded onto each other if the cosine between the directions in which they leave their edges is above this. Used where at least one of
 * them is vertical.
 */
const FOLDED = 0.55;

/**
 * The most edges near one that are looked at. Beside the longest edge of a real room there are about thirty. With a thousand rooms in one spot the
 * search would take the square of the number of edges.
 */
export const MOST_NEAR = 256;
/**
 * The most edges looked at on average for each edge of a level; real levels need about five. When this budget is used up, at most `FEW_NEAR` are
 * looked at for each further edge.
 */
const MOST_NEAR_EACH = 16;
const FEW_NEAR = 8;
/** The budget is at least this many, for small levels. */
const LEAST_LOOKS = 100_000;
/** A room with this many rooms beside it keeps no list of them, and all its edges are searched. */
const MOST_BESIDE = 64;

/** Data derived from perimeter edges, which never change. Linking, checking and drawing need it one after the other. */
const planIndexes = new WeakMap<PerimeterEdges, PlanIndex>();
const neighbourships = new WeakMap<PerimeterEdges, RoomNeighbours>();

/** Total number of edges looked at before `FEW_NEAR` applies. @param edges number of perimeter edges */
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

const NO_EDGES: readonly number[] = [];

/** Finds perimeter edges by their boxes in plan. */
export class EdgeIndex {
	readonly #perimeter: PerimeterEdges;
	/** Made when edges near one are first asked for: where no rooms are beside each other, nobody does. */
	#index: PlanIndex | undefined;
	/** The first edge with more edges near it than were looked at, if any. */
	crowded: number | undefined;
	/** Number of nearby edges looked at so far. */
	looked = 0;
	/** 1 entry a room: the share of its own edges in `looked`. */
	readonly lookedFrom: Uint32Array;

	constructor(perimeter: PerimeterEdges) {
		this.#perimeter = perimeter;
		this.lookedFrom = new Uint32Array(perimeter.starts.length - 1);
	}

	/** Edges near `edge` that can be the other side of its seam. @param reach metres */
	opposite(edge: number, reach: number): readonly number[] {
		if (!this.mayBeNear(edge, reach)) return NO_EDGES;
		const near = this.near(edge, reach);
		// In the same list: this is asked five times of every edge between rooms.
		let count = 0;
		for (let i = 0; i < near.length; i++) if (mayMeet(this.#perimeter, edge, near[i])) near[count++] = near[i];
		near.length = count;
		return near;
	}

	/** False where no other room comes near an edge, which is the case for nearly all edges of a level. */
	mayBeNear(edge: number, reach: number): boolean {
		const { rooms, points, within } = this.#perimeter;
		if (within !== undefined || reach > FARTHEST_FACING) return true;
		const neighbours = knownOf(neighbourships, this.#perimeter, (perimeter) => new RoomNeighbours(perimeter));
		return neighbours.comeNear(rooms[edge], points, edge, reach);
	}

	/**
	 * Edges whose box in plan comes within `reach` metres of that of `edge`, itself included, in no order. At most `MOST_NEAR` of them, and at most
	 * `FEW_NEAR` once the budget of the level is used up.
	 */
	near(edge: number, reach: number): number[] {
		const { points, count, rooms } = this.#perimeter;
		const i = edge * EDGE_STRIDE;
		const most = this.looked < mostLooks(count) ? MOST_NEAR : FEW_NEAR;
		this.#index ??= knownOf(planIndexes, this.#perimeter, indexEdges);
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

/** Tells which rooms are beside each other. */
class RoomNeighbours {
	/** 4 floats a room: the box of its perimeter in plan (least x and y, greatest x and y), metres. */
	readonly #boxes: Float64Array;
	/** 1 entry a room: rooms whose boxes come within `FARTHEST_FACING` of its own; undefined where there are too many to keep. */
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
 * Calls `visit` once for each pair of perimeter edges of different rooms within `reach` metres of each other in plan; their heights may differ by
 * more. Pairs come in order, the edge of the lower room first, as indices into `perimeter`.
 */
export function visitNearEdges(
	perimeter: PerimeterEdges,
	reach: number,
	visit: (a: number, b: number) => void,
	index: EdgeIndex = new EdgeIndex(perimeter),
): void {
	for (let a = 0; a < perimeter.count; a++) {
		const found = index.opposite(a, reach);
		const inOrder = found.length > 1 ? found.toSorted((p, q) => p - q) : found;
		for (let i = 0; i < inOrder.length; i++) if (inOrder[i] > a) visit(a, inOrder[i]);
	}
}

/** Two perimeter edges that can be one border, as indices into `PerimeterEdges`; the edge of the lower room first. */
export interface Candidate {
	readonly a: number;
	readonly b: number;
	/** The greater of the two distances between ends that should coincide, metres. */
	readonly distance: number;
}

/**
 * Finds all pairs of edges of different rooms that coincide: they run in opposite directions, the ends that should coincide are at most `reach`
 * metres apart, and their faces lie on different sides. Sorted by distance, then by edges.
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
 * How two edges relate to each other. Both are indices into the rows of 9 floats in `PerimeterEdges.points`. All comparisons are written so that NaN
 * answers "no".
 */

/** The vector from the start of an edge to its end, metres. */
export function directionOf(points: Float64Array, edge: number): Vec3 {
	return between(points, edge * 3, edge * 3 + 1);
}

/** True when both edges have a length and run in opposite directions. Asked of a million pairs where faces are heaped, so nothing is allocated. */
export function runsOpposite(points: Float64Array, a: number, b: number): boolean {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	const px = points[i + 3] - points[i];
	const py = points[i + 4] - points[i + 1];
	const pz = points[i + 5] - points[i + 2];
	const qx = points[j + 3] - points[j];
	const qy = points[j + 4] - points[j + 1];
	const qz = points[j + 5] - points[j + 2];
	const lengths = Math.sqrt((px * px + py * py + pz * pz) * (qx * qx + qy * qy + qz * qz));
	return lengths > 0 && (px * qx + py * qy + pz * qz) / lengths < OPPOSITE;
}

/** The cosine of the angle between two directions; NaN when one has no length. */
function cosine(a: Vec3, b: Vec3): number {
	const lengths = Math.sqrt(dot(a, a) * dot(b, b));
	return lengths > 0 ? dot(a, b) / lengths : NaN;
}

/** The greater of the two distances between the start of one edge and the end of the other, metres. */
export function reverseDistance(points: Float64Array, a: number, b: number): number {
	const first = squaredDistance(points, a * 3, b * 3 + 1);
	return Math.sqrt(Math.max(first, squaredDistance(points, a * 3 + 1, b * 3)));
}

/**
 * True when the faces of two coinciding edges lie on the same side of them, as a floor and a copy of it that faces down. Tested in plan if neither
 * face is vertical, otherwise in space.
 */
export function isFolded(points: Float64Array, a: number, b: number): boolean {
	const facingA = facingAt(points, a);
	const facingB = facingAt(points, b);
	// As the edges run in opposite directions, faces that both face up, or both down, lie on different sides.
	if (isUpOrDown(facingA) && isUpOrDown(facingB)) return facingA !== facingB;
	return cosine(leaving(points, a), leaving(points, b)) > FOLDED;
}

/** The part along which two edges run beside each other in opposite directions. */
export interface Overlap {
	/** The other edge is beside the first one from here to `to`, in metres from the start of the first. */
	readonly from: number;
	readonly to: number;
	/** The greatest distance between the two along that part, metres. */
	readonly gap: number;
}

/**
 * Finds the part along which two edges run beside each other: in opposite directions, with their faces on different sides, at most `reach` metres
 * apart, over more than `leastLength` metres. Undefined if the edges diverge farther than `reach` within their common part, or if the angle between
 * them is greater than moving their ends by `reach` explains: near a sharp corner the two sides of a wedge are close to each other, too.
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
	// Measured along the first edge, the end of the other one comes first.
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
function pointAt(points: Float64Array, from: number, to: number, share: number): Vec3 {
	const [x, y, z] = vec3At(points, from);
	const [dx, dy, dz] = between(points, from, to);
	return [x + dx * share, y + dy * share, z + dz * share];
}

function facingAt(points: Float64Array, edge: number): number {
	const vector: [number, number, number] = [0, 0, 0];
	return facingOf(vector, triangleVector(points, edge * 3, edge * 3 + 1, edge * 3 + 2, vector));
}

/** The direction from an edge into its face, perpendicular to the edge: from its line to the third corner, metres. */
export function leaving(points: Float64Array, edge: number): Vec3 {
	const direction = directionOf(points, edge);
	const across = between(points, edge * 3, edge * 3 + 2);
	const t = dot(across, direction) / dot(direction, direction);
	return [across[0] - direction[0] * t, across[1] - direction[1] * t, across[2] - direction[2] * t];
}
