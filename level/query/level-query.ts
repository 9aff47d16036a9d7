import { refuseUnknown } from '../../src/findings/options.ts';
import type { Point } from '../../src/geometry/near-triangle.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { ALL } from '../../src/plan/face-index.ts';
import {
	copyHit,
	createHit,
	type Hit,
	maskOf,
	type QueryMask,
	requirePoint,
	requireUpright,
} from '../../src/plan/hits.ts';
import { isObject, UsageError } from '../../src/text/quote.ts';
import { Ground, type Reach, reachableFrom, standsAt } from './ground.ts';
import {
	LevelIndex,
	type LevelPart,
	type LevelQueryOptions,
	NO_OBJECTS,
	type ObjectOptions,
	objectKinds,
} from './level-index.ts';
import { findRoute, type Route } from './route.ts';
import { WALKING_OPTIONS, type Walk, type WalkOptions, walkStraight } from './walk.ts';
import {
	castAll,
	castRay,
	checkRay,
	facesIn,
	nearestOn,
	RAY_OPTIONS,
	type RayOptions,
	sortHits,
	WalkmeshQuery,
	type WalkmeshQueryOptions,
} from './walkmesh-query.ts';

/**
 * Prepares a level for queries: room and ground at a point, rays, the nearest walkable point, walks and routes. Doors and placeables in the
 * area take part in queries that name their kind.
 *
 * @throws UsageError for what is neither a level nor a walkmesh, and for an option that does not exist; so do questions, also for a value that
 *   an option cannot have and for a point without numbers. RangeError for a face at a vertex that does not exist
 *
 * @example
 * const asked = query(level);
 * const ground = asked.groundAt(12, 30);
 * const walk = asked.walk([12, 30], [20, 30], { radius: 0.35 });
 * console.log(ground?.room, walk.arrived, walk.why, walk.at);
 */
export function query(level: Level, options?: LevelQueryOptions): LevelQuery;
/**
 * Prepares a walkmesh for queries: face and height at a point, rays, the nearest walkable point, faces in a box. Uses the tree that is given,
 * such as the one stored in the file, or builds one.
 *
 * @example
 * const { walkmesh: room, file } = readWalkmesh(bytes, 'quay_01b.wok');
 * const asked = query(room, { storedTree: file.aabb });
 * console.log(asked.heightAt(12, 30), asked.faceAt(12, 30), asked.nearestWalkable([12, 30])?.point);
 * const hit = asked.raycast([12, 30, 100], [12, 30, -100], { mask: 'walk' });
 * console.log(hit?.face, hit?.surface, hit?.point, hit?.normal, hit?.distance);
 */
export function query(walkmesh: Walkmesh, options?: WalkmeshQueryOptions): WalkmeshQuery;
export function query(
	subject: Level | Walkmesh,
	options: LevelQueryOptions & WalkmeshQueryOptions = {},
): LevelQuery | WalkmeshQuery {
	const asked: unknown = subject;
	if (!isObject(asked) || !('rooms' in asked || 'faces' in asked))
		throw new UsageError('query takes a level or a walkmesh, such as readWalkmesh(bytes).walkmesh.');
	if ('rooms' in subject) {
		refuseUnknown(LEVEL_OPTIONS, options, 'query of a level');
		return new LevelQuery(subject, options);
	}
	refuseUnknown(WALKMESH_OPTIONS, options, 'query of a walkmesh');
	return new WalkmeshQuery(subject, options);
}

// Their names are what is checked: a misspelt table would be that of the first game.
const WALKMESH_OPTIONS: Readonly<Record<keyof WalkmeshQueryOptions, true>> = { surfaces: true, storedTree: true };
const LEVEL_OPTIONS: Readonly<Record<keyof LevelQueryOptions, true>> = {
	surfaces: true,
	objects: true,
	storedTrees: true,
};
const LEVEL_RAY_OPTIONS = { ...RAY_OPTIONS, objects: true };
const WALK_OPTIONS: Readonly<Record<keyof WalkOptions, unknown>> = { ...WALKING_OPTIONS, objects: true };

/** A point on an edge is nudged by this, in metres, as in the engine: along (1, 1), and here also in the other directions. */
const NUDGE = 0.001 / Math.SQRT2;

/**
 * Queries of a level, in area space. Rooms have their indices in the layout.
 *
 * @example
 * const roomName = (asked: LevelQuery, x: number, y: number) => asked.level.rooms[asked.roomAt(x, y)]?.name;
 * console.log(roomName(query(level), 12, 30));
 */
export class LevelQuery {
	readonly level: Level;
	/** The meshes of the level and the functions on flat arrays that this class uses. */
	readonly index: LevelIndex;
	readonly #ground: Ground;
	readonly #scratch: Point = [0, 0, 0];

	constructor(level: Level, options: LevelQueryOptions = {}) {
		this.level = level;
		this.index = new LevelIndex(level, options);
		this.#ground = new Ground(this.index);
	}

	/**
	 * Finds the room at a point by the engine's rule: the first room of the layout that has any face there, walkable or not. If there is none, the
	 * point is nudged by a millimetre. @returns its index in the layout, −1 for none
	 */
	roomAt(x: number, y: number): number {
		requireUpright(x, y);
		for (const [dx, dy] of NUDGES) {
			for (let i = 0; i < this.index.roomCount; i++) {
				if (this.index.isBeside(i, x + dx, y + dy)) continue;
				if (this.index.parts[i].index.ground(x + dx, y + dy, Infinity, ALL)) return this.index.parts[i].room;
			}
		}
		return -1;
	}

	/**
	 * Finds the ground at x, y: the highest walkable face of all rooms, or if there is none, the highest face.
	 * @param z only ground at or below this height counts
	 * @param out filled and returned, if given
	 */
	groundAt(x: number, y: number, z = Infinity, out: Hit = createHit()): Hit | undefined {
		requireUpright(x, y, z);
		return this.index.groundAt(x, y, z, out);
	}

	/** Height of the ground at x, y, in metres, as `groundAt` finds it; undefined if there is none. */
	heightAt(x: number, y: number, z = Infinity): number | undefined {
		requireUpright(x, y, z);
		return this.index.heightAt(x, y, z);
	}

	/** Room and face of the ground at x, y, as `groundAt` finds it; undefined if there is none. */
	faceAt(x: number, y: number, z = Infinity): { readonly room: number; readonly face: number } | undefined {
		const hit = this.groundAt(x, y, z);
		return hit === undefined ? undefined : { room: hit.room, face: hit.face };
	}

	/** True if a character can stand there. */
	isWalkableAt(x: number, y: number, z = Infinity): boolean {
		requireUpright(x, y, z);
		return this.index.isWalkableAt(x, y, z);
	}

	/** Finds all hits of a segment in all rooms, nearest first; of equally near ones, those of the first room and the lowest face first. */
	raycast(from: Vec3, to: Vec3, options: RayOptions & ObjectOptions & { readonly hit: 'all' }): Hit[];
	/** Finds the hit of a segment in all rooms, and in objects if they take part. @param out filled and returned, if given */
	raycast(
		from: Vec3,
		to: Vec3,
		options?: RayOptions & ObjectOptions & { readonly hit?: 'nearest' | 'first' },
		out?: Hit,
	): Hit | undefined;
	raycast(
		from: Vec3,
		to: Vec3,
		options: RayOptions & ObjectOptions = NEAREST,
		out: Hit = createHit(),
	): Hit[] | Hit | undefined {
		checkRay(from, to, options, LEVEL_RAY_OPTIONS);
		const taking = objectKinds(options);
		if (options.hit === 'all') {
			const hits = this.#partsAlong(from, to, taking).flatMap((part) =>
				castAll(part.index, from, to, options).map((hit) => ({ ...hit, room: part.room, object: part.object })),
			);
			return sortHits(hits);
		}
		const hit = createHit();
		let least = Infinity;
		for (const part of this.#partsAlong(from, to, taking)) {
			if (!castRay(part.index, from, to, options, hit) || hit.distance >= least) continue;
			least = hit.distance;
			hit.room = part.room;
			hit.object = part.object;
			copyHit(hit, out);
			if (options.hit === 'first') break;
		}
		return least < Infinity ? out : undefined;
	}

	#partsAlong(from: Vec3, to: Vec3, taking: ReadonlySet<string>): LevelPart[] {
		const low = [0, 1, 2].map((axis) => Math.min(from[axis], to[axis]));
		const high = [0, 1, 2].map((axis) => Math.max(from[axis], to[axis]));
		return this.index.partsIn(low, high, taking);
	}

	/** Finds the walkable point of all rooms that is nearest to a point. @param point with two numbers, distances are measured in plan */
	nearestWalkable(point: readonly number[], out: Hit = createHit()): Hit | undefined {
		requirePoint(point, 'The point', 2);
		const [x, y, z = Number.NaN] = point;
		const order = Array.from({ length: this.index.roomCount }, (_, i) => ({
			i,
			off: this.index.distanceTo(i, x, y, z),
		}));
		order.sort((a, b) => a.off - b.off || a.i - b.i);
		let found: Hit | undefined;
		let least = Infinity;
		for (const { i, off } of order) {
			if (off > least) break;
			const part = this.index.parts[i];
			const hit = createHit();
			if (!nearestOn(part.index, point, this.#scratch, hit) || hit.distance > least) continue;
			if (hit.distance === least && found !== undefined && found.room < part.room) continue;
			least = hit.distance;
			hit.room = part.room;
			found = hit;
		}
		return found === undefined ? undefined : copyHit(found, out);
	}

	/** Finds the faces of all rooms that touch a box, ordered by room and face. */
	facesInBox(min: Vec3, max: Vec3, mask: QueryMask = 'all'): { readonly room: number; readonly face: number }[] {
		requirePoint(min, 'The least corner');
		requirePoint(max, 'The greatest corner');
		return this.index
			.partsIn(min, max, NO_OBJECTS)
			.flatMap(({ index, room }) => facesIn(index, min, max, maskOf(mask)).map((face) => ({ room, face })));
	}

	/**
	 * Walks straight from one point to another by the engine's rules, and tells how far a creature gets and what stops it. @param from x and y, and
	 * optionally a height: the floor at or below it
	 */
	walk(from: readonly number[], to: readonly number[], options: WalkOptions = {}): Walk {
		refuseUnknown(WALK_OPTIONS, options, 'a walk');
		this.index.search(options.maxSteps);
		return walkStraight(this.#ground, from, to, options);
	}

	/**
	 * Finds the shortest route on foot: straight legs that can each be walked, around corners at the creature's radius. @param from x and y, and
	 * optionally a height: the floor at or below it. A point less than a millimetre beside the ground counts as one on its perimeter
	 */
	route(from: readonly number[], to: readonly number[], options: WalkOptions = {}): Route {
		refuseUnknown(WALK_OPTIONS, options, 'a route');
		this.index.search(options.maxSteps);
		return findRoute(this.#ground, this.#onGround(from), this.#onGround(to), options);
	}

	/** The point itself, or where a character cannot stand there and can a nudge beside it, that one: a rounding error is no end of the ground. */
	#onGround(point: readonly number[]): readonly number[] {
		const [x, y, z = Infinity] = point;
		if (!Number.isFinite(x) || !Number.isFinite(y)) return point;
		const nudge = NUDGES.find(([dx, dy]) => this.index.isWalkableAt(x + dx, y + dy, z));
		return nudge === undefined || nudge === NUDGES[0] ? point : [x + nudge[0], y + nudge[1], ...point.slice(2)];
	}

	/** Finds the ground that is connected with the ground at a point, over shared and linked edges; nothing if there is none. */
	reachable(from: readonly number[]): Reach {
		requirePoint(from, 'The start', 2);
		this.index.search();
		const start = this.index.groundAt(from[0], from[1], from[2] ?? Infinity);
		return reachableFrom(this.#ground, start === undefined ? [] : standsAt(this.#ground, from, start.point[2]));
	}
}

const NEAREST: RayOptions = {};

/** Offsets at which a room is looked for, in this order. */
const NUDGES: readonly (readonly [x: number, y: number])[] = [
	[0, 0],
	[NUDGE, NUDGE],
	[-NUDGE, -NUDGE],
	[NUDGE, -NUDGE],
	[-NUDGE, NUDGE],
];
