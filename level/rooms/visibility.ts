import { type Option, orFalse, refuseUnknown, text } from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { type Layout, type Level, PLACEHOLDER_ROOM, type Room, type Visibility } from '../../src/model/level.ts';
import { roomPairs } from '../../src/seams/seam-search.ts';
import { LAYOUT_FINDINGS } from './layout-findings.ts';

/** How a visibility file is made. */
export interface SkeletonOptions {
	/** List each room in its own entry as well. The game's files do not. */
	readonly listSelf?: boolean;
}

const SKELETON_OPTIONS: Readonly<Record<keyof SkeletonOptions, true>> = { listSelf: true };

/**
 * Makes a visibility file to start from: each room of the layout sees itself and the rooms it is linked with. Rooms that can be seen through a second
 * doorway have to be added by hand. Placeholders and links to them are left out.
 *
 * @param links pairs of indices of rooms in the layout, in any order
 * @throws UsageError for an option that does not exist
 *
 * @example
 * const visibility = visibilitySkeleton(layout, [[0, 1]]);
 * const text = writeVis(visibility);
 */
export function visibilitySkeleton(
	layout: Layout,
	links: Iterable<readonly [number, number]> = [],
	options: SkeletonOptions = {},
): Visibility {
	refuseUnknown(SKELETON_OPTIONS, options, 'visibilitySkeleton');
	const { rooms } = layout;
	const firstOfName = new Map<string, number>();
	// A room that the layout lists twice has one entry, with the links of both.
	const entryOf = rooms.map(({ model }, index): number | undefined => {
		const key = model.toLowerCase();
		if (model !== PLACEHOLDER_ROOM && !firstOfName.has(key)) firstOfName.set(key, index);
		return firstOfName.get(key);
	});
	const seen = rooms.map((_, index) => new Set(options.listSelf ? [index] : []));
	for (const [a, b] of links) {
		const [one, other] = [entryOf[a], entryOf[b]];
		if (one === undefined || other === undefined || one === other) continue;
		seen[one].add(other);
		seen[other].add(one);
	}
	const entries = [...firstOfName.values()].map((index) => {
		const visible = [...seen[index]].sort((a, b) => a - b).map((other) => rooms[other].model);
		return { room: rooms[index].model, visible };
	});
	return { entries };
}

/** Finds pairs of rooms with transitions between them, each pair once, the smaller index first. */
export function roomLinks(rooms: readonly Room[]): readonly (readonly [number, number])[] {
	return roomPairs(rooms.map((_, index) => roomsLedTo(rooms, index)));
}

/** Finds the rooms that the transitions of a room lead to, in the order of its edges. */
function roomsLedTo(rooms: readonly Room[], index: number): number[] {
	const others = new Set(rooms[index].walkmesh?.transitions);
	return [...others].filter((other) => other >= 0 && other < rooms.length && other !== index);
}

/** Pattern for values of `VISIBILITY_MODE`. */
const MODES = 'doorways|linked|all|hops:[1-9][0-9]*';

/** The option that chooses which rooms see each other. */
export const VISIBILITY_MODE: Option<string | false | undefined> = orFalse(
	text(
		'Write the visibility file. Rooms see each other through chains of doorways, where they are linked, up to N links apart, or all of them.',
		{
			placeholder: 'doorways|linked|hops:n|all',
			pattern: MODES,
			otherwise: 'the file beside the layout, or doorways',
		},
	),
);

/** The mode where none is given. */
export const DEFAULT_VISIBILITY = 'doorways';

/**
 * Finds the pairs of rooms that see each other, each pair once, the smaller index first.
 *
 * @param mode a value of `VISIBILITY_MODE`
 * @param links as `roomLinks` returns them
 * @param doorways returns the pairs of `doorwayPairs`; only called if the mode needs them
 */
export function visiblePairs(
	mode: string,
	rooms: number,
	links: readonly RoomPair[],
	doorways: () => readonly RoomPair[],
): readonly RoomPair[] {
	if (mode === 'linked') return links;
	if (mode === 'all') return pairsWithin(rooms, links, Infinity);
	if (mode.startsWith('hops:')) return pairsWithin(rooms, links, Number(mode.slice(5)));
	return [...links, ...doorways()];
}

type RoomPair = readonly [number, number];

/** Pairs of rooms up to `hops` links apart; all pairs for `Infinity`. */
function pairsWithin(rooms: number, links: readonly RoomPair[], hops: number): RoomPair[] {
	const next: number[][] = Array.from({ length: rooms }, () => []);
	for (const [a, b] of links) {
		next[a].push(b);
		next[b].push(a);
	}
	const pairs: RoomPair[] = [];
	for (let room = 0; room < rooms; room++) {
		const reached = hops === Infinity ? new Set(next.keys()) : around(room, next, hops);
		for (const other of [...reached].sort((a, b) => a - b)) if (other > room) pairs.push([room, other]);
	}
	return pairs;
}

function around(room: number, next: readonly (readonly number[])[], hops: number): Set<number> {
	const reached = new Set([room]);
	let outermost: readonly number[] = [room];
	for (let hop = 0; hop < hops && outermost.length > 0; hop++) {
		outermost = outermost.flatMap((each) => next[each].filter((other) => !reached.has(other) && reached.add(other)));
	}
	return reached;
}

/**
 * Reports pairs of linked rooms where the visibility file shows neither from the other: a person who walks across sees nothing.
 * @param links pairs of indices of rooms, such as those of `roomLinks`; if known, only links to an edge that is a doorway of the other room
 */
export function checkVisibleLinks(
	visibility: Visibility,
	{ layout, rooms }: Level,
	report: Report,
	links: Iterable<RoomPair> = roomLinks(rooms),
): void {
	const seen = new Set<string>();
	for (const { room, visible } of visibility.entries) for (const other of visible) seen.add(pairKey(room, other));
	const named = [...links].flatMap(([a, b]): [string, string][] => {
		const [one, other] = [layout.rooms[a]?.model, layout.rooms[b]?.model];
		return one === undefined || other === undefined ? [] : [[one, other]];
	});
	const unseen = new Set(named.filter(([one, other]) => !seen.has(pairKey(one, other))));
	if (unseen.size === named.length && named.length >= SEVERAL) {
		report.add(LAYOUT_FINDINGS.VIS_LINKS_NONE, {}, { pairs: named.length });
		return;
	}
	const told = new Set<string>();
	// If a room is seen from none of the rooms beside it, this is one fault.
	for (const [room, pairs] of byRoom(named)) {
		const own = pairs.filter((pair) => unseen.has(pair) && !told.has(pairKey(...pair)));
		if (own.length < SEVERAL || own.length < pairs.length) continue;
		for (const pair of own) told.add(pairKey(...pair));
		const other = own[0][0] === room ? own[0][1] : own[0][0];
		report.add(LAYOUT_FINDINGS.VIS_LINK_UNSEEN, { room }, { room, other, count: own.length });
	}
	for (const [room, other] of unseen) {
		if (told.has(pairKey(room, other))) continue;
		report.add(LAYOUT_FINDINGS.VIS_LINK_UNSEEN, { room, otherRoom: other }, { room, other, count: 1 });
	}
}

/**
 * The visibility with each room in the entry of the other, for pairs of rooms where neither is. What it lists already stays as it is.
 * @param links pairs of indices of rooms in the layout
 */
export function showLinks(visibility: Visibility, layout: Layout, links: Iterable<RoomPair>): Visibility {
	const entries = visibility.entries.map(({ room, visible }) => ({ room, visible: [...visible] }));
	const seen = new Set(entries.flatMap(({ room, visible }) => visible.map((other) => pairKey(room, other))));
	const show = (room: string, other: string): void => {
		const entry = entries.find((each) => each.room.toLowerCase() === room.toLowerCase());
		if (entry === undefined) entries.push({ room, visible: [other] });
		else entry.visible.push(other);
	};
	for (const [a, b] of links) {
		const [one, other] = [layout.rooms[a].model, layout.rooms[b].model];
		if (seen.has(pairKey(one, other))) continue;
		show(one, other);
		show(other, one);
	}
	return { entries };
}

/** From this many unseen pairs on, one finding names the common cause instead of each pair. */
const SEVERAL = 2;

/** Groups pairs by each of their rooms; the room with the most pairs first. */
function byRoom(pairs: readonly [string, string][]): [string, [string, string][]][] {
	const sides = pairs.flatMap((pair) => pair.map((room) => ({ room, pair })));
	return [...groupBy(sides, ({ room }) => room)]
		.map(([room, own]): [string, [string, string][]] => [room, own.map(({ pair }) => pair)])
		.sort(([, a], [, b]) => b.length - a.length);
}

/** A key for two names in either order: the game makes every pair mutual. */
function pairKey(a: string, b: string): string {
	return [a.toLowerCase(), b.toLowerCase()].sort().join('\n');
}

/** Reports names that are not rooms of the layout, and rooms of the layout that the visibility file does not name at all. */
export function checkVisibility(visibility: Visibility, layout: Layout, report: Report): void {
	const wanted = new Map<string, string>();
	for (const { model } of layout.rooms) {
		if (model !== PLACEHOLDER_ROOM && !wanted.has(model.toLowerCase())) wanted.set(model.toLowerCase(), model);
	}
	const named = new Set<string>();
	for (const { room, visible } of visibility.entries) {
		for (const name of [room, ...visible]) {
			const key = name.toLowerCase();
			if (named.has(key)) continue;
			named.add(key);
			if (!wanted.has(key)) report.add(LAYOUT_FINDINGS.VIS_ROOM_UNKNOWN, {}, { name });
		}
	}
	for (const [key, room] of wanted) {
		if (!named.has(key)) report.add(LAYOUT_FINDINGS.VIS_ROOM_UNSEEN, { room }, { room });
	}
}
