import { join } from 'node:path';
import { resourceOfFileName } from '../src/archive/resource-types.ts';
import { type Report, UsageError } from '../src/findings/report.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import { PLACEHOLDER_ROOM } from '../src/level/level.ts';
import { folderOf, openFile, openLayout } from './files.ts';
import { type Folder, folderAt } from './folders.ts';
import { GAME_FINDINGS } from './game-findings.ts';
import type { Registry } from './registry.ts';

/** Types that lie about in folders and are not meant. */
const NOT_MEANT = ['txt', 'ini', 'res', 'bmp'];
/** As many names are told. */
const NAMED = 5;

/**
 * The files that arguments stand for which are to be installed: a file is itself, a layout brings the files of its name and of its rooms, a
 * folder everything in it that the game reads; what else it has is noted.
 * @throws InputError for a file that cannot be read
 */
export async function filesToInstall(
	words: readonly string[],
	registry: Registry,
	report: Report,
): Promise<OutputFile[]> {
	const paths = new Map<string, string>();
	const left: string[] = [];
	const take = (path: string, key: string): void => {
		const known = paths.get(key);
		if (known !== undefined && known !== path)
			throw new UsageError(`Two of the files have one name in the game: ${known} and ${path}`);
		paths.set(key, path);
	};
	const takeAll = async (folder: Folder, path: string, wanted: (stem: string) => boolean): Promise<void> => {
		for (const name of (await folder.names()).toSorted()) {
			const resource = resourceOfFileName(name);
			const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
			if (!wanted(name.replace(/\.[^.]*$/, '').toLowerCase())) continue;
			if (resource === undefined || NOT_MEANT.includes(extension)) left.push(name);
			else take((await folder.find(name)) ?? join(path, name), name.toLowerCase());
		}
	};
	for (const word of words) {
		const folder = /\.(?:mod|rim|erf)$/i.test(word) ? undefined : await folderAt(word, report);
		if (folder !== undefined) await takeAll(folder, word, () => true);
		else if (registry.layoutFormat(word) === undefined) take(word, word.replace(/^.*[\\/]/, '').toLowerCase());
		else {
			const { rooms } = await openLayout(word, registry, report);
			const stem = word.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
			const names = new Set([stem, ...rooms.map(({ model }) => model)].map((name) => name.toLowerCase()));
			names.delete(PLACEHOLDER_ROOM);
			const beside = await folderAt(folderOf(word), report);
			if (beside !== undefined) await takeAll(beside, folderOf(word), (name) => names.has(name));
		}
	}
	if (left.length > 0) {
		const names = left.slice(0, NAMED).join(', ') + (left.length > NAMED ? ', …' : '');
		report.add(GAME_FINDINGS.INSTALL_LEFT_OUT, {}, { count: left.length, names });
	}
	const files: OutputFile[] = [];
	for (const path of paths.values()) files.push({ path, bytes: await (await openFile(path, report)).bytes() });
	return files;
}
