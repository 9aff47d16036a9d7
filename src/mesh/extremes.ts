/** The greatest and the least of many numbers. `Math.max(...values)` ends with a stack overflow at some 125,000 of them. */

/** −Infinity of none; NaN where one is. */
export function greatest(values: Iterable<number>): number {
	let most = -Infinity;
	for (const value of values) most = Math.max(most, value);
	return most;
}

/** Infinity of none; NaN where one is. */
export function least(values: Iterable<number>): number {
	let fewest = Infinity;
	for (const value of values) fewest = Math.min(fewest, value);
	return fewest;
}
