import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { BuildOptions, BuildStep, TargetResult } from '../../builds/build.ts';
import type { LoadedConfig } from '../../builds/config/config.ts';
import type { OutputResult } from '../../builds/reasons.ts';
import { explained } from '../../check/rules.ts';
import { LEVEL_OPTIONS } from '../../jobs/config/level-options.ts';
import { notice } from '../../pipeline/disk/watched.ts';
import { BUILD_OPTIONS, CONVERT_OPTIONS, RUN_LIMIT_OPTIONS } from '../../pipeline/options.ts';
import { FILTER_OPTIONS } from '../../src/findings/filter.ts';
import { choice, flag, given, number, optional, text } from '../../src/findings/options.ts';
import {
	type Action,
	type Finding,
	type OptionAction,
	Report,
	UsageError,
	withActions,
} from '../../src/findings/report.ts';
import { counted } from '../../src/text/numbers.ts';
import { declareCommand, NO_INPUT_WORDS } from '../shared/command.ts';
import { EXIT } from '../shared/ending.ts';
import { printFindings, printTotal } from '../shared/findings.ts';
import { outputsJson } from '../shared/json.ts';
import { tellAllUpToDate, tellUpToDate } from '../shared/ready.ts';
import { COMMON_OPTIONS, type Session } from '../shared/session.ts';
import { CONFIG_OPTION, TARGET_WORDS } from '../shared/target-words.ts';
import { DONE } from '../shared/terminal.ts';

const EMIT_OPTIONS = {
	output: text('For --emit: the file to write.', {
		short: 'o',
		placeholder: 'file',
		otherwise: 'build.ninja, build.makeflow or BUILD.bazel beside the config',
	}),
	command: text('For --emit: how wokflow is run.', {
		placeholder: 'command',
		otherwise: '"wokflow"; for Makeflow and Bazel a copy of wokflow.cjs that is sent along',
	}),
	batch: number('For --emit: rooms in one action.', undefined, {
		limits: { minimum: 1, integer: true },
		otherwise: 'by size, small levels as a whole',
	}),
};

const OPTIONS = {
	...CONFIG_OPTION,
	...BUILD_OPTIONS,
	watch: flag('Rebuild whenever something changes.', false, { short: 'w' }),
	clean: flag('Remove what was built, and the cache.', false),
	depfile: text('Write what the outputs depend on, as Make and Ninja read it.', { placeholder: 'file' }),
	emit: optional(choice('Write the rules of another build system instead.', ['ninja', 'makeflow', 'bazel'], 'ninja')),
	...EMIT_OPTIONS,
};

type BuildSession = Session<typeof OPTIONS>;

export const buildCommand = declareCommand({
	name: 'build',
	summary: 'build the targets of wokflow.config.*: only what changed, room by room',
	isInputWord: NO_INPUT_WORDS,
	words: () => TARGET_WORDS,
	options: () => OPTIONS,
	help: `Examples:
  wokflow init quay.glb          write a config for a scene
  wokflow build                  build everything that is not up to date
  wokflow build quay --watch     and again whenever the scene is saved
  wokflow build 'manaan_*'       the targets of a pattern
  wokflow build --dry-run        what would be built, and why`,
	run: (session) => {
		checkTogether(session);
		return session.options.watch === true ? watch(session) : once(session);
	},
});

/** @throws UsageError for options that say different things, or nothing: `--clean --dry-run` would remove what was built */
function checkTogether({ options, wantsJson }: BuildSession): void {
	const { emit, clean = false, dryRun = false, depfile, watch = false } = options;
	if (watch && (clean || emit !== undefined || dryRun || wantsJson))
		throw new UsageError('--watch goes with building only, not with --clean, --emit, --dry-run or --json.');
	const instead = [clean ? '--clean' : [], emit === undefined ? [] : '--emit', dryRun ? '--dry-run' : []].flat();
	if (instead.length > 1) throw new UsageError(`${instead.join(' and ')} do not go together. Choose one.`);
	if (depfile !== undefined && (clean || emit !== undefined))
		throw new UsageError(`--depfile goes with building only, not with ${instead[0]}.`);
	if (emit === undefined) {
		if (options.output !== undefined)
			throw new UsageError('--output goes with --emit: where targets are written is said in the config.');
		const other = (['command', 'batch'] as const).find((name) => options[name] !== undefined);
		if (other !== undefined) throw new UsageError(`--${other} goes with --emit.`);
	}
}

async function once(session: BuildSession): Promise<number | undefined> {
	const [{ clean }, { findConfig, loadConfig }] = await Promise.all([
		import('../../builds/outputs.ts'),
		import('../../builds/config/config.ts'),
	]);
	const { options, words: targets, report, context } = session;
	const config = await loadConfig(findConfig(options.config));
	if (options.clean === true) {
		const onWait = tellWaiting(session);
		const removed = await clean(config, { targets, signal: context.signal, onWait }, report);
		if (session.wantsJson) session.json({ removed });
		else session.terminal.note(`removed ${counted(removed.length, 'file')}`);
		return undefined;
	}
	if (options.emit !== undefined) {
		const { strict } = COMMON_OPTIONS;
		const { force } = BUILD_OPTIONS;
		const emit = await EMITTERS[options.emit]();
		const files = await emit(config, { targets, ...given({ ...EMIT_OPTIONS, strict, force }, options) }, report);
		if (report.failed) return undefined;
		if (session.wantsJson) session.json({ outputs: outputsJson(files) });
		else session.terminal.note(`wrote ${files[0].path}`);
		return undefined;
	}
	if (Object.keys(config.config.targets).length === 0) {
		const file = relative(process.cwd(), config.file ?? '');
		session.terminal.problem(`${file}: "targets" is empty, so nothing is built.`);
	}
	const former: string[] = [];
	const results = await run(config, session, former);
	const dryRun = options.dryRun ?? false;
	if (options.depfile !== undefined && !dryRun) await writeDepfile(options.depfile, config, results, report);
	if (isForProgram(session)) {
		for (const result of results) absorb(result, results.length > 1, report);
		session.examined(results.map(({ source }) => source));
	}
	if (session.wantsJson)
		session.json({
			targets: results.map((result) => resultJson(result, config.base)),
			...(former.length > 0 ? { removed: former } : {}),
			...(dryRun ? { dryRun } : {}),
		});
	return exitCode(results);
}

/** What writes the rules of each build system; loaded when it is asked for. */
const EMITTERS = {
	ninja: async () => (await import('../../builds/emit/ninja.ts')).emitNinja,
	makeflow: async () => (await import('../../builds/emit/shipped.ts')).emitMakeflow,
	bazel: async () => (await import('../../builds/emit/shipped.ts')).emitBazel,
};

/** Builds, and prints each target as it is done. @param former gets the paths of files that were removed with their targets */
async function run(config: LoadedConfig, session: BuildSession, former: string[] = []): Promise<TargetResult[]> {
	const { build } = await import('../../builds/build.ts');
	const { chosenTargets } = await import('../../builds/config/targets.ts');
	const { progress } = session.terminal;
	const all = chosenTargets(config, session.words).length;
	const isSingle = ({ name }: TargetResult): boolean =>
		all === 1 || session.terminal.verbose || session.words.includes(name);
	let done = 0;
	const options: BuildOptions = {
		targets: session.words,
		signal: session.context.signal,
		...given({ ...BUILD_OPTIONS, ...FILTER_OPTIONS, strict: COMMON_OPTIONS.strict }, session.options),
		...(session.options.depfile === undefined
			? {}
			: { onMade: async (result) => void (await dependencies(config, [result])) }),
		onStep: (step) => {
			if (all === 1) progress.show(stepText(step), step.done, step.total);
		},
		findings: isForProgram(session),
		onTarget: (result) => {
			done += 1;
			if (isSingle(result)) tellTarget(withGivenConfig(result, session), session);
			else progress.show('building', done, all);
		},
		onWait: tellWaiting(session),
		onCache: (problem) => session.terminal.problem(problem),
		onFormer: (removed, report) => {
			former.push(...removed);
			session.report.absorb(report);
			const what = `${session.options.dryRun === true ? 'would remove' : 'removed'} ${counted(removed.length, 'file')}`;
			if (!isForProgram(session) && removed.length > 0) session.terminal.note(`${what} of former targets`);
		},
		// The thread that watches this one does so better.
		timeout: 0,
	};
	const timeout = session.options.watch === true ? { timeout: 0 } : {};
	notice({ limits: { ...given(RUN_LIMIT_OPTIONS, config.config), ...timeout } });
	const results = (await build(config, options)).map((result) => withGivenConfig(result, session));
	if (isForProgram(session)) return results;
	const together = results.filter((result) => !isSingle(result));
	tellMany(together, session);
	printTotal(totalOf(results), session.terminal);
	return results;
}

/** True where what is found is reported at the end as JSON or in another form, and not here. */
function isForProgram({ options, wantsJson }: BuildSession): boolean {
	return wantsJson || options.format !== undefined;
}

/** Adds the findings of a target to a report. @param isOneOfMany what names no file is then of the scene or layout of the target */
function absorb({ source, report }: TargetResult, isOneOfMany: boolean, all: Report): void {
	const within = ({ location, ...finding }: Finding): Finding => {
		return { ...finding, location: isOneOfMany ? { file: source, ...location } : location };
	};
	const own = report.separate();
	own.absorb(report);
	own.amend(within);
	all.absorb(own);
}

/** The line about all targets names so many of them. */
const MOST_NAMES = 5;

/** Tells of many targets in one line, with what was found in all of them. */
function tellMany(results: readonly TargetResult[], { terminal, options: { dryRun = false } }: BuildSession): void {
	if (results.length === 0) return;
	const having = (status: TargetResult['status']): TargetResult[] => results.filter((each) => each.status === status);
	const [built, failed, kept] = [having('built'), having('failed'), having('up-to-date')];
	if (kept.length === results.length) {
		tellAllUpToDate(results, terminal);
		return;
	}
	const names = (of: readonly TargetResult[]) =>
		of.length > MOST_NAMES ? '' : ` (${of.map(({ name }) => name).join(', ')})`;
	const files = built.flatMap(({ outputs }) => outputs).filter(({ status }) => status === 'written').length;
	const parts = [
		...(built.length > 0
			? [
					`${built.length} ${dryRun ? 'would be built' : 'built'}${names(built)}, ${counted(files, 'file')} ${dryRun ? 'to write' : 'written'}`,
				]
			: []),
		...(kept.length > 0 ? [`${kept.length} up to date`] : []),
		...(failed.length > 0 ? [terminal.paint(['red', 'bold'], `${failed.length} not built${names(failed)}`)] : []),
	];
	const line = `${terminal.paint(DONE, counted(results.length, 'target'))}: ${parts.join('; ')}`;
	if (failed.length > 0) terminal.problem(line);
	else terminal.note(line);
	const all = new Report();
	for (const result of results) absorb({ ...result, report: explained(result.report) }, results.length > 1, all);
	printFindings(
		all,
		terminal,
		(option) => Object.hasOwn(LEVEL_OPTIONS, option) || Object.hasOwn(CONVERT_OPTIONS, option),
	);
}

async function watch(session: BuildSession): Promise<number | undefined> {
	const { config: file, depfile } = session.options;
	const { watchBuild } = await import('../shared/watch.ts');
	const build = async (config: LoadedConfig): Promise<TargetResult[]> => {
		const results = await run(config, session);
		if (depfile !== undefined) await writeDepfile(depfile, config, results, session.report);
		return results;
	};
	return watchBuild({ config: file, build }, session);
}

/** A result whose advice to build names the config and the targets of the command line: without them another config would be built, or more of this one. */
function withGivenConfig(result: TargetResult, { options: { config }, words }: BuildSession): TargetResult {
	const given: readonly OptionAction[] = config === undefined ? [] : [{ option: 'config', value: config }];
	const fitting = (action: Action): Action =>
		'command' in action && action.command === 'build'
			? { ...action, arguments: words, options: [...given, ...(action.options ?? [])] }
			: action;
	if (given.length === 0 && words.length === 0) return result;
	return { ...result, report: withActions(result.report, ({ actions = [] }) => actions.map(fitting)) };
}

function stepText({ target, step }: BuildStep): string {
	return `${target}: ${STEPS[step] ?? step}`;
}

const STEPS: Readonly<Record<string, string>> = {
	read: 'reading the scene',
	prepare: 'preparing rooms,',
	link: 'linking rooms',
	finish: 'writing walkmeshes,',
	glb: 'drawing the GLB',
	plan: 'drawing the plan',
	convert: 'converting',
};

function tellWaiting({ terminal }: BuildSession): NonNullable<BuildOptions['onWait']> {
	return (holder) => {
		// The lock is a file that anybody may have written.
		const who = holder && `process ${holder.pid} on ${holder.host.replace(/[^\w.-]/g, '?')}`;
		terminal.problem(
			who === undefined
				? 'Another build may be at work here: its lock does not say whose it is. Waiting for it.'
				: `Another build is at work here (${who}); waiting for it.`,
		);
	};
}

/** What was found in the targets that were built; what others were built with is reported with each. */
function totalOf(results: readonly TargetResult[]): { errors: number; warnings: number } {
	const built = results.filter(({ status }) => status !== 'up-to-date');
	return {
		errors: built.reduce((sum, { found }) => sum + found.errors, 0),
		warnings: built.reduce((sum, { found }) => sum + found.warnings, 0),
	};
}

function tellTarget(result: TargetResult, session: BuildSession): void {
	if (isForProgram(session)) return;
	tellStatus(result, session);
	const keys = result.kind === 'level' ? LEVEL_OPTIONS : CONVERT_OPTIONS;
	printFindings(explained(result.report), session.terminal, (option) => Object.hasOwn(keys, option));
}

function tellStatus(result: TargetResult, { terminal, options: { dryRun = false } }: BuildSession): void {
	const { name, status } = result;
	if (status === 'failed') {
		terminal.problem(`${terminal.paint(['red', 'bold'], name)}: not built; nothing of it was written`);
		return;
	}
	if (status === 'up-to-date') {
		tellUpToDate(result, terminal);
		return;
	}
	for (const line of outputLines(result.outputs, dryRun)) terminal.note(`  ${line}`);
	const made = result.outputs.filter((output) => output.status === 'written').length;
	const all = result.outputs.filter((output) => output.status !== 'removed').length;
	const verb = dryRun ? 'would write' : 'wrote';
	terminal.note(`${terminal.paint(DONE, name)}: ${verb} ${made} of ${counted(all, 'file')}`);
}

function exitCode(results: readonly TargetResult[]): number {
	if (results.some(({ failure }) => failure !== undefined)) return EXIT.input;
	return results.some(({ status }) => status === 'failed') ? EXIT.findings : EXIT.fine;
}

/** A line an output that is made or removed; many of one reason are one line. */
function outputLines(outputs: readonly OutputResult[], dry: boolean): string[] {
	const groups = new Map<string, OutputResult[]>();
	for (const output of outputs) {
		if (output.status === 'kept') continue;
		const key = `${output.status}\n${output.reasons.join('; ')}`;
		groups.set(key, [...(groups.get(key) ?? []), output]);
	}
	return [...groups].flatMap(([key, group]) => {
		const [status, reasons] = key.split('\n');
		const word = WORDS[status as OutputResult['status']][dry ? 1 : 0];
		if (group.length > 6) return [`${word} ${counted(group.length, 'file')}: ${reasons}`];
		return group.map(({ path }) => `${word} ${path}: ${reasons}`);
	});
}

const WORDS: Readonly<Record<OutputResult['status'], readonly [string, string]>> = {
	written: ['wrote', 'would write'],
	unchanged: ['same', 'same'],
	removed: ['removed', 'would remove'],
	kept: ['kept', 'kept'],
};

function resultJson(result: TargetResult, base: string): Record<string, unknown> {
	const { name, kind, status, outputs, inputs, found, report } = result;
	return { name, kind, status, outputs, inputs: inputsThere(inputs, base), found, failed: report.failed };
}

/** The inputs that exist. Those that were looked for in vain, such as decisions beside a scene, are inputs as well: they may come to be. */
function inputsThere(inputs: readonly string[], base: string): string[] {
	return inputs.filter((input) => existsSync(resolve(base, input)));
}

/**
 * Writes what the outputs depend on. Where a target failed, the file stays as it is: it still names what the last outputs were made from, so that
 * Make builds again when the fault is mended.
 */
async function writeDepfile(
	path: string,
	config: LoadedConfig,
	results: readonly TargetResult[],
	report: Report,
): Promise<void> {
	if (exitCode(results) !== EXIT.fine) return;
	const [{ isDepfile }, { writeOutputs }] = await Promise.all([
		import('../../builds/emit/rule-paths.ts'),
		import('../../jobs/files/outputs.ts'),
	]);
	const bytes = new TextEncoder().encode(await dependencies(config, results));
	const read = results.flatMap((result) => result.inputs.map((input) => resolve(config.base, input)));
	await writeOutputs([{ path, bytes }], report, { inputs: [...codeOf(config), ...read], isOwn: isDepfile });
}

function codeOf({ file, codeFiles }: LoadedConfig): string[] {
	return [...(file === undefined ? [] : [file]), ...codeFiles];
}

/** What outputs depend on, as Make and Ninja read it. @throws UsageError for a name that they would take for something else */
async function dependencies(config: LoadedConfig, results: readonly TargetResult[]): Promise<string> {
	const { depfile, emptyRules } = await import('../../builds/emit/rule-paths.ts');
	const made = results
		.filter(({ outputs }) => outputs.length > 0)
		.map(({ outputs, inputs }) => ({
			paths: outputs.filter(({ status }) => status !== 'removed').map((output) => output.path),
			// Files that a build looks for in vain count for it, too. Make and Ninja would build each time for want of them.
			read: [...inputsThere(inputs, config.base), ...codeOf(config)],
		}));
	const outputs = new Set(made.flatMap(({ paths }) => paths));
	const sources = made.flatMap(({ read }) => read).filter((input) => !outputs.has(input));
	const rules = made.map(({ paths, read }) => depfile(paths, read, config.base, process.cwd()));
	return [...rules, emptyRules(sources, config.base, process.cwd())].join('');
}
