import { realpath } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { guardOutputs, rememberOutputs } from '../pipeline/outputs.ts';
import { type FindingFilter, mergeFilters } from '../src/findings/filter.ts';
import { type Report, UsageError } from '../src/findings/report.ts';
import { jsonText } from '../src/text/quote.ts';
import { type AcceptName, codeOf, targetGraph } from './build-graph.ts';
import type { LoadedConfig } from './config.ts';
import type { Action } from './graph.ts';
import { writeChanged } from './step-command.ts';
import { chosenTargets } from './targets.ts';

export interface EmitOptions {
	/** Names of targets; all of them by default. */
	readonly targets?: readonly string[];
	/** The file to write, in the folder of the config. */
	readonly output?: string;
	/** How wokflow is run: what stands before `step …` on a command line. */
	readonly command?: string;
	readonly strict?: boolean;
	/** Overwrites a file that wokflow did not make. */
	readonly force?: boolean;
}

export const EMIT_DEFAULTS: { readonly output: string; readonly command: string } = {
	output: 'build.ninja',
	command: 'wokflow',
};

/**
 * Writes a `build.ninja` that builds the targets step by step: every room is a command of its own. The file writes itself anew when the
 * config, the layout or the scene changes.
 *
 * @returns its path
 * @throws InputError when a scene or layout cannot be read
 * @throws UsageError for names that Ninja or a shell could take for something else
 */
export async function emitNinja(config: LoadedConfig, options: EmitOptions, report: Report): Promise<string> {
	const { base, file } = config;
	if (file === undefined) throw new UsageError('A build.ninja needs a config in a file.');
	const path = resolve(options.output ?? resolve(base, EMIT_DEFAULTS.output));
	if (dirname(path) !== base)
		throw new UsageError('The rules run in the folder of the config: write build.ninja there.');
	const own = basename(path);
	for (const name of [own, basename(file)]) refuseName('The file', name);
	const command = options.command ?? EMIT_DEFAULTS.command;
	const inputs = new Set(codeOf(config));
	const lines: string[] = [];
	let count = 0;
	for (const name of chosenTargets(config, options.targets)) {
		const accept: AcceptName = (what, given) => refuseName(`targets.${name}: ${what}`, given);
		const { actions, read } = await targetGraph(config, name, 'ninja', report, accept);
		for (const path of read) inputs.add(path);
		lines.push(`# ${name}`, ...actions.flatMap((action) => edge(action, name, `${own}.${count++}.rsp`)), '');
	}
	const again = [
		'build --emit ninja',
		`--config ${basename(file)}`,
		`-o ${own}`,
		...(command === EMIT_DEFAULTS.command ? [] : [`--command "${command.replace(/["\\$`]/g, '\\$&')}"`]),
		...(options.strict ? ['--strict'] : []),
		...(options.targets === undefined || options.targets.length === 0 ? [] : ['--', ...options.targets]),
	];
	const text = [
		`# Made by wokflow from ${basename(file)}; it writes itself anew when that changes. Run it in this folder.`,
		'ninja_required_version = 1.10',
		`wokflow = ${escapedValue(command)}`,
		`strict =${options.strict ? ' --strict' : ''}${filterFlags(mergeFilters(config.config))}`,
		'',
		...rule('emit', `$wokflow ${escapedValue(again.join(' '))}`, 'writing build.ninja', ['generator = 1']),
		...RULES,
		'',
		...statement('emit', [own], [...inputs].sort()),
		'',
		...lines,
	].join('\n');
	const rules = [{ path, bytes: new TextEncoder().encode(text) }];
	await guardOutputs(rules, report, { inputs: [file, ...config.codeFiles], force: options.force ? 'foreign' : false });
	if (!report.failed) {
		await writeChanged(rules);
		await rememberOutputs(rules, [await realpath(path)]);
	}
	return relative(process.cwd(), path);
}

/** What the config says of findings, for steps that do not read it. */
function filterFlags({ ignore = [], severity = {} }: FindingFilter): string {
	const flags = [
		...ignore.map((code) => `--ignore ${code}`),
		...Object.entries(severity).map(([code, word]) => `--severity ${code}=${word}`),
	];
	return flags.map((flag) => ` ${flag}`).join('');
}

/** @throws UsageError for a name that is more than a name to Ninja or to a shell */
function refuseName(what: string, name: string): void {
	if (/^[\w.-]+$/.test(name)) return;
	throw new UsageError(
		`${what} ${jsonText(name)} cannot be built by Ninja: use letters, digits, "_", "-" and "." in its name.`,
	);
}

/** The rules of the steps. Outputs whose content stays are not touched, so with `restat` nothing after them runs. */
const RULES: readonly string[] = [
	...stepRule('split', 'splitting', true),
	...stepRule('prepare', 'preparing', true),
	...stepRule('link', 'linking', false),
	...stepRule('finish', 'finishing', false),
	...stepRule('gather', 'gathering', false),
	...stepRule('convert', 'converting', true),
];

function stepRule(step: Action['step'], verb: string, hasDepfile: boolean): string[] {
	const response = ['rspfile = $rsp', 'rspfile_content = $arguments'];
	const more = hasDepfile ? [...response, 'depfile = $depfile'] : response;
	return rule(step, `$wokflow step ${step}$strict @$rsp`, `${verb} $what`, more);
}

function rule(name: string, command: string, description: string, more: readonly string[]): string[] {
	const lines = [`command = ${command}`, `description = ${description}`, 'restat = 1', ...more];
	return [`rule ${name}`, ...lines.map((line) => `  ${line}`)];
}

/** @param rsp name of the response file, in the folder where Ninja runs */
function edge({ id, step, args, inputs, outputs, depfile }: Action, target: string, rsp: string): string[] {
	return [
		...statement(step, outputs, inputs),
		`  rsp = ${rsp}`,
		`  arguments = ${escapedValue(JSON.stringify(args))}`,
		...(depfile === undefined ? [] : [`  depfile = ${escapedValue(depfile)}`]),
		`  what = ${escapedValue(step === 'finish' ? outputs[0] : `${target}${id.slice(step.length)}`)}`,
	];
}

/** One build statement. All paths are relative to the folder it runs in. */
function statement(rule: string, outputs: readonly string[], inputs: readonly string[]): string[] {
	const list = (paths: readonly string[]): string => paths.map((path) => ` $\n    ${escapedPath(path)}`).join('');
	return [`build${list(outputs)}: ${rule}${list([...new Set(inputs)])}`];
}

function escapedValue(value: string): string {
	return value.replace(/\$/g, '$$$$');
}

/** @throws UsageError for what Ninja cannot read in a path, be it of a rule or of a depfile */
function escapedPath(path: string): string {
	const wrong = /[^\w ./+@$%,:~(){}=[\]!#-]/.exec(path.replace(/[^\0-\x7f]/g, ''));
	if (wrong !== null) throw new UsageError(`${jsonText(path)}: Ninja takes no ${jsonText(wrong[0])} in a path.`);
	return path.replace(/[$ :]/g, '$$$&');
}
