import { LONGEST_LINE } from '../../src/bwm/ascii.ts';
import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import { Report } from '../../src/findings/report.ts';
import { parseFloatText } from '../../src/text/numbers.ts';
import { decodeLatin } from '../../src/text/encoding.ts';
import { excerpt } from '../../src/text/text.ts';

const LF = 10;
const CR = 13;
const BLANK = 32;
const HASH = 35;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;

/** Powers of ten that doubles hold exactly. */
const POWERS: readonly number[] = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Up to here a decimal mantissa fits a double whatever its last digit. */
const LARGEST_MANTISSA = 9e14;

/** Float32 has nothing beyond; the double halfway to the next power would round up to infinity. */
const FLOAT32_BOUND = 3.4028235677973366e38;

/** Letters that begin a number which is none: C prints `nan`, `-nan(ind)`, `inf`, `infinity`. */
const NOT_FINITE = /^[+-]?(?:nan|inf|infinity)(?:\(.*\))?$/i;

/** Comments are looked at no farther than this. */
const COMMENT_BYTES = 1024;

/**
 * Walks through the bytes of a text row by row. Rows are lines that hold something: blank lines and comments are passed over,
 * a word that begins with `#` ends a row (`-1.#IND` is one word). Lines end in LF, CRLF or CR. No line becomes a string: a million faces are forty megabytes of numbers.
 */
export class Rows {
	/** From 1. */
	line = 1;
	/** True once `next` found no further row. */
	done = false;
	readonly #bytes: Uint8Array;
	readonly #report: Report;
	readonly #onComment: (text: string) => void;
	#at = 0;
	#lineStart = 0;
	#started = false;
	/** Where the last number or word began. */
	#token = 0;

	constructor(bytes: Uint8Array, report: Report, onComment: (text: string) => void = () => {}) {
		this.#bytes = bytes;
		this.#report = report;
		this.#onComment = onComment;
		if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
			this.#at = 3;
			this.#lineStart = 3;
		}
	}

	/** Goes to the first word of the next row; false at the end of the text. */
	next(): boolean {
		const bytes = this.#bytes;
		let more = !this.#started || this.#finishLine();
		this.#started = true;
		for (; more; more = this.#finishLine()) {
			this.#skipBlanks();
			const byte = bytes[this.#at];
			if (byte === HASH) this.#comment();
			else if (byte !== LF && byte !== CR && byte !== undefined) return true;
		}
		this.done = true;
		return false;
	}

	/** Goes back to the start of the word read last. */
	back(): void {
		this.#at = this.#token;
	}

	/** Byte offset of the word or number that comes next. */
	get offset(): number {
		return this.#at;
	}

	/** True when nothing more stands in the row. */
	atEnd(): boolean {
		this.#skipBlanks();
		const byte = this.#bytes[this.#at];
		return byte === LF || byte === CR || byte === HASH || byte === undefined;
	}

	/** True when a number comes next, or what C prints for one that is not finite. */
	atNumber(): boolean {
		const byte = this.#bytes[this.#at];
		if (byte >= ZERO && byte <= NINE) return true;
		if (byte === MINUS || byte === PLUS || byte === POINT) return true;
		// `n`, `i` in either case; keywords such as `node` and `inv_count` begin like that too.
		const letter = byte | 32;
		return (letter === 110 || letter === 105) && NOT_FINITE.test(this.#text(this.#at));
	}

	/** The next word, as written; empty at the end of the row. */
	word(): string {
		if (this.atEnd()) return '';
		this.#token = this.#at;
		const text = this.#text(this.#at);
		this.#at += text.length;
		return text;
	}

	/**
	 * The next number; NaN for a word that is none. Up to 15 digits are exact in a double, and so are powers of ten up to
	 * 22: one multiplication or division rounds them as `Number` would.
	 */
	number(): number {
		this.#skipBlanks();
		const bytes = this.#bytes;
		let at = this.#at;
		this.#token = at;
		const negative = bytes[at] === MINUS;
		if (negative || bytes[at] === PLUS) at++;
		const first = at;
		let mantissa = 0;
		let digit = bytes[at] - ZERO;
		while (digit >= 0 && digit <= 9) {
			mantissa = mantissa * 10 + digit;
			digit = bytes[++at] - ZERO;
		}
		let places = 0;
		if (bytes[at] === POINT) {
			const point = at;
			digit = bytes[++at] - ZERO;
			while (digit >= 0 && digit <= 9) {
				mantissa = mantissa * 10 + digit;
				digit = bytes[++at] - ZERO;
			}
			places = at - point - 1;
			if (at - first === 1) return this.#slowNumber();
		} else if (at === first) return this.#slowNumber();
		if (!this.#isDelimiter(bytes[at]) || mantissa > LARGEST_MANTISSA || places > 22) return this.#slowNumber();
		this.#at = at;
		const value = places === 0 ? mantissa : mantissa / POWERS[places];
		return negative ? -value : value;
	}

	/** The next number as a float32 can hold it, not yet rounded to one. @throws InputError */
	float(): number {
		const value = this.number();
		if (value < FLOAT32_BOUND && value > -FLOAT32_BOUND) return value;
		return this.failNumber('a finite number');
	}

	/** The next number, which must be whole and not beyond `least` and `most`. @throws InputError */
	integer(least: number, most: number, expected: string): number {
		const value = this.number();
		if (Number.isInteger(value) && value >= least && value <= most) return value + 0;
		return this.failNumber(expected);
	}

	/** Fails about the number read last. @throws InputError always */
	failNumber(expected: string): never {
		const text = excerpt(this.#text(this.#token));
		return this.#report.fail(ASCII_FINDINGS.ASCII_NUMBER, this.tokenPlace(), { text, expected });
	}

	/** Where the next word stands. */
	place(): { line: number; column: number } {
		return { line: this.line, column: this.#at - this.#lineStart + 1 };
	}

	/** Where the word read last stands. */
	tokenPlace(): { line: number; column: number } {
		return { line: this.line, column: this.#token - this.#lineStart + 1 };
	}

	/** Where the word number `index` of the row stands whose first word begins at a byte; counted from the top, so slow. */
	placeOf(offset: number, index: number): { line: number; column: number } {
		const rows = new Rows(this.#bytes, new Report());
		while (rows.next() && rows.offset < offset);
		for (let word = 0; word < index; word++) rows.word();
		rows.atEnd();
		return rows.place();
	}

	#skipBlanks(): void {
		const bytes = this.#bytes;
		let at = this.#at;
		// Tab, vertical tab, form feed; and 26, with which DOS ended texts.
		for (let byte = bytes[at]; byte === BLANK || byte === 9 || byte === 11 || byte === 12 || byte === 26; ) {
			byte = bytes[++at];
		}
		this.#at = at;
	}

	/** Goes to the start of the next line; false at the end of the text. */
	#finishLine(): boolean {
		const bytes = this.#bytes;
		let at = this.#at;
		let byte = bytes[at];
		while (byte !== LF && byte !== CR && byte !== undefined) byte = bytes[++at];
		const pair = byte === CR && bytes[at + 1] === LF;
		const length = at - this.#lineStart + (pair ? 1 : 0);
		if (length > LONGEST_LINE)
			this.#report.add(ASCII_FINDINGS.ASCII_LINE_LONG, { line: this.line, column: 256 }, { bytes: length });
		this.#at = at;
		if (byte === undefined) return false;
		this.#at = at + (pair ? 2 : 1);
		this.#lineStart = this.#at;
		this.line++;
		return true;
	}

	#comment(): void {
		const start = this.#at + 1;
		let end = start;
		for (let byte = this.#bytes[end]; byte !== LF && byte !== CR && byte !== undefined; ) byte = this.#bytes[++end];
		this.#onComment(decodeLatin(this.#bytes.subarray(start, Math.min(end, start + COMMENT_BYTES))));
	}

	/** Numbers with an exponent, with many digits, and words that are none. */
	#slowNumber(): number {
		const text = this.#text(this.#at);
		this.#at += text.length;
		return parseFloatText(text) ?? Number.NaN;
	}

	#text(start: number): string {
		let end = start;
		while (!this.#isDelimiter(this.#bytes[end])) end++;
		return decodeLatin(this.#bytes.subarray(start, end));
	}

	#isDelimiter(byte: number | undefined): boolean {
		return byte === undefined || byte === BLANK || (byte <= CR && byte >= 9) || byte === 26;
	}
}

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
