/** Doubles that come in by threes. Untouched pages of a larger array cost nothing, so it doubles. */
export class GrowingTriples {
	length = 0;
	#values: Float64Array = new Float64Array(768);

	push(x: number, y: number, z: number): void {
		const at = this.length;
		if (at === this.#values.length) this.#values = doubled(this.#values, new Float64Array(at * 2));
		this.#values[at] = x;
		this.#values[at + 1] = y;
		this.#values[at + 2] = z;
		this.length = at + 3;
	}

	/** What came in, not copied. */
	view(): Float64Array {
		return this.#values.subarray(0, this.length);
	}
}

/** Whole numbers below 2³². */
export class GrowingIntegers {
	length = 0;
	#values: Uint32Array = new Uint32Array(256);

	push(value: number): void {
		const at = this.length;
		if (at === this.#values.length) this.#values = doubled(this.#values, new Uint32Array(at * 2));
		this.#values[at] = value;
		this.length = at + 1;
	}

	/** What came in, not copied. */
	view(): Uint32Array {
		return this.#values.subarray(0, this.length);
	}
}

function doubled<T extends Float64Array | Uint32Array>(from: T, to: T): T {
	to.set(from);
	return to;
}
