import { basename, dirname, posix, relative, resolve } from 'node:path';
import { isLevelTarget, type LevelTarget } from '../pipeline/config.ts';
import { withoutCopies } from '../pipeline/level.ts';
import { objectFileName, roomFileName } from '../pipeline/level-files.ts';
import { guardOutputs, rememberOutputs } from '../pipeline/outputs.ts';
import { Report, UsageError } from '../src/findings/report.ts';
import { type Layout, PLACEHOLDER_ROOM } from '../src/level/level.ts';
import { jsonText } from '../src/text/quote.ts';
import { build } from './build.ts';
import { capturing, settle } from './capture.ts';
import type { LoadedConfig } from './config.ts';
import { wholeFiles } from './finish.ts';
import { TrackedInputs } from './inputs.ts';
import { splitLevel } from './split.ts';
import { objectStem, roomStem, STEP_FILES, writeChanged } from './steps.ts';
import {
	chosenTargets,
	isLayout,
	outputPath,
	type Plan,
	planTarget,
	roomFolder,
	slashed,
	surfacesOf,
} from './targets.ts';

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

/** One command of the build: `wokflow step STEP`, with arguments that it takes from a response file, past the shell. */
interface Action {
	readonly step: 'split' | 'prepare' | 'link' | 'finish' | 'gather' | 'convert';
	readonly args: readonly string[];
	readonly inputs: readonly string[];
	readonly outputs: readonly string[];
	readonly depfile?: string;
	/** What Ninja shows while it runs. */
	readonly what: string;
}

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
		const plan = planTarget(config, name);
		const actions = isLevelTarget(plan.target)
			? await levelActions(config, plan as Plan<LevelTarget>, inputs, report)
			: await convertActions(config, name);
		lines.push(`# ${name}`, ...actions.flatMap((action) => edge(action, `${own}.${count++}.rsp`)), '');
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
		`strict =${options.strict ? ' --strict' : ''}`,
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
		await rememberOutputs(rules);
	}
	return relative(process.cwd(), path);
}

/** The config and all other code, relative to its folder. */
function codeOf({ base, file, codeFiles }: LoadedConfig): string[] {
	const paths = [...(file === undefined ? [] : [file]), ...codeFiles];
	return [...new Set(paths)].map((path) => slashed(relative(base, path)));
}

/** The actions of a level. @param read takes what the scene or layout was read from */
async function levelActions(
	config: LoadedConfig,
	plan: Plan<LevelTarget>,
	read: Set<string>,
	report: Report,
): Promise<Action[]> {
	const { target, name } = plan;
	const inputs = new TrackedInputs(plan.base);
	const surfaces = await surfacesOf(target, inputs, report);
	const level = settle(await capturing((own) => splitLevel(plan, inputs, surfaces.table, own)), new Report());
	const own = (await inputs.records()).filter(({ hash }) => hash !== null).map(({ path }) => path);
	for (const path of own) read.add(path);
	const objects = withoutCopies(level.objects);
	refuseNames(name, level.name, level.layout, objects.map(objectFileName));
	const folder = posix.join(slashed(config.config.cache ?? '.wokflow'), 'ninja', name);
	const at = (file: string): string => posix.join(folder, file);
	const [prepareOptions, linkOptions, finishOptions] = [
		at(STEP_FILES.prepareOptions),
		at(STEP_FILES.linkOptions),
		at(STEP_FILES.finishOptions),
	];
	const code = plan.code === null ? [] : codeOf(config);
	const { rooms } = level.layout;
	const files = isLayout(target, plan.registry) ? await roomFilesOf(plan, rooms, report) : undefined;
	const stems = rooms.map((_, index) => roomStem(level.layout, index));
	const sources = [...stems, ...level.objects.map((_, index) => objectStem(index))];
	const linked = [...stems, ...objects.map((_, index) => objectStem(index))];
	const finished = [
		...rooms.flatMap(({ model }, index) =>
			files !== undefined && files[index] === undefined
				? []
				: [{ stem: stems[index], output: roomFileName(model), prepared: at(STEP_FILES.prepared(stems[index])) }],
		),
		...objects.map((object, index) => ({ stem: objectStem(index), output: objectFileName(object), prepared: '-' })),
	].map((each) => ({ ...each, output: outputPath(target.out, each.output), found: at(STEP_FILES.found(each.stem)) }));
	const actions: Action[] = [
		{
			step: 'split',
			args: [basename(config.file ?? ''), name, folder, at('split.d')],
			inputs: [...codeOf(config), ...own],
			outputs: [
				at(STEP_FILES.level),
				...[prepareOptions, linkOptions, finishOptions],
				...sources.map((stem) => at(STEP_FILES.room(stem))),
			],
			depfile: at('split.d'),
			what: name,
		},
		...sources.map((stem, index): Action => {
			const room = at(STEP_FILES.room(stem));
			const prepared = at(STEP_FILES.prepared(stem));
			const roomFile = files?.[index];
			return {
				step: 'prepare',
				args: [prepareOptions, room, prepared, at(`${stem}.d`)],
				inputs: [prepareOptions, room, ...(roomFile === undefined ? [] : [roomFile]), ...code],
				outputs: [prepared],
				depfile: at(`${stem}.d`),
				what: `${name} ${stem}`,
			};
		}),
		{
			step: 'link',
			args: [linkOptions],
			inputs: [linkOptions, at(STEP_FILES.level), ...sources.map((stem) => at(STEP_FILES.prepared(stem))), ...code],
			outputs: [at(STEP_FILES.joined), ...linked.map((stem) => at(STEP_FILES.linked(stem)))],
			what: name,
		},
		...finished.map(({ stem, output, prepared, found }): Action => {
			const change = at(STEP_FILES.linked(stem));
			return {
				step: 'finish',
				args: [finishOptions, change, prepared, output, found],
				inputs: [finishOptions, change, ...(prepared === '-' ? [] : [prepared]), ...code],
				outputs: [output, found],
				what: output,
			};
		}),
	];
	const whole = wholeFiles(target, level.name).map(({ path }) => path);
	if (whole.length === 0) return actions;
	const gathered = [
		...[finishOptions, at(STEP_FILES.level), at(STEP_FILES.joined)],
		...stems.map((stem) => at(STEP_FILES.prepared(stem))),
		...finished.map(({ found }) => found),
	];
	return [
		...actions,
		{ step: 'gather', args: [finishOptions], inputs: [...gathered, ...code], outputs: whole, what: name },
	];
}

/** The file of each room; undefined for rooms without. */
async function roomFilesOf(
	plan: Plan<LevelTarget>,
	rooms: Layout['rooms'],
	report: Report,
): Promise<(string | undefined)[]> {
	const found = new TrackedInputs(plan.base).rooms(
		slashed(roomFolder(plan.target)),
		report,
		plan.registry.roomExtensions,
	);
	return Promise.all(rooms.map(async ({ model }) => (await found.find(model))?.path));
}

/** Which files a conversion makes is only known when it is done. */
async function convertActions(config: LoadedConfig, name: string): Promise<Action[]> {
	const [result] = await build(config, { targets: [name], dryRun: true, force: true });
	if (result.outputs.length === 0)
		throw new UsageError(`targets.${name}: the conversion fails; run \`wokflow build ${name}\`.`);
	const outputs = result.outputs.filter(({ status }) => status !== 'removed').map(({ path }) => path);
	for (const path of outputs) refuseName(`targets.${name}: the output`, basename(path));
	const deps = posix.join(slashed(config.config.cache ?? '.wokflow'), 'ninja', `${name}.d`);
	return [
		{
			step: 'convert',
			args: [basename(config.file ?? ''), name, deps],
			inputs: [...codeOf(config), ...result.inputs],
			outputs,
			depfile: deps,
			what: name,
		},
	];
}

/** @throws UsageError for a name that a scene or layout brought and that is more than a name to Ninja or to a shell */
function refuseNames(target: string, level: string, layout: Layout, objects: readonly string[]): void {
	refuseName(`targets.${target}: the level`, level);
	for (const { model } of layout.rooms) if (model !== PLACEHOLDER_ROOM) refuseName(`targets.${target}: room`, model);
	for (const file of objects) refuseName(`targets.${target}: object`, file);
}

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
function edge({ step, args, inputs, outputs, depfile, what }: Action, rsp: string): string[] {
	return [
		...statement(step, outputs, inputs),
		`  rsp = ${rsp}`,
		`  arguments = ${escapedValue(JSON.stringify(args))}`,
		...(depfile === undefined ? [] : [`  depfile = ${escapedValue(depfile)}`]),
		`  what = ${escapedValue(what)}`,
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
