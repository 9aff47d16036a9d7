import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import type { OutputConfiguration } from 'commander';
import {
	CATALOGUE,
	describePlace,
	type Finding,
	type Report,
	type Severity,
	type UsageError,
} from '../src/findings/index.ts';
import { jsonText, printable } from '../src/text/quote.ts';
import type { CommandIo, Output } from './io.ts';

/**
 * The one place that writes to standard output and standard error. Names come from files, so every line is made harmless as it goes
 * out: what would move the cursor, ring or forge a line is shown, not done.
 */

type Style = Parameters<typeof styleText>[0];

/** What a command prints through: results on standard output, everything else on standard error. */
export interface Terminal {
	/** A line of the result. */
	result(line: string): void;
	/** A result for scripts. */
	json(value: unknown): void;
	/** A file as the result. A terminal is shown its text, everything else gets the bytes. */
	file(bytes: Uint8Array): void;
	/** A line beside the result: progress, notes. Nothing when quiet. */
	note(line: string): void;
	/** A problem; printed even when quiet. */
	problem(line: string): void;
	/** Colours text for standard error where that is a terminal and NO_COLOR is not set. */
	paint(style: Style, text: string): string;
	/** The same for standard output. */
	paintResult(style: Style, text: string): string;
	/** Two cells of a colour on standard output, `#rrggbb`; nothing where there are no colours. */
	swatch(hex: string): string;
	readonly quiet: boolean;
}

export function createTerminal({ stdout, stderr, env }: CommandIo, quiet: boolean): Terminal {
	const resultHasColours = hasColours(stdout, env);
	const problemsHaveColours = hasColours(stderr, env);
	return {
		quiet,
		result: (line) => print(stdout, line),
		json: (value) => void stdout.write(`${jsonText(value, '\t')}\n`),
		file: (bytes) => void stdout.write(stdout.isTTY ? printableLines(new TextDecoder().decode(bytes)) : bytes),
		note: (line) => {
			if (!quiet) print(stderr, line);
		},
		problem: (line) => print(stderr, line),
		paint: (style, text) => (problemsHaveColours ? styled(style, text) : text),
		paintResult: (style, text) => (resultHasColours ? styled(style, text) : text),
		swatch: (hex) => {
			if (!resultHasColours) return '';
			const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
			return `${ESCAPE}[48;2;${r};${g};${b}m  ${ESCAPE}[0m `;
		},
	};
}

/**
 * Stands for the escape character in what `paint` gives, until the line has been made harmless. Only this run knows it, so nothing
 * that comes from a file can pass for a colour.
 */
const ESCAPE = `<${randomUUID()}>`;

function print(stream: Output, line: string): void {
	stream.write(`${printable(line).replaceAll(ESCAPE, '\x1b')}\n`);
}

function styled(style: Style, text: string): string {
	return styleText(style, printable(text), { validateStream: false }).replaceAll('\x1b', ESCAPE);
}

function hasColours(stream: Output, env: CommandIo['env']): boolean {
	const no = env['NO_COLOR'];
	return stream.isTTY === true && (no === undefined || no === '') && env['TERM'] !== 'dumb';
}

/** A text of several lines that stay lines. */
function printableLines(text: string): string {
	return text.replace(/[^\n\t]+/g, printable);
}

/** Where commander prints help and what is wrong with a command line, which may hold names of files. */
export function helpOutput({ stdout, stderr }: CommandIo): OutputConfiguration {
	return {
		writeOut: (text) => void stdout.write(printableLines(text)),
		writeErr: (text) => void stderr.write(printableLines(text)),
		// One line, and the suggestion on a line of its own.
		outputError: (text, write) =>
			write(`${printable(text.trimEnd()).replace(/\\u\{a\}(?=\(Did you mean [^()]*\)$)/, '\n')}\n`),
	};
}

/** Where a line is drawn over again. */
export type StatusIo = Pick<CommandIo, 'stderr' | 'env'>;

export function canDrawStatus({ stderr, env }: StatusIo): boolean {
	return stderr.isTTY === true && env['TERM'] !== 'dumb';
}

/** Draws a line over the one that was drawn before, cut where the terminal ends; an empty one takes it away. */
export function drawStatus({ stderr }: StatusIo, line: string): void {
	stderr.write(`\r\x1b[K${printable(line).slice(0, Math.max((stderr.columns ?? 80) - 1, 1))}`);
}

export function printStack(error: unknown, terminal: Terminal): void {
	const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
	for (const line of text.split('\n')) terminal.problem(line);
}

export function printUsageError(error: UsageError, terminal: Terminal): void {
	const [first, ...more] = error.message.split('\n');
	terminal.problem(`${terminal.paint(['red', 'bold'], 'error')}: ${first}`);
	for (const line of more) terminal.problem(line);
}

const STYLES: Readonly<Record<Severity, Style>> = {
	fatal: ['red', 'bold'],
	error: ['red', 'bold'],
	warning: ['yellow', 'bold'],
	info: 'cyan',
};
const WORDS: Readonly<Record<Severity, string>> = { fatal: 'error', error: 'error', warning: 'warning', info: 'note' };

/**
 * Prints findings, a line each and the advice once a code. Notes are left out when quiet.
 * Findings that were too many to keep are counted.
 */
export function printFindings(report: Report, terminal: Terminal): void {
	const advised = new Set<string>();
	for (const finding of report.findings) {
		if (finding.severity === 'info' && terminal.quiet) continue;
		printFinding(finding, terminal, !advised.has(finding.code));
		advised.add(finding.code);
	}
	for (const { code, severity, place, total, kept } of report.counts) {
		if (total === kept || (severity === 'info' && terminal.quiet)) continue;
		const where = describePlace(place);
		terminal.problem(`${where === '' ? '' : `${where}: `}${total - kept} more of ${code}, ${total} in all`);
	}
}

export function printFinding(finding: Finding, terminal: Terminal, advice: boolean): void {
	const { code, severity, place, message } = finding;
	const where = describePlace(place);
	const head = terminal.paint(STYLES[severity], WORDS[severity]);
	const line = `${where === '' ? '' : `${where}: `}${head}: ${message} ${terminal.paint('dim', `[${code}]`)}`;
	if (severity === 'info') terminal.note(line);
	else terminal.problem(line);
	if (advice && severity !== 'info') terminal.problem(terminal.paint('dim', `  ${CATALOGUE[code].help}`));
}

/** 12345678 → 12,345,678 */
export function grouped(value: number): string {
	return value.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number with at most `digits` decimals and none of them a trailing zero. */
export function decimal(value: number, digits = 2): string {
	return String(Number(value.toFixed(digits)));
}

/** `1 face`, `2 faces` */
export function counted(count: number, one: string, many: string = `${one}s`): string {
	return `${grouped(count)} ${count === 1 ? one : many}`;
}
