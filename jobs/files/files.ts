import { constants, createReadStream, openSync, readFileSync, type Stats } from 'node:fs';
import { open, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { hashBytes, sha256 } from '../../pipeline/disk/digest.ts';
import { absolutePath, isWithin } from '../../pipeline/disk/identity.ts';
import { statOf } from '../../pipeline/disk/ranges.ts';
import { BUILD_FINDINGS } from '../../pipeline/findings.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { reasonOf } from '../../src/findings/reason.ts';
import type { Report } from '../../src/findings/report.ts';
import {
	bytesSource,
	HEAD,
	type InputSource,
	modelName,
	type RoomFiles,
	requireName,
} from '../../src/formats/contracts.ts';
import type { Layout } from '../../src/model/level.ts';
import { nearNames } from '../../src/text/names.ts';
import {
	type ArchivedFile,
	archivedFile,
	type Folder,
	type FolderFiles,
	folderAt,
	type LocatedFile,
	lazyFolder,
	locateRoom,
} from './folders.ts';
import { readLayout } from './layout-file.ts';

/**
 * The module of the pipeline that reads input files; `outputs.ts` writes.
 *
 * Every file that is read is noted in the report, so that no output replaces it. A file that a document refers to is only read if it is
 * in the document's own folder or below it, after symbolic links are resolved.
 */

const CHUNK = 1 << 20;
/** Files up to this size are read when they are opened. */
const AT_ONCE = 1 << 18;

/** Digests of what was read first, by absolute path, also of entries of archives; kept for commands that may replace what they read. */
let read: Map<string, string> | undefined;

/** Keeps digests of what is read from now on, until the returned function is called: no file is replaced that has changed since. */
export function keepingDigests(): () => void {
	read = new Map();
	return () => {
		read = undefined;
	};
}

/** The digests that are kept; undefined where none are. */
export function digestsKept(): ReadonlyMap<string, string> | undefined {
	return read;
}

/** Notes what another thread has read. */
export function noteDigests(digests: ReadonlyMap<string, string> = new Map()): void {
	for (const [path, digest] of digests) noteDigest(path, digest);
}

function noteDigest(absolute: string, digest: string): void {
	if (read?.has(absolute) === false) read.set(absolute, digest);
}

/** The digest of a file when it was read; undefined where that is not known. */
export function digestRead(path: string): string | undefined {
	return read?.get(absolutePath(path));
}

function noteRead<T extends Uint8Array>(path: string, bytes: T): T {
	if (read !== undefined) noteDigest(absolutePath(path), hashBytes(bytes));
	return bytes;
}

/**
 * Opens a file as a source of bytes. The path may lead into an archive (`mods/quay.mod/quay_01a.wok`) or into an installed game (`GAME/m10aa.lyt`).
 * @throws InputError when it is missing or cannot be read
 *
 * @example
 * const source = await openFile('room.wok', report);
 * const file = decodeBwm(await source.bytes(), report);
 */
export async function openFile(path: string, report: Report): Promise<InputSource> {
	requireName(path, 'path of a file');
	const found = statOf(path);
	if (found === undefined) {
		const archived = await archivedFile(path);
		if (archived === 'missing')
			report.fail(BUILD_FINDINGS.FILE_UNREADABLE, { file: path }, { reason: await missingEntry(path) });
		if (archived !== undefined) return openArchived(path, archived, report);
	}
	report.noteInput(absolutePath(path));
	if (found !== undefined && isStream(found)) {
		const bytes = await readStream(path, found).catch((error) =>
			report.fail(BUILD_FINDINGS.FILE_UNREADABLE, { file: path }, { reason: reasonOf(error) }),
		);
		return { ...bytesSource(new Uint8Array(bytes), basename(path)), path };
	}
	const sibling = (name: string): Promise<Uint8Array> => readSibling(dirname(absolutePath(path)), name, report);
	if (found?.isFile() && found.size <= AT_ONCE) {
		const bytes = readAtOnce(path, report);
		return { ...bytesSource(bytes, basename(path)), path, sibling };
	}
	const head = await readHead(path, report);
	return {
		name: modelName(basename(path)),
		fileName: basename(path),
		path,
		head,
		bytes: async () => {
			try {
				return noteRead(path, await readFile(path));
			} catch (error) {
				return report.fail(BUILD_FINDINGS.FILE_UNREADABLE, { file: path }, { reason: reasonOf(error) });
			}
		},
		chunks: () => chunksOf(path, report),
		sibling,
	};
}

/**
 * The bytes of a file, each part valid until the next one is asked for: a stream takes new memory for each part, and none of it comes back before memory
 * is collected.
 */
async function* chunksOf(path: string, report: Report): AsyncGenerator<Uint8Array, void, undefined> {
	const unreadable = (error: unknown): never =>
		report.fail(BUILD_FINDINGS.FILE_UNREADABLE, { file: path }, { reason: reasonOf(error) });
	const file = await open(path).catch(unreadable);
	const digest = read && sha256();
	const part = new Uint8Array(CHUNK);
	try {
		for (;;) {
			const { bytesRead } = await file.read(part).catch(unreadable);
			if (bytesRead === 0) break;
			digest?.update(part.subarray(0, bytesRead));
			yield part.subarray(0, bytesRead);
		}
		if (digest !== undefined) noteDigest(absolutePath(path), digest.digest('hex'));
	} finally {
		await file.close();
	}
}

/** Most bytes read from a device, such as a terminal or an endless `/dev/zero`, and from a pipe. */
const MOST_OF_DEVICE = 1 << 26;
const MOST_OF_PIPE = 2 ** 31;

async function readStream(path: string, found: Stats): Promise<Uint8Array> {
	const most = found.isFIFO() ? MOST_OF_PIPE : MOST_OF_DEVICE;
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of (await openStream(path, found)) as AsyncIterable<Uint8Array>) {
		chunks.push(chunk);
		length += chunk.length;
		if (length > most) throw new Error('it is a device that does not end');
	}
	return Buffer.concat(chunks);
}

/**
 * Pipes and terminals are waited for by the event loop. Functions of files wait in a thread that nothing ends before somebody writes, neither Ctrl-C nor
 * a limit of time: not even the end of the process.
 */
async function openStream(path: string, found: Stats): Promise<Readable> {
	if (!found.isFIFO() && !found.isCharacterDevice()) return createReadStream(path);
	const [{ Socket }, { isatty, ReadStream }] = await Promise.all([import('node:net'), import('node:tty')]);
	const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	if (isatty(descriptor)) return new ReadStream(descriptor);
	if (found.isFIFO()) return new Socket({ fd: descriptor, readable: true, writable: false });
	return createReadStream(path, { fd: descriptor, highWaterMark: CHUNK });
}

function readAtOnce(path: string, report: Report): Uint8Array {
	try {
		return noteRead(path, readFileSync(path));
	} catch (error) {
		return report.fail(BUILD_FINDINGS.FILE_UNREADABLE, { file: path }, { reason: reasonOf(error) });
	}
}

/** Most names that a message lists when none is similar to the missing one. */
const NAMES_TOLD = 6;

/** The message for a path to a missing entry of an archive, with the names of entries that exist. */
async function missingEntry(path: string): Promise<string> {
	const names = (await (await folderAt(dirname(path)))?.names()) ?? [];
	const near = nearNames(basename(path), names);
	const told = near.length > 0 ? near : names.slice(0, NAMES_TOLD);
	const more = near.length === 0 && names.length > told.length ? `, … (${names.length} in all)` : '';
	const has = told.length === 0 ? '' : `; it has ${told.join(', ')}${more}`;
	return `the archive has no entry of this name${has}`;
}

/** Of folders with more files none is suggested: one would look for long. */
const MOST_NAMES = 10_000;

/** For a path to nothing: what lies in the folder under a name like it. */
async function nearFile(path: string): Promise<string> {
	if (statOf(path) !== undefined) return '';
	const names = (await (await folderAt(dirname(path)).catch(() => undefined))?.names().catch(() => [])) ?? [];
	const near = names.length > MOST_NAMES ? [] : nearNames(basename(path), names);
	return near.length === 0 ? '' : `; there is ${near.map((name) => JSON.stringify(name)).join(', ')}`;
}

/** Opens a file that `Folder.locate` found. @throws InputError when it cannot be read */
export async function openLocated({ path, archived }: LocatedFile, report: Report): Promise<InputSource> {
	return archived === undefined ? openFile(path, report) : openArchived(path, archived, report);
}

/** Opens an entry of an archive. Only its own bytes are read. */
async function openArchived(
	path: string,
	archived: ArchivedFile | { readonly real: string },
	report: Report,
): Promise<InputSource> {
	let folder: Promise<Folder | undefined> | undefined;
	const sibling = async (name: string): Promise<Uint8Array> => {
		folder ??= folderAt(dirname(path));
		// Names in archives have no letter case.
		const found = await (await folder)?.locate(name);
		if (found === undefined) throw new Error(`"${name}" is not in ${dirname(path)}`);
		return (await openLocated(found, report)).bytes();
	};
	if ('real' in archived) return { ...(await openFile(archived.real, report)), path, sibling };
	report.noteInput(absolutePath(archived.path));
	const read = (length?: number): Promise<Uint8Array> =>
		archived
			.read(length)
			.catch((error) => report.fail(BUILD_FINDINGS.FILE_UNREADABLE, { file: path }, { reason: reasonOf(error) }));
	// Small entries are read whole; of larger ones only the head, until all bytes are requested.
	const first = await read(Math.min(archived.entry.size, CHUNK));
	const bytes = async (): Promise<Uint8Array> =>
		noteRead(path, first.length === archived.entry.size ? first : await read());
	return {
		name: modelName(basename(path)),
		fileName: basename(path),
		path,
		head: first.subarray(0, HEAD),
		bytes,
		chunks: async function* () {
			yield await bytes();
		},
		sibling,
	};
}

/** True for a pipe or another file whose bytes can be read only once: `<(zcat room.wok.gz)`. */
function isStream(found: Stats): boolean {
	return found.isFIFO() || found.isCharacterDevice() || found.isSocket();
}

async function readHead(path: string, report: Report): Promise<Uint8Array> {
	try {
		const handle = await open(path);
		try {
			if ((await handle.stat()).isDirectory()) report.fail(BUILD_FINDINGS.FILE_IS_FOLDER, { file: path }, {});
			const { bytesRead, buffer } = await handle.read(new Uint8Array(HEAD), 0, HEAD, 0);
			return buffer.subarray(0, bytesRead);
		} finally {
			await handle.close();
		}
	} catch (error) {
		if (error instanceof Error && error.name === 'InputError') throw error;
		return report.fail(
			BUILD_FINDINGS.FILE_UNREADABLE,
			{ file: path },
			{ reason: reasonOf(error) + (await nearFile(path)) },
		);
	}
}

/** Reads a file in the folder or below it. @throws for a path, or a symbolic link, that leads out of the folder */
async function readSibling(folder: string, name: string, report: Report): Promise<Uint8Array> {
	const root = await realpath(folder);
	const target = await realpath(join(root, name));
	if (target === root || !isWithin(target, root)) throw new Error(`"${name}" lies outside the folder of the document`);
	// Only regular files: reading a pipe without a writer, or an endless device, would never finish.
	const found = statOf(target);
	if (found !== undefined && isStream(found)) throw new Error('it is a pipe or a device');
	report.noteInput(target);
	return noteRead(target, await readFile(target));
}

/**
 * All of standard input as a source.
 *
 * @example
 * const source = await standardInput(process.stdin, report);
 * const { walkmesh } = readWalkmesh(await source.bytes(), 'room.wok');
 */
export async function standardInput(
	stream: AsyncIterable<Uint8Array | string> = process.stdin,
	report?: Report,
): Promise<InputSource> {
	// Standard input may be redirected from a file, which this name leads to, so that no output replaces it.
	report?.noteInput('/dev/stdin');
	const chunks: Uint8Array[] = [];
	for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
	// Outputs need a name.
	return { ...bytesSource(new Uint8Array(Buffer.concat(chunks)), '-'), name: 'stdin' };
}

/** Reads the layout at a path. @throws InputError when it cannot be read */
export async function openLayout(path: string, registry: Registry, report: Report): Promise<Layout> {
	return readLayout(await openFile(path, report), registry, report);
}

/** The folder of a file. */
export function folderOf(path: string): string {
	return dirname(path);
}

/**
 * Room files of a folder, found by name without regard to letter case.
 * @param extensions in order of preference, such as `registry.roomExtensions`
 * @throws InputError, when a room is looked for, where the folder cannot be read
 *
 * @example
 * const rooms = roomFiles('rooms', report, ['.wok']);
 * const source = await rooms.find('quay_01b'); // undefined where there is no such file
 */
export function roomFiles(
	folder: string,
	report: Report,
	extensions: readonly string[],
	names: FolderFiles = lazyFolder(folder),
): RoomFiles {
	// Names without a room of a level, kept for all of its rooms that have no file.
	let free: { readonly rooms: readonly string[]; readonly stems: ReadonlySet<string> } | undefined;
	const withoutRoom = async (rooms: readonly string[]): Promise<ReadonlySet<string>> => {
		if (free?.rooms !== rooms) {
			const taken = new Set(rooms.map((each) => each.toLowerCase()));
			const stems = (await names.names()).flatMap((name) => {
				const extension = extensions.find((each) => name.toLowerCase().endsWith(each));
				return extension === undefined ? [] : [name.slice(0, -extension.length)];
			});
			free = { rooms, stems: new Set(stems.filter((stem) => !taken.has(stem.toLowerCase()))) };
		}
		return free.stems;
	};
	return {
		looked: `${extensions.join(', ')} in ${folder}`,
		async find(room) {
			const found = await locateRoom(names, room, extensions).catch((error) =>
				report.fail(BUILD_FINDINGS.FILE_UNREADABLE, { file: folder }, { reason: reasonOf(error) }),
			);
			return found === undefined ? undefined : openLocated(found, report);
		},
		async near(room, rooms) {
			return nearNames(room, await withoutRoom(rooms)).slice(0, 1);
		},
		async others(rooms) {
			const layouts = (await names.names()).filter((name) => /\.lyt$/i.test(name));
			return layouts.length > 1 ? [] : [...(await withoutRoom(rooms))];
		},
	};
}

/** The path of a file's name in another folder. @public loaded when it is needed */
export function inFolder(folder: string, path: string): string {
	return join(folder, basename(path));
}
