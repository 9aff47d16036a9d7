import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, join, resolve } from 'node:path';
import picomatch from 'picomatch';
import type { ResolvedConfig } from 'vite';
import { UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { kindOfFileName, stateInName, WALKMESH_EXTENSIONS, type WalkmeshKind } from '../../src/model/walkmesh.ts';
import { slashed } from '../../src/text/paths.ts';

/** Which imports ask for a walkmesh, `./level.glb?wok` by their query, and the module that they get. */

const QUERIES = Object.values(WALKMESH_EXTENSIONS)
	.map((extension) => extension.slice(1))
	.join('|');

/** For the bundler's own filter: the plugin is not even called for other modules. */
export const REQUEST_FILTER: RegExp = new RegExp(`\\?(?:[^#]*&)?(?:${QUERIES})(?:=|&|#|$)`);

const REQUEST = new RegExp(`^(.+?)\\?(?:[^#]*&)?(${QUERIES})(?:=)?(?:[&#]|$)`);

/** An import that asks for a walkmesh. */
export interface WalkmeshRequest {
	/** What stands before the query; in a resolved id the path of the scene. */
	readonly file: string;
	/** Kind of the walkmesh that is asked for. */
	readonly kind: WalkmeshKind;
}

/** Understands an import or a module's id; undefined for those that ask for something else. */
export function parseRequest(id: string): WalkmeshRequest | undefined {
	const [, file, query] = REQUEST.exec(id) ?? [];
	const kind = query === undefined ? undefined : kindOfFileName(`.${query}`);
	return kind === undefined ? undefined : { file, kind };
}

/** The id of a request, which `parseRequest` understands. */
export function requestId({ file, kind }: WalkmeshRequest): string {
	return `${file}?${WALKMESH_EXTENSIONS[kind].slice(1)}`;
}

/** The module that an import gets: an address, or those of a door by state. */
export function moduleOf(
	{ kind }: WalkmeshRequest,
	files: readonly OutputFile[],
	addresses: readonly string[],
): string {
	if (kind !== 'door') return `export default ${addresses[0]};\n`;
	const states = files.map(({ path }, index) => `${stateInName(path)}: ${addresses[index]}`);
	return `export default { ${states.join(', ')} };\n`;
}

/** Globs over paths of scenes, absolute or relative to the project's folder. */
export interface FileFilter {
	/** Scenes that are converted; all by default. */
	readonly include?: string | readonly string[];
	/** Scenes that are not, even where `include` has them. */
	readonly exclude?: string | readonly string[];
}

/** The filter as a function over absolute paths; a glob without a folder before it holds in the whole project. */
export function createFilter({ include, exclude }: FileFilter, root: string): (path: string) => boolean {
	const base = slashed(root).replace(/\/$/, '');
	const match = (globs: string | readonly string[]): ((path: string) => boolean) =>
		picomatch(
			[globs].flat().map((glob) => (/^(?:\/|[A-Za-z]:\/|\*\*)/.test(glob) ? glob : `${escapeGlob(base)}/${glob}`)),
			{ dot: true },
		);
	const isIn = include === undefined ? () => true : match(include);
	const isOut = exclude === undefined ? () => false : match(exclude);
	return (path) => isIn(slashed(path)) && !isOut(slashed(path));
}

function escapeGlob(path: string): string {
	return path.replace(/[\\!*?{}()[\]+@$^|]/g, '\\$&');
}

const FOLDER = '@wokflow/';

/**
 * Walkmeshes of a development server, which has no build to emit them into: they are kept in memory and served from there.
 * The address holds a hash of the bytes, so a page that is loaded again never gets an old one.
 */
export class ServedFiles {
	readonly #files = new Map<string, { readonly bytes: Uint8Array; readonly module: string }>();

	/** Keeps a file of a module in place of what that module had, and returns its address below `base`. */
	keep(module: string, files: readonly OutputFile[], base: string): string[] {
		for (const [key, file] of this.#files) if (file.module === module) this.#files.delete(key);
		return files.map(({ path, bytes }) => {
			const hash = createHash('sha256').update(module).update(bytes).digest('hex').slice(0, 16);
			const key = `${FOLDER}${hash}/${encodeURIComponent(path)}`;
			this.#files.set(key, { bytes, module });
			return `${base}${key}`;
		});
	}

	/** Answers requests for files that are kept, and passes on all others. */
	answer(request: IncomingMessage, response: ServerResponse, next: () => void): void {
		const [path] = (request.url ?? '').split(/[?#]/);
		const at = path.indexOf(`/${FOLDER}`);
		const file = at < 0 ? undefined : this.#files.get(path.slice(at + 1));
		if (file === undefined) {
			next();
			return;
		}
		response.setHeader('Content-Type', 'application/octet-stream');
		response.setHeader('Content-Length', file.bytes.length);
		response.setHeader('Cache-Control', 'no-cache');
		response.end(request.method === 'HEAD' ? undefined : file.bytes);
	}
}

/** Refuses a file that may not be read. @throws Error that is the same whether or not the file is there */
export type FileGuard = (path: string) => Promise<void>;

/** Builds read what their own code imports. */
export const NO_GUARD: FileGuard = async () => undefined;

/**
 * Asks Vite's own rule: `server.fs.allow` and `server.fs.deny`, for the file that a path leads to in the end. Whoever can reach a
 * development server can ask for any path, so it says nothing about what lies outside.
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
