import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { CATALOGUES } from '../../jobs/catalogues.ts';
import { Report } from '../../src/findings/report.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { soundQuayGlb } from '../support/small-quay.ts';

const out = scratchFolder();

describe('wokflow explain', () => {
	test('says what a finding means, what comes of it, and what to type on the command line and in a config, in lower case too', async () => {
		const { stdout, code } = await wokflow(['explain', 't_junction']);
		expect(code).toBe(0);
		expect(stdout).toContain('T_JUNCTION  warning: ');
		expect(stdout).toMatch(/Means: .*Characters walk over shared edges only and stop there\./);
		expect(stdout).toContain(CATALOGUES['Geometry of a walkmesh']['T_JUNCTION'].help);
		expect(stdout).toContain('Command line: Add --fix-tjunctions.');
		expect(stdout).toContain('Config: Set "fixTJunctions": true.');
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

	/** A line that is being typed, and what it is completed to: commands, flags, values and codes. */
	const TYPED: readonly (readonly [line: string, expected: string])[] = [
		['wokflow conv', 'convert'],
		['wokflow convert --fix', '--fix-tjunctions'],
		['wokflow convert --tree me', 'median'],
		['wokflow explain SEAM_UNL', 'SEAM_UNLINKED'],
	];

	test.runIf(present('bash'))('bash completes what is typed', async () => {
		writeFileSync(join(out, 'wokflow.bash'), await script('bash'));
		const lines = TYPED.map(
			([line]) => `COMP_WORDS=(${line}); COMP_CWORD=${line.split(' ').length - 1}; _wokflow; echo "\${COMPREPLY[*]}"`,
		);
		const shell = ['-c', ['. ./wokflow.bash', ...lines].join('\n')];
		const { stdout, stderr } = spawnSync('bash', shell, { cwd: out, encoding: 'utf8' });
		expect(stderr).toBe('');
		const completed = stdout.split('\n').map((line) => line.split(' '));
		for (const [i, [line, expected]] of TYPED.entries()) expect(completed[i], line).toContain(expected);
	});

	test.runIf(present('zsh'))('zsh reads it', async () => {
		mkdirSync(join(out, 'zsh'), { recursive: true });
		writeFileSync(join(out, 'zsh/_wokflow'), await script('zsh'));
		expect(spawnSync('zsh', ['-n', join(out, 'zsh/_wokflow')], { encoding: 'utf8' })).toMatchObject({
			status: 0,
			stderr: '',
		});
	});

	test.runIf(present('fish'))('fish completes what is typed', async () => {
		writeFileSync(join(out, 'wokflow.fish'), await script('fish'));
		const lines = TYPED.map(([line]) => `complete -C "${line}"; echo -n '|'`);
		const shell = ['-c', ['source wokflow.fish', ...lines].join('; ')];
		const { stdout } = spawnSync('fish', shell, { cwd: out, encoding: 'utf8' });
		const completed = stdout.split('|').map((all) => all.split('\n').map((each) => each.split('\t')[0]));
		for (const [i, [line, expected]] of TYPED.entries()) expect(completed[i], line).toContain(expected);
	});
});

const folder = scratchFolder();
const at = (name: string): string => join(folder, name);

const QUADS = 'v 0 0 0\nv 4 0 0\nv 4 3 0\nv 0 3 0\nv 8 0 0\nv 8 3 0\n';
/** A hall of two materials that say nothing, a rug, and a wall that says what it is. */
const HALL = `${QUADS}o hall\nusemtl Floor\nf 1 2 3 4\nusemtl Mat 5\nf 2 5 6\no Rug.001\nusemtl Stoen\nf 2 6 3\n`;

/** The surfaces of a walkmesh, sorted. */
function surfacesIn(name: string): number[] {
	return [...decodeBwm(readFileSync(at(name)), new Report()).materials].sort((a, b) => a - b);
}

writeFileSync(at('hall.obj'), HALL);
const convert = (...args: string[]) => wokflow(['convert', at('hall.obj'), at('hall.wok'), '--up', 'z', ...args]);

describe('what materials become', () => {
	test('is printed as a table with faces and square metres, and is in the JSON', async () => {
		const flags = ['--surface', 'Floor=Stone', '--surface', 'Mat 5=Nonwalk', '--surface-node', 'Rug*=Carpet'];
		const { stderr, code } = await convert(...flags);
		expect(code).toBe(0);
		const rows = stderr.split('\n').filter((line) => /^ {2}(material|Floor|Mat 5|Stoen) /.test(line));
		expect(rows).toEqual([
			'  material  surface                faces  m²',
			'  Floor     Stone                      2  12',
			'  Mat 5     Nonwalk, not walkable      1   6',
			'  Stoen     Carpet                     1   6',
		]);
		expect(surfacesIn('hall.wok')).toEqual([4, 4, 7, 9]);
		const { materials } = JSON.parse((await convert(...flags, '--json')).stdout);
		expect(materials[0]).toEqual({
			material: 'Floor',
			surface: 4,
			faces: 2,
			area: 12,
			unknown: false,
			label: 'Stone',
			walkable: true,
		});
	});

	test('of a level is printed for all rooms together', async () => {
		writeFileSync(at('quay.glb'), soundQuayGlb());
		const run = await wokflow(['level', at('quay.glb'), at('quay'), '--json']);
		const { materials } = JSON.parse(run.stdout);
		expect(materials.length).toBeGreaterThan(3);
		expect(materials.every(({ faces, area }: { faces: number; area: number }) => faces > 0 && area > 0)).toBe(true);
		expect((await wokflow(['level', at('quay.glb'), at('quay')])).stderr).toContain('  material ');
	});

	test('that say nothing are proposed, not advised: no advice makes ground', async () => {
		const { stderr, code } = await convert();
		expect(code).toBe(1);
		expect(stderr).not.toContain('=Stone');
		expect(stderr).toContain(`Propose what it is: wokflow init ${at('hall.obj')}`);
		expect(stderr.split('wokflow surfaces').length - 1).toBe(1);
		expect(stderr).toContain('Did you mean "Stone"?');
		expect(stderr).not.toContain('"Door"');
		expect(stderr).toContain('Mat 5     unknown');
	});
});

test('a list of surfaces with a fault is refused with its file and line', async () => {
	writeFileSync(at('wrong.txt'), '# hall\nFloor = Stoen\n');
	const { code, stderr } = await convert('--surfaces', at('wrong.txt'));
	expect(code).toBe(3);
	expect(stderr).toContain(`${at('wrong.txt')}:2: error`);
	expect(stderr).toContain('Did you mean "Stone"?');
});
