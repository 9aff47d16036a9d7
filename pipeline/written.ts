import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { ByteSource } from '../src/formats/sources.ts';
import { jsonText } from '../src/text/quote.ts';
import { writeFilesAtomically } from './atomic.ts';
import { piecesOf } from './ranges.ts';

/**
 * What wokflow wrote and where, so that it knows its own files again: a walkmesh of the game has no room for a mark, and its
 * bytes are to be those that the game's own tools would write.
 *
 * For each folder that outputs went to there is a log in the user's own folder for such things, not beside the outputs, which are
 * often the game's `Override`. A line is the size and SHA-256 of a file and its name. Lines are only ever appended, in one write,
 * so that many runs at a time need no lock. Where the log cannot be read or written, files that carry a mark are known all the same.
 *
 * Steps of a build, of which another system keeps the books, have such logs in the project as well: a machine that builds may forget its
 * users, but keeps the project's `.wokflow`.
 */

/** A log is written anew, with what holds now, when it has grown to this many bytes. */
const LARGEST_LOG = 256 * 1024;
/** Folders that are remembered; those that were written into longest ago are forgotten first. */
const MOST_LOGS = 4096;

/** A file as it was written. */
export interface WrittenFile {
	/** Its real path. */
	readonly target: string;
	readonly size: number;
	/** SHA-256 of its bytes. */
	readonly digest: string;
}

/** So many bytes are hashed at a time. */
const PIECE = 1 << 22;

/** SHA-256 of bytes. Amid many it lets others go on, so that large files are on their way to the disk meanwhile. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
	const digest = createHash('sha256');
	for (let at = 0; at < bytes.length; at += PIECE) {
		if (at > 0) await new Promise(setImmediate);
		digest.update(bytes.subarray(at, at + PIECE));
	}
	return digest.digest('hex');
}

/** Where it is remembered what was written. */
export interface Memory {
	readonly folder: string;
	/** Folder that the outputs are known by relative to; absolute without it. */
	readonly base?: string;
}

/** What the user's own machine remembers. */
function ownMemory(): Memory {
	return { folder: stateFolder() };
}

/** The folder that wokflow keeps what it remembers in: `WOKFLOW_STATE`, or where the system wants such things. */
function stateFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
	const { WOKFLOW_STATE: own, XDG_STATE_HOME: state, LOCALAPPDATA: local } = env;
	if (own !== undefined && own !== '') return own;
	if (process.platform === 'win32') return join(local ?? join(homedir(), 'AppData', 'Local'), 'wokflow');
	if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'wokflow');
	return join(state ?? join(homedir(), '.local', 'state'), 'wokflow');
}

/** Asks for many files, and reads each log once. */
export class WrittenLogs {
	readonly #memory: Memory;
	readonly #logs = new Map<string, ReturnType<typeof readLog>>();

	constructor(memory: Memory = ownMemory()) {
		this.#memory = memory;
	}

	/**
	 * What is remembered of a file: `same` when wokflow wrote just these bytes there, `changed` when it wrote others, `unknown` when it
	 * never wrote there as far as it knows.
	 */
	async recordOf({
		target,
		source,
	}: {
		readonly target: string;
		readonly source: ByteSource;
	}): Promise<'same' | 'changed' | 'unknown'> {
		const path = logPath(dirname(target), this.#memory);
		const log = this.#logs.get(path) ?? readLog(path);
		this.#logs.set(path, log);
		const lines = (await log).get(basename(target));
		if (lines === undefined) return 'unknown';
		const digest = createHash('sha256');
		for await (const piece of piecesOf(source)) digest.update(piece);
		return lines.has(lineOf({ target, size: source.size, digest: digest.digest('hex') })) ? 'same' : 'changed';
	}

	/** Notes what was remembered since a log was read. */
	async note(files: readonly WrittenFile[]): Promise<void> {
		for (const file of files) {
			const log = await this.#logs.get(logPath(dirname(file.target), this.#memory));
			if (log !== undefined) addLine(log, basename(file.target), lineOf(file));
		}
	}
}

/** Remembers files that were written. Never fails: at worst a file is not known again. */
export async function remember(files: readonly WrittenFile[], memory: Memory = ownMemory()): Promise<void> {
	const folders = new Map<string, string[]>();
	for (const file of files) {
		const folder = dirname(file.target);
		const lines = folders.get(folder) ?? [];
		folders.set(folder, lines);
		lines.push(lineOf(file));
	}
	for (const [folder, lines] of folders) await append(folder, lines, memory).catch(() => undefined);
}

async function append(folder: string, lines: readonly string[], memory: Memory): Promise<void> {
	const path = logPath(folder, memory);
	const found = await stat(path).catch(() => undefined);
	if (found === undefined) {
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		await forgetOldest(dirname(path));
	}
	const head = found === undefined ? [`# ${jsonText(knownAs(folder, memory))}`] : [];
	await appendFile(path, [...head, ...lines].map((line) => `${line}\n`).join(''), { mode: 0o600 });
	if (found !== undefined && found.size > LARGEST_LOG) await shorten(path, folder, memory);
}

/** Leaves the last line of every file that is still there. */
async function shorten(path: string, folder: string, memory: Memory): Promise<void> {
	const names = new Set(await readdir(folder));
	const last = [...(await readLog(path))].filter(([name]) => names.has(name)).map(([, lines]) => [...lines].at(-1));
	const text = [`# ${jsonText(knownAs(folder, memory))}`, ...last].map((line) => `${line}\n`).join('');
	await writeFilesAtomically([{ path, bytes: new TextEncoder().encode(text) }], { sync: false });
}

async function forgetOldest(logs: string): Promise<void> {
	const names = await readdir(logs);
	if (names.length < MOST_LOGS) return;
	const aged = await Promise.all(names.map(async (name) => ({ name, time: (await stat(join(logs, name))).mtimeMs })));
	const oldest = aged.sort((a, b) => a.time - b.time).slice(0, MOST_LOGS / 4);
	for (const { name } of oldest) await rm(join(logs, name), { force: true });
}

function logPath(folder: string, memory: Memory): string {
	return join(memory.folder, 'written', `${hash(knownAs(folder, memory)).slice(0, 32)}.log`);
}

function knownAs(folder: string, { base }: Memory): string {
	return base === undefined ? folder : relative(base, folder).replaceAll(sep, '/');
}

function lineOf({ target, size, digest }: WrittenFile): string {
	return `${size} ${digest} ${jsonText(basename(target))}`;
}

/** The lines of a log by the name of the file, in their order; a log that is not there is empty, and damaged lines say nothing. */
async function readLog(path: string): Promise<Map<string, Set<string>>> {
	const text = await readFile(path, 'utf8').catch(() => '');
	const found = new Map<string, Set<string>>();
	for (const line of text.split('\n')) {
		const [, quoted] = /^\d+ [0-9a-f]{64} (".*")$/.exec(line) ?? [];
		if (quoted === undefined) continue;
		const name = unquoted(quoted);
		if (name === undefined) continue;
		addLine(found, name, line);
	}
	return found;
}

/** The last line of a file counts as the newest. */
function addLine(log: Map<string, Set<string>>, name: string, line: string): void {
	const lines = log.get(name) ?? new Set();
	log.set(name, lines);
	lines.delete(line);
	lines.add(line);
}

function unquoted(text: string): string | undefined {
	try {
		return String(JSON.parse(text));
	} catch {
		return undefined;
	}
}

function hash(of: string): string {
	return createHash('sha256').update(of).digest('hex');
}
