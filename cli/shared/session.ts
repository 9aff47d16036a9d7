import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { explained } from '../../check/rules.ts';
import { holding, listener } from '../../pipeline/disk/lock.ts';
import { undoStopped } from '../../pipeline/disk/transaction.ts';
import { RUN_LIMIT_OPTIONS } from '../../pipeline/options.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { checkFilter, FILTER_OPTIONS, filterOptions, totalsOf } from '../../src/findings/filter.ts';
import { choice, flag, type GivenOf, given, type Options, optional, text, texts } from '../../src/findings/options.ts';
import { type Action, InputError, Report, UsageError, withActions } from '../../src/findings/report.ts';
import type { InputSource, OutputFile, ReadContext } from '../../src/formats/contracts.ts';
import { aboutLayout, doableActions } from '../../src/model/advice.ts';
import { isWalkable, K1, surfaceLabel } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { MaterialUses } from '../../src/scene/material-uses.ts';
import { grouped } from '../../src/text/numbers.ts';
import { EXIT, EXIT_CODES } from './ending.ts';
import { kindOf, printFailure } from './failure.ts';
import { printFindings, printTotal } from './findings.ts';
import { gameLine } from './game-words.ts';
import { type Ending, endingJson, outputsJson } from './json.ts';
import type { CommandLine } from './terminal.ts';
import { createTerminal, DONE, describeWalkmesh, materialLines, type Terminal, walkmeshSummary } from './terminal.ts';
import { misplacedOutput } from './word-order.ts';

/** Formats of findings for other programs. */
const FORMATS = ['github', 'sarif', 'junit', 'html'] as const;

/** Options that every command has. */
export const COMMON_OPTIONS = {
	quiet: flag('Print problems only.', false, { short: 'q' }),
	verbose: flag('Print every note and every finding.', false, { short: 'v' }),
	color: choice('Whether to print colours; FORCE_COLOR and NO_COLOR count, too.', ['auto', 'always', 'never'], 'auto'),
	json: text('Print the result and the findings as JSON, on standard output or with --json=FILE to a file.', {
		placeholder: 'file',
		bare: '-',
	}),
	format: optional(choice('Print the findings for another program, on standard output.', FORMATS, 'github')),
	...FILTER_OPTIONS,
	strict: flag('Warnings are errors.', false),
	game: text('Installed game: names of its resources stand for files, and its surfaces count.', {
		placeholder: 'folder',
		otherwise: 'the variable WOKFLOW_GAME',
	}),
	plugin: texts('Module with formats and stages of your own, or a config that names some.', { placeholder: 'file' }),
	...RUN_LIMIT_OPTIONS,
};

/** Everything that a command works with. */
export interface Session<O extends Options = Options> extends CommandLine {
	readonly options: GivenOf<O & typeof COMMON_OPTIONS>;
	readonly report: Report;
	/** The context of pipeline functions: report, surfaces, mappings, signal. */
	readonly context: ReadContext & { readonly signal: AbortSignal; readonly materials: MaterialUses };
	readonly terminal: Terminal;
	readonly wantsJson: boolean;
	/** Opens a file, or standard input for `-`. @throws InputError */
	open(path: string): Promise<InputSource>;
	/** Sets how the findings are printed in the end, for commands that do so in their own way. */
	printWith(print: typeof printFindings): void;
	/** Names the files that were looked at, for forms that tell of those in which nothing was found, too. */
	examined(files: readonly string[]): void;
	/** Adds to the result of the command in `--json`. */
	json(value: Record<string, unknown>): void;
}

/** The options that are read here, also those that only some commands declare. */
type SessionOptions = Session['options'] & {
	readonly surface?: Record<string, string | number>;
	readonly surfaceNode?: Record<string, string | number>;
	readonly surfacemat?: string;
	/** For `init` a switch, everywhere else a file. */
	readonly surfaces?: string | boolean;
	readonly inPlace?: boolean;
	readonly force?: boolean;
};

/**
 * Runs a command and turns what it found into an exit code: 0 fine, 1 findings of severity error, 2 wrong use,
 * 3 input that could not be read. Never a stack trace, unless WOKFLOW_DEBUG is set.
 */
export async function runSession(
	line: CommandLine,
	run: (session: Session) => Promise<number | undefined>,
): Promise<number> {
	const { io, flagOwner } = line;
	const options = line.options as SessionOptions;
	const { json, format } = options;
	const terminal = createTerminal(io, {
		quiet: options.quiet ?? false,
		verbose: options.verbose ?? false,
		colour: options.color ?? 'auto',
		forProgram: json === '-' ? '--json' : format === undefined ? '' : '--format',
		flagOwner,
	});
	const misused = misuseOfForms(line.words, options);
	if (misused !== undefined) {
		printFailure(misused, terminal, io);
		return EXIT.usage;
	}
	listener.tell = (text) => terminal.problem(text);
	const { print, examined, ...ended } = await runToEnding(line, options, terminal, run);
	const ending = { ...ended, report: withFittingActions(explained(ended.report), line) };
	const { exitCode, report, failure } = ending;
	terminal.progress.clear();
	const wrote = json === undefined || (await writeJson(json, endingJson(ending), report, terminal));
	if (format !== undefined) {
		const { formatFindings } = await import('./formats.ts');
		terminal.text(formatFindings(format, { ...ending, examined, flagOwner, verbose: terminal.verbose }));
	}
	const forPeople = json === undefined && format === undefined;
	if (forPeople) print(report, terminal);
	if (failure !== undefined) printFailure(failure.error, terminal, io);
	if (forPeople) printTotal(totalsOf(report), terminal);
	return wrote ? exitCode : Math.max(exitCode, EXIT.findings);
}

/**
 * The report with the commands that can be typed for its findings, and in them the layout of the command line, or of the folder there, if there is one.
 */
function withFittingActions(report: Report, { words, registry }: CommandLine): Report {
	const isLayout = (path: string): boolean => registry.layoutFormat(path) !== undefined;
	// An argument that may be left out is undefined then.
	const given = words.filter((word?: string) => word !== undefined);
	const read = [...report.inputs].filter(isLayout);
	const inFolders = given.flatMap((word) => {
		const inside = read.filter((path) => dirname(path) === resolve(word));
		return inside.map((path) => join(word, basename(path)));
	});
	const layouts = [...given.filter(isLayout), ...inFolders];
	const fitting = (action: Action): Action => (layouts.length === 1 ? aboutLayout(action, layouts[0]) : action);
	return withActions(report, (finding) => doableActions({ ...finding, actions: finding.actions?.map(fitting) ?? [] }));
}

/** Runs a command until it ends, in whichever way. @returns how it ended, and how its findings are printed */
async function runToEnding(
	line: CommandLine,
	options: SessionOptions,
	terminal: Terminal,
	run: (session: Session) => Promise<number | undefined>,
): Promise<
	Ending & { readonly command: string; readonly print: typeof printFindings; readonly examined: readonly string[] }
> {
	const { command, io } = line;
	let report = new Report();
	let result: Record<string, unknown> = {};
	let print = printFindings;
	let examined: readonly string[] = [];
	try {
		report = new Report({ ...(await filters(options, line.registry)), strict: options.strict ?? false });
		const { words, surfacemat, resource, ...meant } = await gameLine(line);
		const context = await contextOf(options, surfacemat, report, io.signal);
		await undoStopped();
		const code = await whileNothingChanges(words, options, () =>
			run({
				...line,
				words,
				options: meant.options as Session['options'],
				report,
				context: { ...context, ...(resource === undefined ? {} : { resource }) },
				terminal,
				wantsJson: options.json !== undefined,
				open: async (path) => {
					const { openFile, standardInput } = await import('../../jobs/files/files.ts');
					return path === '-' ? standardInput(io.stdin, report) : openFile(path, report);
				},
				printWith: (other) => {
					print = other;
				},
				examined: (files) => {
					examined = files;
				},
				json: (value) => {
					result = { ...result, ...value };
				},
			}),
		);
		const exitCode = report.failed ? EXIT.findings : (code ?? EXIT.fine);
		return { command, exitCode: report.total('fatal') > 0 ? EXIT.input : exitCode, result, report, print, examined };
	} catch (caught) {
		const error = misplacedOutput(caught, line) ?? caught;
		const kind = kindOf(error, io);
		if (error instanceof InputError) report.push(error.finding);
		// What a finding says is not said again as the reason of the failure.
		const isReported = kind === 'input' && report.total('fatal') + report.total('error') > 0;
		const failure = isReported ? {} : { failure: { kind, error } };
		return { command, exitCode: EXIT_CODES[kind], result, report, print, examined, ...failure };
	}
}

/** Runs a command that may replace what it reads: nobody else changes the files of its words meanwhile, and none is replaced that differs from what was read. */
async function whileNothingChanges<T>(
	words: readonly string[],
	{ inPlace = false, force = false }: SessionOptions,
	run: () => Promise<T>,
): Promise<T> {
	if (!inPlace && !force) return run();
	const [{ keepingDigests }, { isInArchive }] = await Promise.all([
		import('../../jobs/files/files.ts'),
		import('../../game/archives/archives.ts'),
	]);
	// Of a pattern what comes before it.
	const isPlace = (word: string): boolean => existsSync(word) || isInArchive(word) || /[*?[{]/.test(word);
	// Optional arguments that were left out are undefined.
	const changed = inPlace ? words.filter((word?: string) => word !== undefined && isPlace(word)) : [];
	const end = keepingDigests();
	try {
		return await holding(changed, run);
	} finally {
		end();
	}
}

/** What the options say of surfaces and materials. @param surfacematOfGame counts unless `--surfacemat` is given */
async function contextOf(
	{ surface, surfaceNode, surfacemat: ownSurfacemat, surfaces: list }: SessionOptions,
	surfacematOfGame: string | undefined,
	report: Report,
	signal: AbortSignal,
): Promise<Session['context']> {
	const surfacemat = ownSurfacemat ?? surfacematOfGame;
	const files = {
		...(surfacemat === undefined ? {} : { surfacemat }),
		...(typeof list === 'string' ? { surfaces: list } : {}),
	};
	const materials = new MaterialUses();
	if (surface === undefined && surfaceNode === undefined && Object.keys(files).length === 0)
		return { report, surfaces: K1, mappings: [], materials, signal };
	const [{ loadSurfaces }, { surfaceMappings }] = await Promise.all([
		import('../../jobs/files/surface-table.ts'),
		import('../../src/scene/surface-mappings.ts'),
	]);
	const surfaces = await loadSurfaces(files, report);
	return { report, surfaces, mappings: surfaceMappings({ surface, surfaceNode }, surfaces), materials, signal };
}

/** Refuses two outputs on standard output, and JSON that would overwrite an input. */
function misuseOfForms(words: readonly string[], { json, format }: Session['options']): UsageError | undefined {
	if (json === '-' && format !== undefined) {
		return new UsageError('--json and --format both write to standard output. Give the JSON a file: --json=FILE');
	}
	if (json === undefined || json === '-') return undefined;
	const path = resolve(json);
	const isArgument = words.some((word) => resolve(word) === path);
	return isArgument ? new UsageError(`--json=${json} would overwrite an argument of the command.`) : undefined;
}

/** What `--ignore` and `--severity` say. @throws UsageError for a code that does not exist */
async function filters(options: Session['options'], registry: Registry): Promise<ReturnType<typeof filterOptions>> {
	if (options.ignore === undefined && options.severity === undefined) return {};
	const { findingTypes } = await import('../../jobs/catalogues.ts');
	const filter = given(FILTER_OPTIONS, options);
	checkFilter(filter, findingTypes(registry));
	return filterOptions(filter);
}

/** Writes the JSON, also of a command that failed. @returns false where it may not overwrite what is there, which is printed */
async function writeJson(path: string, json: string, report: Report, terminal: Terminal): Promise<boolean> {
	if (path === '-') {
		terminal.text(json);
		return true;
	}
	const { writeOutputs } = await import('../../jobs/files/outputs.ts');
	const own = new Report();
	const bytes = new TextEncoder().encode(json);
	const { files } = await writeOutputs([{ path, bytes }], own, { inputs: report.inputs });
	printFindings(own, terminal);
	return files.length > 0;
}

/** What a command made. */
export interface Made {
	/** The files that were written. */
	readonly files: readonly OutputFile[];
	/** Standard output is one of the files. */
	readonly piped?: boolean;
	/** Walkmeshes to describe below the files. */
	readonly walkmeshes?: readonly Walkmesh[];
	/** Further keys of the JSON, in place of `walkmeshes`. */
	readonly json?: Record<string, unknown>;
	/** Also prints which surface each material of the scenes became. */
	readonly materials?: boolean;
	/** Lines to print in place of one for each file. */
	readonly lines?: readonly string[];
}

/** Prints what a command made: as JSON, or as a line for each file and walkmesh, and a table of materials. */
export function printMade(made: Made, session: Session): void {
	const { files, piped = false, walkmeshes = [], json, lines, materials = false } = made;
	const { terminal, context, wantsJson } = session;
	if (wantsJson) {
		const summaries = walkmeshes.map((mesh) => walkmeshSummary(mesh, context.surfaces));
		const outputs = outputsJson(files);
		const used = materials ? { materials: materialsJson(session) } : {};
		session.json({ outputs, ...(json ?? { walkmeshes: summaries }), ...used });
		return;
	}
	if (files.length === 0) terminal.problem('Nothing was written.');
	else {
		const wrote = terminal.paint(DONE, 'wrote');
		const written = files.map(
			({ path, bytes }) => `${wrote} ${piped ? 'standard output' : path}  ${grouped(bytes.length)} bytes`,
		);
		for (const line of lines ?? written) terminal.note(line);
	}
	if (terminal.quiet) return;
	if (files.length > 0) for (const mesh of walkmeshes) terminal.note(`  ${describeWalkmesh(mesh, context.surfaces)}`);
	const uses = materials ? context.materials.all : [];
	if (uses.length > 0) for (const line of materialLines(uses, context.surfaces)) terminal.note(line);
}

/** What each material became, with the names of surfaces. */
function materialsJson({ context: { materials, surfaces } }: Session): unknown[] {
	return materials.all.map((use) => ({
		...use,
		label: surfaceLabel(surfaces, use.surface),
		walkable: isWalkable(surfaces, use.surface),
	}));
}
