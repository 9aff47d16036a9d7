import { realpath } from 'node:fs/promises';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guardOutputs, rememberOutputs } from '../../jobs/files/outputs.ts';
import { clearForKept, clearForKeptFolder } from '../../pipeline/disk/kept-files.ts';
import { mergeFilters } from '../../src/findings/filter.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import { slashed } from '../../src/text/paths.ts';
import { jsonText } from '../../src/text/quote.ts';
import { CACHE_FOLDER } from '../cache/places.ts';
import type { LoadedConfig } from '../config/config.ts';
import { cacheFolder } from '../config/targets.ts';
import { type AcceptName, type ActionGroup, actionGroups, filterFlags } from './build-graph.ts';
import { requireRulePath } from './rule-paths.ts';
import { writeChanged } from './step-command.ts';

/** Options for writing the rules of a build system. */
export interface EmitOptions {
	/** Names of targets; all of them by default. */
	readonly targets?: readonly string[];
	/** The file to write, in the folder of the config. */
	readonly output?: string;
	/** The command that runs wokflow, to be followed by `step …`. */
	readonly command?: string;
	/** Number of rooms in one action. */
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

/** An action for a build system. Its steps are in a file, so that no argument is interpreted by a shell. */
export interface EmittedAction extends Pick<ActionGroup, 'id' | 'target'> {
	/** Paths relative to the folder of the config. */
	readonly inputs: readonly string[];
	readonly outputs: readonly string[];
	/** Path of the file with its steps, which is one of the inputs. */
	readonly steps: string;
	/** The command, to be followed by the file of steps. */
	readonly command: readonly string[];
	readonly flags: readonly string[];
}

/** Name of the single file that contains all of wokflow and only needs Node. */
const PROGRAM = 'wokflow.cjs';

/**
 * The actions of a config for build systems that copy the inputs of each action to where it runs, and its outputs back. The inputs include wokflow
 * itself, unless the options give the command to run it.
 *
 * @param system name of the folder below the cache folder, and of the build system in messages
 * @returns the actions, and files that they read, to be written before the rules are used
 */
export async function shippedActions(
	config: LoadedConfig,
	options: EmitOptions,
	{ folder, system }: { readonly folder: string; readonly system: string },
	report: Report,
): Promise<{ actions: readonly EmittedAction[]; files: readonly OutputFile[] }> {
	const below = posix.join(slashed(config.config.cache ?? CACHE_FOLDER), folder);
	const path = (name: string): string => posix.join(below, name);
	const { targets, batch = 20 } = options;
	const command = givenCommand(options);
	const groups = await actionGroups(config, { ...(targets === undefined ? {} : { targets }), batch }, folder, report, {
		accept: namesFor(system),
	});
	const program = command === undefined ? [await programFile()] : [];
	const flags = [...(options.strict ? ['--strict'] : []), ...filterFlags(mergeFilters(config.config))];
	const actions = groups.map((group, index): EmittedAction => {
		const steps = path(`steps/${index + 1}.json`);
		const inputs = [...group.inputs, steps, ...program.map(() => path(PROGRAM))];
		for (const each of [...inputs, ...group.outputs]) acceptPath(system, each);
		return {
			...group,
			inputs,
			steps,
			command: [...(command === undefined ? ['node', path(PROGRAM)] : [command]), 'step', 'batch'],
			flags,
		};
	});
	const files = groups.map(({ calls }, index) => ({
		path: resolve(config.base, actions[index].steps),
		bytes: new TextEncoder().encode(`${JSON.stringify(calls, null, '\t')}\n`),
	}));
	const shipped = program.map((bytes) => ({ path: resolve(config.base, path(PROGRAM)), bytes }));
	return { actions, files: [...files, ...shipped] };
}

/** @throws UsageError for a path that some build system would need in quotes, or take for something else */
function acceptPath(system: string, path: string): void {
	requireRulePath(path, `${system} cannot build`);
	if (/^[\w./-]+$/.test(path)) return;
	throw new UsageError(
		`The path ${jsonText(path)} cannot be built by ${system}: use letters, digits, "_", "-" and "." in it.`,
	);
}

/** The single-file program, which is shipped beside the bundle that contains this code. */
async function programFile(): Promise<Uint8Array> {
	const { readFile } = await import('node:fs/promises');
	const own = dirname(fileURLToPath(import.meta.url));
	for (const folder of [own, join(own, '..'), join(own, '../../dist')]) {
		const bytes = await readFile(join(folder, PROGRAM)).catch(() => undefined);
		if (bytes !== undefined) return bytes;
	}
	throw new UsageError(
		`There is no ${PROGRAM} beside this wokflow to send along; say how it is run there with --command.`,
	);
}

/** The name of the config for the first line of the rules. */
export function madeFrom({ file = '' }: LoadedConfig): string {
	return `Made by wokflow from ${basename(file)}`;
}
