import { UNRESOLVED_SURFACE } from '../scene/surfaces.ts';

/** A visual model: triangles in its own space, Z up, metres, surfaces and names left behind. */
export interface CollisionModel {
	readonly name: string;
	/** 3 values a vertex. */
	readonly positions: ArrayLike<number>;
	/** 3 vertices a triangle. */
	readonly triangles: ArrayLike<number>;
}

/** The lowest and highest z of what the triangles use; undefined without triangles. */
export function heightsOf({ positions, triangles }: CollisionModel): [lowest: number, highest: number] | undefined {
	if (triangles.length === 0) return undefined;
	let lowest = Infinity;
	let highest = -Infinity;
	for (let i = 0; i < triangles.length; i++) {
		const z = positions[triangles[i] * 3 + 2];
		if (z < lowest) lowest = z;
		if (z > highest) highest = z;
	}
	return [lowest, highest];
}

/**
 * The points in plan whose hull is that of everything between two heights: corners of triangles within, and where edges of triangles
 * pass the heights. A tall box has no vertex in between, and yet it stands there.
 */
export function pointsBetween({ positions, triangles }: CollisionModel, low: number, high: number): Point[] {
	const points: Point[] = [];
	for (let i = 0; i < triangles.length; i++) {
		const a = triangles[i] * 3;
		const b = triangles[i % 3 === 2 ? i - 2 : i + 1] * 3;
		const z = positions[a + 2];
		if (z >= low && z <= high) points.push([positions[a], positions[a + 1]]);
		for (const level of low === high ? [low] : [low, high]) {
			const end = positions[b + 2];
			if ((z < level && end > level) || (z > level && end < level)) {
				const t = (level - z) / (end - z);
				points.push([
					positions[a] + (positions[b] - positions[a]) * t,
					positions[a + 1] + (positions[b + 1] - positions[a + 1]) * t,
				]);
			}
		}
	}
	return points;
}

/** A point in plan: x, y in metres. */
export type Point = readonly [x: number, y: number];

/** The corners of a convex outline, counter-clockwise from above, none twice and none on a straight edge. */
export type Outline = readonly Point[];

/** Twice the area of the triangle a, b, c: positive where they turn left. */
export function turn(a: Point, b: Point, c: Point): number {
	return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** The area within an outline, square metres. */
export function outlineArea(outline: Outline): number {
	let doubled = 0;
	for (let i = 1; i + 1 < outline.length; i++) doubled += turn(outline[0], outline[i], outline[i + 1]);
	return doubled / 2;
}

/** The smallest convex outline around points (Andrew's monotone chain). Points in one place or on a line give one or two corners. */
export function convexOutline(points: readonly Point[]): Outline {
	const sorted = withoutInner(points).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
	const distinct = sorted.filter(
		(point, i) => i === 0 || point[0] !== sorted[i - 1][0] || point[1] !== sorted[i - 1][1],
	);
	if (distinct.length < 3) return distinct;
	const lower = chainOf(distinct);
	const upper = chainOf(distinct.reverse());
	return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** How far a convex outline reaches in a direction: rooms with thousands of corners have as many edges that ask. */
export class OutlineReach {
	readonly #outline: Outline;
	/** The direction of each side, radians from that of the first one on, ascending. */
	readonly #angles: Float64Array;
	readonly #first: number;

	/** @param outline convex, counter-clockwise, no three corners on a line */
	constructor(outline: Outline) {
		const angles = outline.map(([x, y], i) => {
			const [nextX, nextY] = outline[(i + 1) % outline.length];
			return Math.atan2(nextY - y, nextX - x);
		});
		this.#outline = outline;
		this.#first = angles[0] ?? 0;
		this.#angles = Float64Array.from(angles, (angle) => positiveTurn(angle - this.#first)).sort();
	}

	/** The greatest scalar product of a direction and a corner; −Infinity of nothing. */
	towards(dx: number, dy: number): number {
		const { length } = this.#outline;
		// Sides before the outermost corner still go outwards, those behind it come back.
		const turned = positiveTurn(Math.atan2(dy, dx) + Math.PI / 2 - this.#first);
		let first = 0;
		for (let end = length; first < end; ) {
			const middle = (first + end) >>> 1;
			if (this.#angles[middle] < turned) first = middle + 1;
			else end = middle;
		}
		let reach = -Infinity;
		// Rounding may be one side out.
		for (let i = first - 2; i <= first + 2 && length > 0; i++) {
			const [x, y] = this.#outline[((i % length) + length) % length];
			reach = Math.max(reach, x * dx + y * dy);
		}
		return reach;
	}
}

function positiveTurn(angle: number): number {
	const turn = Math.PI * 2;
	return ((angle % turn) + turn) % turn;
}

function chainOf(points: readonly Point[]): Point[] {
	const chain: Point[] = [];
	for (const point of points) {
		while (chain.length >= 2 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
		chain.push(point);
	}
	return chain;
}

/** Below this many points a sort is quicker than looking twice. */
const FEW = 256;

/** Leaves out points inside the polygon of the eight outermost ones: of a model with a million, hardly any remain to be sorted. */
function withoutInner(points: readonly Point[]): Point[] {
	if (points.length < FEW) return [...points];
	const outermost = EIGHT.map(([dx, dy]) => {
		let best = points[0];
		let reach = -Infinity;
		for (const point of points) {
			const value = point[0] * dx + point[1] * dy;
			if (value > reach) [best, reach] = [point, value];
		}
		return best;
	}).filter((point, i, all) => all.indexOf(point) === i);
	if (outermost.length < 3) return [...points];
	return points.filter((point) =>
		outermost.some((corner, i) => turn(corner, outermost[(i + 1) % outermost.length], point) <= 0),
	);
}

/** Counter-clockwise. */
const EIGHT: readonly Point[] = [
	[1, 0],
	[1, 1],
	[0, 1],
	[-1, 1],
	[-1, 0],
	[-1, -1],
	[0, -1],
	[1, -1],
];

/** Surface 7, Nonwalk: the surface of every face of a placeable or door. */
export const COLLISION_SURFACE: number = UNRESOLVED_SURFACE;

/** Faces of collision geometry. */
export interface Solid {
	/** 3 floats a vertex. */
	readonly positions: Float32Array;
	/** 3 vertices a face. */
	readonly faces: Uint32Array;
}

/** Rounded to float32 once, and made convex again, as rounding can dent it; −0 becomes 0. */
export function roundOutline(outline: Outline, offset: readonly [number, number] = [0, 0]): Outline {
	return convexOutline(outline.map(([x, y]) => [Math.fround(x - offset[0]) + 0, Math.fround(y - offset[1]) + 0]));
}

/** A flat face-up footprint, as the game's placeables have it, and upright faces around it that look outwards, if wanted. */
export function footprintSolid(outline: Outline, floor: number, top?: number): Solid {
	const count = outline.length;
	const positions = [...ring(outline, floor), ...(top === undefined ? [] : ring(outline, top))];
	const faces = fan(0, count);
	if (top !== undefined) faces.push(...sides(count));
	return { positions: Float32Array.from(positions), faces: Uint32Array.from(faces) };
}

/** Upright faces around an outline that look outwards, and a lid that looks up. */
export function blockSolid(outline: Outline, floor: number, top: number): Solid {
	const count = outline.length;
	return {
		positions: Float32Array.from([...ring(outline, floor), ...ring(outline, top)]),
		faces: Uint32Array.from([...sides(count), ...fan(count, count)]),
	};
}

/** A closed box: upright faces that look outwards, a lid and a floor. Of a rectangle 8 vertices and 12 faces. */
export function boxSolid(outline: Outline, floor: number, top: number): Solid {
	const count = outline.length;
	const { positions, faces } = blockSolid(outline, floor, top);
	return { positions, faces: Uint32Array.from([...faces, ...fan(0, count).reverse()]) };
}

/** One upright quad above a line, which looks to the right of somebody who goes along it. */
export function sheetSolid([from, to]: readonly [Point, Point], floor: number, top: number): Solid {
	const positions = [...ring([from, to], floor), ...ring([to, from], top)];
	return {
		positions: Float32Array.from(positions, (value) => Math.fround(value) + 0),
		faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
	};
}

/** Several solids as one. */
export function joinSolids(solids: readonly Solid[]): Solid {
	const positions = Float32Array.from(solids.flatMap((solid) => [...solid.positions]));
	let first = 0;
	const faces: number[] = [];
	for (const solid of solids) {
		for (const vertex of solid.faces) faces.push(vertex + first);
		first += solid.positions.length / 3;
	}
	return { positions, faces: Uint32Array.from(faces) };
}

function ring(outline: Outline, z: number): number[] {
	return outline.flatMap(([x, y]) => [x, y, z]);
}

function fan(first: number, count: number): number[] {
	const faces: number[] = [];
	for (let i = 1; i + 1 < count; i++) faces.push(first, first + i, first + i + 1);
	return faces;
}

/** Between a lower ring and the one above it. */
function sides(count: number): number[] {
	const faces: number[] = [];
	for (let i = 0; i < count; i++) {
		const next = (i + 1) % count;
		faces.push(i, next, next + count, i, next + count, i + count);
	}
	return faces;
}
