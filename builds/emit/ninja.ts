import { basename } from 'node:path';
import { mergeFilters } from '../../src/findings/filter.ts';
import type { Report } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import type { LoadedConfig } from '../config/config.ts';
import { chosenTargets } from '../config/targets.ts';
import type { Action } from '../steps/graph.ts';
import { type AcceptName, codeOf, filterFlags, targetGraph } from './build-graph.ts';
import { type EmitOptions, givenCommand, madeFrom, namesFor, rulesPath, writeRules } from './emit.ts';
import { requireRulePath } from './rule-paths.ts';

/** Default command that runs wokflow. */
const COMMAND = 'wokflow';

/**
 * Writes a `build.ninja` that builds the targets step by step: every room is a command of its own. Ninja writes the file anew when the config, the
 * layout or the scene changes.
 *
 * @returns the files, the rules first, as `writeRules` gives them
 * @throws InputError when a scene or layout cannot be read
 * @throws UsageError for names that Ninja or a shell could take for something else
 */
export async function emitNinja(config: LoadedConfig, options: EmitOptions, report: Report): Promise<OutputFile[]> {
	const path = rulesPath(config, options, 'build.ninja');
	const { file = '' } = config;
	const own = basename(path);
	const refuseName = namesFor('Ninja');
	for (const name of [own, basename(file)]) refuseName('The file', name);
	const command = givenCommand(options) ?? COMMAND;
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
		...(command === COMMAND ? [] : [`--command "${command.replace(/["\\$`]/g, '\\$&')}"`]),
		...(options.strict ? ['--strict'] : []),
		...(options.targets === undefined || options.targets.length === 0 ? [] : ['--', ...options.targets]),
	];
	const text = [
		`# ${madeFrom(config)}; it writes itself anew when that changes. Run it in this folder.`,
		'ninja_required_version = 1.10',
		`wokflow = ${escapedValue(command)}`,
		`strict =${options.strict ? ' --strict' : ''}${filterFlags(mergeFilters(config.config))
			.map((word) => ` ${word}`)
			.join('')}`,
		'',
		...rule('emit', `$wokflow ${escapedValue(again.join(' '))}`, 'writing build.ninja', ['generator = 1']),
		...RULES,
		'',
		...statement('emit', [own], [...inputs].sort()),
		'',
		...lines,
	].join('\n');
	const rules = [{ path, bytes: new TextEncoder().encode(text) }];
	return writeRules(rules, config, options, report);
}

/** The rules of the steps. A step does not write outputs with unchanged content, so with `restat` the steps after it do not run. */
const RULES: readonly string[] = [
	...stepRule('split', 'splitting', true),
	...stepRule('prepare', 'preparing', true),
	...stepRule('link', 'linking', false),
	...stepRule('finish', 'finishing', false),
	...stepRule('gather', 'gathering', false),
	...stepRule('module', 'making', true),
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

/** Escapes a path. @throws UsageError for one that Ninja cannot read, or not in the dependency file of a step */
function escapedPath(path: string): string {
	requireRulePath(path, 'Ninja cannot build');
	return path.replace(/[$ :]/g, '$$$&');
}
