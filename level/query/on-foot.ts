import { InputError } from '../../src/findings/report.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { edgeMiddle, faceMiddle } from '../../src/geometry/locations.ts';
import { faceArea } from '../../src/geometry/triangles.ts';
import { middleBetween, planDistance, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { NONE, PERSON } from '../../src/model/walkmesh.ts';
import { ALL, OBSTACLE } from '../../src/plan/face-index.ts';
import { Clearance, type CreatureSize } from './clearance.ts';
import { Ground, keyIn, type RoomGround } from './ground.ts';
import type { LevelPart } from './level-index.ts';
import type { LevelQuery } from './level-query.ts';

/**
 * Which ground of a level people can reach, judged by their body: over faces that share an edge, over links, and past walls of all rooms and placeables. Doors
 * are no obstacle: they open.
 *
 * On each edge that two walkable faces share, and on each linked one, the parts are found where a body can stand; each has a spot in its middle. Spots of a
 * face belong together when one gets straight from one to the other, and so do those that a route leads between. Ground on which no body fits, as along
 * walls, belongs to the ground beside it.
 */

/** Placeables stop people, doors do not. */
const WALKING = { objects: ['placeable'] } as const;
const TAKING: ReadonlySet<string> = new Set(WALKING.objects);
/** Narrower parts of an edge are left out, metres: rounding makes them. */
const NARROWEST = 1e-3;
/** Ground is looked for up to this far above a spot, metres. */
const ABOVE = 0.05;
/** A face that a wall divides is measured at this many points along each edge. */
const SAMPLES = 8;
/** Between parts of the ground so many routes are searched, the largest parts first. */
const MOST_ROUTES = 64;

/** A place where a body can stand, on a face or an edge of it. */
interface Spot {
	readonly at: Vec3;
	/** Its number. */
	readonly id: number;
}

/** Ground that people can reach from each other. */
export interface FootPart {
	/** Square metres, along the faces. */
	area: number;
	/** Rooms that it lies in, ascending. */
	readonly rooms: readonly number[];
	/** A place on it where a body can stand; undefined where it is too narrow for any. */
	readonly spot: Vec3 | undefined;
	/** Where it lies: the middle of its largest face. */
	readonly at: Vec3;
	/** Room and face of that. */
	readonly room: number;
	readonly face: number;
}

/** Where two parts share an edge, or a link, that no body gets across. */
export interface FootBarrier {
	/** Indices of the parts, the larger one first. */
	readonly parts: readonly [number, number];
	readonly at: Vec3;
	readonly room: number;
	readonly face: number;
	/** Width of the way that is left, metres; 0 where a wall stands all across. */
	readonly width: number;
	/** What is in the way. */
	readonly obstacle?: { readonly room: number; readonly object: number; readonly face: number };
}

/** What people can reach of a level. */
export interface FootReach {
	/** The largest first. */
	readonly parts: readonly FootPart[];
	readonly barriers: readonly FootBarrier[];
	/** False where the search was given up: then parts that a route might join are apart. */
	readonly isComplete: boolean;
}

/** @param query of the level, with the objects that stand in it */
export function reachOnFoot(query: LevelQuery, size: CreatureSize = PERSON): FootReach {
	return new Explorer(query, size).explore();
}

class Explorer {
	readonly #query: LevelQuery;
	readonly #size: CreatureSize;
	readonly #ground: Ground;
	readonly #clearance: Clearance;
	readonly #spots: Spot[] = [];
	/** For each spot another one of its part, or itself. */
	readonly #parents: number[] = [];
	/** Spots of each walkable face by `keyIn`. */
	readonly #spotsOf = new Map<number, Spot[]>();
	/** Widest part of each shared or linked edge without a spot or whose sides are apart, for barriers. */
	#isComplete = true;

	constructor(query: LevelQuery, size: CreatureSize) {
		this.#query = query;
		this.#size = size;
		this.#ground = new Ground(query.index);
		this.#clearance = new Clearance([], size, query.index.search());
	}

	explore(): FootReach {
		const rooms = this.#query.level.rooms.flatMap((_, room) => this.#ground.room(room) ?? []);
		const faces = rooms.flatMap((room) => walkableOf(room, this.#query).map((face) => ({ room, face })));
		for (const { room, face } of faces) this.#place(room, face);
		for (const { room, face } of faces) this.#connectWithin(room, face);
		for (const { room, face } of faces) this.#connectBeyond(room, face);
		this.#route();
		return this.#result(faces);
	}

	/** Puts spots on the edges of a face and in its middle. */
	#place(room: RoomGround, face: number): void {
		const own = this.#spotsAt(room, face);
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			const behind = room.neighbours[edge];
			// A shared edge has its spots from the first of its faces.
			if (behind >= 0 && behind < edge) continue;
			if (behind < 0 && room.mesh.transitions[edge] === NONE) continue;
			const spots = this.#freeOn(room, edge);
			own.push(...spots);
			if (behind >= 0) this.#spotsAt(room, Math.floor(behind / 3)).push(...spots);
		}
		const middle = faceMiddle(room.mesh, face);
		this.#aimAt(middle, this.#size.radius);
		if (this.#clearance.distanceAt(middle, this.#size.radius) >= this.#size.radius - 1e-6) own.push(this.#spot(middle));
	}

	#spotsAt(room: RoomGround, face: number): Spot[] {
		const key = keyIn(room, face);
		const known = this.#spotsOf.get(key) ?? [];
		this.#spotsOf.set(key, known);
		return known;
	}

	#spot(at: Vec3): Spot {
		const spot = { at, id: this.#spots.length };
		this.#spots.push(spot);
		this.#parents.push(spot.id);
		return spot;
	}

	/** The middles of the parts of an edge on which a body can stand. */
	#freeOn({ mesh }: RoomGround, edge: number): Spot[] {
		const [a, b] = [mesh.faces[edge], mesh.faces[edgeEnd(edge)]].map((vertex) => vec3At(mesh.positions, vertex));
		const length = planDistance(a, b);
		if (!(length > NARROWEST)) return [];
		return freeParts(this.#coveredOn(a, b, length), length).map(([from, to]) =>
			this.#spot(between(a, b, (from + to) / 2 / length)),
		);
	}

	#coveredOn(a: Vec3, b: Vec3, length: number): number[] {
		this.#aimAt(middleBetween(a, b), length / 2 + this.#size.radius);
		const line = { x: a[0], y: a[1], dx: (b[0] - a[0]) / length, dy: (b[1] - a[1]) / length };
		return this.#clearance.coveredParts(line, 0, a[2], length, b[2]);
	}

	/** Prepares for questions about what is near a point. */
	#aimAt([x, y]: Vec3, reach: number): readonly LevelPart[] {
		const parts = this.#query.index.partsIn(
			[x - reach, y - reach, -Infinity],
			[x + reach, y + reach, Infinity],
			TAKING,
		);
		this.#clearance.parts = parts;
		return parts;
	}

	/** True where nothing that stops people is near a face. */
	#isClear(room: RoomGround, face: number): boolean {
		const corners = [0, 1, 2].map((corner) => vec3At(room.mesh.positions, room.mesh.faces[face * 3 + corner]));
		const { radius, height } = this.#size;
		const low = [0, 1, 2].map(
			(axis) => Math.min(...corners.map((corner) => corner[axis])) - (axis < 2 ? radius : ABOVE),
		);
		const high = [0, 1, 2].map(
			(axis) => Math.max(...corners.map((corner) => corner[axis])) + (axis < 2 ? radius : height),
		);
		return this.#query.index
			.partsIn(low, high, TAKING)
			.every(
				({ index, kind }) =>
					index.facesInBounds(
						low[0],
						low[1],
						low[2],
						high[0],
						high[1],
						high[2],
						kind === undefined ? OBSTACLE : ALL,
					) === 0,
			);
	}

	#connectWithin(room: RoomGround, face: number): void {
		const [first, ...others] = this.#spotsAt(room, face).toReversed();
		if (others.length === 0) return;
		if (this.#isClear(room, face)) {
			for (const other of others) this.#join(first, other);
			return;
		}
		const all = [first, ...others];
		for (const [i, one] of all.entries())
			for (const other of all.slice(i + 1))
				if (!this.#isJoined(one, other) && this.#getsTo(one, other)) this.#join(one, other);
	}

	/** Joins the spots of linked edges with the ground of the next room. */
	#connectBeyond(room: RoomGround, face: number): void {
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			if (room.neighbours[edge] >= 0 || room.mesh.transitions[edge] === NONE) continue;
			const beyond = this.#ground.beyond(room, edge).flatMap((next) => this.#spotsAt(next.room, next.face));
			const own = this.#spotsAt(room, face).filter(({ at }) => isOnEdge(room, edge, at));
			for (const spot of own) {
				const sorted = beyond.toSorted((a, b) => planDistance(a.at, spot.at) - planDistance(b.at, spot.at));
				for (const other of sorted)
					if (!this.#isJoined(spot, other) && this.#getsTo(spot, other)) this.#join(spot, other);
			}
		}
	}

	#getsTo(one: Spot, other: Spot): boolean {
		const [x, y, z] = one.at;
		const walk = this.#query.walk([x, y, z + ABOVE], other.at, { ...WALKING, ...this.#size });
		return walk.arrived && Math.abs(walk.at[2] - other.at[2]) < PERSON.height / 2;
	}

	/** Searches routes from the largest part to others that it shares an edge with: a way may lead around what stands in a face. */
	#route(): void {
		const apart = new Map<string, [Spot, Spot]>();
		for (const spots of this.#spotsOf.values()) {
			for (const [i, one] of spots.entries())
				for (const other of spots.slice(i + 1))
					if (!this.#isJoined(one, other))
						apart.set([this.#root(one.id), this.#root(other.id)].sort().join(), [one, other]);
		}
		let left = MOST_ROUTES;
		for (const [one, other] of apart.values()) {
			if (this.#isJoined(one, other)) continue;
			if (left-- <= 0) {
				this.#isComplete = false;
				return;
			}
			try {
				const [x, y, z] = one.at;
				if (
					this.#query.route([x, y, z + ABOVE], [other.at[0], other.at[1], other.at[2] + ABOVE], {
						...WALKING,
						...this.#size,
					}).arrived
				)
					this.#join(one, other);
			} catch (error) {
				if (!(error instanceof InputError)) throw error;
				this.#isComplete = false;
			}
		}
	}

	#root(id: number): number {
		let at = id;
		while (this.#parents[at] !== at) {
			this.#parents[at] = this.#parents[this.#parents[at]];
			at = this.#parents[at];
		}
		return at;
	}

	#isJoined(one: Spot, other: Spot): boolean {
		return this.#root(one.id) === this.#root(other.id);
	}

	#join(one: Spot, other: Spot): void {
		this.#parents[this.#root(one.id)] = this.#root(other.id);
	}

	#result(faces: readonly { readonly room: RoomGround; readonly face: number }[]): FootReach {
		const owners = this.#owners(faces);
		const found = new Map<
			number,
			{ area: number; rooms: Set<number>; largest: number; room: RoomGround; face: number; spot: Vec3 | undefined }
		>();
		for (const { room, face } of faces) {
			const area = faceArea(room.mesh.positions, room.mesh.faces, face);
			for (const [owner, share] of this.#sharesOf(room, face, owners)) {
				const known = found.get(owner) ?? { area: 0, rooms: new Set(), largest: -1, room, face, spot: undefined };
				found.set(owner, known);
				known.area += area * share;
				known.rooms.add(room.part.room);
				known.spot ??= this.#spotsAt(room, face).find(({ id }) => this.#root(id) === owner)?.at;
				if (area * share <= known.largest) continue;
				known.largest = area * share;
				known.room = room;
				known.face = face;
			}
		}
		const sorted = [...found].sort((a, b) => b[1].area - a[1].area);
		const index = new Map(sorted.map(([owner], i) => [owner, i]));
		return {
			parts: sorted.map(([, { area, rooms, room, face, spot }]) => ({
				area,
				rooms: [...rooms].sort((a, b) => a - b),
				spot,
				at: faceMiddle(room.mesh, face),
				room: room.part.room,
				face,
			})),
			barriers: this.#barriers(faces, owners, index),
			isComplete: this.#isComplete,
		};
	}

	/** The part that each face without a spot belongs to: that of the ground beside it; otherwise one of its own, below 0. */
	#owners(faces: readonly { readonly room: RoomGround; readonly face: number }[]): Map<number, number> {
		const owners = new Map<number, number>();
		const sizes = new Map<number, number>();
		for (const { room, face } of faces) {
			const spots = this.#spotsAt(room, face);
			if (spots.length === 0) continue;
			const owner = this.#root(spots[0].id);
			owners.set(keyIn(room, face), owner);
			sizes.set(owner, (sizes.get(owner) ?? 0) + faceArea(room.mesh.positions, room.mesh.faces, face));
		}
		const queue = faces.filter(({ room, face }) => owners.has(keyIn(room, face)));
		queue.sort(
			(a, b) =>
				(sizes.get(owners.get(keyIn(b.room, b.face)) ?? 0) ?? 0) -
				(sizes.get(owners.get(keyIn(a.room, a.face)) ?? 0) ?? 0),
		);
		const flood = (): void => {
			for (const { room, face } of queue) {
				const owner = owners.get(keyIn(room, face)) as number;
				for (const next of this.#beside(room, face)) {
					const key = keyIn(next.room, next.face);
					if (owners.has(key)) continue;
					owners.set(key, owner);
					queue.push(next);
				}
			}
			queue.length = 0;
		};
		flood();
		// Ground that is too narrow for people all over.
		let own = -1;
		for (const each of faces) {
			const key = keyIn(each.room, each.face);
			if (owners.has(key)) continue;
			owners.set(key, own--);
			queue.push(each);
			flood();
		}
		return owners;
	}

	*#beside(room: RoomGround, face: number): Generator<{ room: RoomGround; face: number }> {
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			const behind = room.neighbours[edge];
			if (behind >= 0) yield { room, face: Math.floor(behind / 3) };
			else if (room.mesh.transitions[edge] !== NONE) yield* this.#ground.beyond(room, edge);
		}
	}

	/** The parts that a face belongs to, with their shares of its area. */
	#sharesOf(
		room: RoomGround,
		face: number,
		owners: ReadonlyMap<number, number>,
	): (readonly [owner: number, share: number])[] {
		const spots = this.#spotsAt(room, face);
		const roots = new Set(spots.map(({ id }) => this.#root(id)));
		if (roots.size < 2) return [[owners.get(keyIn(room, face)) as number, 1]];
		const counts = new Map<number, number>();
		let all = 0;
		for (const point of samplesOf(room, face)) {
			const near = spots.toSorted((a, b) => planDistance(a.at, point) - planDistance(b.at, point));
			const seen = near.find(
				({ at }) => this.#query.walk([point[0], point[1], point[2] + ABOVE], at, { ...WALKING, radius: 0.01 }).arrived,
			);
			const owner = this.#root((seen ?? near[0]).id);
			counts.set(owner, (counts.get(owner) ?? 0) + 1);
			all++;
		}
		return [...counts].map(([owner, count]) => [owner, count / all]);
	}

	/** Where parts that share ground are parted, one place for each two parts: the widest way that is left, or where a wall stands across. */
	#barriers(
		faces: readonly { readonly room: RoomGround; readonly face: number }[],
		owners: ReadonlyMap<number, number>,
		index: ReadonlyMap<number, number>,
	): FootBarrier[] {
		const found = new Map<string, FootBarrier>();
		const add = (one: number, other: number, barrier: Omit<FootBarrier, 'parts'>): void => {
			const parts = [index.get(one) ?? 0, index.get(other) ?? 0].sort((a, b) => a - b) as [number, number];
			const key = parts.join();
			const known = found.get(key);
			if (parts[0] !== parts[1] && (known === undefined || known.width < barrier.width))
				found.set(key, { parts, ...barrier });
		};
		for (const { room, face } of faces) {
			const spots = this.#spotsAt(room, face);
			for (const [i, one] of spots.entries()) {
				for (const other of spots.slice(i + 1)) {
					if (this.#isJoined(one, other)) continue;
					const [x, y, z] = one.at;
					const { at, blocker } = this.#query.walk([x, y, z + ABOVE], other.at, { ...WALKING, ...this.#size });
					const barrier = {
						at,
						room: room.part.room,
						face,
						width: 0,
						...(blocker === undefined ? {} : { obstacle: blocker }),
					};
					add(this.#root(one.id), this.#root(other.id), barrier);
				}
			}
			for (let edge = face * 3; edge < face * 3 + 3; edge++) {
				const behind = room.neighbours[edge];
				const across =
					behind >= 0
						? [{ room, face: Math.floor(behind / 3) }]
						: room.mesh.transitions[edge] === NONE
							? []
							: this.#ground.beyond(room, edge);
				for (const next of across) {
					const [one, other] = [owners.get(keyIn(room, face)), owners.get(keyIn(next.room, next.face))];
					if (one === undefined || other === undefined || one === other) continue;
					add(one, other, {
						at: edgeMiddle(room.mesh, edge),
						room: room.part.room,
						face,
						width: this.#widthOf(room, edge),
					});
				}
			}
		}
		return [...found.values()];
	}

	/** How wide the way over an edge is between what stops people, metres. */
	#widthOf({ mesh }: RoomGround, edge: number): number {
		const [a, b] = [mesh.faces[edge], mesh.faces[edgeEnd(edge)]].map((vertex) => vec3At(mesh.positions, vertex));
		return planDistance(a, b);
	}
}

function walkableOf({ mesh, part }: RoomGround, query: LevelQuery): number[] {
	const { surfaces } = query.index.surfaces;
	return [...mesh.surfaces.keys()].filter((face) => part !== undefined && surfaces[mesh.surfaces[face]]?.walk === true);
}

/** The parts of a length that are not covered. */
function freeParts(covered: readonly number[], length: number): [from: number, to: number][] {
	const free: [number, number][] = [];
	let from = 0;
	for (let i = 0; i < covered.length; i += 2) {
		if (covered[i] - from > NARROWEST) free.push([from, covered[i]]);
		from = Math.max(from, covered[i + 1]);
	}
	if (length - from > NARROWEST) free.push([from, length]);
	return free;
}

function between(a: Vec3, b: Vec3, share: number): Vec3 {
	return [0, 1, 2].map((axis) => a[axis] + (b[axis] - a[axis]) * share) as unknown as Vec3;
}

function isOnEdge({ mesh }: RoomGround, edge: number, at: Vec3): boolean {
	const [a, b] = [mesh.faces[edge], mesh.faces[edgeEnd(edge)]].map((vertex) => vec3At(mesh.positions, vertex));
	return Math.abs(planDistance(a, at) + planDistance(at, b) - planDistance(a, b)) < 1e-6 * (1 + planDistance(a, b));
}

/** Points spread evenly over a face. */
function* samplesOf({ mesh: { positions, faces } }: RoomGround, face: number): Generator<Vec3> {
	const [a, b, c] = [0, 1, 2].map((corner) => vec3At(positions, faces[face * 3 + corner]));
	for (let i = 0; i < SAMPLES; i++) {
		for (let j = 0; j < SAMPLES - i; j++) {
			const [s, t] = [(i + 1 / 3) / SAMPLES, (j + 1 / 3) / SAMPLES];
			yield [0, 1, 2].map((axis) => a[axis] + (b[axis] - a[axis]) * s + (c[axis] - a[axis]) * t) as unknown as Vec3;
		}
	}
}
