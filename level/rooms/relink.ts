import { defaultsOf, flag, type GivenOf, pairs, type ValuesOf } from '../../src/findings/options.ts';
import { Report } from '../../src/findings/report.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { minus, type Vec3 } from '../../src/math/vec3.ts';
import { type Layout, type Level, PLACEHOLDER_ROOM, type Room } from '../../src/model/level.ts';
import { hasTransitions, NONE } from '../../src/model/walkmesh.ts';
import { LEVEL_FINDINGS } from '../../src/seams/findings.ts';
import { edgeLocation } from '../../src/seams/perimeter-edges.ts';

/** Why a transition of the old layout has no counterpart in the new one. */
export type Dangling = 'out-of-range' | 'placeholder' | 'gone';

/** Which room of the old layout corresponds to which room of the new one. */
export interface Correspondence {
	/** 1 entry a room of the old layout: its index in the new one, −1 for a removed room. */
	readonly newOf: Int32Array;
	/** 1 entry a room of the new layout: its index in the old one, −1 for an added room. */
	readonly oldOf: Int32Array;
	/** Why a transition to this index of the old layout cannot be kept; undefined if it can. */
	readonly danglingAt: (index: number) => Dangling | undefined;
	readonly nameAt: (index: number) => string | undefined;
}

/** Names of rooms are compared ignoring case. */
function roomKey(name: string): string {
	return name.toLowerCase();
}

/**
 * Matches rooms by name, renamed ones by their new name. Rooms of the same name are matched in order; where one layout lists a name less often, its
 * last row of that name corresponds to all remaining ones.
 */
function correspond(from: Layout, to: Layout, rename: Readonly<Record<string, string>>): Correspondence {
	const newNames = new Map(Object.entries(rename).map(([before, after]) => [roomKey(before), roomKey(after)]));
	const isPlaceholder = (index: number): boolean => from.rooms[index].model === PLACEHOLDER_ROOM;
	const byNewName = groupBy(to.rooms.keys(), (index) => roomKey(to.rooms[index].model));
	const byOldName = groupBy(
		[...from.rooms.keys()].filter((index) => !isPlaceholder(index)),
		(index) => {
			const key = roomKey(from.rooms[index].model);
			return newNames.get(key) ?? key;
		},
	);
	const newOf = new Int32Array(from.rooms.length).fill(NONE);
	const oldOf = new Int32Array(to.rooms.length).fill(NONE);
	for (const [name, oldRooms] of byOldName) {
		const newRooms = byNewName.get(name);
		if (newRooms === undefined) continue;
		oldRooms.forEach((room, nth) => {
			newOf[room] = newRooms[Math.min(nth, newRooms.length - 1)];
		});
		newRooms.forEach((room, nth) => {
			oldOf[room] = oldRooms[Math.min(nth, oldRooms.length - 1)];
		});
	}
	const danglingAt = (index: number): Dangling | undefined => {
		if (index < 0 || index >= from.rooms.length) return 'out-of-range';
		if (isPlaceholder(index)) return 'placeholder';
		return newOf[index] === NONE ? 'gone' : undefined;
	};
	return { newOf, oldOf, danglingAt, nameAt: (index) => from.rooms[index]?.model };
}

export const RELINK_OPTIONS = {
	rename: {
		...pairs('New names of rooms by their old ones, without regard to case.'),
		default: {} as Readonly<Record<string, string>>,
	},
	// Walkmeshes of rooms are in area space, so without this they stay where they are.
	move: flag('The walkmesh of a room whose position in the layout changed moves with it.', false),
};
export type RelinkOptions = GivenOf<typeof RELINK_OPTIONS>;
const RELINK_DEFAULTS: ValuesOf<typeof RELINK_OPTIONS> = defaultsOf(RELINK_OPTIONS);

/**
 * Puts the rooms of a level in the order of another layout, by name, and renumbers their transitions, so that each still leads to the same room,
 * under its new name if it was renamed. Several rooms of the same name are matched in order.
 *
 * @param report receives findings for removed rooms, and those of `followLayout`
 */
export function relinkRooms(
	level: Level,
	to: Layout,
	options: RelinkOptions = {},
	report: Report = new Report(),
): Level {
	const { oldOf } = correspond(level.layout, to, options.rename ?? RELINK_DEFAULTS.rename);
	const rooms = to.rooms.map(({ model }, index): Room => {
		const room = level.rooms[oldOf[index]];
		return room === undefined ? { name: model } : renamed(room, model);
	});
	const followed = followLayout({ ...level, layout: to, rooms }, level.layout, options, report);
	level.rooms.forEach(({ name, walkmesh }, index) => {
		if (walkmesh !== undefined && !oldOf.includes(index))
			report.add(LEVEL_FINDINGS.RELINK_ROOM_REMOVED, { room: name }, {});
	});
	return followed;
}

/**
 * Like `relinkRooms`, for a level whose rooms already have the order and the names of its layout, while their transitions still are indices into the
 * old layout `from`.
 *
 * @param report receives findings for transitions that were renumbered or cleared, for rooms that the old layout does not have, and for rooms with
 * another position
 * @returns the same level object if nothing changed
 */
export function followLayout(
	level: Level,
	from: Layout,
	options: RelinkOptions = {},
	report: Report = new Report(),
): Level {
	const { rename, move } = { ...RELINK_DEFAULTS, ...options };
	const correspondence = correspond(from, level.layout, rename);
	const rooms = level.rooms.map((_, index) => {
		const before = from.rooms[correspondence.oldOf[index]]?.position;
		const after = level.layout.rooms[index]?.position;
		const mapped = remap(level, index, correspondence, report);
		return before === undefined || after === undefined ? mapped : shift(mapped, before, after, move, report);
	});
	return rooms.some((room, index) => room !== level.rooms[index]) ? { ...level, rooms } : level;
}

function renamed(room: Room, name: string): Room {
	if (roomKey(room.name) === roomKey(name)) return room;
	const { walkmesh } = room;
	return walkmesh === undefined ? { name } : { name, walkmesh: { ...walkmesh, name } };
}

/** Renumbers the transitions of a room for the new layout; those without a counterpart are cleared. */
function remap(
	level: Level,
	index: number,
	{ newOf, oldOf, danglingAt, nameAt }: Correspondence,
	report: Report,
): Room {
	const room = level.rooms[index];
	const { walkmesh, name } = room;
	if (walkmesh === undefined) return room;
	if (oldOf[index] === NONE) {
		if (hasTransitions(walkmesh)) report.add(LEVEL_FINDINGS.RELINK_UNMAPPED, { room: name }, { why: 'new-room' });
		return room;
	}
	const edges = new Map<number, number>();
	const transitions = walkmesh.transitions.map((from, edge) => {
		if (from === NONE) return NONE;
		const why = danglingAt(from);
		if (why !== undefined) {
			report.add(LEVEL_FINDINGS.RELINK_UNMAPPED, edgeLocation(level, index, edge), { from, name: nameAt(from), why });
			return NONE;
		}
		if (newOf[from] !== from) edges.set(from, (edges.get(from) ?? 0) + 1);
		return newOf[from];
	});
	for (const [from, count] of edges) {
		const to = newOf[from];
		report.add(LEVEL_FINDINGS.RELINK_MAPPED, { room: name }, { edges: count, from, to, name: level.rooms[to].name });
	}
	const isSame = transitions.every((to, edge) => to === walkmesh.transitions[edge]);
	return isSame ? room : { ...room, walkmesh: { ...walkmesh, transitions } };
}

/** Moves a room by the change of its position in the layout, if `move` says so. */
function shift(room: Room, before: Vec3, after: Vec3, move: boolean, report: Report): Room {
	const { name, walkmesh } = room;
	const by: Vec3 = minus(after, before);
	if (walkmesh === undefined || by.every((component) => component === 0)) return room;
	report.add(LEVEL_FINDINGS.RELINK_ROOM_MOVED, { room: name }, { by, done: move });
	if (!move) return room;
	const positions = walkmesh.positions.map((value, i) => value + by[i % 3]);
	return { ...room, walkmesh: { ...walkmesh, positions } };
}
