import { relative, resolve, sep } from 'node:path';
import { UsageError } from '../../src/findings/report.ts';
import { jsonText, STEERING } from '../../src/text/quote.ts';

/**
 * Paths in the rules and dependency files of build systems. Make, Ninja and their kin read a path as a word of their language, and each escapes
 * other characters. What one of them cannot escape is refused for all: steps write the dependency files that Ninja reads, and these are read by Make.
 */

/**
 * What Make or Ninja takes for something else wherever it stands: separators (`;` starts a command), variables, wildcards, grouped targets; and what
 * the dependency files of Ninja end a path at (`<>^&` and quotes). Half a surrogate pair would be written as another character.
 */
const ANYWHERE = new RegExp(`[;:|=%\\\\"'\`*?[<>^&${STEERING}\\p{Cs}]`, 'u');
/** Make expands `$$(…)` in a prerequisite after `.SECONDEXPANSION:`, and `$(shell …)` runs. */
const EXPANSION = /\$[({]/;
/** Blanks at the ends get lost; `~` is a home, `-` an option or a mark of Make. */
const START = /^[-~ ]/;
/** `a(b` and `c)` together are members of an archive. */
const END = /[ )]$/;
/** Special targets, and words with which statements of Make begin: `load x.wok: …` would load a library. */
const WHOLE =
	/^(?:\.[A-Z_]+|(?:un)?(?:define|export)|override|private|s?include|ifn?(?:def|eq)|else|end(?:if|ef)|vpath|load)$/;

/**
 * Refuses a path that a line of Make or Ninja cannot hold exactly.
 *
 * @param path with slashes; on Windows it may begin with a drive, which Make and Ninja read there
 * @param refusal the beginning of the message, up to the path: "Ninja cannot build"
 * @throws UsageError that says what is wrong with the path
 */
export function requireRulePath(path: string, refusal: string, isWindows = process.platform === 'win32'): void {
	const fault = faultOf(isWindows ? path.replace(/^[A-Za-z]:\//, '/') : path);
	if (fault !== undefined) throw new UsageError(`${refusal} the path ${jsonText(path)}: it ${fault}. Rename it.`);
}

function faultOf(path: string): string | undefined {
	const found = ANYWHERE.exec(path) ?? EXPANSION.exec(path);
	if (found !== null) return `contains ${jsonText(found[0])}`;
	const start = START.exec(path);
	if (start !== null) return `begins with ${jsonText(start[0])}`;
	const end = END.exec(path);
	if (end !== null) return `ends with ${jsonText(end[0])}`;
	return WHOLE.test(path) ? 'is a word of the language of Make' : undefined;
}

/**
 * A depfile as Make and Ninja read it: all outputs depend on all inputs.
 *
 * @param base absolute path of the folder that the paths are relative to
 * @param folder absolute path of the folder that paths in the depfile are to be relative to
 */
export function depfile(outputs: readonly string[], inputs: readonly string[], base: string, folder: string): string {
	const shown = (path: string): string => shownPath(path, base, folder);
	const list = [...new Set(inputs.map(shown))].sort().map((path) => ` \\\n  ${path}`);
	return `${outputs.map(shown).join(' ')}:${list.join('')}\n`;
}

/**
 * An empty rule for each of some inputs, to follow the rules of all targets. Make ends with an error where a prerequisite was deleted, which no
 * rule makes; with these it builds again. Ninja reads over them.
 *
 * @param base absolute path of the folder that the paths are relative to
 * @param folder absolute path of the folder that paths in the depfile are to be relative to
 */
export function emptyRules(inputs: readonly string[], base: string, folder: string): string {
	return [...new Set(inputs.map((path) => shownPath(path, base, folder)))]
		.sort()
		.map((path) => `${path}:\n`)
		.join('');
}

/** True for a text in the form that `depfile` and `emptyRules` write. A depfile cannot contain a mark of wokflow, so its form has to identify it. */
export function isDepfile(bytes: Uint8Array): boolean {
	return /^(?:[^ \n][^\n]*:(?: \\\n {2}[^ \n][^\n]*)*\n)+$/.test(new TextDecoder().decode(bytes));
}

/** @throws UsageError for a path that Make or Ninja would take for something else */
function shownPath(path: string, base: string, folder: string): string {
	// A backslash is part of a name where it separates nothing.
	const shown = relative(folder, resolve(base, path)).replaceAll(sep, '/');
	requireRulePath(shown, 'A dependency file cannot hold');
	return shown.replace(/[ #]/g, '\\$&').replace(/\$/g, '$$$$');
}
