import { checkedValues } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import type { Level } from '../../src/model/level.ts';
import { K1, type SurfaceTable } from '../../src/model/surfaces.ts';
import { ALL, FaceIndex, WALK } from '../../src/plan/face-index.ts';
import { createHit, type Hit } from '../../src/plan/hits.ts';
import { PlanIndex, segmentBoxes } from '../../src/plan/plan-index.ts';
import type { AabbTree } from '../../src/tree/tree.ts';
import { EFFORT_OPTIONS, Effort, spreadFaces } from './effort.ts';
import { kindOf, type ObjectKind, type PlacedObject, placedMesh } from './placed.ts';
import { groundHit } from './walkmesh-query.ts';

/** Options of queries of a level. */
export interface LevelQueryOptions {
	/** Default: that of Knights of the Old Republic 1. */
	readonly surfaces?: SurfaceTable;
	/** Doors and placeables in the area. Each query names the kinds that take part. */
	readonly objects?: readonly PlacedObject[];
	/** Trees by room, such as those stored in its files. Default: they are built. */
	readonly storedTrees?: readonly (AabbTree | undefined)[];
}

/** Which placed objects take part in a query. */
export interface ObjectOptions {
	/** Kinds of objects that take part. Default: none. */
	readonly objects?: readonly ObjectKind[];
}

/** A mesh of a level: a room, or an object that stands in it. */
export interface LevelPart {
	readonly index: FaceIndex;
	/** −1 for an object. */
	readonly room: number;
	/** −1 for a room. */
	readonly object: number;
	readonly kind: ObjectKind | undefined;
}

/** Of more parts than this, those at a place are looked up. */
const FEW_PARTS = 8;

/**
 * The meshes of a level, each with its tree. Rooms have their indices in the layout. Where ground of several rooms is at the same height, it belongs
 * to the first of them in the layout.
 */
export class LevelIndex {
	readonly level: Level;
	readonly surfaces: SurfaceTable;
	/** Rooms with a walkmesh in the order of the layout, then objects. */
	readonly parts: readonly LevelPart[];
	/** How many parts are rooms; these come first. */
	readonly roomCount: number;
	/** For each room of the layout its part; undefined without a walkmesh. */
	readonly rooms: readonly (LevelPart | undefined)[];
	/** Number of faces of rooms that counts for the length of searches; see `spreadFaces`. */
	readonly spreadFaces: number;
	/** Counts the steps of the current search. */
	effort: Effort;
	/** No walk looks at more faces than this: more would mean going in a circle. */
	readonly mostFaces: number;
	/** 6 values a part: least x, y, z, then greatest x, y, z. */
	readonly #bounds: Float64Array;
	/** Numbers of all parts. */
	readonly #all: readonly number[];
	/** Finds parts in plan; undefined for few parts, which are looked through as soon. */
	readonly #plan: PlanIndex | undefined;

	constructor(level: Level, { surfaces = K1, objects = [], storedTrees = [] }: LevelQueryOptions = {}) {
		this.level = level;
		this.surfaces = surfaces;
		this.rooms = level.rooms.map(({ walkmesh }, room): LevelPart | undefined => {
			if (walkmesh === undefined || walkmesh.surfaces.length === 0) return undefined;
			return { index: new FaceIndex(walkmesh, surfaces, storedTrees[room]), room, object: -1, kind: undefined };
		});
		const rooms = this.rooms.filter((part) => part !== undefined);
		const placed = objects.flatMap((each, object): LevelPart[] => {
			const kind = kindOf(each);
			if (kind === undefined || each.walkmesh.surfaces.length === 0) return [];
			return [{ index: new FaceIndex(placedMesh(each), surfaces), room: -1, object, kind }];
		});
		this.parts = [...rooms, ...placed];
		this.roomCount = rooms.length;
		this.spreadFaces = spreadFaces(rooms.map(({ index }) => index));
		this.effort = this.search();
		this.#bounds = Float64Array.from(
			this.parts.flatMap(({ index: { positions } }) => [...(boundsOf(positions) ?? [1, 1, 1, 0, 0, 0])]),
		);
		this.mostFaces = this.parts.reduce((sum, { index }) => sum + index.surfaces.length, 100) * 2;
		this.#all = [...this.parts.keys()];
		if (this.parts.length > FEW_PARTS && this.#bounds.every(Number.isFinite))
			this.#plan = new PlanIndex(segmentBoxes(this.#bounds, 6));
	}

	get faceCount(): number {
		return this.rooms.reduce((sum, part) => sum + (part?.index.surfaces.length ?? 0), 0);
	}

	/** Begins a search. @param most the most steps that it may take @throws UsageError unless that is a count */
	search(most?: number): Effort {
		if (most !== undefined) checkedValues(EFFORT_OPTIONS, { maxSteps: most }, 'a search');
		this.effort = new Effort(this.spreadFaces, most);
		return this.effort;
	}

	/** True where a vertical line misses the bounds of a part. */
	isBeside(part: number, x: number, y: number): boolean {
		const bounds = this.#bounds;
		const at = part * 6;
		return x < bounds[at] || x > bounds[at + 3] || y < bounds[at + 1] || y > bounds[at + 4];
	}

	/**
	 * Finds the ground at x, y: the highest walkable face of all rooms, or if there is none, the highest face.
	 * @param z only ground at or below this height counts
	 * @param out filled and returned, if given
	 */
	groundAt(x: number, y: number, z = Infinity, out: Hit = createHit()): Hit | undefined {
		const part = this.ground(x, y, z, WALK) ?? this.ground(x, y, z, ALL);
		if (part === undefined) return undefined;
		groundHit(part.index, x, y, z, out);
		out.room = part.room;
		out.object = -1;
		return out;
	}

	/** Height of the ground at x, y, in metres, as `groundAt` finds it; undefined if there is none. */
	heightAt(x: number, y: number, z = Infinity): number | undefined {
		return (this.ground(x, y, z, WALK) ?? this.ground(x, y, z, ALL))?.index.height;
	}

	/** True if a character can stand there. */
	isWalkableAt(x: number, y: number, z = Infinity): boolean {
		return this.ground(x, y, z, WALK) !== undefined;
	}

	/** Numbers of parts, ascending, among which are all whose bounds touch a box in plan. A level may have thousands of parts, so not each one is asked. */
	#near(x0: number, y0: number, x1: number, y1: number): readonly number[] {
		const near = this.#plan?.touching(x0, y0, x1, y1);
		return near === undefined ? this.#all : near.length < 2 ? near : near.sort((a, b) => a - b);
	}

	/** Finds the room with the highest face at x, y; its index holds face and height. @param known see `FaceIndex.ground` */
	ground(x: number, y: number, z: number, mask: number, known?: number): LevelPart | undefined {
		let best: LevelPart | undefined;
		for (const i of this.#near(x, y, x, y)) {
			if (i >= this.roomCount) break;
			if (this.isBeside(i, x, y)) continue;
			const part = this.parts[i];
			if (!part.index.ground(x, y, z, mask, known)) continue;
			if (best === undefined || part.index.height > best.index.height) best = part;
		}
		return best;
	}

	/** Rooms, and objects of the kinds that take part, whose bounds touch a box. */
	partsIn(low: ArrayLike<number>, high: ArrayLike<number>, taking: ReadonlySet<string>): LevelPart[] {
		const found: LevelPart[] = [];
		for (const i of this.#near(low[0], low[1], high[0], high[1])) {
			const part = this.parts[i];
			if ((part.kind === undefined || taking.has(part.kind)) && this.#touches(i, low, high)) found.push(part);
		}
		return found;
	}

	#touches(part: number, low: ArrayLike<number>, high: ArrayLike<number>): boolean {
		const bounds = this.#bounds;
		for (let axis = 0, at = part * 6; axis < 3; axis++, at++) {
			if (bounds[at] > high[axis] || bounds[at + 3] < low[axis]) return false;
		}
		return true;
	}

	/** Distance from a point to the bounds of a part, metres. */
	distanceTo(part: number, x: number, y: number, z: number): number {
		const bounds = this.#bounds;
		const at = part * 6;
		const dx = Math.max(bounds[at] - x, x - bounds[at + 3], 0);
		const dy = Math.max(bounds[at + 1] - y, y - bounds[at + 4], 0);
		const dz = Number.isNaN(z) ? 0 : Math.max(bounds[at + 2] - z, z - bounds[at + 5], 0);
		return Math.sqrt(dx * dx + dy * dy + dz * dz);
	}
}

export const NO_OBJECTS: ReadonlySet<string> = new Set();
const KINDS: readonly string[] = ['placeable', 'closed', 'open1', 'open2'] satisfies ObjectKind[];

/** The kinds of objects that take part. @throws UsageError for an unknown kind */
export function objectKinds({ objects }: ObjectOptions): ReadonlySet<string> {
	if (objects === undefined || objects.length === 0) return NO_OBJECTS;
	const unknown = objects.find((kind) => !KINDS.includes(kind));
	if (unknown === undefined) return new Set(objects);
	throw new UsageError(`objects are some of ${KINDS.join(', ')}, not ${JSON.stringify(unknown)}.`);
}
