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

/** Bytes that mean something in more than one text format. */
export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const BLANK = 32;
export const HASH = 35;
export const PLUS = 43;
export const MINUS = 45;
export const POINT = 46;
export const ZERO = 48;
export const NINE = 57;
const LETTER_E = 101;
/** Turns an ASCII capital into its small letter. */
const SMALL = 32;

/** Powers of ten that float64 holds exactly. */
export const POWERS: Float64Array = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const LARGEST_POWER = 22;

/** A whole number up to here is exact, and so was every number that it grew from digit by digit (2⁵³ is a little more). */
const LARGEST_MANTISSA = 9e15;

/** A position in the bytes of a text, and the one reader of decimal numbers. */
export class ByteCursor {
	bytes: Uint8Array;
	at = 0;

	constructor(bytes: Uint8Array = new Uint8Array(0)) {
		this.bytes = bytes;
	}

	/**
	 * Reads the decimal number that begins here, rounded as `Number` rounds it, and goes past it; NaN, going nowhere, when none does.
	 * The form is C's: `1`, `-.5`, `5.`, `1.0e+01`, `-1.2e-007`. What follows the number is the caller's to judge.
	 *
	 * A whole number below 2⁵³, multiplied or divided once by an exact power of ten, is rounded once. All else is left to `Number`.
	 */
	decimal(): number {
		const { bytes } = this;
		const start = this.at;
		let at = start;
		let byte = bytes[at];
		const negative = byte === MINUS;
		if (negative || byte === PLUS) byte = bytes[++at];
		const first = at;
		let mantissa = 0;
		while (byte >= ZERO && byte <= NINE) {
			mantissa = mantissa * 10 + (byte - ZERO);
			byte = bytes[++at];
		}
		let digits = at - first;
		let exponent = 0;
		if (byte === POINT) {
			const fraction = ++at;
			byte = bytes[at];
			while (byte >= ZERO && byte <= NINE) {
				mantissa = mantissa * 10 + (byte - ZERO);
				byte = bytes[++at];
			}
			exponent = fraction - at;
			digits += at - fraction;
		}
		if (digits === 0) return Number.NaN;
		this.at = at;
		if ((byte | SMALL) === LETTER_E) exponent += this.#exponent();
		if (mantissa > LARGEST_MANTISSA || exponent > LARGEST_POWER || exponent < -LARGEST_POWER) {
			return Number(decodeLatin(bytes.subarray(start, this.at)));
		}
		const value = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
		return negative ? -value : value;
	}

	/** Reads `e5`, `E+05`, `e-5`; goes nowhere when no digit follows. */
	#exponent(): number {
		const { bytes } = this;
		let at = this.at + 1;
		const negative = bytes[at] === MINUS;
		if (negative || bytes[at] === PLUS) at++;
		const first = at;
		let value = 0;
		for (let byte = bytes[at]; byte >= ZERO && byte <= NINE; byte = bytes[++at]) value = value * 10 + (byte - ZERO);
		if (at === first) return 0;
		this.at = at;
		return negative ? -value : value;
	}
}
