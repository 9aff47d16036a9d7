import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProgress } from '../../cli/shared/progress.ts';
import { type CommandIo, createTerminal, statusLine } from '../../cli/shared/terminal.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { HOSTILE_NAMES, STEERING } from '../support/hostile-names.ts';

const out = scratchFolder();
const FORGED = 'a\u001b]0;TITLE\u0007\u001b[31m\nerror: forged\u202e\u009b1m';

/** A terminal with colours, and what it is given. */
function screen(isTTY = true): { io: CommandIo; given: (string | Uint8Array)[] } {
	const given: (string | Uint8Array)[] = [];
	const stream = { isTTY, columns: 200, write: (chunk: string | Uint8Array) => given.push(chunk) };
	const env = { TERM: 'xterm' };
	const { signal } = new AbortController();
	return { io: { stdin: (async function* () {})(), stdout: stream, stderr: stream, env, signal }, given };
}

describe('a terminal', () => {
	test('gets the colours that were painted, and shows those that came with a name', () => {
		const { io, given } = screen();
		const terminal = createTerminal(io);
		terminal.problem(`${terminal.paint('red', FORGED)}: \u001b[31mx`);
		terminal.result(`${terminal.paintResult('bold', 'b')}${terminal.swatch('#0102ff')}`);
		expect(given.join('')).toBe(
			'\u001b[31ma\\u{1b}]0;TITLE\\u{7}\\u{1b}[31m\\u{a}error: forged\\u{202e}\\u{9b}1m\u001b[39m: \\u{1b}[31mx\n' +
				'\u001b[1mb\u001b[22m\u001b[48;2;1;2;255m  \u001b[0m \n',
		);
	});

	test.each(HOSTILE_NAMES)('gets nothing from %s', (_, name) => {
		const { io, given } = screen();
		const terminal = createTerminal(io);
		terminal.result(name);
		terminal.note(name);
		terminal.problem(name);
		terminal.file(new TextEncoder().encode(name));
		createProgress({ draw: statusLine(io), patience: 0 }).show(name, 1, 2);
		expect(given.join('').replace('\r\u001b[K', '')).not.toMatch(STEERING);
	});

	test.each(['::error::pwned', '  ::set-output name=a::b', 'x ##[command]rm', '##vso[task.setvariable]'])(
		'the log of a build takes no command from %s',
		(name) => {
			const { io, given } = screen(false);
			createTerminal(io).result(name);
			expect(given.join('')).not.toMatch(/^\s*::|##\[|##vso\[/);
		},
	);

	test('a file that is piped keeps its bytes', () => {
		const { io, given } = screen(false);
		const bytes = Uint8Array.of(27, 91, 49);
		createTerminal(io).file(bytes);
		expect(given).toStrictEqual([bytes]);
	});
});

describe('commands show what files and arguments hold, and do not do it', () => {
	const ascii = join(out, 'escape.ascii');
	writeFileSync(
		ascii,
		[
			'node aabb a\u001b]0;TITLE\u0007\u001b[31m',
			'verts 3',
			'0 0 0',
			'1 0 0',
			'0 1 0',
			'faces 1',
			'0 1 2 1 0 0 0 4',
			'endnode',
			'',
		].join('\n'),
	);
	const surfaces = join(out, 'surfacemat.2da');
	writeFileSync(
		surfaces,
		[
			'2DA V2.0',
			'',
			'  label walk walkcheck lineofsight sound',
			'0 Sto\u001b[31mne 1 1 0 st\u009b1m',
			'1 Dirt\u0085\u009b 1 1 0 dt',
			'',
		].join('\n'),
		'latin1',
	);
	writeFileSync(
		join(out, 'bad.json'),
		JSON.stringify({ targets: { a: { level: 'a.glb', out: 'b', ['x\u001b[31m\nerror: forged']: 1 } } }),
	);
	writeFileSync(join(out, 'torn.json'), '{ "a\u001b[31m": \u009b }');

	test.each([
		['inspect', ['inspect', ascii]],
		['inspect --json', ['inspect', ascii, '--json']],
		['convert', ['convert', ascii, join(out, 'a.wok')]],
		['surfaces', ['surfaces', '--surfacemat', surfaces]],
		['surfaces --json', ['surfaces', '--surfacemat', surfaces, '--json']],
		['identify', ['identify', ascii]],
		['a key of a config', ['build', '--config', join(out, 'bad.json')]],
		['a config that is no JSON', ['build', '--config', join(out, 'torn.json')]],
		['a file that is not there', ['inspect', FORGED]],
		['an option that there is not', ['inspect', `--${FORGED}`]],
		['a command that there is not', [FORGED]],
	])('%s', async (_, args) => {
		const { stdout, stderr } = await wokflow(args);
		expect(stdout + stderr).not.toBe('');
		expect(stdout).not.toMatch(STEERING);
		expect(stderr).not.toMatch(STEERING);
		expect(stdout + stderr).not.toMatch(/^error: forged/m);
	});

	test('what was escaped in JSON is read back', async () => {
		const { stdout } = await wokflow(['surfaces', '--surfacemat', surfaces, '--json']);
		const { surfaces: rows } = JSON.parse(stdout) as { surfaces: { label: string }[] };
		expect(rows.map(({ label }) => label)).toStrictEqual(['Sto\u001b[31mne', 'Dirt\u0085\u009b']);
	});

	test('faults of a config have a line each, and a suggestion of an option one of its own', async () => {
		writeFileSync(join(out, 'two.json'), JSON.stringify({ targets: { a: { level: 'a.glb', out: 'b', x: 1, y: 2 } } }));
		const { stderr } = await wokflow(['build', '--config', join(out, 'two.json')]);
		expect(stderr.match(/unknown key/g)?.length).toBe(2);
		expect(stderr.trimEnd().split('\n').length).toBe(2);
		expect((await wokflow(['inspect', '--jsno', ascii])).stderr).toContain(
			"error: unknown option '--jsno'\n(Did you mean --json?)\n",
		);
	});
});
