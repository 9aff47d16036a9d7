import { readFileSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { intoArchives, isInArchive } from '../../game/archives/archives.ts';
import { isGameFolder } from '../../game/installation/game.ts';
import { fileDigest, hashBytes } from '../../pipeline/disk/digest.ts';
import { absolutePath, FileSet, identify } from '../../pipeline/disk/identity.ts';
import { eachOf } from '../../pipeline/disk/in-order.ts';
import { holding } from '../../pipeline/disk/lock.ts';
import { fileHolds, statOf } from '../../pipeline/disk/ranges.ts';
import type { Change } from '../../pipeline/disk/staging.ts';
import { type AtomicallyWritten, undoStopped, writeFilesAtomically } from '../../pipeline/disk/transaction.ts';
import { OUTPUT_FINDINGS } from '../../pipeline/output-findings.ts';
import { checkedValues, value } from '../../src/findings/options.ts';
import { type FindingType, type Report, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { gameFileProblem } from '../../src/model/level.ts';
import { fileNameProblem } from '../../src/text/paths.ts';
import { digestRead } from './files.ts';
import { isMadeByWokflow, isWhollyMadeByWokflow, type Memory, remember, WrittenLogs } from './written.ts';

/**
 * Where every command, target and host writes its outputs. No work of a person is lost: a file is only replaced if it is not an input and wokflow
 * made it, which means that a log remembers it with exactly this content, or it has a mark of wokflow, or it is a walkmesh that deriving again
 * gives byte for byte. Replacing any other file takes `force`.
 *
 * Names that some system does not accept are refused here, too; those that the game cannot load are reported.
 */

export interface OutputOptions {
	/** Replaces inputs and files that wokflow did not make; `foreign` allows only the latter. */
	readonly force?: boolean | 'foreign';
	/** Allows outputs to replace their inputs: `link --in-place`. */
	readonly inPlace?: boolean;
	/** Keeps replaced files as `NAME.bak`. */
	readonly backup?: boolean;
	/** True for the files of a level: names that the game cannot load are errors, and otherwise warnings. */
	readonly forGame?: boolean;
	/** Paths of the inputs. Default: those noted in the report. */
	readonly inputs?: Iterable<string>;
	/** A log of written files inside a project, in addition to the user's own. A file that it lists may always be replaced. */
	readonly memory?: Memory;
	/** Facts shared by many jobs that write one after another, so that each is looked up once. */
	readonly run?: OutputRun;
	/** Recognises own files of a kind that has no mark, such as dependency files. */
	readonly isOwn?: (bytes: Uint8Array, path: string) => boolean;
}

/** What is looked up once for many outputs: the inputs, and the logs of written files. */
export class OutputRun {
	/** Inputs of the run, in addition to those given with an output. */
	readonly read: FileSet = new FileSet();
	/** By path, the digests of the files that are there when it is decided whether they may be replaced; null where there is none. */
	readonly seen: Map<string, string | null> = new Map();
	/** The user's own logs of earlier outputs. */
	readonly written: WrittenLogs = new WrittenLogs();
}

/** What was written. */
export interface Written {
	/** Empty where the report holds an error. */
	readonly files: readonly OutputFile[];
	/** Paths of the backups that were made. */
	readonly backups: readonly string[];
}

/**
 * Writes the outputs of a job, all or none: nothing when the report holds an error, and nothing when one of them must not be replaced, which is
 * reported.
 *
 * @param report the report that the inputs were opened with
 * @throws UsageError when two outputs are one file, or `force` is none of its values; Error of the file system
 *
 * @example
 * const source = await openFile('room.wok', report);
 * const written = await writeOutputs([{ path: 'copy.wok', bytes: await source.bytes() }], report);
 * console.log(written.files.length); // 0 where the report holds an error, or where the file may not be overwritten
 */
export async function writeOutputs(
	files: readonly OutputFile[],
	report: Report,
	options: OutputOptions = {},
): Promise<Written> {
	if (report.failed || files.length === 0) return { files: [], backups: [] };
	const { run = new OutputRun() } = options;
	// Games are checked first: changing the index of a game is refused with its own message, not as a failed change of an archive.
	guardGames(files, report, options);
	if (report.failed) return { files: [], backups: [] };
	await undoStopped();
	const paths = files.map(({ path }) => path).filter((path) => path !== '-');
	return holding(paths, async () => {
		const onDisk = await intoArchives(files.map((file) => ({ before: digestRead(file.path), ...file })));
		await guardOutputs(onDisk, report, { ...options, run });
		if (report.failed) return { files: [], backups: [] };
		const { backups } = await writeGuarded(onDisk, { ...options, run });
		return { files, backups };
	});
}

/** Writes files that may be written, and remembers them before that: a run that is killed in between must know them afterwards. */
async function writeGuarded(
	files: readonly (OutputFile & Pick<Change, 'before'>)[],
	options: OutputOptions,
): Promise<AtomicallyWritten> {
	const { backup = false, run } = options;
	return writeFilesAtomically(
		files.map((file) => ({ ...file, before: file.before ?? digestRead(file.path) ?? run?.seen.get(file.path) })),
		{ backup, ready: (targets) => rememberOutputs(files, targets, options) },
	);
}

/** Outputs of one job of many. */
export interface OutputJob {
	readonly files: readonly OutputFile[];
	/** The report of this job alone: an error in it keeps the files of the job from being written. */
	readonly report: Report;
}

/** The files written for a job. `error` says why there are none, if no finding does. */
export type WrittenJob = Written & { readonly error?: UsageError };

/**
 * Writes the outputs of several jobs, each all or none; a fault of one does not keep the others from being written. All files are flushed to
 * disk together, which takes far less time than one after another.
 *
 * @returns once it is decided which files may be written, a function that writes them and resolves to the results. In between, the caller can do
 * other work. The function throws errors of the file system
 */
export async function writeEach(
	jobs: readonly OutputJob[],
	options: OutputOptions = {},
): Promise<() => Promise<WrittenJob[]>> {
	await undoStopped();
	const together: OutputJob[] = [];
	for (const job of jobs) {
		if (options.backup === true || job.report.failed || job.files.length === 0) continue;
		if (job.files.some(({ path }) => isInArchive(path))) continue;
		await guardOutputs(job.files, job.report, options);
		if (!job.report.failed) together.push(job);
	}
	return async () => {
		const written = new Set((await areWritten(together, options)) ? together : []);
		const results: WrittenJob[] = [];
		for (const job of jobs) {
			if (written.has(job)) results.push({ files: job.files, backups: [] });
			else results.push(await writeOutputs(job.files, job.report, options).catch(onlyUsage));
		}
		return results;
	};
}

/** Writes the files of some jobs; false when one cannot be written, in which case none is. */
async function areWritten(jobs: readonly OutputJob[], options: OutputOptions): Promise<boolean> {
	const files = jobs.flatMap((job) => job.files);
	if (files.length === 0) return true;
	try {
		await writeGuarded(files, options);
		return true;
	} catch {
		return false;
	}
}

function onlyUsage(error: unknown): WrittenJob {
	if (error instanceof UsageError) return { files: [], backups: [], error };
	throw error;
}

/** The outputs of a run so far, with the input that each was made from. */
export class MadeOutputs {
	readonly #made = new Map<string, string>();

	/** Notes the outputs of an input. If another input has one of the same path, that is reported and nothing is noted. */
	async note(files: readonly OutputFile[], input: string, report: Report): Promise<void> {
		const keys: string[] = [];
		for (const { path } of files) {
			// In lower case, since many file systems ignore letter case.
			const key = (await identify(path)).target.toLowerCase();
			keys.push(key);
			const other = this.#made.get(key);
			if (other !== undefined) report.add(OUTPUT_FINDINGS.OUTPUT_TWICE, { file: input }, { path, other });
		}
		if (!report.failed) for (const key of keys) this.#made.set(key, input);
	}
}

/** Logs files as written by wokflow. @param targets real path of each file @param hashes SHA-256 of each, if already known */
export async function rememberOutputs(
	files: readonly OutputFile[],
	targets: readonly string[],
	{ memory, run, inPlace }: Pick<OutputOptions, 'memory' | 'run' | 'inPlace'> = {},
	hashes?: readonly string[],
): Promise<void> {
	const written = files.map(({ bytes }, index) => ({
		target: targets[index],
		size: bytes.length,
		digest: hashes?.[index] ?? hashBytes(bytes),
		...(inPlace === true ? { isEdited: true } : {}),
	}));
	await remember(written);
	run?.written.note(written);
	if (memory !== undefined) await remember(written, memory);
}

export interface GuardOptions extends OutputOptions {
	/** Folder that the paths are relative to. Default: the working folder of the process. */
	readonly base?: string;
	/** Paths of files that are known to be made by wokflow, and hold something else now. */
	readonly edited?: ReadonlySet<string>;
	/** The findings to report, for callers that word them differently. */
	readonly findings?: {
		readonly isInput: FindingType<[never]>;
		readonly isForeign: FindingType<[{ edited: boolean }]>;
	};
}

/** Checked, since scripts without types may give a text such as "no", which would replace files. */
const FORCE = {
	force: value<boolean | 'foreign'>('Replaces files.', false, {
		placeholder: 'true, false or "foreign"',
		allows: (each) => each === true || each === 'foreign',
	}),
};

/** Reports the outputs that must not be written: because of their names, because they are inputs, or because wokflow did not make the existing file. */
export async function guardOutputs(
	files: readonly OutputFile[],
	report: Report,
	{
		force = false,
		inPlace = false,
		forGame = false,
		isOwn = () => false,
		base = '',
		inputs = report.inputs,
		findings = AT_COMMANDS,
		memory,
		edited = new Set(),
		run: { read, seen, written: user } = new OutputRun(),
	}: GuardOptions = {},
): Promise<void> {
	checkedValues(FORCE, { force }, 'writing');
	guardGames(files, report, { force, base });
	const isAllowed = force === true || inPlace;
	if (!isAllowed) await read.add([...inputs].map((path) => absolutePath(path, resolve(base))));
	const written = [user, ...(memory === undefined ? [] : [new WrittenLogs(memory)])];
	// Each file has its own report; joined in order at the end, so that findings are in the order of the files.
	const found: Report[] = files.map(() => report.separate());
	await eachOf(files, async ({ path, bytes }, index) => {
		const own = found[index];
		const absolute = absolutePath(path, resolve(base));
		if (!inPlace) checkName(absolute, path, forGame, own);
		const there = await identify(absolute);
		const isFile = path !== '-' && (there.found?.isFile() ?? true);
		if (isFile && !own.failed) seen.set(path, fileDigest(there.target));
		if (!isFile) {
			const what =
				path === '-'
					? 'standard input or output'
					: there.found?.isDirectory() === true
						? 'a folder'
						: 'a device or pipe';
			own.add(OUTPUT_FINDINGS.OUTPUT_NOT_FILE, { file: path }, { what });
		} else if (!isAllowed && read.has(there)) own.add(findings.isInput, { file: path }, {} as never);
		else if (force === false && !inPlace && there.found !== undefined && there.found.size > 0n) {
			const origin = await originOf(there.target, bytes, written, (content) => isOwn(content, path));
			if (origin !== 'ours')
				own.add(findings.isForeign, { file: path }, { edited: origin === 'edited' || edited.has(path) });
		}
	});
	for (const own of found) report.absorb(own);
}

/** Reports outputs inside an installed game: only `install` may change one. */
function guardGames(
	files: readonly OutputFile[],
	report: Report,
	{ force = false, base = '' }: Pick<GuardOptions, 'force' | 'base'>,
): void {
	if (force !== false) return;
	for (const { path } of files) {
		if (isInGame(dirname(absolutePath(path, resolve(base)))))
			report.add(OUTPUT_FINDINGS.OUTPUT_IN_GAME, { file: path }, {});
	}
}

/** How many folders up from an output are searched for the root of a game. */
const GAME_DEPTH = 3;

/** True for the folder of an installed game and for folders inside it. */
function isInGame(folder: string, depth = GAME_DEPTH): boolean {
	const above = dirname(folder);
	return isGameFolder(folder) || (depth > 0 && above !== folder && isInGame(above, depth - 1));
}

const AT_COMMANDS: NonNullable<GuardOptions['findings']> = {
	get isInput() {
		return OUTPUT_FINDINGS.OUTPUT_IS_INPUT;
	},
	get isForeign() {
		return OUTPUT_FINDINGS.OUTPUT_FOREIGN;
	},
};

/**
 * Decides who made an existing file that would be replaced. A file that has exactly the new bytes may be replaced in any case. Files may be large,
 * so the comparison reads piece by piece and stops at the first difference.
 * @param written the user's own log, then that of the project
 */
async function originOf(
	target: string,
	bytes: Uint8Array,
	[user, project]: readonly WrittenLogs[],
	isOwn: (bytes: Uint8Array) => boolean,
): Promise<'ours' | 'edited' | 'foreign'> {
	if (fileHolds(target, bytes)) return 'ours';
	// A project may always make its outputs again, even if they were edited since, as with the manifest of a build.
	if (project !== undefined && project.recordOf(target) !== 'unknown') return 'ours';
	const record = user.recordOf(target);
	if (record === 'same') return 'ours';
	const content = readFileSync(target);
	// What was read of it is in what is written.
	if (isOwn(content)) return 'ours';
	if (record === 'edited') return 'edited';
	// The file may come from another machine, so its mark counts. But a text keeps its mark when it is edited further down.
	if (record === 'changed') return isWhollyMadeByWokflow(content) ? 'ours' : 'edited';
	return isMadeByWokflow(content) ? 'ours' : 'foreign';
}

/** Reports names that some system, or the game, does not accept. Names of existing folders are not checked. */
function checkName(absolute: string, path: string, forGame: boolean, report: Report): void {
	let at = absolute;
	for (;;) {
		const problem = fileNameProblem(basename(at));
		if (problem !== undefined) {
			report.add(OUTPUT_FINDINGS.OUTPUT_NAME, { file: path }, { name: basename(at), problem });
			return;
		}
		at = dirname(at);
		if (statOf(at) !== undefined) break;
	}
	const name = basename(absolute);
	const { OUTPUT_NAME_GAME, OUTPUT_NAME_MISSING } = OUTPUT_FINDINGS;
	// Of a door the digit of its state is no name.
	if (/^\.[^.]+$|^[0-2]\.dwk$/i.test(name)) {
		report.add(OUTPUT_NAME_MISSING, { file: path }, { name });
		return;
	}
	const problem = gameFileProblem(name);
	if (problem === undefined) return;
	// Walkmeshes may be parts of kits, or drafts; path points have the name of the area, and are of no other use.
	const severity = forGame || extname(name).toLowerCase() === '.pth' ? 'error' : OUTPUT_NAME_GAME.severity;
	report.add({ ...OUTPUT_NAME_GAME, severity }, { file: path }, { name, problem });
}
