import { groupBy } from '../mesh/arrays.ts';

/** Of things found between rooms, those that have one cause: the worst of them and how many there are. */
export interface Gathered<T> {
	readonly worst: T;
	readonly count: number;
	readonly all: readonly T[];
}

/**
 * Puts together what has one key, in the order in which keys first occur: one finding for each pair of rooms says more than one for each edge.
 *
 * @param sizeOf how bad each is; of equally bad ones the first stands for all
 */
export function gatherWorst<T>(
	items: Iterable<T>,
	keyOf: (item: T) => string,
	sizeOf: (item: T) => number,
): Gathered<T>[] {
	return [...groupBy(items, keyOf).values()].map((own) => ({
		worst: own.reduce((worst, item) => (sizeOf(item) > sizeOf(worst) ? item : worst)),
		count: own.length,
		all: own,
	}));
}

/** A key for two rooms, whichever comes first. */
export function pairKey(one: number, other: number): string {
	return one < other ? `${one} ${other}` : `${other} ${one}`;
}
