import type { Level } from '../level.ts';
import type { Places } from './places.ts';

/** A face may not become flatter than this (its least height, metres) if it also loses nine tenths of its height. */
const LEAST_HEIGHT = 1e-3;
const LEAST_PART = 0.1;

/**
 * The corners, as vertices of the level, of faces that were sound and would not be if each vertex took the place of its
 * stand-in: they would have no area, be turned over, or nearly so.
 *
 * @param standIns 1 a vertex of the level
 */
export function spoiltFaces(level: Level, places: Places, standIns: Uint32Array): number[] {
	const { offsets, bits } = places;
	const coordinates = new Float32Array(bits.buffer);
	const spoilt: number[] = [];
	level.rooms.forEach(({ walkmesh }, room) => {
		if (walkmesh === undefined || !anyMoves(standIns, offsets[room], offsets[room + 1])) return;
		const { faces } = walkmesh;
		for (let i = 0; i < faces.length; i += 3) {
			const a = offsets[room] + faces[i];
			const b = offsets[room] + faces[i + 1];
			const c = offsets[room] + faces[i + 2];
			if (standIns[a] === a && standIns[b] === b && standIns[c] === c) continue;
			if (!staysSound(coordinates, a, b, c, standIns[a], standIns[b], standIns[c])) spoilt.push(a, b, c);
		}
	});
	return spoilt;
}

function anyMoves(standIns: Uint32Array, from: number, to: number): boolean {
	for (let vertex = from; vertex < to; vertex++) if (standIns[vertex] !== vertex) return true;
	return false;
}

function staysSound(
	coordinates: Float32Array,
	a: number,
	b: number,
	c: number,
	newA: number,
	newB: number,
	newC: number,
): boolean {
	const before = shapeOf(coordinates, a, b, c);
	if (!(before.height > 0)) return true;
	const after = shapeOf(coordinates, newA, newB, newC);
	const [x, y, z] = before.normal;
	const [newX, newY, newZ] = after.normal;
	if (!(x * newX + y * newY + z * newZ > 0) || (z !== 0 && z * newZ <= 0 && !isUpright(before.normal))) return false;
	return after.height >= LEAST_HEIGHT || after.height >= before.height * LEAST_PART;
}

interface Shape {
	/** Not normalized: as long as twice the area. */
	readonly normal: readonly [number, number, number];
	/** Over the longest side, metres. */
	readonly height: number;
}

function shapeOf(p: Float32Array, a: number, b: number, c: number): Shape {
	const [i, j, k] = [a * 3, b * 3, c * 3];
	const [ux, uy, uz] = [p[j] - p[i], p[j + 1] - p[i + 1], p[j + 2] - p[i + 2]];
	const [vx, vy, vz] = [p[k] - p[i], p[k + 1] - p[i + 1], p[k + 2] - p[i + 2]];
	const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
	const longest = Math.max(Math.hypot(ux, uy, uz), Math.hypot(vx, vy, vz), Math.hypot(ux - vx, uy - vy, uz - vz));
	return { normal, height: longest > 0 ? Math.hypot(...normal) / longest : 0 };
}

/** Nearly vertical faces may lean to the other side of the vertical by a hair. */
function isUpright(normal: readonly [number, number, number]): boolean {
	return Math.abs(normal[2]) < 1e-3 * Math.hypot(...normal);
}
