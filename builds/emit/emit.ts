import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { guardOutputs, rememberOutputs } from '../../jobs/files/outputs.ts';
import { clearForKept, clearForKeptFolder } from '../../pipeline/disk/kept-files.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { jsonText } from '../../src/text/quote.ts';
import type { LoadedConfig } from '../config/config.ts';
import { cacheFolder } from '../config/targets.ts';
import type { AcceptName } from './build-graph.ts';
import { writeChanged } from './step-command.ts';

/** Options for writing the rules of a build system. */
export interface EmitOptions {
	/** Names of targets; all of them by default. */
	readonly targets?: readonly string[];
	/** The file to write, in the folder of the config. */
	readonly output?: string;
	/** The command that runs wokflow, to be followed by `step …`. */
	readonly command?: string;
	/** Number of rooms in one action. Default: by how long they take. */
	readonly batch?: number;
	readonly strict?: boolean;
	/** Overwrites a file that wokflow did not make. */
	readonly force?: boolean;
}

/** The path of the rules, beside the config. @throws UsageError for another folder, or for a config without a file */
export function rulesPath({ base, file }: LoadedConfig, { output }: EmitOptions, name: string): string {
	if (file === undefined) throw new UsageError(`A ${name} needs a config in a file.`);
	const path = resolve(output ?? resolve(base, name));
	if (dirname(path) !== base || output === '-')
		throw new UsageError(`The rules run in the folder of the config: write ${name} there.`);
	return path;
}

/** The command that runs wokflow. @throws UsageError for one that is no line of a shell */
export function givenCommand({ command }: EmitOptions): string | undefined {
	if (command !== undefined && (command.trim() === '' || /[\r\n]/.test(command)))
		throw new UsageError(`--command is one line that runs wokflow, such as "npx wokflow", not ${jsonText(command)}.`);
	return command;
}

/** Writes rules, unless wokflow did not make the existing file. @returns the files, the rules first, with paths as messages name them */
export async function writeRules(
	files: readonly OutputFile[],
	config: LoadedConfig,
	{ force }: EmitOptions,
	report: Report,
): Promise<OutputFile[]> {
	const { file = '', codeFiles } = config;
	for (const { path } of files) clearInCache(path, cacheFolder(config));
	await guardOutputs(files, report, { inputs: [file, ...codeFiles], force: force ? 'foreign' : false });
	if (!report.failed) {
		await writeChanged(files);
		await rememberOutputs(files, await Promise.all(files.map(({ path }) => realpath(path))));
	}
	return files.map(({ path, bytes }) => ({ path: relative(process.cwd(), path), bytes }));
}

/** Removes what lies in the way of a file in the cache, links above all: it may have come with a repository from somebody. */
function clearInCache(path: string, cache: string): void {
	const below = relative(cache, path).split(sep);
	if (below[0] === '..') return;
	let folder = cache;
	for (const name of below.slice(0, -1)) {
		folder = join(folder, name);
		clearForKeptFolder(folder);
	}
	clearForKept(path);
}

/** Refuses names with characters that a build system or a shell interprets. @param system name of the build system in messages: "Ninja" */
export function namesFor(system: string): AcceptName {
	return (what, name) => {
		if (/^[\w.-]+$/.test(name)) return;
		throw new UsageError(
			`${what} ${jsonText(name)} cannot be built by ${system}: use letters, digits, "_", "-" and "." in its name.`,
		);
	};
}

/** The name of the config for the first line of the rules. */
export function madeFrom({ file = '' }: LoadedConfig): string {
	return `Made by wokflow from ${basename(file)}`;
}
