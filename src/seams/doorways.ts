import { coincidentVertices } from '../geometry/vertices.ts';
import { addTo, greatest, least } from '../math/arrays.ts';
import { between, type Vec3, vec3At } from '../math/vec3.ts';
import type { Level } from '../model/level.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import { hasTransitions } from '../model/walkmesh.ts';
import { FacingEdges, outwards } from './facing-edges.ts';
import {
	EDGE_STRIDE,
	gatherPerimeterEdges,
	type PerimeterEdges,
	type PerimeterOf,
	transitionAt,
} from './perimeter-edges.ts';
import { roomPairs } from './seam-search.ts';

/** A doorway as seen from the room that one looks out of: a straight part of a linked seam, open from the ground to `top`. */
export interface Doorway {
	/** Index of the room beyond. */
	readonly to: number;
	/** The ends of its sill in plan, at the left and right hand of a person who looks through; metres. */
	readonly left: readonly [number, number];
	readonly right: readonly [number, number];
	/** Heights of its lowest and its highest point, metres. */
	readonly bottom: number;
	readonly top: number;
}

/** Assumed height of doorways, metres: those of the game are about 2.5 m to 3 m high. */
export const DOORWAY_HEIGHT = 2.5;
/** Consecutive linked edges count as one doorway while they turn by less than 25°; this is the cosine. */
const STRAIGHT = 0.9;

/** Finds the doorways that lead out of each room, by room: its linked edges, consecutive ones joined into one doorway. */
export function doorwaysOf(
	level: Level,
	table: SurfaceTable,
	perimeterOf: PerimeterOf = (each) => gatherPerimeterEdges(each, table),
): Doorway[][] {
	// Without links there are no doorways, and the edges of the rooms need not be gathered.
	if (!level.rooms.some(({ walkmesh }) => hasTransitions(walkmesh))) return level.rooms.map(() => []);
	const perimeter = perimeterOf(level);
	return doorwaysAlong(level, perimeter, new FacingEdges(perimeter, 0));
}

/** Like `doorwaysOf`, for perimeter edges that were gathered before. @param facing the edges that run along each of them within 0.1 m */
export function doorwaysAlong(level: Level, perimeter: PerimeterEdges, facing: FacingEdges): Doorway[][] {
	return level.rooms.map((_, room) => {
		const linked = new Map<number, number[]>();
		for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
			const to = transitionAt(level, perimeter, edge);
			if (level.rooms[to] === undefined) continue;
			if (!facing.of(edge).some(({ other }) => perimeter.rooms[other] === to)) continue;
			addTo(linked, to, edge);
		}
		return [...linked].flatMap(([to, edges]) =>
			straightRuns(perimeter, edges).map((each) => doorway(perimeter, each, to)),
		);
	});
}

/** Groups edges that continue each other in a nearly straight line. @returns groups of indices into `PerimeterEdges` */
export function straightRuns({ points }: PerimeterEdges, edges: readonly number[]): number[][] {
	const numbers = numberEnds(points, edges);
	// By the number of a point: the last edge that begins or ends there, as an index into `edges`; −1 for none.
	const startingAt = new Int32Array(numbers.length).fill(-1);
	const endingAt = new Int32Array(numbers.length).fill(-1);
	for (const i of edges.keys()) {
		startingAt[numbers[i * 2]] = i;
		endingAt[numbers[i * 2 + 1]] = i;
	}
	const isTaken = new Uint8Array(edges.length);
	const groups: number[][] = [];
	const extend = (group: number[], first: number, next: Int32Array, end: 0 | 1): void => {
		for (let at = first; ; ) {
			const i = next[numbers[at * 2 + end]];
			if (i < 0 || isTaken[i] === 1 || !isStraight(points, group[0], edges[i])) return;
			isTaken[i] = 1;
			group.push(edges[i]);
			at = i;
		}
	};
	for (let first = 0; first < edges.length; first++) {
		if (isTaken[first] === 1) continue;
		isTaken[first] = 1;
		const group = [edges[first]];
		extend(group, first, startingAt, 1);
		extend(group, first, endingAt, 0);
		groups.push(group);
	}
	return groups;
}

/**
 * Numbers the ends of edges, so that ends with the same coordinates have the same number, less than how many ends there are.
 * @returns 2 entries an edge of `edges`: its start and its end
 */
export function numberEnds(points: Float64Array, edges: ArrayLike<number>): Uint32Array {
	const ends = new Float32Array(edges.length * 6);
	for (let i = 0; i < edges.length; i++)
		for (let k = 0; k < 6; k++) ends[i * 6 + k] = points[edges[i] * EDGE_STRIDE + k];
	return coincidentVertices(ends);
}

function isStraight(points: Float64Array, one: number, other: number): boolean {
	const [ax, ay] = between(points, one * 3, one * 3 + 1);
	const [bx, by] = between(points, other * 3, other * 3 + 1);
	return ax * bx + ay * by > STRAIGHT * Math.hypot(ax, ay) * Math.hypot(bx, by);
}

/** Where a straight run of edges ends, at the left and the right hand of a person who looks out of the room. */
interface RunEnds {
	readonly left: Vec3;
	readonly right: Vec3;
	/** The direction out of the room, in plan. */
	readonly out: readonly [number, number];
	/** The ends of all its edges. */
	readonly ends: readonly Vec3[];
}

/** Finds the ends of a run of edges. @param points as in `PerimeterEdges` */
export function endsOfRun(points: Float64Array, edges: readonly number[]): RunEnds {
	const out = outwards(points, edges[0]);
	// Left is a quarter turn counter-clockwise from the direction out.
	const leftness = ([x, y]: Vec3): number => y * out[0] - x * out[1];
	const ends = edges.flatMap((edge) => [vec3At(points, edge * 3), vec3At(points, edge * 3 + 1)]);
	const most = greatest(ends.map(leftness));
	const fewest = least(ends.map(leftness));
	const left = ends.find((end) => leftness(end) === most) ?? ends[0];
	const right = ends.find((end) => leftness(end) === fewest) ?? ends[0];
	return { left, right, out, ends };
}

function doorway({ points }: PerimeterEdges, edges: readonly number[], to: number): Doorway {
	const { left, right, ends } = endsOfRun(points, edges);
	const heights = ends.map(([, , z]) => z);
	return {
		to,
		left: [left[0], left[1]],
		right: [right[0], right[1]],
		bottom: least(heights),
		top: greatest(heights) + DOORWAY_HEIGHT,
	};
}

/** Pairs of rooms with a doorway between them, each pair once, the smaller index first: the doorway is one of that room. */
export function doorwayLinks(
	level: Level,
	table: SurfaceTable,
	perimeterOf?: PerimeterOf,
): readonly (readonly [number, number])[] {
	return doorwaysOf(level, table, perimeterOf).flatMap((doorways, room) =>
		[...new Set(doorways.map(({ to }) => to))].filter((to) => to > room).map((to) => [room, to] as const),
	);
}

/** The most doorways in a row that a room is seen through; in the game there are three at most. */
const MOST_DOORWAYS = 8;
/** The most steps taken from one room: the number of paths through a plan of open rooms grows without bound. */
const MOST_STEPS = 1000;

/**
 * Pairs of rooms that see each other through doorways, each pair once, the smaller index first: linked rooms, and rooms with a straight line through
 * all the doorways between them, in plan and in height. Walls and furniture within rooms are ignored: drawing too much is better than a room that
 * stays black.
 */
export function doorwayPairs(
	level: Level,
	table: SurfaceTable,
	perimeterOf?: PerimeterOf,
): readonly (readonly [number, number])[] {
	const doorways = doorwaysOf(level, table, perimeterOf);
	return roomPairs(level.rooms.map((_, room) => seenFrom(doorways, room)));
}

/** A chain of doorways, as a linked list from the last one back to the first. */
interface Way {
	readonly doorway: Doorway;
	readonly before: Way | undefined;
	readonly length: number;
}

/**
 * The rooms seen from one, those through the fewest doorways first, so that a limit leaves out the farthest. The result depends only on the doorways
 * of the room itself and of the rooms that it returns.
 *
 * @param doorways by room
 */
function seenFrom(doorways: readonly (readonly Doorway[])[], room: number): readonly number[] {
	const seen = new Set<number>();
	followDoorways(doorways, room, seen);
	return [...seen];
}

function followDoorways(doorways: readonly (readonly Doorway[])[], room: number, seen: Set<number>): void {
	let ways: (Way | undefined)[] = [undefined];
	let steps = 0;
	for (let depth = 0; depth < MOST_DOORWAYS && ways.length > 0; depth++) {
		const next: Way[] = [];
		for (const before of ways) {
			for (const doorway of doorways[before?.doorway.to ?? room]) {
				// A straight line never comes back to a room that it has left.
				if (doorway.to === room || leadsThrough(before, doorway.to)) continue;
				if (++steps > MOST_STEPS) return;
				const longer: Way = { doorway, before, length: (before?.length ?? 0) + 1 };
				if (!isSeenThrough(longer)) continue;
				seen.add(doorway.to);
				next.push(longer);
			}
		}
		ways = next;
	}
}

function leadsThrough(way: Way | undefined, room: number): boolean {
	for (let at = way; at !== undefined; at = at.before) if (at.doorway.to === room) return true;
	return false;
}

/** Points within this distance of a line count as on it; metres. */
const GRAIN = 1e-6;

/** True when one straight line passes a chain of doorways in plan, and another one in elevation. The two are tested separately. */
function isSeenThrough(way: Way): boolean {
	if (way.length < 2) return true;
	const doorways: Doorway[] = [];
	for (let at: Way | undefined = way; at !== undefined; at = at.before) doorways.unshift(at.doorway);
	const left = Float64Array.from(doorways.flatMap((each) => each.left));
	const right = Float64Array.from(doorways.flatMap((each) => each.right));
	if (!isParted(left, right, way.length)) return false;
	const middles = doorways.map((each) => [(each.left[0] + each.right[0]) / 2, (each.left[1] + each.right[1]) / 2]);
	const [[x, y]] = middles;
	const away = middles.map(([u, v]) => Math.hypot(u - x, v - y));
	// The distance from the first opening, with the upper and the lower end of each.
	const upper = Float64Array.from(doorways.flatMap(({ top }, i) => [away[i], top]));
	const lower = Float64Array.from(doorways.flatMap(({ bottom }, i) => [away[i], bottom]));
	return isParted(upper, lower, way.length);
}

/**
 * True when some straight line has all `left` points on its left or on it, and all `right` points on its right or on it. Point `i` of both are the
 * two sides of opening `i`. If such a line exists, there is also one through a point of each kind; as there are few points, all of these are tried.
 *
 * @param left, right 2 values (x, y) a point
 * @param count number of openings
 */
function isParted(left: Float64Array, right: Float64Array, count: number): boolean {
	for (let q = 0; q < count; q++) {
		for (let p = 0; p < count; p++) {
			const qx = right[2 * q];
			const qy = right[2 * q + 1];
			const px = left[2 * p];
			const py = left[2 * p + 1];
			if (isLineBetween(qx, qy, px, py, left, right, count) || isLineBetween(px, py, qx, qy, left, right, count))
				return true;
		}
	}
	return false;
}

/** True when the line from one point to another passes all openings. */
function isLineBetween(
	fromX: number,
	fromY: number,
	toX: number,
	toY: number,
	left: Float64Array,
	right: Float64Array,
	count: number,
): boolean {
	const dx = toX - fromX;
	const dy = toY - fromY;
	const length = Math.hypot(dx, dy);
	if (!(length > GRAIN)) return false;
	for (let i = 0; i < count; i++) {
		const l = (dx * (left[2 * i + 1] - fromY) - dy * (left[2 * i] - fromX)) / length;
		const r = (dx * (right[2 * i + 1] - fromY) - dy * (right[2 * i] - fromX)) / length;
		// A line that runs along a doorway does not pass through it.
		if (!(l >= -GRAIN && r <= GRAIN && l - r > GRAIN)) return false;
	}
	return true;
}
