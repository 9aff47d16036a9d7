import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The version in the single-file program, which has no package.json beside it. Inserted by the bundler. */
declare const WOKFLOW_VERSION: string | undefined;

/** The version of the package, from the package.json above the sources or the build. Cached results of another version are not used. */
export function packageVersion(): string {
	if (typeof WOKFLOW_VERSION === 'string') return WOKFLOW_VERSION;
	for (const path of ['../package.json', '../../package.json']) {
		try {
			const json = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
				name?: string;
				version: string;
			};
			if (json.name === 'wokflow') return json.version;
		} catch {
			// Not in this folder; the next one is its parent.
		}
	}
	return '0.0.0';
}

/**
 * The last word on the command line of a thread: one that runs a command, one that builds, or one that makes files. It holds a character that no command line of a process
 * can hold. `node:worker_threads` knows as well whether this is a thread, but loads much that a short command does without.
 */
export const THREAD_WORDS = { command: '\0command', building: '\0building', making: '\0making' } as const;

/** The kind of this thread; undefined in the main one. */
export function threadKind(argv: readonly string[]): keyof typeof THREAD_WORDS | undefined {
	const last = argv.at(-1);
	const kinds = Object.keys(THREAD_WORDS) as (keyof typeof THREAD_WORDS)[];
	return kinds.find((kind) => THREAD_WORDS[kind] === last);
}

/**
 * The file that a thread of the bundled command starts with: the one that the program was started with, if that is ours; else the one that all of
 * wokflow is in.
 *
 * @param own URL of the bundled file that asks
 */
export function programFile(own: string): URL {
	const folder = dirname(fileURLToPath(own));
	if (basename(folder) !== 'command') return new URL(own);
	return pathToFileURL(join(folder, '../cli.cjs'));
}
