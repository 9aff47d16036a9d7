import { mix } from '../mesh/coincident.ts';
import { edgeEnd } from '../mesh/half-edges.ts';
import { edgeMiddle as middleOfEdge } from '../mesh/locations.ts';
import { FACING, facingOf, triangleVector } from '../mesh/triangles.ts';
import type { Vec3 } from '../mesh/vec3.ts';
import { openEdges } from '../walkmesh/faces.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
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

/** The middle of an edge. @param index into `perimeter`, not a face's edge */
export function middleOf(perimeter: PerimeterEdges, index: number): Vec3 {
	const { points } = perimeter;
	const i = index * EDGE_STRIDE;
	return [(points[i] + points[i + 3]) / 2, (points[i + 1] + points[i + 4]) / 2, (points[i + 2] + points[i + 5]) / 2];
}

const NO_EDGES = new Uint32Array(0);

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

/** Axis-aligned boxes to be compared with others, 6 doubles each: min xyz, max xyz. `ids` says whose they are. */
export interface Boxes {
	readonly ids: Uint32Array;
	readonly bounds: Float64Array;
}

/** Calls `visit` once for each pair of a box of `a` and a box of `b` that touch or overlap, by their ids. */
export function sweepBoxes(a: Boxes, b: Boxes, visit: (idOfA: number, idOfB: number) => void): void {
	const axis = longerAxis(a, b);
	const sortedA = sortAlong(a, axis);
	const sortedB = sortAlong(b, axis);
	let i = 0;
	let j = 0;
	// Whichever begins first meets everything of the other side that begins before it ends.
	while (i < sortedA.ids.length && j < sortedB.ids.length) {
		if (sortedA.bounds[i * 6 + axis] <= sortedB.bounds[j * 6 + axis]) {
			const id = sortedA.ids[i];
			meet(sortedA.bounds, i, sortedB, j, axis, (other) => visit(id, other));
			i++;
		} else {
			const id = sortedB.ids[j];
			meet(sortedB.bounds, j, sortedA, i, axis, (other) => visit(other, id));
			j++;
		}
	}
}

/** Visits the boxes from index `first` on that touch one box, up to the first that begins behind its end. */
function meet(
	bounds: Float64Array,
	box: number,
	others: Boxes,
	first: number,
	axis: number,
	visit: (id: number) => void,
): void {
	const end = bounds[box * 6 + 3 + axis];
	for (let k = first; k < others.ids.length && others.bounds[k * 6 + axis] <= end; k++) {
		if (touch(bounds, box, others.bounds, k)) visit(others.ids[k]);
	}
}

/** Calls `visit` once for each pair of boxes that touch or overlap, the lower index first. Empty boxes (min > max) touch nothing. */
export function sweepPairs(bounds: Float64Array, visit: (low: number, high: number) => void): void {
	const filled: number[] = [];
	for (let box = 0; box < bounds.length / 6; box++) if (bounds[box * 6] <= bounds[box * 6 + 3]) filled.push(box);
	filled.sort((p, q) => bounds[p * 6] - bounds[q * 6] || p - q);
	for (let i = 0; i < filled.length; i++) {
		const end = bounds[filled[i] * 6 + 3];
		for (let k = i + 1; k < filled.length && bounds[filled[k] * 6] <= end; k++) {
			if (!touch(bounds, filled[i], bounds, filled[k])) continue;
			visit(Math.min(filled[i], filled[k]), Math.max(filled[i], filled[k]));
		}
	}
}

/** True when two boxes have a point in common; never for boxes with NaN. */
export function touch(a: Float64Array, boxA: number, b: Float64Array, boxB: number): boolean {
	const i = boxA * 6;
	const j = boxB * 6;
	return (
		a[i] <= b[j + 3] &&
		b[j] <= a[i + 3] &&
		a[i + 1] <= b[j + 4] &&
		b[j + 1] <= a[i + 4] &&
		a[i + 2] <= b[j + 5] &&
		b[j + 2] <= a[i + 5]
	);
}

/** The horizontal axis along which the boxes spread farther: fewer of them begin at the same place there. */
function longerAxis(a: Boxes, b: Boxes): 0 | 1 {
	const spread = [0, 1].map((axis) => {
		let least = Infinity;
		let most = -Infinity;
		for (const { bounds } of [a, b]) {
			for (let i = axis; i < bounds.length; i += 6) {
				if (bounds[i] < least) least = bounds[i];
				if (bounds[i] > most) most = bounds[i];
			}
		}
		return most - least;
	});
	return spread[1] > spread[0] ? 1 : 0;
}

function sortAlong({ ids, bounds }: Boxes, axis: number): Boxes {
	const order = Uint32Array.from(ids, (_, index) => index);
	order.sort((p, q) => bounds[p * 6 + axis] - bounds[q * 6 + axis] || p - q);
	const sorted = { ids: new Uint32Array(ids.length), bounds: new Float64Array(bounds.length) };
	for (let i = 0; i < order.length; i++) {
		sorted.ids[i] = ids[order[i]];
		for (let k = 0; k < 6; k++) sorted.bounds[i * 6 + k] = bounds[order[i] * 6 + k];
	}
	return sorted;
}

/**
 * Calls `visit` once for each pair of perimeter edges of two rooms whose boxes come within `reach` metres of each other, as
 * indices into `perimeter`; the edge of the lower room first. Rooms that are apart cost nothing: of 1,000 rooms in a grid a few thousand
 * pairs remain, and in each only the edges near the other room are swept.
 */
export function visitNearEdges(perimeter: PerimeterEdges, reach: number, visit: (a: number, b: number) => void): void {
	const edgeBounds = boundEdges(perimeter, reach / 2);
	const roomBounds = boundRooms(perimeter, edgeBounds);
	const pairs: [number, number][] = [];
	sweepPairs(roomBounds, (low, high) => pairs.push([low, high]));
	pairs.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
	for (const [low, high] of pairs) {
		const a = edgesNear(perimeter, edgeBounds, low, roomBounds, high);
		const b = edgesNear(perimeter, edgeBounds, high, roomBounds, low);
		if (a.ids.length > 0 && b.ids.length > 0) sweepBoxes(a, b, visit);
	}
}

function boundEdges(perimeter: PerimeterEdges, margin: number): Float64Array {
	const { points, count } = perimeter;
	const bounds = new Float64Array(count * 6);
	for (let edge = 0; edge < count; edge++) {
		for (let axis = 0; axis < 3; axis++) {
			const p = points[edge * EDGE_STRIDE + axis];
			const q = points[edge * EDGE_STRIDE + 3 + axis];
			bounds[edge * 6 + axis] = Math.min(p, q) - margin;
			bounds[edge * 6 + 3 + axis] = Math.max(p, q) + margin;
		}
	}
	return bounds;
}

function boundRooms(perimeter: PerimeterEdges, edgeBounds: Float64Array): Float64Array {
	const roomCount = perimeter.starts.length - 1;
	const bounds = new Float64Array(roomCount * 6);
	for (let room = 0; room < roomCount; room++) {
		bounds.fill(Infinity, room * 6, room * 6 + 3).fill(-Infinity, room * 6 + 3, room * 6 + 6);
		for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
			for (let axis = 0; axis < 3; axis++) {
				// Written with comparisons, so that an edge without finite coordinates leaves the box alone.
				const least = edgeBounds[edge * 6 + axis];
				const most = edgeBounds[edge * 6 + 3 + axis];
				if (least < bounds[room * 6 + axis]) bounds[room * 6 + axis] = least;
				if (most > bounds[room * 6 + 3 + axis]) bounds[room * 6 + 3 + axis] = most;
			}
		}
	}
	return bounds;
}

function edgesNear(
	perimeter: PerimeterEdges,
	edgeBounds: Float64Array,
	room: number,
	roomBounds: Float64Array,
	other: number,
): Boxes {
	const ids: number[] = [];
	const o = other * 6;
	for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
		const e = edge * 6;
		if (
			edgeBounds[e] <= roomBounds[o + 3] &&
			edgeBounds[e + 3] >= roomBounds[o] &&
			edgeBounds[e + 1] <= roomBounds[o + 4] &&
			edgeBounds[e + 4] >= roomBounds[o + 1] &&
			edgeBounds[e + 2] <= roomBounds[o + 5] &&
			edgeBounds[e + 5] >= roomBounds[o + 2]
		) {
			ids.push(edge);
		}
	}
	const bounds = new Float64Array(ids.length * 6);
	for (let i = 0; i < ids.length; i++) bounds.set(edgeBounds.subarray(ids[i] * 6, ids[i] * 6 + 6), i * 6);
	return { ids: Uint32Array.from(ids), bounds };
}

/**
 * How two edges lie to each other. Both are given by their index into the 9-double rows of `PerimeterEdges.points`.
 * All comparisons are written so that NaN answers "no".
 */

/** The cosine of two edge directions must lie below this for "the other way": 60° of play, for edges as short as the reach. */
export const OPPOSITE = -0.5;
/** The same for edges that run along each other: 25° of play. */
const PARALLEL = -0.9;
/** Smaller angles than this, in radians, are what rounding makes of none. */
const ANGLE_GRAIN = 1e-7;
/** Cosine between the directions in which two faces, one or both upright, leave an edge, above which they lie on each other. */
const FOLDED = 0.55;

/** True when both edges have a length and run in opposite directions. */
export function runsOpposite(points: Float64Array, a: number, b: number): boolean {
	return directionCosine(points, a, b) < OPPOSITE;
}

/** The cosine of the angle between two edges; NaN when one has no length. */
function directionCosine(points: Float64Array, a: number, b: number): number {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	const ax = points[i + 3] - points[i];
	const ay = points[i + 4] - points[i + 1];
	const az = points[i + 5] - points[i + 2];
	const bx = points[j + 3] - points[j];
	const by = points[j + 4] - points[j + 1];
	const bz = points[j + 5] - points[j + 2];
	const lengths = Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
	return lengths > 0 ? (ax * bx + ay * by + az * bz) / lengths : NaN;
}

/** The greater of the two distances between the start of one edge and the end of the other. */
export function reverseDistance(points: Float64Array, a: number, b: number): number {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	return Math.sqrt(Math.max(squaredDistance(points, i, j + 3), squaredDistance(points, i + 3, j)));
}

/** True when the start of each edge is the end of the other, as numbers: what a reader that compares floats would say. */
export function endsAreEqual(points: Float64Array, a: number, b: number): boolean {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	for (let axis = 0; axis < 3; axis++) {
		if (points[i + axis] !== points[j + 3 + axis] || points[i + 3 + axis] !== points[j + axis]) return false;
	}
	return true;
}

/**
 * True when the faces of two edges that lie on each other go to the same side of them: a floor and its own copy turned face
 * down, say. Seen from above where both faces have an area there, in space where one stands upright.
 */
export function isFolded(points: Float64Array, a: number, b: number): boolean {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	const facingA = facingAt(points, i);
	const facingB = facingAt(points, j);
	// The edges run in opposite directions: faces that face the same way, up or down, lie on different sides.
	if (isUpOrDown(facingA) && isUpOrDown(facingB)) return facingA !== facingB;
	return leavingCosine(points, i, j) > FOLDED;
}

/** Where two edges overlap, if they run along each other in opposite directions. */
export interface Overlap {
	/** From here to `to`, in metres along the first edge from its start, each has the other beside it. */
	from: number;
	to: number;
	/** The greatest distance between the two there. */
	gap: number;
}

/**
 * True when the edges run in opposite directions, their faces lie on different sides, and over more than `leastLength` metres
 * they are at most `reach` apart. Edges that diverge beyond `reach` within the part they share do not count, nor do edges at an angle that
 * ends within `reach` of where they want to be would not explain: near a sharp corner two sides of a wedge are close too.
 */
export function overlapOf(
	points: Float64Array,
	a: number,
	b: number,
	reach: number,
	leastLength: number,
	out: Overlap,
): boolean {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	const ux = points[i + 3] - points[i];
	const uy = points[i + 4] - points[i + 1];
	const uz = points[i + 5] - points[i + 2];
	const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
	const cosine = directionCosine(points, a, b);
	if (!(length > 0) || !(cosine < PARALLEL)) return false;
	const shorter = Math.min(length, edgeLength(points, b));
	if (Math.sqrt(1 - Math.min(1, cosine * cosine)) * shorter > 2 * reach + ANGLE_GRAIN * shorter) return false;
	// The other edge's end comes first along this one.
	const t0 = along(points, i, j + 3, ux, uy, uz) / length;
	const t1 = along(points, i, j, ux, uy, uz) / length;
	const from = Math.max(0, t0);
	const to = Math.min(length, t1);
	if (!(to - from > leastLength)) return false;
	const span = t1 - t0;
	const gapFrom = gapAt(points, i, j, from / length, (from - t0) / span);
	const gapTo = gapAt(points, i, j, to / length, (to - t0) / span);
	const gap = Math.max(gapFrom, gapTo);
	if (!(gap <= reach) || isFolded(points, a, b)) return false;
	out.from = from;
	out.to = to;
	out.gap = gap;
	return true;
}

export function edgeLength(points: Float64Array, edge: number): number {
	const i = edge * EDGE_STRIDE;
	return Math.hypot(points[i + 3] - points[i], points[i + 4] - points[i + 1], points[i + 5] - points[i + 2]);
}

/** Metres from the start of an edge to the foot of a point on it; may be negative. @param point index of its x in `points` */
function along(points: Float64Array, i: number, point: number, ux: number, uy: number, uz: number): number {
	return (
		(points[point] - points[i]) * ux +
		(points[point + 1] - points[i + 1]) * uy +
		(points[point + 2] - points[i + 2]) * uz
	);
}

/** Distance between the point at part `s` of the edge at `i` and the one at part `t`, counted from its end, of that at `j`. */
function gapAt(points: Float64Array, i: number, j: number, s: number, t: number): number {
	let sum = 0;
	for (let axis = 0; axis < 3; axis++) {
		const p = points[i + axis] + (points[i + 3 + axis] - points[i + axis]) * s;
		const q = points[j + 3 + axis] + (points[j + axis] - points[j + 3 + axis]) * t;
		sum += (p - q) * (p - q);
	}
	return Math.sqrt(sum);
}

function facingAt(points: Float64Array, i: number): number {
	const vector: [number, number, number] = [0, 0, 0];
	return facingOf(vector, triangleVector(points, i / 3, i / 3 + 1, i / 3 + 2, vector));
}

function isUpOrDown(facing: number): boolean {
	return facing === FACING.up || facing === FACING.down;
}

/** Cosine between the directions in which the faces at `i` and `j` leave their edges. */
function leavingCosine(points: Float64Array, i: number, j: number): number {
	const [ax, ay, az] = leaving(points, i);
	const [bx, by, bz] = leaving(points, j);
	const lengths = Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
	return lengths > 0 ? (ax * bx + ay * by + az * bz) / lengths : 0;
}

function leaving(points: Float64Array, i: number): [number, number, number] {
	const ux = points[i + 3] - points[i];
	const uy = points[i + 4] - points[i + 1];
	const uz = points[i + 5] - points[i + 2];
	const t = along(points, i, i + 6, ux, uy, uz) / (ux * ux + uy * uy + uz * uz);
	return [
		points[i + 6] - points[i] - ux * t,
		points[i + 7] - points[i + 1] - uy * t,
		points[i + 8] - points[i + 2] - uz * t,
	];
}

/** @param p @param q indices of the points' x in `points` */
function squaredDistance(points: Float64Array, p: number, q: number): number {
	const dx = points[p] - points[q];
	const dy = points[p + 1] - points[q + 1];
	const dz = points[p + 2] - points[q + 2];
	return dx * dx + dy * dy + dz * dz;
}

/** Pairs of perimeter edges that could be one border, as indices into `PerimeterEdges`; the edge of the lower room first. */
export interface Candidates {
	readonly a: readonly number[];
	readonly b: readonly number[];
	/** The greater of the two distances between their ends, metres. */
	readonly distances: readonly number[];
}

/** Cells are never smaller than this, so that a reach of 0 still has cells that can be counted. */
const LEAST_CELL = 1e-4;

/**
 * All pairs of edges of different rooms that lie on each other: they run in opposite directions, each end of one is at most `reach` from an
 * end of the other, and their faces leave them to different sides.
 *
 * The middles of two such edges are at most `reach` apart, so they are hashed into cells of twice that: a middle can only have
 * partners in the 8 cells around its nearest cell corner. Linear in the number of edges; 100,000 take some 30 ms.
 */
export function findCandidates(perimeter: PerimeterEdges, reach: number): Candidates {
	const { count, rooms, points } = perimeter;
	const cell = Math.max(2 * reach, LEAST_CELL);
	const mask = tableSize(count) - 1;
	const heads = new Int32Array(mask + 1).fill(-1);
	const nexts = new Int32Array(count);
	// Two of the 8 cells may share a bucket; the stamp keeps an edge from being seen twice.
	const seenBy = new Int32Array(count).fill(-1);
	const a: number[] = [];
	const b: number[] = [];
	const distances: number[] = [];
	for (let edge = 0; edge < count; edge++) {
		const x = middle(points, edge, 0) / cell;
		const y = middle(points, edge, 1) / cell;
		const z = middle(points, edge, 2) / cell;
		for (let corner = 0; corner < 8; corner++) {
			const bucket = mix(beside(x, corner & 1), beside(y, corner & 2), beside(z, corner & 4)) & mask;
			for (let other = heads[bucket]; other >= 0; other = nexts[other]) {
				if (seenBy[other] === edge) continue;
				seenBy[other] = edge;
				if (rooms[other] === rooms[edge]) continue;
				const distance = reverseDistance(points, other, edge);
				if (!(distance <= reach) || !runsOpposite(points, other, edge) || isFolded(points, other, edge)) continue;
				a.push(other);
				b.push(edge);
				distances.push(distance);
			}
		}
		const own = mix(Math.floor(x), Math.floor(y), Math.floor(z)) & mask;
		nexts[edge] = heads[own];
		heads[own] = edge;
	}
	return { a, b, distances };
}

function middle(points: Float64Array, edge: number, axis: number): number {
	return (points[edge * EDGE_STRIDE + axis] + points[edge * EDGE_STRIDE + 3 + axis]) / 2;
}

/** The cell of a coordinate, or the neighbouring one that its half of the cell lies against. */
function beside(coordinate: number, other: number): number {
	const cell = Math.floor(coordinate);
	if (other === 0) return cell;
	return coordinate - cell < 0.5 ? cell - 1 : cell + 1;
}

function tableSize(count: number): number {
	let size = 16;
	while (size < count * 2) size *= 2;
	return size;
}

/** The middle of an edge `3 * face + corner` of a room that has a walkmesh. */
export function edgeMiddle(level: Level, room: number, edge: number): Vec3 {
	const { walkmesh } = level.rooms[room];
	if (walkmesh === undefined) return [NaN, NaN, NaN];
	return middleOfEdge(walkmesh, edge);
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
