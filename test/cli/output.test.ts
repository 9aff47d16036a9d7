import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import { printFindings, printTotal } from '../../cli/shared/findings.ts';
import { wrappedText } from '../../cli/shared/help.ts';
import { createProgress, duration, progressLine, stageProgress } from '../../cli/shared/progress.ts';
import {
	type CommandIo,
	createTerminal,
	helpOutput,
	statusLine,
	type TerminalOptions,
} from '../../cli/shared/terminal.ts';
import { defineFindings, Report } from '../../src/findings/report.ts';
import { row, rowGlb } from '../builds/support.ts';
import { FIXTURES, ioOf, scratchFolder, wokflow } from '../support/cli.ts';

const out = scratchFolder();
const at = (name: string): string => join(out, name);
const cube = join(FIXTURES, 'small/cube-room.obj');

const SAMPLES = defineFindings({
	NOTED: { severity: 'info', message: (_: object): string => 'Something was assumed.', help: 'Say it.' },
	ODD: { severity: 'warning', message: (_: object): string => 'It is odd.', help: 'Look at it.' },
	WRONG: {
		severity: 'error',
		message: (d: { name: string }) => `"${d.name}" is wrong.`,
		help: 'Mend it.',
		actions: (d: { name: string }) => [{ option: 'surface', value: { [d.name]: 'Stone' } }],
	},
});

function shown(fill: (report: Report) => void, options: TerminalOptions = {}): string[] {
	let text = '';
	const stream = { write: (chunk: string | Uint8Array) => void (text += String(chunk)) };
	const io = ioOf(stream);
	const report = new Report();
	fill(report);
	const terminal = createTerminal(io, options);
	printFindings(report, terminal);
	printTotal({ errors: report.total('error'), warnings: report.total('warning') }, terminal);
	return text.split('\n').slice(0, -1);
}

describe('findings', () => {
	test('notes are one line of counts, warnings and errors follow, the total is last', () => {
		const lines = shown((report) => {
			report.add(SAMPLES.WRONG, {}, { name: 'Floor' });
			for (let i = 0; i < 3; i++) report.add(SAMPLES.NOTED, {}, {});
			report.add(SAMPLES.ODD, { room: 'quay' }, {});
		});
		expect(lines).toEqual([
			'3 notes (-v shows them): NOTED 3',
			'room quay: warning: It is odd. [ODD]',
			'  Look at it.',
			'error: "Floor" is wrong. [WRONG]',
			'  Mend it. Add --surface "Floor=Stone".',
			'1 error, 1 warning',
		]);
	});

	test('-v shows every note; -q none', () => {
		const note = (report: Report): void => report.add(SAMPLES.NOTED, { room: 'quay' }, {});
		expect(shown(note, { verbose: true })).toEqual(['room quay: note: Something was assumed. [NOTED]']);
		expect(shown(note, { quiet: true })).toEqual([]);
	});

	test('many of one cause are counted, but what has to be typed is never left out', () => {
		const many = (report: Report): void => {
			for (let face = 0; face < 80; face++) report.add(SAMPLES.ODD, { face }, {});
			for (let i = 0; i < 8; i++) report.add(SAMPLES.WRONG, {}, { name: `Floor${i}` });
		};
		const lines = shown(many);
		expect(lines.filter((line) => line.includes('It is odd.')).length).toBe(2);
		expect(lines).toContain('  78 more [ODD], 80 in all (-v shows more)');
		expect(lines.length).toBeLessThanOrEqual(12);
		expect(lines.join('\n').match(/--surface /g)?.length).toBe(8);
		expect(lines.at(-1)).toBe('8 errors, 80 warnings');
		expect(shown(many, { verbose: true })).toContain('  30 more [ODD], 80 in all');
	});

	test('nothing is said of what there is none of', () => {
		expect(shown(() => undefined)).toEqual([]);
		expect(shown((report) => report.add(SAMPLES.ODD, {}, {})).at(-1)).toBe('1 warning');
	});
});

describe('what a command prints', () => {
	test('the result first, then notes in one line; -q prints neither', async () => {
		const { stderr } = await wokflow(['convert', cube, at('cube.wok')]);
		expect(stderr).toMatch(/^wrote .*cube\.wok {2}[\d,]+ bytes\n {2}cube.* \(area\): /);
		expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^\d notes \(-v shows them\): /);
		expect((await wokflow(['convert', cube, at('cube.wok'), '-q'])).stderr).toBe('');
	});

	test('the total stands below what went wrong', async () => {
		const { stderr } = await wokflow(['convert', join(FIXTURES, 'small/unknown-material.glb'), at('none.wok')]);
		expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^\d+ errors?(, \d+ warnings?)?$/);
		expect(stderr.split('\n')[0]).toBe('Nothing was written.');
	});

	test('an input that cannot be read is an error of the total', async () => {
		const { stderr } = await wokflow(['inspect', 'nowhere.wok']);
		expect(stderr.trimEnd().split('\n').at(-1)).toBe('1 error');
	});

	test('links are told for each pair of rooms', async () => {
		writeFileSync(at('row.glb'), rowGlb(row(3)));
		await wokflow(['level', at('row.glb'), at('row'), '-q']);
		const { stdout } = await wokflow(['link', at('row/row.lyt'), '--check']);
		const lines = stdout.trimEnd().split('\n');
		expect(lines.length).toBe(new Set(lines.map((line) => line.replace(/ {2}.*/, ''))).size);
		expect(lines[0]).toMatch(/^row_\d+ ↔ row_\d+ {2}\d+ edges?(, up to [\d.]+ mm apart)?$/);
	});
});

describe('colours', () => {
	const RED = '\u001b[31m';
	test.each<[string, TerminalOptions['colour'], CommandIo['env'], boolean, boolean]>([
		['a terminal', undefined, {}, true, true],
		['a pipe', undefined, {}, false, false],
		['NO_COLOR', undefined, { NO_COLOR: '1' }, true, false],
		['an empty NO_COLOR', undefined, { NO_COLOR: '' }, true, true],
		['FORCE_COLOR', undefined, { FORCE_COLOR: '1' }, false, true],
		['FORCE_COLOR before NO_COLOR', undefined, { FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
		['FORCE_COLOR=0', undefined, { FORCE_COLOR: '0' }, true, false],
		['a terminal that knows none', undefined, { TERM: 'dumb' }, true, false],
		['--color always before NO_COLOR', 'always', { NO_COLOR: '1' }, false, true],
		['--color never before FORCE_COLOR', 'never', { FORCE_COLOR: '1' }, true, false],
	])('%s', (_, colour, env, isTTY, expected) => {
		const io = ioOf({ isTTY, write: () => true }, env);
		let text = '';
		const stream = { isTTY, write: (chunk: string | Uint8Array) => void (text += String(chunk)) };
		const terminal = createTerminal({ ...io, stdout: stream, stderr: stream }, colour === undefined ? {} : { colour });
		terminal.problem(terminal.paint('red', 'x'));
		expect(text.includes(RED)).toBe(expected);
	});

	test('--color is an option of every command', async () => {
		expect((await wokflow(['inspect', 'nowhere.wok', '--color', 'always'])).stderr).toContain('\u001b[');
		expect((await wokflow(['inspect', 'nowhere.wok', '--color', 'blue'])).code).toBe(2);
	});
});

describe('help', () => {
	function helpOf(words: string[], columns: number): string {
		let text = '';
		const stream = { isTTY: true, columns, write: (chunk: string | Uint8Array) => void (text += String(chunk)) };
		const program = createProgram(ioOf(stream), async () => undefined).configureOutput(helpOutput(ioOf(stream)));
		const command = program.commands.find((each) => each.name() === words[0]) ?? program;
		command.outputHelp();
		return text;
	}

	test.each([60, 80, 132])('fits %d columns', (columns) => {
		for (const word of ['', 'convert', 'level', 'build', 'diff', 'link']) {
			for (const line of helpOf([word], columns).split('\n')) {
				// Command lines to copy are not broken, nor are terms.
				if (/^\s*(wokflow|--|Usage:)/.test(line)) continue;
				expect(line.length, line).toBeLessThanOrEqual(columns);
			}
		}
	});

	test('is grouped by topic', () => {
		const text = helpOf(['convert'], 100);
		const topics = [...text.matchAll(/^([A-Z][\w ]+) \(wokflow help \w+\):$/gm)].map(([, heading]) => heading);
		expect(topics).toEqual(
			expect.arrayContaining(['Reading', 'Surfaces', 'Cleaning up scenes', 'Writing', 'Options of every command']),
		);
		expect(text).toContain('Limits for hostile input: wokflow help limits\n');
		expect(text).not.toContain('--max-triangles');
		expect(helpOf(['convert'], 80).split('\n').length).toBeLessThan(80);
		expect(text.indexOf('--weld')).toBeGreaterThan(text.indexOf('Cleaning up scenes'));
		expect(helpOf([''], 100)).toMatch(/Make walkmeshes:\n {2}convert <files\.\.\.> /);
	});

	test('what an example does stays in its column', () => {
		expect(wrappedText('  wokflow a    does one thing and then another thing too', 40)).toBe(
			'  wokflow a    does one thing and then\n               another thing too',
		);
		expect(wrappedText('  wokflow a-command-that-is-long    does things', 40)).toBe(
			'  wokflow a-command-that-is-long\n      does things',
		);
	});
});

function screen(isTTY: boolean) {
	const written: string[] = [];
	return { written, stream: { isTTY, columns: 40, write: (text: string) => written.push(text) > 0 } };
}

test('a line on a terminal, drawn over itself, taken away when something else is printed', () => {
	const { written, stream } = screen(true);
	let time = 0;
	const progress = createProgress({ draw: statusLine({ stderr: stream, env: {} }), patience: 0, now: () => time });
	progress.show('rooms', 1, 9);
	time = 10;
	progress.show('rooms', 2, 9);
	time = 3000;
	progress.show('rooms', 3, 9);
	progress.clear();
	progress.clear();
	progress.show('a name that is wider than the terminal is', 1, 2);
	expect(written).toStrictEqual([
		'\r\x1b[Krooms 1 of 9',
		'\r\x1b[Krooms 3 of 9, 6 s left',
		'\r\x1b[K',
		'\r\x1b[Ka name that is wider than the terminal ',
	]);
});

test('nothing in a pipe, and nothing when quiet', () => {
	for (const [isTTY, quiet] of [
		[false, false],
		[true, true],
	]) {
		const { written, stream } = screen(isTTY);
		const progress = createProgress({ draw: statusLine({ stderr: stream, env: {} }), quiet, patience: 0 });
		progress.show('rooms', 1, 2);
		progress.clear();
		expect(written).toStrictEqual([]);
	}
});

test('the time left is reported once it can be', () => {
	expect(progressLine('x', 0, 100, 5000)).toBe('x 0 of 100');
	expect(progressLine('x', 50, 100, 500)).toBe('x 50 of 100');
	expect(progressLine('x', 50, 100, 70_000)).toBe('x 50 of 100, 1 min 10 s left');
	expect(progressLine('x', 100, 100, 70_000)).toBe('x 100 of 100');
	expect(progressLine('x', 0, 1, 0)).toBe('x …');
	expect([duration(1), duration(59_500), duration(125_000)]).toStrictEqual(['1 s', '1 min 0 s', '2 min 5 s']);
});

test('a command that takes less than a second shows nothing, a longer one does', () => {
	const { written, stream } = screen(true);
	let time = 0;
	const progress = createProgress({ draw: statusLine({ stderr: stream, env: {} }), now: () => time });
	progress.show('reading quay.glb');
	time = 999;
	progress.show('weld', 1, 9);
	expect(written).toStrictEqual([]);
	time = 1000;
	progress.show('orient', 2, 9);
	progress.clear();
	expect(written).toStrictEqual(['\r\x1b[Korient 2 of 9', '\r\x1b[K']);
});

test('stages of a level are shown with the number of the room', () => {
	const shown: string[] = [];
	const observer = stageProgress({ show: (what) => void shown.push(what), clear: () => undefined }, 'quay.glb', true);
	for (let room = 1; room <= 2; room++) {
		for (const [step, name] of ['weld', 'sort'].entries())
			observer.before?.({ name, subject: 'walkmesh', options: {}, run: (mesh) => mesh }, step, 2);
	}
	expect(shown).toStrictEqual([
		'reading quay.glb',
		'quay.glb, room 1: weld',
		'quay.glb, room 1: sort',
		'quay.glb, room 2: weld',
		'quay.glb, room 2: sort',
	]);
});
