import { greatest, least } from '../mesh/extremes.ts';
import { between, type Vec3, vec3At } from '../mesh/vec3.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import { NONE } from '../walkmesh/walkmesh.ts';
import { FacingEdges } from './facing-edges.ts';
import { outwards } from './fit.ts';
import type { Level } from './level.ts';
import { gatherPerimeterEdges, type PerimeterEdges, transitionAt } from './seams.ts';

/** A doorway as seen from the room that one looks out of: a straight part of a linked seam, open from the ground up. */
export interface Doorway {
	/** The room beyond. */
	readonly to: number;
	/** The ends of its sill in plan, to the left and to the right of who looks through, metres. */
	readonly left: readonly [number, number];
	readonly right: readonly [number, number];
	/** Height of its lowest and its highest point, metres. */
	readonly bottom: number;
	readonly top: number;
}

/** Doorways are taken to be this high, metres: those of the game are about 2.5 m to 3 m. */
export const DOORWAY_HEIGHT = 2.5;
/** Linked edges that run on from each other are one doorway while they turn by less than this (the cosine of 25°). */
const STRAIGHT = 0.9;

/** The doorways that lead out of each room, by room: its edges that are linked, those that run on from each other as one. */
export function doorwaysOf(level: Level, table: SurfaceTable): Doorway[][] {
	const perimeter = gatherPerimeterEdges(level, table);
	return doorwaysAlong(level, perimeter, new FacingEdges(perimeter, 0));
}

/** The same, of perimeter edges that are known. @param facing what runs along them within 0.1 m */
export function doorwaysAlong(level: Level, perimeter: PerimeterEdges, facing: FacingEdges): Doorway[][] {
	return level.rooms.map((_, room) => {
		const linked = new Map<number, number[]>();
		for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
			const to = transitionAt(level, perimeter, edge);
			if (to === NONE || to === room || level.rooms[to] === undefined) continue;
			if (!facing.of(edge).some(({ other }) => perimeter.rooms[other] === to)) continue;
			const own = linked.get(to);
			if (own === undefined) linked.set(to, [edge]);
			else own.push(edge);
		}
		return [...linked].flatMap(([to, edges]) =>
			straightRuns(perimeter, edges).map((each) => doorway(perimeter, each, to)),
		);
	});
}

/** Edges in groups that run on from each other, nearly straight. */
export function straightRuns({ points }: PerimeterEdges, edges: readonly number[]): number[][] {
	const startingAt = new Map(edges.map((edge) => [keyOf(points, edge * 3), edge]));
	const endingAt = new Map(edges.map((edge) => [keyOf(points, edge * 3 + 1), edge]));
	const left = new Set(edges);
	const groups: number[][] = [];
	const extend = (group: number[], next: Map<string, number>, from: 0 | 1): void => {
		for (let at = group[0]; ; ) {
			const edge = next.get(keyOf(points, at * 3 + from));
			if (edge === undefined || !left.has(edge) || !isStraight(points, group[0], edge)) return;
			left.delete(edge);
			group.push(edge);
			at = edge;
		}
	};
	for (const first of edges) {
		if (!left.delete(first)) continue;
		const group = [first];
		extend(group, startingAt, 1);
		extend(group, endingAt, 0);
		groups.push(group);
	}
	return groups;
}

function keyOf(points: Float64Array, point: number): string {
	return vec3At(points, point).join(' ');
}

function isStraight(points: Float64Array, one: number, other: number): boolean {
	const [ax, ay] = between(points, one * 3, one * 3 + 1);
	const [bx, by] = between(points, other * 3, other * 3 + 1);
	return ax * bx + ay * by > STRAIGHT * Math.hypot(ax, ay) * Math.hypot(bx, by);
}

function doorway({ points }: PerimeterEdges, edges: readonly number[], to: number): Doorway {
	// Out of the room, left is a quarter turn counter-clockwise from the way out.
	const [outX, outY] = outwards(points, edges[0]);
	const leftness = ([x, y]: Vec3): number => y * outX - x * outY;
	const ends = edges.flatMap((edge) => [vec3At(points, edge * 3), vec3At(points, edge * 3 + 1)]);
	const sorted = ends.toSorted((p, q) => leftness(q) - leftness(p));
	const [left, right] = [sorted[0], sorted[sorted.length - 1]];
	const heights = ends.map(([, , z]) => z);
	return {
		to,
		left: [left[0], left[1]],
		right: [right[0], right[1]],
		bottom: least(heights),
		top: greatest(heights) + DOORWAY_HEIGHT,
	};
}

/** A room is seen through at most so many doorways in a row; the game's longest are three. */
const MOST_DOORWAYS = 8;
/** So many steps are taken from one room: in a plan of open rooms the ways through it are without number. */
const MOST_STEPS = 1000;

/**
 * The pairs of rooms of which one sees the other through doorways, each once, the smaller index first: rooms that are linked, and rooms
 * for which a straight line passes all the doorways between them, in plan and in height. Walls and furniture within rooms hide nothing:
 * rather too much is drawn than a room left black.
 */
export function doorwayPairs(level: Level, table: SurfaceTable): readonly (readonly [number, number])[] {
	const doorways = doorwaysOf(level, table);
	const pairs = new Map<number, readonly [number, number]>();
	for (const room of level.rooms.keys()) {
		for (const other of seenFrom(doorways, room)) {
			const pair = [Math.min(room, other), Math.max(room, other)] as const;
			pairs.set(pair[0] * level.rooms.length + pair[1], pair);
		}
	}
	return [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** The rooms seen from one: nearest first, so that what a limit leaves out is what is farthest. */
function seenFrom(doorways: readonly (readonly Doorway[])[], room: number): Set<number> {
	const seen = new Set<number>();
	let chains: (readonly Doorway[])[] = [[]];
	let steps = 0;
	for (let depth = 0; depth < MOST_DOORWAYS && chains.length > 0; depth++) {
		const next: (readonly Doorway[])[] = [];
		for (const chain of chains) {
			const at = chain.at(-1)?.to ?? room;
			for (const doorway of doorways[at]) {
				// Nobody looks back into a room on a straight line.
				if (doorway.to === room || chain.some(({ to }) => to === doorway.to)) continue;
				if (++steps > MOST_STEPS) return seen;
				const longer = [...chain, doorway];
				if (!isSeenThrough(longer)) continue;
				seen.add(doorway.to);
				next.push(longer);
			}
		}
		chains = next;
	}
	return seen;
}

/** True when a straight line passes all doorways in plan, and one in height; both are looked at for themselves. */
function isSeenThrough(chain: readonly Doorway[]): boolean {
	if (chain.length < 2) return true;
	if (
		!isParted(
			chain.map(({ left }) => left),
			chain.map(({ right }) => right),
		)
	)
		return false;
	// Seen from the side: how far each doorway is from the first one, and what of the height it leaves open.
	const middle = ({ left, right }: Doorway): [number, number] => [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
	const [x, y] = middle(chain[0]);
	const away = chain.map((doorway) => Math.hypot(middle(doorway)[0] - x, middle(doorway)[1] - y));
	return isParted(
		chain.map(({ top }, i) => [away[i], top]),
		chain.map(({ bottom }, i) => [away[i], bottom]),
	);
}

type Point = readonly [number, number];

/** Points this near a line, metres, lie on it. */
const GRAIN = 1e-6;

/**
 * True when a straight line has all of some points on its left, or on it, and all of others on its right; points of one index are the two
 * sides of one opening. If there is such a line, there is one through a point of each kind: few points, so all of these are tried.
 */
function isParted(left: readonly Point[], right: readonly Point[]): boolean {
	return right.some((q) => left.some((p) => isLineBetween(q, p, left, right) || isLineBetween(p, q, left, right)));
}

function isLineBetween(from: Point, to: Point, left: readonly Point[], right: readonly Point[]): boolean {
	const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
	const length = Math.hypot(dx, dy);
	if (!(length > GRAIN)) return false;
	const leftness = ([x, y]: Point): number => (dx * (y - from[1]) - dy * (x - from[0])) / length;
	// A line along a doorway does not pass it.
	return left.every((p, i) => {
		const [l, r] = [leftness(p), leftness(right[i])];
		return l >= -GRAIN && r <= GRAIN && l - r > GRAIN;
	});
}
