import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { FindingType, Report } from '../src/findings/report.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import { gameFileProblem } from '../src/level/level.ts';
import { fileNameProblem } from '../src/text/file-names.ts';
import { writeFilesAtomically } from './atomic.ts';
import { OUTPUT_FINDINGS } from './findings.ts';
import { identify, identities } from './identity.ts';
import { isMadeByWokflow } from './origin.ts';
import { type Memory, recordOf, remember } from './written.ts';

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
	/** Knows files of a kind that carries no mark, such as dependency files. */
	readonly isOwn?: (bytes: Uint8Array, path: string) => boolean;
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
 */
export async function writeOutputs(
	files: readonly OutputFile[],
	report: Report,
	options: OutputOptions = {},
): Promise<Written> {
	if (report.failed || files.length === 0) return { files: [], backups: [] };
	await guardOutputs(files, report, options);
	if (report.failed) return { files: [], backups: [] };
	const backups = await writeFilesAtomically(files, { backup: options.backup ?? false });
	await rememberOutputs(files, options.memory);
	return { files, backups };
}

/** Which outputs a run has made so far of which inputs, where each input is a job for itself. */
export class MadeOutputs {
	readonly #made = new Map<string, string>();

	/** Reports the outputs of an input that are those of another one. */
	async check(files: readonly OutputFile[], input: string, report: Report): Promise<void> {
		for (const { path } of files) {
			const other = this.#made.get(await this.#keyOf(path));
			if (other !== undefined) report.add(OUTPUT_FINDINGS.OUTPUT_TWICE, { file: input }, { path, other });
		}
	}

	async note(files: readonly OutputFile[], input: string): Promise<void> {
		for (const { path } of files) this.#made.set(await this.#keyOf(path), input);
	}

	/** Without letter case, which does not tell files apart on many machines. */
	async #keyOf(path: string): Promise<string> {
		return (await identify(path)).target.toLowerCase();
	}
}

/** Notes files that were written as wokflow's own. */
export async function rememberOutputs(files: readonly OutputFile[], memory?: Memory): Promise<void> {
	const written = await Promise.all(
		files.map(async ({ path, bytes }) => ({ target: (await identify(path)).target, bytes })),
	);
	await remember(written);
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
	}: GuardOptions = {},
): Promise<void> {
	if (!inPlace) for (const { path } of files) await checkName(resolve(base, path), path, report);
	const isAllowed = force === true || inPlace;
	const read = isAllowed ? new Set() : await identities([...inputs].map((path) => resolve(base, path)));
	for (const { path, bytes } of files) {
		const { target, found, keys } = await identify(resolve(base, path));
		if (found !== undefined && !found.isFile()) {
			const what = found.isDirectory() ? 'a folder' : 'a device or pipe';
			report.add(OUTPUT_FINDINGS.OUTPUT_NOT_FILE, { file: path }, { what });
		} else if (keys.some((key) => read.has(key))) report.add(findings.isInput, { file: path }, {} as never);
		else if (force === false && !inPlace && found !== undefined && found.size > 0n) {
			const old = await readFile(target);
			const origin = await originOf(old, bytes, target, memory, (content) => isOwn(content, path));
			if (origin !== 'ours') report.add(findings.isForeign, { file: path }, { edited: origin === 'edited' });
		}
	}
}

const AT_COMMANDS = { isInput: OUTPUT_FINDINGS.OUTPUT_IS_INPUT, isForeign: OUTPUT_FINDINGS.OUTPUT_FOREIGN };

/** Whose a file is that is to be replaced. Nothing is lost where it holds just what is to be written. */
async function originOf(
	old: Uint8Array,
	bytes: Uint8Array,
	target: string,
	memory: Memory | undefined,
	isOwn: (bytes: Uint8Array) => boolean,
): Promise<'ours' | 'edited' | 'foreign'> {
	if (Buffer.compare(old, bytes) === 0) return 'ours';
	const record = await recordOf({ target, bytes: old });
	const kept = memory === undefined ? 'unknown' : await recordOf({ target, bytes: old }, memory);
	// What a project made is made again, whatever became of it, as in a manifest.
	if (record === 'same' || kept !== 'unknown') return 'ours';
	// A mark at the beginning says nothing of what somebody changed below it.
	if (record === 'changed') return 'edited';
	return isMadeByWokflow(old) || isOwn(old) ? 'ours' : 'foreign';
}

/** Reports names that some system, or the game, does not take. Folders that exist are taken as they are. */
async function checkName(absolute: string, path: string, report: Report): Promise<void> {
	let at = absolute;
	for (;;) {
		const problem = fileNameProblem(basename(at));
		if (problem !== undefined) {
			report.add(OUTPUT_FINDINGS.OUTPUT_NAME, { file: path }, { name: basename(at), problem });
			return;
		}
		at = dirname(at);
		if ((await stat(at).catch(() => undefined)) !== undefined) break;
	}
	const name = basename(absolute);
	const problem = gameFileProblem(name);
	if (problem !== undefined) report.add(OUTPUT_FINDINGS.OUTPUT_NAME_GAME, { file: path }, { name, problem });
}
