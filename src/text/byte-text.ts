import { MINUS, POINT, POWERS, ZERO } from './cursor.ts';
import { SHORTEST_FLOAT32_BYTES, writeShortestFloat32 } from './numbers.ts';

/** Integers below take machine arithmetic. */
const SMALL = 0x7fffffff;

/** Digits of the largest integer that is written, a sign included. */
const INTEGER_BYTES = 17;

/**
 * A text of ASCII characters that grows as bytes: for texts of many numbers, which would cost several times as much as strings.
 */
export class ByteText {
	#bytes: Uint8Array;
	#length = 0;

	constructor(capacity = 1 << 16) {
		this.#bytes = new Uint8Array(capacity);
	}

	/** Bytes written so far. */
	get length(): number {
		return this.#length;
	}

	/** Adds a text of ASCII characters; any other becomes `?`. */
	text(text: string): this {
		this.#reserve(text.length);
		for (let i = 0; i < text.length; i++) {
			const code = text.charCodeAt(i);
			this.#bytes[this.#length++] = code < 128 ? code : 63;
		}
		return this;
	}

	/** Adds the shortest decimal of a float32. @throws RangeError for NaN and infinities */
	float32(value: number): this {
		this.#reserve(SHORTEST_FLOAT32_BYTES);
		this.#length = writeShortestFloat32(value, this.#bytes, this.#length);
		return this;
	}

	/** Adds a whole number. @param value at most 2^53 from zero */
	integer(value: number): this {
		this.#reserve(INTEGER_BYTES);
		if (value < 0) this.#bytes[this.#length++] = MINUS;
		this.#digits(Math.abs(value), 1);
		return this;
	}

	/** Adds `units` × 10 ^ −`places`, without zeros at the end. @param units whole, at most 2^53 from zero @param places at most 15 */
	decimal(units: number, places: number): this {
		this.#reserve(INTEGER_BYTES + places + 2);
		if (units < 0) this.#bytes[this.#length++] = MINUS;
		let rest = Math.abs(units);
		let left = places;
		for (let tenth = Math.floor(rest / 10); left > 0 && tenth * 10 === rest; tenth = Math.floor(rest / 10)) {
			rest = tenth;
			left--;
		}
		if (left === 0) {
			this.#digits(rest, 1);
			return this;
		}
		const whole = Math.floor(rest / POWERS[left]);
		this.#digits(whole, 1);
		this.#bytes[this.#length++] = POINT;
		this.#digits(rest - whole * POWERS[left], left);
		return this;
	}

	/** The text so far; a view that is good until more is added. */
	finish(): Uint8Array {
		return this.#bytes.subarray(0, this.#length);
	}

	/** At least so many digits, with zeros before them. */
	#digits(value: number, least: number): void {
		let count = 1;
		for (let bound = 10; value >= bound; bound *= 10) count++;
		if (count < least) count = least;
		const start = this.#length;
		this.#length += count;
		let at = this.#length - 1;
		let rest = value;
		for (; rest >= SMALL; at--) {
			const tenth = Math.floor(rest / 10);
			// In this order: beyond 2^53 the sum would be rounded.
			this.#bytes[at] = ZERO + (rest - tenth * 10);
			rest = tenth;
		}
		for (let small = rest | 0; at >= start; at--) {
			const tenth = (small / 10) | 0;
			this.#bytes[at] = ZERO + small - tenth * 10;
			small = tenth;
		}
	}

	#reserve(count: number): void {
		const needed = this.#length + count;
		if (needed <= this.#bytes.length) return;
		const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
		larger.set(this.#bytes.subarray(0, this.#length));
		this.#bytes = larger;
	}
}
