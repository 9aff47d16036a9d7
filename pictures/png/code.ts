import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * The code of the renderer, which is a file beside its package. Where there are no files, in browsers and in the command that is a single one,
 * the build puts it in place of this module (`scripts/build.mjs`).
 */
export async function rendererCode(): Promise<Uint8Array | ArrayBuffer> {
	return readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm'));
}
