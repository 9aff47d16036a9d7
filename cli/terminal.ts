import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import type { OutputConfiguration } from 'commander';
import { type AdviceContext, createAdviser, type FlagOwner, gatherPairs } from '../src/findings/advice.ts';
import { describeLocation, type Finding, type Report, type Severity, type UsageError } from '../src/findings/report.ts';
import type { MaterialUse } from '../src/scene/material-uses.ts';
import { roundedArea } from '../src/scene/surfaces-file.ts';
import { jsonText, printable } from '../src/text/quote.ts';
import { isWalkable, type SurfaceTable, surfaceLabel } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
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
	/** Advice names no flag that would be refused. */
	readonly flagOwner: FlagOwner;
}

export function createTerminal(
	{ stdout, stderr, env }: CommandIo,
	quiet: boolean,
	flagOwner: FlagOwner = () => '',
): Terminal {
	const resultHasColours = hasColours(stdout, env);
	const problemsHaveColours = hasColours(stderr, env);
	return {
		quiet,
		flagOwner,
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
 *
 * @param context where the options of what was reported are set
 */
export function printFindings(report: Report, terminal: Terminal, context: AdviceContext = 'cli'): void {
	const advise = createAdviser(context, terminal.flagOwner);
	for (const finding of gatherPairs(report.findings)) {
		if (finding.severity === 'info' && terminal.quiet) continue;
		printFinding(finding, terminal, advise);
	}
	for (const { code, severity, location: place, total, kept } of report.counts) {
		if (total === kept || (severity === 'info' && terminal.quiet)) continue;
		const where = describeLocation(place);
		terminal.problem(`${where === '' ? '' : `${where}: `}${total - kept} more of ${code}, ${total} in all`);
	}
}

/** Prints a finding on a line, and its advice below unless it is a note. */
export function printFinding(
	finding: Finding,
	terminal: Terminal,
	advise: (finding: Finding) => string = createAdviser('cli', terminal.flagOwner),
): void {
	const { code, severity, location: place, message } = finding;
	const where = describeLocation(place);
	const head = terminal.paint(STYLES[severity], WORDS[severity]);
	const line = `${where === '' ? '' : `${where}: `}${head}: ${message} ${terminal.paint('dim', `[${code}]`)}`;
	if (severity === 'info') terminal.note(line);
	else terminal.problem(line);
	const advice = severity === 'info' ? '' : advise(finding);
	if (advice !== '') terminal.problem(terminal.paint('dim', `  ${advice}`));
}

/** 12345678 → 12,345,678 */
export function grouped(value: number): string {
	return value.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number with at most `digits` decimals and none of them a trailing zero. */
export function decimal(value: number, digits = 2): string {
	return String(Number(value.toFixed(digits)));
}

/** `.glb .gltf .obj` */
export function extensionList(formats: readonly { readonly extensions: readonly string[] }[]): string {
	return [...new Set(formats.flatMap(({ extensions }) => extensions))].join(' ');
}

/** `1 face`, `2 faces` */
export function counted(count: number, one: string, many: string = `${one}s`): string {
	return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A line on a terminal that says what is being done; nothing where there is no terminal, or when quiet. */
export interface Progress {
	/** Shows what is being done, and of how many pieces how many are done. */
	show(what: string, done?: number, total?: number): void;
	/** Takes the line away, so that something else can be printed. The next `show` brings it back. */
	clear(): void;
}

export interface ProgressOptions {
	readonly quiet?: boolean;
	/** It is shown on standard error, where that is a terminal. */
	readonly io: StatusIo;
	/** Milliseconds; for tests. */
	readonly now?: () => number;
}

/** The line is drawn at most so often, milliseconds. */
const PAUSE = 80;
/** Before that nobody can say how long it will take. */
const SETTLING = 1000;

const NOTHING: Progress = { show: () => undefined, clear: () => undefined };

export function createProgress({ quiet = false, io, now = Date.now }: ProgressOptions): Progress {
	if (quiet || !canDrawStatus(io)) return NOTHING;
	let shown = false;
	let drawn = -Infinity;
	let step = '';
	let began = 0;
	return {
		show(what, done = 0, total = 0) {
			const time = now();
			if (what !== step) {
				step = what;
				began = time;
			} else if (time - drawn < PAUSE && done < total) return;
			drawn = time;
			shown = true;
			drawStatus(io, progressLine(what, done, total, time - began));
		},
		clear() {
			if (!shown) return;
			shown = false;
			drawn = -Infinity;
			drawStatus(io, '');
		},
	};
}

/** `quay: prepare 120 of 1000, 12 s left` @param elapsed milliseconds since the first piece */
export function progressLine(what: string, done: number, total: number, elapsed: number): string {
	if (total <= 1) return `${what} …`;
	const left = done > 0 && done < total && elapsed >= SETTLING ? (elapsed / done) * (total - done) : 0;
	return `${what} ${done} of ${total}${left > 0 ? `, ${duration(left)} left` : ''}`;
}

/** `8 s`, `2 min 5 s` @param ms milliseconds */
export function duration(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	if (seconds < 60) return `${seconds} s`;
	return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** What a line about a walkmesh says; cheap enough for a million faces. */
export interface WalkmeshSummary {
	readonly name: string;
	readonly kind: Walkmesh['kind'];
	readonly doorState?: Walkmesh['doorState'];
	readonly vertices: number;
	readonly faces: number;
	readonly walkableFaces: number;
	readonly surfaces: number;
	readonly transitions: number;
}

export function walkmeshSummary(mesh: Walkmesh, table: SurfaceTable): WalkmeshSummary {
	// Plain loops: callbacks over a million entries take longer than reading the file.
	const used = new Map<number, number>();
	for (const surface of runsOf(mesh.surfaces)) used.set(surface.value, (used.get(surface.value) ?? 0) + surface.count);
	let walkable = 0;
	for (const [surface, count] of used) if (isWalkable(table, surface)) walkable += count;
	let transitions = 0;
	for (let edge = 0; edge < mesh.transitions.length; edge++) if (mesh.transitions[edge] >= 0) transitions++;
	return {
		name: mesh.name,
		kind: mesh.kind,
		...(mesh.doorState === undefined ? {} : { doorState: mesh.doorState }),
		vertices: mesh.positions.length / 3,
		faces: mesh.surfaces.length,
		walkableFaces: walkable,
		surfaces: used.size,
		transitions,
	};
}

/** Equal values that stand together, and how many: a mesh changes its surface seldom. */
function* runsOf(values: Uint32Array): Generator<{ value: number; count: number }> {
	let start = 0;
	for (let i = 1; i <= values.length; i++) {
		if (i < values.length && values[i] === values[start]) continue;
		if (i > start && start < values.length) yield { value: values[start], count: i - start };
		start = i;
	}
}

/** `quay (area): 6,012 faces, 3,456 of them walkable, 3,210 vertices, 8 surfaces, 12 transition edges` */
export function describeWalkmesh(mesh: Walkmesh, table: SurfaceTable): string {
	const {
		name,
		kind,
		doorState,
		vertices,
		faces,
		walkableFaces: walkable,
		surfaces,
		transitions,
	} = walkmeshSummary(mesh, table);
	const what = doorState === undefined ? kind : `${kind}, ${doorState}`;
	const parts = [
		counted(faces, 'face'),
		`${grouped(walkable)} walkable`,
		counted(vertices, 'vertex', 'vertices'),
		counted(surfaces, 'surface'),
		...(transitions > 0 ? [counted(transitions, 'transition edge')] : []),
	];
	return `${name} (${what}): ${parts.join(', ')}`;
}

const ROWS_SHOWN = 40;

/** What each material became, as a table: material, surface, faces, square metres. */
export function materialLines(uses: readonly MaterialUse[], table: SurfaceTable): string[] {
	const rows = uses
		.slice(0, ROWS_SHOWN)
		.map(({ material, surface, faces, area, unknown }) => [
			material === '' ? '(no material)' : material,
			unknown ? 'unknown' : `${surfaceLabel(table, surface)}${isWalkable(table, surface) ? '' : ', not walkable'}`,
			grouped(faces),
			roundedArea(area),
		]);
	const head = ['material', 'surface', 'faces', 'm²'];
	const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
	const line = (row: readonly string[]): string =>
		`  ${row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  ')}`;
	const more = uses.length - rows.length;
	return [line(head), ...rows.map(line), ...(more > 0 ? [`  and ${counted(more, 'more material')}`] : [])];
}

/** How a command ends, for scripts. */
export const EXIT: {
	/** Everything that was asked for is done. */
	readonly fine: 0;
	/** Findings of severity error, or two walkmeshes that differ. */
	readonly findings: 1;
	/** The command was used wrongly. */
	readonly usage: 2;
	/** An input could not be read or an output not be written. */
	readonly input: 3;
	/** Stopped by Ctrl-C. */
	readonly interrupted: 130;
} = { fine: 0, findings: 1, usage: 2, input: 3, interrupted: 130 };
