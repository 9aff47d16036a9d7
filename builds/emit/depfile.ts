import { relative, resolve, sep } from 'node:path';
import { requireRulePath } from './rule-paths.ts';

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
