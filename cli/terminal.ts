import { styleText } from 'node:util';
import { CATALOGUE, describePlace, type Finding, type Report, type Severity } from '../src/findings/index.ts';
import type { CommandIo, Output } from './io.ts';

type Style = Parameters<typeof styleText>[0];

/** What a command prints through: results on standard output, everything else on standard error. */
export interface Terminal {
	/** A line of the result. */
	result(line: string): void;
	/** A line beside the result: progress, notes. Nothing when quiet. */
	note(line: string): void;
	/** A problem; printed even when quiet. */
	problem(line: string): void;
	/** Colours text for standard error where that is a terminal and NO_COLOR is not set. */
	paint(style: Style, text: string): string;
	/** The same for standard output. */
	paintResult(style: Style, text: string): string;
	readonly quiet: boolean;
	/** Standard output is a terminal that shows colours. */
	readonly resultHasColours: boolean;
}

export function createTerminal({ stdout, stderr, env }: CommandIo, quiet: boolean): Terminal {
	const resultHasColours = hasColours(stdout, env);
	const problemsHaveColours = hasColours(stderr, env);
	return {
		quiet,
		resultHasColours,
		result: (line) => void stdout.write(`${line}\n`),
		note: (line) => {
			if (!quiet) stderr.write(`${line}\n`);
		},
		problem: (line) => void stderr.write(`${line}\n`),
		paint: (style, text) => (problemsHaveColours ? styled(style, text) : text),
		paintResult: (style, text) => (resultHasColours ? styled(style, text) : text),
	};
}

function hasColours(stream: Output, env: CommandIo['env']): boolean {
	const no = env['NO_COLOR'];
	return stream.isTTY === true && (no === undefined || no === '') && env['TERM'] !== 'dumb';
}

function styled(style: Style, text: string): string {
	return styleText(style, text, { validateStream: false });
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
		const where = printable(describePlace(place));
		terminal.problem(`${where === '' ? '' : `${where}: `}${total - kept} more of ${code}, ${total} in all`);
	}
}

export function printFinding(finding: Finding, terminal: Terminal, advice: boolean): void {
	const { code, severity, place } = finding;
	const message = printable(finding.message);
	const where = printable(describePlace(place));
	const head = terminal.paint(STYLES[severity], WORDS[severity]);
	const line = `${where === '' ? '' : `${where}: `}${head}: ${message} ${terminal.paint('dim', `[${code}]`)}`;
	if (severity === 'info') terminal.note(line);
	else terminal.problem(line);
	if (advice && severity !== 'info') terminal.problem(terminal.paint('dim', `  ${CATALOGUE[code].help}`));
}

/** Names come from inputs: what would move the cursor, ring or forge a line is shown, not done. */
export function printable(text: string): string {
	return text.replace(
		/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu,
		(character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
	);
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
