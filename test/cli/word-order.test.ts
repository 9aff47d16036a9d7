import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { FIXTURES, ioOf, scratchFolder, wokflow } from '../support/cli.ts';

/** What a command line means to the parser, or what it says of it. @param isAlone only what the line needs is declared, as when a command runs */
async function meant(words: readonly string[], isAlone: boolean): Promise<unknown> {
	let line: unknown;
	let said = '';
	const io = ioOf({ write: (text) => (said += String(text)) });
	const take = async ({ words, options }: { words: readonly string[]; options: object }): Promise<void> => {
		line = { words, options };
	};
	try {
		await createProgram(io, take, createRegistry(), isAlone ? words : undefined).parseAsync([...words], {
			from: 'user',
		});
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		line = { code: error.code };
	}
	return { line, said };
}

// A command that runs declares only the options that its line has; nobody shall see a difference.
test.each([
	['convert a.glb b.wok'],
	['convert a.glb b.wok -q --no-weld --tree=fast'],
	['convert -vq a.glb b.wok'],
	['convert a.glb -ob.wok'],
	['convert a.glb -qo b.wok --surface Floor=Stone --surface Wall=Wood'],
	['convert a.glb b.wok --weld -1'],
	['convert a.glb b.wok --nonsense'],
	['convert a.glb b.wok --quite'],
	['convert a.glb b.wok -Q'],
	['convert a.glb b.wok -qx'],
	['convert -q -- -a.glb b.wok'],
	['convert --json=- a.glb b.wok --strict'],
	['convert'],
	['convert --help'],
	['convert -qh'],
	['help convert'],
	['inspect room.wok --output'],
	['inspect --up'],
	['query room.wok -1,2 3,-4'],
	['query room.wok -1,2 --nonsense'],
])('%s', async (line) => {
	const words = line.split(' ');
	expect(await meant(words, true)).toEqual(await meant(words, false));
});

const out = scratchFolder();
const cube = join(FIXTURES, 'small/cube-room.obj');
const room = join(out, 'room.wok');

test.each([
	['identify', [room], ['inspect', '--writer', room]],
	['stats', [cube, '--csv'], ['inspect', '--stats', cube, '--csv']],
	['kit', [cube], ['assemble', '--list', cube]],
	['minimap', [cube, '-o', 'map.tga'], ['plan', '--minimap', cube, '-o', 'map.tga']],
	['sync', ['check', cube], ['game', 'sync', 'check', cube]],
] as const)('%s works by its former name, which tells the one of today', async (name, words, now) => {
	await wokflow(['convert', cube, room, '-q', '--force']);
	const former = await wokflow([name, ...words], { cwd: out });
	const today = await wokflow([...now], { cwd: out });
	const [note, ...rest] = former.stderr.split('\n');
	expect(note).toBe(
		`"wokflow ${name}" is "wokflow ${now.slice(0, 2).join(' ')}" now; the old name goes with the next version.`,
	);
	expect({ ...former, stderr: rest.join('\n') }).toEqual(today);
	expect((await wokflow(['--help'])).stdout).not.toMatch(new RegExp(`^ {2}${name} `, 'm'));
});

test('hull and door are told apart by a flag, or by the extension of the output', async () => {
	const [hull, gate] = [join(out, 'hull.pwk'), join(out, 'gate')];
	expect((await wokflow(['hull', cube, hull, '-q'])).code).toBe(0);
	expect((await wokflow(['collision', cube, join(out, 'named.pwk'), '-q'])).code).toBe(0);
	expect(readFileSync(join(out, 'named.pwk'))).toEqual(readFileSync(hull));
	expect((await wokflow(['collision', cube, gate, '--door', '-q'])).code).toBe(0);
	expect(readFileSync(`${gate}0.dwk`).length).toBeGreaterThan(0);
	for (const [words, message] of [
		[[gate], 'Say what to make of the model: --hull, for a placeable, or --door.'],
		[[gate, '--hull', '--door'], 'Give one.'],
		[[gate, '--door', '--corners', '8'], '--corners goes with --hull'],
		[[hull, '--hinge', 'left'], '--hinge goes with --door'],
		[[gate, '--door', '--shape', 'convex'], '--shape convex is for placeables.'],
	] as const) {
		const { code, stderr } = await wokflow(['collision', cube, ...words]);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
	}
});

test('a topic of options is told by help, and so are limits', async () => {
	for (const [topic, flag] of [
		['limits', '--max-triangles <n>'],
		['reading', '--up <x|y|z>'],
		['doors', '--hinge '],
		['options', '--timeout <s>'],
	]) {
		const { code, stdout } = await wokflow(['help', topic]);
		expect(stdout).toContain(flag);
		expect(code).toBe(0);
	}
	expect((await wokflow(['help', 'nothing'])).code).toBe(2);
});

describe('word order', () => {
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
});
