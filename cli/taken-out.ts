import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Session } from './session.ts';

/** Inputs as files of the disk. */
export interface TakenOut {
	readonly paths: readonly string[];
	/** Removes what was taken out. */
	remove(): Promise<void>;
}

/**
 * Inputs for what works on files of the disk: levels and walkmeshes that lie in archives, or that a game finds, are taken out into a folder of their
 * own. Others stay where they are.
 * @throws InputError for an input that cannot be read
 */
export async function takenOut(
	words: readonly string[],
	{ registry, report, context }: Pick<Session, 'registry' | 'report' | 'context'>,
): Promise<TakenOut> {
	const [{ levelWords }, { folderOf, openFile, roomFiles }, { readLayout }, { areaFiles }] = await Promise.all([
		import('../pipeline/inputs.ts'),
		import('../pipeline/files.ts'),
		import('../pipeline/layout-file.ts'),
		import('../pipeline/area-files.ts'),
	]);
	let folder: string | undefined;
	const take = async (name: string, bytes: Uint8Array): Promise<string> => {
		folder ??= await mkdtemp(join(tmpdir(), 'wokflow-'));
		const path = join(folder, name);
		await writeFile(path, bytes);
		return path;
	};
	const remove = async (): Promise<void> => {
		if (folder !== undefined) await rm(folder, { recursive: true, force: true });
	};
	const paths: string[] = [];
	try {
		for (const path of await levelWords(words, registry, report)) {
			if (path === '-' || (await stat(path).catch(() => undefined)) !== undefined) {
				paths.push(path);
				continue;
			}
			const source = await openFile(path, report);
			paths.push(await take(basename(path), await source.bytes()));
			if (registry.layoutFormat(path) === undefined) continue;
			const stem = basename(path).replace(/\.[^.]*$/, '');
			for (const extension of registry.visibilities.flatMap(({ extensions }) => extensions)) {
				const bytes = await source.sibling?.(`${stem}${extension}`).catch(() => undefined);
				if (bytes !== undefined) await take(`${stem}${extension}`, bytes);
			}
			const layout = await readLayout(source, registry, report.separate());
			for (const [name, bytes] of await areaFiles(source, layout, context)) await take(name, bytes);
			const rooms = roomFiles(folderOf(path), report, registry.importer('bwm').roomExtensions ?? []);
			// What is odd about the layout is told where it is read to be shown.
			for (const { model } of layout.rooms) {
				const room = await rooms.find(model);
				if (room !== undefined) await take(room.fileName, await room.bytes());
			}
		}
	} catch (error) {
		await remove();
		throw error;
	}
	return { paths, remove };
}
