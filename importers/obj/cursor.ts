/** Bytes that mean something in an OBJ text. */
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const HASH = 35;
export const PLUS = 43;
export const MINUS = 45;
export const POINT = 46;
export const SLASH = 47;
export const ZERO = 48;
export const NINE = 57;
export const BACKSLASH = 92;
export const LETTER_E = 101;
/** Turns an ASCII capital into its small letter. */
export const SMALL = 32;

/** Where the line after a line end begins that lies at `at`; 0 when no line ends there. CRLF is one line end. */
export function afterLineEnd(bytes: Uint8Array, at: number): number {
	if (bytes[at] === LINE_FEED) return at + 1;
	if (bytes[at] !== CARRIAGE_RETURN) return 0;
	return bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const WINDOWS = new TextDecoder('windows-1252');

/** Bytes of a name as text: UTF-8, or what Western Windows programs write where it is none. */
export function decodeName(bytes: Uint8Array): string {
	try {
		return UTF8.decode(bytes);
	} catch {
		return WINDOWS.decode(bytes);
	}
}

const LONGEST_EXCERPT = 40;

/** A piece of a text short enough for a sentence. */
export function shorten(text: string): string {
	return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text;
}

/** Powers of ten that doubles hold exactly. A product or quotient of one of them and a whole number below 2⁵³ is rounded once. */
const POWERS: Float64Array = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const EXACT_DIGITS = 15;
const EXACT_POWER = 22;

/**
 * A place in a run of whole statements. Every statement ends with a line end, so nothing here asks whether the bytes are at an end;
 * a `\` before a line end counts as a blank.
 */
export class Cursor {
	bytes: Uint8Array = new Uint8Array(0);
	at = 0;
	/** Line of the file, from 1. */
	line = 1;
	#wordStart = 0;

	/** Goes to the next word of the statement; false, at the line end or a comment, when there is none. */
	more(): boolean {
		const { bytes } = this;
		let at = this.at;
		for (;;) {
			const byte = bytes[at];
			if (byte > SPACE) {
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

	/** Reads the word here as a decimal number and goes past it; NaN when it is none. */
	number(): number {
		const { bytes } = this;
		const start = this.at;
		this.#wordStart = start;
		let at = start;
		let byte = bytes[at];
		const negative = byte === MINUS;
		if (negative || byte === PLUS) byte = bytes[++at];
		const first = at;
		let mantissa = 0;
		let digits = 0;
		while (byte >= ZERO && byte <= NINE) {
			mantissa = mantissa * 10 + (byte - ZERO);
			if (mantissa !== 0) digits++;
			byte = bytes[++at];
		}
		let exponent = 0;
		let written = at - first;
		if (byte === POINT) {
			const fraction = ++at;
			byte = bytes[at];
			while (byte >= ZERO && byte <= NINE) {
				mantissa = mantissa * 10 + (byte - ZERO);
				if (mantissa !== 0) digits++;
				byte = bytes[++at];
			}
			exponent = fraction - at;
			written += at - fraction;
		}
		if ((byte | SMALL) === LETTER_E && written > 0) {
			this.at = at;
			exponent += this.#exponent();
			at = this.at;
		}
		if (written === 0 || !this.#wordEnds(at)) return this.#skipWord();
		this.at = at;
		if (digits > EXACT_DIGITS || exponent > EXACT_POWER || exponent < -EXACT_POWER) return this.#slowNumber(start);
		const value = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
		return negative ? -value : value;
	}

	/** Reads the word here as a corner, `v`, `v/vt`, `v//vn` or `v/vt/vn`, and goes past it: the vertex index as written, or NaN. */
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

	/** Reads the word here and goes past it. */
	keyword(): string {
		this.#wordStart = this.at;
		this.#skipWord();
		return this.word();
	}

	/** The rest of the statement, trimmed, `#` included: names have blanks and hashes in them. Goes to the line end. */
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

	/** Goes past what is left of the statement, and to the beginning of the next line. A comment ends with its line. */
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

	/** Reads `e5`, `E+05`, `e-5`; goes nowhere when no digit follows. */
	#exponent(): number {
		const { bytes } = this;
		let at = this.at + 1;
		const negative = bytes[at] === MINUS;
		if (negative || bytes[at] === PLUS) at++;
		const first = at;
		let value = 0;
		for (let byte = bytes[at]; byte >= ZERO && byte <= NINE; byte = bytes[++at]) {
			if (value < 100_000) value = value * 10 + (byte - ZERO);
		}
		if (at === first) return 0;
		this.at = at;
		return negative ? -value : value;
	}

	#slowNumber(start: number): number {
		return Number(decodeName(this.bytes.subarray(start, this.at)));
	}

	#wordEnds(at: number): boolean {
		const byte = this.bytes[at];
		// A hash begins a comment, but for `1.#INF` and `-1.#IND`, as Microsoft's C wrote infinity and NaN.
		if (byte === HASH) return this.bytes[at - 1] !== POINT;
		return byte <= SPACE || (byte === BACKSLASH && afterLineEnd(this.bytes, at + 1) > 0);
	}

	/** Goes past the word, whatever it is; its first byte belongs to it, so that reading goes on. */
	#skipWord(): number {
		let at = this.#wordStart;
		do at++;
		while (!this.#wordEnds(at));
		this.at = at;
		return Number.NaN;
	}
}
