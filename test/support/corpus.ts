import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of real files, which are other people's work and not part of this project. */
export const CORPUS_ROOT: string = resolve(
	process.env['WOKFLOW_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus'),
);

export const corpusPresent: boolean = existsSync(CORPUS_ROOT);

/** A real file: its path below the corpus and its bytes. */
export interface CorpusFile {
	readonly name: string;
	readonly bytes: Uint8Array;
}

/**
 * Every file of a corpus folder with one of the endings; an empty list without the corpus. Tests over it are declared with
 * `describe.skipIf(!corpusPresent)`, so that a missing corpus shows as skipped, and name how many files they found.
 */
export function corpusFiles(folder: string, ...endings: string[]): CorpusFile[] {
	if (!corpusPresent) return [];
	return readdirSync(join(CORPUS_ROOT, folder))
		.filter((name) => endings.some((ending) => name.toLowerCase().endsWith(ending)))
		.sort()
		.map((name) => ({
			name: `${folder}/${name}`,
			bytes: new Uint8Array(readFileSync(join(CORPUS_ROOT, folder, name))),
		}));
}
