import { LONGEST_LINE } from '../../src/bwm/ascii.ts';
import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import { Report } from '../../src/findings/report.ts';
import {
	BLANK,
	ByteCursor,
	CARRIAGE_RETURN,
	decodeLatin,
	HASH,
	LINE_FEED,
	MINUS,
	NINE,
	PLUS,
	POINT,
	TAB,
	ZERO,
} from '../../src/text/cursor.ts';
import { excerpt, markLength } from '../../src/text/text.ts';

/** Largest float64 that is accepted: from the middle between the largest float32 and the next power of two on, rounding gives infinity. */
const FLOAT32_BOUND = 3.4028235677973366e38;

/** Non-finite numbers as C prints them: `nan`, `-nan(ind)`, `inf`, `infinity`. */
const NOT_FINITE = /^[+-]?(?:nan|inf|infinity)(?:\(.*\))?$/i;

/** The byte with which DOS ended texts (Ctrl+Z). */
const DOS_END = 26;

/** Number of bytes of a comment that are examined. */
const COMMENT_BYTES = 1024;

/**
 * Walks through the bytes of a text row by row. Rows are lines with content: blank lines and comments are skipped,
 * a word that begins with `#` ends a row (`-1.#IND` is one word). Lines end in LF, CRLF or CR. No line becomes a string: a million faces are forty megabytes of numbers.
 */
export class Rows extends ByteCursor {
	/** From 1. */
	line = 1;
	/** True once `next` found no further row. */
	done = false;
	readonly #report: Report;
	readonly #onComment: (text: string) => void;
	#lineStart = 0;
	#started = false;
	/** Offset of the last number or word. */
	#token = 0;

	constructor(bytes: Uint8Array, report: Report, onComment: (text: string) => void = () => {}) {
		super(bytes);
		this.#report = report;
		this.#onComment = onComment;
		this.at = markLength(bytes);
		this.#lineStart = this.at;
	}

	/** Goes to the first word of the next row; false at the end of the text. */
	next(): boolean {
		const { bytes } = this;
		let more = !this.#started || this.#finishLine();
		this.#started = true;
		for (; more; more = this.#finishLine()) {
			this.#skipBlanks();
			const byte = bytes[this.at];
			if (byte === HASH) this.#comment();
			else if (!isLineEnd(byte)) return true;
		}
		this.done = true;
		return false;
	}

	/** Goes back to the start of the word read last. */
	back(): void {
		this.at = this.#token;
	}

	/** True at the end of the row. */
	atEnd(): boolean {
		this.#skipBlanks();
		const byte = this.bytes[this.at];
		return byte === HASH || isLineEnd(byte);
	}

	/** True when a number comes next, or a non-finite one as C prints it. */
	atNumber(): boolean {
		const byte = this.bytes[this.at];
		if (byte >= ZERO && byte <= NINE) return true;
		if (byte === MINUS || byte === PLUS || byte === POINT) return true;
		// `n`, `i` in either case; keywords such as `node` and `inv_count` begin like that too.
		const letter = byte | 32;
		return (letter === 110 || letter === 105) && NOT_FINITE.test(this.#text(this.at));
	}

	/** The next word, as written; empty at the end of the row. */
	word(): string {
		if (this.atEnd()) return '';
		this.#token = this.at;
		const text = this.#text(this.at);
		this.at += text.length;
		return text;
	}

	/** The next number; NaN for a word that is not a number. */
	number(): number {
		this.#skipBlanks();
		this.#token = this.at;
		const value = this.decimal();
		if (isDelimiter(this.bytes[this.at])) return value;
		this.at = this.#wordEnd(this.#token);
		return Number.NaN;
	}

	/** The next number, which must be within the range of float32; it is not rounded yet. @throws InputError otherwise */
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
		const problem = `"${text}" is not ${expected}`;
		return this.#report.fail(ASCII_FINDINGS.ASCII_INVALID, this.tokenLocation(), { problem });
	}

	/** Line and column of the next word. */
	location(): { line: number; column: number } {
		return { line: this.line, column: this.at - this.#lineStart + 1 };
	}

	/** Line and column of the last word that was read. */
	tokenLocation(): { line: number; column: number } {
		return { line: this.line, column: this.#token - this.#lineStart + 1 };
	}

	/** Line and column of word `index` of the row that begins at a byte offset. Slow, because lines are counted from the top. */
	locationOf(offset: number, index: number): { line: number; column: number } {
		const rows = new Rows(this.bytes, new Report());
		while (rows.next() && rows.at < offset);
		for (let word = 0; word < index; word++) rows.word();
		rows.atEnd();
		return rows.location();
	}

	#skipBlanks(): void {
		const { bytes } = this;
		let at = this.at;
		while (isDelimiter(bytes[at]) && !isLineEnd(bytes[at])) at++;
		this.at = at;
	}

	/** Goes to the start of the next line; false at the end of the text. */
	#finishLine(): boolean {
		const { bytes } = this;
		let at = this.at;
		while (!isLineEnd(bytes[at])) at++;
		const byte = bytes[at];
		const pair = byte === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED;
		const length = at - this.#lineStart + (pair ? 1 : 0);
		if (length > LONGEST_LINE) {
			const location = { line: this.line, column: LONGEST_LINE + 1 };
			this.#report.add(ASCII_FINDINGS.ASCII_LINE_LONG, location, { bytes: length });
		}
		this.at = at;
		if (byte === undefined) return false;
		this.at = at + (pair ? 2 : 1);
		this.#lineStart = this.at;
		this.line++;
		return true;
	}

	#comment(): void {
		const start = this.at + 1;
		let end = start;
		while (!isLineEnd(this.bytes[end])) end++;
		this.#onComment(decodeLatin(this.bytes.subarray(start, Math.min(end, start + COMMENT_BYTES))));
	}

	#text(start: number): string {
		return decodeLatin(this.bytes.subarray(start, this.#wordEnd(start)));
	}

	#wordEnd(start: number): number {
		let end = start;
		while (!isDelimiter(this.bytes[end])) end++;
		return end;
	}
}

/** Blanks, line ends and the end of the text; and 26, with which DOS ended texts. */
function isDelimiter(byte: number | undefined): boolean {
	return byte === undefined || byte === BLANK || (byte >= TAB && byte <= CARRIAGE_RETURN) || byte === DOS_END;
}

function isLineEnd(byte: number | undefined): boolean {
	return byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === undefined;
}
