import { NONE } from '../../walkmesh/index.ts';
import { type Layout, PLACEHOLDER_ROOM } from '../layout.ts';
import { groupBy } from '../seams/group.ts';

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
