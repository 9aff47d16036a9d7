import { UsageError } from '../findings/report.ts';
import { faceVector } from '../geometry/triangles.ts';
import type { Vec3 } from '../math/vec3.ts';
import {
	ALL,
	BACK,
	BOTH_SIDES,
	type FaceIndex,
	FRONT,
	type IndexedMesh,
	OBSTACLE,
	SIGHT,
	WALK,
	WALK_CHECK,
} from './face-index.ts';

/** The result of a query. One record can be reused for many queries. */
export interface Hit {
	/** The face, as the walkmesh numbers it. */
	face: number;
	/** Its surface id. */
	surface: number;
	/** Metres. */
	point: [x: number, y: number, z: number];
	/** Unit normal of the face, on the side from which its corners run counter-clockwise; 0, 0, 0 for a face without area. */
	normal: [x: number, y: number, z: number];
	/** Metres from the start of the query. For ground: from the height that was given, 0 without one. */
	distance: number;
	/** On a level: the room, as an index into the layout; −1 for a placed object. */
	room: number;
	/** On a level: the placed object, as an index into those that were given; −1 for a room. */
	object: number;
}

/** A record to be filled. */
export function createHit(): Hit {
	return { face: -1, surface: -1, point: [0, 0, 0], normal: [0, 0, 0], distance: 0, room: -1, object: -1 };
}

/** Copies a hit into a record that somebody holds, whose arrays stay. Written out, since every ray over a level does it. */
export function copyHit(from: Hit, to: Hit): Hit {
	to.face = from.face;
	to.surface = from.surface;
	to.distance = from.distance;
	to.room = from.room;
	to.object = from.object;
	for (let axis = 0; axis < 3; axis++) {
		to.point[axis] = from.point[axis];
		to.normal[axis] = from.normal[axis];
	}
	return to;
}

/**
 * Which faces take part, by column of the surface table: `walk` (characters can stand there), `walkcheck` (collision), `sight` (column
 * `lineofsight`), or `all`.
 */
export type QueryMask = 'walk' | 'walkcheck' | 'sight' | 'all';

const MASKS: Readonly<Record<QueryMask, number>> = { walk: WALK, walkcheck: WALK_CHECK, sight: SIGHT, all: ALL };

/** The mask as bits of `FaceIndex.bits`. @throws UsageError for an unknown word */
export function maskOf(mask: QueryMask): number {
	return lookUp(MASKS, mask, 'mask');
}

/** Which sides of faces are hit. */
export type QuerySides = 'both' | 'front' | 'back';

const SIDES: Readonly<Record<QuerySides, number>> = { both: BOTH_SIDES, front: FRONT, back: BACK };

/** The sides as a constant of face-index.ts. @throws UsageError for an unknown word */
export function sidesOf(sides: QuerySides): number {
	return lookUp(SIDES, sides, 'sides');
}

/** What a word stands for. @throws UsageError for an unknown one */
export function lookUp(words: Readonly<Record<string, number>>, word: string, what: string): number {
	if (Object.hasOwn(words, word)) return words[word];
	throw new UsageError(`${what} is one of ${Object.keys(words).join(', ')}, not ${JSON.stringify(word)}.`);
}

/** Checks a point. @throws UsageError unless it has two or three finite numbers, and at least `least` */
export function requirePoint(point: readonly number[], what: string, least: 2 | 3 = 3): void {
	if (Array.isArray(point) && point.length >= least && point.length <= 3 && point.every(Number.isFinite)) return;
	const numbers = least === 3 ? 'three' : 'two or three';
	throw new UsageError(`${what} is a point of ${numbers} numbers, not ${JSON.stringify(point)}.`);
}

/** Checks where a question looks down: `null` or a whole point in place of x would find no ground anywhere. @throws UsageError */
export function requireUpright(x: number, y: number, z = Infinity): void {
	if (Number.isFinite(x) && Number.isFinite(y) && typeof z === 'number' && !Number.isNaN(z)) return;
	throw new UsageError(`The ground is asked for with numbers x, y and z, not ${[x, y, z].map(String).join(', ')}.`);
}

/** Fills in a face and its normal. */
export function fillFace(mesh: IndexedMesh, face: number, hit: Hit): void {
	hit.face = face;
	hit.surface = mesh.surfaces[face];
	// A face without area has no normal: three zeros.
	const length = faceVector(mesh.positions, mesh.faces, face, hit.normal) || 1;
	// Adding 0 turns −0 into 0.
	for (let axis = 0; axis < 3; axis++) hit.normal[axis] = hit.normal[axis] / length + 0;
}

/** Fills in the point and distance of a ray's hit. @param share position of the hit as a share of the ray's length */
export function fillAlong(hit: Hit, from: Vec3, to: Vec3, share: number): void {
	const dx = to[0] - from[0];
	const dy = to[1] - from[1];
	const dz = to[2] - from[2];
	hit.point[0] = from[0] + dx * share;
	hit.point[1] = from[1] + dy * share;
	hit.point[2] = from[2] + dz * share;
	hit.distance = Math.sqrt(dx * dx + dy * dy + dz * dz) * share;
}

/** Heights above the ground at which walls are looked for; metres. */
export const WALL_HEIGHTS: readonly number[] = [0.05, 0.5, 1];

/** True where a face that stops creatures stands between two points on the ground: a ray above them hits it. */
export function hasWallBetween(
	index: FaceIndex,
	from: Vec3,
	to: Vec3,
	heights: readonly number[] = WALL_HEIGHTS,
): boolean {
	const [ax, ay, az] = from;
	const [bx, by, bz] = to;
	return heights.some((above) => index.nearest(ax, ay, az + above, bx, by, bz + above, OBSTACLE));
}
