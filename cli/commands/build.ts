import { type Command, InvalidArgumentError } from 'commander';
import type { BuildOptions, BuildStep, TargetResult } from '../../incremental/build.ts';
import type { LoadedConfig } from '../../incremental/config.ts';
import type { OutputResult } from '../../incremental/context.ts';
import { UsageError } from '../../src/findings/report.ts';
import { type CommonOptions, choice, defined } from '../options.ts';
import type { RunCommand, Session } from '../session.ts';
import { counted, createProgress, EXIT, type Progress, printFindings } from '../terminal.ts';

interface BuildFlags extends CommonOptions {
	config?: string;
	force?: boolean;
	dryRun?: boolean;
	jobs?: number;
	watch?: boolean;
	clean?: boolean;
	depfile?: string;
	emit?: 'ninja';
	output?: string;
	command?: string;
}

export function addBuildCommand(program: Command, runCommand: RunCommand): void {
	program
		.command('build')
		.description('build the targets of wokflow.config.*: only what changed, room by room')
		.argument('[targets...]', 'names of targets (default: all)')
		.option('-c, --config <file>', 'the config (default: wokflow.config.mjs, .js, .ts, .mts or .json here)')
		.option('-f, --force', 'make everything again')
		.option('-n, --dry-run', 'say what would be made and why; write nothing')
		.option('-j, --jobs <n>', 'threads (default: as many as the machine has, 1 for small levels)', wholeNumber)
		.option('-w, --watch', 'rebuild whenever something changes')
		.option('--clean', 'remove what was built, and the cache')
		.option('--depfile <file>', 'write what the outputs depend on, as Make and Ninja read it')
		.addOption(choice('--emit <system>', 'write the rules of another build system instead', ['ninja'], 'no'))
		.option('-o, --output <file>', 'for --emit: the file to write (default: build.ninja beside the config)')
		.option('--command <command>', 'for --emit: how wokflow is run (default: wokflow)')
		.option('-q, --quiet', 'print problems only')
		.option('--json', 'print results and findings as JSON on standard output')
		.option('--strict', 'warnings are errors')
		.addHelpText(
			'after',
			`
Examples:
  wokflow init quay.glb          write a config for a scene
  wokflow build                  build everything that is not up to date
  wokflow build quay --watch     and again whenever the scene is saved
  wokflow build --dry-run        what would be built, and why`,
		)
		.action((targets: string[], flags: BuildFlags) =>
			runCommand(flags, (session) => (flags.watch ? watch(targets, flags, session) : once(targets, flags, session))),
		);
}

async function once(targets: readonly string[], flags: BuildFlags, session: Session): Promise<number | undefined> {
	const [{ clean }, { findConfig, loadConfig }] = await Promise.all([
		import('../../incremental/outputs.ts'),
		import('../../incremental/config.ts'),
	]);
	const { signal, report } = session;
	const config = await loadConfig(findConfig(flags.config));
	if (flags.clean) {
		const onWait = tellWaiting(session);
		const removed = await clean(config, { targets, signal, onWait }, report);
		if (session.wantsJson) session.json({ removed });
		else session.terminal.note(`removed ${counted(removed.length, 'file')}`);
		return undefined;
	}
	if (flags.emit !== undefined) {
		const { emitNinja } = await import('../../incremental/ninja.ts');
		const path = await emitNinja(
			config,
			defined({ targets, output: flags.output, command: flags.command, strict: flags.strict }),
			report,
		);
		session.terminal.note(`wrote ${path}`);
		return undefined;
	}
	const results = await run(config, targets, flags, session);
	if (flags.depfile !== undefined && !flags.dryRun) await writeDepfile(flags.depfile, config, results);
	if (session.wantsJson) {
		const { captured, tell } = await import('../../incremental/capture.ts');
		for (const result of results) tell(captured(result.report), report);
		session.json({ targets: results.map(resultJson), ...(flags.dryRun ? { dryRun: true } : {}) });
	}
	return exitCode(results);
}

/** Builds, and prints each target as it is done. */
async function run(
	config: LoadedConfig,
	targets: readonly string[],
	flags: BuildFlags,
	session: Session,
): Promise<TargetResult[]> {
	const { build } = await import('../../incremental/build.ts');
	const progress = createProgress({ io: session.io, quiet: session.terminal.quiet || session.wantsJson });
	const options: BuildOptions = {
		targets,
		signal: session.signal,
		...defined({ force: flags.force, dryRun: flags.dryRun, strict: flags.strict, jobs: flags.jobs }),
		onStep: (step) => progress.show(stepText(step), step.done, step.total),
		onTarget: (result) => tellTarget(result, flags, session, progress),
		onWait: tellWaiting(session),
	};
	try {
		return await build(config, options);
	} finally {
		progress.clear();
	}
}

async function watch(targets: readonly string[], flags: BuildFlags, session: Session): Promise<number | undefined> {
	if (flags.clean || flags.emit !== undefined || flags.dryRun || session.wantsJson) {
		throw new UsageError('--watch goes with building only, not with --clean, --emit, --dry-run or --json.');
	}
	const { watchBuild } = await import('../watch.ts');
	return watchBuild(
		{
			config: flags.config,
			build: async (config) => {
				const results = await run(config, targets, flags, session);
				if (flags.depfile !== undefined) await writeDepfile(flags.depfile, config, results);
				return results;
			},
		},
		session,
	);
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

function tellWaiting({ terminal }: Session): NonNullable<BuildOptions['onWait']> {
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

function tellTarget(result: TargetResult, flags: BuildFlags, session: Session, progress: Progress): void {
	const { terminal } = session;
	progress.clear();
	if (session.wantsJson) return;
	printFindings(result.report, terminal, 'config');
	const { name, status, found } = result;
	if (status === 'failed') {
		terminal.problem(`${terminal.paint(['red', 'bold'], name)}: not built; nothing of it was written`);
		return;
	}
	if (status === 'up-to-date') {
		const before = found.warnings > 0 ? `; ${counted(found.warnings, 'warning')} when it was built` : '';
		terminal.note(`${terminal.paint(['green', 'bold'], name)}: up to date${before}`);
		return;
	}
	for (const line of outputLines(result.outputs, flags.dryRun === true)) terminal.note(`  ${line}`);
	const made = result.outputs.filter((output) => output.status === 'written').length;
	const all = result.outputs.filter((output) => output.status !== 'removed').length;
	const verb = flags.dryRun ? 'would write' : 'wrote';
	terminal.note(`${terminal.paint(['green', 'bold'], name)}: ${verb} ${made} of ${counted(all, 'file')}`);
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

function resultJson({ name, kind, status, outputs, inputs, found, report }: TargetResult): Record<string, unknown> {
	return { name, kind, status, outputs, inputs, found, failed: report.failed };
}

async function writeDepfile(path: string, config: LoadedConfig, results: readonly TargetResult[]): Promise<void> {
	const [{ depfile }, { writeFilesAtomically }, { resolve }] = await Promise.all([
		import('../../incremental/depfile.ts'),
		import('../../pipeline/files.ts'),
		import('node:path'),
	]);
	const code = [...(config.file === undefined ? [] : [config.file]), ...config.codeFiles];
	const text = results
		.filter(({ outputs }) => outputs.length > 0)
		.map(({ outputs, inputs }) => {
			const paths = outputs.filter(({ status }) => status !== 'removed').map((output) => output.path);
			return depfile(paths, [...inputs, ...code], config.base, process.cwd());
		})
		.join('');
	await writeFilesAtomically([{ path: resolve(path), bytes: new TextEncoder().encode(text) }]);
}

function wholeNumber(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
	return value;
}
