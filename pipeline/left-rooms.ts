import { readdir, readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { InputError, Report } from '../src/findings/report.ts';
import { identify } from './identity.ts';
import { fileRanges } from './ranges.ts';
import type { Registry } from './registry.ts';
import { WrittenLogs } from './written.ts';

/**
 * Walkmeshes of rooms that wokflow wrote into a folder and that no layout in it lists any more: a room was renamed or removed in the scene, and the
 * file of its old name stayed. The game, and whoever packs the folder, would take it along.
 *
 * @returns paths, sorted by name; `edited` for those that were changed since
 */
export async function roomsLeft(folder: string, registry: Registry): Promise<{ path: string; edited: boolean }[]> {
	const names = await readdir(folder).catch(() => []);
	const listed = new Set<string>();
	for (const name of names) {
		const format = registry.layoutFormat(name);
		if (format === undefined) continue;
		const bytes = await readFile(join(folder, name)).catch(() => new Uint8Array());
		const { rooms } = readable(() => format.read(bytes, new Report())) ?? { rooms: [] };
		for (const { model } of rooms) listed.add(model.toLowerCase());
	}
	const logs = new WrittenLogs();
	const left: { path: string; edited: boolean }[] = [];
	for (const name of names.sort()) {
		if (extname(name).toLowerCase() !== '.wok' || listed.has(name.slice(0, -4).toLowerCase())) continue;
		const path = join(folder, name);
		const { target, found } = await identify(path);
		if (found?.isFile() !== true) continue;
		const record = await logs.recordOf({ target, source: await fileRanges(target) });
		if (record !== 'unknown') left.push({ path, edited: record === 'changed' });
	}
	return left;
}

/** What another layout says; nothing of one that cannot be read. */
function readable<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof InputError) return undefined;
		throw error;
	}
}

/** Removes those that are as wokflow wrote them. @returns what was removed */
export async function removeRoomsLeft(left: Awaited<ReturnType<typeof roomsLeft>>): Promise<string[]> {
	const removed = left.filter(({ edited }) => !edited).map(({ path }) => path);
	for (const path of removed) await rm(path);
	return removed;
}
