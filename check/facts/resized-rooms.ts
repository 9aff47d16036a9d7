import { distanceBetween, mapped, middleBetween, type Vec3, vec3At, ZERO } from '../../src/math/vec3.ts';
import { edgeLength, type PerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { toMillimetres } from '../../src/text/numbers.ts';
import type { LevelFacts } from './level-facts.ts';
import {
	bestChange,
	centresOf,
	countMet,
	type DoorwaySides,
	distanceTo,
	MEETING,
	type Opening,
	openingsAbout,
	sidesOf,
} from './openings.ts';

/** What lengths are multiplied with that were taken for another unit: from centimetres, inches, feet, millimetres, and the other way round. */
export const UNIT_FACTORS: readonly number[] = [0.01, 0.0254, 0.3048, 0.001, 100, 1 / 0.0254, 1 / 0.3048, 1000];
/** A room is scaled by accident by not much more than this; what differs more is another doorway. */
const MOST_SCALED = 0.25;
/** Less is not told from what rounding does. */
const LEAST_SCALED = 2e-3;
/** So near do the doorways of a room come that was scaled, metres, when it has its size again. */
const ALIKE = 5e-3;
/** So much of the edges of a room has to meet others once it has its size, metres: as much as a person is wide. */
const LEAST_MET = 0.7;
/** As many pairs of edges are compared. */
const MOST_PAIRS = 2_000_000;

/** A change of all lengths of a room about a point. */
interface Resize {
	readonly factor: number;
	readonly about: Vec3;
	/** Heights stay as they are. */
	readonly isFlat: boolean;
}

/** How a room would fit others in another size. */
export interface Resized extends Resize {
	readonly room: number;
	/** The number of rooms that it would meet. */
	readonly count: number;
	readonly at: Vec3;
	/** An edge of each side of doorways that would meet. */
	readonly ways: readonly DoorwaySides[];
}

function resized(point: Vec3, { factor, about, isFlat }: Resize): Vec3 {
	return mapped(point, (value, axis) => (isFlat && axis === 2 ? value : about[axis] + (value - about[axis]) * factor));
}

/**
 * How a room has to be scaled a little for more of its doorways to meet others than do now.
 * @param wrong rooms that do not lie where they should themselves
 */
export function scaleOf(
	facts: LevelFacts,
	room: number,
	openings: readonly Opening[],
	wrong: ReadonlySet<number>,
): Resized | undefined {
	const about = openingsAbout(room, openings, wrong);
	const { own, around, others } = about;
	const now = countMet(own, around);
	const best = bestChange(scalesOf(centresOf(facts, room), own, others), about, wouldMeet, () => now);
	// By two sizes and a way any doorway comes onto another of a like width.
	if (best === undefined || best.pairs.length < Math.min(2, own.length)) return undefined;
	const { change, pairs } = best;
	const count = new Set(pairs.map(([, other]) => other.room)).size;
	return { ...change, room, count, at: pairs[0][0].start, ways: sidesOf(pairs) };
}

/** Ways to scale a room that bring one of its doorways onto another: about one of its centres, or where several doorways say. */
function scalesOf(known: readonly Vec3[], own: readonly Opening[], others: readonly Opening[]): Resize[] {
	return own.flatMap((each) =>
		others.flatMap((other) => {
			const factor = Number((other.length / each.length).toPrecision(5));
			const off = Math.abs(Math.log(factor));
			if (off < LEAST_SCALED || off > Math.log1p(MOST_SCALED)) return [];
			const from = middleBetween(each.start, each.end);
			const to = middleBetween(other.start, other.end);
			const fixed = mapped(to, (value, axis) => toMillimetres((value - factor * from[axis]) / (1 - factor)));
			const centres = own.length < 2 ? known : [...known, fixed];
			return centres
				.flatMap((about) => [false, true].map((isFlat): Resize => ({ factor, about, isFlat })))
				.filter((resize) => wouldMeet(each, other, resize));
		}),
	);
}

function wouldMeet(own: Opening, other: Opening, resize: Resize): boolean {
	return distanceTo({ start: resized(own.start, resize), end: resized(own.end, resize) }, other) <= ALIKE;
}

/**
 * What a room has to be multiplied with for its edges to meet those of others, about its position or the origin.
 * @param wrong rooms that do not lie where they should themselves
 */
export function unitOf(
	{ level, perimeter }: LevelFacts,
	room: number,
	wrong: ReadonlySet<number>,
): Resized | undefined {
	const position = level.layout.rooms[room]?.position;
	const { starts, points } = perimeter;
	const first = starts[room];
	const count = starts[room + 1] - first;
	if (count === 0 || count * perimeter.count > MOST_PAIRS) return undefined;
	for (const about of [...(position === undefined ? [] : [position]), ZERO]) {
		for (const factor of UNIT_FACTORS) {
			const resize: Resize = { factor, about, isFlat: false };
			const ways: DoorwaySides[] = [];
			let met = 0;
			for (let edge = first; edge < first + count; edge++) {
				const endOf = (end: 0 | 1): Vec3 => resized(vec3At(points, edge * 3 + end), resize);
				const other = edgeBetween(perimeter, room, endOf(1), endOf(0));
				if (other === undefined || wrong.has(perimeter.rooms[other])) continue;
				ways.push({ edge, other });
				met += edgeLength(points, other);
			}
			if (met < LEAST_MET) continue;
			const rooms = new Set(ways.map(({ other }) => perimeter.rooms[other]));
			return { ...resize, room, count: rooms.size, at: vec3At(points, ways[0].edge * 3), ways };
		}
	}
	return undefined;
}

/** The edge of another room from one point to another. */
function edgeBetween({ count, rooms, points }: PerimeterEdges, room: number, from: Vec3, to: Vec3): number | undefined {
	for (let edge = 0; edge < count; edge++) {
		if (Math.abs(points[edge * 9] - from[0]) > MEETING || rooms[edge] === room) continue;
		const [start, end] = [vec3At(points, edge * 3), vec3At(points, edge * 3 + 1)];
		if (distanceBetween(start, from) <= MEETING && distanceBetween(end, to) <= MEETING) return edge;
	}
	return undefined;
}
