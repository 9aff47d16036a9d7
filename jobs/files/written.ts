import { appendFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { decodeBwm, looksLikeBwm } from '../../importers/bwm/decode.ts';
import { fileDigest, hashBytes } from '../../pipeline/disk/digest.ts';
import { identify } from '../../pipeline/disk/identity.ts';
import { clearForKept, makeKeptFolder, readKept, userFolder } from '../../pipeline/disk/kept-files.ts';
import { statOf } from '../../pipeline/disk/ranges.ts';
import { writeFilesAtomically } from '../../pipeline/disk/transaction.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { deriveBwm, walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { SURFACE_TABLES, type SurfaceTable } from '../../src/model/surfaces.ts';
import { kindOfFileName } from '../../src/model/walkmesh.ts';
import { stemOf } from '../../src/text/paths.ts';
import { jsonText } from '../../src/text/quote.ts';
import type { AabbSplit } from '../../src/tree/build.ts';

/**
 * Logs of the files that wokflow wrote, by which it recognises them later: a walkmesh has no room for a mark, and its bytes shall be those
 * that the game's own tools would write.
 *
 * Each folder with outputs has a log in the user's folder for application state, not beside the outputs, which are often in the game's
 * `Override`. A line holds the size, a digest and the name of a file. Lines are only appended, each in one write, so that runs at the
 * same time need no lock. If the log cannot be read or written, files that have a mark are still recognised.
 *
 * Build steps run by another build system also keep such logs in the project: a build machine may start with an empty user folder, but keeps the
 * project's `.wokflow`.
 */

/** Size in bytes at which a log is shortened to the lines that still hold. */
const LARGEST_LOG = 256 * 1024;
/** Most logs kept; those not written for the longest time are removed first. */
const MOST_LOGS = 4096;
/** They are counted each time that this process has begun so many. */
const LISTED_EACH = 64;
let begun = 0;

/** A file that was written. */
export interface WrittenFile {
	/** Its real path. */
	readonly target: string;
	readonly size: number;
	/** SHA-256 of its bytes. */
	readonly digest: string;
	/** It was changed in place: what made it before does not make it again. */
	readonly isEdited?: boolean;
}

/** Where logs are kept. */
export interface Memory {
	/** Undefined where nothing can be kept. */
	readonly folder: string | undefined;
	/** Folder that the paths in the logs are relative to; without it they are absolute. */
	readonly base?: string;
}

/** The logs in the user's own folder. */
function ownMemory(): Memory {
	return { folder: userFolder('state') };
}

/** Looks up many files and reads each log once. */
export class WrittenLogs {
	readonly #memory: Memory;
	readonly #logs = new Map<string, Log>();

	constructor(memory: Memory = ownMemory()) {
		this.#memory = memory;
	}

	/**
	 * Looks up a file in its log: `same` when wokflow made exactly these bytes for this path, `edited` when it changed what was there to these, `changed` when
	 * it wrote others, `unknown` when the log does not have the path.
	 */
	recordOf(target: string): 'same' | 'edited' | 'changed' | 'unknown' {
		const lines = this.#logAt(logPath(dirname(target), this.#memory)).get(basename(target));
		if (lines === undefined) return 'unknown';
		const file = { target, size: statSync(target).size, digest: fileDigest(target) ?? '' };
		if (lines.has(lineOf(file))) return 'same';
		return lines.has(lineOf({ ...file, isEdited: true })) ? 'edited' : 'changed';
	}

	/** Adds files that were logged after the log was read. */
	note(files: readonly WrittenFile[]): void {
		if (this.#logs.size === 0) return;
		for (const file of files) {
			const log = this.#logs.get(logPath(dirname(file.target), this.#memory));
			if (log !== undefined) addLine(log, basename(file.target), lineOf(file));
		}
	}

	#logAt(path: string): Log {
		const log = this.#logs.get(path) ?? (this.#memory.folder === undefined ? new Map() : readLog(path));
		this.#logs.set(path, log);
		return log;
	}
}

/** Appends written files to their logs. Never fails: at worst a file is not recognised later. */
export async function remember(files: readonly WrittenFile[], memory: Memory = ownMemory()): Promise<void> {
	if (memory.folder === undefined) return;
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
	clearForKept(path);
	const found = statOf(path);
	if (found === undefined) {
		makeKeptFolder(dirname(path), 0o700);
		// Listing thousands takes longer than a small level.
		if (begun++ % LISTED_EACH === 0) forgetOldest(dirname(path));
	}
	const head = found === undefined ? [`# ${jsonText(knownAs(folder, memory))}`] : [];
	appendFileSync(path, [...head, ...lines].map((line) => `${line}\n`).join(''), { mode: 0o600 });
	if (found !== undefined && found.size > LARGEST_LOG) await shorten(path, folder, memory);
}

/** Shortens a log to the last line of every file that still exists. */
async function shorten(path: string, folder: string, memory: Memory): Promise<void> {
	const names = new Set(readdirSync(folder));
	const last = [...readLog(path)].filter(([name]) => names.has(name)).map(([, lines]) => [...lines].at(-1));
	const text = [`# ${jsonText(knownAs(folder, memory))}`, ...last].map((line) => `${line}\n`).join('');
	await writeFilesAtomically([{ path, bytes: new TextEncoder().encode(text) }], { sync: false });
}

function forgetOldest(logs: string): void {
	const names = readdirSync(logs);
	if (names.length < MOST_LOGS) return;
	const aged = names.map((name) => ({ name, time: statSync(join(logs, name)).mtimeMs }));
	const oldest = aged.sort((a, b) => a.time - b.time).slice(0, MOST_LOGS / 4);
	for (const { name } of oldest) rmSync(join(logs, name), { force: true });
}

function logPath(folder: string, memory: Memory): string {
	return join(memory.folder ?? '', 'written', `${hashBytes(knownAs(folder, memory)).slice(0, 32)}.log`);
}

function knownAs(folder: string, { base }: Memory): string {
	return base === undefined ? folder : relative(base, folder).replaceAll(sep, '/');
}

function lineOf({ target, size, digest, isEdited = false }: WrittenFile): string {
	return `${size} ${digest} ${jsonText(basename(target))}${isEdited ? ' edited' : ''}`;
}

/** The lines of a log by file name, in order. */
type Log = Map<string, Set<string>>;

/** A missing log is empty, and damaged lines are skipped. */
function readLog(path: string): Log {
	const found: Log = new Map();
	for (const line of logText(path).split('\n')) {
		const [, quoted] = /^\d+ [0-9a-f]{64} (".*")(?: edited)?$/.exec(line) ?? [];
		if (quoted === undefined) continue;
		const name = unquoted(quoted);
		if (name === undefined) continue;
		addLine(found, name, line);
	}
	return found;
}

function logText(path: string): string {
	try {
		return String(readKept(path));
	} catch {
		return '';
	}
}

/** Adds a line as the newest of its file: a line that occurs again moves to the end. */
function addLine(log: Log, name: string, line: string): void {
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

/**
 * Recognising a file that wokflow made by its content alone, for when no log (`written.ts`) knows it, such as in a fresh clone or on another
 * machine.
 */

/** Beginnings of the texts that wokflow writes; glTF names its generator there. */
const STAMPS: readonly RegExp[] = [
	// OBJ, ASCII walkmeshes, Ninja rules.
	/^# wokflow: KotOR walkmesh/,
	/^(?:\s*#[^\n]*\n)*\s*# wokflow (?:area|placeable|door)\b/,
	/^# Made by wokflow /,
	// Material libraries of the OBJ exporter: nothing but its own seven lines, again and again.
	/^(?:newmtl [^\n]+\nKd [\d.]+ [\d.]+ [\d.]+\nKa 0 0 0\nKs 0 0 0\nd 1\nillum 1\n\n?)+$/,
	// Plans.
	/^(?:<\?xml[^>]*>\s*)?<svg\b[^>]*\baria-labelledby="plan-title plan-counts"/,
	// Pages that show levels.
	/^<!doctype html>\n<!-- Made by wokflow:/,
	// What commands print as JSON.
	/^\{\s*"version": \d+,\s*"wokflow": "/,
	// Reports and placements of levels.
	/^\{\s*"level": "[^\n]*",\s*"rooms": \[/,
	/^\{\s*"version": \d+,\s*"level": "[^\n]*",\s*"placements": \[/,
	// Inspection glTF; a program that saves it again puts its own name there.
	/^\{\s*"asset":\s*\{\s*"generator":\s*"wokflow"/,
];
/** Text chunk near the end of a PNG. */
const PNG_STAMP = 'tEXtSoftware\0wokflow';

/** Characters at the beginning of a text that are compared; material libraries are shorter than this. */
const LOOKED_AT = 64 * 1024;

/**
 * True for a binary file that wokflow wrote and nobody changed: a program that saves it again writes its own name or tables. A text keeps its
 * mark when it is edited further down, so it does not count.
 */
export function isWhollyMadeByWokflow(bytes: Uint8Array): boolean {
	return (looksLikeBwm(bytes) || isGlb(bytes)) && isMadeByWokflow(bytes);
}

/** True for a file with a mark of wokflow. A text may have been edited since. */
export function isMadeByWokflow(bytes: Uint8Array): boolean {
	if (looksLikeBwm(bytes)) return isOwnWalkmesh(bytes);
	if (latin1(bytes.subarray(1, 4)) === 'PNG') return latin1(bytes.subarray(-64)).includes(PNG_STAMP);
	const text = latin1(textOf(bytes).subarray(0, LOOKED_AT));
	return STAMPS.some((stamp) => stamp.test(text));
}

function latin1(bytes: Uint8Array): string {
	return new TextDecoder('latin1').decode(bytes);
}

/** The JSON of a GLB; anything else as it is. */
function textOf(bytes: Uint8Array): Uint8Array {
	return isGlb(bytes) ? bytes.subarray(20) : bytes;
}

function isGlb(bytes: Uint8Array): boolean {
	return bytes.length > 20 && latin1(bytes.subarray(0, 4)) === 'glTF';
}

/**
 * A binary walkmesh has no room for a mark, but its AABB tree shows the writer: deriving the file again with wokflow's SAH split gives the same
 * bytes, and with the game's median split it does not. Files whose trees are the same with both, and those of placeables and doors, which
 * have no tree, cannot be recognised.
 */
function isOwnWalkmesh(bytes: Uint8Array): boolean {
	try {
		const report = new Report({ keep: 0 });
		const walkmesh = walkmeshFromBwm(decodeBwm(bytes, report), { name: '', kind: 'placeable' }, report);
		if (walkmesh.kind !== 'area') return false;
		const isDerived = (table: SurfaceTable, tree: AabbSplit): boolean =>
			Buffer.compare(encodeBwm(deriveBwm(walkmesh, table, report, { tree })), bytes) === 0;
		return Object.values(SURFACE_TABLES).some(
			(table) => (isDerived(table, 'best') || isDerived(table, 'fast')) && !isDerived(table, 'median'),
		);
	} catch {
		return false;
	}
}

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
