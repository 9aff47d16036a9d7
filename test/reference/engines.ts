import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { cornersOf } from './query.ts';

/**
 * How two open engines move somebody over walkmeshes, told again in small steps over every face near: slow, and without any index. From their sources come
 * facts alone.
 *
 * - reone: a step is refused where the straight line from 0.1 m above the feet to the same height above the next point meets a face that cannot be walked on, and
 *   where a line from far above straight down meets no walkable face; else the first one it meets is the new ground. It knows no radius and no links.
 * - KotOR.js: only edges of the outline of walkable ground stop somebody, those of the room one is in that have no transition, from the side of the
 *   ground, at the radius of the creature in space. Who crosses an edge with a transition is in that room from there on.
 */

type P = readonly number[];

/** A face of a level, with the room it is in. */
interface Face {
	readonly room: number;
	readonly face: number;
	readonly corners: readonly P[];
	readonly walks: boolean;
	readonly stops: boolean;
}

/** The faces whose box comes near a way, in plan. */
function facesAlong(level: Level, from: P, to: P, reach: number): Face[] {
	const low = [0, 1].map((axis) => Math.min(from[axis], to[axis]) - reach);
	const high = [0, 1].map((axis) => Math.max(from[axis], to[axis]) + reach);
	return level.rooms.flatMap(({ walkmesh }, room) => {
		const near: Face[] = [];
		for (let face = 0; walkmesh !== undefined && face < walkmesh.surfaces.length; face++) {
			const corners = cornersOf(walkmesh, face);
			const isNear = [0, 1].every(
				(axis) => corners.some((c) => c[axis] <= high[axis]) && corners.some((c) => c[axis] >= low[axis]),
			);
			if (!isNear) continue;
			const surface = K1.surfaces[walkmesh.surfaces[face]];
			near.push({
				room,
				face,
				corners,
				walks: surface?.walk ?? false,
				stops: surface?.walk === false && surface.walkCheck,
			});
		}
		return near;
	});
}

/** The height of a face at a point of the plan. */
export function heightAt([a, b, c]: readonly P[], x: number, y: number): number | undefined {
	const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
	if (Math.abs(area) < 1e-9) return undefined;
	const v = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
	const w = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
	return v < -1e-7 || w < -1e-7 || v + w > 1 + 1e-7 ? undefined : a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]);
}

/** Whether a line from point to point meets a face. */
function meets(corners: readonly P[], from: P, to: P): boolean {
	const minus = (p: P, q: P): number[] => p.map((value, axis) => value - q[axis]);
	const dot = (p: P, q: P): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
	const cross = (p: P, q: P): number[] => [
		p[1] * q[2] - p[2] * q[1],
		p[2] * q[0] - p[0] * q[2],
		p[0] * q[1] - p[1] * q[0],
	];
	const [one, other, way] = [minus(corners[1], corners[0]), minus(corners[2], corners[0]), minus(to, from)];
	const across = cross(way, other);
	const volume = dot(one, across);
	if (Math.abs(volume) < 1e-12) return false;
	const offset = minus(from, corners[0]);
	const v = dot(offset, across) / volume;
	const turned = cross(offset, one);
	const [w, at] = [dot(way, turned) / volume, dot(other, turned) / volume];
	return v >= 0 && w >= 0 && v + w <= 1 && at >= 0 && at <= 1;
}

export interface Moved {
	readonly arrived: boolean;
	/** Where it ends, on the ground. */
	readonly at: P;
	/** What ended it. */
	readonly why: 'face' | 'no ground' | 'edge' | undefined;
	/** Faces it went over, in order: room and face. */
	readonly over: readonly (readonly [room: number, face: number])[];
}

/** So far goes somebody in a step, metres. */
const STEP = 0.02;

function inSteps(
	from: P,
	to: P,
	step: (at: P, next: readonly [number, number]) => P | Moved['why'],
): Omit<Moved, 'over'> {
	const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
	const count = Math.max(1, Math.ceil(length / STEP));
	let at = from;
	for (let i = 1; i <= count; i++) {
		const next = [0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * i) / count) as [number, number];
		const moved = step(at, next);
		if (!Array.isArray(moved)) return { arrived: false, at, why: moved as Moved['why'] };
		at = moved;
	}
	return { arrived: true, at, why: undefined };
}

/** Moves a point as reone does. @param from on the ground, with its height */
export function moveAsReone(level: Level, from: P, to: P): Moved {
	const near = facesAlong(level, from, to, 0.01);
	const over: [number, number][] = [];
	const moved = inSteps(from, to, ([x, y, z], next) => {
		const feet = z + 0.1;
		if (near.some(({ stops, corners }) => stops && meets(corners, [x, y, feet], [...next, feet]))) return 'face';
		let ground: { z: number; face: Face } | undefined;
		for (const face of near) {
			const height = face.walks ? heightAt(face.corners, ...next) : undefined;
			if (height !== undefined && (ground === undefined || height > ground.z)) ground = { z: height, face };
		}
		if (ground === undefined) return 'no ground';
		over.push([ground.face.room, ground.face.face]);
		return [...next, ground.z];
	});
	return { ...moved, over };
}

/** An edge of the outline of walkable ground. */
interface Edge {
	readonly a: P;
	readonly b: P;
	/** A point of the ground beside it. */
	readonly within: P;
	readonly transition: number;
}

/** The edges of walkable faces of a room that no other walkable face of it shares, by the numbers of their vertices. */
function outlineOf(level: Level, room: number): Edge[] {
	const { walkmesh } = level.rooms[room];
	if (walkmesh === undefined) return [];
	const edges = new Map<string, Edge & { count: number }>();
	for (let face = 0; face < walkmesh.surfaces.length; face++) {
		if (K1.surfaces[walkmesh.surfaces[face]]?.walk !== true) continue;
		const corners = cornersOf(walkmesh, face);
		for (let k = 0; k < 3; k++) {
			const [p, q] = [walkmesh.faces[face * 3 + k], walkmesh.faces[face * 3 + ((k + 1) % 3)]];
			const key = [p, q].sort((m, n) => m - n).join();
			const known = edges.get(key);
			if (known !== undefined) known.count++;
			else
				edges.set(key, {
					...{ a: corners[k], b: corners[(k + 1) % 3], within: corners[(k + 2) % 3] },
					...{ transition: walkmesh.transitions[face * 3 + k], count: 1 },
				});
		}
	}
	return [...edges.values()].filter(({ count }) => count === 1);
}

/** The point of an edge nearest to another one, in space. */
function nearestOn(a: P, b: P, p: P): number[] {
	const way = b.map((value, axis) => value - a[axis]);
	const length = way.reduce((sum, value) => sum + value * value, 0);
	const share = length > 0 ? way.reduce((sum, value, axis) => sum + value * (p[axis] - a[axis]), 0) / length : 0;
	return a.map((value, axis) => value + way[axis] * Math.min(1, Math.max(0, share)));
}

const side = (a: P, b: P, p: P): number => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);

/** Moves somebody as KotOR.js does, straight, until something would make them slide. @param room they are in */
export function moveAsKotorJs(level: Level, room: number, from: P, to: P, radius: number): Moved {
	const outlines = new Map<number, Edge[]>();
	const over: [number, number][] = [];
	const way = [to[0] - from[0], to[1] - from[1], 0];
	const near = facesAlong(level, from, to, 0.01).filter(({ walks }) => walks);
	let here = room;
	const moved = inSteps(from, to, (at, next) => {
		const edges = outlines.get(here) ?? outlineOf(level, here);
		outlines.set(here, edges);
		for (const { a, b, within, transition } of edges) {
			if (transition >= 0) continue;
			const closest = nearestOn(a, b, at);
			if (Math.hypot(...closest.map((value, axis) => value - at[axis])) >= radius) continue;
			// Its normal points to the ground; whoever goes away from it is not held.
			const sign = Math.sign(side(a, b, within));
			const normal = [-(b[1] - a[1]) * sign, (b[0] - a[0]) * sign];
			if (side(a, b, at) * sign > 0 && normal[0] * way[0] + normal[1] * way[1] < 0) return 'edge';
		}
		const crossed = edges.find(
			({ a, b, transition }) =>
				transition >= 0 && side(a, b, at) * side(a, b, next) <= 0 && side(at, next, a) * side(at, next, b) <= 0,
		);
		if (crossed !== undefined) here = crossed.transition;
		if (level.rooms[here] === undefined) return 'no ground';
		let ground: { z: number; face: Face } | undefined;
		for (const face of near) {
			const height = face.room === here ? heightAt(face.corners, ...next) : undefined;
			if (height === undefined) continue;
			if (ground === undefined || Math.abs(height - at[2]) < Math.abs(ground.z - at[2])) ground = { z: height, face };
		}
		if (ground === undefined) return 'no ground';
		over.push([here, ground.face.face]);
		return [...next, ground.z];
	});
	return { ...moved, over };
}
