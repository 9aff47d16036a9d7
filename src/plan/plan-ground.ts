import type { Walkmesh } from '../model/walkmesh.ts';
import { PlanIndex, visitBoxPairs } from './plan-index.ts';
import {
	areBeside,
	doublePlanArea,
	heightAt,
	type PlanOverlap,
	type PlanTriangle,
	planOverlap,
	planWidth,
} from './plan-overlap.ts';

/** Boxes that overlap by less, in metres, are not worth clipping: what float32 leaves of a shared seam. */
export const GRAIN = 1e-5;
/** As many triangles above each other are looked at. */
const MOST_AT_POINT = 64;
/** Pairs of a triangle and a point in its box that are looked at, for each triangle and each point. */
const MOST_PAIRS = 8;

/** Triangles of a room as seen from above, found by where they lie. */
export class PlanGround {
	readonly walkmesh: Walkmesh;
	/** 1 a triangle: its face. */
	readonly faces: Uint32Array;
	/** 4 floats a triangle: least x and y, greatest x and y. */
	readonly boxes: Float32Array;
	/** The same of all together; an empty ground has least > greatest. */
	readonly box: Float32Array;
	#index: PlanIndex | undefined;
	#shrunk: Float64Array | undefined;
	#corners: Float64Array | undefined;

	/** @param chosen faces that are not vertical, ascending */
	constructor(walkmesh: Walkmesh, chosen: Uint32Array) {
		this.walkmesh = walkmesh;
		this.faces = chosen;
		this.boxes = new Float32Array(chosen.length * 4);
		writeBoxes(walkmesh.positions, walkmesh.faces, chosen, this.boxes);
		this.box = boxAround(this.boxes);
	}

	/** Finds triangles by where they lie; their boxes are `GRAIN` less on every side, so that those which share a border are apart. */
	get index(): PlanIndex {
		this.#index ??= new PlanIndex(this.shrunk);
		return this.#index;
	}

	/** The boxes, `GRAIN` less on every side. */
	get shrunk(): Float64Array {
		this.#shrunk ??= shrunkBoxes(this.boxes);
		return this.#shrunk;
	}

	/** 6 float64 a triangle: x and y of its corners, counter-clockwise in plan. */
	get corners(): Float64Array {
		this.#corners ??= planCorners(this);
		return this.#corners;
	}

	/** The triangles that hold a point, or have it on their border; of more than `MOST_AT_POINT` about it some. */
	at(x: number, y: number): number[] {
		const near = this.index.touching(x - GRAIN, y - GRAIN, x + GRAIN, y + GRAIN, MOST_AT_POINT);
		return near.filter((id) => this.depthOf(id, x, y) >= 0);
	}

	/**
	 * How many triangles hold each of some points, or have it on their border; undefined where many lie in the boxes of many. The index is of the points, as
	 * they are far fewer than the triangles.
	 *
	 * @param points 2 float64 a point
	 */
	layersAt(points: Float64Array): Uint32Array | undefined {
		const layers = new Uint32Array(points.length / 2);
		const index = new PlanIndex(
			Float64Array.from({ length: points.length * 2 }, (_, i) => points[(i >> 2) * 2 + (i & 1)]),
		);
		const triangle = new Float64Array(6);
		const { boxes } = this;
		let left = MOST_PAIRS * (this.faces.length + layers.length);
		for (let i = 0, at = 0; i < this.faces.length; i++, at += 4) {
			const near = index.touching(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], left + 1);
			if (near.length === 0) continue;
			left -= near.length;
			if (left < 0) return undefined;
			writeCorners(this, i, triangle, 0);
			for (const point of near)
				if (depthIn(triangle, 0, points[point * 2], points[point * 2 + 1]) >= 0) layers[point]++;
		}
		return layers;
	}

	/** How far inside a triangle a point lies in plan, metres; negative outside. */
	depthOf(triangle: number, x: number, y: number): number {
		return depthIn(this.corners, triangle * 6, x, y);
	}

	/** The face over or under a point that is nearest to it in height, and how much higher than the point it is. @param most metres */
	nearestAt(
		x: number,
		y: number,
		z: number,
		most: number,
	): { readonly face: number; readonly height: number } | undefined {
		let nearest: { readonly face: number; readonly height: number } | undefined;
		for (const id of this.at(x, y)) {
			const height = this.heightAt(id, x, y) - z;
			if (Math.abs(height) > most || Math.abs(height) >= Math.abs(nearest?.height ?? Infinity)) continue;
			nearest = { face: this.faces[id], height };
		}
		return nearest;
	}

	/** The height of a triangle's plane above a point of the plan. */
	heightAt(triangle: number, x: number, y: number): number {
		readTriangle(this, triangle, READ);
		return heightAt(READ, x, y);
	}
}

/** An index of grounds by their boxes, each under its position in the list; where one is undefined, nothing is found. */
export function indexGrounds(grounds: readonly (PlanGround | undefined)[]): PlanIndex {
	const boxes = new Float64Array(grounds.length * 4).fill(NaN);
	for (const [i, ground] of grounds.entries()) if (ground !== undefined) boxes.set(ground.box, i * 4);
	return new PlanIndex(boxes);
}

/** Writes the box of each triangle in plan. Their corners are finite. */
function writeBoxes(positions: Float32Array, faces: Uint32Array, chosen: Uint32Array, boxes: Float32Array): void {
	for (let i = 0; i < chosen.length; i++) {
		const corner = chosen[i] * 3;
		const a = faces[corner] * 3;
		const b = faces[corner + 1] * 3;
		const c = faces[corner + 2] * 3;
		for (let axis = 0; axis < 2; axis++) {
			boxes[i * 4 + axis] = Math.min(positions[a + axis], positions[b + axis], positions[c + axis]);
			boxes[i * 4 + 2 + axis] = Math.max(positions[a + axis], positions[b + axis], positions[c + axis]);
		}
	}
}

/** The box around boxes; of none least > greatest. */
function boxAround(boxes: Float32Array): Float32Array {
	let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
	for (let at = 0; at < boxes.length; at += 4) {
		if (boxes[at] < minX) minX = boxes[at];
		if (boxes[at + 1] < minY) minY = boxes[at + 1];
		if (boxes[at + 2] > maxX) maxX = boxes[at + 2];
		if (boxes[at + 3] > maxY) maxY = boxes[at + 3];
	}
	return Float32Array.of(minX, minY, maxX, maxY);
}

/** In float64, as a grain is less than the steps of floats far from the origin. */
function shrunkBoxes(boxes: Float32Array): Float64Array {
	const shrunk = new Float64Array(boxes.length);
	for (let i = 0; i < boxes.length; i += 4) {
		shrunk[i] = boxes[i] + GRAIN;
		shrunk[i + 1] = boxes[i + 1] + GRAIN;
		shrunk[i + 2] = boxes[i + 2] - GRAIN;
		shrunk[i + 3] = boxes[i + 3] - GRAIN;
	}
	return shrunk;
}

/** @param points corners in plan, counter-clockwise, from `i` on */
function depthIn(points: Float64Array, i: number, x: number, y: number): number {
	let depth = Infinity;
	for (let k = 0; k < 6; k += 2) {
		const next = i + ((k + 2) % 6);
		const dx = points[next] - points[i + k];
		const dy = points[next + 1] - points[i + k + 1];
		const area = dx * (y - points[i + k + 1]) - dy * (x - points[i + k]);
		depth = Math.min(depth, area / Math.sqrt(dx * dx + dy * dy));
	}
	return depth;
}

function planCorners(ground: PlanGround): Float64Array {
	const points = new Float64Array(ground.faces.length * 6);
	for (let i = 0; i < ground.faces.length; i++) writeCorners(ground, i, points, i * 6);
	return points;
}

/** Writes x and y of a triangle's corners, counter-clockwise in plan. */
function writeCorners({ walkmesh, faces }: PlanGround, triangle: number, points: Float64Array, to: number): void {
	const { positions, faces: corners } = walkmesh;
	const corner = faces[triangle] * 3;
	const a = corners[corner] * 3;
	const b = corners[corner + 1] * 3;
	const c = corners[corner + 2] * 3;
	const isTurned =
		(positions[b] - positions[a]) * (positions[c + 1] - positions[a + 1]) <=
		(positions[b + 1] - positions[a + 1]) * (positions[c] - positions[a]);
	const second = isTurned ? c : b;
	const third = isTurned ? b : c;
	points[to] = positions[a];
	points[to + 1] = positions[a + 1];
	points[to + 2] = positions[second];
	points[to + 3] = positions[second + 1];
	points[to + 4] = positions[third];
	points[to + 5] = positions[third + 1];
}

/** For one triangle at a time. */
const READ: PlanTriangle = new Float64Array(9);

/** Reads a triangle's corners, counter-clockwise in plan whichever way its face looks. */
function readTriangle({ walkmesh, faces }: PlanGround, index: number, out: PlanTriangle): void {
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
/** As many triangles that touch one are looked at: a heap of them would take their square. */
const MOST_TOUCHING = 4096;
/**
 * What pairs of boxes that touch may cost, for each triangle all in all; ground has twenty. More is heaped on itself, and what was found so
 * far says so.
 */
const COST_A_TRIANGLE = 100;
/** So many triangles may cost that, further ones less: the first pairs of a heap of tens of thousands show what it is. */
const FEW_TRIANGLES = 5000;
const COST_OF_MANY = 40;
/** What pairs within one room may cost in any case. */
const COST_OF_A_ROOM = 200_000;
/** What a pair that overlaps costs, in pairs whose boxes touch. */
const OVERLAP_COST = 8;

/** What two walkable triangles share, seen from above. */
export interface SharedPlan extends PlanOverlap {
	/** Height of the first one there, and how much higher the second one is, metres. */
	z: number;
	dz: number;
}

/**
 * Calls `visit` for each pair of triangles of two grounds, or of one, that overlap by more than an uneven seam, with an object that is the
 * same each time.
 *
 * @param visit returns false to end the search @param isLeftOut pairs that nothing need be known of
 * @returns how many pairs were looked at, if these were not all
 */
export function visitShared(
	a: PlanGround,
	b: PlanGround,
	visit: (i: number, j: number, shared: Readonly<SharedPlan>) => boolean,
	isLeftOut: (i: number, j: number) => boolean = () => false,
): number | undefined {
	if (a.faces.length === 0 || b.faces.length === 0) return undefined;
	const shared: SharedPlan = { area: 0, extent: 0, x: 0, y: 0, z: 0, dz: 0 };
	const cornersA = new Float64Array(9);
	const cornersB = new Float64Array(9);
	const triangles = a.faces.length + b.faces.length;
	const many = Math.max(0, triangles - FEW_TRIANGLES);
	let left = COST_A_TRIANGLE * (triangles - many) + COST_OF_MANY * many + (a === b ? COST_OF_A_ROOM : 0);
	let looked = 0;
	let isWhole = true;
	// Of two grounds few triangles of one may lie near the other.
	const pointsA = a === b ? a.corners : new Float64Array(6);
	const pointsB = b.corners;
	const look = (i: number, j: number): boolean => {
		looked++;
		if (a !== b) writeCorners(a, i, pointsA, 0);
		// Most pairs only touch; telling so is many times cheaper than clipping.
		if (areBeside(pointsA, a === b ? i * 6 : 0, pointsB, j * 6, 2) || isLeftOut(i, j)) return true;
		left -= OVERLAP_COST;
		readTriangle(a, i, cornersA);
		readTriangle(b, j, cornersB);
		if (!planOverlap(cornersA, cornersB, shared)) return true;
		const least = Math.min(LEAST_WIDTH, LEAST_PART * Math.min(planWidth(cornersA), planWidth(cornersB)));
		// A strip is as wide as its area by its length, a triangle of that length twice as wide.
		if (shared.area < least * shared.extent) return true;
		shared.z = heightAt(cornersA, shared.x, shared.y);
		shared.dz = heightAt(cornersB, shared.x, shared.y) - shared.z;
		return visit(i, j, shared);
	};
	const isDone = (i: number, j: number): boolean => {
		if (left-- > 0 && look(i, j)) return false;
		isWhole = false;
		return true;
	};
	if (a === b) visitBoxPairs(a.shrunk, (i, j) => !isDone(i, j));
	else {
		const { boxes } = a;
		for (let i = 0; i < a.faces.length && isWhole; i++) {
			const minX = boxes[i * 4];
			const minY = boxes[i * 4 + 1];
			const maxX = boxes[i * 4 + 2];
			const maxY = boxes[i * 4 + 3];
			if (!(boxDepth(boxes, i, b.box, 0) >= GRAIN)) continue;
			const touching = b.index.touching(minX, minY, maxX, maxY, MOST_TOUCHING);
			for (const j of touching) if (boxDepth(a.boxes, i, b.boxes, j) >= GRAIN && isDone(i, j)) break;
			if (touching.length === MOST_TOUCHING) isWhole = false;
		}
	}
	return isWhole ? undefined : looked;
}

/** The least of the extents in x and y that two boxes share. */
export function boxDepth(a: Float32Array, i: number, b: Float32Array, j: number): number {
	const x = Math.min(a[i * 4 + 2], b[j * 4 + 2]) - Math.max(a[i * 4], b[j * 4]);
	const y = Math.min(a[i * 4 + 3], b[j * 4 + 3]) - Math.max(a[i * 4 + 1], b[j * 4 + 1]);
	return Math.min(x, y);
}
