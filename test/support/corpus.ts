import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';

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

/** Four rooms of one area of the game that lie side by side, by their index in its layout of 17. */
export const FOUR_ROOMS: Readonly<Record<string, number>> = { m10aa_06a: 0, m10aa_05a: 3, m10aa_01c: 6, m10aa_03a: 7 };

/** All rooms of that layout; undefined where a file is not there. */
export function fourRooms(): (Walkmesh | undefined)[] {
	const meshes: (Walkmesh | undefined)[] = Array.from({ length: 17 }, () => undefined);
	for (const { name, bytes } of corpusFiles('rooms', '.wok')) {
		const room = name.replace(/^.*\/|\.wok$/g, '');
		const report = new Report();
		if (room in FOUR_ROOMS)
			meshes[FOUR_ROOMS[room]] = walkmeshFromBwm(decodeBwm(bytes, report), { name: room }, report);
	}
	return meshes;
}
