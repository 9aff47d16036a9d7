import { Clearance, type CreatureSize } from '../../level/query/clearance.ts';
import { usualSteps } from '../../level/query/effort.ts';
import type { LevelPart } from '../../level/query/level-index.ts';
import type { LevelQuery } from '../../level/query/level-query.ts';
import { creatureOf } from '../../level/query/walk.ts';
import { InputError } from '../../src/findings/report.ts';
import { faceMiddle } from '../../src/geometry/faces.ts';
import { planDistance, type Vec3 } from '../../src/math/vec3.ts';
import type { GroundPieces } from './reach.ts';

/** Placeables stop a person, doors do not: they open. */
const WALKING = { objects: ['placeable'] } as const;
const TAKING: ReadonlySet<string> = new Set(WALKING.objects);
/** Straight walks from this many points that are known to be reachable are tried before a route is searched. */
const TRIED = 16;
/** How many faces of a room are compared for a start, and up to which distance the free space around them is measured; metres. */
const SAMPLE = 60;
const ENOUGH = 3;
/** How many directions are tried for a spot beside a point. */
const DIRECTIONS = 8;
/** Ground this much higher or lower than a point is another floor; metres. */
const SAME_GROUND = 0.5;
/** The share of all steps that the search for one point may take. In sound levels it takes some hundredth of the usual ones at most. */
const OF_ONE = 1 / 20;
/** Radius of the walk from a spot beside a point to the point itself, which only has to be in reach; metres. */
const FEELER = 0.01;

/**
 * Tells which points a person can reach on foot from the middle of the main part of a level. A point is reached when the person comes as near to it
 * as their radius, with nothing in between.
 */
export class OnFoot {
	readonly #query: LevelQuery;
	readonly #size: CreatureSize = creatureOf({});
	/** Points that are known to be reachable. */
	readonly #known: Vec3[];
	/** Steps that all further searches together may take. */
	#left: number;
	/** Steps that the search for one point may take. */
	readonly #ofOne: number;

	/** @param query with the objects that stand in the level */
	constructor(query: LevelQuery, ground: GroundPieces, reached: ReadonlySet<number>) {
		this.#query = query;
		// Twice those of one search, as they are for all points together.
		this.#left = 2 * usualSteps(query.index.spreadFaces);
		this.#ofOne = this.#left * OF_ONE;
		const start = this.#roomiest(ground, reached);
		this.#known = start === undefined ? [] : [start];
	}

	/** The middle of a face with much free space around it, in the room with the most ground: a start that is not fenced in. */
	#roomiest(ground: GroundPieces, reached: ReadonlySet<number>): Vec3 | undefined {
		const sizes = ground.facts.rooms.map((own, room) => ({
			room,
			own,
			area: (own?.pieces.areas ?? []).reduce(
				(sum, area, piece) => (reached.has(ground.firsts[room] + piece) ? sum + area : sum),
				0,
			),
		}));
		for (const { room, own, area } of sizes.sort((a, b) => b.area - a.area)) {
			if (own === undefined || !(area > 0)) continue;
			const faces = [...own.walkable.keys()].filter(
				(face) => own.walkable[face] === 1 && reached.has(ground.pieceOf(room, face)),
			);
			const step = Math.max(1, faces.length / SAMPLE);
			let best: Vec3 | undefined;
			let most = this.#size.radius;
			for (let i = 0; i < faces.length; i += step) {
				const middle = faceMiddle(own.mesh, faces[Math.floor(i)]);
				const space = this.#spaceAt(middle, ENOUGH);
				if (space <= most || !this.#isGround(middle)) continue;
				best = middle;
				most = space;
			}
			if (best !== undefined) return best;
		}
		return undefined;
	}

	/** True where a person can walk to a point of the ground; undefined where that is not known, or would take too long to find out. */
	getsTo(point: Vec3): boolean | undefined {
		if (this.#known.length === 0 || this.#left <= 0) return undefined;
		try {
			return this.#findsWayTo(point);
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
			this.#left = 0;
			return undefined;
		}
	}

	/** Subtracts the steps of the last query from those that are left. */
	#took<T>(answer: T): T {
		this.#left -= this.#query.index.effort.spent;
		return answer;
	}

	#findsWayTo(point: Vec3): boolean | undefined {
		const near = this.#known.toSorted((a, b) => planDistance(a, point) - planDistance(b, point));
		for (const from of near.slice(0, TRIED)) {
			const { at } = this.#took(this.#query.walk(from, point, WALKING));
			if (this.#touches(at, point)) {
				if (this.#isFree(at)) this.#known.push(at);
				return true;
			}
		}
		for (const spot of this.#spotsAt(point)) {
			const maxSteps = Math.max(1, Math.min(this.#left, this.#ofOne));
			const { arrived, points, why } = this.#took(this.#query.route(near[0], spot, { ...WALKING, maxSteps }));
			// The way may lead through rooms whose files are missing.
			if (why === 'not connected') return undefined;
			if (!arrived) continue;
			this.#known.push(...points);
			return true;
		}
		return false;
	}

	/** Objects within the radius of a point, by their number, the nearest first; 0 m from those that it lies in. */
	objectsAt(point: Vec3): { readonly object: number; readonly distance: number }[] {
		const { radius } = this.#size;
		return this.#partsNear(point, radius)
			.filter((part) => part.object >= 0)
			.map((part) => ({
				object: part.object,
				distance: new Clearance([part], this.#size, this.#query.index.search()).distanceAt(point, radius),
			}))
			.filter(({ distance }) => distance < radius)
			.sort((a, b) => a.distance - b.distance);
	}

	/** Where a person can stand to reach a point: on it or beside it. */
	#spotsAt(point: Vec3): Vec3[] {
		const spots: Vec3[] = [point];
		const { radius } = this.#size;
		for (let i = 0; i < DIRECTIONS; i++) {
			const angle = (Math.PI * 2 * i) / DIRECTIONS;
			const [x, y] = [point[0] + Math.cos(angle) * radius, point[1] + Math.sin(angle) * radius];
			const ground = this.#query.groundAt(x, y, point[2] + SAME_GROUND);
			if (ground !== undefined) spots.push(ground.point);
		}
		return spots.filter((spot) => this.#isFree(spot) && this.#isGround(spot) && this.#touches(spot, point));
	}

	#touches(at: Vec3, point: Vec3): boolean {
		if (planDistance(at, point) > this.#size.radius + 1e-3 || Math.abs(at[2] - point[2]) > SAME_GROUND) return false;
		return planDistance(at, point) < FEELER || this.#query.walk(at, point, { radius: FEELER }).arrived;
	}

	#isGround([x, y, z]: Vec3): boolean {
		return this.#query.isWalkableAt(x, y, z + SAME_GROUND);
	}

	#isFree(point: Vec3): boolean {
		return this.#spaceAt(point, this.#size.radius) >= this.#size.radius - 1e-3;
	}

	#spaceAt(point: Vec3, most: number): number {
		return new Clearance(this.#partsNear(point, most), this.#size, this.#query.index.search()).distanceAt(point, most);
	}

	#partsNear([x, y]: Vec3, reach: number): LevelPart[] {
		return this.#query.index.partsIn([x - reach, y - reach, -Infinity], [x + reach, y + reach, Infinity], TAKING);
	}
}
