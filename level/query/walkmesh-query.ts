import { refuseUnknown } from '../../src/findings/options.ts';
import { closestOnTriangle, type Point, triangleTouchesBox } from '../../src/geometry/near-triangle.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { K1, type SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { ALL, FaceIndex, WALK } from '../../src/plan/face-index.ts';
import {
	createHit,
	fillAlong,
	fillFace,
	type Hit,
	lookUp,
	maskOf,
	type QueryMask,
	type QuerySides,
	requirePoint,
	requireUpright,
	sidesOf,
} from '../../src/plan/hits.ts';
import type { AabbTree } from '../../src/tree/tree.ts';

/** Options of a ray. */
export interface RayOptions {
	/** Which faces take part. Default: `all`. */
	readonly mask?: QueryMask;
	/**
	 * `nearest`: the hit nearest to the start. `first`: the first one that the game's own walk down the tree finds, if only yes or no matters. `all`:
	 * all hits. Default: `nearest`.
	 */
	readonly hit?: 'nearest' | 'first' | 'all';
	/** Which sides of faces are hit. Default: `both`. */
	readonly sides?: QuerySides;
}

/** Options of queries of a walkmesh. */
export interface WalkmeshQueryOptions {
	/** Default: that of Knights of the Old Republic 1. */
	readonly surfaces?: SurfaceTable;
	/** The tree to use, such as the one stored in a file. Default: one is built. */
	readonly storedTree?: AabbTree;
}

/**
 * Queries of a walkmesh. Coordinates are in the space of the walkmesh: area space for rooms. By default rays hit faces from both sides; faces
 * that are parallel to the ray are not hit. Results do not depend on the tree, as long as it contains every face.
 *
 * @example
 * const standsOn = (asked: WalkmeshQuery, x: number, y: number) => asked.groundAt(x, y)?.surface;
 * console.log(standsOn(query(walkmesh), 12, 30));
 */
export class WalkmeshQuery {
	readonly walkmesh: Walkmesh;
	/** The functions on flat arrays that this class uses. */
	readonly index: FaceIndex;
	readonly #scratch: Point = [0, 0, 0];

	constructor(walkmesh: Walkmesh, { surfaces = K1, storedTree }: WalkmeshQueryOptions = {}) {
		this.walkmesh = walkmesh;
		this.index = new FaceIndex(walkmesh, surfaces, storedTree);
	}

	/**
	 * Finds the face that is the ground at x, y: the highest walkable face, or if there is none, the highest face.
	 * @param z only ground at or below this height counts
	 * @returns −1 if there is none
	 */
	faceAt(x: number, y: number, z = Infinity): number {
		return this.#ground(x, y, z) ? this.index.face : -1;
	}

	/** Height of the ground at x, y, in metres, as `faceAt` finds it; undefined if there is none. */
	heightAt(x: number, y: number, z = Infinity): number | undefined {
		return this.#ground(x, y, z) ? this.index.height : undefined;
	}

	/** Finds the ground at x, y like `faceAt`, with point, normal and surface. @param out filled and returned, if given */
	groundAt(x: number, y: number, z = Infinity, out: Hit = createHit()): Hit | undefined {
		if (!this.#ground(x, y, z)) return undefined;
		return groundHit(this.index, x, y, z, out);
	}

	#ground(x: number, y: number, z: number): boolean {
		requireUpright(x, y, z);
		return this.index.ground(x, y, z, WALK) || this.index.ground(x, y, z, ALL);
	}

	/** True if a character can stand there; other tools call this `isPointWalkable`. */
	isWalkableAt(x: number, y: number, z = Infinity): boolean {
		requireUpright(x, y, z);
		return this.index.ground(x, y, z, WALK);
	}

	/** Finds all hits of a segment, nearest first; of equally near ones the lowest face first. */
	raycast(from: Vec3, to: Vec3, options: RayOptions & { readonly hit: 'all' }): Hit[];
	/** Finds the hit of a segment. @param out filled and returned, if given; then nothing is allocated */
	raycast(
		from: Vec3,
		to: Vec3,
		options?: RayOptions & { readonly hit?: 'nearest' | 'first' },
		out?: Hit,
	): Hit | undefined;
	raycast(from: Vec3, to: Vec3, options: RayOptions = NEAREST, out?: Hit): Hit[] | Hit | undefined {
		checkRay(from, to, options);
		if (options.hit === 'all') return sortHits(castAll(this.index, from, to, options));
		const hit = out ?? createHit();
		return castRay(this.index, from, to, options, hit) ? hit : undefined;
	}

	/** Finds the walkable point nearest to a point. @param point with two numbers, distances are measured in plan */
	nearestWalkable(point: readonly number[], out: Hit = createHit()): Hit | undefined {
		requirePoint(point, 'The point', 2);
		return nearestOn(this.index, point, this.#scratch, out) ? out : undefined;
	}

	/** Finds the faces that touch a box, ascending. */
	facesInBox(min: Vec3, max: Vec3, mask: QueryMask = 'all'): number[] {
		requirePoint(min, 'The least corner');
		requirePoint(max, 'The greatest corner');
		return facesIn(this.index, min, max, maskOf(mask));
	}

	/**
	 * Walks down the tree like the engine's `CheckAABBNode`, for authors who port it. From the root, both children are visited, the right one first
	 * if the node's plane says that the direction reaches it first; faces whose surface is not in the mask are skipped. The engine returns the number
	 * of hits.
	 * @param mask bit `1 << surface` for each surface that takes part. Default: all
	 * @returns hits in the order in which they are found, and the number of boxes tested
	 */
	checkAabbNode(from: Vec3, to: Vec3, mask = -1): { readonly hits: readonly Hit[]; readonly boxes: number } {
		requirePoint(from, 'The start');
		requirePoint(to, 'The end');
		const { index } = this;
		const before = index.tests;
		const hits: Hit[] = [];
		const found = index.every(from, to, ALL);
		for (let i = 0; i < found.length; i += 2) {
			if (isInMask(index.surfaces[found[i]], mask)) hits.push(alongHit(index, found[i], from, to, found[i + 1]));
		}
		return { hits, boxes: index.tests - before };
	}
}

const NEAREST: RayOptions = {};

const HITS: Readonly<Record<Required<RayOptions>['hit'], number>> = { nearest: 0, first: 1, all: 2 };

/** The names of a ray's options. */
export const RAY_OPTIONS: Readonly<Record<keyof RayOptions, true>> = { mask: true, hit: true, sides: true };

/**
 * Checks what a ray is asked with: a misspelt mask would let it hit everything, and a point without three numbers nothing.
 * @throws UsageError
 */
export function checkRay(from: Vec3, to: Vec3, options: RayOptions, known: object = RAY_OPTIONS): void {
	refuseUnknown(known, options, 'a ray');
	if (options.hit !== undefined) lookUp(HITS, options.hit, 'hit');
	// Nearly every ray is done with one sum.
	if (Number.isFinite(from?.[0] + from?.[1] + from?.[2] + to?.[0] + to?.[1] + to?.[2])) return;
	requirePoint(from, 'The start');
	requirePoint(to, 'The end');
}

/** True if a surface is in a mask. A mask has 32 bits; surfaces beyond these are in every mask. */
function isInMask(surface: number, mask: number): boolean {
	return surface >= 32 || (mask & (1 << surface)) !== 0;
}

/** Fills in the ground that the last query of an index found. */
export function groundHit(index: FaceIndex, x: number, y: number, top: number, hit: Hit): Hit {
	const { height } = index;
	fillFace(index, index.face, hit);
	hit.point[0] = x;
	hit.point[1] = y;
	hit.point[2] = height;
	hit.distance = Number.isFinite(top) ? Math.max(0, top - height) : 0;
	return hit;
}

/** Casts one ray over one mesh. @returns false for no hit */
export function castRay(
	index: FaceIndex,
	from: Vec3,
	to: Vec3,
	{ mask = 'all', hit = 'nearest', sides = 'both' }: RayOptions,
	out: Hit,
): boolean {
	const bits = maskOf(mask);
	const side = sidesOf(sides);
	// By index: destructuring arrays goes through their iterator, which is noticeable at a million rays a second.
	const found =
		hit === 'first'
			? index.any(from[0], from[1], from[2], to[0], to[1], to[2], bits, side)
			: index.nearest(from[0], from[1], from[2], to[0], to[1], to[2], bits, side);
	if (!found) return false;
	const { share } = index;
	fillFace(index, index.face, out);
	fillAlong(out, from, to, share);
	return true;
}

function alongHit(index: FaceIndex, face: number, from: Vec3, to: Vec3, share: number): Hit {
	const hit = createHit();
	fillFace(index, face, hit);
	fillAlong(hit, from, to, share);
	return hit;
}

/** Finds all hits, in no order; a face that a tree holds twice is one hit. */
export function castAll(
	index: FaceIndex,
	from: Vec3,
	to: Vec3,
	{ mask = 'all', sides = 'both' }: Omit<RayOptions, 'hit'>,
): Hit[] {
	const found = index.every(from, to, maskOf(mask), sidesOf(sides));
	const shares = new Map<number, number>();
	for (let i = 0; i < found.length; i += 2) shares.set(found[i], found[i + 1]);
	return [...shares].map(([face, share]) => alongHit(index, face, from, to, share));
}

/** Sorts hits in place: nearest first; equally near ones by room, then object, then face. */
export function sortHits(hits: Hit[]): Hit[] {
	return hits.sort((a, b) => a.distance - b.distance || a.room - b.room || a.object - b.object || a.face - b.face);
}

/** Finds the nearest walkable point of one mesh. @returns false without walkable faces */
export function nearestOn(
	index: FaceIndex,
	[x, y, z = Number.NaN]: readonly number[],
	scratch: Point,
	out: Hit,
): boolean {
	const point: Vec3 = [x, y, z];
	const { positions } = index;
	const squared = index.closest(x, y, z, WALK, (face) =>
		closestOnTriangle(positions, cornersOf(index, face), point, scratch),
	);
	if (index.face < 0) return false;
	closestOnTriangle(positions, cornersOf(index, index.face), point, out.point);
	fillFace(index, index.face, out);
	out.distance = Math.sqrt(squared);
	return true;
}

/** Finds the faces of one mesh that touch a box, ascending. */
export function facesIn(index: FaceIndex, min: Vec3, max: Vec3, mask: number): number[] {
	const box = [...min, ...max];
	const count = index.facesInBounds(min[0], min[1], min[2], max[0], max[1], max[2], mask);
	const found = [...index.list.subarray(0, count)].filter((face) =>
		triangleTouchesBox(index.positions, cornersOf(index, face), box),
	);
	return [...new Set(found)].sort((a, b) => a - b);
}

function cornersOf({ faces }: FaceIndex, face: number): [number, number, number] {
	return [faces[face * 3], faces[face * 3 + 1], faces[face * 3 + 2]];
}
