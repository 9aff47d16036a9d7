import { groupBy } from '../math/arrays.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import { isFiniteBox, PlanIndex, segmentBoxes } from '../plan/plan-index.ts';
import { EDGE_STRIDE, type PerimeterEdges } from './perimeter-edges.ts';
import { isFolded, mayMeet, reverseDistance, runsOpposite } from './seams.ts';

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

/** Indices of perimeter edges, which never change. Linking, checking and drawing need them one after the other. */
const planIndexes = new WeakMap<PerimeterEdges, PlanIndices>();

const NO_EDGES: readonly number[] = [];

/** Edges by their boxes, and rooms by those around their edges. */
interface PlanIndices {
	readonly edges: PlanIndex;
	readonly rooms: PlanIndex;
}

function indexEdges({ points, rooms, starts }: PerimeterEdges): PlanIndices {
	const boxes = segmentBoxes(points, EDGE_STRIDE);
	const around = new Float64Array((starts.length - 1) * 4);
	for (let room = 0; room * 4 < around.length; room++) around.set([Infinity, Infinity, -Infinity, -Infinity], room * 4);
	for (const [edge, room] of rooms.entries()) {
		if (!isFiniteBox(boxes, edge)) continue;
		for (let axis = 0; axis < 2; axis++) {
			around[room * 4 + axis] = Math.min(around[room * 4 + axis], boxes[edge * 4 + axis]);
			around[room * 4 + 2 + axis] = Math.max(around[room * 4 + 2 + axis], boxes[edge * 4 + 2 + axis]);
		}
	}
	return { edges: new PlanIndex(boxes), rooms: new PlanIndex(around) };
}

/** Total number of edges looked at before `FEW_NEAR` applies. @param edges number of perimeter edges */
function mostLooks(edges: number): number {
	return Math.max(LEAST_LOOKS, edges * MOST_NEAR_EACH);
}

/** Finds perimeter edges by their boxes in plan. */
export class EdgeIndex {
	readonly #perimeter: PerimeterEdges;
	readonly #index: PlanIndices;
	/** The first edge with more edges near it than were looked at, if any. */
	crowded: number | undefined;
	/** Number of nearby edges looked at so far. */
	looked = 0;

	constructor(perimeter: PerimeterEdges) {
		this.#perimeter = perimeter;
		this.#index = planIndexes.get(perimeter) ?? indexEdges(perimeter);
		planIndexes.set(perimeter, this.#index);
	}

	/** Edges near `edge` that can be the other side of its seam. @param reach metres */
	opposite(edge: number, reach: number): readonly number[] {
		if (!this.#mayBeNear(edge, reach)) return NO_EDGES;
		const near = this.near(edge, reach);
		// In the same list: this is asked five times of every edge between rooms.
		let count = 0;
		for (let i = 0; i < near.length; i++) if (mayMeet(this.#perimeter, edge, near[i])) near[count++] = near[i];
		near.length = count;
		return near;
	}

	/** False where the box of no other room comes near an edge, as for nearly all edges of a level. A heap of edges of one room makes no seam crowded. */
	#mayBeNear(edge: number, reach: number): boolean {
		if (this.#perimeter.within !== undefined || reach > THRESHOLDS.facing) return true;
		return this.#index.rooms.touching(...this.#boxAbout(edge, reach), 2).length > 1;
	}

	/** The box of an edge in plan, widened. */
	#boxAbout(edge: number, reach: number): [minX: number, minY: number, maxX: number, maxY: number] {
		const { points } = this.#perimeter;
		const i = edge * EDGE_STRIDE;
		return [
			Math.min(points[i], points[i + 3]) - reach,
			Math.min(points[i + 1], points[i + 4]) - reach,
			Math.max(points[i], points[i + 3]) + reach,
			Math.max(points[i + 1], points[i + 4]) + reach,
		];
	}

	/**
	 * Edges whose box in plan comes within `reach` metres of that of `edge`, itself included, in no order. At most `MOST_NEAR` of them, and at most
	 * `FEW_NEAR` once the budget of the level is used up.
	 */
	near(edge: number, reach: number): number[] {
		const most = this.looked < mostLooks(this.#perimeter.count) ? MOST_NEAR : FEW_NEAR;
		const found = this.#index.edges.touching(...this.#boxAbout(edge, reach), most);
		if (found.length === most) this.crowded ??= edge;
		this.looked += found.length;
		return found;
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
		const found = index.opposite(a, reach).toSorted((p, q) => p - q);
		for (const b of found) if (b > a) visit(a, b);
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

/** Items with a common cause: the worst one, all of them, and their number. */
export interface Gathered<T> {
	readonly worst: T;
	readonly count: number;
	readonly all: readonly T[];
}

/**
 * Groups items by key, in the order in which keys first occur. Used to report one finding for each pair of rooms instead of one for each edge.
 *
 * @param sizeOf how bad an item is; of equally bad ones the first counts as the worst
 */
export function gatherWorst<T>(
	items: Iterable<T>,
	keyOf: (item: T) => string | number,
	sizeOf: (item: T) => number,
): Gathered<T>[] {
	return [...groupBy(items, keyOf).values()].map((own) => ({
		worst: own.reduce((worst, item) => (sizeOf(item) > sizeOf(worst) ? item : worst)),
		count: own.length,
		all: own,
	}));
}

/** A key for two rooms in either order. */
export function pairKey(one: number, other: number): string {
	return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/**
 * Turns lists of rooms into pairs of rooms, each once, the smaller index first, in ascending order.
 *
 * @param others 1 entry a room: the rooms that it is paired with, such as those it is linked with or those seen from it
 */
export function roomPairs(others: readonly (readonly number[])[]): readonly (readonly [number, number])[] {
	const pairs = new Map<number, readonly [number, number]>();
	for (const [room, own] of others.entries()) {
		for (const other of own) {
			const pair = [Math.min(room, other), Math.max(room, other)] as const;
			pairs.set(pair[0] * others.length + pair[1], pair);
		}
	}
	return [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/**
 * The groups of rooms that hang together, directly or by others, in the order of their first rooms.
 *
 * @param beside the rooms next to each one, for both of two that are
 */
export function roomGroups(rooms: Iterable<number>, beside: ReadonlyMap<number, ReadonlySet<number>>): Set<number>[] {
	const groups: Set<number>[] = [];
	const seen = new Set<number>();
	for (const first of rooms) {
		if (seen.has(first)) continue;
		const group = new Set([first]);
		// What is added is visited, too.
		for (const room of group) {
			seen.add(room);
			for (const next of beside.get(room) ?? []) group.add(next);
		}
		groups.push(group);
	}
	return groups;
}
