import { shortestFloat32 } from './numbers.ts';

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
		const needed = this.#length + text.length;
		if (needed > this.#bytes.length) {
			const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
			larger.set(this.#bytes.subarray(0, this.#length));
			this.#bytes = larger;
		}
		for (let i = 0; i < text.length; i++) {
			const code = text.charCodeAt(i);
			this.#bytes[this.#length++] = code < 128 ? code : 63;
		}
		return this;
	}

	/** Adds the shortest decimal of a float32. @throws RangeError for NaN and infinities */
	float32(value: number): this {
		return this.text(shortestFloat32(value));
	}

	/** Adds a whole number. @param value at most 2^53 from zero */
	integer(value: number): this {
		return this.text(String(value));
	}

	/** Adds `units` × 10 ^ −`places`, without zeros at the end. @param units whole, at most 2^53 from zero @param places at most 15 */
	decimal(units: number, places: number): this {
		const digits = String(Math.abs(units)).padStart(places + 1, '0');
		const point = digits.length - places;
		const fraction = digits.slice(point).replace(/0+$/, '');
		return this.text(`${units < 0 ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`);
	}

	/** The text so far; a view that is good until more is added. */
	finish(): Uint8Array {
		return this.#bytes.subarray(0, this.#length);
	}
}
