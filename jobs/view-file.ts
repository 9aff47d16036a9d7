import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../src/findings/report.ts';
import type { OutputFile } from '../src/formats/contracts.ts';
import { type PageData, pageWithData, type ViewOptions } from './view-page.ts';

/** Where the page lies: beside the code that is bundled, or where it was built for code that is not. */
const TEMPLATES = ['viewer.html', '../viewer.html', '../dist/viewer.html', '../out/built/dist/viewer.html'];

/** The page without data. @throws Error where it was never built */
export async function pageTemplate(): Promise<string> {
	const here = dirname(fileURLToPath(import.meta.url));
	const found = TEMPLATES.map((path) => join(here, path)).find((path) => existsSync(path));
	if (found === undefined) throw new Error('The page is missing. Build it: npm run build');
	return readFile(found, 'utf8');
}

/** What a page opens with. */
export interface ViewPageOptions {
	/** What the page is called; the first of its inputs otherwise. */
	readonly title?: string;
	/** Which of the files the page opens; the others are those that these need. Default: the first. */
	readonly inputs?: readonly string[];
	/** How the files are read, as on the command line. */
	readonly options?: ViewOptions;
}

/**
 * Makes a page that shows files: one HTML file, UTF-8, that needs no network and no wokflow, as `wokflow view` writes it.
 *
 * @param files a scene, or a layout and the walkmeshes of its rooms, and whatever belongs beside them
 * @throws UsageError without files, and for an input that is not among them
 *
 * @example
 * const bytes = await viewPage([{ path: 'quay.glb', bytes: glb }]);
 * await writeOutputs([{ path: 'quay.html', bytes }], report);
 */
export async function viewPage(
	files: readonly OutputFile[],
	{ title, inputs = files.slice(0, 1).map(({ path }) => path), options = {} }: ViewPageOptions = {},
): Promise<Uint8Array> {
	const missing = inputs.find((input) => !files.some(({ path }) => path === input));
	if (inputs.length === 0 || missing !== undefined)
		throw new UsageError(missing === undefined ? 'A page shows at least one file.' : `No file is called "${missing}".`);
	const data: PageData = {
		version: 1,
		title: title ?? inputs[0],
		files: files.map(({ path, bytes }) => ({ path, content: Buffer.from(bytes).toString('base64') })),
		inputs,
		options,
	};
	return new TextEncoder().encode(pageWithData(await pageTemplate(), data));
}
