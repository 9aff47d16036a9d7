import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { cornersOf } from './query.ts';

/** A walker who goes in small steps and looks at every face of the level at each of them. */

type P = readonly number[];

const walks = ({ surfaces }: Walkmesh, face: number): boolean => K1.surfaces[surfaces[face]]?.walk ?? false;
const checked = ({ surfaces }: Walkmesh, face: number): boolean => K1.surfaces[surfaces[face]]?.walkCheck ?? false;

/** Where a point lies in a triangle seen from above: the height there, or undefined outside, with a little to spare on the edges. */
function heightIn([a, b, c]: readonly P[], x: number, y: number): number | undefined {
	const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
	if (Math.abs(area) < 1e-12) return undefined;
	const v = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
	const w = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
	if (v < -1e-9 || w < -1e-9 || v + w > 1 + 1e-9) return undefined;
	return a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]);
}

/** The height of a room's ground nearest to another height. */
export function groundNear(mesh: Walkmesh | undefined, x: number, y: number, z: number): number | undefined {
	let best: number | undefined;
	for (let face = 0; mesh !== undefined && face < mesh.surfaces.length; face++) {
		if (!walks(mesh, face)) continue;
		const height = heightIn(cornersOf(mesh, face), x, y);
		if (height !== undefined && (best === undefined || Math.abs(height - z) < Math.abs(best - z))) best = height;
	}
	return best;
}

/** Between a point of the plan and what of a triangle lies between two heights, by cutting it and looking at each of its edges. */
function planDistance(corners: readonly P[], x: number, y: number, low: number, high: number): number {
	let ring = corners.map((corner) => [...corner]);
	for (const [sign, side] of [
		[1, low],
		[-1, high],
	]) {
		ring = ring.flatMap((p, i) => {
			const q = ring[(i + 1) % ring.length];
			const [offP, offQ] = [(p[2] - side) * sign, (q[2] - side) * sign];
			const kept = offP >= 0 ? [p] : [];
			if (offP * offQ < 0) kept.push(p.map((value, k) => value + ((q[k] - value) * offP) / (offP - offQ)));
			return kept;
		});
		if (ring.length === 0) return Infinity;
	}
	for (let i = 1; i + 1 < ring.length; i++) if (heightIn([ring[0], ring[i], ring[i + 1]], x, y) !== undefined) return 0;
	return Math.min(
		...ring.map((p, i) => {
			const q = ring[(i + 1) % ring.length];
			const [ux, uy] = [q[0] - p[0], q[1] - p[1]];
			const length = ux * ux + uy * uy;
			const share = length > 0 ? Math.min(1, Math.max(0, ((x - p[0]) * ux + (y - p[1]) * uy) / length)) : 0;
			return Math.hypot(x - p[0] - ux * share, y - p[1] - uy * share);
		}),
	);
}

/** How far a point of the ground is from anything that stops a creature there. */
export function obstacleDistance(level: Level, [x, y, z]: P, height: number): number {
	let least = Infinity;
	for (const { walkmesh } of level.rooms) {
		for (let face = 0; walkmesh !== undefined && face < walkmesh.surfaces.length; face++) {
			if (walks(walkmesh, face) || !checked(walkmesh, face)) continue;
			least = Math.min(least, planDistance(cornersOf(walkmesh, face), x, y, z + 0.1, z + height));
		}
	}
	return least;
}

export interface SteppedWalk {
	readonly arrived: boolean;
	readonly why: 'obstacle' | 'ground' | undefined;
	readonly distance: number;
	readonly room: number;
	readonly z: number;
}

/** Walks from a room in steps of so many metres. */
export function stepAlong(
	level: Level,
	start: { room: number; z: number },
	from: P,
	to: P,
	{ radius, height, step }: { radius: number; height: number; step: number },
): SteppedWalk {
	const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
	const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
	let { room, z } = start;
	let clear = obstacleDistance(level, [from[0], from[1], z], height);
	for (let along = 0; along < length; ) {
		const next = Math.min(along + step, length);
		const [x, y] = [from[0] + dx * next, from[1] + dy * next];
		let ground = groundNear(level.rooms[room].walkmesh, x, y, z);
		if (ground === undefined) {
			const linked = new Set(level.rooms[room].walkmesh?.transitions.filter((to) => to >= 0));
			for (const other of linked) {
				const found = groundNear(level.rooms[other]?.walkmesh, x, y, z);
				if (found === undefined) continue;
				ground = found;
				room = other;
				break;
			}
		}
		if (ground === undefined) return { arrived: false, why: 'ground', distance: along, room, z };
		const near = obstacleDistance(level, [x, y, ground], height);
		if (near < radius && near < clear) return { arrived: false, why: 'obstacle', distance: along, room, z };
		z = ground;
		clear = near;
		along = next;
	}
	return { arrived: true, why: undefined, distance: length, room, z };
}
