import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileDigest } from '../../pipeline/disk/digest.ts';
import { identify } from '../../pipeline/disk/identity.ts';
import { writeFilesAtomically } from '../../pipeline/disk/transaction.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { kindOfFileName } from '../../src/model/walkmesh.ts';
import { stemOf } from '../../src/text/paths.ts';
import { WrittenLogs } from './written.ts';

/** A walkmesh of a room that no layout lists. */
interface LeftRoom {
	readonly path: string;
	/** What it held when it was looked at. */
	readonly digest: string | null;
	readonly edited: boolean;
}

/**
 * Finds room walkmeshes that wokflow wrote into a folder and that no layout in it lists any more: a room was renamed or removed in the scene, and
 * the file of its old name stayed. It would be packed and loaded with the others.
 *
 * @param made names of rooms that this run wrote, which need not be in a layout there
 * @returns paths sorted by name; `edited` is true for a file that was changed since
 */
export async function roomsLeft(folder: string, made: readonly string[], registry: Registry): Promise<LeftRoom[]> {
	const names = await readdir(folder).catch(() => []);
	const listed = new Set(made.map((name) => name.toLowerCase()));
	for (const name of names) {
		const format = registry.layoutFormat(name);
		if (format === undefined) continue;
		const bytes = await readFile(join(folder, name)).catch(() => new Uint8Array());
		const { rooms } = readable(() => format.read(bytes, new Report())) ?? { rooms: [] };
		for (const { model } of rooms) listed.add(model.toLowerCase());
	}
	const logs = new WrittenLogs();
	const left: LeftRoom[] = [];
	for (const name of names.sort()) {
		if (kindOfFileName(name) !== 'area' || listed.has(stemOf(name).toLowerCase())) continue;
		const path = join(folder, name);
		const { target, found } = await identify(path);
		if (found?.isFile() !== true) continue;
		const digest = fileDigest(target);
		const record = logs.recordOf(target);
		if (record !== 'unknown') left.push({ path, digest, edited: record !== 'same' });
	}
	return left;
}

/** The result of reading another layout of the folder; undefined when it cannot be read. */
function readable<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof InputError) return undefined;
		throw error;
	}
}

/** Removes files that were not edited since wokflow wrote them. @returns the removed paths */
export async function removeRoomsLeft(left: readonly LeftRoom[]): Promise<string[]> {
	const own = left.filter(({ edited }) => !edited);
	if (own.length > 0)
		await writeFilesAtomically(own.map(({ path, digest }) => ({ path, bytes: null, before: digest })));
	return own.map(({ path }) => path);
}
