/**
 * Escapes texts from files where they could have an effect: on a terminal, or in generated code.
 * XML has its own rules on top of these, in `src/text/xml.ts`.
 */

/**
 * Characters that a terminal or an editor obeys instead of showing: control characters (C0, DEL, C1), marks of direction, line and paragraph
 * separators. Written as the inside of a character class with the flag `u`; all are in the basic multilingual plane.
 */
export const STEERING = '\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';

const UNPRINTABLE = new RegExp(`[${STEERING}]`, 'gu');
/** The same without line feeds and tabs, since the indented JSON of a level has a million. */
const UNPRINTABLE_IN_LINES = new RegExp(`[${STEERING.replace('\\p{Cc}', '\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f')}]`, 'g');
/** Characters to escape in literals. Lone surrogates (`Cs`) cannot be encoded. */
const UNFIT_FOR_LITERALS = new RegExp(`[\\\\'<${STEERING}\\p{Cs}]`, 'gu');

/** Shows control characters as `\u{1b}`. Doing it twice changes nothing. */
export function printable(text: string): string {
	return text.replace(UNPRINTABLE, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/** Leaves out the middle of a text of more than `most` characters: a name in a file may have a hundred thousand. */
export function shortened(text: string, most = 2000): string {
	if (text.length <= most) return text;
	const kept = Math.floor(most / 2);
	return `${text.slice(0, kept)} … (${text.length - 2 * kept} characters left out) … ${text.slice(-kept)}`;
}

/** Puts a text on one line, for formats without escapes such as OBJ, where anything after a line end would be read as a statement. */
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
	// Line feeds and tabs that are left here are indentation: JSON.stringify has escaped those within strings.
	return JSON.stringify(value, change, indent).replace(UNPRINTABLE_IN_LINES, unicodeEscape);
}

/** JSON of a value that is safe inside of a script, which a page may hold in a `<script>` element. */
export function scriptJson(value: unknown): string {
	return jsonText(value).replaceAll('<', unicodeEscape('<'));
}

/** A character of the basic multilingual plane as `\u001b`, for JavaScript, JSON, and shells. */
export function unicodeEscape(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of some names, quoted: a level may have thousands. */
export function listed(names: readonly string[], most = 6): string {
	const shown = names.slice(0, most).map((name) => JSON.stringify(name));
	return `${shown.join(', ')}${names.length > most ? ', …' : ''}`;
}
