import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CATALOGUES } from '../../jobs/catalogues.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';

const out = scratchFolder();

describe('wokflow explain', () => {
	test('says what a finding means, what comes of it, and what to type on the command line and in a config', async () => {
		const { stdout, code } = await wokflow(['explain', 'T_JUNCTION']);
		expect(code).toBe(0);
		expect(stdout).toContain('T_JUNCTION  warning: ');
		expect(stdout).toMatch(/Means: .*Characters walk over shared edges only and stop there\./);
		expect(stdout).toContain(CATALOGUES['Geometry of a walkmesh']['T_JUNCTION'].help);
		expect(stdout).toContain('Command line: Add --fix-tjunctions.');
		expect(stdout).toContain('Config: Set "fixTJunctions": true.');
	});

	test('takes several codes, in lower case too', async () => {
		const { stdout } = await wokflow(['explain', 't_junction', 'SURFACE_UNKNOWN']);
		expect(stdout).toMatch(/^T_JUNCTION {2}/m);
		expect(stdout).toMatch(/^SURFACE_UNKNOWN {2}/m);
	});

	test('every code of every catalogue can be explained, and the list has them all', async () => {
		const codes = Object.values(CATALOGUES).flatMap((catalogue) => Object.keys(catalogue));
		const { stdout, code } = await wokflow(['explain', ...codes]);
		expect(code).toBe(0);
		expect(stdout).not.toMatch(/^ {2}Says: .*(?:undefined|\[object)/m);
		const list = (await wokflow(['explain'])).stdout;
		for (const each of codes) {
			expect(stdout).toMatch(new RegExp(`^${each} {2}`, 'm'));
			expect(list).toMatch(new RegExp(`^ {2}${each} `, 'm'));
		}
	});

	test('a code that is none is reported with near ones', async () => {
		const run = await wokflow(['explain', 'SEAM_UNLINKD']);
		expect(run.code).toBe(2);
		expect(run.stderr).toContain('"SEAM_UNLINKD" is not the code of a finding. Did you mean "SEAM_UNLINKED"');
	});
});

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
const script = async (shell: string): Promise<string> => (await wokflow(['completion', shell])).stdout;
const present = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

describe('wokflow completion', () => {
	test.each(SHELLS)('%s knows commands, flags, values and codes', async (shell) => {
		const text = await script(shell);
		for (const word of ['convert', 'fix-tjunctions', 'median', 'SEAM_UNLINKED', 'powershell'])
			expect(text).toContain(word);
		expect(text).not.toMatch(/-a step |'step:|\tstep\)|'step' =|"step /);
	});

	test('another shell is refused', async () => {
		expect(await wokflow(['completion', 'tcsh'])).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('"tcsh" is not one of bash, zsh, fish, powershell.'),
		});
	});

	test.runIf(present('bash')).each<[string, string[], string]>([
		['commands', ['conv'], 'convert'],
		['flags', ['convert', '--fix'], '--fix-tjunctions'],
		['values', ['convert', '--tree', 'me'], 'median'],
		['codes', ['explain', 'SEAM_UNL'], 'SEAM_UNLINKED'],
	])('bash completes %s', async (_, words, expected) => {
		writeFileSync(join(out, 'wokflow.bash'), await script('bash'));
		const line = ['wokflow', ...words].map((word) => `'${word}'`).join(' ');
		const test = `. ./wokflow.bash; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _wokflow; echo "\${COMPREPLY[*]}"`;
		const { stdout, stderr } = spawnSync('bash', ['-c', test], { cwd: out, encoding: 'utf8' });
		expect({ stdout: stdout.trim().split(' '), stderr }).toEqual({
			stdout: expect.arrayContaining([expected]),
			stderr: '',
		});
	});

	test.runIf(present('zsh'))('zsh reads it', async () => {
		mkdirSync(join(out, 'zsh'), { recursive: true });
		writeFileSync(join(out, 'zsh/_wokflow'), await script('zsh'));
		expect(spawnSync('zsh', ['-n', join(out, 'zsh/_wokflow')], { encoding: 'utf8' })).toMatchObject({
			status: 0,
			stderr: '',
		});
	});

	test.runIf(present('fish')).each([
		['wokflow conv', 'convert'],
		['wokflow convert --fix', '--fix-tjunctions'],
		['wokflow convert --tree me', 'median'],
		['wokflow explain SEAM_UNL', 'SEAM_UNLINKED'],
	])('fish completes "%s"', async (line, expected) => {
		writeFileSync(join(out, 'wokflow.fish'), await script('fish'));
		const { stdout } = spawnSync('fish', ['-c', `source wokflow.fish; complete -C "${line}"`], {
			cwd: out,
			encoding: 'utf8',
		});
		expect(stdout.split('\n').map((each) => each.split('\t')[0])).toContain(expected);
	});
});
