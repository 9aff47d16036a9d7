import type { Report } from '../findings/report.ts';
import { LEVEL_FINDINGS } from '../level/findings.ts';
import type { Level } from '../level/level.ts';
import {
	EDGE_STRIDE,
	edgeLength,
	GREATEST_SNAP,
	type Overlap,
	overlapOf,
	type PerimeterEdges,
	reverseDistance,
	transitionAt,
	visitNearEdges,
} from '../level/seams.ts';
import { NONE } from '../walkmesh/walkmesh.ts';
import { placeAt } from './links.ts';

/** Shorter pieces of a seam than this, in metres, are told only where they make up half of an edge. */
const LEAST_LENGTH = 0.1;
const LEAST_PART = 0.5;

/** Two edges along each other that are not linked. */
interface OpenSeam extends Overlap {
	readonly a: number;
	readonly b: number;
}

/** Reports perimeter edges of two rooms that run along each other within 0.1 m and are not linked: an invisible wall. */
export function checkSeams(level: Level, perimeter: PerimeterEdges, tolerance: number, report: Report): void {
	// Of all the edges that one runs along, the one with which it shares most.
	const longest = new Map<number, OpenSeam>();
	visitNearEdges(perimeter, GREATEST_SNAP, (a, b) => {
		if (isSettled(level, perimeter, a, b)) return;
		const { points } = perimeter;
		const least = Math.min(LEAST_LENGTH, LEAST_PART * Math.min(edgeLength(points, a), edgeLength(points, b)));
		const overlap = overlapOf(points, a, b, GREATEST_SNAP, least);
		if (overlap === undefined) return;
		const seam = { a, b, ...overlap };
		for (const edge of [a, b]) {
			const before = longest.get(edge);
			if (before === undefined || compareSeams(seam, before) < 0) longest.set(edge, seam);
		}
	});
	const seams = [...new Set(longest.values())].sort((p, q) => p.a - q.a || p.b - q.b);
	for (const seam of seams) reportSeam(level, perimeter, seam, tolerance, report);
}

function reportSeam(
	level: Level,
	perimeter: PerimeterEdges,
	{ a, b, from, to, gap }: OpenSeam,
	tolerance: number,
	report: Report,
): void {
	const { points } = perimeter;
	const middle = (from + to) / 2 / edgeLength(points, a);
	const at = [0, 1, 2].map((axis) => {
		const start = points[a * EDGE_STRIDE + axis];
		return start + (points[a * EDGE_STRIDE + 3 + axis] - start) * middle;
	});
	const kind = gap > tolerance ? 'gap' : reverseDistance(points, a, b) <= tolerance ? 'whole' : 'divided';
	const place = { ...placeAt(level, perimeter, a), at: [at[0], at[1], at[2]] as const };
	const room = perimeter.rooms[b];
	report.add(LEVEL_FINDINGS.SEAM_UNLINKED, place, {
		other: room,
		name: level.rooms[room].name,
		otherEdge: perimeter.edges[b],
		length: to - from,
		gap,
		kind,
	});
}

/** True when one leads to the other's room, which `checkLinks` looks after, or when both lead elsewhere. */
function isSettled(level: Level, perimeter: PerimeterEdges, a: number, b: number): boolean {
	const fromA = transitionAt(level, perimeter, a);
	const fromB = transitionAt(level, perimeter, b);
	if (fromA === perimeter.rooms[b] || fromB === perimeter.rooms[a]) return true;
	return fromA !== NONE && fromB !== NONE;
}

/** Longer before shorter, then nearer before farther. */
function compareSeams(p: OpenSeam, q: OpenSeam): number {
	return q.to - q.from - (p.to - p.from) || p.gap - q.gap || p.a - q.a || p.b - q.b;
}
