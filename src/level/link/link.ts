import { UsageError } from '../../findings/index.ts';
import type { SurfaceTable } from '../../surfaces/index.ts';
import { NONE } from '../../walkmesh/index.ts';
import type { Level } from '../level.ts';
import { findCandidates } from '../seams/candidates.ts';
import { gatherPerimeterEdges, type PerimeterEdges } from '../seams/perimeter-edges.ts';
import { type Choice, chooseLinks } from './choose.ts';
import { joinEnds, type Pair } from './join-ends.ts';
import type { Link, LinkResult, RefusedLink, Rival } from './result.ts';
import { setTransitions, wantedRooms } from './transitions.ts';

export interface LinkOptions {
	/** Two edges lie on each other when their ends are at most this far apart, in metres; 0 to 0.1. */
	readonly tolerance?: number;
	/** Edges up to this far apart, in metres, are moved together and linked too; 0 to 0.1. */
	readonly snap?: number;
	/**
	 * Makes the ends of all linked edges equal, bit for bit: xoreos joins rooms only where they are. False leaves coordinates
	 * within the tolerance as they are.
	 */
	readonly exact?: boolean;
	/** What becomes of transitions, or hints of markers and paint, that no geometry confirms. */
	readonly unmatched?: 'keep' | 'clear';
}

export const LINK_DEFAULTS: Required<LinkOptions> = { tolerance: 1e-3, snap: 0, exact: true, unmatched: 'keep' };

/** The farthest apart that edges can be and still be taken for one border: so far apart are a few of the game's own links. */
export const GREATEST_SNAP = 0.1;

/**
 * Links the rooms of a level: perimeter edges of two rooms that lie on each other in opposite directions become transitions of each
 * other, by index in the layout. Where geometry says nothing, transitions that were there stay or go as `unmatched` says.
 *
 * @throws UsageError for a tolerance or snap that is no number from 0 to 0.1, or another `unmatched`
 */
export function linkRooms(level: Level, table: SurfaceTable, options: LinkOptions = {}): LinkResult {
	const { tolerance, snap, exact, unmatched } = { ...LINK_DEFAULTS, ...options };
	checkDistance('tolerance', tolerance);
	checkDistance('snap', snap);
	if (unmatched !== 'keep' && unmatched !== 'clear') {
		throw new UsageError(`unmatched is ${String(unmatched)}; it must be keep or clear`);
	}
	const perimeter = gatherPerimeterEdges(level, table);
	const candidates = findCandidates(perimeter, Math.max(tolerance, snap));
	const choice = chooseLinks(perimeter, candidates, wantedRooms(level, perimeter));
	const pairs = pairsOf(choice, tolerance, exact);
	const joined = joinEnds(level, perimeter, pairs, Math.max(2 * tolerance, snap));
	const targets = new Int32Array(perimeter.count).fill(NONE);
	const links: Link[] = [];
	const refused: RefusedLink[] = [];
	pairs.forEach((pair, index) => {
		const link = { ...placeOf(perimeter, pair), exact: joined.equal[index], snapped: pair.distance > tolerance };
		const why = joined.refusals.get(index);
		const linked = why === undefined || !link.snapped;
		if (why !== undefined) refused.push({ ...link, why, linked });
		if (!linked) return;
		links.push(link);
		targets[pair.a] = link.roomB;
		targets[pair.b] = link.roomA;
	});
	const rivals = choice.rivals.map((rivalry) => rivalOf(perimeter, choice, rivalry));
	return {
		...setTransitions(joined.level, perimeter, targets, unmatched),
		links,
		refused,
		rivals,
		moved: joined.moves,
	};
}

function checkDistance(name: string, value: number): void {
	if (value >= 0 && value <= GREATEST_SNAP) return;
	throw new UsageError(`${name} is ${value}; it must be a number of metres from 0 to ${GREATEST_SNAP}`);
}

function pairsOf({ partners, distances }: Choice, tolerance: number, exact: boolean): Pair[] {
	const pairs: Pair[] = [];
	for (let a = 0; a < partners.length; a++) {
		const b = partners[a];
		if (b > a) pairs.push({ a, b, distance: distances[a], required: exact || distances[a] > tolerance });
	}
	return pairs;
}

function placeOf({ rooms, edges }: PerimeterEdges, { a, b, distance }: Pair): Omit<Link, 'exact' | 'snapped'> {
	return { roomA: rooms[a], edgeA: edges[a], roomB: rooms[b], edgeB: edges[b], distance };
}

function rivalOf(
	{ rooms, edges }: PerimeterEdges,
	{ partners }: Choice,
	{ edge, rival, taken, distance }: Choice['rivals'][number],
): Rival {
	return {
		room: rooms[edge],
		edge: edges[edge],
		rivalRoom: rooms[rival],
		rivalEdge: edges[rival],
		distance,
		linked: partners[edge] >= 0,
		preferredRoom: rooms[partners[taken]],
	};
}
