import { convexOutline, type Outline, type Point } from './outline.ts';

/**
 * An outline that holds everything within a distance of another one. Edges move outwards; where two of them turn by no more than a
 * right angle they meet in one corner, where they turn farther the corner is cut off. Outlines without area, and single points,
 * become proper ones.
 */
export function growOutline(whole: Outline, distance: number): Outline {
	if (distance === 0 || whole.length === 0) return whole;
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

/** Edges shorter than this have no direction to speak of, metres. */
const SHORTEST = 1e-9;

/** Leaves out corners that lie in one place but for rounding. */
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
