import { type SurfaceTable, walkableFaces } from '../../surfaces/index.ts';
import type { Walkmesh } from '../../walkmesh/index.ts';
import type { Boxes } from '../seams/sweep.ts';
import type { PlanTriangle } from './plan-overlap.ts';

/** Triangles whose plan area is a smaller part of their area stand upright and are no ground. */
const UPRIGHT = 1e-3;

/** The walkable triangles of a room as seen from above. */
export interface Ground {
	readonly walkmesh: Walkmesh;
	/** 1 a triangle: its face. */
	readonly faces: Uint32Array;
	/** 6 doubles a triangle, min and max xyz; all heights are 0. */
	readonly bounds: Float64Array;
}

export function groundOf(walkmesh: Walkmesh, table: SurfaceTable): Ground {
	const walkable = walkableFaces(table, walkmesh.surfaces);
	const faces = new Uint32Array(walkable.length);
	let count = 0;
	for (let face = 0; face < walkable.length; face++) {
		if (walkable[face] === 1 && !isUpright(walkmesh, face)) faces[count++] = face;
	}
	const bounds = new Float64Array(count * 6);
	for (let i = 0; i < count; i++) boundFace(walkmesh, faces[i], bounds, i * 6);
	return { walkmesh, faces: faces.subarray(0, count), bounds };
}

/** Writes the plan box of a whole ground; an empty one has min > max. */
export function boundGround({ bounds }: Ground, out: Float64Array): void {
	out.set([Infinity, Infinity, 0, -Infinity, -Infinity, 0]);
	for (let b = 0; b < bounds.length; b += 6) {
		for (let axis = 0; axis < 2; axis++) {
			if (bounds[b + axis] < out[axis]) out[axis] = bounds[b + axis];
			if (bounds[b + 3 + axis] > out[3 + axis]) out[3 + axis] = bounds[b + 3 + axis];
		}
	}
}

/** The triangles whose box touches another one; ids count the ground's triangles. @param box min and max xyz */
export function trianglesIn({ bounds }: Ground, box: Float64Array): Boxes {
	const ids: number[] = [];
	for (let b = 0; b < bounds.length; b += 6) {
		if (bounds[b] > box[3] || bounds[b + 3] < box[0] || bounds[b + 1] > box[4] || bounds[b + 4] < box[1]) continue;
		ids.push(b / 6);
	}
	const near = new Float64Array(ids.length * 6);
	for (let i = 0; i < ids.length; i++) near.set(bounds.subarray(ids[i] * 6, ids[i] * 6 + 6), i * 6);
	return { ids: Uint32Array.from(ids), bounds: near };
}

/** Reads a triangle's corners, counter-clockwise in plan whichever way its face looks. */
export function readTriangle({ walkmesh, faces }: Ground, index: number, out: PlanTriangle): void {
	const { positions } = walkmesh;
	const corner = faces[index] * 3;
	for (let k = 0; k < 3; k++) {
		const vertex = walkmesh.faces[corner + k] * 3;
		out[k * 3] = positions[vertex];
		out[k * 3 + 1] = positions[vertex + 1];
		out[k * 3 + 2] = positions[vertex + 2];
	}
	if (doublePlanArea(out) > 0) return;
	for (let axis = 3; axis < 6; axis++) {
		const swapped = out[axis];
		out[axis] = out[axis + 3];
		out[axis + 3] = swapped;
	}
}

/** The least width of a triangle in plan: its height over the longest side, metres. */
export function planWidth(t: PlanTriangle): number {
	const longest = Math.max(
		squaredLength(t[3] - t[0], t[4] - t[1]),
		squaredLength(t[6] - t[3], t[7] - t[4]),
		squaredLength(t[0] - t[6], t[1] - t[7]),
	);
	return Math.abs(doublePlanArea(t)) / Math.sqrt(longest);
}

function squaredLength(x: number, y: number): number {
	return x * x + y * y;
}

function doublePlanArea(t: PlanTriangle): number {
	return (t[3] - t[0]) * (t[7] - t[1]) - (t[4] - t[1]) * (t[6] - t[0]);
}

function isUpright({ positions, faces }: Walkmesh, face: number): boolean {
	const a = faces[face * 3] * 3;
	const b = faces[face * 3 + 1] * 3;
	const c = faces[face * 3 + 2] * 3;
	const ux = positions[b] - positions[a];
	const uy = positions[b + 1] - positions[a + 1];
	const uz = positions[b + 2] - positions[a + 2];
	const vx = positions[c] - positions[a];
	const vy = positions[c + 1] - positions[a + 1];
	const vz = positions[c + 2] - positions[a + 2];
	const nx = uy * vz - uz * vy;
	const ny = uz * vx - ux * vz;
	const nz = ux * vy - uy * vx;
	return !(Math.abs(nz) > UPRIGHT * Math.sqrt(nx * nx + ny * ny + nz * nz));
}

function boundFace({ positions, faces }: Walkmesh, face: number, out: Float64Array, at: number): void {
	for (let axis = 0; axis < 2; axis++) {
		const p = positions[faces[face * 3] * 3 + axis];
		const q = positions[faces[face * 3 + 1] * 3 + axis];
		const r = positions[faces[face * 3 + 2] * 3 + axis];
		out[at + axis] = Math.min(p, q, r);
		out[at + 3 + axis] = Math.max(p, q, r);
	}
}
