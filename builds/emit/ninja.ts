import { basename, posix } from 'node:path';
import { mergeFilters } from '../../src/findings/filter.ts';
import type { Report } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { slashed } from '../../src/text/paths.ts';
import { CACHE_FOLDER } from '../cache/places.ts';
import type { LoadedConfig } from '../config/config.ts';
import type { Action } from '../steps/graph.ts';
import { type ActionGroup, actionGroups, callsOf, filterFlags } from './batches.ts';
import { codeOf } from './build-graph.ts';
import { type EmitOptions, givenCommand, madeFrom, namesFor, rulesPath, writeRules } from './emit.ts';
import { requireRulePath } from './rule-paths.ts';
import type { Batch } from './step-command.ts';

/** Default command that runs wokflow. */
const COMMAND = 'wokflow';

/**
 * Writes a `build.ninja` that builds the targets, as many steps in one command as are worth the start of a process, or as many as are asked for. Ninja
 * rewrites the file when the config, the layout or the scene changes.
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
	const { groups, read } = await actionGroups(config, options, 'ninja', report, { accept: refuseName });
	const inputs = new Set([...codeOf(config), ...read]);
	const folder = posix.join(slashed(config.config.cache ?? CACHE_FOLDER), 'ninja');
	const lines = groups.flatMap((group, index) => edge(group, `${own}.${index}.rsp`, folder));
	const again = [
		'build --emit ninja',
		`--config ${basename(file)}`,
		`-o ${own}`,
		...(command === COMMAND ? [] : [`--command "${command.replace(/["\\$`]/g, '\\$&')}"`]),
		...(options.strict ? ['--strict'] : []),
		...(options.batch === undefined ? [] : [`--batch ${options.batch}`]),
		...(options.targets === undefined || options.targets.length === 0 ? [] : ['--', ...options.targets]),
	];
	const text = [
		`# ${madeFrom(config)}; it rewrites itself when that changes. Run it in this folder.`,
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
		'',
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
	...stepRule('batch', 'making', true),
];

function stepRule(step: Action['step'] | 'batch', verb: string, hasDepfile: boolean): string[] {
	const response = ['rspfile = $rsp', 'rspfile_content = $arguments'];
	const more = hasDepfile ? [...response, 'depfile = $depfile'] : response;
	return rule(step, `$wokflow step ${step}$strict @$rsp`, `${verb} $what`, more);
}

function rule(name: string, command: string, description: string, more: readonly string[]): string[] {
	const lines = [`command = ${command}`, `description = ${description}`, 'restat = 1', ...more];
	return [`rule ${name}`, ...lines.map((line) => `  ${line}`)];
}

/** @param rsp name of the response file, in the folder where Ninja runs @param folder of the depfiles of batches */
function edge({ id, actions, inputs, outputs }: ActionGroup, rsp: string, folder: string): string[] {
	const [{ step, args, depfile, target }] = actions;
	if (actions.length === 1) {
		const what = step === 'finish' ? outputs[0] : `${target}${id.slice(`${target}/${step}`.length)}`;
		return statement(step, outputs, inputs, { rsp, arguments: JSON.stringify(args), depfile, what });
	}
	// Ninja reads one depfile of a command.
	const own = posix.join(folder, `${id.replaceAll(' ', '_')}.batch.d`);
	const quiet = actions.map((action) => ({
		...action,
		args: action.args.map((word) => (word === action.depfile ? '-' : word)),
	}));
	const batch: Batch = { steps: callsOf(quiet), depfile: [own, outputs[0]] };
	return statement('batch', outputs, inputs, { rsp, arguments: JSON.stringify(batch), depfile: own, what: id });
}

/** One build statement. All paths are relative to the folder it runs in. */
function statement(
	rule: string,
	outputs: readonly string[],
	inputs: Iterable<string>,
	variables: Readonly<Record<string, string | undefined>> = {},
): string[] {
	const list = (paths: readonly string[]): string => paths.map((path) => ` $\n    ${escapedPath(path)}`).join('');
	return [
		`build${list(outputs)}: ${rule}${list([...new Set(inputs)])}`,
		...Object.entries(variables).flatMap(([name, value]) =>
			value === undefined ? [] : [`  ${name} = ${escapedValue(value)}`],
		),
	];
}

function escapedValue(value: string): string {
	return value.replace(/\$/g, '$$$$');
}

/** Escapes a path. @throws UsageError for one that Ninja cannot read, or not in the dependency file of a step */
function escapedPath(path: string): string {
	requireRulePath(path, 'Ninja cannot build');
	return path.replace(/[$ :]/g, '$$$&');
}
