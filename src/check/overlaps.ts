import type { Report } from '../findings/report.ts';
import { LEVEL_FINDINGS } from '../level/findings.ts';
import type { Level } from '../level/level.ts';
import { indicesOf } from '../mesh/compact.ts';
import { PlanIndex } from '../mesh/plan-index.ts';
import { FACING, walkableFacings } from '../mesh/triangles.ts';
import { type SurfaceTable, walkableFaces } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';

/** The walkable triangles of a room as seen from above; vertical ones are no ground. */
interface Ground {
	readonly walkmesh: Walkmesh;
	/** 1 a triangle: its face. */
	readonly faces: Uint32Array;
	/** 4 doubles a triangle: least x and y, greatest x and y. */
	readonly boxes: Float64Array;
	/** The same of all together; an empty ground has least > greatest. */
	readonly box: Float64Array;
}

function groundOf(walkmesh: Walkmesh, table: SurfaceTable): Ground {
	const facings = walkableFacings(walkmesh.positions, walkmesh.faces, walkableFaces(table, walkmesh.surfaces));
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
function readTriangle({ walkmesh, faces }: Ground, index: number, out: PlanTriangle): void {
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
function planWidth(t: PlanTriangle): number {
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

/**
 * Overlap of two triangles seen from above.
 */

/** Nine numbers: x, y, z of three corners, counter-clockwise in plan. */
type PlanTriangle = Float64Array;

/** What two triangles share in plan. */
interface PlanOverlap {
	/** Square metres. */
	area: number;
	/** The greatest distance between two of its corners, metres. */
	extent: number;
	/** A point inside. */
	x: number;
	y: number;
}

/** A triangle clipped by the three sides of another has at most six corners. */
const MOST_CORNERS = 8;
let ring = new Float64Array(MOST_CORNERS * 2);
let clipped = new Float64Array(MOST_CORNERS * 2);

/** Clips `a` with the sides of `b`. False when they have no area in common. */
export function planOverlap(a: PlanTriangle, b: PlanTriangle, out: PlanOverlap): boolean {
	// Most pairs only touch; telling so is six times cheaper than clipping.
	if (isBeside(a, b) || isBeside(b, a)) return false;
	for (let k = 0; k < 3; k++) {
		ring[k * 2] = a[k * 3];
		ring[k * 2 + 1] = a[k * 3 + 1];
	}
	let count = 3;
	for (let k = 0; k < 3 && count > 0; k++) {
		const next = ((k + 1) % 3) * 3;
		count = clipRing(count, b[k * 3], b[k * 3 + 1], b[next], b[next + 1]);
	}
	return count >= 3 && measureRing(count, out);
}

/** True when one side of `a` has all of `b` on its outer side. */
function isBeside(a: PlanTriangle, b: PlanTriangle): boolean {
	for (let k = 0; k < 9; k += 3) {
		const next = k === 6 ? 0 : k + 3;
		const x = a[k];
		const y = a[k + 1];
		const dx = a[next] - x;
		const dy = a[next + 1] - y;
		if (
			dx * (b[1] - y) - dy * (b[0] - x) <= 0 &&
			dx * (b[4] - y) - dy * (b[3] - x) <= 0 &&
			dx * (b[7] - y) - dy * (b[6] - x) <= 0
		) {
			return true;
		}
	}
	return false;
}

/** Keeps what lies left of the line from (x0, y0) to (x1, y1). @returns the number of corners left */
function clipRing(count: number, x0: number, y0: number, x1: number, y1: number): number {
	const dx = x1 - x0;
	const dy = y1 - y0;
	let kept = 0;
	for (let i = 0; i < count; i++) {
		const px = ring[i * 2];
		const py = ring[i * 2 + 1];
		const j = i + 1 === count ? 0 : i + 1;
		const qx = ring[j * 2];
		const qy = ring[j * 2 + 1];
		const p = dx * (py - y0) - dy * (px - x0);
		const q = dx * (qy - y0) - dy * (qx - x0);
		if (p >= 0 && kept < MOST_CORNERS) {
			clipped[kept * 2] = px;
			clipped[kept * 2 + 1] = py;
			kept++;
		}
		if (p >= 0 !== q >= 0 && kept < MOST_CORNERS) {
			const t = p / (p - q);
			clipped[kept * 2] = px + (qx - px) * t;
			clipped[kept * 2 + 1] = py + (qy - py) * t;
			kept++;
		}
	}
	const used = ring;
	ring = clipped;
	clipped = used;
	return kept;
}

function measureRing(count: number, out: PlanOverlap): boolean {
	const originX = ring[0];
	const originY = ring[1];
	let area = 0;
	let sumX = 0;
	let sumY = 0;
	let extent = 0;
	for (let i = 0; i < count; i++) {
		const x = ring[i * 2] - originX;
		const y = ring[i * 2 + 1] - originY;
		const j = i + 1 === count ? 0 : i + 1;
		area += x * (ring[j * 2 + 1] - originY) - (ring[j * 2] - originX) * y;
		sumX += x;
		sumY += y;
		for (let k = 0; k < i; k++) {
			const dx = x - ring[k * 2] + originX;
			const dy = y - ring[k * 2 + 1] + originY;
			extent = Math.max(extent, dx * dx + dy * dy);
		}
	}
	out.area = area / 2;
	out.extent = Math.sqrt(extent);
	out.x = originX + sumX / count;
	out.y = originY + sumY / count;
	return area > 0;
}

/** The height of a triangle's plane above a point of the plan. */
export function heightAt(t: PlanTriangle, x: number, y: number): number {
	const ux = t[3] - t[0];
	const uy = t[4] - t[1];
	const uz = t[5] - t[2];
	const vx = t[6] - t[0];
	const vy = t[7] - t[1];
	const vz = t[8] - t[2];
	const nz = ux * vy - uy * vx;
	return t[2] - ((uy * vz - uz * vy) * (x - t[0]) + (uz * vx - ux * vz) * (y - t[1])) / nz;
}

/** Rooms may reach this far into each other, in metres, before it is more than an uneven seam. */
const LEAST_WIDTH = 0.01;
/** The same for small triangles: this part of their own width. */
const LEAST_PART = 0.25;
/** Boxes that overlap by less, in metres, are not worth clipping: what float32 leaves of a shared seam. */
const GRAIN = 1e-5;
/** Grounds less than this apart in height, in metres, are one ground; farther apart they are two floors. */
const SAME_GROUND = 0.5;

/** Of rooms without ground. */
const NO_BOX = new Float64Array(4).fill(NaN);

interface Shared {
	area: number;
	/** Where the two share most. */
	readonly largest: { area: number; face: number; x: number; y: number; z: number; dz: number };
}

/**
 * Reports pairs of rooms whose walkable ground overlaps in plan: the game looks a point up by x and y and takes the first room in the
 * layout that has ground there. Rooms that only share a seam do not overlap.
 */
export function checkOverlaps(level: Level, table: SurfaceTable, report: Report): void {
	const grounds = level.rooms.map(({ walkmesh }) => (walkmesh === undefined ? undefined : groundOf(walkmesh, table)));
	const rooms = new PlanIndex(Float64Array.from(grounds.flatMap((ground) => [...(ground?.box ?? NO_BOX)])));
	const triangles = new Map<Ground, PlanIndex>();
	grounds.forEach((a, low) => {
		if (a === undefined) return;
		const [minX, minY, maxX, maxY] = a.box;
		for (const high of rooms.touching(minX, minY, maxX, maxY).sort((p, q) => p - q)) {
			const b = grounds[high];
			if (high <= low || b === undefined || boxDepth(a.box, 0, b.box, 0) < GRAIN) continue;
			const index = triangles.get(b) ?? new PlanIndex(b.boxes);
			triangles.set(b, index);
			const { same, stacked } = sharedGround(a, b, index);
			reportShared(LEVEL_FINDINGS.ROOMS_OVERLAP, level, low, high, same, report);
			reportShared(LEVEL_FINDINGS.ROOMS_STACKED, level, low, high, stacked, report);
		}
	});
}

/** @param triangles those of `b` */
function sharedGround(a: Ground, b: Ground, triangles: PlanIndex): { same: Shared; stacked: Shared } {
	const same = newShared();
	const stacked = newShared();
	const overlap: PlanOverlap = { area: 0, extent: 0, x: 0, y: 0 };
	const cornersA = new Float64Array(9);
	const cornersB = new Float64Array(9);
	for (let i = 0; i < a.faces.length; i++) {
		if (!(boxDepth(a.boxes, i, b.box, 0) >= GRAIN)) continue;
		readTriangle(a, i, cornersA);
		const [minX, minY, maxX, maxY] = a.boxes.subarray(i * 4, i * 4 + 4);
		for (const j of triangles.touching(minX, minY, maxX, maxY)) {
			if (boxDepth(a.boxes, i, b.boxes, j) < GRAIN) continue;
			readTriangle(b, j, cornersB);
			if (!planOverlap(cornersA, cornersB, overlap)) continue;
			const least = Math.min(LEAST_WIDTH, LEAST_PART * Math.min(planWidth(cornersA), planWidth(cornersB)));
			// A strip is as wide as its area by its length, a triangle of that length twice as wide.
			if (overlap.area < least * overlap.extent) continue;
			const z = heightAt(cornersA, overlap.x, overlap.y);
			const dz = heightAt(cornersB, overlap.x, overlap.y) - z;
			addShared(Math.abs(dz) < SAME_GROUND ? same : stacked, overlap, a.faces[i], z, dz);
		}
	}
	return { same, stacked };
}

/** The least of the extents in x and y that two boxes share. */
function boxDepth(a: Float64Array, i: number, b: Float64Array, j: number): number {
	const x = Math.min(a[i * 4 + 2], b[j * 4 + 2]) - Math.max(a[i * 4], b[j * 4]);
	const y = Math.min(a[i * 4 + 3], b[j * 4 + 3]) - Math.max(a[i * 4 + 1], b[j * 4 + 1]);
	return Math.min(x, y);
}

function newShared(): Shared {
	return { area: 0, largest: { area: 0, face: -1, x: 0, y: 0, z: 0, dz: 0 } };
}

function addShared(shared: Shared, { area, x, y }: PlanOverlap, face: number, z: number, dz: number): void {
	shared.area += area;
	if (area > shared.largest.area) Object.assign(shared.largest, { area, face, x, y, z, dz });
}

function reportShared(
	type: typeof LEVEL_FINDINGS.ROOMS_OVERLAP | typeof LEVEL_FINDINGS.ROOMS_STACKED,
	level: Level,
	low: number,
	high: number,
	{ area, largest }: Shared,
	report: Report,
): void {
	if (area === 0) return;
	const { face, x, y, z, dz } = largest;
	const { name } = level.rooms[low];
	report.add(
		type,
		{ room: name, face, at: [x, y, z] },
		{
			index: low,
			name,
			otherIndex: high,
			otherName: level.rooms[high].name,
			area,
			dz,
		},
	);
}
