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
