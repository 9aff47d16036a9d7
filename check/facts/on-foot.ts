import { Clearance } from '../../level/query/clearance.ts';
import { usualSteps } from '../../level/query/effort.ts';
import { type Footing, levelFooting } from '../../level/query/footing.ts';
import { Ground } from '../../level/query/ground.ts';
import type { LevelPart } from '../../level/query/level-index.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { type FootReach, reachOnFoot } from '../../level/query/on-foot.ts';
import type { PlacedObject } from '../../level/query/placed.ts';
import { InputError } from '../../src/findings/report.ts';
import { planDistance, type Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { PERSON } from '../../src/model/walkmesh.ts';

/** Placeables stop a person, doors do not: they open. */
const WALKING = { objects: ['placeable'] } as const;
const TAKING: ReadonlySet<string> = new Set(WALKING.objects);
/** How many directions are tried for a spot beside a point. */
const DIRECTIONS = 8;
/** Ground this much higher or lower than a point is another floor; metres. */
const SAME_GROUND = 0.5;
/** The share of all steps that the search for one point may take. In sound levels it takes some hundredth of the usual ones at most. */
const OF_ONE = 1 / 20;
/** Radius of the walk from a spot beside a point to the point itself, which only has to be in reach; metres. */
const FEELER = 0.01;

/** A point of the ground. */
interface OnGround {
	readonly room: number;
	readonly face: number;
	readonly point: Vec3;
}

/** What people reach of a level on foot, found out once for all checks. */
export class OnFoot {
	readonly level: Level;
	readonly surfaces: SurfaceTable;
	readonly objects: readonly PlacedObject[];
	readonly query: LevelQuery;
	readonly #ground: Ground;
	readonly #maxSteps: number | undefined;
	#reach: FootReach | 'too long' | undefined;
	/** Steps that all further searches together may take, and that the one for one point may. */
	#left: number;
	readonly #ofOne: number;

	/** @param objects what stands in the level @param maxSteps see `reachOnFoot` */
	constructor(level: Level, surfaces: SurfaceTable, objects: readonly PlacedObject[] = [], maxSteps?: number) {
		this.level = level;
		this.surfaces = surfaces;
		this.objects = objects;
		this.query = new LevelQuery(level, { surfaces, objects });
		this.#ground = new Ground(this.query.index);
		this.#maxSteps = maxSteps;
		// Twice those of one search, as they are for all points together.
		this.#left = 2 * usualSteps(this.query.index.spreadFaces);
		this.#ofOne = this.#left * OF_ONE;
	}

	/** Undefined where it takes too long to find out. */
	get reach(): FootReach | undefined {
		this.#reach ??= unlessTooLong(() => reachOnFoot(this.query, PERSON, this.#maxSteps)) ?? 'too long';
		return this.#reach === 'too long' ? undefined : this.#reach;
	}

	/**
	 * True where a person gets as near to a point as their radius from the main part of the level, with nothing in between; undefined where that is not
	 * known, or would take too long to find out.
	 */
	getsTo(at: OnGround): boolean | undefined {
		const { reach } = this;
		if (reach?.parts[0]?.spot === undefined || this.#left <= 0) return undefined;
		const found = unlessTooLong(() => this.#findsWayTo(at, reach, reach.parts[0].spot as Vec3));
		if (found === 'unknown') return undefined;
		if (found === undefined) this.#left = 0;
		return found === false && !reach.isComplete ? undefined : found;
	}

	/** Subtracts the steps of the last query from those that are left. */
	#took<T>(answer: T): T {
		this.#left -= this.query.index.effort.spent;
		return answer;
	}

	#findsWayTo({ room, face, point }: OnGround, reach: FootReach, start: Vec3): boolean | 'unknown' {
		const mainSpots = (own: number, on: number): Vec3[] =>
			reach.spotsOn(own, on).flatMap(({ at, part }) => (part === 0 ? [at] : []));
		for (const from of mainSpots(room, face))
			if (this.#touches(this.#took(this.query.walk(from, point, WALKING)).at, point)) return true;
		const beside = this.#spotsAt(point);
		for (const { room: own, face: on, point: spot } of beside)
			for (const to of mainSpots(own, on)) if (this.#took(this.query.walk(spot, to, WALKING)).arrived) return true;
		for (const { point: spot } of beside) {
			const maxSteps = Math.max(1, Math.min(this.#left, this.#ofOne));
			const { arrived, why } = this.#took(this.query.route(start, spot, { ...WALKING, maxSteps }));
			// The way may lead through rooms whose files are missing.
			if (why === 'not connected') return 'unknown';
			if (arrived) return true;
		}
		return false;
	}

	/** Objects within the radius of a point, by their number, the nearest first; 0 m from those that it lies in. */
	objectsAt(point: Vec3): { readonly object: number; readonly distance: number }[] {
		const { radius } = PERSON;
		return this.#partsNear(point)
			.filter((part) => part.object >= 0)
			.map((part) => ({ object: part.object, distance: this.#spaceAt(point, levelFooting(point[2]), [part]) }))
			.filter(({ distance }) => distance < radius)
			.sort((a, b) => a.distance - b.distance);
	}

	/** Where a person can stand to reach a point: on it or beside it. */
	#spotsAt(point: Vec3): OnGround[] {
		const [x, y, z] = point;
		const angles = Array.from({ length: DIRECTIONS }, (_, i) => (Math.PI * 2 * i) / DIRECTIONS);
		const places = [[x, y], ...angles.map((a) => [x + Math.cos(a) * PERSON.radius, y + Math.sin(a) * PERSON.radius])];
		return places.flatMap(([px, py]) => {
			const ground = this.standsAt(px, py, z + SAME_GROUND);
			return ground !== undefined && this.#touches(ground.point, point) ? [ground] : [];
		});
	}

	/** The ground below a point where a person can stand; undefined where nobody can. */
	standsAt(x: number, y: number, z: number): OnGround | undefined {
		const ground = this.query.groundAt(x, y, z);
		if (ground === undefined || !this.query.isWalkableAt(x, y, z)) return undefined;
		return this.#spaceAt(ground.point, this.#footingOn(ground)) >= PERSON.radius - 1e-3 ? ground : undefined;
	}

	#touches(at: Vec3, point: Vec3): boolean {
		if (planDistance(at, point) > PERSON.radius + 1e-3 || Math.abs(at[2] - point[2]) > SAME_GROUND) return false;
		return planDistance(at, point) < FEELER || this.query.walk(at, point, { radius: FEELER }).arrived;
	}

	#footingOn({ room, face, point }: OnGround): Footing {
		const ground = this.#ground.room(room);
		return ground === undefined ? levelFooting(point[2]) : this.#ground.footing(ground, face);
	}

	#spaceAt(point: Vec3, footing: Footing, parts: readonly LevelPart[] = this.#partsNear(point)): number {
		return new Clearance(parts, PERSON, this.query.index.search()).distanceAt(point, PERSON.radius, footing);
	}

	#partsNear([x, y]: Vec3): LevelPart[] {
		const { radius } = PERSON;
		return this.query.index.partsIn([x - radius, y - radius, -Infinity], [x + radius, y + radius, Infinity], TAKING);
	}
}

/** Undefined where a search takes too many steps. */
function unlessTooLong<T>(search: () => T): T | undefined {
	try {
		return search();
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return undefined;
	}
}
