import { indicesOf } from '../mesh/compact.ts';
import type { PlanIndex } from '../mesh/plan-index.ts';
import {
	doublePlanArea,
	heightAt,
	type PlanOverlap,
	type PlanTriangle,
	planOverlap,
	planWidth,
} from '../mesh/plan-overlap.ts';
import { FACING, walkableFacings } from '../mesh/triangles.ts';
import { type SurfaceTable, walkableFaces } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';

/** Triangles of a room, the walkable ones most often, as seen from above; vertical ones are left out. */
export interface Ground {
	readonly walkmesh: Walkmesh;
	/** 1 a triangle: its face. */
	readonly faces: Uint32Array;
	/** 4 doubles a triangle: least x and y, greatest x and y. */
	readonly boxes: Float64Array;
	/** The same of all together; an empty ground has least > greatest. */
	readonly box: Float64Array;
}

export function groundOf(walkmesh: Walkmesh, table: SurfaceTable): Ground {
	return inPlan(walkmesh, walkableFaces(table, walkmesh.surfaces));
}

/** The triangles of some faces as seen from above. @param chosen 1 a face that counts, 0 another */
export function inPlan(walkmesh: Walkmesh, chosen: Uint8Array): Ground {
	const facings = walkableFacings(walkmesh.positions, walkmesh.faces, chosen);
	const isGround = facings.map((facing) => Number(facing === FACING.up || facing === FACING.down));
	const faces = indicesOf(isGround, 1);
	const boxes = new Float64Array(faces.length * 4);
	const box = Float64Array.of(Infinity, Infinity, -Infinity, -Infinity);
	for (let i = 0; i < faces.length; i++) {
		for (let axis = 0; axis < 2; axis++) {
			const p = walkmesh.positions[walkmesh.faces[faces[i] * 3] * 3 + axis];
			const q = walkmesh.positions[walkmesh.faces[faces[i] * 3 + 1] * 3 + axis];
			const r = walkmesh.positions[walkmesh.faces[faces[i] * 3 + 2] * 3 + axis];
			boxes[i * 4 + axis] = Math.min(p, q, r);
			boxes[i * 4 + 2 + axis] = Math.max(p, q, r);
			if (boxes[i * 4 + axis] < box[axis]) box[axis] = boxes[i * 4 + axis];
			if (boxes[i * 4 + 2 + axis] > box[2 + axis]) box[2 + axis] = boxes[i * 4 + 2 + axis];
		}
	}
	return { walkmesh, faces, boxes, box };
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

/** Rooms may reach this far into each other, in metres, before it is more than an uneven seam. */
const LEAST_WIDTH = 0.01;
/** The same for small triangles: this part of their own width. */
const LEAST_PART = 0.25;
/** Boxes that overlap by less, in metres, are not worth clipping: what float32 leaves of a shared seam. */
export const GRAIN = 1e-5;
/** As many triangles that touch one are looked at: a heap of them would take their square. */
const MOST_TOUCHING = 4096;
/** Pairs of touching boxes a triangle, all in all; ground has twenty. More is heaped on itself, and what was found so far says so. */
const PAIRS_A_TRIANGLE = 100;

/** What two walkable triangles share, seen from above. */
export interface SharedPlan extends PlanOverlap {
	/** Height of the first one there, and how much higher the second one is, metres. */
	readonly z: number;
	readonly dz: number;
}

/**
 * Calls `visit` for each pair of triangles of two grounds, or of one, that overlap by more than an uneven seam.
 *
 * @param triangles those of `b` @param visit returns false to end the search
 */
export function visitShared(
	a: Ground,
	b: Ground,
	triangles: PlanIndex,
	visit: (i: number, j: number, shared: SharedPlan) => boolean,
): void {
	const overlap: PlanOverlap = { area: 0, extent: 0, x: 0, y: 0 };
	const cornersA = new Float64Array(9);
	const cornersB = new Float64Array(9);
	let left = PAIRS_A_TRIANGLE * (a.faces.length + b.faces.length);
	for (let i = 0; i < a.faces.length && left > 0; i++) {
		if (!(boxDepth(a.boxes, i, b.box, 0) >= GRAIN)) continue;
		readTriangle(a, i, cornersA);
		const [minX, minY, maxX, maxY] = a.boxes.subarray(i * 4, i * 4 + 4);
		const touching = triangles.touching(minX, minY, maxX, maxY, MOST_TOUCHING);
		left -= touching.length;
		for (const j of touching) {
			if ((a === b && j <= i) || boxDepth(a.boxes, i, b.boxes, j) < GRAIN) continue;
			readTriangle(b, j, cornersB);
			if (!planOverlap(cornersA, cornersB, overlap)) continue;
			const least = Math.min(LEAST_WIDTH, LEAST_PART * Math.min(planWidth(cornersA), planWidth(cornersB)));
			// A strip is as wide as its area by its length, a triangle of that length twice as wide.
			if (overlap.area < least * overlap.extent) continue;
			const z = heightAt(cornersA, overlap.x, overlap.y);
			const dz = heightAt(cornersB, overlap.x, overlap.y) - z;
			if (!visit(i, j, { ...overlap, z, dz })) return;
		}
	}
}

/** The least of the extents in x and y that two boxes share. */
export function boxDepth(a: Float64Array, i: number, b: Float64Array, j: number): number {
	const x = Math.min(a[i * 4 + 2], b[j * 4 + 2]) - Math.max(a[i * 4], b[j * 4]);
	const y = Math.min(a[i * 4 + 3], b[j * 4 + 3]) - Math.max(a[i * 4 + 1], b[j * 4 + 1]);
	return Math.min(x, y);
}
