/** A typed array of numbers. */
type NumberArray = Float64Array | Float32Array | Uint32Array | Int32Array;

/**
 * A typed array that grows as values are pushed. The counts that files announce are never allocated in advance, so a false count of a thousand
 * million costs nothing. The capacity doubles; memory pages that are never touched cost nothing either.
 */
export class Growing<T extends NumberArray> {
	/** Number of values. Setting a smaller number drops the last ones. */
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

	/** The values, not copied: valid until more are pushed. */
	view(): T {
		return this.#array.subarray(0, this.length) as T;
	}

	/** A copy of the values, with exactly their length. */
	copy(): T {
		return this.#array.slice(0, this.length) as T;
	}

	#double(): void {
		const larger = new this.#make(this.#array.length * 2);
		larger.set(this.#array);
		this.#array = larger;
	}
}

/** Groups items by key; keys are in the order of their first item. `Map.groupBy` needs Node 21. */
export function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> {
	const groups = new Map<K, V[]>();
	for (const item of items) addTo(groups, keyOf(item), item);
	return groups;
}

/** Adds an item to the list of a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [item]);
	else list.push(item);
}

/** Indices by key: those of key `k` are in `members` from `starts[k]` to `starts[k + 1]`, ascending. */
export interface Buckets {
	readonly starts: Uint32Array;
	readonly members: Uint32Array;
}

/** Sorts indices by key, by counting. @param keys below `count`, 1 entry an index; negative for those that are left out */
export function bucketsOf(keys: Int32Array, count: number): Buckets {
	const starts = new Uint32Array(count + 2);
	for (let i = 0; i < keys.length; i++) if (keys[i] >= 0) starts[keys[i] + 2]++;
	for (let key = 2; key < starts.length; key++) starts[key] += starts[key - 1];
	const members = new Uint32Array(starts[count + 1]);
	// Now the start of each key stands one place behind, and moves there as its members are written.
	for (let i = 0; i < keys.length; i++) if (keys[i] >= 0) members[starts[keys[i] + 1]++] = i;
	return { starts: starts.subarray(0, count + 1), members };
}

/** Stepping by this part of a number visits its parts in an order that no file has, neighbours far apart: it is far from any simple fraction. */
export const GOLDEN_PART = 0.618034;

/** Number of values in an ascending list that are less than `value`: the index of the first one that is not. */
export function countBelow(ascending: ArrayLike<number>, value: number): number {
	let low = 0;
	let high = ascending.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (ascending[middle] < value) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The greatest and the least of many numbers. `Math.max(...values)` overflows the stack at about 125,000 values. */

/** The greatest value; −Infinity for an empty list, NaN if any value is NaN. */
export function greatest(values: Iterable<number>): number {
	let most = -Infinity;
	for (const value of values) most = Math.max(most, value);
	return most;
}

/** The least value; Infinity for an empty list, NaN if any value is NaN. */
export function least(values: Iterable<number>): number {
	let fewest = Infinity;
	for (const value of values) fewest = Math.min(fewest, value);
	return fewest;
}

/** Arrays one after another as one. */
export function joinedBytes(arrays: readonly Uint8Array[]): Uint8Array {
	const bytes = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
	let end = 0;
	for (const array of arrays) {
		bytes.set(array, end);
		end += array.length;
	}
	return bytes;
}
