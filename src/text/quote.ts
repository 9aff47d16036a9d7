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

/** Says what is wrong with a text that should be JSON. What parsers say of the usual mistakes is the character that they stopped at. */

const NO_COMMENTS = 'JSON has no comments. Take them out.';
const NO_LAST_COMMA = 'JSON has no comma before a closing bracket. Take it out.';

/** @param error what `JSON.parse` threw */
export function jsonProblem(text: string, { message }: Error): string {
	if (text.trim() === '') return 'it is empty.';
	const at = Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN);
	// Where a parser tells no position, it tells the character.
	if (/^Unexpected token '\/'/.test(message)) return NO_COMMENTS;
	if (/^Unexpected token '[\]}]'/.test(message) && /,\s*[\]}]/.test(text)) return NO_LAST_COMMA;
	const before = text.slice(0, at).trimEnd();
	const rest = text.slice(at).trimStart();
	if (/^\/[/*]/.test(rest)) return NO_COMMENTS;
	if (before.endsWith(',') && /^[}\]]/.test(rest)) return NO_LAST_COMMA;
	if (rest.startsWith("'")) return 'JSON has double quotes only, not single ones.';
	return message;
}

/** Lists and objects that people write lie no deeper in one another. */
export const MOST_NESTING = 64;
/** Texts and keys that people write are no longer, as no system has longer paths; what looks for something in them may take the square of it. */
export const LONGEST_TEXT = 32_767;

/**
 * What is wrong with data whose lists and objects lie in one another deeper than that, or in a circle, so that checks and messages that go down into
 * it would not come back; or that has longer texts. Modules and objects of classes are not looked into.
 */
export function dataFault(value: unknown): string | undefined {
	// Looked into already: what is shared by many is looked into once.
	const done = new WeakSet<object>();
	const visit = (each: unknown, left: number): string | undefined => {
		if (typeof each === 'string' && each.length > LONGEST_TEXT)
			return `it has a text of ${each.length} characters; ${LONGEST_TEXT} at most.`;
		if (!isData(each) || done.has(each)) return undefined;
		if (left === 0) return `it is nested more than ${MOST_NESTING} deep, or in a circle.`;
		for (const [key, inner] of Object.entries(each)) {
			const fault = visit(key, left) ?? visit(inner, left - 1);
			if (fault !== undefined) return fault;
		}
		done.add(each);
		return undefined;
	};
	return visit(value, MOST_NESTING);
}

function isData(value: unknown): value is object {
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) return true;
	const prototype = Object.getPrototypeOf(value);
	return prototype === Object.prototype || (prototype === null && !(Symbol.toStringTag in value));
}

/** Lines of messages are cut after this many characters: names from files may have any length. */
const LONGEST_LINE = 4000;

/**
 * Thrown when a caller asks for something that makes no sense. The command line ends with exit code 2. The message can be printed:
 * it has a line for each that was given, and names in them are escaped.
 *
 * @example
 * try {
 * 	createRegistry().stage('wold');
 * } catch (error) {
 * 	if (error instanceof UsageError) console.log(error.message);
 * }
 */
export class UsageError extends Error {
	override readonly name = 'UsageError';

	constructor(...lines: readonly string[]) {
		super(lines.map(cut).join('\n'));
	}
}

/** Escaped characters take several, so a line is cut again once they are. */
function cut(line: string): string {
	const shown = printable(line.slice(0, LONGEST_LINE));
	return Math.max(line.length, shown.length) > LONGEST_LINE ? `${shown.slice(0, LONGEST_LINE - 1)}…` : shown;
}

/** Puts the path of the key before the message of a UsageError. */
export function naming<T>(where: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		if (error instanceof UsageError) throw new UsageError(...`${where}: ${error.message}`.split('\n'));
		throw error;
	}
}
