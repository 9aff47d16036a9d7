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
	const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
	const distinct = sorted.filter(
		(point, i) => i === 0 || point[0] !== sorted[i - 1][0] || point[1] !== sorted[i - 1][1],
	);
	if (distinct.length < 3) return distinct;
	const lower = chainOf(distinct);
	const upper = chainOf(distinct.reverse());
	return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chainOf(points: readonly Point[]): Point[] {
	const chain: Point[] = [];
	for (const point of points) {
		while (chain.length >= 2 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
		chain.push(point);
	}
	return chain;
}

/** Rounded to float32 once, and made convex again, as rounding can dent it; −0 becomes 0. */
export function roundOutline(outline: Outline, offset: readonly [number, number] = [0, 0]): Outline {
	return convexOutline(outline.map(([x, y]) => [Math.fround(x - offset[0]) + 0, Math.fround(y - offset[1]) + 0]));
}

/**
 * An outline that holds everything within a distance of another one. Edges move outwards; where two of them turn by no more than a
 * right angle they meet in one corner, where they turn farther the corner is cut off. Outlines without area, and single points,
 * become proper ones.
 */
export function growOutline(whole: Outline, distance: number): Outline {
	if (distance === 0) return whole;
	const outline = withoutNear(whole);
	if (outline.length === 1) {
		const [[x, y]] = outline;
		return [
			[x - distance, y - distance],
			[x + distance, y - distance],
			[x + distance, y + distance],
			[x - distance, y + distance],
		];
	}
	const normals = outline.map((corner, i) => outwards(corner, outline[(i + 1) % outline.length]));
	const grown = outline.flatMap((corner, i) => {
		const before = normals[(i + outline.length - 1) % outline.length];
		return cornerBetween(before, normals[i]).map(
			([x, y]): Point => [corner[0] + x * distance, corner[1] + y * distance],
		);
	});
	return convexOutline(grown);
}

/** The direction of a shorter edge is not reliable; metres. */
const SHORTEST = 1e-9;

/** Leaves out corners that coincide but for rounding. */
function withoutNear(outline: Outline): Outline {
	const far = ([x, y]: Point, [u, v]: Point): boolean => Math.max(Math.abs(x - u), Math.abs(y - v)) > SHORTEST;
	const kept = outline.filter((corner, i) => i === 0 || far(corner, outline[i - 1]));
	while (kept.length > 1 && !far(kept[0], kept[kept.length - 1])) kept.pop();
	return kept;
}

function outwards(from: Point, to: Point): Point {
	const length = Math.sqrt((to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2);
	return [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
}

/** Where lines at distance 1 along two normals meet; with a third line between them where they turn by more than a right angle. */
function cornerBetween(a: Point, b: Point): Point[] {
	const cosine = a[0] * b[0] + a[1] * b[1];
	if (cosine >= -1e-9) return [mitre(a, b, cosine)];
	// Straight ahead for an outline that turns back on itself, between both normals otherwise.
	const sum: Point = [a[0] + b[0], a[1] + b[1]];
	const length = Math.sqrt(sum[0] ** 2 + sum[1] ** 2);
	const middle: Point = length < 1e-6 ? [-a[1], a[0]] : [sum[0] / length, sum[1] / length];
	return [mitre(a, middle, a[0] * middle[0] + a[1] * middle[1]), mitre(middle, b, middle[0] * b[0] + middle[1] * b[1])];
}

function mitre(a: Point, b: Point, cosine: number): Point {
	return [(a[0] + b[0]) / (1 + cosine), (a[1] + b[1]) / (1 + cosine)];
}

/** A rectangle in plan. */
export interface Rectangle {
	readonly centre: Point;
	/** Direction of the first side, one long; the second is a quarter turn to the left of it. */
	readonly along: Point;
	/** Lengths of both sides, metres. */
	readonly size: readonly [number, number];
}

/** The rectangle along x and y around an outline. */
export function alignedRectangle(outline: Outline): Rectangle {
	return rectangleAlong(outline, [1, 0]);
}

/** A rotated rectangle is used only if it has less than this part of the area of the aligned one. */
const WORTH_TURNING = 0.99;

/**
 * The smallest rectangle around an outline. One of its sides lies on an edge of the outline, so each edge is tried: quadratic in the
 * corners of an outline: there are few. A model that stands straight, but for rounding, stays straight.
 */
export function smallestRectangle(outline: Outline): Rectangle {
	const aligned = alignedRectangle(outline);
	let best = aligned;
	for (let i = 0; i < outline.length && outline.length > 1; i++) {
		const from = outline[i];
		const to = outline[(i + 1) % outline.length];
		const length = Math.sqrt((to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2);
		if (length === 0) continue;
		const candidate = rectangleAlong(outline, [(to[0] - from[0]) / length, (to[1] - from[1]) / length]);
		if (areaOf(candidate) < areaOf(best)) best = candidate;
	}
	return areaOf(best) < areaOf(aligned) * WORTH_TURNING || isThinner(best, aligned) ? best : aligned;
}

/** Outlines without area: the one that lies along them. */
function isThinner(turned: Rectangle, aligned: Rectangle): boolean {
	return areaOf(aligned) > 0 && areaOf(turned) <= 0;
}

function areaOf({ size }: Rectangle): number {
	return size[0] * size[1];
}

function rectangleAlong(outline: Outline, along: Point): Rectangle {
	const across: Point = [-along[1], along[0]];
	const [low, high] = reach(outline, along);
	const [left, right] = reach(outline, across);
	const u = (low + high) / 2;
	const v = (left + right) / 2;
	return {
		centre: [along[0] * u + across[0] * v, along[1] * u + across[1] * v],
		along,
		size: [high - low, right - left],
	};
}

/** How far an outline reaches along a direction, to both sides. */
export function reach(outline: Outline, [dx, dy]: Point): [low: number, high: number] {
	let low = Infinity;
	let high = -Infinity;
	for (const [x, y] of outline) {
		const value = x * dx + y * dy;
		if (value < low) low = value;
		if (value > high) high = value;
	}
	return [low, high];
}

/** The corners, counter-clockwise, with a margin on every side. */
export function cornersOf({ centre, along, size }: Rectangle, margin = 0): Outline {
	const [u, v] = [size[0] / 2 + margin, size[1] / 2 + margin];
	const corner = (a: number, b: number): Point => [
		centre[0] + along[0] * a - along[1] * b + 0,
		centre[1] + along[1] * a + along[0] * b + 0,
	];
	return [corner(-u, -v), corner(u, -v), corner(u, v), corner(-u, v)];
}

/**
 * Simplifies an outline to a number of corners, so that it still holds the whole of the original. As long as there are too many, the edge is removed
 * whose neighbours can be extended until they meet with the least area added. Stops where no edge can be removed: at a triangle or parallelogram.
 */
export function simplifyOutline(outline: Outline, corners: number): Outline {
	const kept = [...outline];
	while (kept.length > Math.max(3, corners)) {
		let best = -1;
		let least = Infinity;
		let meeting: Point = [0, 0];
		for (let i = 0; i < kept.length; i++) {
			const point = meetingBeyond(kept, i);
			if (point === undefined) continue;
			const added = Math.abs(turn(kept[i], kept[(i + 1) % kept.length], point));
			if (added >= least) continue;
			[best, least, meeting] = [i, added, point];
		}
		if (best < 0) break;
		kept[best] = meeting;
		kept.splice((best + 1) % kept.length, 1);
	}
	return kept;
}

/** The point where the edges before and after edge `i` meet when they are extended; undefined where they never do. */
function meetingBeyond(outline: Outline, i: number): Point | undefined {
	const count = outline.length;
	const a = outline[(i + count - 1) % count];
	const b = outline[i];
	const c = outline[(i + 1) % count];
	const d = outline[(i + 2) % count];
	const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
	const [vx, vy] = [c[0] - d[0], c[1] - d[1]];
	const cross = ux * -vy - uy * -vx;
	const lengths = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
	// Nearly parallel edges meet far away.
	if (cross <= lengths * 1e-6) return undefined;
	const t = ((c[0] - b[0]) * vy - (c[1] - b[1]) * vx) / (ux * vy - uy * vx);
	return [b[0] + ux * t, b[1] + uy * t];
}
