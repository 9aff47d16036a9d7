import { createHash, randomBytes } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fsync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../src/findings/report.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import { identify } from './identity.ts';
import { eachOf } from './in-order.ts';
import { notice } from './watched.ts';

/**
 * Writing files whole. The files of a job are staged in a folder beside their targets, brought to the disk (`fsync`), and only then
 * renamed one after another; where a rename fails, those before it are taken back. So a killed run, a full disk or a folder in the way
 * leaves every target as it was, or as it is to be. What no file system offers is to rename several files at once: a run that is killed
 * between two renames leaves some new files and some old ones, each of them whole.
 *
 * Staging folders of killed runs are removed by the next one that writes into the same folder.
 */

export interface WriteOptions {
	/** False leaves it to the system when the files reach the disk, for what can be made again. Default true. */
	readonly sync?: boolean;
	/** Keeps a file that is replaced as `NAME.bak`, `NAME.bak2`, …; none of these is ever replaced. Default false. */
	readonly backup?: boolean;
}

/** Where files were written. */
export interface AtomicallyWritten {
	/** For each file its path with links resolved. */
	readonly targets: readonly string[];
	/** Paths of the backups that were made. */
	readonly backups: readonly string[];
	/** What the system said of each file when it was whole and nobody else knew of it yet. */
	readonly stamps: readonly BigIntStats[];
}

/** A file on its way. */
interface Staged {
	/** Where it is to be, links resolved. */
	readonly target: string;
	readonly temporary: string;
	/** As it was asked for, for messages. */
	readonly path: string;
	/** A second name of what is replaced, to bring it back by. */
	readonly old: string;
	/** Undefined where there is nothing to replace. */
	readonly mode: number | undefined;
	readonly bytes: Uint8Array;
}

/**
 * Writes files so that none is ever half-written: all of them or, where one cannot be written, none. A target that is a link is followed.
 *
 * @throws UsageError when two files have one path; Error of the file system. Nothing is changed then
 *
 * @example
 * await writeFilesAtomically([{ path: 'copy.wok', bytes }], { backup: true });
 */
export async function writeFilesAtomically(
	files: readonly OutputFile[],
	{ sync = true, backup = false }: WriteOptions = {},
): Promise<AtomicallyWritten> {
	const targets = await targetsOf(files);
	const stages = new Map<string, string>();
	const made: MadeFolders[] = [];
	let isDone = false;
	try {
		const staged: Staged[] = [];
		for (const [index, { target, mode }] of targets.entries()) {
			const { path, bytes } = files[index];
			const stage = await stageIn(dirname(target), stages, made).catch(naming(path));
			const temporary = join(stage, `${index}.tmp`);
			staged.push({ target, mode, temporary, path, old: join(stage, `${index}.old.tmp`), bytes });
		}
		const stamps: BigIntStats[] = [];
		await eachOf(staged, async (file, index) => {
			try {
				await writeWhole(file, sync);
				stamps[index] = statSync(file.temporary, { bigint: true });
			} catch (error) {
				naming(file.path)(error as NodeJS.ErrnoException);
			}
		});
		const backups = backup ? await backupsOf(staged) : [];
		await renameAll(staged);
		isDone = true;
		if (sync) await Promise.all([...stages.keys()].map(syncFolder));
		return { targets: targets.map(({ target }) => target), backups, stamps };
	} finally {
		// What cannot be removed now does not make the outputs worse: the next run removes it.
		await Promise.all(
			[...stages.values()].map((stage) => rm(stage, { recursive: true, force: true }).catch(() => undefined)),
		);
		for (const stage of stages.values()) notice({ lets: stage });
		if (!isDone) for (const folders of made.reverse()) await unmade(folders);
	}
}

/** Names the file in what the system says: a full disk names none, and nobody knows the names of staged files. */
function naming(path: string): (error: NodeJS.ErrnoException) => never {
	return (error) => {
		throw error.syscall === undefined ? error : Object.assign(error, { path });
	};
}

/** Folders that were made for an output. */
interface MadeFolders {
	readonly highest: string;
	readonly lowest: string;
}

/** Removes folders that stayed empty. */
async function unmade({ highest, lowest }: MadeFolders): Promise<void> {
	for (let at = lowest; at.length >= highest.length; at = dirname(at)) {
		const isGone = await rmdir(at).then(
			() => true,
			() => false,
		);
		if (!isGone || at === dirname(at)) return;
	}
}

/** Where each file is to be. @throws UsageError when two are one; Error for what is there and is no file */
async function targetsOf(files: readonly OutputFile[]): Promise<{ target: string; mode: number | undefined }[]> {
	const seen = new Set<string>();
	const targets: { target: string; mode: number | undefined }[] = [];
	for (const { path } of files) {
		const { target, found, keys } = await identify(path);
		if (found !== undefined && !found.isFile()) {
			throw Object.assign(new Error(`"${path}" is ${found.isDirectory() ? 'a folder' : 'not a file'}`), {
				syscall: 'rename',
			});
		}
		if (keys.some((key) => seen.has(key)))
			throw new UsageError(`Two outputs would be written to "${path}". Give each a name of its own.`);
		for (const key of keys) seen.add(key);
		targets.push({ target, mode: found === undefined ? undefined : Number(found.mode & 0o777n) });
	}
	return targets;
}

/** The staging folder of a folder; made when it is first asked for. */
async function stageIn(folder: string, stages: Map<string, string>, made: MadeFolders[]): Promise<string> {
	const known = stages.get(folder);
	if (known !== undefined) return known;
	const highest = await mkdir(folder, { recursive: true });
	if (highest !== undefined) made.push({ highest, lowest: folder });
	await sweepStaging(folder);
	const stage = join(folder, `.wokflow-${machine()}-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
	notice({ holds: stage });
	stages.set(folder, stage);
	await mkdir(stage);
	return stage;
}

/** `.wokflow-MACHINE-PROCESS-RANDOM.tmp` */
const STAGE = /^\.wokflow-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}\.tmp$/;
/** Nobody stages that long: what another machine left is removed after it, milliseconds. */
const ABANDONED = 24 * 60 * 60 * 1000;

/** True for the name of a staging folder. */
export function isStaging(name: string): boolean {
	return STAGE.test(name);
}

/** Removes from a folder what runs staged there that were killed. */
export async function sweepStaging(folder: string): Promise<void> {
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	for (const entry of entries) {
		const [, host, pid] = STAGE.exec(entry.name) ?? [];
		if (host === undefined || !entry.isDirectory()) continue;
		const path = join(folder, entry.name);
		if ((host === machine() && !isRunning(Number(pid))) || (await ageOf(path)) > ABANDONED) {
			await rm(path, { recursive: true, force: true }).catch(() => undefined);
		}
	}
}

/** Tells machines apart that share a folder. */
function machine(): string {
	return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

async function ageOf(path: string): Promise<number> {
	const found = await stat(path).catch(() => undefined);
	return found === undefined ? 0 : Date.now() - found.mtimeMs;
}

/** What is written at once takes the system less time than another thread takes to answer, bytes. */
const LITTLE = 1 << 20;

async function writeWhole({ temporary, mode, bytes }: Staged, sync: boolean): Promise<void> {
	if (bytes.length <= LITTLE) return writeLittle({ temporary, mode, bytes }, sync);
	const handle = await open(temporary, 'wx', mode);
	try {
		// One write of more than 2 GiB is cut short by the system.
		for (let at = 0; at < bytes.length; ) {
			const { bytesWritten } = await handle.write(bytes, at, Math.min(bytes.length - at, 1 << 30));
			at += bytesWritten;
		}
		if (sync) await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Only the disk is waited for. */
async function writeLittle(
	{ temporary, mode, bytes }: Pick<Staged, 'temporary' | 'mode' | 'bytes'>,
	sync: boolean,
): Promise<void> {
	const file = openSync(temporary, 'wx', mode);
	try {
		for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
		if (sync) await promisify(fsync)(file);
	} finally {
		closeSync(file);
	}
}

/** Gives every file that is replaced a further name, at the first number that is free. */
async function backupsOf(staged: readonly Staged[]): Promise<string[]> {
	const backups: string[] = [];
	for (const { target, mode } of staged) {
		if (mode === undefined) continue;
		for (let number = 1; ; number++) {
			const path = `${target}.bak${number === 1 ? '' : number}`;
			const isFree = await keep(target, path).then(
				() => true,
				(error: NodeJS.ErrnoException) => {
					if (error.code !== 'EEXIST') throw error;
					return false;
				},
			);
			if (!isFree) continue;
			backups.push(path);
			break;
		}
	}
	return backups;
}

/** Gives a file a second name, which keeps its content when the first is replaced; a copy where the file system has no such links. */
async function keep(path: string, name: string): Promise<void> {
	await link(path, name).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code === 'EEXIST') throw error;
		await copyFile(path, name, constants.COPYFILE_EXCL);
	});
}

async function renameAll(staged: readonly Staged[]): Promise<void> {
	// One file alone is there or not there; of several, those before a failure are taken back.
	if (staged.length > 1) {
		await eachOf(staged, async ({ target, old, mode }) => {
			if (mode !== undefined) await keep(target, old);
		});
	}
	const done: Staged[] = [];
	try {
		for (const file of staged) {
			await renamed(file.temporary, file.target).catch(naming(file.path));
			done.push(file);
		}
	} catch (error) {
		for (const { target, old, mode } of done.reverse()) {
			await (mode === undefined ? rm(target, { force: true }) : renamed(old, target)).catch(() => undefined);
		}
		throw error;
	}
}

/** Windows refuses for a moment what a virus scanner or an indexer has open, milliseconds. */
const RETRIES = process.platform === 'win32' ? [10, 20, 50, 100, 200, 400] : [];

async function renamed(from: string, to: string): Promise<void> {
	for (const pause of RETRIES) {
		try {
			renameSync(from, to);
			return;
		} catch (error) {
			if (!['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
			await new Promise((done) => setTimeout(done, pause));
		}
	}
	renameSync(from, to);
}

/** Brings the names in a folder to the disk, where the system allows it; Windows does it by itself. */
async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r').catch(() => undefined);
	await handle?.sync().catch(() => undefined);
	await handle?.close().catch(() => undefined);
}
