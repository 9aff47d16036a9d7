import type { Report } from '../../src/findings/index.ts';
import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED } from './characters.ts';

/** No statement is longer than this, and no file can make us hold more of it at once. */
export const LONGEST_STATEMENT: number = 64 * 1024 * 1024;

const FIRST_CAPACITY = 512 * 1024;

/**
 * Turns pieces of a file, cut anywhere, into whole statements. What is left of a statement at the end of a piece
 * moves to the front and waits for the next one, so a file never has to be in memory, nor in one string.
 */
export class StatementBuffer {
	bytes: Uint8Array = new Uint8Array(FIRST_CAPACITY);
	/** How many bytes of `bytes` are text. */
	length = 0;
	/** Bytes of the file before the first of `bytes`. */
	offset = 0;
	readonly #report: Report;
	/** No statement ends before this byte. */
	#searched = 0;

	constructor(report: Report) {
		this.#report = report;
	}

	append(piece: Uint8Array): void {
		const needed = this.length + piece.length;
		if (needed > this.bytes.length) {
			if (needed > LONGEST_STATEMENT) {
				this.#report.fail('OBJ_STATEMENT_TOO_LONG', { offset: this.offset }, { limit: LONGEST_STATEMENT });
			}
			const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
			larger.set(this.bytes.subarray(0, this.length));
			this.bytes = larger;
		}
		this.bytes.set(piece, this.length);
		this.length = needed;
	}

	/** Ends the last statement of a file, be it the middle of a continuation. */
	finish(): void {
		this.append(Uint8Array.of(LINE_FEED, LINE_FEED));
	}

	/**
	 * Where the last whole statement ends; 0 without one. A line that ends with `\` goes on in the next one. (In a comment it
	 * does not, but then the statement merely waits for more.) A carriage return at the very end may be half of a CRLF.
	 */
	wholeStatements(): number {
		const { bytes, length } = this;
		for (let at = length - 1; at >= this.#searched; at--) {
			const byte = bytes[at];
			if (byte === LINE_FEED) {
				if (bytes[at - 1 - (bytes[at - 1] === CARRIAGE_RETURN ? 1 : 0)] !== BACKSLASH) return at + 1;
			} else if (byte === CARRIAGE_RETURN && at + 1 < length && bytes[at - 1] !== BACKSLASH) return at + 1;
		}
		this.#searched = Math.max(0, length - 1);
		return 0;
	}

	/** Forgets the bytes before `end`. */
	consume(end: number): void {
		this.bytes.copyWithin(0, end, this.length);
		this.length -= end;
		this.offset += end;
		this.#searched = Math.max(0, this.length - 1);
	}
}
