type Numbers = Float64Array | Uint32Array | Int32Array;

/**
 * A typed array that grows as rows come in. What a text announces is never allocated: a count of a thousand million rows
 * costs nothing until the rows are there.
 */
export class Growing<T extends Numbers> {
	length = 0;
	#array: T;
	readonly #make: new (
		length: number,
	) => T;

	constructor(make: new (length: number) => T) {
		this.#make = make;
		this.#array = new make(96);
	}

	push(value: number): void {
		if (this.length === this.#array.length) this.#grow();
		this.#array[this.length++] = value;
	}

	/** The values, in an array of their own length. */
	finish(): T {
		return this.#array.slice(0, this.length) as T;
	}

	#grow(): void {
		const larger = new this.#make(this.#array.length * 2);
		larger.set(this.#array);
		this.#array = larger;
	}
}
