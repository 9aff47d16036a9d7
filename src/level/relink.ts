import type { Report } from '../findings/report.ts';
import type { Vec3 } from '../mesh/vec3.ts';
import { defaultsOf, flag, type GivenOf, pairs, type ValuesOf } from '../options/options.ts';
import { NONE } from '../walkmesh/walkmesh.ts';
import { LEVEL_FINDINGS } from './findings.ts';
import { type Layout, type Level, PLACEHOLDER_ROOM, type Room } from './level.ts';
import { edgeMiddle, groupBy } from './seams.ts';

/** Why a transition of the old layout leads nowhere in the new one. */
export type Dangling = 'out-of-range' | 'placeholder' | 'gone';

/** Which room of one layout is which of another. */
export interface Correspondence {
	/** 1 a room of the old layout: its index in the new one, −1 = gone. */
	readonly newOf: Int32Array;
	/** 1 a room of the new layout: its index in the old one, −1 = added. */
	readonly oldOf: Int32Array;
	/** Why an index into the old layout leads nowhere; undefined when it does not. */
	readonly danglingAt: (index: number) => Dangling | undefined;
	readonly nameAt: (index: number) => string | undefined;
}

/** Names of rooms are compared without regard to case. */
export function roomKey(name: string): string {
	return name.toLowerCase();
}

/**
 * Matches rooms by name, renamed ones by their new name. Where a layout lists a name several times the first is the first, and
 * so on; where one side lists it less often, its last stands for all that are left over.
 */
export function correspond(from: Layout, to: Layout, rename: Readonly<Record<string, string>>): Correspondence {
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
	// Walkmeshes of rooms are in area space, so otherwise they stay where they are.
	move: flag(false, 'The walkmesh of a room whose position in the layout changed moves with it.'),
};
export type RelinkOptions = GivenOf<typeof RELINK_OPTIONS>;
export const RELINK_DEFAULTS: ValuesOf<typeof RELINK_OPTIONS> = defaultsOf(RELINK_OPTIONS);

export interface RelinkResult {
	readonly level: Level;
	/** Which transitions got another index; one entry for each room and each room it leads to. */
	readonly mapped: readonly MappedTransitions[];
	/** Transitions that lead nowhere any more; they are cleared. */
	readonly dangling: readonly DanglingTransition[];
	/** Rooms with transitions that the old layout does not have: nobody knows what those count in, so they are left. */
	readonly unknown: readonly number[];
	/** Rooms whose place differs between the layouts. */
	readonly moved: readonly MovedRoom[];
	/** Rooms with a walkmesh that the new layout does not have. */
	readonly removed: readonly string[];
}

export interface MappedTransitions {
	readonly room: number;
	readonly from: number;
	readonly to: number;
	readonly edges: number;
}

export interface DanglingTransition {
	readonly room: number;
	readonly edge: number;
	/** The index in the old layout. */
	readonly from: number;
	readonly why: Dangling;
	/** The name that the index had, if any. */
	readonly name: string | undefined;
}

export interface MovedRoom {
	readonly room: number;
	/** From the old place to the new one, metres. */
	readonly by: Vec3;
	/** True when the walkmesh was moved. */
	readonly done: boolean;
}

/**
 * Puts the rooms of a level in the order of another layout, by name, and makes their transitions follow: each leads to the room of the same
 * name as before, under its new name if it was renamed. Several rooms of one name correspond in their order.
 */
export function relinkRooms(level: Level, to: Layout, options: RelinkOptions = {}): RelinkResult {
	const rename = options.rename ?? RELINK_DEFAULTS.rename;
	const correspondence = correspond(level.layout, to, rename);
	const used = new Set<number>();
	const rooms = to.rooms.map(({ model }, index): Room => {
		const old = correspondence.oldOf[index];
		const room = old === NONE ? undefined : level.rooms[old];
		if (room === undefined) return { name: model };
		used.add(old);
		return renamed(room, model);
	});
	const removed = level.rooms
		.filter((room, index) => room.walkmesh !== undefined && !used.has(index))
		.map((room) => room.name);
	const arranged = { ...level, layout: to, rooms };
	return { ...followLayout(arranged, level.layout, options), removed };
}

/**
 * The same for a level whose rooms already are in the order, and under the names, of their layout, while their transitions still count in
 * the old one.
 */
export function followLayout(level: Level, from: Layout, options: RelinkOptions = {}): RelinkResult {
	const { rename, move } = { ...RELINK_DEFAULTS, ...options };
	const correspondence = correspond(from, level.layout, rename);
	const result = { mapped: [], dangling: [], unknown: [], moved: [] } satisfies Partial<RelinkResult>;
	const rooms = level.rooms.map((room, index) => {
		const shifted = shift(room, index, level.layout, from, correspondence, move, result.moved);
		return remap(shifted, index, correspondence, result);
	});
	const changed = rooms.some((room, index) => room !== level.rooms[index]);
	return { ...result, level: changed ? { ...level, rooms } : level, removed: [] };
}

function renamed(room: Room, name: string): Room {
	if (roomKey(room.name) === roomKey(name)) return room;
	const { walkmesh } = room;
	return walkmesh === undefined ? { name } : { name, walkmesh: { ...walkmesh, name } };
}

interface Remapped {
	readonly mapped: MappedTransitions[];
	readonly dangling: DanglingTransition[];
	readonly unknown: number[];
}

function remap(room: Room, index: number, { newOf, oldOf, danglingAt, nameAt }: Correspondence, out: Remapped): Room {
	const { walkmesh } = room;
	if (walkmesh === undefined) return room;
	if (oldOf[index] === NONE) {
		if (walkmesh.transitions.some((transition) => transition !== NONE)) out.unknown.push(index);
		return room;
	}
	let transitions: Int32Array | undefined;
	const edges = new Map<number, number>();
	for (let edge = 0; edge < walkmesh.transitions.length; edge++) {
		const from = walkmesh.transitions[edge];
		if (from === NONE) continue;
		const why = danglingAt(from);
		const to = why === undefined ? newOf[from] : NONE;
		if (why !== undefined) out.dangling.push({ room: index, edge, from, why, name: nameAt(from) });
		if (to === from) continue;
		transitions ??= walkmesh.transitions.slice();
		transitions[edge] = to;
		if (to !== NONE) edges.set(from, (edges.get(from) ?? 0) + 1);
	}
	for (const [from, count] of edges) out.mapped.push({ room: index, from, to: newOf[from], edges: count });
	return transitions === undefined ? room : { ...room, walkmesh: { ...walkmesh, transitions } };
}

function shift(
	room: Room,
	index: number,
	layout: Layout,
	from: Layout,
	{ oldOf }: Correspondence,
	move: boolean,
	moved: MovedRoom[],
): Room {
	const before = from.rooms[oldOf[index]]?.position;
	const after = layout.rooms[index]?.position;
	const { walkmesh } = room;
	if (before === undefined || after === undefined || walkmesh === undefined) return room;
	const by: Vec3 = [after[0] - before[0], after[1] - before[1], after[2] - before[2]];
	if (by.every((component) => component === 0)) return room;
	moved.push({ room: index, by, done: move });
	if (!move) return room;
	const positions = walkmesh.positions.map((value, i) => value + by[i % 3]);
	return { ...room, walkmesh: { ...walkmesh, positions } };
}

/** Tells what `relinkRooms` or `followLayout` made of a level. */
export function reportRelink({ level, mapped, dangling, unknown, moved, removed }: RelinkResult, report: Report): void {
	const nameOf = (room: number): string => level.rooms[room].name;
	for (const { room, from, to, edges } of mapped) {
		report.add(LEVEL_FINDINGS.RELINK_MAPPED, { room: nameOf(room) }, { edges, from, to, name: nameOf(to) });
	}
	for (const { room, edge, from, why, name } of dangling) {
		const at = edgeMiddle(level, room, edge);
		report.add(LEVEL_FINDINGS.RELINK_DANGLING, { room: nameOf(room), edge, at }, { from, name, why });
	}
	for (const room of unknown) report.add(LEVEL_FINDINGS.RELINK_ROOM_ADDED, { room: nameOf(room) }, {});
	for (const room of removed) report.add(LEVEL_FINDINGS.RELINK_ROOM_REMOVED, { room }, {});
	for (const { room, by, done } of moved)
		report.add(LEVEL_FINDINGS.RELINK_ROOM_MOVED, { room: nameOf(room) }, { by, done });
}
