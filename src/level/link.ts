import type { Location, Report } from '../findings/report.ts';
import { checkedValues, choice, defaultsOf, flag, type GivenOf, metres, type ValuesOf } from '../options/options.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import { NONE, type Walkmesh } from '../walkmesh/walkmesh.ts';
import { LEVEL_FINDINGS } from './findings.ts';
import { joinEnds, type Move, type Pair, type Refusal } from './join-ends.ts';
import type { Level } from './level.ts';
import {
	type Candidates,
	EDGE_STRIDE,
	edgeMiddle,
	endsAreEqual,
	findCandidates,
	gatherPerimeterEdges,
	type PerimeterEdges,
} from './seams.ts';

/** Which edge is linked with which. */
export interface Choice {
	/** 1 a perimeter edge: the edge it is linked with, −1 = none. Its own inverse. */
	readonly partners: Int32Array;
	/** 1 a perimeter edge: the distance to its partner, metres. */
	readonly distances: Float64Array;
	/** Candidates that lost against a better one and left an edge unlinked, or would have led to another room. */
	readonly rivals: readonly Rivalry[];
}

/** `edge` could have been linked with `rival`; one of the two, `taken`, is linked with another edge. Indices of perimeter edges. */
export interface Rivalry {
	readonly edge: number;
	readonly rival: number;
	readonly taken: number;
	readonly distance: number;
}

/** Distances that round to the same multiple of this are equal: it is the grain of float32 some hundred metres from the origin. */
export const DISTANCE_GRAIN = 1e-4;

/**
 * Makes at most one link of the candidates of each edge. Nearest first; among equals the pair that existing transitions or hints
 * agree with, then the lower rooms, then the place of the edges: never the order in which faces happen to be stored.
 *
 * @param wanted 1 a perimeter edge: the room that a transition or hint names, −1 = none
 */
export function chooseLinks(perimeter: PerimeterEdges, candidates: Candidates, wanted: Int32Array): Choice {
	const { a, b, distances } = candidates;
	const degrees = new Uint32Array(perimeter.count);
	for (let i = 0; i < a.length; i++) {
		degrees[a[i]]++;
		degrees[b[i]]++;
	}
	const partners = new Int32Array(perimeter.count).fill(-1);
	const chosen = new Float64Array(perimeter.count);
	const contested: number[] = [];
	for (let i = 0; i < a.length; i++) {
		if (degrees[a[i]] > 1 || degrees[b[i]] > 1) contested.push(i);
		else join(partners, chosen, a[i], b[i], distances[i]);
	}
	contested.sort(byMerit(perimeter, candidates, wanted));
	const lost = contested.filter((i) => {
		if (partners[a[i]] >= 0 || partners[b[i]] >= 0) return true;
		join(partners, chosen, a[i], b[i], distances[i]);
		return false;
	});
	return { partners, distances: chosen, rivals: lost.flatMap((i) => rivalry(perimeter, candidates, i, partners)) };
}

function join(partners: Int32Array, chosen: Float64Array, a: number, b: number, distance: number): void {
	partners[a] = b;
	partners[b] = a;
	chosen[a] = distance;
	chosen[b] = distance;
}

function byMerit(
	perimeter: PerimeterEdges,
	{ a, b, distances }: Candidates,
	wanted: Int32Array,
): (i: number, j: number) => number {
	const { rooms, points } = perimeter;
	const agreement = (i: number): number => Number(wanted[a[i]] === rooms[b[i]]) + Number(wanted[b[i]] === rooms[a[i]]);
	const grains = (i: number): number => Math.round(distances[i] / DISTANCE_GRAIN);
	return (i, j) =>
		grains(i) - grains(j) ||
		agreement(j) - agreement(i) ||
		rooms[a[i]] - rooms[a[j]] ||
		rooms[b[i]] - rooms[b[j]] ||
		distances[i] - distances[j] ||
		comparePlaces(points, a[i], a[j]) ||
		comparePlaces(points, b[i], b[j]) ||
		a[i] - a[j] ||
		b[i] - b[j];
}

function comparePlaces(points: Float64Array, p: number, q: number): number {
	for (let k = 0; k < EDGE_STRIDE; k++) {
		const difference = points[p * EDGE_STRIDE + k] - points[q * EDGE_STRIDE + k];
		if (difference !== 0) return difference;
	}
	return 0;
}

/**
 * Whether a lost candidate is worth telling. In a row of edges shorter than the reach each could also go to its neighbour's
 * partner; as long as all are linked, and with the same room, nothing was in doubt.
 */
function rivalry(
	{ rooms }: PerimeterEdges,
	{ a, b, distances }: Candidates,
	i: number,
	partners: Int32Array,
): Rivalry[] {
	const [p, q, distance] = [a[i], b[i], distances[i]];
	if (partners[p] < 0) return [{ edge: p, rival: q, taken: q, distance }];
	if (partners[q] < 0) return [{ edge: q, rival: p, taken: p, distance }];
	if (rooms[partners[p]] === rooms[q] && rooms[partners[q]] === rooms[p]) return [];
	return [{ edge: p, rival: q, taken: p, distance }];
}

/** 1 a perimeter edge: the transition it has. */
export function wantedRooms(level: Level, { count, rooms, edges }: PerimeterEdges): Int32Array {
	const wanted = new Int32Array(count);
	for (let i = 0; i < count; i++) wanted[i] = level.rooms[rooms[i]].walkmesh?.transitions[edges[i]] ?? NONE;
	return wanted;
}

type Changes = Pick<LinkResult, 'level' | 'replaced' | 'unconfirmed' | 'misplaced'>;

/**
 * Gives every perimeter edge the transition that was found for it, and clears those of all other edges.
 *
 * @param targets 1 a perimeter edge: the room that was found, −1 = none
 */
export function setTransitions(
	level: Level,
	perimeter: PerimeterEdges,
	targets: Int32Array,
	unmatched: 'keep' | 'clear',
): Changes {
	const replaced: ReplacedTransition[] = [];
	const unconfirmed: UnconfirmedTransition[] = [];
	const misplaced: MisplacedTransitions[] = [];
	let changed = false;
	const rooms = level.rooms.map((room, index) => {
		const { walkmesh } = room;
		if (walkmesh === undefined) return room;
		const transitions = new Int32Array(walkmesh.transitions.length).fill(NONE);
		for (let i = perimeter.starts[index]; i < perimeter.starts[index + 1]; i++) {
			const edge = perimeter.edges[i];
			const from = walkmesh.transitions[edge];
			const to = targets[i];
			const kept = to === NONE && unmatched === 'keep';
			transitions[edge] = kept ? from : to;
			if (from === NONE || from === to) continue;
			if (to === NONE) unconfirmed.push({ room: index, edge, to: from, kept });
			else replaced.push({ room: index, edge, from, to });
		}
		misplaced.push(...misplacedIn(walkmesh, index, perimeter));
		if (equal(transitions, walkmesh.transitions)) return room;
		changed = true;
		return { ...room, walkmesh: { ...walkmesh, transitions } };
	});
	return { level: changed ? { ...level, rooms } : level, replaced, unconfirmed, misplaced };
}

function misplacedIn(walkmesh: Walkmesh, room: number, perimeter: PerimeterEdges): MisplacedTransitions[] {
	const own = perimeter.edges.subarray(perimeter.starts[room], perimeter.starts[room + 1]);
	const found = new Map<number, { room: number; edge: number; edges: number; to: number }>();
	let next = 0;
	for (let edge = 0; edge < walkmesh.transitions.length; edge++) {
		if (next < own.length && own[next] === edge) {
			next++;
			continue;
		}
		const to = walkmesh.transitions[edge];
		if (to === NONE) continue;
		const entry = found.get(to);
		if (entry === undefined) found.set(to, { room, edge, edges: 1, to });
		else entry.edges++;
	}
	if (found.size === 0) return [];
	const named = new Set(Array.from(own, (edge) => walkmesh.transitions[edge]));
	return [...found.values()].map((entry) => ({ ...entry, elsewhere: named.has(entry.to) }));
}

function equal(a: Int32Array, b: Int32Array): boolean {
	for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
	return a.length === b.length;
}

/** The farthest apart that edges can be and still be taken for one border: so far apart are a few of the game's own links. */
export const GREATEST_SNAP = 0.1;

export const LINK_OPTIONS = {
	tolerance: metres(1e-3, 'Two edges lie on each other when their ends are at most this far apart.', {
		limits: { minimum: 0, maximum: GREATEST_SNAP },
	}),
	snap: metres(0, 'Edges up to this far apart are moved together and linked too.', {
		limits: { minimum: 0, maximum: GREATEST_SNAP },
	}),
	exact: flag(
		true,
		'The ends of linked edges are made equal, bit for bit: xoreos joins rooms only there. Otherwise they stay as they are.',
	),
	unmatched: choice(['keep', 'clear'], 'keep', 'What becomes of transitions that no geometry confirms.'),
};
export type LinkOptions = GivenOf<typeof LINK_OPTIONS>;
export const LINK_DEFAULTS: ValuesOf<typeof LINK_OPTIONS> = defaultsOf(LINK_OPTIONS);

/**
 * Links the rooms of a level: perimeter edges of two rooms that lie on each other in opposite directions become transitions of each
 * other, by index in the layout. Where geometry says nothing, transitions that were there stay or go as `unmatched` says.
 *
 * @throws UsageError for a tolerance or snap that is no number from 0 to 0.1, or another `unmatched`
 */
export function linkRooms(level: Level, table: SurfaceTable, options: LinkOptions = {}): LinkResult {
	const { tolerance, snap, exact, unmatched } = checkedValues(LINK_OPTIONS, options, 'linking');
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

/**
 * The links that a level has: pairs of edges that lie within 0.1 m of each other and are transitions of each other, by room and
 * edge of their first side. Where several edges would do, each is paired with the nearest.
 */
export function existingLinks(level: Level, table: SurfaceTable): Link[] {
	const perimeter = gatherPerimeterEdges(level, table);
	const { rooms, edges, points } = perimeter;
	const transitions = wantedRooms(level, perimeter);
	const { a, b, distances } = findCandidates(perimeter, GREATEST_SNAP);
	const mutual = a
		.map((_, i) => i)
		.filter((i) => transitions[a[i]] === rooms[b[i]] && transitions[b[i]] === rooms[a[i]])
		.sort((i, j) => distances[i] - distances[j] || a[i] - a[j] || b[i] - b[j]);
	const partners = new Int32Array(perimeter.count).fill(NONE);
	const chosen = mutual.filter((i) => {
		if (partners[a[i]] !== NONE || partners[b[i]] !== NONE) return false;
		partners[a[i]] = b[i];
		partners[b[i]] = a[i];
		return true;
	});
	return chosen
		.sort((i, j) => a[i] - a[j])
		.map((i) => ({
			roomA: rooms[a[i]],
			edgeA: edges[a[i]],
			roomB: rooms[b[i]],
			edgeB: edges[b[i]],
			distance: distances[i],
			exact: endsAreEqual(points, a[i], b[i]),
			snapped: false,
		}));
}

/** What `linkRooms` made and met. Rooms are indices into the layout, edges are `3 * face + corner` in the room's walkmesh. */
export interface LinkResult {
	/** The level with its transitions; rooms in which nothing changed are the very same objects, and so is the level if none did. */
	readonly level: Level;
	/** By room and edge of their first side. */
	readonly links: readonly Link[];
	/** Transitions that named another room than the one that lies there. */
	readonly replaced: readonly ReplacedTransition[];
	/** Transitions of perimeter edges on which no other room's edge lies. */
	readonly unconfirmed: readonly UnconfirmedTransition[];
	/** Transitions of edges that are no perimeter edges, where a file has no place for them; they are gone. */
	readonly misplaced: readonly MisplacedTransitions[];
	/** Candidates that lost against a better one. */
	readonly rivals: readonly Rival[];
	/** Pairs whose ends could not be made equal. */
	readonly refused: readonly RefusedLink[];
	/** Rooms of which vertices moved. */
	readonly moved: readonly Move[];
}

/** Two edges that are transitions of each other. `roomA` is the lower room. */
export interface Link {
	readonly roomA: number;
	readonly edgeA: number;
	readonly roomB: number;
	readonly edgeB: number;
	/** How far apart their ends were at most when they were found, metres. */
	readonly distance: number;
	/** True when their ends are now equal, bit for bit. */
	readonly exact: boolean;
	/** True when they were farther apart than the tolerance and were moved together. */
	readonly snapped: boolean;
}

export interface RefusedLink extends Link {
	readonly why: Refusal;
	/** Pairs within the tolerance are linked all the same. */
	readonly linked: boolean;
}

export interface ReplacedTransition {
	readonly room: number;
	readonly edge: number;
	/** What the edge named. */
	readonly from: number;
	/** The room that lies there. */
	readonly to: number;
}

export interface UnconfirmedTransition {
	readonly room: number;
	readonly edge: number;
	/** What the edge names; maybe no room at all. */
	readonly to: number;
	readonly kept: boolean;
}

/** Transitions of one room to one other on edges where they have no effect. */
export interface MisplacedTransitions {
	readonly room: number;
	/** The first of the edges. */
	readonly edge: number;
	readonly edges: number;
	readonly to: number;
	/** True when some perimeter edge of the room names the same room: then a hint was only painted too far. */
	readonly elsewhere: boolean;
}

/** A pair of edges that lie on each other and were not linked, because one of them had a better partner. */
export interface Rival {
	readonly room: number;
	readonly edge: number;
	readonly rivalRoom: number;
	readonly rivalEdge: number;
	/** How far apart the two are, metres. */
	readonly distance: number;
	/** False when `edge` has no link now. */
	readonly linked: boolean;
	/** The room of the partner that was better: of `edge` if it is linked, else of `rivalEdge`. */
	readonly preferredRoom: number;
}

/**
 * Tells what `linkRooms` made of a level.
 *
 * @param before the level that was linked: places are where its vertices were
 */
export function reportLinks(before: Level, result: LinkResult, report: Report): void {
	const { links, replaced, unconfirmed, misplaced, rivals, refused, moved } = result;
	const nameOf = (room: number): string => before.rooms[room].name;
	const place = (room: number, edge: number): Location => ({
		room: nameOf(room),
		edge,
		at: edgeMiddle(before, room, edge),
	});

	for (const { room, edge, from, to } of replaced) {
		report.add(LEVEL_FINDINGS.LINK_REPLACED, place(room, edge), { from, to, name: nameOf(to) });
	}
	for (const { room, edge, to, kept } of unconfirmed) {
		report.add(LEVEL_FINDINGS.LINK_UNCONFIRMED, place(room, edge), { to, name: before.rooms[to]?.name, kept });
	}
	for (const { room, edge, edges, to, elsewhere } of misplaced) {
		report.add(LEVEL_FINDINGS.LINK_MISPLACED, place(room, edge), { to, edges, elsewhere });
	}
	for (const { room, edge, rivalRoom, distance, linked, preferredRoom } of rivals) {
		report.add(LEVEL_FINDINGS.LINK_AMBIGUOUS, place(room, edge), {
			other: rivalRoom,
			name: nameOf(rivalRoom),
			distance,
			linked,
			preferred: preferredRoom,
			preferredName: nameOf(preferredRoom),
		});
	}
	for (const { roomA, edgeA, roomB, distance, snapped } of links) {
		if (!snapped) continue;
		report.add(LEVEL_FINDINGS.LINK_SNAPPED, place(roomA, edgeA), { other: roomB, name: nameOf(roomB), distance });
	}
	for (const { roomA, edgeA, roomB, distance, why, linked } of refused) {
		report.add(LEVEL_FINDINGS.LINK_NOT_JOINED, place(roomA, edgeA), {
			other: roomB,
			name: nameOf(roomB),
			distance,
			why,
			linked,
		});
	}
	for (const { room, vertices, distance } of moved) {
		report.add(LEVEL_FINDINGS.LINK_ENDS_MOVED, { room: nameOf(room) }, { vertices, distance });
	}
	const rooms = new Set(links.flatMap(({ roomA, roomB }) => [roomA, roomB])).size;
	const kept = unconfirmed.filter((transition) => transition.kept).length;
	report.add(LEVEL_FINDINGS.LINKS_FOUND, {}, { links: links.length, rooms, kept });
}
