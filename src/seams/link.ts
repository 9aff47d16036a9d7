import { checkedValues, choice, flag, type GivenOf, metres, optional } from '../findings/options.ts';
import { Report } from '../findings/report.ts';
import type { Level, Room } from '../model/level.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import { hasTransitions, NONE, type Walkmesh } from '../model/walkmesh.ts';
import { type FacingEdge, FacingEdges } from './facing-edges.ts';
import { LEVEL_FINDINGS } from './findings.ts';
import { joinEnds } from './join-ends.ts';
import {
	EDGE_STRIDE,
	edgeLocation,
	gatherPerimeterEdges,
	type PerimeterEdges,
	type PerimeterOf,
	transitionAt,
} from './perimeter-edges.ts';
import { type Candidate, findCandidates, gatherWorst, pairKey } from './seam-search.ts';
import { DISTANCE_GRAIN } from './seams.ts';

export const LINK_OPTIONS = {
	tolerance: metres('Two edges lie on each other when their ends are at most this far apart.', THRESHOLDS.link, {
		limits: { minimum: 0, maximum: THRESHOLDS.snap },
	}),
	snap: metres('Edges up to this far apart are moved together and linked too.', 0, {
		limits: { minimum: 0, maximum: THRESHOLDS.snap },
	}),
	exact: flag('Make the ends of linked edges equal, bit for bit: xoreos joins rooms only there.', true),
	unmatched: optional(
		choice('What becomes of transitions that no geometry confirms.', ['keep', 'clear'], 'keep'),
		'those to rooms of the layout are kept, others cleared',
	),
};
export type LinkOptions = GivenOf<typeof LINK_OPTIONS>;

/** Two edges, as `3 * face + corner`, that are transitions of each other. `roomA` is the room with the lower index. */
export interface Link {
	readonly roomA: number;
	readonly edgeA: number;
	readonly roomB: number;
	readonly edgeB: number;
	/** The greatest distance between their ends before anything was moved, metres. */
	readonly distance: number;
	/** True when their ends are now equal, bit for bit. */
	readonly exact: boolean;
	/** True when they were farther apart than the tolerance and were moved together. */
	readonly snapped: boolean;
}

/** A level and its links, sorted by room and edge of their first side. */
export interface LinkedLevel {
	/** Rooms without changes are the same objects as before; so is the level if no room changed. */
	readonly level: Level;
	readonly links: readonly Link[];
}

/**
 * Links the rooms of a level: two perimeter edges of different rooms that coincide and run in opposite directions become transitions of each other,
 * by index in the layout. Other transitions are kept or cleared, depending on `unmatched`.
 *
 * @param report receives a finding for each transition that was replaced, kept or cleared and each vertex that was moved or left, with locations in
 * the level that was given
 * @param perimeterOf gathers the perimeter edges; callers that keep them pass their own
 * @throws UsageError for a tolerance or snap outside 0 to 0.1, or an unknown value of `unmatched`
 */
export function linkRooms(
	level: Level,
	table: SurfaceTable,
	options: LinkOptions = {},
	report: Report = new Report(),
	perimeterOf: PerimeterOf = (each) => gatherPerimeterEdges(each, table),
): LinkedLevel {
	const { tolerance, snap, exact, unmatched } = checkedValues(LINK_OPTIONS, options, 'linking');
	const perimeter = perimeterOf(level);
	const candidates = findCandidates(perimeter, Math.max(tolerance, snap));
	const wanted = perimeter.rooms.map((_, index) => transitionAt(level, perimeter, index));
	const chosen = chooseLinks(candidates.sort(byMerit(perimeter, wanted)), perimeter.count);
	const pairs = chosen.map((pair) => ({ ...pair, required: exact || pair.distance > tolerance }));
	const joined = joinEnds(level, table, perimeter, pairs, Math.max(2 * tolerance, snap));
	const targets = new Int32Array(perimeter.count).fill(NONE);
	const links: Link[] = [];
	pairs.forEach((pair, index) => {
		const snapped = pair.distance > tolerance;
		const why = joined.refusals.get(index);
		const linked = why === undefined || !snapped;
		const link = linkOf(perimeter, pair, { exact: joined.equal[index], snapped });
		const { roomA, edgeA, roomB, distance } = link;
		const location = edgeLocation(level, roomA, edgeA);
		const other = { other: roomB, name: level.rooms[roomB].name, distance };
		if (why !== undefined) report.add(LEVEL_FINDINGS.LINK_NOT_JOINED, location, { ...other, why, linked });
		if (!linked) return;
		if (snapped) report.add(LEVEL_FINDINGS.LINK_SNAPPED, location, other);
		links.push(link);
		targets[pair.a] = roomB;
		targets[pair.b] = roomA;
	});
	for (const { room, vertices, distance } of joined.moves) {
		const location = { room: level.rooms[room].name };
		report.add(LEVEL_FINDINGS.LINK_ENDS_MOVED, location, { vertices, distance });
	}
	reportRivals(level, perimeter, candidates, chosen, report);
	const rooms = joined.level.rooms.map((room, index) => {
		if (room.walkmesh === undefined) return room;
		if (hasTransitions(room.walkmesh)) reportMisplaced(level, room.walkmesh, index, perimeter, report);
		return withTransitions(level, index, room, perimeter, targets, unmatched);
	});
	const unconfirmed = reportChanges(level, perimeter, wanted, targets, { unmatched, tolerance }, report);
	const linked = new Set(links.flatMap(({ roomA, roomB }) => [roomA, roomB]));
	report.add(LEVEL_FINDINGS.LINKS_FOUND, {}, { links: links.length, rooms: linked.size, ...unconfirmed });
	const changed = rooms.some((room, index) => room !== level.rooms[index]);
	return { level: changed ? { ...level, rooms } : level, links };
}

/**
 * Finds the links that a level already has: pairs of edges within 0.1 m of each other that are transitions of each other, sorted by room and edge of
 * their first side. Where several edges match, each is paired with the nearest.
 */
export function existingLinks(level: Level, table: SurfaceTable): Link[] {
	const perimeter = gatherPerimeterEdges(level, table);
	const leads = (from: number, to: number): boolean => transitionAt(level, perimeter, from) === perimeter.rooms[to];
	const mutual = findCandidates(perimeter, THRESHOLDS.snap).filter(({ a, b }) => leads(a, b) && leads(b, a));
	return chooseLinks(mutual, perimeter.count).map((pair) =>
		linkOf(perimeter, pair, { exact: pair.distance === 0, snapped: false }),
	);
}

/** Pairs each edge at most once: of its candidates, the first is taken. @returns the chosen candidates in the order of edges */
export function chooseLinks(candidates: readonly Candidate[], edgeCount: number): Candidate[] {
	const taken = new Uint8Array(edgeCount);
	const chosen = candidates.filter(({ a, b }) => {
		if (taken[a] + taken[b] > 0) return false;
		taken[a] = taken[b] = 1;
		return true;
	});
	return chosen.sort((p, q) => p.a - q.a);
}

/**
 * Orders candidates: nearest first; then pairs that agree with existing transitions or hints, then lower rooms, then coordinates. The order in which
 * faces are stored has no influence.
 *
 * @param wanted 1 entry a perimeter edge: the room that a transition or hint names, −1 for none
 */
function byMerit({ rooms, points }: PerimeterEdges, wanted: Int32Array): (p: Candidate, q: Candidate) => number {
	const agreement = ({ a, b }: Candidate): number => Number(wanted[a] === rooms[b]) + Number(wanted[b] === rooms[a]);
	const grains = ({ distance }: Candidate): number => Math.round(distance / DISTANCE_GRAIN);
	return (p, q) =>
		grains(p) - grains(q) ||
		agreement(q) - agreement(p) ||
		rooms[p.a] - rooms[q.a] ||
		rooms[p.b] - rooms[q.b] ||
		p.distance - q.distance ||
		comparePoints(points, p.a, q.a) ||
		comparePoints(points, p.b, q.b) ||
		p.a - q.a ||
		p.b - q.b;
}

function comparePoints(points: Float64Array, p: number, q: number): number {
	for (let k = 0; k < EDGE_STRIDE; k++) {
		const difference = points[p * EDGE_STRIDE + k] - points[q * EDGE_STRIDE + k];
		if (difference !== 0) return difference;
	}
	return 0;
}

function linkOf(
	{ rooms, edges }: PerimeterEdges,
	{ a, b, distance }: Candidate,
	state: Pick<Link, 'exact' | 'snapped'>,
): Link {
	return { roomA: rooms[a], edgeA: edges[a], roomB: rooms[b], edgeB: edges[b], distance, ...state };
}

/**
 * Reports candidates that lost against a nearer one, if that left an edge unlinked or led to another room. In a row of edges shorter than the reach,
 * each also matches the partner of its neighbour; as long as all of them are linked, to the same room, there was no real choice.
 */
function reportRivals(
	level: Level,
	{ count, rooms, edges }: PerimeterEdges,
	candidates: readonly Candidate[],
	chosen: readonly Candidate[],
	report: Report,
): void {
	const partners = new Int32Array(count).fill(-1);
	for (const { a, b } of chosen) {
		partners[a] = b;
		partners[b] = a;
	}
	// Candidates were chosen by merit, but findings are reported in the order of edges.
	for (const { a, b, distance } of candidates.toSorted((p, q) => p.a - q.a || p.b - q.b)) {
		if (partners[a] === b) continue;
		const linked = partners[a] >= 0 && partners[b] >= 0;
		if (linked && rooms[partners[a]] === rooms[b] && rooms[partners[b]] === rooms[a]) continue;
		const [edge, rival] = partners[a] < 0 || linked ? [a, b] : [b, a];
		const preferred = rooms[partners[linked ? edge : rival]];
		report.add(LEVEL_FINDINGS.LINK_AMBIGUOUS, edgeLocation(level, rooms[edge], edges[edge]), {
			other: rooms[rival],
			name: level.rooms[rooms[rival]].name,
			distance,
			linked,
			preferred,
			preferredName: level.rooms[preferred].name,
		});
	}
}

/**
 * True when a transition without confirming geometry is kept. Room numbers outside the layout make the game fail, so these are only kept on request.
 */
function staysUnmatched(level: Level, to: number, unmatched: Unmatched): boolean {
	return unmatched === 'keep' || (unmatched === undefined && to >= 0 && to < level.rooms.length);
}

type Unmatched = 'keep' | 'clear' | undefined;

/** A transition that no geometry confirms: the index of its perimeter edge, the room it names, and the nearest edge of another room. */
interface Unconfirmed {
	readonly index: number;
	readonly to: number;
	readonly nearest: FacingEdge | undefined;
}

/**
 * Reports transitions that led to another room than the one beside the edge, or to none. Where an edge of another room runs along, though not near
 * enough to be linked, nothing is reported here: checking reports the open seam.
 */
function reportChanges(
	level: Level,
	perimeter: PerimeterEdges,
	wanted: Int32Array,
	targets: Int32Array,
	{ unmatched, tolerance }: { readonly unmatched: Unmatched; readonly tolerance: number },
	report: Report,
): { kept: number; cleared: number } {
	const { count, rooms, edges } = perimeter;
	const unconfirmed: Unconfirmed[] = [];
	const counts = { kept: 0, cleared: 0 };
	let facing: FacingEdges | undefined;
	for (let index = 0; index < count; index++) {
		const from = wanted[index];
		const to = targets[index];
		if (from === NONE || from === to) continue;
		if (to !== NONE) {
			const location = edgeLocation(level, rooms[index], edges[index]);
			report.add(LEVEL_FINDINGS.LINK_REPLACED, location, { from, to, name: level.rooms[to].name });
			continue;
		}
		counts[staysUnmatched(level, from, unmatched) ? 'kept' : 'cleared']++;
		facing ??= new FacingEdges(perimeter, tolerance, THRESHOLDS.facing);
		const [nearest] = facing.of(index).toSorted((p, q) => p.fit.distance - q.fit.distance);
		const isSeam = facing.of(index).some(({ fit }) => fit.distance <= THRESHOLDS.snap);
		if (level.rooms[from] === undefined || !isSeam) unconfirmed.push({ index, to: from, nearest });
	}
	reportUnconfirmed(level, perimeter, unconfirmed, unmatched, report);
	return counts;
}

/** Reports one finding for each pair of rooms. */
function reportUnconfirmed(
	level: Level,
	{ rooms, edges }: PerimeterEdges,
	unconfirmed: readonly Unconfirmed[],
	unmatched: Unmatched,
	report: Report,
): void {
	const keyOf = ({ index, to }: Unconfirmed): string => pairKey(rooms[index], to);
	const sizeOf = ({ nearest }: Unconfirmed): number => nearest?.fit.distance ?? 0;
	for (const { worst, count } of gatherWorst(unconfirmed, keyOf, sizeOf)) {
		const { index, to, nearest } = worst;
		const kept = staysUnmatched(level, to, unmatched);
		// Checking reports this as an error.
		if (kept && level.rooms[to] === undefined) continue;
		const facing = nearest === undefined ? {} : { nearest: describeFacing(level, rooms[nearest.other], nearest) };
		const name = level.rooms[to]?.name;
		const between = name === undefined ? {} : { otherRoom: name };
		const location = { ...edgeLocation(level, rooms[index], edges[index]), ...between };
		report.add(LEVEL_FINDINGS.LINK_UNCONFIRMED, location, { to, name, kept, count, ...facing });
	}
}

function describeFacing(level: Level, room: number, { fit }: FacingEdge) {
	return { room, name: level.rooms[room].name, distance: fit.distance, at: fit.at };
}

/** Reports transitions on edges that are not perimeter edges. They are removed, as a file has no entry for them. */
function reportMisplaced(
	level: Level,
	{ transitions }: Walkmesh,
	room: number,
	{ starts, edges }: PerimeterEdges,
	report: Report,
): void {
	const own = new Set(edges.subarray(starts[room], starts[room + 1]));
	const misplaced = new Map<number, { first: number; edges: number }>();
	transitions.forEach((to, edge) => {
		if (to === NONE || own.has(edge)) return;
		const { first, edges } = misplaced.get(to) ?? { first: edge, edges: 0 };
		misplaced.set(to, { first, edges: edges + 1 });
	});
	const named = new Set([...own].map((edge) => transitions[edge]));
	for (const [to, { first, edges }] of misplaced) {
		const elsewhere = named.has(to);
		report.add(LEVEL_FINDINGS.LINK_MISPLACED, edgeLocation(level, room, first), { to, edges, elsewhere });
	}
}

/** Sets the transitions of a room: those found for its perimeter edges, and none on other edges. */
function withTransitions(
	level: Level,
	index: number,
	room: Room,
	{ starts, edges }: PerimeterEdges,
	targets: Int32Array,
	unmatched: Unmatched,
): Room {
	const { walkmesh } = room;
	if (walkmesh === undefined) return room;
	const transitions = new Int32Array(walkmesh.transitions.length).fill(NONE);
	for (let i = starts[index]; i < starts[index + 1]; i++) {
		const before = walkmesh.transitions[edges[i]];
		const stays = targets[i] === NONE && before !== NONE && staysUnmatched(level, before, unmatched);
		transitions[edges[i]] = stays ? before : targets[i];
	}
	const isSame = transitions.every((to, edge) => to === walkmesh.transitions[edge]);
	return isSame ? room : { ...room, walkmesh: { ...walkmesh, transitions } };
}
