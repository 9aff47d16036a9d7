import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { ResolvedConfig } from 'vite';
import { UsageError } from '../../src/findings/report.ts';
import { slashed } from '../../src/text/paths.ts';

/** Refuses a file that may not be read. @throws Error that is the same whether or not the file is there */
export type FileGuard = (path: string) => Promise<void>;

/** Builds read what their own code imports. */
export const NO_GUARD: FileGuard = async () => undefined;

/**
 * Asks Vite's own rule: `server.fs.allow` and `server.fs.deny`, for the file that a path leads to in the end. Whoever can reach a
 * development server can ask for any path, so nothing is told of what lies outside.
 *
 * @throws UsageError for a Vite that has no such rule to ask
 */
export async function viteGuard(config: ResolvedConfig): Promise<FileGuard> {
	const { isFileLoadingAllowed } = await import('vite');
	if (typeof isFileLoadingAllowed !== 'function') {
		throw new UsageError(
			'wokflow/unplugin needs a newer Vite for its development server: one with isFileLoadingAllowed.',
		);
	}
	return async (path) => {
		const asked = resolve(path);
		// Both: a name that is denied stays so where it is a link to a file that is allowed.
		if (isFileLoadingAllowed(config, slashed(asked)) && isFileLoadingAllowed(config, slashed(await realPath(asked))))
			return;
		throw refusal();
	};
}

/** Vite shows a page of errors what they hold, and adds the module's path unless there is an `id`. */
function refusal(): Error {
	const message = 'The scene is not there, or server.fs of the Vite config does not let it be read.';
	return Object.assign(new Error(message), { id: 'wokflow', stack: message });
}

/** Where a path leads after symbolic links; of what is not there, the folders that are. */
async function realPath(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch {
		const folder = dirname(path);
		return folder === path ? path : join(await realPath(folder), basename(path));
	}
}
