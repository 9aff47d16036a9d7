import { relative, resolve } from 'node:path';
import { UsageError } from '../src/findings/report.ts';
import { slashed } from '../src/text/paths.ts';
import { jsonText, onOneLine } from '../src/text/quote.ts';

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
	return /^(?:\S[^\n]*:(?: \\\n {2}\S[^\n]*)*\n)+$/.test(new TextDecoder().decode(bytes));
}

function shownPath(path: string, base: string, folder: string): string {
	return escaped(slashed(relative(folder, resolve(base, path))));
}

/** Escapes a path: backslash before blanks and `#`, and `$$` for `$`. @throws UsageError for characters that cannot be escaped, such as line ends */
function escaped(path: string): string {
	if (onOneLine(path) !== path) throw new UsageError(`A dependency file cannot hold the path ${jsonText(path)}.`);
	return path.replace(/[\s#]/g, '\\$&').replace(/\$/g, '$$$$');
}
