import { join } from 'node:path';
import { isArchiveName } from '../../game/archives/archives.ts';
import { CHECK_FINDINGS } from '../../pipeline/findings.ts';
import { hasExtension, type Registry } from '../../pipeline/registry.ts';
import { InputError, type Report } from '../../src/findings/report.ts';
import { type InputSource, pathOrName, type RoomFiles } from '../../src/formats/contracts.ts';
import { isGameFile } from '../../src/model/level.ts';
import { folderOf, openFile, openLayout, roomFiles } from './files.ts';
import { type Folder, folderAt } from './folders.ts';
import { expandInputs, isPattern, matches, oncePerPath } from './inputs.ts';

/** One thing to check: a level by its layout, or a single file. */
export interface CheckInput {
	readonly source: InputSource;
	/** For a layout: where the files of its rooms are. */
	readonly roomFiles?: RoomFiles;
}

/**
 * Resolves the arguments of `check`. A layout stands for its level, a folder for the levels of its layouts and for every walkmesh that belongs to
 * none of them; nothing is checked twice. Paths that cannot be opened are reported.
 */
export async function checkInputs(
	words: readonly string[],
	roomFolder: string | undefined,
	registry: Registry,
	report: Report,
	maxRooms?: number,
): Promise<CheckInput[]> {
	const found: CheckInput[] = [];
	for (const word of words) {
		try {
			const folder = await folderAt(word, report);
			if (folder !== undefined) {
				await reportTwins(word, folder, report);
				found.push(...(await inputsOfFolder(word, folder, roomFolder, registry, report, maxRooms)));
			} else if (registry.layoutFormat(word) !== undefined) {
				const path = folderOf(word);
				await reportTwins(path, await folderAt(path), report);
				found.push(await levelOf(word, roomFolder, registry, report));
			} else if (await isPattern(word)) found.push(...(await inputsOfPattern(word, roomFolder, registry, report)));
			else
				for (const { path } of await expandInputs([word], registry, report))
					found.push({ source: await openFile(path, report) });
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
			report.push(error.finding);
		}
	}
	return oncePerPath(found, ({ source }) => pathOrName(source));
}

/** Reports files of a folder on disk whose names differ in letter case only. Readers of archives report such entries themselves. */
async function reportTwins(path: string, folder: Folder | undefined, report: Report): Promise<void> {
	if (folder?.kind !== 'disk') return;
	const byKey = new Map<string, string>();
	for (const name of (await folder.names()).toSorted()) {
		if (!isGameFile(name)) continue;
		const other = byKey.get(name.toLowerCase());
		if (other === undefined) byKey.set(name.toLowerCase(), name);
		else report.add(CHECK_FINDINGS.FILES_DIFFER_IN_CASE, { file: join(path, name) }, { name, other });
	}
}

async function levelOf(
	path: string,
	roomFolder: string | undefined,
	registry: Registry,
	report: Report,
): Promise<CheckInput> {
	return {
		source: await openFile(path, report),
		roomFiles: roomFiles(roomFolder ?? folderOf(path), report, registry.builtRoomExtensions),
	};
}

/** Resolves a pattern: each archive stands for its contents, every other file for itself. */
async function inputsOfPattern(
	word: string,
	roomFolder: string | undefined,
	registry: Registry,
	report: Report,
): Promise<CheckInput[]> {
	const archives = (await matches(word)).filter(isArchiveName).sort();
	const found = await checkInputs(archives, roomFolder, registry, report);
	for (const { path } of await expandInputs([word], registry, report, { archives: 'left out' }))
		found.push({ source: await openFile(path, report) });
	return found;
}

async function inputsOfFolder(
	folder: string,
	{ names: list }: Folder,
	roomFolder: string | undefined,
	registry: Registry,
	report: Report,
	maxRooms?: number,
): Promise<CheckInput[]> {
	const names = (await list()).toSorted();
	const layouts = names.filter((name) => registry.layoutFormat(name) !== undefined);
	const found: CheckInput[] = [];
	const rooms = new Set<string>();
	for (const name of layouts) {
		found.push(await levelOf(join(folder, name), roomFolder, registry, report));
		// What is wrong with the layout is reported when it is checked.
		const layout = await openLayout(join(folder, name), registry, report.separate()).catch((error: unknown) => {
			if (error instanceof InputError) return undefined;
			throw error;
		});
		for (const { model } of layout?.rooms ?? []) rooms.add(model.toLowerCase());
	}
	// A folder without any file is reported: nothing that was checked is not nothing that is wrong.
	const onlyLayouts = layouts.length > 0 && layouts.length === names.length;
	const inputs = onlyLayouts
		? []
		: await expandInputs([folder], registry, report, maxRooms === undefined ? {} : { maxRooms });
	for (const { path } of inputs) {
		const source = await openFile(path, report);
		const isScene = hasExtension(path, { extensions: registry.extensions('scene') });
		// Rooms of a layout are checked with it. Beside a layout, scenes are only sources, and the game never reads them.
		if (rooms.has(source.name.toLowerCase()) || (isScene && layouts.length > 0)) continue;
		found.push({ source });
	}
	return found;
}
