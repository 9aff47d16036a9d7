/** A typed array of numbers. */
export type NumberArray = Float64Array | Float32Array | Uint32Array | Int32Array;

/**
 * A typed array that grows as values come in. What a file announces is never allocated: a count of a thousand million costs nothing
 * until the values are there. Untouched pages of a larger array cost nothing either, so it doubles.
 */
export class Growing<T extends NumberArray> {
	/** How many values there are; a smaller number takes the last ones back. */
	length = 0;
	#array: T;
	readonly #make: new (
		length: number,
	) => T;

	constructor(make: new (length: number) => T) {
		this.#make = make;
		this.#array = new make(256);
	}

	push(value: number): void {
		if (this.length === this.#array.length) this.#double();
		this.#array[this.length++] = value;
	}

	/** The values, not copied: good until more are pushed. */
	view(): T {
		return this.#array.subarray(0, this.length) as T;
	}

	/** The values, in an array of their own length. */
	copy(): T {
		return this.#array.slice(0, this.length) as T;
	}

	#double(): void {
		const larger = new this.#make(this.#array.length * 2);
		larger.set(this.#array);
		this.#array = larger;
	}
}

/** Items by key, keys in the order of their first item. (`Map.groupBy` is not there before Node 21.) */
export function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> {
	const groups = new Map<K, V[]>();
	for (const item of items) {
		const key = keyOf(item);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [item]);
		else group.push(item);
	}
	return groups;
}

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
