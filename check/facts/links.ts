import type { Location, Report } from '../../src/findings/report.ts';
import type { Level } from '../../src/model/level.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import { PlanIndex, segmentBoxes } from '../../src/plan/plan-index.ts';
import type { FacingEdge, FacingEdges } from '../../src/seams/facing-edges.ts';
import { EDGE_STRIDE, edgeLocation, type PerimeterEdges, transitionAt } from '../../src/seams/perimeter-edges.ts';
import { type Gathered, gatherWorst, pairKey } from '../../src/seams/seam-search.ts';
import { DISTANCE_GRAIN, isFolded, reverseDistance, runsOpposite } from '../../src/seams/seams.ts';
import { LEVEL_CHECK_FINDINGS } from './level-findings.ts';

/** A transition and what is wrong with it. */
interface Fault {
	readonly type: 'range' | 'self' | 'ground' | 'apart' | 'divided' | 'one-way' | 'inexact';
	/** Perimeter edge that has the transition. */
	readonly index: number;
	readonly to: number;
	/** Metres to the nearest edge of that room; undefined where none runs in the opposite direction. */
	readonly distance?: number;
	/** The edge of that room that runs along this one, but apart from it. */
	readonly facing?: FacingEdge;
	/** The room that the other edge leads to. */
	readonly back?: number;
}

/** A linked edge, and the edge that runs along it without meeting it. */
interface ApartEdge extends FacingEdge {
	readonly edge: number;
}

export interface CheckLinksOptions {
	/** Metres. */
	readonly tolerance: number;
	/** False where linking has already reported transitions that no geometry confirms. */
	readonly stale: boolean;
	/** Perimeter edges whose links are reported to be lost as a whole. */
	readonly lost?: ReadonlySet<number>;
	/** True for two rooms if one is reported to lie off its position. */
	readonly isTold?: (one: number, other: number) => boolean;
}

const NOTHING: ReadonlySet<never> = new Set();

/**
 * Reports transitions that block the player, lead one way only, or whose edges do not coincide: one finding for each kind of fault and pair of rooms.
 * Where an edge of the other room runs along, an open seam is left to the check of seams.
 *
 * @returns linked edges that do not meet the edges along them, each seam from one side
 */
export function checkLinks(
	level: Level,
	perimeter: PerimeterEdges,
	seams: FacingEdges,
	{ tolerance, stale, lost = NOTHING, isTold = () => false }: CheckLinksOptions,
	report: Report,
): readonly ApartEdge[] {
	const rooms = new Map<number, RoomEdges>();
	const edgesOf = (room: number): RoomEdges => {
		const made = rooms.get(room) ?? new RoomEdges(perimeter, room);
		rooms.set(room, made);
		return made;
	};
	const faults: Fault[] = [];
	for (let index = 0; index < perimeter.count; index++) {
		const to = transitionAt(level, perimeter, index);
		if (to === NONE || lost.has(index) || isTold(perimeter.rooms[index], to)) continue;
		if (to < 0 || to >= level.rooms.length) faults.push({ type: 'range', index, to });
		else if (seams.of(index).some(({ other }) => perimeter.rooms[other] === to))
			faults.push(...partnerFaults(level, perimeter, seams, index, to, tolerance, lost));
		else if (!stale || seams.of(index).length > 0) continue;
		else if (to === perimeter.rooms[index]) faults.push({ type: 'self', index, to });
		else if (perimeter.starts[to] === perimeter.starts[to + 1]) faults.push({ type: 'ground', index, to });
		else {
			const distance = edgesOf(to).distanceTo(index);
			faults.push({ type: 'apart', index, to, ...(distance === undefined ? {} : { distance }) });
		}
	}
	for (const gathered of gatherWorst(
		faults,
		(fault) => keyOf(fault, perimeter),
		({ distance = Infinity }) => distance,
	))
		reportFault(level, perimeter, gathered, report);
	return faults.flatMap(({ index, to, facing }) =>
		facing === undefined || to < perimeter.rooms[index] ? [] : [{ ...facing, edge: index }],
	);
}

/** In a box widened by these, in metres, the nearest edge is looked for, one after another. */
const REACHES = [1, 16, 256, Infinity];

/** The edges of a room, for finding the nearest one that runs in the opposite direction of another edge. */
class RoomEdges {
	readonly #perimeter: PerimeterEdges;
	readonly #first: number;
	readonly #index: PlanIndex;

	constructor(perimeter: PerimeterEdges, room: number) {
		const { points, starts } = perimeter;
		this.#perimeter = perimeter;
		this.#first = starts[room];
		this.#index = new PlanIndex(
			segmentBoxes(points.subarray(starts[room] * EDGE_STRIDE, starts[room + 1] * EDGE_STRIDE), EDGE_STRIDE),
		);
	}

	/** The distance to the nearest such edge, however far away, in metres; undefined where none does. */
	distanceTo(edge: number): number | undefined {
		const { points } = this.#perimeter;
		const [minX, minY, maxX, maxY] = segmentBoxes(
			points.subarray(edge * EDGE_STRIDE, (edge + 1) * EDGE_STRIDE),
			EDGE_STRIDE,
		);
		for (const reach of REACHES) {
			let least = Infinity;
			for (const found of this.#index.touching(minX - reach, minY - reach, maxX + reach, maxY + reach)) {
				const other = this.#first + found;
				const distance = reverseDistance(points, edge, other);
				if (distance < least && runsOpposite(points, edge, other) && !isFolded(points, edge, other)) least = distance;
			}
			if (least < Infinity && least <= reach) return least;
		}
		return undefined;
	}
}

/** Faults with one key give one finding: for both sides together where the fault concerns both. */
function keyOf({ type, index, to }: Fault, { rooms }: PerimeterEdges): string {
	const isMutual = type === 'apart' || type === 'divided' || type === 'inexact';
	return `${type} ${isMutual ? pairKey(rooms[index], to) : `${rooms[index]} ${to}`}`;
}

/** The location of a finding about a perimeter edge. */
export function placeAt(level: Level, { rooms, edges }: PerimeterEdges, index: number): Location {
	return edgeLocation(level, rooms[index], edges[index]);
}

/** What is wrong with a transition to a room that has an edge along this one. */
function partnerFaults(
	level: Level,
	perimeter: PerimeterEdges,
	seams: FacingEdges,
	index: number,
	to: number,
	tolerance: number,
	lost: ReadonlySet<number>,
): Fault[] {
	const near = seams.of(index).filter(({ other }) => perimeter.rooms[other] === to);
	const whole = near.filter(({ ends }) => ends <= THRESHOLDS.snap);
	const faults: Fault[] = [];
	if (whole.length === 0) {
		faults.push({ type: 'divided', index, to });
		return [...faults, ...wayBack(level, perimeter, index, to, near, lost)];
	}
	const [facing] = whole;
	const { ends: distance } = facing;
	if (distance > tolerance) faults.push({ type: 'apart', index, to, distance, facing });
	else if (distance > 0) faults.push({ type: 'inexact', index, to, distance });
	const alike = whole.filter(({ ends }) => ends <= distance + DISTANCE_GRAIN);
	return [...faults, ...wayBack(level, perimeter, index, to, alike, lost)];
}

/** A fault where the other side leads elsewhere or nowhere. An index outside the layout is left out: it is reported with the edge that has it. */
function wayBack(
	level: Level,
	perimeter: PerimeterEdges,
	index: number,
	to: number,
	others: readonly FacingEdge[],
	lost: ReadonlySet<number>,
): Fault[] {
	if (others.some(({ other }) => lost.has(other))) return [];
	const own = perimeter.rooms[index];
	const backs = others.map(({ other }) => transitionAt(level, perimeter, other));
	const [back] = backs;
	if (backs.includes(own) || back < NONE || back >= level.rooms.length) return [];
	return [{ type: 'one-way', index, to, back }];
}

function reportFault(level: Level, perimeter: PerimeterEdges, { worst, count }: Gathered<Fault>, report: Report): void {
	const { type, index, to, distance = 0, facing, back = NONE } = worst;
	const place = placeAt(level, perimeter, index);
	if (type === 'range') {
		report.add(LEVEL_CHECK_FINDINGS.LINK_OUT_OF_RANGE, place, { to, rooms: level.rooms.length, count });
		return;
	}
	const { name, walkmesh } = level.rooms[to];
	const own = perimeter.rooms[index];
	const between = { ...place, otherRoom: name };
	switch (type) {
		case 'self':
			report.add(LEVEL_CHECK_FINDINGS.LINK_TO_SELF, place, { to, count });
			break;
		case 'ground':
			report.add(LEVEL_CHECK_FINDINGS.LINK_WITHOUT_GROUND, between, {
				to,
				name,
				walkmesh: walkmesh !== undefined,
				count,
			});
			break;
		case 'apart': {
			const how = facing === undefined ? {} : { kind: facing.fit.kind, snap: facing.fit.snap };
			const far = worst.distance === undefined ? {} : { distance };
			report.add(LEVEL_CHECK_FINDINGS.LINK_APART, between, { to, name, ...far, ...how, count });
			break;
		}
		case 'divided':
			report.add(LEVEL_CHECK_FINDINGS.LINK_DIVIDED, between, { to, name, count });
			break;
		case 'one-way':
			report.add(LEVEL_CHECK_FINDINGS.LINK_ONE_WAY, between, { to, name, back, own, count });
			break;
		case 'inexact':
			report.add(LEVEL_CHECK_FINDINGS.LINK_INEXACT, between, { to, name, distance, count });
			break;
	}
}
