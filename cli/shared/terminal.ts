import { styleText } from 'node:util';
import type { OutputConfiguration } from 'commander';
import type { WalkmeshFacts } from '../../check/inspect/facts.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { UsageError } from '../../src/findings/report.ts';
import type { FlagOwner } from '../../src/model/advice.ts';
import { isWalkable, type SurfaceTable, surfaceLabel, walkableFaces } from '../../src/model/surfaces.ts';
import { type Walkmesh, walkmeshIdentity } from '../../src/model/walkmesh.ts';
import type { MaterialUse } from '../../src/scene/material-uses.ts';
import { roundedArea } from '../../src/scene/surface-mappings.ts';
import { counted, grouped } from '../../src/text/numbers.ts';
import { printable, shortened } from '../../src/text/quote.ts';
import type { CompletableCommand } from './completion.ts';
import { createProgress, type Progress } from './progress.ts';

/** Where a command prints to: a stream of the process, or what a test collects. */
export interface Output {
	write(chunk: string | Uint8Array): unknown;
	/** A terminal, which shows colours and progress. */
	readonly isTTY?: boolean;
	/** Width of the terminal. */
	readonly columns?: number;
}

/** What a run of the command is connected to. */
export interface CommandIo {
	readonly stdin: AsyncIterable<Uint8Array | string>;
	readonly stdout: Output;
	readonly stderr: Output;
	/** Variables of the environment. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Aborted by Ctrl-C. */
	readonly signal: AbortSignal;
}

/** The streams of this process. Whoever prints a result listens for errors of standard output. @param signal aborted by Ctrl-C */
export function processIo(signal: AbortSignal = new AbortController().signal): CommandIo {
	const { stdout, stderr, env } = process;
	stderr.on('error', () => undefined);
	return {
		get stdin() {
			return process.stdin;
		},
		stdout,
		stderr,
		env,
		signal,
	};
}

/** True where somebody at a terminal can be asked. */
export function canAsk({ stdin, stdout }: CommandIo): boolean {
	return (stdin as { isTTY?: boolean }).isTTY === true && stdout.isTTY === true;
}

/**
 * The only code that writes to standard output and standard error. Lines may hold names from files, so every line is escaped here: control characters
 * that would move the cursor, ring the bell or forge a line are printed as visible text.
 */

export type Style = Parameters<typeof styleText>[0];

/** How it is said that something is done. */
export const DONE: Style = ['green', 'bold'];

/** The output of a command: results on standard output, everything else on standard error. */
export interface Terminal {
	/** A line of the result. */
	result(line: string): void;
	/** A text for scripts, as the only thing on standard output. */
	text(text: string): void;
	/** A file as the result. A terminal is shown its text, everything else gets the bytes. */
	file(bytes: Uint8Array): void;
	/** A line beside the result: what was done. Nothing when quiet. */
	note(line: string): void;
	/** A problem; printed even when quiet. */
	problem(line: string): void;
	/** Colours text for standard error where colours are wanted. */
	paint(style: Style, text: string): string;
	/** The same for standard output. */
	paintResult(style: Style, text: string): string;
	/** Two cells of a colour on standard output, `#rrggbb`; nothing where there are no colours. */
	swatch(hex: string): string;
	/** Characters in a line of standard output. */
	readonly width: number;
	/** What is being done, on a line that goes away when something is printed. */
	readonly progress: Progress;
	readonly quiet: boolean;
	readonly verbose: boolean;
	/** Tells advice which command takes a flag, so that it names none that would be refused. */
	readonly flagOwner: FlagOwner;
}

/** Colours on terminals only, always, or never. */
type ColourChoice = 'auto' | 'always' | 'never';

export interface TerminalOptions {
	readonly quiet?: boolean;
	/** Prints notes one by one. */
	readonly verbose?: boolean;
	readonly colour?: ColourChoice;
	/** The flag for which standard output holds something for a program, so that lines of the result go to standard error. */
	readonly forProgram?: string;
	readonly flagOwner?: FlagOwner;
}

export function createTerminal(io: CommandIo, options: TerminalOptions = {}): Terminal {
	const { stdout, stderr, env } = io;
	const { quiet = false, verbose = false, colour = 'auto', forProgram = '', flagOwner = () => '' } = options;
	const isForProgram = forProgram !== '';
	const results = isForProgram ? stderr : stdout;
	const resultHasColours = hasColours(results, env, colour);
	const problemsHaveColours = hasColours(stderr, env, colour);
	const progress = createProgress({ draw: statusLine(io), quiet: quiet || isForProgram });
	const line = (stream: Output, text: string): void => {
		progress.clear();
		print(stream, text);
	};
	return {
		quiet,
		verbose,
		flagOwner,
		progress,
		width: widthOf(results),
		result: (text) => {
			if (!isForProgram || !quiet) line(results, text);
		},
		text: (text) => void stdout.write(text),
		file: (bytes) => {
			progress.clear();
			if (isForProgram) {
				const instead = forProgram === '--json' ? ' Write it to a file: --json=FILE' : '';
				throw new UsageError(`Standard output holds the file, so ${forProgram} cannot write there.${instead}`);
			}
			stdout.write(stdout.isTTY ? printableLines(new TextDecoder().decode(bytes)) : bytes);
		},
		note: (text) => {
			if (!quiet) line(stderr, text);
		},
		problem: (text) => line(stderr, text),
		paint: (style, text) => (problemsHaveColours ? styled(style, text) : text),
		paintResult: (style, text) => (resultHasColours ? styled(style, text) : text),
		swatch: (hex) => {
			if (!resultHasColours) return '';
			const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
			return `${escapeMark()}[48;2;${r};${g};${b}m  ${escapeMark()}[0m `;
		},
	};
}

let ownEscape: string | undefined;

/**
 * Stands for the escape character in the text that `paint` returns, until the line has been escaped. It is random, so that no text from a file can pass
 * for a colour. Made when it is first needed, as `randomUUID` is slow the first time.
 */
function escapeMark(): string {
	ownEscape ??= `<${crypto.randomUUID()}>`;
	return ownEscape;
}

/** What GitHub Actions and Azure Pipelines take for a command in a log: `::` at the beginning of a line, `##[` or `##vso[` anywhere. */
const LOG_COMMAND = /^(?=\s*::)(\s*):|##(?=\[|vso\[)/g;

/** Escapes a line, so that it does nothing but show on a terminal and in the log of a build. */
function harmless(line: string): string {
	return printable(line).replace(LOG_COMMAND, (found, blanks: string | undefined) =>
		found.startsWith('#') ? '#\\u{23}' : `${blanks}\\u{3a}`,
	);
}

function print(stream: Output, line: string): void {
	const text = harmless(line);
	stream.write(`${ownEscape === undefined ? text : text.replaceAll(ownEscape, '\x1b')}\n`);
}

function styled(style: Style, text: string): string {
	return styleText(style, printable(text), { validateStream: false }).replaceAll('\x1b', escapeMark());
}

/** `--color` counts first, then FORCE_COLOR, then NO_COLOR, then whether the stream is a terminal. */
function hasColours(stream: Output, env: CommandIo['env'], colour: ColourChoice): boolean {
	if (colour !== 'auto') return colour === 'always';
	const { FORCE_COLOR: force = '', NO_COLOR: no = '' } = env;
	if (force !== '') return force !== '0' && force !== 'false';
	return no === '' && stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** A text of several lines that stay lines. */
function printableLines(text: string): string {
	return text.replace(/[^\n\t]+/g, printable);
}

/** Columns where the output is no terminal. */
export const HELP_WIDTH = 80;
/** Texts are never wrapped to fewer columns than this. */
export const NARROWEST = 40;

/** The same with a standard output that is collected: for help that becomes a part of JSON. */
export function capturingIo(io: CommandIo, take: (text: string) => void): CommandIo {
	return { ...io, stdout: { write: (text) => void take(String(text)) } };
}

/** Where commander prints help and what is wrong with a command line, which may hold names of files. */
export function helpOutput({ stdout, stderr }: CommandIo): OutputConfiguration {
	return {
		getOutHelpWidth: () => widthOf(stdout),
		getErrHelpWidth: () => widthOf(stderr),
		// There are none to take out; without this, Node's streams are made to ask them.
		getOutHasColors: () => true,
		getErrHasColors: () => true,
		writeOut: (text) => void stdout.write(printableLines(text)),
		writeErr: (text) => void stderr.write(printableLines(text)),
		// One line, and the suggestion on a line of its own.
		outputError: (text, write) =>
			write(`${printable(text.trimEnd()).replace(/\\u\{a\}(?=\(Did you mean [^()]*\)$)/, '\n')}\n`),
	};
}

function widthOf({ isTTY, columns }: Output): number {
	return Math.max(isTTY === true ? (columns ?? HELP_WIDTH) : HELP_WIDTH, NARROWEST);
}

/** A function that draws a line over the last one, cut at the width of the terminal; undefined where there is no terminal. */
export function statusLine({ stderr, env }: Pick<CommandIo, 'stderr' | 'env'>): ((line: string) => void) | undefined {
	if (stderr.isTTY !== true || env['TERM'] === 'dumb') return undefined;
	return (line) =>
		void stderr.write(`\r\x1b[K${printable(line).slice(0, Math.max((stderr.columns ?? HELP_WIDTH) - 1, 1))}`);
}

/** `.glb .gltf .obj` */
export function extensionList(formats: readonly { readonly extensions: readonly string[] }[]): string {
	return [...new Set(formats.flatMap(({ extensions }) => extensions))].join(' ');
}

/** The facts in a line about a walkmesh. Quick to compute, also for a million faces. */
interface WalkmeshSummary
	extends Pick<WalkmeshFacts, 'name' | 'kind' | 'doorState' | 'vertices' | 'faces' | 'walkableFaces'> {
	/** Number of different surfaces. */
	readonly surfaces: number;
	readonly transitions: number;
}

export function walkmeshSummary(mesh: Walkmesh, table: SurfaceTable): WalkmeshSummary {
	let [walkable, transitions] = [0, 0];
	for (const each of walkableFaces(table, mesh.surfaces)) walkable += each;
	for (let edge = 0; edge < mesh.transitions.length; edge++) if (mesh.transitions[edge] >= 0) transitions++;
	return {
		...walkmeshIdentity(mesh),
		vertices: mesh.positions.length / 3,
		faces: mesh.surfaces.length,
		walkableFaces: walkable,
		surfaces: new Set(mesh.surfaces).size,
		transitions,
	};
}

/** `quay (area): 6,012 faces, 3,456 of them walkable, 3,210 vertices, 8 surfaces, 12 transition edges` */
export function describeWalkmesh(mesh: Walkmesh, table: SurfaceTable): string {
	const { name, kind, doorState, vertices, faces, walkableFaces, surfaces, transitions } = walkmeshSummary(mesh, table);
	const what = doorState === undefined ? kind : `${kind}, ${doorState}`;
	const parts = [
		counted(faces, 'face'),
		`${grouped(walkableFaces)} walkable`,
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
			material === '' ? '(no material)' : shortened(material, 80),
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

/** Which arguments of a command are inputs. */
export type InputWords = (index: number, words: readonly string[], options: object) => boolean;

/** A parsed command line. */
export interface CommandLine {
	/** The name of the command. */
	readonly command: string;
	/** The arguments, in order. */
	readonly words: readonly string[];
	/** The options that were given. */
	readonly options: object;
	/** See the declaration of the command. */
	readonly isInputWord?: InputWords;
	readonly registry: Registry;
	readonly io: CommandIo;
	/** Which command takes a flag, such as `--up`. */
	readonly flagOwner: FlagOwner;
	/** All commands, for completion. */
	readonly commands?: () => readonly CompletableCommand[];
}
