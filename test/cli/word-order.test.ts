import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';

const folder = scratchFolder();

beforeAll(() => {
	copyFileSync(join(FIXTURES, 'small/cube-room.obj'), join(folder, 'room.obj'));
	copyFileSync(join(FIXTURES, 'small/cube-room.obj'), join(folder, 'other room.obj'));
});

const said = async (...words: string[]): Promise<string> => {
	const { code, stdout, stderr } = await wokflow(words, { cwd: folder });
	expect(stdout).toBe('');
	expect(code).toBe(2);
	return stderr;
};

describe('the output before the inputs is answered with the line to type', () => {
	test.each([
		[['convert', 'room.wok', 'room.obj'], 'wokflow convert room.obj room.wok'],
		[['convert', 'new.glb', 'other room.obj'], 'wokflow convert "other room.obj" new.glb'],
		[['level', 'build', 'room.obj'], 'wokflow level room.obj build'],
		[['collision', 'room.pwk', 'room.obj'], 'wokflow collision room.obj room.pwk'],
	])('%j', async (words, line) => {
		const before = readFileSync(join(folder, words[2]));
		expect(await said(...words)).toMatch(new RegExp(`^error: The input comes before the output: .*${line}\n$`));
		expect(readFileSync(join(folder, words[2]))).toEqual(before);
		expect(existsSync(join(folder, words[1]))).toBe(false);
	});

	test('a question before the walkmesh', async () => {
		expect(await said('query', 'height', '1,2', 'room.obj')).toContain('wokflow query room.obj height 1,2');
	});
});

test('plan takes its output behind its inputs, or by -o', async () => {
	for (const words of [
		['room.obj', 'one.svg'],
		['room.obj', '-o', 'two.svg'],
	])
		expect((await wokflow(['plan', ...words, '-q'], { cwd: folder })).code).toBe(0);
	expect(readFileSync(join(folder, 'one.svg'))).toEqual(readFileSync(join(folder, 'two.svg')));
});

test.each([['view', 'page.html']])(
	'%s takes its output by -o, and says so of one that stands among the inputs',
	async (command, output) => {
		expect(await said(command, 'room.obj', output)).toContain(`wokflow ${command} room.obj -o ${output}`);
	},
);

test('an input that is missing is reported as that', async () => {
	for (const words of [
		['convert', 'nothing.obj', 'room.wok'],
		['plan', 'room.obj', 'nothing.wok'],
		['check', 'room.obj', 'nothing.svg'],
	]) {
		const { code, stderr } = await wokflow(words, { cwd: folder });
		expect(stderr).toContain('it does not exist');
		expect(code).toBe(3);
	}
});

test('an argument that is missing is reported with what it is, one too many with the flag for an output', async () => {
	expect(await said('completion')).toContain('shell: bash, zsh, fish, powershell');
	expect(await said('diff', 'room.obj')).toContain('b: what to compare it with');
	expect(await said('paths', 'room.obj', 'room.pth', 'more')).toContain('Name the output with -o');
	expect(await said('query')).toContain('(wokflow query --help shows what it takes)');
});

test('a missing output is proposed with the name of the model', async () => {
	expect(await said('collision', '--hull', 'room.obj')).toContain('-o room.pwk\n');
	expect(await said('collision', '--door', 'other room.obj')).toContain('-o "other room"\n');
});

test.each([
	['--hull', 'room.dwk', 'room.pwk'],
	['--hull', 'room.wok', 'room.pwk'],
	['--door', 'room.pwk', 'room.dwk'],
])('%s writes nothing into %s, which the game takes for another kind', async (flag, output, right) => {
	expect(await said('collision', flag, 'room.obj', output)).toContain(`Name the output ${right}.`);
	expect(existsSync(join(folder, output))).toBe(false);
});

describe('a second value after one option is reported as that, with what to type', () => {
	test.each([[['level', 'room.obj', 'build']], [['convert', 'room.obj', 'room.wok']], [['check', 'room.obj']]])(
		'%j',
		async (words) => {
			const stderr = await said(...words, '--surface', 'Floor*=Stone', 'Lava Rock=Nonwalk');
			expect(stderr).toContain(
				'"Lava Rock=Nonwalk" follows no option. Write the option before each value: --surface "Lava Rock=Nonwalk"',
			);
		},
	);

	test('but not a file of such a name, nor a word without the option', async () => {
		copyFileSync(join(FIXTURES, 'small/cube-room.obj'), join(folder, 'a=b.obj'));
		for (const words of [
			['inspect', 'a=b.obj', '--surface', 'Floor*=Stone', '-q'],
			['inspect', 'room.obj', 'c=d.obj', '-q'],
		])
			expect((await wokflow(words, { cwd: folder })).stderr).not.toContain('follows no option');
	});
});

test('a file without a command is reported as that, with commands that take it', async () => {
	expect(await said('other room.obj')).toMatch(
		/^error: unknown command 'other room.obj'\nThis is a file\. To see it: wokflow view "other room.obj"; .*OUTPUT\n$/,
	);
	expect(await said('nothing.obj')).toContain('(wokflow COMMAND --help shows what a command takes)');
});
