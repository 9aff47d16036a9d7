import type { PlanPlaces } from './plan-places.ts';

/**
 * How far a corner may lie beside a straight line, hundredths of a pixel: as much as rounding can move three corners of a line
 * against each other. Only exact lines would leave every corner of a slanted wall in.
 */
const TOLERANCE = 1.5;

/** A direction that a line may still take, as a vector. */
type Bound = readonly [x: number, y: number];

/**
 * The corners of a loop without those where it runs back on itself or straight on, beginning at its leftmost one, which is a true
 * corner. Fewer than 3 if it has no area.
 */
export function withoutSpikes(places: ArrayLike<number>, start: number, end: number, plan: PlanPlaces): number[] {
	const { xs, ys } = plan;
	let first = start;
	for (let i = start + 1; i < end; i++) {
		const dx = xs[places[i]] - xs[places[first]];
		if (dx < 0 || (dx === 0 && ys[places[i]] < ys[places[first]])) first = i;
	}
	const corners: number[] = [];
	const length = end - start;
	for (let i = 0; i <= length; i++) {
		const place = places[start + ((first - start + i) % length)];
		while (corners.length > 1 && isOnLine(corners[corners.length - 2], corners[corners.length - 1], place, plan)) {
			corners.pop();
		}
		if (corners[corners.length - 1] !== place) corners.push(place);
	}
	// The first corner came again at the end.
	if (corners.length > 1) corners.pop();
	return corners;
}

/**
 * Leaves out corners that lie on the line between those before and after them, within the tolerance; first and last stay. From the
 * last kept corner a line may take any direction that passes close enough by all corners since; the corner before the first one
 * outside is kept. Linear, and no error adds up.
 */
export function withoutStraight(corners: readonly number[], { xs, ys }: PlanPlaces): number[] {
	const kept: number[] = [];
	let anchor = 0;
	let reach = 0;
	let lower: Bound | undefined;
	let upper: Bound | undefined;
	for (let i = 0; i < corners.length; i++) {
		if (i === 0) {
			kept.push(corners[0]);
			continue;
		}
		let dx = xs[corners[i]] - xs[corners[anchor]];
		let dy = ys[corners[i]] - ys[corners[anchor]];
		const goesOn = Math.hypot(dx, dy) >= reach && isBetween([dx, dy], lower, upper);
		if (!goesOn) {
			anchor = i - 1;
			kept.push(corners[anchor]);
			[reach, lower, upper] = [0, undefined, undefined];
			dx = xs[corners[i]] - xs[corners[anchor]];
			dy = ys[corners[i]] - ys[corners[anchor]];
		}
		reach = Math.hypot(dx, dy);
		if (reach <= TOLERANCE) continue;
		const [aside, along] = [(-dy / reach) * TOLERANCE, (dx / reach) * TOLERANCE];
		const [low, high]: [Bound, Bound] = [
			[dx - aside, dy - along],
			[dx + aside, dy + along],
		];
		if (lower === undefined || cross(lower, low) > 0) lower = low;
		if (upper === undefined || cross(high, upper) > 0) upper = high;
	}
	const last = corners[corners.length - 1];
	if (kept.length > 1 || last !== kept[0]) kept.push(last);
	return kept;
}

function isBetween(direction: Bound, lower: Bound | undefined, upper: Bound | undefined): boolean {
	if (lower === undefined || upper === undefined) return true;
	// The bounds are less than half a turn apart, so both tests together are one for the cone, and not for its opposite.
	return cross(lower, direction) >= 0 && cross(direction, upper) >= 0;
}

function cross(a: Bound, b: Bound): number {
	return a[0] * b[1] - a[1] * b[0];
}

function isOnLine(a: number, b: number, c: number, { xs, ys }: PlanPlaces): boolean {
	return (xs[b] - xs[a]) * (ys[c] - ys[b]) === (ys[b] - ys[a]) * (xs[c] - xs[b]);
}
