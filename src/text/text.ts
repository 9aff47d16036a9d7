import { SHORTEST_FLOAT32_BYTES, writeShortestFloat32 } from './numbers.ts';

/** A decoded text, or why the bytes are none. */
export type DecodedText =
	| { readonly text: string; readonly byteOrderMark: boolean }
	| { readonly reason: string; readonly offset: number };

/**
 * Bytes as the games read them: one byte a character. A UTF-8 byte order mark is taken off; UTF-16, NUL bytes and
 * sizes beyond `largest` are no text.
 *
 * @param largest bytes, well above any real file of the kind: it bounds what a hostile one can cost
 */
export function decodeText(bytes: Uint8Array, largest: number): DecodedText {
	if (bytes.length > largest) {
		return { reason: `it has ${bytes.length} bytes, more than any such file`, offset: largest };
	}
	const [first, second, third] = bytes;
	if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
		return { reason: 'it is UTF-16; save it as plain ASCII', offset: 0 };
	}
	const nul = bytes.indexOf(0);
	if (nul >= 0) return { reason: 'it holds a NUL byte', offset: nul };
	const byteOrderMark = first === 0xef && second === 0xbb && third === 0xbf;
	return { text: decodeLatin(byteOrderMark ? bytes.subarray(3) : bytes), byteOrderMark };
}

/** Any bytes as text: byte `b` is the character U+00`b`, so that nothing is lost on the way there and back. */
export function decodeLatin(bytes: Uint8Array): string {
	let text = '';
	// `TextDecoder('latin1')` would be Windows-1252, which has no way back for all bytes; long calls would fill the stack.
	for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
	return text;
}

/** The inverse of `decodeLatin`. @throws RangeError for characters that one byte does not hold */
export function encodeLatin(text: string): Uint8Array {
	const bytes = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (code > 255) throw new RangeError(`One byte cannot hold the character ${JSON.stringify(text[i])}.`);
		bytes[i] = code;
	}
	return bytes;
}

/** One line of a text, without its end. */
export interface TextLine {
	/** From 1. */
	readonly number: number;
	readonly text: string;
	/** How the line ends: CRLF, LF, CR, or nothing at the end of the text. */
	readonly end: '\r\n' | '\n' | '\r' | '';
}

/** The lines of a text, one at a time. A line end at the end of the text begins no further line. */
export function* textLines(text: string): Generator<TextLine, void, undefined> {
	const ending = /\r\n|\n|\r/g;
	let at = 0;
	for (let number = 1; at < text.length; number++) {
		ending.lastIndex = at;
		const match = ending.exec(text);
		const end = (match?.[0] ?? '') as TextLine['end'];
		const stop = match?.index ?? text.length;
		yield { number, text: text.slice(at, stop), end };
		at = stop + end.length;
	}
}

/** The words of a line: blanks and tabs lie between them. */
export function words(line: string): string[] {
	return line.match(/[^ \t\v\f]+/g) ?? [];
}

/** A piece of foreign text for a message: at most 60 characters, nothing that a terminal would act on. */
export function excerpt(text: string): string {
	const cut = text.length > 60 ? `${text.slice(0, 59)}…` : text;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the purpose.
	return cut.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}

const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/** Integers below take machine arithmetic. */
const SMALL = 0x7fffffff;

const POWERS: readonly number[] = Array.from({ length: 16 }, (_, places) => Number(`1e${places}`));

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
