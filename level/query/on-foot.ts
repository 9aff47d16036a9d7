import { InputError } from '../../src/findings/report.ts';
import { faceMiddle } from '../../src/geometry/faces.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { faceArea, faceVector } from '../../src/geometry/triangles.ts';
import { JoinedSets } from '../../src/math/joined-sets.ts';
import { middleBetween, planDistance, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { WALL_COSINE } from '../../src/model/thresholds.ts';
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
 *
 * In one file: the search and what comes of it share the numbers of faces and spots, and the sets that these are joined to.
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
/** In a larger face walls may shut off ground where a body can stand, square metres. */
const LARGE = 1;
/** It is looked for at points so far apart as a body is wide, in so many rows at most. */
const MOST_ROWS = 16;
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

class Explorer {
	readonly #query: LevelQuery;
	readonly #size: CreatureSize;
	readonly #ground: Ground;
	readonly #clearance: Clearance;
	/** For the width of what is left. */
	readonly #feeler: Clearance;
	/** For each room of the layout the number of each of its faces among the walkable ones of the level; −1 for others. */
	readonly #numbers: Int32Array[] = [];
	/** 1 a walkable face: its room of the layout, its number there and its square metres. Of the bytes, 1 where nothing that stops people is near. */
	readonly #roomOf: Int32Array;
	readonly #faceOf: Int32Array;
	readonly #areas: Float64Array;
	readonly #isClear: Uint8Array;
	/** Where a body can stand on faces that are not clear. On a clear one it gets everywhere, and its middle stands for all. */
	readonly #spots = new Map<number, Spot[]>();
	/** Which spots are of one part: first those of the faces themselves, by their number, then all others. */
	readonly #joined = new JoinedSets();
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
		const count = this.#number();
		this.#roomOf = new Int32Array(count);
		this.#faceOf = new Int32Array(count);
		this.#areas = new Float64Array(count);
		this.#isClear = new Uint8Array(count);
	}

	explore(): FootReach {
		this.#gather();
		for (const number of this.#faceOf.keys()) this.#placeSpots(number);
		for (const [number, spots] of this.#spots) this.#connectWithin(number, spots);
		for (const number of this.#faceOf.keys()) this.#connectBeyond(number);
		if (!this.#isWhole()) for (const number of this.#faceOf.keys()) this.#connectOnTop(number);
		this.#route();
		this.#routeBeside();
		return this.#result();
	}

	/** Numbers the walkable faces. @returns how many there are */
	#number(): number {
		let count = 0;
		const { surfaces } = this.#query.index.surfaces;
		for (const index of this.#query.level.rooms.keys()) {
			const mesh = this.#ground.room(index)?.mesh;
			if (mesh === undefined) continue;
			this.#numbers[index] = Int32Array.from(mesh.surfaces, (surface) =>
				surfaces[surface]?.walk === true ? count++ : -1,
			);
		}
		return count;
	}

	#gather(): void {
		for (const [index, numbers] of this.#numbers.entries()) {
			const room = this.#ground.room(index);
			if (room === undefined) continue;
			for (let face = 0; face < numbers.length; face++) {
				const number = numbers[face];
				if (number < 0) continue;
				this.#roomOf[number] = index;
				this.#faceOf[number] = face;
				this.#areas[number] = faceArea(room.mesh.positions, room.mesh.faces, face);
				this.#isClear[number] = Number(this.#isClearAround(room, face));
				this.#joined.add();
				if (this.#isClear[number] === 0) this.#spots.set(number, []);
			}
		}
	}

	#roomAt(number: number): RoomGround {
		return this.#ground.room(this.#roomOf[number]) as RoomGround;
	}

	/** Where a body can stand on a face; of a clear one only its middle. */
	#spotsOn(number: number): readonly Spot[] {
		return this.#spots.get(number) ?? [{ at: faceMiddle(this.#roomAt(number).mesh, this.#faceOf[number]), id: number }];
	}

	#spot(at: Vec3): Spot {
		return { at, id: this.#joined.add() };
	}

	/** Joins a face with those beside it, or puts spots where a body can stand on the edge between them. */
	#placeSpots(number: number): void {
		const [room, face, own] = [this.#roomAt(number), this.#faceOf[number], this.#spots.get(number)];
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			const behind = room.neighbours[edge];
			// Of the two faces at an edge the first sees to it.
			if (behind >= 0 ? behind < edge : own === undefined || room.mesh.transitions[edge] === NONE) continue;
			const next = behind < 0 ? number : this.#numberAt(room, Math.floor(behind / 3));
			const other = this.#spots.get(next);
			if (own === undefined && other === undefined) {
				this.#joined.join(number, next);
				continue;
			}
			for (const spot of this.#freeOn(room, edge, own === undefined || other === undefined)) {
				if (own === undefined) this.#joined.join(number, spot.id);
				else own.push(spot);
				if (other === undefined) this.#joined.join(next, spot.id);
				else if (other !== own) other.push(spot);
			}
		}
		if (own === undefined) return;
		const middle = faceMiddle(room.mesh, face);
		this.#aimAt(middle, this.#size.radius);
		const footing = this.#ground.footing(room, face);
		if (this.#clearance.distanceAt(middle, this.#size.radius, footing) >= this.#size.radius - 1e-6)
			own.push(this.#spot(middle));
		for (const inside of this.#freeInside(number)) own.push(this.#spot(inside));
	}

	/** In a large face, a place in each part that walls shut off without crossing an edge to other ground. */
	#freeInside(number: number): Vec3[] {
		const [room, face] = [this.#roomAt(number), this.#faceOf[number]];
		const { positions, faces } = room.mesh;
		const [a, b, c] = [0, 1, 2].map((corner) => vec3At(positions, faces[face * 3 + corner]));
		const longest = Math.max(planDistance(a, b), planDistance(b, c), planDistance(c, a));
		if (this.#areas[number] < LARGE || this.#isWall(number)) return [];
		const footing = this.#ground.footing(room, face);
		const count = Math.min(MOST_ROWS, Math.ceil(longest / this.#size.radius / 2));
		const joined = new JoinedSets();
		const free: Vec3[] = [];
		const ids = new Map<number, number>();
		for (let i = 0; i <= count; i++) {
			for (let j = 0; j <= count - i; j++) {
				const at = onFace(a, b, c, i / count, j / count);
				this.#aimAt(at, this.#size.radius);
				if (this.#clearance.distanceAt(at, this.#size.radius, footing) < this.#size.radius - 1e-6) continue;
				const id = joined.add();
				free.push(at);
				ids.set(i * (count + 1) + j, id);
				for (const before of [(i - 1) * (count + 1) + j, i * (count + 1) + j - 1, (i - 1) * (count + 1) + j + 1]) {
					const other = ids.get(before);
					if (other !== undefined && !joined.isJoined(id, other) && this.#isFree(number, free[other], at))
						joined.join(id, other);
				}
			}
		}
		return free.filter((_, id) => joined.root(id) === id);
	}

	#numberAt(room: RoomGround, face: number): number {
		return this.#numbers[room.part.room][face];
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
		const faces = [edge, room.neighbours[edge]].filter((each) => each >= 0).map((each) => Math.floor(each / 3));
		return this.#coveredAlong(...endsOf(room.mesh, edge), room, faces, clearance);
	}

	/** The parts of a line on faces on which no body can stand. */
	#coveredAlong(
		a: Vec3,
		b: Vec3,
		room: RoomGround,
		faces: readonly number[],
		clearance: Clearance = this.#clearance,
	): number[] {
		const length = planDistance(a, b);
		this.#aimAt(middleBetween(a, b), length / 2 + this.#size.radius);
		clearance.parts = this.#clearance.parts;
		const line = { x: a[0], y: a[1], dx: (b[0] - a[0]) / length, dy: (b[1] - a[1]) / length };
		return clearance.coveredParts(
			line,
			0,
			length,
			faces.map((face) => this.#ground.footing(room, face)),
		);
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
	#isClearAround({ mesh: { positions, faces } }: RoomGround, face: number): boolean {
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
	#connectWithin(number: number, spots: readonly Spot[]): void {
		// A line on a wall is short in plan, or has no length, whatever lies along it.
		const isWall = this.#isWall(number);
		for (const [i, one] of spots.entries()) {
			for (const other of spots.slice(i + 1)) {
				if (this.#isJoined(one, other)) continue;
				if ((!isWall && this.#isFree(number, one.at, other.at)) || this.#getsTo(one, other)) this.#join(one, other);
			}
		}
	}

	/** True for a face so steep that it is a wall, whatever its surface. */
	#isWall(number: number): boolean {
		const { positions, faces } = this.#roomAt(number).mesh;
		const vector: [number, number, number] = [0, 0, 0];
		const length = faceVector(positions, faces, this.#faceOf[number], vector);
		return Math.abs(vector[2]) < length * WALL_COSINE;
	}

	/** True where nothing stands along a line on a face, so that no walk need be tried: on most faces beside walls it is so. */
	#isFree(number: number, from: Vec3, to: Vec3): boolean {
		const length = planDistance(from, to);
		const [room, face] = [this.#roomAt(number), this.#faceOf[number]];
		return length > NARROWEST && this.#coveredAlong(from, to, room, [face]).length === 0;
	}

	/** Joins a face with those at the same height on it: whoever stands on a floor that is there twice stands on both. */
	#connectOnTop(number: number): void {
		const [spot] = this.#spotsOn(number);
		if (spot === undefined) return;
		const [x, y, z] = spot.at;
		for (const { room, face } of standsAt(this.#ground, [x, y], z)) {
			const other = this.#numberAt(room, face);
			if (other === number) continue;
			if (this.#isClear[other] === 1) this.#joined.join(spot.id, other);
			else
				for (const next of this.#spotsOn(other))
					if (!this.#isJoined(spot, next) && this.#getsTo(spot, next)) this.#join(spot, next);
		}
	}

	/** Joins a face with the ground of other rooms behind its linked edges. */
	#connectBeyond(number: number): void {
		const [room, face, isClear] = [this.#roomAt(number), this.#faceOf[number], this.#isClear[number] === 1];
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			const to = room.mesh.transitions[edge];
			if (room.neighbours[edge] >= 0 || to === NONE) continue;
			const beyond = this.#ground.beyond(room, edge).map((next) => this.#numberAt(next.room, next.face));
			const [a, b] = endsOf(room.mesh, edge);
			// Rooms that are not known may join all ground that leads to them.
			if (this.#ground.room(to) === undefined) {
				this.#outside ??= this.#spot([0, 0, 0]);
				for (const spot of this.#spotsOn(number).filter(({ at }) => isClear || isBetween(a, b, at)))
					this.#join(this.#outside, spot);
				continue;
			}
			if (isClear && beyond.length > 0 && beyond.every((each) => this.#isClear[each] === 1)) {
				for (const each of beyond) this.#joined.join(number, each);
				continue;
			}
			const own = isClear
				? [this.#spot(middleBetween(a, b))]
				: this.#spotsOn(number).filter(({ at }) => isBetween(a, b, at));
			for (const spot of own) {
				if (isClear) this.#joined.join(number, spot.id);
				const next = beyond.flatMap((each) => this.#spotsOn(each));
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
		for (const spots of this.#spots.values()) {
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
		if (this.#isWhole()) return;
		const owners = this.#owners();
		const spotOf = new Map<number, Spot>();
		for (const number of this.#faceOf.keys()) {
			if (this.#isClear[number] === 1 && spotOf.has(this.#root(number))) continue;
			for (const spot of this.#spotsOn(number))
				if (!spotOf.has(this.#root(spot.id))) spotOf.set(this.#root(spot.id), spot);
		}
		const tried = new Set<string>();
		for (const number of this.#faceOf.keys()) {
			this.#visitBeside(number, (next) => {
				if (this.#isClear[number] + this.#isClear[next] === 2 && this.#root(number) === this.#root(next)) return;
				const one = this.#spotsOn(number)[0] ?? spotOf.get(owners[number]);
				const other = this.#spotsOn(next)[0] ?? spotOf.get(owners[next]);
				if (one === undefined || other === undefined || this.#isJoined(one, other)) return;
				const key = [this.#root(one.id), this.#root(other.id)].sort().join();
				if (tried.has(key)) return;
				tried.add(key);
				if (tried.size > MOST_ROUTES) this.#isComplete = false;
				else if (this.#hasRoute(one, other)) this.#join(one, other);
			});
		}
	}

	#hasRoute(one: Spot, other: Spot): boolean {
		const route = this.#within(MOST_OF_ROUTES, (maxSteps) =>
			this.#query.route(raised(one.at), raised(other.at), { ...WALKING, ...this.#size, maxSteps }),
		);
		return route?.arrived === true;
	}

	#root(id: number): number {
		return this.#joined.root(id);
	}

	#isJoined(one: Spot, other: Spot): boolean {
		return this.#joined.isJoined(one.id, other.id);
	}

	#join(one: Spot, other: Spot): void {
		this.#joined.join(one.id, other.id);
	}

	/** True where all spots are joined. */
	#isWhole(): boolean {
		const roots = new Set<number>();
		for (let id = 0; id < this.#joined.count; id++) {
			// The number of a face that is not clear stands for no spot.
			if (this.#isClear[id] !== 0) roots.add(this.#root(id));
			if (roots.size > 1) return false;
		}
		return true;
	}

	#result(): FootReach {
		const owners = this.#owners();
		const found = new Map<
			number,
			{ -readonly [K in keyof FootPart]: FootPart[K] } & { largest: number; all: Map<number, number> }
		>();
		for (const number of this.#faceOf.keys()) {
			const [room, face, area] = [this.#roomAt(number), this.#faceOf[number], this.#areas[number]];
			for (const [owner, share] of this.#sharesOf(number, owners[number])) {
				const known = found.get(owner) ?? {
					...{ area: 0, rooms: [], areas: new Map(), spot: undefined, at: [0, 0, 0], room: 0, face: 0 },
					...{ largest: -1, all: new Map<number, number>() },
				};
				found.set(owner, known);
				known.area += area * share;
				known.all.set(room.part.room, (known.all.get(room.part.room) ?? 0) + area * share);
				known.spot ??= this.#spotsOn(number).find(({ id }) => this.#root(id) === owner)?.at;
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
			spotsOn: (room, face) => {
				const number = this.#numbers[room]?.[face] ?? -1;
				if (number < 0) return [];
				return this.#spotsOn(number).map(({ at, id }) => ({ at, part: index.get(this.#root(id)) ?? -1 }));
			},
			barriers: this.#barriers(owners, index),
			isComplete: this.#isComplete,
		};
	}

	/** The part of each face; one without a spot has that of the ground beside it, the largest first, or else one of its own, below 0. */
	#owners(): Int32Array {
		const count = this.#faceOf.length;
		const owners = new Int32Array(count);
		const isSet = new Uint8Array(count);
		const sizes = new Map<number, number>();
		const queue: number[] = [];
		for (let number = 0; number < count; number++) {
			const first = this.#isClear[number] === 1 ? number : this.#spots.get(number)?.[0]?.id;
			if (first === undefined) continue;
			owners[number] = this.#root(first);
			isSet[number] = 1;
			sizes.set(owners[number], (sizes.get(owners[number]) ?? 0) + this.#areas[number]);
			queue.push(number);
		}
		const sizeOf = (number: number): number => sizes.get(owners[number]) ?? 0;
		if (queue.length < count) queue.sort((a, b) => sizeOf(b) - sizeOf(a));
		const flood = (): void => {
			for (const number of queue) {
				this.#visitBeside(number, (next) => {
					if (isSet[next] === 1) return;
					isSet[next] = 1;
					owners[next] = owners[number];
					queue.push(next);
				});
			}
			queue.length = 0;
		};
		if (queue.length < count) flood();
		// Ground that is too narrow for people all over.
		let own = -1;
		for (const number of this.#faceOf.keys()) {
			if (isSet[number] === 1) continue;
			isSet[number] = 1;
			owners[number] = own--;
			queue.push(number);
			flood();
		}
		return owners;
	}

	/** The numbers of the faces across the edges of a face. */
	#visitBeside(number: number, visit: (next: number) => void): void {
		const [room, first] = [this.#roomAt(number), this.#faceOf[number] * 3];
		for (let edge = first; edge < first + 3; edge++) this.#visitAcross(room, edge, visit);
	}

	#visitAcross(room: RoomGround, edge: number, visit: (next: number) => void): void {
		const behind = room.neighbours[edge];
		if (behind >= 0) visit(this.#numberAt(room, Math.floor(behind / 3)));
		else if (room.mesh.transitions[edge] !== NONE)
			for (const next of this.#ground.beyond(room, edge)) visit(this.#numberAt(next.room, next.face));
	}

	/** The parts that a face belongs to, with their shares of its area. */
	#sharesOf(number: number, owner: number): (readonly [owner: number, share: number])[] {
		const spots = this.#spots.get(number) ?? [];
		if (spots.length < 2 || spots.every(({ id }) => this.#root(id) === owner)) return [[owner, 1]];
		const counts = new Map<number, number>();
		let all = 0;
		for (const point of samplesOf(this.#roomAt(number), this.#faceOf[number])) {
			const near = spots.toSorted((a, b) => planDistance(a.at, point) - planDistance(b.at, point));
			const seen = near.find(({ at }) => this.#walk(point, at, { radius: FEELER })?.arrived);
			const found = this.#root((seen ?? near[0]).id);
			counts.set(found, (counts.get(found) ?? 0) + 1);
			all++;
		}
		return [...counts].map(([each, count]) => [each, count / all]);
	}

	#isDivided(number: number): boolean {
		const [first, ...others] = this.#spots.get(number) ?? [];
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
	#obstacleBetween(one: number, other: number, at: Vec3): FootBarrier['obstacle'] {
		const [from, to] = [one, other].map((number) => faceMiddle(this.#roomAt(number).mesh, this.#faceOf[number]));
		return this.#walk(from, at, this.#size)?.blocker ?? this.#walk(at, to, this.#size)?.blocker;
	}

	/** Where parts that share ground are parted, one place for each two of them: the widest edge between them, or the wall in a face that both have part of. */
	#barriers(owners: Int32Array, index: ReadonlyMap<number, number>): FootBarrier[] {
		const found = new Map<string, FootBarrier>();
		if (index.size < 2) return [];
		const add = (one: number, other: number, barrier: Omit<FootBarrier, 'parts'>): void => {
			const parts = [index.get(one) ?? 0, index.get(other) ?? 0].sort((a, b) => a - b) as [number, number];
			const known = found.get(parts.join());
			if (known === undefined || known.width < barrier.width) found.set(parts.join(), { parts, ...barrier });
		};
		for (const number of this.#faceOf.keys()) {
			const [room, face, spots] = [this.#roomAt(number), this.#faceOf[number], this.#spots.get(number) ?? []];
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
				this.#visitAcross(room, edge, (next) => {
					if (owners[next] === owners[number] || this.#isDivided(next)) return;
					const widest = this.#widestOn(room, edge);
					const obstacle = this.#obstacleBetween(number, next, widest.at);
					add(owners[number], owners[next], { ...widest, ...place, ...(obstacle === undefined ? {} : { obstacle }) });
				});
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
	for (let i = 0; i < SAMPLES; i++)
		for (let j = 0; j < SAMPLES - i; j++) yield onFace(a, b, c, (i + 1 / 3) / SAMPLES, (j + 1 / 3) / SAMPLES);
}

/** The point of a face by its shares of the ways from the first corner to the two others. */
function onFace(a: Vec3, b: Vec3, c: Vec3, s: number, t: number): Vec3 {
	return [0, 1, 2].map((axis) => a[axis] + (b[axis] - a[axis]) * s + (c[axis] - a[axis]) * t) as unknown as Vec3;
}
