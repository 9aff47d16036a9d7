/**
 * The one home for writing a text from a file where it could do something: on a terminal, or in code that is generated.
 * XML has its own rules on top of these, in `exporters/svg/xml.ts`.
 */

/**
 * What steers a terminal, an editor or a reader of lines in place of being shown: control characters (C0, DEL, C1), marks of
 * direction, line and paragraph separators. As the inside of a character class with the flag `u`; all are of the basic plane.
 */
export const STEERING = '\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';

const UNPRINTABLE = new RegExp(`[${STEERING}]`, 'gu');
/** Without what JSON is indented with: an indented text of a level has a million of it. */
const UNPRINTABLE_IN_LINES = new RegExp(`[${STEERING.replace('\\p{Cc}', '\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f')}]`, 'g');
/** Halves of a pair that stand alone cannot be encoded. */
const UNFIT_FOR_LITERALS = new RegExp(`[\\\\'<${STEERING}\\p{Cs}]`, 'gu');

/** The text with what would steer a terminal shown as `\u{1b}`. Doing it twice changes nothing. */
export function printable(text: string): string {
	return text.replace(UNPRINTABLE, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/** The text, its middle left out where it is longer than `most` characters: a name in a file may have a hundred thousand. */
export function shortened(text: string, most = 2000): string {
	if (text.length <= most) return text;
	const kept = Math.floor(most / 2);
	return `${text.slice(0, kept)} … (${text.length - 2 * kept} characters left out) … ${text.slice(-kept)}`;
}

/** The text as a part of a line of a format without escapes, such as OBJ, whose next line would be read as a statement. */
export function onOneLine(text: string): string {
	return text.replace(UNPRINTABLE, '_');
}

/** The text as a string literal of JavaScript that stays one wherever it is put: in code, in a comment, in a `<script>`. */
export function scriptLiteral(text: string): string {
	const inside = text.replace(UNFIT_FOR_LITERALS, (character) =>
		character === '\\' || character === "'" ? `\\${character}` : unicodeEscape(character),
	);
	return `'${inside}'`;
}

/** The text as the key of an object literal; `__proto__` as a key like any other. */
export function scriptKey(text: string): string {
	if (text === '__proto__') return "['__proto__']";
	return /^[A-Za-z_]\w*$/.test(text) ? text : scriptLiteral(text);
}

/**
 * JSON of a value that is safe to print on a terminal and to read in an editor.
 * @param change what stands for a value, as `JSON.stringify` asks for it
 */
export function jsonText(value: unknown, indent?: string, change?: (key: string, value: unknown) => unknown): string {
	// What is indented with stands between strings; JSON.stringify has escaped it within them.
	return JSON.stringify(value, change, indent).replace(UNPRINTABLE_IN_LINES, unicodeEscape);
}

/** JSON of a value that is safe inside of a script, which a page may hold in a `<script>` element. */
export function scriptJson(value: unknown): string {
	return jsonText(value).replaceAll('<', unicodeEscape('<'));
}

function unicodeEscape(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
