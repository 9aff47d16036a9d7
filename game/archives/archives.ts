import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileDigest, hashBytes } from '../../pipeline/disk/digest.ts';
import { fileRanges, statOf } from '../../pipeline/disk/ranges.ts';
import type { Change } from '../../pipeline/disk/staging.ts';
import { checkSeen } from '../../pipeline/disk/transaction.ts';
import { BUILD_FINDINGS } from '../../pipeline/findings.ts';
import { hasExtension } from '../../pipeline/registry.ts';
import { reasonOf } from '../../src/findings/reason.ts';
import { type Finding, InputError, Report, UsageError } from '../../src/findings/report.ts';
import type { ByteSource, OutputFile } from '../../src/formats/contracts.ts';
import { fileNameProblem } from '../../src/text/paths.ts';
import {
	ARCHIVE_FINDINGS,
	type Archive,
	type ArchiveEntry,
	type NewEntry,
	readEntry,
	resourceFileName,
	resourceOfFileName,
} from './archive.ts';
import { ARCHIVES, readArchive } from './read-archive.ts';
import { ARCHIVE_WRITERS } from './write-archive.ts';

/**
 * Archives on disk. The tables of an archive are read once and kept until the file changes: a command over the thousand resources of a
 * module opens the archive a thousand times.
 */

/** An archive on disk, with its entries by file name. */
export interface DiskArchive {
	readonly path: string;
	readonly archive: Archive;
	/** Entries by file name in lower case: `quay_01a.wok`. Entries whose name is not a valid file name are left out. */
	readonly entries: ReadonlyMap<string, ArchiveEntry>;
	/** Findings of reading its tables. */
	readonly findings: readonly Finding[];
}

/** Number of archives whose tables are kept. An installed game has some two hundred. */
const KEPT = 512;
const opened = new Map<string, { readonly stamp: string; readonly archive: Promise<DiskArchive> }>();

/** True for the name of an archive. */
export function isArchiveName(fileName: string): boolean {
	return ARCHIVES.some((format) => hasExtension(fileName, format));
}

/** Opens an archive. @throws InputError for a file that is not an archive or cannot be read */
export async function openArchive(path: string): Promise<DiskArchive> {
	try {
		return await openOnce(path);
	} catch (error) {
		if (error instanceof InputError) throw error;
		return new Report().fail(BUILD_FINDINGS.FILE_UNREADABLE, { file: path }, { reason: reasonOf(error) });
	}
}

async function openOnce(path: string): Promise<DiskArchive> {
	// Synchronous: this is called for each resource of a game, and an asynchronous call takes far longer than the lookup.
	const key = realpathSync.native(path);
	const stamp = stampOf(statSync(key, { bigint: true }));
	const known = opened.get(key);
	// A map keeps the order of insertion: the archive used last goes to the end, and the first is the one to drop.
	opened.delete(key);
	const entry = known?.stamp === stamp ? known : { stamp, archive: readFrom(path) };
	opened.set(key, entry);
	for (const old of opened.keys()) {
		if (opened.size <= KEPT) break;
		opened.delete(old);
	}
	entry.archive.catch(() => opened.delete(key));
	const archive = await entry.archive;
	return archive.path === path ? archive : { ...archive, path };
}

/** A text that changes whenever the file does. */
export function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
	return [ino, size, mtimeNs, ctimeNs].join(' ');
}

async function readFrom(path: string): Promise<DiskArchive> {
	const report = new Report();
	const within = report.within({ file: path });
	const archive = await readArchive(await fileRanges(path), {
		report: within,
		openPart: (name) => openBeside(dirname(path), name),
	});
	const entries = new Map<string, ArchiveEntry>();
	const counts = new Map<string, number>();
	for (const entry of archive.entries) {
		const fileName = resourceFileName(entry);
		const problem = fileNameProblem(entry.name) ?? fileNameProblem(fileName);
		if (problem !== undefined) {
			within.add(ARCHIVE_FINDINGS.ARCHIVE_ENTRY_NAME, {}, { entry: fileName, problem });
			continue;
		}
		const key = fileName.toLowerCase();
		const count = (counts.get(key) ?? 0) + 1;
		counts.set(key, count);
		if (count === 1) entries.set(key, entry);
	}
	for (const [key, count] of counts) {
		if (count > 1) within.add(ARCHIVE_FINDINGS.ARCHIVE_ENTRY_TWICE, {}, { entry: key, count });
	}
	return { path, archive, entries, findings: report.findings };
}

/**
 * Opens a BIF by its name in an index (KEY). Backslashes separate folders, letter case is ignored, and a path that leaves the folder of the
 * index is refused.
 */
async function openBeside(folder: string, name: string): Promise<ByteSource | undefined> {
	const parts = name.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
	for (const part of parts) {
		const problem = fileNameProblem(part);
		if (problem !== undefined) throw new Error(`its name ${problem}`);
	}
	let path = folder;
	for (const part of parts) {
		const found = await nameIn(path, part);
		if (found === undefined) return undefined;
		path = join(path, found);
	}
	return parts.length === 0 ? undefined : fileRanges(path);
}

/** The name of a file or folder as the disk spells it, found without regard to letter case. */
export async function nameIn(folder: string, name: string): Promise<string | undefined> {
	return nameAmong(await readdir(folder).catch(() => []), name);
}

/** As `nameIn`, in a list of names that was already read. */
export function nameAmong(names: readonly string[], name: string): string | undefined {
	if (names.includes(name)) return name;
	const wanted = name.toLowerCase();
	return names.filter((each) => each.toLowerCase() === wanted).sort()[0];
}

/** The entry of an archive that a path such as `mods/quay.mod/quay_01a.wok` leads to; undefined where the folder of the path is not an archive. */
export async function entryAt(
	path: string,
): Promise<{ archive: DiskArchive; entry: ArchiveEntry | undefined } | undefined> {
	const folder = dirname(path);
	if (statOf(folder)?.isFile() !== true) return undefined;
	const archive = await openArchive(folder);
	return { archive, entry: archive.entries.get(basename(path).toLowerCase()) };
}

/** True for a path to an entry of an archive on disk, which may not have it yet. */
export function isInArchive(path: string): boolean {
	const folder = dirname(path);
	return isArchiveName(folder) && statOf(folder)?.isFile() === true;
}

/** An output, with the digest of what the caller saw in its place. */
type Output = OutputFile & Pick<Change, 'before'>;

/**
 * Turns outputs whose folder is an archive, such as `quay.mod/quay_01a.wok`, into the archive to write, with these entries replaced or added
 * and its other entries as they are now. Other outputs are returned as they are.
 *
 * @throws UsageError for an archive that cannot be written, for file names that an archive cannot hold, and for an entry that is not what the caller saw;
 * InputError for a damaged archive
 */
export async function intoArchives(files: readonly Output[]): Promise<readonly Output[]> {
	const archives = new Map<string, Output[]>();
	for (const file of files) {
		const folder = dirname(file.path);
		if (isInArchive(file.path)) archives.set(folder, [...(archives.get(folder) ?? []), file]);
	}
	const changed: Output[] = [];
	for (const [path, own] of archives) changed.push({ path, ...(await changedArchive(path, own.map(entryOf))) });
	return [...files.filter(({ path }) => !archives.has(dirname(path))), ...changed];
}

/**
 * An archive on disk with entries replaced or added.
 * @returns its bytes, and the digest of those that they were made of
 * @throws UsageError for a kind of archive that cannot be written, and for an entry that is not what the caller saw
 */
export async function changedArchive(
	path: string,
	entries: readonly (NewEntry & Pick<Change, 'before'>)[],
): Promise<Required<Pick<Output, 'bytes' | 'before'>>> {
	const before = fileDigest(path);
	// Its tables may be kept from before that.
	const { archive, entries: there } = await readFrom(path);
	const writer = ARCHIVE_WRITERS.find(({ name }) => name === archive.format);
	if (writer === undefined) throw new UsageError(`"${path}" cannot be written: it is the index of a game.`);
	for (const entry of entries) {
		const name = resourceFileName(entry);
		const old = there.get(name.toLowerCase());
		if (old === undefined || !entry.before) continue;
		checkSeen(join(path, name), hashBytes(await readEntry(archive, old)), entry.before);
	}
	return { bytes: await writer.change(archive, entries), before };
}

/** The bytes of a new archive of the kind that the extension of `path` names. */
export async function newArchive(path: string, entries: readonly NewEntry[]): Promise<Uint8Array> {
	const extension = extname(path).toLowerCase();
	const writer = ARCHIVE_WRITERS.find(({ extensions }) => extensions.includes(extension));
	if (writer === undefined) throw new UsageError(`"${path}" is not the name of an archive that can be written.`);
	return writer.create(entries, extension);
}

/** A file as an entry of an archive. @throws UsageError for an extension that the game does not know */
function entryOf({ path, bytes, before }: Output): NewEntry & Pick<Change, 'before'> {
	const resource = resourceOfFileName(basename(path));
	if (resource === undefined)
		throw new UsageError(`"${basename(path)}" cannot be an entry of an archive: the game has no such type.`);
	return { ...resource, bytes, before };
}
