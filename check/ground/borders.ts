import type { FootBarrier, FootReach } from '../../level/query/on-foot.ts';
import { EdgesInPlan, type EndOfGround } from '../../src/facts/end-of-ground.ts';
import { perimeterEdges } from '../../src/geometry/faces.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { JoinedSets } from '../../src/math/joined-sets.ts';
import { distanceBetween, middleBetween, planDistance, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { PERSON } from '../../src/model/walkmesh.ts';
import type { OnFoot } from '../facts/on-foot.ts';

/** Where a piece of ground comes nearest to other ground: there, and on the other side, in a room by name; metres. */
export interface WayIn {
	readonly at: Vec3;
	readonly to: Vec3;
	readonly room: string;
	readonly gap: number;
	readonly step: number;
}

/** So many points of a border are kept. */
const MOST_BORDER = 64;
/** To find what is nearest to a heap of parts, so many pairs of its edges may be looked at: from each, those about it are passed by. */
const MOST_LOOKED_AT = 4_000_000;
/** Points across a strip are so far apart, metres. */
const APART = 0.05;
/** Nothing is between two sides that is not seen at this height, metres. */
const LOW: number = PERSON.height / 4;

/** The borders of the parts of the ground that people reach from each other. */
export class Borders {
	readonly #onFoot: OnFoot;
	readonly #found: FootReach;
	/** Start and end of each edge, 6 values. */
	readonly #points: Float64Array;
	/** The edges of each part. */
	readonly #edges: readonly number[][];
	/** 1 an edge. */
	readonly #partOf: number[] = [];
	readonly #roomOf: number[] = [];

	constructor(onFoot: OnFoot, found: FootReach) {
		this.#onFoot = onFoot;
		this.#found = found;
		const points: number[] = [];
		const edges: number[][] = found.parts.map(() => []);
		for (const [room, { walkmesh }] of onFoot.level.rooms.entries()) {
			if (walkmesh === undefined) continue;
			const { positions, faces } = walkmesh;
			for (const edge of perimeterEdges(walkmesh, onFoot.surfaces).edges) {
				const part = found.partOf(room, Math.floor(edge / 3));
				if (part < 0) continue;
				edges[part].push(points.length / 6);
				this.#partOf.push(part);
				this.#roomOf.push(room);
				for (const vertex of [faces[edge], faces[edgeEnd(edge)]]) points.push(...vec3At(positions, vertex));
			}
		}
		this.#points = Float64Array.from(points);
		this.#edges = edges;
	}

	/** Points along the border of a part, and where it is barred. */
	of(part: number): readonly Vec3[] {
		const barriers = this.#found.barriers.filter(({ parts }) => parts.includes(part));
		return [
			...some(this.#edges[part]).flatMap((edge) => [...this.#endsAt(edge), middleBetween(...this.#endsAt(edge))]),
			...barriers.map(({ at }) => at),
		];
	}

	/**
	 * For each part how one would get there: from the main part, or from one that would be reached once those that are nearer were joined. Of terraces each
	 * is next to the one before it, not so many metres from the first.
	 */
	waysIn(): readonly { readonly way?: WayIn; readonly barrier?: FootBarrier }[] {
		const ways: { readonly way?: WayIn; readonly barrier?: FootBarrier }[] = [{}];
		const beside = groupBy(
			this.#shortest().flatMap(({ parts: [a, b], barrier }) => [
				{ from: a, to: b, barrier },
				{ from: b, to: a, barrier },
			]),
			({ from }) => from,
		);
		const reached = new Set([0]);
		for (const last of reached) {
			const own = new EdgesInPlan(this.#points, 6, this.#edges[last]);
			for (const { to, barrier } of beside.get(last) ?? []) {
				if (reached.has(to)) continue;
				reached.add(to);
				const end = own.nearestTo(this.#edges[to]);
				ways[to] = {
					...(end === undefined ? {} : { way: this.#wayInto(to, last, end) }),
					...(barrier === undefined ? {} : { barrier }),
				};
			}
		}
		return Array.from(this.#found.parts, (_, part) => ways[part] ?? {});
	}

	/** The pairs of parts whose joining would make one of all, over the shortest ways; where a barrier parts two, there is none. */
	#shortest(): { readonly parts: readonly [number, number]; readonly barrier?: FootBarrier }[] {
		const index = new EdgesInPlan(this.#points, 6, [...this.#partOf.keys()]);
		const joined = new JoinedSets(this.#found.parts.length);
		const pairs: { parts: readonly [number, number]; barrier?: FootBarrier }[] = [];
		const add = (parts: readonly [number, number], barrier?: FootBarrier): void => {
			if (joined.isJoined(...parts)) return;
			joined.join(...parts);
			pairs.push({ parts, ...(barrier === undefined ? {} : { barrier }) });
		};
		for (const barrier of this.#found.barriers) add(barrier.parts, barrier);
		const partsOf = ({ edge, other }: EndOfGround): [number, number] => [this.#partOf[edge], this.#partOf[other]];
		for (const end of this.#ends(index)) add(partsOf(end));
		// Heaps of parts that are far from each other: all but the main one look for the ground nearest to them, until there is none.
		for (let before = -1; before < pairs.length; ) {
			before = pairs.length;
			const groups = groupBy(this.#edges.keys(), (part) => joined.root(part));
			groups.delete(joined.root(0));
			const ends = [...groups].map(([root, parts]) => {
				const own = parts.flatMap((part) => this.#edges[part]);
				const isOutside = (edge: number): boolean => joined.root(this.#partOf[edge]) !== root;
				return index.nearestTo(own, isOutside, Math.max(1, Math.floor(MOST_LOOKED_AT / own.length)));
			});
			for (const end of ends) if (end !== undefined) add(partsOf(end));
		}
		return pairs;
	}

	/** For each two parts that lie near each other how near, the nearest first. */
	#ends(index: EdgesInPlan): EndOfGround[] {
		const found = new Map<string, EndOfGround>();
		for (const [part, edges] of this.#edges.entries()) {
			// The main part has the longest border, and all others look for it.
			for (const edge of part === 0 ? [] : edges) {
				for (const end of index.around(edge, (other) => this.#partOf[other] !== part)) {
					const pair = [part, this.#partOf[end.other]].sort((a, b) => a - b).join();
					if (!((found.get(pair)?.distance ?? Infinity) <= end.distance)) found.set(pair, end);
				}
			}
		}
		return [...found.values()].sort((a, b) => a.distance - b.distance);
	}

	/** Between borders or, where that is nearer, up or down a step in the middle of the other ground. */
	#wayInto(part: number, from: number, end: EndOfGround): WayIn {
		const way = this.#wayAt(end);
		if (way.gap < APART) return way;
		const most = Math.hypot(way.gap, way.step);
		const up = this.#stepAt(part, from, most);
		const down = this.#stepAt(from, part, up?.step ?? most);
		return (down === undefined ? up : { ...down, at: down.to, to: down.at }) ?? way;
	}

	/** The lowest step from the border of a part to ground of another straight below or above. @param most of what is lower, metres */
	#stepAt(part: number, onto: number, most: number): WayIn | undefined {
		const { level, query } = this.#onFoot;
		let found: WayIn | undefined;
		for (const edge of some(this.#edges[part])) {
			const [a, b] = this.#endsAt(edge);
			const at = middleBetween(a, b);
			if (!(planDistance(a, b) > 0)) continue;
			const [x, y] = besideOf(a, b, APART);
			const least = found?.step ?? most;
			for (const hit of query.raycast([x, y, at[2] + least], [x, y, at[2] - least], { mask: 'walk', hit: 'all' })) {
				const step = Math.abs(hit.point[2] - at[2]);
				if (this.#found.partOf(hit.room, hit.face) !== onto || step >= (found?.step ?? most)) continue;
				found = { at, to: [at[0], at[1], hit.point[2]], room: level.rooms[hit.room].name, gap: 0, step };
			}
		}
		return found;
	}

	#wayAt({ edge, other: beyond }: EndOfGround): WayIn {
		const { one, other } = nearestOf(...this.#endsAt(edge), ...this.#endsAt(beyond));
		const { name } = this.#onFoot.level.rooms[this.#roomOf[beyond]];
		return { at: one, to: other, room: name, gap: planDistance(one, other), step: Math.abs(one[2] - other[2]) };
	}

	/** How much of the border of a part has other ground of its rooms straight across a strip without faces, with no wall between; metres. */
	facing(part: number): number {
		let length = 0;
		for (const edge of this.#edges[part]) {
			const [a, b] = this.#endsAt(edge);
			if (this.#leadsAcross(part, this.#roomOf[edge], a, b)) length += planDistance(a, b);
		}
		return length;
	}

	#leadsAcross(part: number, own: number, a: Vec3, b: Vec3): boolean {
		const { query } = this.#onFoot;
		const [x, y, z] = middleBetween(a, b);
		if (!(planDistance(a, b) > 0)) return false;
		for (let depth = APART; depth <= THRESHOLDS.strip; depth += APART) {
			const to = besideOf(a, b, depth);
			const under = query.groundAt(to[0], to[1], z + THRESHOLDS.facing);
			if (under === undefined || under.point[2] < z - THRESHOLDS.facing) continue;
			const beyond = this.#found.partOf(under.room, under.face);
			if (beyond < 0 || beyond === part || under.room !== own) return false;
			return query.raycast([x, y, z + LOW], [to[0], to[1], under.point[2] + LOW], { mask: 'all' }) === undefined;
		}
		return false;
	}

	#endsAt(edge: number): [Vec3, Vec3] {
		return [vec3At(this.#points, edge * 2), vec3At(this.#points, edge * 2 + 1)];
	}
}

/** So many edges of a border, spread over it. */
function some(edges: readonly number[]): number[] {
	const step = Math.max(1, edges.length / MOST_BORDER);
	return Array.from({ length: Math.min(edges.length, MOST_BORDER) }, (_, i) => edges[Math.floor(i * step)]);
}

/** A point outside the middle of an edge of the ground. @param depth metres */
function besideOf(a: Vec3, b: Vec3, depth: number): Vec3 {
	const [x, y, z] = middleBetween(a, b);
	const share = depth / planDistance(a, b);
	return [x + (b[1] - a[1]) * share, y + (a[0] - b[0]) * share, z];
}

/** The nearest points of two edges, in plan; along edges that are as far apart everywhere their middle. */
function nearestOf(a: Vec3, b: Vec3, c: Vec3, d: Vec3): { one: Vec3; other: Vec3 } {
	const pairs: { one: Vec3; other: Vec3 }[] = [
		...[middleBetween(a, b), a, b].map((one) => ({ one, other: onto(one, c, d) })),
		...[middleBetween(c, d), c, d].map((other) => ({ one: onto(other, a, b), other })),
	];
	return pairs.reduce((best, pair) =>
		distanceBetween(pair.one, pair.other) < distanceBetween(best.one, best.other) ? pair : best,
	);
}

/** The point of an edge that is nearest to a point in plan. */
function onto(point: Vec3, a: Vec3, b: Vec3): Vec3 {
	const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
	const squared = dx * dx + dy * dy;
	const share = squared > 0 ? Math.max(0, Math.min(1, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / squared)) : 0;
	return [a[0] + dx * share, a[1] + dy * share, a[2] + (b[2] - a[2]) * share];
}
