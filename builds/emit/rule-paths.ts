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
