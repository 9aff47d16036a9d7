import { groupBy } from '../math/arrays.ts';

/** Items with a common cause: the worst one, all of them, and their number. */
export interface Gathered<T> {
	readonly worst: T;
	readonly count: number;
	readonly all: readonly T[];
}

/**
 * Groups items by key, in the order in which keys first occur. Used to report one finding for each pair of rooms instead of one for each edge.
 *
 * @param sizeOf how bad an item is; of equally bad ones the first counts as the worst
 */
export function gatherWorst<T>(
	items: Iterable<T>,
	keyOf: (item: T) => string | number,
	sizeOf: (item: T) => number,
): Gathered<T>[] {
	return [...groupBy(items, keyOf).values()].map((own) => ({
		worst: own.reduce((worst, item) => (sizeOf(item) > sizeOf(worst) ? item : worst)),
		count: own.length,
		all: own,
	}));
}

/** A key for two rooms in either order. */
export function pairKey(one: number, other: number): string {
	return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/**
 * Turns lists of rooms into pairs of rooms, each once, the smaller index first, in ascending order.
 *
 * @param others 1 entry a room: the rooms that it is paired with, such as those it is linked with or those seen from it
 */
export function roomPairs(others: readonly (readonly number[])[]): readonly (readonly [number, number])[] {
	const pairs = new Map<number, readonly [number, number]>();
	for (const [room, own] of others.entries()) {
		for (const other of own) {
			const pair = [Math.min(room, other), Math.max(room, other)] as const;
			pairs.set(pair[0] * others.length + pair[1], pair);
		}
	}
	return [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/**
 * The groups of rooms that hang together, directly or by others, in the order of their first rooms.
 *
 * @param beside the rooms next to each one, for both of two that are
 */
export function roomGroups(rooms: Iterable<number>, beside: ReadonlyMap<number, ReadonlySet<number>>): Set<number>[] {
	const groups: Set<number>[] = [];
	const seen = new Set<number>();
	for (const first of rooms) {
		if (seen.has(first)) continue;
		const group = new Set([first]);
		// What is added is visited, too.
		for (const room of group) {
			seen.add(room);
			for (const next of beside.get(room) ?? []) group.add(next);
		}
		groups.push(group);
	}
	return groups;
}
