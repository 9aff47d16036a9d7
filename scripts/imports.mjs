// Which files of the project import which, types counted. For the scripts that measure the structure.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** The code files that git knows or would take, with the files that each imports. @returns {Map<string, string[]>} */
export function importGraph() {
	const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
	const files = list.split('\n').filter((file) => /\.(?:ts|mts|mjs)$/.test(file) && textOf(file) !== undefined);
	const known = new Set(files);
	return new Map(
		files.map((file) => {
			const found = [...textOf(file).matchAll(IMPORT)].map(([, path]) => posix.join(posix.dirname(file), path));
			return [file, [...new Set(found.filter((each) => known.has(each)))]];
		}),
	);
}

/** All files that some files lead to, these included. @param graph {Map<string, string[]>} */
export function reachedFrom(graph, starts, follows = () => true) {
	const reached = new Set(starts);
	for (const file of reached) if (follows(file)) for (const next of graph.get(file) ?? []) reached.add(next);
	return reached;
}

/** Undefined for a file that is deleted, but not yet for git. */
function textOf(file) {
	try {
		return readFileSync(`${ROOT}${file}`, 'utf8');
	} catch {
		return undefined;
	}
}

export function linesOf(file) {
	return textOf(file).split('\n').length - 1;
}
