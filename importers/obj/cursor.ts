import {
	BLANK,
	ByteCursor,
	CARRIAGE_RETURN,
	decodeName,
	HASH,
	LINE_FEED,
	MINUS,
	NINE,
	PLUS,
	POINT,
	ZERO,
} from '../../src/text/cursor.ts';

export const BACKSLASH = 92;
const SLASH = 47;

/** The start of the next line when a line ends at `at`; 0 when none does. CRLF is one line end. */
function afterLineEnd(bytes: Uint8Array, at: number): number {
	if (bytes[at] === LINE_FEED) return at + 1;
	if (bytes[at] !== CARRIAGE_RETURN) return 0;
	return bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
}

/**
 * Reads words from whole statements. Every statement ends with a line end, so nothing here checks for the end of the bytes. A `\` before a line end
 * counts as a blank.
 */
export class Cursor extends ByteCursor {
	/** Line of the file, from 1. */
	line = 1;
	#wordStart = 0;

	/** Advances to the next word of the statement. False when there is none; the cursor is then at the line end or at a comment. */
	more(): boolean {
		const { bytes } = this;
		let at = this.at;
		for (;;) {
			const byte = bytes[at];
			if (byte > BLANK) {
				const next = byte === BACKSLASH ? afterLineEnd(bytes, at + 1) : 0;
				if (next === 0) {
					this.at = at;
					return byte !== HASH;
				}
				this.line++;
				at = next;
			} else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
				this.at = at;
				return false;
			} else at++;
		}
	}

	/** Reads the next word as a decimal number; NaN when it is not one. */
	number(): number {
		this.#wordStart = this.at;
		const value = this.decimal();
		return this.#wordEnds(this.at) && !Number.isNaN(value) ? value : this.#skipWord();
	}

	/** Reads the next word as a corner: `v`, `v/vt`, `v//vn` or `v/vt/vn`. Returns the vertex index as written, or NaN. */
	corner(): number {
		const { bytes } = this;
		this.#wordStart = this.at;
		let at = this.at;
		let byte = bytes[at];
		const negative = byte === MINUS;
		if (negative || byte === PLUS) byte = bytes[++at];
		const first = at;
		let value = 0;
		while (byte >= ZERO && byte <= NINE) {
			value = value * 10 + (byte - ZERO);
			byte = bytes[++at];
		}
		if (at === first) return this.#skipWord();
		for (let slashes = 0; slashes < 2 && byte === SLASH; slashes++) {
			byte = bytes[++at];
			if (byte === MINUS || byte === PLUS) byte = bytes[++at];
			while (byte >= ZERO && byte <= NINE) byte = bytes[++at];
		}
		if (!this.#wordEnds(at)) return this.#skipWord();
		this.at = at;
		return negative ? -value : value;
	}

	/** The word that was read last. */
	word(): string {
		return decodeName(this.bytes.subarray(this.#wordStart, this.at));
	}

	/** Reads the next word. */
	keyword(): string {
		this.#wordStart = this.at;
		this.#skipWord();
		return this.word();
	}

	/** Reads the rest of the statement, trimmed. Names may have blanks and `#` in them. */
	rest(): string {
		const { bytes } = this;
		const pieces: string[] = [];
		for (;;) {
			const start = this.at;
			let at = start;
			while (bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at++;
			this.at = at;
			const goesOn = at > start && bytes[at - 1] === BACKSLASH;
			pieces.push(decodeName(bytes.subarray(start, goesOn ? at - 1 : at)).trim());
			if (!goesOn) return pieces.join(' ').trim();
			this.at = afterLineEnd(bytes, at);
			this.line++;
		}
	}

	/** Skips the rest of the statement, and advances to the next line. A comment ends with its line. */
	nextStatement(): void {
		const { bytes } = this;
		let start = this.at;
		let at = start;
		for (;;) {
			while (bytes[at] > CARRIAGE_RETURN) at++;
			const next = afterLineEnd(bytes, at);
			if (next === 0) {
				at++;
				continue;
			}
			this.line++;
			const goesOn = at > start && bytes[at - 1] === BACKSLASH && !bytes.subarray(start, at).includes(HASH);
			at = next;
			start = next;
			if (!goesOn) break;
		}
		this.at = at;
	}

	#wordEnds(at: number): boolean {
		const byte = this.bytes[at];
		// A hash begins a comment, except in `1.#INF` and `-1.#IND`, as Microsoft's C wrote infinity and NaN.
		if (byte === HASH) return this.bytes[at - 1] !== POINT;
		return byte <= BLANK || (byte === BACKSLASH && afterLineEnd(this.bytes, at + 1) > 0);
	}

	/** Skips a word. Its first byte always counts as a part of it, so that the cursor moves in any case. */
	#skipWord(): number {
		let at = this.#wordStart;
		do at++;
		while (!this.#wordEnds(at));
		this.at = at;
		return Number.NaN;
	}
}
