import { distanceBetween, mapped, middleBetween, minus, type Vec3, vec3At, ZERO } from '../../src/math/vec3.ts';
import type { PerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { toMillimetres } from '../../src/text/numbers.ts';

/**
 * Fits a room to those about it: how has it to be changed for its sides to meet theirs? A side is a doorway, or any edge of its ground. For each two sides
 * there is one move, one turn about a given point and one size that bring them together; of these, the change that does so with most sides is the answer.
 * A change that were free to move, turn and scale at once would bring any two sides together, and show nothing.
 */

/** A straight row of edges of a room, with its ground on the left. */
export interface Side {
	readonly room: number;
	/** Perimeter edges. */
	readonly edges: readonly number[];
	readonly start: Vec3;
	readonly end: Vec3;
	/** Metres. */
	readonly length: number;
}

/** A change of a room: mirrored along x, turned and multiplied about a point, then moved. */
export interface Change {
	readonly about: Vec3;
	readonly mirrored: boolean;
	/** Counter-clockwise seen from above. */
	readonly degrees: number;
	readonly factor: number;
	/** Heights are not multiplied. */
	readonly isFlat: boolean;
	readonly by: Vec3;
}

/** A change of a room, and which of its sides it brings onto which of others. */
export interface Fit<S extends Side> {
	readonly change: Change;
	readonly pairs: readonly (readonly [own: S, other: S])[];
}

const NO_CHANGE: Change = { about: ZERO, mirrored: false, degrees: 0, factor: 1, isFlat: false, by: ZERO };
/** Ends of sides that come so near to each other, metres, meet. */
export const MEETING = 0.02;
/** Factors of lengths that were read in a wrong unit: from centimetres, inches, feet, millimetres, and the other way round. */
export const UNIT_FACTORS: readonly number[] = [0.01, 0.0254, 0.3048, 0.001, 100, 1 / 0.0254, 1 / 0.3048, 1000];
/** Less of a turn, in degrees, is not told from what rounding does. */
const LEAST_TURN = 0.1;
/** A room is scaled by accident by not much more than this; what differs more is another doorway. */
const MOST_SCALED = 0.25;
/** Less is not told from what rounding does. */
const LEAST_SCALED = 2e-3;

export function changedPoint(point: Vec3, { about, mirrored, degrees, factor, isFlat, by }: Change): Vec3 {
	const angle = (degrees * Math.PI) / 180;
	const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
	const [x, y, z] = minus(point, about);
	const dx = mirrored ? -x : x;
	return [
		about[0] + (dx * cosine - y * sine) * factor + by[0],
		about[1] + (dx * sine + y * cosine) * factor + by[1],
		about[2] + (isFlat ? z : z * factor) + by[2],
	];
}

/** Where a side begins and ends. */
type Ends = Pick<Side, 'start' | 'end'>;

/** Where a side begins and ends after a change; what is mirrored runs the other way round. */
function changedEnds({ start, end }: Ends, change: Change): Ends {
	const [first, last] = change.mirrored ? [end, start] : [start, end];
	return { start: changedPoint(first, change), end: changedPoint(last, change) };
}

/** From the ends of one side to those of another, which runs the opposite way, metres. */
export function distanceTo(own: Ends, other: Ends): number {
	return Math.max(distanceBetween(own.start, other.end), distanceBetween(own.end, other.start));
}

/** A single edge as a side. */
export function edgeSide({ points, rooms }: PerimeterEdges, edge: number): Side {
	const [start, end] = [vec3At(points, edge * 3), vec3At(points, edge * 3 + 1)];
	return { room: rooms[edge], edges: [edge], start, end, length: distanceBetween(start, end) };
}

/** The move that brings the middle of a side onto that of another, to the tenth of a millimetre. */
export function moveOnto(own: Side, other: Side): Change {
	const by = minus(middleBetween(other.start, other.end), middleBetween(own.start, own.end));
	return { ...NO_CHANGE, by: mapped(by, (value) => Math.round(value * 1e4) / 1e4 + 0) };
}

/** The turn about a point, after mirroring where that is asked for, that gives a side the direction of another; undefined where it has it. */
export function turnOnto(own: Side, other: Side, about: Vec3, mirrored: boolean): Change | undefined {
	const from = Math.atan2(own.end[1] - own.start[1], (own.end[0] - own.start[0]) * (mirrored ? -1 : 1));
	const [p, q] = mirrored ? [other.start, other.end] : [other.end, other.start];
	const turn = ((Math.atan2(q[1] - p[1], q[0] - p[0]) - from) * 180) / Math.PI;
	// Half a turn is 180°, not −180°.
	const degrees = turn - 360 * Math.round((turn - 1e-6) / 360);
	return mirrored || Math.abs(degrees) >= LEAST_TURN ? { ...NO_CHANGE, about, mirrored, degrees } : undefined;
}

/** The small change of size that makes a side as long as another, about a point or where that brings it there; undefined where none does. */
export function scaleOnto(own: Side, other: Side, about: Vec3 | undefined, isFlat: boolean): Change | undefined {
	const factor = Number((other.length / own.length).toPrecision(5));
	const off = Math.abs(Math.log(factor));
	if (off < LEAST_SCALED || off > Math.log1p(MOST_SCALED)) return undefined;
	const from = middleBetween(own.start, own.end);
	const to = middleBetween(other.start, other.end);
	const still = mapped(to, (value, axis) => toMillimetres((value - factor * from[axis]) / (1 - factor)));
	return { ...NO_CHANGE, about: about ?? still, factor, isFlat };
}

export function resizeBy(factor: number, about: Vec3): Change {
	return { ...NO_CHANGE, factor, about };
}

/** The changes that bring one of the sides onto one of others, as each two propose it. */
export function changesOnto<S extends Side>(
	own: readonly S[],
	others: readonly S[],
	tolerance: number,
	propose: (own: S, other: S) => Change | undefined,
): Change[] {
	return own.flatMap((one) =>
		others.flatMap((other) => {
			const change = propose(one, other);
			return change !== undefined && distanceTo(changedEnds(one, change), other) <= tolerance ? [change] : [];
		}),
	);
}

/** Which sides a change brings onto which of those that they may meet. */
export function fitAfter<S extends Side>(
	change: Change,
	own: readonly S[],
	othersOf: (own: S) => readonly S[],
	tolerance: number,
): Fit<S> {
	const pairs = own.flatMap((one) => {
		const ends = changedEnds(one, change);
		// Most are far away, and hypotenuses are slow.
		const isNear = ({ end }: S): boolean => Math.abs(ends.start[0] - end[0]) <= tolerance;
		const other = othersOf(one).find((each) => isNear(each) && distanceTo(ends, each) <= tolerance);
		return other === undefined ? [] : [[one, other] as const];
	});
	return { change, pairs };
}

/**
 * The first of those changes that bring most sides onto others.
 * @param now for a change, how many meet without it: as many or fewer speak for none
 */
export function bestFit<S extends Side>(
	changes: readonly Change[],
	own: readonly S[],
	others: readonly S[],
	tolerance: number,
	now: (change: Change) => number = () => 0,
): Fit<S> | undefined {
	let best: Fit<S> | undefined;
	for (const change of changes) {
		const fit = fitAfter(change, own, () => others, tolerance);
		if (fit.pairs.length > Math.max(best?.pairs.length ?? 0, now(change))) best = fit;
	}
	return best;
}
