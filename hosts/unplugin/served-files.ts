import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OutputFile } from '../../src/formats/sources.ts';

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
