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
