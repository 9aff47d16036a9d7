import type { FlagOwner } from '../src/findings/advice.ts';
import { InputError, Report, UsageError } from '../src/findings/report.ts';
import type { SurfaceMapping } from '../src/scene/surfaces.ts';
import { K1, type SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { CommandIo } from './io.ts';
import { type CommonOptions, checkMappings, parseMappings } from './options.ts';
import {
	createTerminal,
	EXIT,
	printFinding,
	printFindings,
	printStack,
	printUsageError,
	type Terminal,
} from './terminal.ts';

/** What a command's action works with. */
export interface Session {
	readonly report: Report;
	readonly surfaces: SurfaceTable;
	readonly mappings: readonly SurfaceMapping[];
	readonly terminal: Terminal;
	/** Aborted by Ctrl-C. */
	readonly signal: AbortSignal;
	readonly io: CommandIo;
	/** Prints a value as JSON on standard output, with findings and counts added. Only with `--json`. */
	json(value: Record<string, unknown>): void;
	readonly wantsJson: boolean;
	/** Prints what was found so far, so that a result can stand below it. Nothing with `--json`. */
	printFindings(): void;
}

/** Runs a command's action; the commands are given one that keeps the exit code. */
export type RunCommand = (
	options: CommonOptions,
	action: (session: Session) => Promise<number | undefined>,
) => Promise<void>;

/**
 * Runs a command's action and turns what it found into an exit code: 0 fine, 1 findings of severity error, 2 wrong use,
 * 3 input that could not be read. Never a stack trace, unless WOKFLOW_DEBUG is set.
 */
export async function runCommand(
	io: CommandIo,
	options: CommonOptions,
	action: (session: Session) => Promise<number | undefined>,
	flagOwner?: FlagOwner,
): Promise<number> {
	const terminal = createTerminal(io, options.quiet ?? false, flagOwner);
	const report = new Report({ strict: options.strict ?? false });
	let printed = false;
	let shown = false;
	const show = (): void => {
		if (shown || (options.json ?? false)) return;
		shown = true;
		printFindings(report, terminal);
	};
	const session = async (): Promise<Session> => {
		const surfaces =
			options.surfacemat === undefined
				? K1
				: await (await import('../pipeline/surface-table.ts')).loadSurfaceTable(options.surfacemat, report);
		return makeSession(surfaces, checkMappings(parseMappings(options.surface ?? []), surfaces));
	};
	const makeSession = (surfaces: SurfaceTable, mappings: readonly SurfaceMapping[]): Session => ({
		report,
		surfaces,
		mappings,
		terminal,
		signal: io.signal,
		io,
		wantsJson: options.json ?? false,
		printFindings: show,
		json: (value) => {
			printed = true;
			terminal.json({ ...value, ...findingsJson(report) });
		},
	});
	let exitCode: number;
	try {
		const code = await action(await session());
		show();
		exitCode = report.failed ? EXIT.findings : (code ?? EXIT.fine);
		if (report.total('fatal') > 0) exitCode = EXIT.input;
	} catch (error) {
		show();
		exitCode = explain(error, report, terminal, io);
	}
	if ((options.json ?? false) && !printed) {
		terminal.json({ ok: exitCode === EXIT.fine, ...findingsJson(report) });
	}
	return exitCode;
}

/** The report as scripts read it. */
export function findingsJson(report: Report): Record<string, unknown> {
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
