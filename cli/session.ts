import type { Registry } from '../pipeline/registry.ts';
import type { FlagOwner } from '../src/findings/advice.ts';
import { InputError, Report } from '../src/findings/report.ts';
import type { InputSource, ReadContext } from '../src/formats/contracts.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import { choice, flag, type GivenOf, type Options, texts } from '../src/options/options.ts';
import { MaterialUses } from '../src/scene/material-uses.ts';
import { jsonText } from '../src/text/quote.ts';
import { isWalkable, K1, surfaceLabel } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { EXIT_CODES, kindOf, printFailure } from './failure.ts';
import { printFindings, printTotal } from './findings.ts';
import type { CommandIo } from './io.ts';
import {
	createTerminal,
	describeWalkmesh,
	EXIT,
	grouped,
	materialLines,
	type Terminal,
	walkmeshSummary,
} from './terminal.ts';

/** Options that every command has. */
export const COMMON_OPTIONS = {
	quiet: flag(false, 'Print problems only.', { short: 'q' }),
	verbose: flag(false, 'Print every note and every finding.', { short: 'v' }),
	color: choice(['auto', 'always', 'never'], 'auto', 'Whether to print colours; FORCE_COLOR and NO_COLOR count, too.'),
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
	const terminal = createTerminal(io, {
		quiet: options.quiet ?? false,
		verbose: options.verbose ?? false,
		colour: options.color ?? 'auto',
		forProgram: wantsJson,
		flagOwner,
	});
	const report = new Report({ strict: options.strict ?? false });
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
	let failure: unknown;
	let result: Record<string, unknown> = {};
	try {
		const code = await run({
			...line,
			options,
			report,
			context: await contextOf(),
			terminal,
			wantsJson,
			open: async (path) => {
				const { openFile, standardInput } = await import('../pipeline/files.ts');
				return path === '-' ? standardInput(io.stdin, report) : openFile(path, report);
			},
			json: (value) => {
				result = { ...result, ...value };
			},
		});
		exitCode = report.failed ? EXIT.findings : (code ?? EXIT.fine);
		if (report.total('fatal') > 0) exitCode = EXIT.input;
	} catch (error) {
		if (error instanceof InputError) report.push(error.finding);
		else failure = error;
		exitCode = EXIT_CODES[kindOf(error, io)];
	}
	terminal.progress.clear();
	if (!wantsJson) printFindings(report, terminal);
	if (failure !== undefined) printFailure(failure, terminal, io);
	if (!wantsJson) printTotal(totalsOf(report), terminal);
	else terminal.text(`${jsonText({ ok: exitCode === EXIT.fine, ...result, ...findingsJson(report) }, '\t')}\n`);
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

/** Prints what was made: as JSON, or a line a file, a line a walkmesh, and what the materials became. */
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
	if (files.length === 0) terminal.problem('Nothing was written.');
	else {
		const wrote = terminal.paint(['green', 'bold'], 'wrote');
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

/** The report as scripts read it. */
function findingsJson(report: Report): Record<string, unknown> {
	return { findings: report.findings, counts: report.counts, ...totalsOf(report) };
}

/** How many findings of each severity a report holds. */
function totalsOf(report: Report): { errors: number; warnings: number; notes: number } {
	return {
		errors: report.total('error') + report.total('fatal'),
		warnings: report.total('warning'),
		notes: report.total('info'),
	};
}
