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
