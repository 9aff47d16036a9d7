import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { type FindingType, type Report, UsageError } from '../src/findings/report.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import { gameFileProblem } from '../src/level/level.ts';
import { fileNameProblem } from '../src/text/file-names.ts';
import { intoArchives } from './archives.ts';
import { writeFilesAtomically } from './atomic.ts';
import { OUTPUT_FINDINGS } from './findings.ts';
import { isGameFolder } from './game.ts';
import { absolutePath, FileSet, identify } from './identity.ts';
import { eachOf } from './in-order.ts';
import { isMadeByWokflow, isWhollyMadeByWokflow } from './origin.ts';
import { fileRanges, holds } from './ranges.ts';
import { digestOf, type Memory, remember, WrittenLogs } from './written.ts';

/**
 * Where every command, target and host writes its outputs. Nothing that a person made is lost: a file is only replaced when it is
 * none of the inputs, and when wokflow made it: it is remembered with just this content, or carries a mark, or, for walkmeshes, comes
 * out byte for byte when it is derived anew. Whoever wants to replace another file says so.
 *
 * Names that some system or the game does not take are refused here, too.
 */

export interface OutputOptions {
	/** Replaces any file: inputs, and what wokflow did not make; `foreign` only the latter. */
	readonly force?: boolean | 'foreign';
	/** The outputs are the inputs, changed: `link --in-place`. */
	readonly inPlace?: boolean;
	/** Keeps what is replaced as `NAME.bak`. */
	readonly backup?: boolean;
	/** Paths that are read. Default: those of the report. */
	readonly inputs?: Iterable<string>;
	/** Remembers for a project, besides the user's own machine, what was written: what it wrote once is its own. */
	readonly memory?: Memory;
	/** Where many jobs write one after another: what is looked up for one need not be for the next. */
	readonly run?: OutputRun;
	/** Knows files of a kind that carries no mark, such as dependency files. */
	readonly isOwn?: (bytes: Uint8Array, path: string) => boolean;
}

/** What is found out once for many outputs: what is read, what lies about their folders, and what was written before. */
export class OutputRun {
	/** Besides the inputs that are named with an output. */
	readonly read: FileSet = new FileSet();
	/** Whether folders exist, and which of them are those of a game. */
	readonly folders: Map<string, Promise<boolean>> = new Map();
	readonly games: Map<string, boolean> = new Map();
	/** What the user's own machine remembers of earlier outputs. */
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
 * Writes the outputs of a job, all or none: nothing where the report holds an error, and nothing where one of them may not be written,
 * which is reported.
 *
 * @param report the one that the inputs were opened with
 * @throws UsageError when two outputs are one file; Error of the file system
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
	// An index of a game is no archive that could be written.
	guardGames(files, report, { ...options, games: run.games });
	if (report.failed) return { files: [], backups: [] };
	const onDisk = await intoArchives(files);
	await guardOutputs(onDisk, report, { ...options, run });
	if (report.failed) return { files: [], backups: [] };
	const digests = digestsOf(onDisk);
	const { targets, backups } = await writeFilesAtomically(onDisk, { backup: options.backup ?? false });
	await rememberOutputs(onDisk, targets, { ...options, run }, digests);
	return { files, backups };
}

/** Outputs of one job of many. */
export interface OutputJob {
	readonly files: readonly OutputFile[];
	/** The job's own: an error in it keeps its files from being written. */
	readonly report: Report;
}

/** What was written of a job, or why nothing was, where no finding says it. */
export type WrittenJob = Written & { readonly error?: UsageError };

/**
 * Writes the outputs of several jobs, of each all or none; what is wrong with one keeps none of the others from being written. The disk is
 * waited for once, not for every file.
 *
 * @returns when it is known which of them may be written, what tells when they are: until then there is time for other work. It throws what the
 * file system does
 */
export async function writeEach(
	jobs: readonly OutputJob[],
	options: OutputOptions = {},
): Promise<() => Promise<WrittenJob[]>> {
	const together: OutputJob[] = [];
	for (const job of jobs) {
		if (options.backup === true || job.report.failed || job.files.length === 0) continue;
		if ((await intoArchives(job.files)) !== job.files) continue;
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

/** False where one of the files cannot be written: nothing is then. */
async function areWritten(jobs: readonly OutputJob[], options: OutputOptions): Promise<boolean> {
	const files = jobs.flatMap((job) => job.files);
	if (files.length === 0) return true;
	try {
		const digests = digestsOf(files);
		const { targets } = await writeFilesAtomically(files);
		await rememberOutputs(files, targets, options, digests);
		return true;
	} catch {
		return false;
	}
}

function onlyUsage(error: unknown): WrittenJob {
	if (error instanceof UsageError) return { files: [], backups: [], error };
	throw error;
}

/** Which outputs a run has made so far of which inputs, where each input is a job for itself. */
export class MadeOutputs {
	readonly #made = new Map<string, string>();

	/** Notes the outputs of an input; reports those that are of another one, and then notes none. */
	async note(files: readonly OutputFile[], input: string, report: Report): Promise<void> {
		const keys: string[] = [];
		for (const { path } of files) {
			// Without letter case, which does not tell files apart on many machines.
			const key = (await identify(path)).target.toLowerCase();
			keys.push(key);
			const other = this.#made.get(key);
			if (other !== undefined) report.add(OUTPUT_FINDINGS.OUTPUT_TWICE, { file: input }, { path, other });
		}
		if (!report.failed) for (const key of keys) this.#made.set(key, input);
	}
}

/** Asked for before files are written, these are found out while the disk is waited for. */
async function digestsOf(files: readonly OutputFile[]): Promise<readonly string[]> {
	const digests: string[] = [];
	for (const { bytes } of files) digests.push(await digestOf(bytes));
	return digests;
}

/** Notes files that were written as wokflow's own. @param targets the real path of each @param digests of each, where they are known */
export async function rememberOutputs(
	files: readonly OutputFile[],
	targets: readonly string[],
	{ memory, run }: Pick<OutputOptions, 'memory' | 'run'> = {},
	digests: Promise<readonly string[]> = digestsOf(files),
): Promise<void> {
	const known = await digests;
	const written = files.map(({ bytes }, index) => ({
		target: targets[index],
		size: bytes.length,
		digest: known[index],
	}));
	await remember(written);
	await run?.written.note(written);
	if (memory !== undefined) await remember(written, memory);
}

export interface GuardOptions extends OutputOptions {
	/** Folder that the paths are relative to. Default: the one that the process works in. */
	readonly base?: string;
	/** How it is said. */
	readonly findings?: {
		readonly isInput: FindingType<[never]>;
		readonly isForeign: FindingType<[{ edited: boolean }]>;
	};
}

/** Reports the outputs that may not be written: by their names, because they are inputs, because somebody else made what is there. */
export async function guardOutputs(
	files: readonly OutputFile[],
	report: Report,
	{
		force = false,
		inPlace = false,
		isOwn = () => false,
		base = '',
		inputs = report.inputs,
		findings = AT_COMMANDS,
		memory,
		run: { read, folders, games, written: user } = new OutputRun(),
	}: GuardOptions = {},
): Promise<void> {
	guardGames(files, report, { force, base, games });
	const isAllowed = force === true || inPlace;
	if (!isAllowed) await read.add([...inputs].map((path) => absolutePath(path, resolve(base))));
	const written = [user, ...(memory === undefined ? [] : [new WrittenLogs(memory)])];
	// One after another in the end, so that the order of findings is that of the files.
	const found: Report[] = files.map(() => report.separate());
	await eachOf(files, async ({ path, bytes }, index) => {
		const own = found[index];
		const absolute = absolutePath(path, resolve(base));
		if (!inPlace) await checkName(absolute, path, folders, own);
		const there = await identify(absolute);
		const isFile = there.found?.isFile() ?? true;
		if (!isFile) {
			const what = there.found?.isDirectory() === true ? 'a folder' : 'a device or pipe';
			own.add(OUTPUT_FINDINGS.OUTPUT_NOT_FILE, { file: path }, { what });
		} else if (!isAllowed && read.has(there)) own.add(findings.isInput, { file: path }, {} as never);
		else if (force === false && !inPlace && there.found !== undefined && there.found.size > 0n) {
			const origin = await originOf(there.target, bytes, written, (content) => isOwn(content, path));
			if (origin !== 'ours') own.add(findings.isForeign, { file: path }, { edited: origin === 'edited' });
		}
	});
	for (const own of found) report.absorb(own);
}

/** Reports outputs in the folder of an installed game, which only installing changes. */
function guardGames(
	files: readonly OutputFile[],
	report: Report,
	{ force = false, base = '', games }: Pick<GuardOptions, 'force' | 'base'> & Pick<OutputRun, 'games'>,
): void {
	if (force !== false) return;
	for (const { path } of files) {
		if (isInGame(dirname(absolutePath(path, resolve(base))), games))
			report.add(OUTPUT_FINDINGS.OUTPUT_IN_GAME, { file: path }, {});
	}
}

/** Folders of a game are no deeper than this below its own. */
const GAME_DEPTH = 3;

/** True for a folder of an installed game, or below it. */
function isInGame(folder: string, known: Map<string, boolean>, depth = GAME_DEPTH): boolean {
	const found = known.get(folder) ?? isGameFolder(folder);
	known.set(folder, found);
	if (found) return true;
	const above = dirname(folder);
	return depth > 0 && above !== folder && isInGame(above, known, depth - 1);
}

const AT_COMMANDS = { isInput: OUTPUT_FINDINGS.OUTPUT_IS_INPUT, isForeign: OUTPUT_FINDINGS.OUTPUT_FOREIGN };

/**
 * Whose a file is that is to be replaced. Nothing is lost where it holds just what is to be written. It may be as large as that, so it is looked at
 * in pieces as long as that tells.
 * @param written what the user's own machine remembers, then what the project does
 */
async function originOf(
	target: string,
	bytes: Uint8Array,
	[user, project]: readonly WrittenLogs[],
	isOwn: (bytes: Uint8Array) => boolean,
): Promise<'ours' | 'edited' | 'foreign'> {
	const source = await fileRanges(target);
	if (await holds(source, bytes)) return 'ours';
	const old = { target, source };
	// What a project made is made again, whatever became of it, as in a manifest.
	if (project !== undefined && (await project.recordOf(old)) !== 'unknown') return 'ours';
	const record = await user.recordOf(old);
	if (record === 'same') return 'ours';
	// It may come from another machine. The mark of a text says nothing of what somebody changed below it.
	const content = await readFile(target);
	if (record === 'changed') return isWhollyMadeByWokflow(content) ? 'ours' : 'edited';
	return isMadeByWokflow(content) || isOwn(content) ? 'ours' : 'foreign';
}

/** Reports names that some system, or the game, does not take. Folders that exist are taken as they are. */
async function checkName(
	absolute: string,
	path: string,
	folders: Map<string, Promise<boolean>>,
	report: Report,
): Promise<void> {
	let at = absolute;
	for (;;) {
		const problem = fileNameProblem(basename(at));
		if (problem !== undefined) {
			report.add(OUTPUT_FINDINGS.OUTPUT_NAME, { file: path }, { name: basename(at), problem });
			return;
		}
		at = dirname(at);
		const exists =
			folders.get(at) ??
			stat(at).then(
				() => true,
				() => false,
			);
		folders.set(at, exists);
		if (await exists) break;
	}
	const name = basename(absolute);
	const problem = gameFileProblem(name);
	if (problem !== undefined) report.add(OUTPUT_FINDINGS.OUTPUT_NAME_GAME, { file: path }, { name, problem });
}
