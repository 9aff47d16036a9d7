import type { Report } from '../../src/findings/report.ts';
import { greatest } from '../../src/math/arrays.ts';
import { dot, middleBetween, type Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import { straightRuns } from '../../src/seams/doorways.ts';
import { endsOf, type FacingEdge, type FacingEdges } from '../../src/seams/facing-edges.ts';
import { directionOf, edgeLength, type PerimeterEdges, transitionAt } from '../../src/seams/perimeter-edges.ts';
import { gatherWorst, pairKey } from '../../src/seams/seam-search.ts';
import { overlapOf } from '../../src/seams/seams.ts';
import { LEVEL_CHECK_FINDINGS } from './level-findings.ts';
import { placeAt } from './links.ts';

/** Two edges along a third one lie over each other where they are together so many times as long. */
const SHARED = 1.1;

/** Two edges along each other that are not linked. */
export interface OpenSeam extends FacingEdge {
	readonly edge: number;
}

/**
 * Perimeter edges of two rooms that run along each other within 0.1 m and are not linked: an invisible wall. What transitions say counts
 * only where an edge of the room they name lies there.
 */
export function openSeams(level: Level, perimeter: PerimeterEdges, facing: FacingEdges): OpenSeam[] {
	const { rooms, count } = perimeter;
	const leadsAlong = (edge: number): boolean => {
		const to = transitionAt(level, perimeter, edge);
		return to !== NONE && facing.of(edge).some(({ other }) => rooms[other] === to);
	};
	// Where it meets the room that it leads to, another one at the same place can only lie over that.
	const isTaken = (edge: number, { length }: FacingEdge): boolean => {
		const to = transitionAt(level, perimeter, edge);
		const whole = edgeLength(perimeter.points, edge);
		return (
			to !== NONE && facing.of(edge).some((each) => rooms[each.other] === to && each.length + length > whole * SHARED)
		);
	};
	// Of all the edges that one runs along, the one with which it shares most.
	const longest = new Map<number, OpenSeam>();
	for (let edge = 0; edge < count; edge++) {
		for (const found of facing.of(edge)) {
			const { other } = found;
			if (rooms[other] < rooms[edge]) continue;
			// One that leads to the other's room is looked after as a link.
			const leads = transitionAt(level, perimeter, edge) === rooms[other];
			if (leads || transitionAt(level, perimeter, other) === rooms[edge]) continue;
			if ((leadsAlong(edge) && leadsAlong(other)) || isTaken(edge, found) || isTaken(other, found)) continue;
			const seam = { ...found, edge };
			for (const each of [edge, other]) {
				const before = longest.get(each);
				if (before === undefined || compareSeams(seam, before) < 0) longest.set(each, seam);
			}
		}
	}
	return [...new Set(longest.values())].sort((p, q) => p.edge - q.edge || p.other - q.other);
}

/**
 * Reports open seams, one finding for each pair of rooms: where they are farthest apart, or in the middle of a seam that is equally wide everywhere.
 * @param lost edges whose links are reported as lost as a whole
 */
export function reportSeams(
	level: Level,
	perimeter: PerimeterEdges,
	seams: readonly OpenSeam[],
	lost: ReadonlySet<number>,
	report: Report,
): void {
	const { rooms, edges } = perimeter;
	const open = seams.filter(({ edge, other, fit }) => fit.kind !== 'whole' || !(lost.has(edge) || lost.has(other)));
	const sizeOf = ({ fit, length }: OpenSeam): number => fit.distance * 1e6 + length;
	for (const { worst, count, all } of gatherWorst(
		open,
		({ edge, other }) => pairKey(rooms[edge], rooms[other]),
		sizeOf,
	)) {
		const { edge, other, length, fit } = worst;
		const { kind, distance } = fit;
		// A place that is narrower but shifted along the seam may need more than the widest.
		const snap = greatest(all.map((each) => each.fit.snap));
		const at = placeOf(perimeter, worst, all);
		const { name } = level.rooms[rooms[other]];
		const data = { other: rooms[other], name, otherEdge: edges[other], length, gap: distance, kind, snap, count };
		report.add(LEVEL_CHECK_FINDINGS.SEAM_UNLINKED, { ...placeAt(level, perimeter, edge), otherRoom: name, at }, data);
	}
}

/** A seam whose gap is nowhere narrower than this part of its widest counts as equally wide everywhere. */
const EVEN = 0.8;

/** The point where the two sides of a seam are farthest apart; its middle, where they are equally far apart everywhere. */
function placeOf(perimeter: PerimeterEdges, worst: OpenSeam, all: readonly OpenSeam[]): Vec3 {
	const { points } = perimeter;
	const edges = [...new Set(all.map(({ edge }) => edge))];
	const run = straightRuns(perimeter, edges).find((each) => each.includes(worst.edge));
	const ends = all.flatMap(({ edge, other }) => {
		const overlap = run?.includes(edge) ? overlapOf(points, edge, other, THRESHOLDS.snap, 0) : undefined;
		return overlap === undefined ? [] : endsOf(points, edge, other, overlap);
	});
	if (ends.length === 0) return worst.fit.at;
	const farthest = ends.reduce((most, end) => (end.apart > most.apart ? end : most));
	if (ends.some(({ apart }) => apart < farthest.apart * EVEN)) return farthest.at;
	const direction = directionOf(points, worst.edge);
	const along = ends.toSorted((p, q) => dot(p.at, direction) - dot(q.at, direction));
	const [first, last] = [along[0].at, along[along.length - 1].at];
	return middleBetween(first, last);
}

/** Longer before shorter, then nearer before farther. */
function compareSeams(p: OpenSeam, q: OpenSeam): number {
	return q.length - p.length || p.fit.distance - q.fit.distance || p.edge - q.edge || p.other - q.other;
}
