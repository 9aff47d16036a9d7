import type { Registry } from '../pipeline/registry.ts';
import type { FlagOwner } from '../src/findings/advice.ts';
import { InputError, Report, UsageError } from '../src/findings/report.ts';
import type { InputSource, ReadContext } from '../src/formats/contracts.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import { flag, type GivenOf, type Options, texts } from '../src/options/options.ts';
import { MaterialUses } from '../src/scene/material-uses.ts';
import { isWalkable, K1, surfaceLabel } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { CommandIo } from './io.ts';
import {
	createTerminal,
	describeWalkmesh,
	EXIT,
	grouped,
	materialLines,
	printFinding,
	printFindings,
	printStack,
	printUsageError,
	type Terminal,
	walkmeshSummary,
} from './terminal.ts';

/** Options that every command has. */
export const COMMON_OPTIONS = {
	quiet: flag(false, 'Print problems only.', { short: 'q' }),
	json: flag(false, 'Print results and findings as JSON on standard output.'),
	strict: flag(false, 'Warnings are errors.'),
	plugin: texts('Module with formats and stages of your own, or a config that names some.', { placeholder: 'file' }),
};

/** What a command line says. */
export interface CommandLine {
	/** The arguments, in order. */
	readonly words: readonly string[];
	/** What was said of the declared options. */
	readonly options: object;
	readonly registry: Registry;
	readonly io: CommandIo;
	/** Which command takes a flag, such as `--up`. */
	readonly flagOwner: FlagOwner;
}

/** What a command works with. */
export interface Session<O extends Options = Options> extends CommandLine {
	readonly options: GivenOf<O & typeof COMMON_OPTIONS>;
	readonly report: Report;
	/** Report, surfaces, mappings and signal, as the pipeline takes them. */
	readonly context: ReadContext & { readonly signal: AbortSignal; readonly materials: MaterialUses };
	readonly terminal: Terminal;
	readonly wantsJson: boolean;
	/** Opens a file, or standard input for `-`. @throws InputError */
	open(path: string): Promise<InputSource>;
	/** Prints a value as JSON on standard output, with findings and counts added. Only with `--json`. */
	json(value: Record<string, unknown>): void;
	/** Prints what was found so far, so that a result can stand below it. Nothing with `--json`. */
	printFindings(): void;
}

/**
 * Runs a command and turns what it found into an exit code: 0 fine, 1 findings of severity error, 2 wrong use,
 * 3 input that could not be read. Never a stack trace, unless WOKFLOW_DEBUG is set.
 */
export async function runSession(
	line: CommandLine,
	run: (session: Session) => Promise<number | undefined>,
): Promise<number> {
	const { io, flagOwner } = line;
	const options = line.options as Session['options'] & {
		surface?: Record<string, string | number>;
		surfaceNode?: Record<string, string | number>;
		surfacemat?: string;
		/** For `init` a switch, everywhere else a file. */
		surfaces?: string | boolean;
	};
	const wantsJson = options.json ?? false;
	const terminal = createTerminal(io, options.quiet ?? false, flagOwner);
	const report = new Report({ strict: options.strict ?? false });
	let printed = false;
	let shown = false;
	const show = (): void => {
		if (shown || wantsJson) return;
		shown = true;
		printFindings(report, terminal);
	};
	const contextOf = async (): Promise<Session['context']> => {
		const { surface, surfaceNode, surfacemat } = options;
		const list = typeof options.surfaces === 'string' ? options.surfaces : undefined;
		const materials = new MaterialUses();
		if ([surface, surfaceNode, surfacemat, list].every((each) => each === undefined))
			return { report, surfaces: K1, mappings: [], materials, signal: io.signal };
		const [{ loadSurfaces }, { surfaceMappings }] = await Promise.all([
			import('../pipeline/surface-table.ts'),
			import('../src/scene/surfaces.ts'),
		]);
		const surfaces = await loadSurfaces(
			{ ...(surfacemat === undefined ? {} : { surfacemat }), ...(list === undefined ? {} : { surfaces: list }) },
			report,
		);
		const mappings = surfaceMappings({ surface, surfaceNode }, surfaces);
		return { report, surfaces, mappings, materials, signal: io.signal };
	};
	let exitCode: number;
	try {
		const code = await run({
			...line,
			options,
			report,
			context: await contextOf(),
			terminal,
			wantsJson,
			printFindings: show,
			open: async (path) => {
				const { openFile, standardInput } = await import('../pipeline/files.ts');
				return path === '-' ? standardInput(io.stdin) : openFile(path, report);
			},
			json: (value) => {
				printed = true;
				terminal.json({ ...value, ...findingsJson(report) });
			},
		});
		show();
		exitCode = report.failed ? EXIT.findings : (code ?? EXIT.fine);
		if (report.total('fatal') > 0) exitCode = EXIT.input;
	} catch (error) {
		show();
		exitCode = explain(error, report, terminal, io);
	}
	if (wantsJson && !printed) terminal.json({ ok: exitCode === EXIT.fine, ...findingsJson(report) });
	return exitCode;
}

/** What a command made. */
export interface Made {
	/** Those that were written. */
	readonly files: readonly OutputFile[];
	/** Standard output is one of the files. */
	readonly piped?: boolean;
	/** Described below the files. */
	readonly walkmeshes?: readonly Walkmesh[];
	/** What the JSON holds besides the outputs, or instead of walkmeshes. */
	readonly json?: Record<string, unknown>;
	/** What became of the materials of scenes is printed too. */
	readonly materials?: boolean;
	/** Lines instead of one for each file. */
	readonly lines?: readonly string[];
}

/** Prints what was made: as JSON, or findings first and then a line a file and a line a walkmesh. */
export function printMade(made: Made, session: Session): void {
	const { files, piped = false, walkmeshes = [], json, lines, materials = false } = made;
	const { terminal, context, wantsJson } = session;
	if (wantsJson && !piped) {
		const summaries = walkmeshes.map((mesh) => walkmeshSummary(mesh, context.surfaces));
		const outputs = files.map(({ path, bytes }) => ({ path, bytes: bytes.length }));
		const used = materials ? { materials: materialsJson(session) } : {};
		session.json({ outputs, ...(json ?? { walkmeshes: summaries }), ...used });
		return;
	}
	session.printFindings();
	const uses = materials ? context.materials.all : [];
	if (uses.length > 0 && !terminal.quiet) {
		for (const line of materialLines(uses, context.surfaces)) terminal.note(line);
	}
	if (files.length === 0) {
		terminal.problem('Nothing was written.');
		return;
	}
	const wrote = terminal.paint(['green', 'bold'], 'wrote');
	const written = files.map(
		({ path, bytes }) => `${wrote} ${piped ? 'standard output' : path}  ${grouped(bytes.length)} bytes`,
	);
	for (const line of lines ?? written) terminal.note(line);
	if (terminal.quiet) return;
	for (const mesh of walkmeshes) terminal.note(`  ${describeWalkmesh(mesh, context.surfaces)}`);
}

/** What each material became, with the names of surfaces. */
function materialsJson({ context: { materials, surfaces } }: Session): unknown[] {
	return materials.all.map((use) => ({
		...use,
		label: surfaceLabel(surfaces, use.surface),
		walkable: isWalkable(surfaces, use.surface),
	}));
}

/** The report as scripts read it. */
function findingsJson(report: Report): Record<string, unknown> {
	return {
		findings: report.findings,
		counts: report.counts,
		errors: report.total('error') + report.total('fatal'),
		warnings: report.total('warning'),
	};
}

function explain(error: unknown, report: Report, terminal: Terminal, { env, signal }: CommandIo): number {
	if (env['WOKFLOW_DEBUG'] && error instanceof Error) printStack(error, terminal);
	if (error instanceof InputError) {
		report.push(error.finding);
		printFinding(error.finding, terminal);
		return EXIT.input;
	}
	if (error instanceof UsageError) {
		printUsageError(error, terminal);
		return EXIT.usage;
	}
	if (signal.aborted) {
		terminal.problem('Interrupted; nothing more was written.');
		return EXIT.interrupted;
	}
	const system = error as NodeJS.ErrnoException;
	const reason = error instanceof Error ? error.message : String(error);
	const what = system.syscall === undefined ? 'unexpected' : 'cannot write or read';
	terminal.problem(`${terminal.paint(['red', 'bold'], 'error')}: ${what}: ${reason}`);
	if (system.syscall === undefined) terminal.problem('  This is a fault of wokflow. WOKFLOW_DEBUG=1 shows where.');
	return EXIT.input;
}
