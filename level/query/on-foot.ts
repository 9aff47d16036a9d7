import { InputError } from '../../src/findings/report.ts';
import { faceMiddle } from '../../src/geometry/faces.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { faceArea } from '../../src/geometry/triangles.ts';
import { middleBetween, planDistance, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { NONE, PERSON, STEP } from '../../src/model/walkmesh.ts';
import { ALL, OBSTACLE } from '../../src/plan/face-index.ts';
import { Clearance, type CreatureSize } from './clearance.ts';
import { Effort, usualSteps } from './effort.ts';
import { Ground, type RoomGround, standsAt } from './ground.ts';
import type { LevelQuery } from './level-query.ts';
import type { Walk } from './walk.ts';

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
/** Radius of the walk from a point of a face to where it belongs to, metres. */
const FEELER = 0.01;
/** A face that a wall divides is measured at this many points along each edge. */
const SAMPLES = 8;
/** Walks and routes take this share of the steps of a usual search: a sound level of 8,000 faces takes a hundredth. */
const SHARE = 0.2;
/** So many times as many are taken to look at what is near each edge. */
const MOST_NEAR = 20;
/** Of the steps of a usual search one walk takes at most this share, and one route. */
const MOST_OF_WALKS = 0.01;
const MOST_OF_ROUTES = 0.1;
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
	/** Square metres by room. */
	readonly areas: ReadonlyMap<number, number>;
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
	/** The part that a walkable face of a room belongs to, or the one of its parts that is named first; −1 for any other face. */
	partOf(room: number, face: number): number;
	/** Places on a walkable face where a body can stand, each with its part; none where nobody fits. */
	spotsOn(room: number, face: number): readonly { readonly at: Vec3; readonly part: number }[];
	/** False where the search was given up: then parts that a route might join are apart. */
	readonly isComplete: boolean;
}

/**
 * @param query of the level, with the objects that stand in it
 * @param maxSteps of the search for walks and routes; twenty times as many are taken to look at what is near each edge
 * @throws InputError where so many faces lie on top of each other that looking at what is near takes too long
 */
export function reachOnFoot(
	query: LevelQuery,
	size: CreatureSize = PERSON,
	maxSteps: number = usualSteps(query.index.spreadFaces) * SHARE,
): FootReach {
	return new Explorer(query, size, maxSteps).explore();
}

/** A walkable face, by its number among those of the level. */
interface Face {
	readonly room: RoomGround;
	readonly face: number;
	/** True where nothing that stops people is near: a body gets everywhere on it. */
	readonly isClear: boolean;
	readonly area: number;
	/** Where a body can stand; of a clear face only its middle. */
	readonly spots: Spot[];
}

class Explorer {
	readonly #query: LevelQuery;
	readonly #size: CreatureSize;
	readonly #ground: Ground;
	readonly #clearance: Clearance;
	/** For the width of what is left. */
	readonly #feeler: Clearance;
	readonly #faces: Face[] = [];
	/** For each room of the layout the number of each of its faces; −1 for those that are not walkable. */
	readonly #numbers: Int32Array[] = [];
	/** For each spot another one of its part, or itself. */
	readonly #parents: number[] = [];
	#isComplete = true;
	/** Counts the steps of looking at what is near, without which there is no answer. */
	readonly #near: Effort;
	/** Steps of searches that are left: faces on top of each other could otherwise make it endless. */
	#steps: number;
	/** Stands for all rooms that are not known. */
	#outside: Spot | undefined;

	constructor(query: LevelQuery, size: CreatureSize, maxSteps: number) {
		this.#query = query;
		this.#size = size;
		this.#near = new Effort(query.index.spreadFaces, maxSteps * MOST_NEAR);
		this.#ground = new Ground(query.index);
		this.#clearance = new Clearance([], size, this.#near);
		this.#steps = maxSteps;
		this.#feeler = new Clearance([], { ...size, radius: NARROWEST }, this.#near);
	}

	explore(): FootReach {
		for (const index of this.#query.level.rooms.keys()) {
			const room = this.#ground.room(index);
			if (room !== undefined) this.#gather(room);
		}
		for (const face of this.#faces) this.#placeSpots(face);
		for (const face of this.#faces) this.#connectWithin(face);
		for (const face of this.#faces) this.#connectOnTop(face);
		for (const face of this.#faces) this.#connectBeyond(face);
		this.#route();
		this.#routeBeside();
		return this.#result();
	}

	#gather(room: RoomGround): void {
		const { mesh, part } = room;
		const { surfaces } = this.#query.index.surfaces;
		const numbers = new Int32Array(mesh.surfaces.length).fill(-1);
		this.#numbers[part.room] = numbers;
		for (let face = 0; face < mesh.surfaces.length; face++) {
			if (surfaces[mesh.surfaces[face]]?.walk !== true) continue;
			numbers[face] = this.#faces.length;
			const isClear = this.#isClear(room, face);
			const area = faceArea(mesh.positions, mesh.faces, face);
			this.#faces.push({ room, face, isClear, area, spots: isClear ? [this.#spot(faceMiddle(mesh, face))] : [] });
		}
	}

	#spot(at: Vec3): Spot {
		const spot = { at, id: this.#parents.length };
		this.#parents.push(spot.id);
		return spot;
	}

	/** Joins a face with those beside it, or puts spots where a body can stand on the edge between them. */
	#placeSpots(own: Face): void {
		const { room, face, isClear, spots } = own;
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			const behind = room.neighbours[edge];
			// Of the two faces at an edge the first sees to it.
			if (behind >= 0 ? behind < edge : isClear || room.mesh.transitions[edge] === NONE) continue;
			const other = behind < 0 ? undefined : this.#faceAt(room, Math.floor(behind / 3));
			if (isClear && other?.isClear === true) {
				this.#join(spots[0], other.spots[0]);
				continue;
			}
			for (const spot of this.#freeOn(room, edge, isClear || other?.isClear === true)) {
				if (isClear) this.#join(spots[0], spot);
				else spots.push(spot);
				if (other?.isClear === true) this.#join(other.spots[0], spot);
				else other?.spots.push(spot);
			}
		}
		if (isClear) return;
		const middle = faceMiddle(room.mesh, face);
		this.#aimAt(middle, this.#size.radius);
		const footing = this.#ground.footing(room, face);
		if (this.#clearance.distanceAt(middle, this.#size.radius, footing) >= this.#size.radius - 1e-6)
			spots.push(this.#spot(middle));
	}

	#faceAt(room: RoomGround, face: number): Face {
		return this.#faces[this.#numbers[room.part.room][face]];
	}

	/** The middles of the parts of an edge on which a body can stand. */
	#freeOn(room: RoomGround, edge: number, isClear: boolean): Spot[] {
		const [a, b] = endsOf(room.mesh, edge);
		const length = planDistance(a, b);
		if (!(length > NARROWEST)) return [];
		const free: (readonly [number, number])[] = isClear
			? [[0, length]]
			: freeParts(this.#coveredOn(room, edge), length);
		return free.map(([from, to]) => this.#spot(between(a, b, (from + to) / 2 / length)));
	}

	#coveredOn(room: RoomGround, edge: number, clearance = this.#clearance): number[] {
		const [a, b] = endsOf(room.mesh, edge);
		const length = planDistance(a, b);
		this.#aimAt(middleBetween(a, b), length / 2 + this.#size.radius);
		clearance.parts = this.#clearance.parts;
		const line = { x: a[0], y: a[1], dx: (b[0] - a[0]) / length, dy: (b[1] - a[1]) / length };
		const faces = [edge, room.neighbours[edge]].filter((each) => each >= 0).map((each) => Math.floor(each / 3));
		const footings = faces.map((face) => this.#ground.footing(room, face));
		return clearance.coveredParts(line, 0, length, footings);
	}

	/** Prepares for questions about what is near a point. */
	#aimAt([x, y]: Vec3, reach: number): void {
		const [low, high]: [Vec3, Vec3] = [
			[x - reach, y - reach, -Infinity],
			[x + reach, y + reach, Infinity],
		];
		this.#clearance.parts = this.#query.index.partsIn(low, high, TAKING);
	}

	/** True where nothing that stops people is near a face. */
	#isClear({ mesh: { positions, faces } }: RoomGround, face: number): boolean {
		const { radius, height } = this.#size;
		const [low, high] = [
			[Infinity, Infinity, Infinity],
			[-Infinity, -Infinity, -Infinity],
		];
		for (let corner = face * 3; corner < face * 3 + 3; corner++) {
			for (let axis = 0; axis < 3; axis++) {
				const value = positions[faces[corner] * 3 + axis];
				low[axis] = Math.min(low[axis], value - (axis < 2 ? radius : STEP));
				high[axis] = Math.max(high[axis], value + (axis < 2 ? radius : height));
			}
		}
		const [x0, y0, z0] = low;
		const [x1, y1, z1] = high;
		return this.#query.index
			.partsIn(low, high, TAKING)
			.every(
				({ index, kind }) => index.facesInBounds(x0, y0, z0, x1, y1, z1, kind === undefined ? OBSTACLE : ALL) === 0,
			);
	}

	/** Joins the spots of a face between which one gets straight. */
	#connectWithin({ spots }: Face): void {
		for (const [i, one] of spots.entries())
			for (const other of spots.slice(i + 1))
				if (!this.#isJoined(one, other) && this.#getsTo(one, other)) this.#join(one, other);
	}

	/** Joins a face with those at the same height on it: whoever stands on a floor that is there twice stands on both. */
	#connectOnTop({ room, face, spots: [spot] }: Face): void {
		if (spot === undefined) return;
		const [x, y, z] = spot.at;
		for (const other of standsAt(this.#ground, [x, y], z)) {
			const own = this.#faceAt(other.room, other.face);
			if ((other.face === face && other.room === room) || own.spots.length === 0) continue;
			for (const next of own.spots)
				if (!this.#isJoined(spot, next) && (own.isClear || this.#getsTo(spot, next))) this.#join(spot, next);
		}
	}

	/** Joins a face with the ground of other rooms behind its linked edges. */
	#connectBeyond({ room, face, isClear, spots }: Face): void {
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			const to = room.mesh.transitions[edge];
			if (room.neighbours[edge] >= 0 || to === NONE) continue;
			const beyond = this.#ground.beyond(room, edge).map((next) => this.#faceAt(next.room, next.face));
			// Rooms that are not known may join all ground that leads to them.
			if (this.#ground.room(to) === undefined) {
				this.#outside ??= this.#spot([0, 0, 0]);
				for (const spot of spots.filter(({ at }) => isClear || isBetween(...endsOf(room.mesh, edge), at)))
					this.#join(this.#outside, spot);
				continue;
			}
			if (isClear && beyond.length > 0 && beyond.every((each) => each.isClear)) {
				for (const each of beyond) this.#join(spots[0], each.spots[0]);
				continue;
			}
			const [a, b] = endsOf(room.mesh, edge);
			const own = isClear ? [this.#spot(middleBetween(a, b))] : spots.filter(({ at }) => isBetween(a, b, at));
			for (const spot of own) {
				if (isClear) this.#join(spots[0], spot);
				const next = beyond.flatMap((each) => each.spots);
				next.sort((p, q) => planDistance(p.at, spot.at) - planDistance(q.at, spot.at));
				for (const other of next)
					if (!this.#isJoined(spot, other) && this.#getsTo(spot, other)) this.#join(spot, other);
			}
		}
	}

	#getsTo(one: Spot, other: Spot): boolean {
		const walk = this.#walk(one.at, other.at, this.#size);
		return walk?.arrived === true && Math.abs(walk.at[2] - other.at[2]) < PERSON.height / 2;
	}

	/** A straight walk; undefined where the search is given up. */
	#walk(from: Vec3, to: Vec3, size: Partial<CreatureSize>): Walk | undefined {
		return this.#within(MOST_OF_WALKS, (maxSteps) =>
			this.#query.walk(raised(from), to, { ...WALKING, ...size, maxSteps }),
		);
	}

	/** Asks something within the steps that are left. */
	#within<T>(share: number, ask: (maxSteps: number) => T): T | undefined {
		const maxSteps = Math.floor(Math.min(this.#steps, usualSteps(0) * share));
		if (maxSteps < 1) {
			this.#isComplete = false;
			return undefined;
		}
		try {
			return ask(maxSteps);
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
			this.#isComplete = false;
			return undefined;
		} finally {
			this.#steps -= this.#query.index.effort.spent;
		}
	}

	/** Searches routes between parts that share a face: a way may lead around what stands in it. */
	#route(): void {
		let left = MOST_ROUTES;
		const tried = new Set<string>();
		for (const { spots } of this.#faces) {
			for (const [i, one] of spots.entries()) {
				for (const other of spots.slice(i + 1)) {
					const key = [this.#root(one.id), this.#root(other.id)].sort().join();
					if (this.#isJoined(one, other) || tried.has(key)) continue;
					tried.add(key);
					if (left-- <= 0) this.#isComplete = false;
					else if (this.#hasRoute(one, other)) this.#join(one, other);
				}
			}
		}
	}

	/** Searches routes between parts that lie side by side: a way may lead over ground on which there is a spot of neither. */
	#routeBeside(): void {
		const owners = this.#owners();
		const spotOf = new Map<number, Spot>();
		for (const { spots } of this.#faces)
			for (const spot of spots) if (!spotOf.has(this.#root(spot.id))) spotOf.set(this.#root(spot.id), spot);
		const tried = new Set<string>();
		for (const [number, face] of this.#faces.entries()) {
			const one = face.spots[0] ?? spotOf.get(owners[number]);
			for (const next of this.#beside(face)) {
				const other = this.#faces[next].spots[0] ?? spotOf.get(owners[next]);
				if (one === undefined || other === undefined || this.#isJoined(one, other)) continue;
				const key = [this.#root(one.id), this.#root(other.id)].sort().join();
				if (tried.has(key)) continue;
				tried.add(key);
				if (tried.size > MOST_ROUTES) this.#isComplete = false;
				else if (this.#hasRoute(one, other)) this.#join(one, other);
			}
		}
	}

	#hasRoute(one: Spot, other: Spot): boolean {
		const route = this.#within(MOST_OF_ROUTES, (maxSteps) =>
			this.#query.route(raised(one.at), raised(other.at), { ...WALKING, ...this.#size, maxSteps }),
		);
		return route?.arrived === true;
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

	#result(): FootReach {
		const owners = this.#owners();
		const found = new Map<
			number,
			{ -readonly [K in keyof FootPart]: FootPart[K] } & { largest: number; all: Map<number, number> }
		>();
		for (const [number, own] of this.#faces.entries()) {
			const { room, face, area, spots } = own;
			for (const [owner, share] of this.#sharesOf(own, owners[number])) {
				const known = found.get(owner) ?? {
					...{ area: 0, rooms: [], areas: new Map(), spot: undefined, at: [0, 0, 0], room: 0, face: 0 },
					...{ largest: -1, all: new Map<number, number>() },
				};
				found.set(owner, known);
				known.area += area * share;
				known.all.set(room.part.room, (known.all.get(room.part.room) ?? 0) + area * share);
				known.spot ??= spots.find(({ id }) => this.#root(id) === owner)?.at;
				if (area * share <= known.largest) continue;
				Object.assign(known, { largest: area * share, at: faceMiddle(room.mesh, face), room: room.part.room, face });
			}
		}
		const sorted = [...found].sort((a, b) => b[1].area - a[1].area);
		const index = new Map(sorted.map(([owner], i) => [owner, i]));
		return {
			parts: sorted.map(([, { largest: _, all, ...part }]) => ({
				...part,
				areas: all,
				rooms: [...all.keys()].sort((a, b) => a - b),
			})),
			partOf: (room, face) => index.get(owners[this.#numbers[room]?.[face]]) ?? -1,
			spotsOn: (room, face) =>
				(this.#faces[this.#numbers[room]?.[face]]?.spots ?? []).map(({ at, id }) => ({
					at,
					part: index.get(this.#root(id)) ?? -1,
				})),
			barriers: this.#barriers(owners, index),
			isComplete: this.#isComplete,
		};
	}

	/** The part of each face; one without a spot has that of the ground beside it, the largest first, or else one of its own, below 0. */
	#owners(): Int32Array {
		const owners = new Int32Array(this.#faces.length);
		const isSet = new Uint8Array(this.#faces.length);
		const sizes = new Map<number, number>();
		const queue: number[] = [];
		for (const [number, { spots, area }] of this.#faces.entries()) {
			if (spots.length === 0) continue;
			owners[number] = this.#root(spots[0].id);
			isSet[number] = 1;
			sizes.set(owners[number], (sizes.get(owners[number]) ?? 0) + area);
			queue.push(number);
		}
		const sizeOf = (number: number): number => sizes.get(owners[number]) ?? 0;
		if (queue.length < this.#faces.length) queue.sort((a, b) => sizeOf(b) - sizeOf(a));
		const flood = (): void => {
			for (const number of queue) {
				for (const next of this.#beside(this.#faces[number])) {
					if (isSet[next] === 1) continue;
					isSet[next] = 1;
					owners[next] = owners[number];
					queue.push(next);
				}
			}
			queue.length = 0;
		};
		if (queue.length < this.#faces.length) flood();
		// Ground that is too narrow for people all over.
		let own = -1;
		for (const number of this.#faces.keys()) {
			if (isSet[number] === 1) continue;
			isSet[number] = 1;
			owners[number] = own--;
			queue.push(number);
			flood();
		}
		return owners;
	}

	/** The numbers of the faces across the edges of a face. */
	*#beside({ room, face }: Face): Generator<number> {
		for (let edge = face * 3; edge < face * 3 + 3; edge++) yield* this.#across(room, edge);
	}

	*#across(room: RoomGround, edge: number): Generator<number> {
		const behind = room.neighbours[edge];
		if (behind >= 0) yield this.#numbers[room.part.room][Math.floor(behind / 3)];
		else if (room.mesh.transitions[edge] !== NONE)
			for (const next of this.#ground.beyond(room, edge)) yield this.#numbers[next.room.part.room][next.face];
	}

	/** The parts that a face belongs to, with their shares of its area. */
	#sharesOf({ room, face, spots }: Face, owner: number): (readonly [owner: number, share: number])[] {
		if (spots.length < 2 || spots.every(({ id }) => this.#root(id) === owner)) return [[owner, 1]];
		const counts = new Map<number, number>();
		let all = 0;
		for (const point of samplesOf(room, face)) {
			const near = spots.toSorted((a, b) => planDistance(a.at, point) - planDistance(b.at, point));
			const seen = near.find(({ at }) => this.#walk(point, at, { radius: FEELER })?.arrived);
			const found = this.#root((seen ?? near[0]).id);
			counts.set(found, (counts.get(found) ?? 0) + 1);
			all++;
		}
		return [...counts].map(([each, count]) => [each, count / all]);
	}

	#isDivided(number: number): boolean {
		const [first, ...others] = this.#faces[number].spots;
		return others.some((other) => !this.#isJoined(first, other));
	}

	/** The widest part of an edge in which nothing stands. */
	#widestOn(room: RoomGround, edge: number): { at: Vec3; width: number } {
		const [a, b] = endsOf(room.mesh, edge);
		const length = planDistance(a, b);
		let widest: readonly [number, number] = [length / 2, length / 2];
		for (const part of length > NARROWEST ? freeParts(this.#coveredOn(room, edge, this.#feeler), length) : [])
			if (part[1] - part[0] > widest[1] - widest[0]) widest = part;
		const free = {
			at: between(a, b, length > 0 ? (widest[0] + widest[1]) / 2 / length : 0),
			width: widest[1] - widest[0],
		};
		// In a neck the edge may lie along it, and then is no measure of its width.
		let roomiest = { at: free.at, space: -1 };
		this.#aimAt(middleBetween(a, b), length / 2 + this.#size.radius);
		const footing = this.#ground.footing(room, Math.floor(edge / 3));
		for (let i = 0; i <= SAMPLES; i++) {
			const at = between(a, b, i / SAMPLES);
			const space = this.#clearance.distanceAt(at, this.#size.radius, footing);
			if (space > roomiest.space) roomiest = { at, space };
		}
		const width = roomiest.space * 2;
		return width < free.width && roomiest.space < this.#size.radius ? { at: roomiest.at, width } : free;
	}

	/** What stops a body on its way from one face to the next, over a point of the edge that they share. */
	#obstacleBetween(one: Face, other: Face, at: Vec3): FootBarrier['obstacle'] {
		const [from, to] = [one, other].map(({ room, face }) => faceMiddle(room.mesh, face));
		return this.#walk(from, at, this.#size)?.blocker ?? this.#walk(at, to, this.#size)?.blocker;
	}

	/** Where parts that share ground are parted, one place for each two of them: the widest edge between them, or the wall in a face that both have part of. */
	#barriers(owners: Int32Array, index: ReadonlyMap<number, number>): FootBarrier[] {
		const found = new Map<string, FootBarrier>();
		const add = (one: number, other: number, barrier: Omit<FootBarrier, 'parts'>): void => {
			const parts = [index.get(one) ?? 0, index.get(other) ?? 0].sort((a, b) => a - b) as [number, number];
			const known = found.get(parts.join());
			if (known === undefined || known.width < barrier.width) found.set(parts.join(), { parts, ...barrier });
		};
		for (const [number, { room, face, spots }] of this.#faces.entries()) {
			const place = { room: room.part.room, face };
			for (const [i, one] of spots.entries()) {
				for (const other of spots.slice(i + 1)) {
					if (this.#isJoined(one, other)) continue;
					const walk = this.#walk(one.at, other.at, this.#size);
					// Where the search was given up, it is not known what parts them.
					if (walk === undefined) continue;
					const { at, blocker } = walk;
					add(this.#root(one.id), this.#root(other.id), {
						...{ at, ...place, width: 0 },
						...(blocker === undefined ? {} : { obstacle: blocker }),
					});
				}
			}
			// In a face that a wall divides, that is what parts them.
			if (this.#isDivided(number)) continue;
			for (let edge = face * 3; edge < face * 3 + 3; edge++) {
				for (const next of this.#across(room, edge)) {
					if (owners[next] === owners[number] || this.#isDivided(next)) continue;
					const widest = this.#widestOn(room, edge);
					const obstacle = this.#obstacleBetween(this.#faces[number], this.#faces[next], widest.at);
					add(owners[number], owners[next], { ...widest, ...place, ...(obstacle === undefined ? {} : { obstacle }) });
				}
			}
		}
		return [...found.values()];
	}
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

function endsOf({ positions, faces }: RoomGround['mesh'], edge: number): [Vec3, Vec3] {
	return [vec3At(positions, faces[edge]), vec3At(positions, faces[edgeEnd(edge)])];
}

function isBetween(a: Vec3, b: Vec3, at: Vec3): boolean {
	const length = planDistance(a, b);
	return Math.abs(planDistance(a, at) + planDistance(at, b) - length) < 1e-6 * (1 + length);
}

/** A point a little above the ground, from which walks find the face below. */
function raised([x, y, z]: Vec3): Vec3 {
	return [x, y, z + ABOVE];
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
