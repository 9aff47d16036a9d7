import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../../cli/shared/ending.ts';
import { failureLines, kindOf, LimitError, printFailure } from '../../cli/shared/failure.ts';
import { createTerminal } from '../../cli/shared/terminal.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { GLTF_FINDINGS } from '../../importers/gltf/findings.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { InputError, makeFinding, Report, UsageError } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import { SCENE_FINDINGS } from '../../src/scene/findings.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';

describe('small faults', () => {
	const folder = scratchFolder();
	const at = (name: string): string => join(folder, name);
	const run = (...args: string[]) => wokflow(args, { cwd: folder });

	beforeAll(async () => {
		copyFileSync(join(FIXTURES, 'small/two-rooms-seam.glb'), at('two.glb'));
		mkdirSync(at('empty'));
		expect((await run('convert', 'two.glb', 'room.wok', '-q')).code).toBe(0);
	});

	describe('an output whose extension fits nothing that the command writes is refused with what to type', () => {
		test.each([
			['-o page.html', ['view', 'two.glb', '-o', 'page.txt']],
			['-o area.git', ['place', 'none.placements.json', '-o', 'area.txt2']],
			['-o area.pth', ['paths', 'two.glb', '-o', 'area.wok']],
			['-o edited.wok', ['edit', 'room.wok', '-o', 'edited', '--surface', '0=Stone']],
			['-o map.tga', ['minimap', 'two.glb', '-o', 'map.png']],
			['-o map.svg', ['plan', 'none.glb', '-o', 'map.jpg']],
			['--plan map.svg', ['check', 'none.glb', '--plan', 'map.jpg']],
			['--glb map.glb', ['check', 'none.glb', '--glb', 'map.gltf']],
		])('%s', async (advice, args) => {
			const { code, stderr } = await run(...args);
			expect(code).toBe(2);
			expect(stderr).toContain(`For example: ${advice}`);
			expect(existsSync(at(args[3]))).toBe(false);
		});
	});

	describe('the name of a file is refused where a folder is written', () => {
		test.each([
			['level', ['level', 'two.glb', 'two.wok'], '-o two'],
			['rebuild', ['rebuild', 'room.wok', '-o', 'better.wok'], '-o better'],
			['fix', ['fix', 'room.wok', '-o', 'better.WOK'], '-o better'],
			['link', ['link', 'rooms.lyt', '-o', 'linked.lyt'], '-o linked'],
			['sync', ['sync', 'room.wok', '-o', 'model.mdl'], '-o model'],
			['standard output', ['rebuild', 'room.wok', '-o', '-'], '-o out'],
		])('%s', async (_, args, advice) => {
			const { code, stderr } = await run(...args);
			expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(`For example: ${advice}`) });
			expect(existsSync(at(args.at(-1) ?? ''))).toBe(false);
		});

		test('unless it is written as one, or is one', async () => {
			mkdirSync(at('rooms.wok'));
			for (const output of ['new.wok/', 'rooms.wok'])
				expect((await run('rebuild', 'room.wok', '-o', output, '-q')).code).toBe(0);
			expect(existsSync(at('new.wok/room.wok'))).toBe(true);
		});
	});

	describe('path points are refused', () => {
		test.each([
			['of a door, which has no ground', 'gate0.dwk'],
			['of a scene without walkable ground', 'walls.obj'],
		])('%s', async (_, word) => {
			expect(
				(await run('convert', join(FIXTURES, 'small/door.glb'), 'gate.dwk', '--to', 'dwk', '-q', '--force')).code,
			).toBe(0);
			writeFileSync(at('walls.obj'), 'o r\nusemtl wok_Nonwalk\nv 0 0 0\nv 4 0 0\nv 4 0 -4\nf 1 2 3\n');
			const { code, stderr } = await run('paths', word, '-o', 'none.pth');
			expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('[PATHS_WITHOUT_GROUND]') });
			expect(existsSync(at('none.pth'))).toBe(false);
		});
	});

	test('a plan of one room of a layout does not take it for the first one', async () => {
		expect((await run('level', 'two.glb', 'rooms', '-q')).code).toBe(0);
		const room = readdirSync(at('rooms'))
			.filter((name) => name.endsWith('.wok'))[1]
			.slice(0, -4);
		expect((await run('plan', `rooms/${room}.wok`, '-o', 'alone.svg', '-q')).code).toBe(0);
		expect(readFileSync(at('alone.svg'), 'utf8')).toContain(`<title>${room} to 0: `);
	});

	test.each(['check', 'fix', 'stats', 'view', 'kit'])(
		'an empty folder is nothing that %s could find right',
		async (command) => {
			const { code, stderr } = await run(command, 'empty');
			expect([code, stderr.match(/INPUT_FOLDER_EMPTY/g)]).toEqual([3, ['INPUT_FOLDER_EMPTY']]);
			expect(stderr).not.toContain('to ask');
		},
	);

	test('a baseline that is not there is answered with how to write it', async () => {
		const { code, stderr } = await run('check', 'room.wok', '--baseline', 'known.json');
		expect(code).toBe(2);
		expect(stderr).toContain('add --update-baseline');
		expect((await run('check', 'room.wok', '--baseline', 'known.json', '--update-baseline')).code).toBe(0);
	});

	test.each([
		['sync', ['sync', 'chek', 'room.wok', '-o', 'synced'], 'check'],
		['sync, before an output is asked for', ['sync', 'chek', 'room.wok'], 'check'],
		['query', ['query', 'room.wok', 'heigth', '1,1'], 'height'],
		['game', ['game', 'chek', 'm10aa'], 'check'],
	])('a misspelt word of %s is not taken for a path', async (_, args, meant) => {
		const { code, stderr } = await run(...args);
		expect(code).toBe(2);
		expect(stderr).toContain(`Did you mean "${meant}"?`);
	});

	test('a copy that rebuild did not have to change is told as written', async () => {
		const { code, stderr } = await run('rebuild', 'room.wok', '-o', 'copies');
		expect(code).toBe(0);
		expect(stderr).toContain('1 file written, 0 files changed');
		expect(readFileSync(at('copies/room.wok'))).toEqual(readFileSync(at('room.wok')));
	});

	test('level reads a scene from standard input, as convert does', async () => {
		const input = readFileSync(at('two.glb'));
		const options = ['--from', 'gltf', '--name', 'two', '-q'];
		const { code, stderr } = await wokflow(['level', '-', 'piped', ...options], { cwd: folder, input });
		expect([code, stderr]).toEqual([0, '']);
		expect((await run('level', 'two.glb', 'named', '-q')).code).toBe(0);
		expect(readFileSync(at('piped/two.lyt'))).toEqual(readFileSync(at('named/two.lyt')));
	});

	test.skipIf(process.platform === 'win32')('a pipe that a document refers to is not waited for', async () => {
		execFileSync('mkfifo', [at('pipe.mtl')]);
		writeFileSync(at('piped.obj'), 'mtllib pipe.mtl\nusemtl Stone\nv 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n');
		const { code, stderr } = await run('convert', 'piped.obj', 'piped.wok', '-v');
		expect([code, stderr]).toEqual([0, expect.stringContaining('OBJ_LIBRARY_UNREAD')]);
	});
});

const out = scratchFolder();
const empty = createWalkmesh({
	positions: new Float32Array(0),
	faces: new Uint32Array(0),
	surfaces: new Uint32Array(0),
});
const bytes = encodeBwm(deriveBwm(empty, K1, new Report()));
/** As some of the game's: every count and offset 0. */
const bare = bytes.slice(0, 136);
bare.fill(0, 72);

for (const [name, file] of [
	['packed', bytes],
	['bare', bare],
] as const) {
	writeFileSync(join(out, `${name}.wok`), file);
	writeFileSync(
		join(out, `${name}.lyt`),
		`beginlayout\n   roomcount 1\n      ${name} 0.0 0.0 0.0\n   trackcount 0\n   obstaclecount 0\n   doorhookcount 0\ndonelayout\n`,
	);
}

test.each(
	['packed', 'bare'].flatMap((name) =>
		[
			`inspect ${name}.wok`,
			`identify ${name}.wok`,
			`convert ${name}.wok ${name}.ascii`,
			`rebuild ${name}.wok -o rebuilt`,
			`diff ${name}.wok ${name}.wok`,
			`link ${name}.lyt --check`,
		].map((line) => [line]),
	),
)('a walkmesh of a header and nothing else is fine: %s --strict', async (line) => {
	const run = await wokflow([...line.split(' '), '--strict', '--json'], { cwd: out });
	const { findings } = JSON.parse(run.stdout) as { findings: { code: string; severity: string }[] };
	expect({ code: run.code, loud: findings.filter(({ severity }) => severity !== 'note') }).toEqual({
		code: 0,
		loud: [],
	});
});

const going = new AbortController().signal;
const stopped = AbortSignal.abort();

function refused(code: string, syscall: string, path?: string): NodeJS.ErrnoException {
	return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall, ...(path === undefined ? {} : { path }) });
}

const INPUT = new InputError(makeFinding(SCENE_FINDINGS.SPACE_ASSUMED, {}, {}));

describe('the kind of a failure', () => {
	test.each<[string, unknown, AbortSignal, string, number]>([
		['wrong use', new UsageError('no'), going, 'usage', 2],
		['wrong use, although Ctrl-C came meanwhile', new UsageError('no'), stopped, 'usage', 2],
		['an input', INPUT, going, 'input', 3],
		['a limit', new LimitError('long'), going, 'limit', 3],
		['Ctrl-C', new Error('AbortError'), stopped, 'interrupted', 130],
		['Ctrl-C amid a call of the system', refused('EINTR', 'read'), stopped, 'interrupted', 130],
		['what the system refuses', refused('EACCES', 'open', 'a'), going, 'system', 3],
		['anything else', new TypeError('x is undefined'), going, 'internal', 3],
		['what is no error', undefined, going, 'internal', 3],
	])('%s', (_, error, signal, kind, code) => {
		expect(kindOf(error, { signal })).toBe(kind);
		expect(EXIT_CODES[kindOf(error, { signal })]).toBe(code);
	});
});

describe('the words of a failure', () => {
	test.each([
		['read', 'EACCES', 'Cannot read "a.glb": permission denied.'],
		['scandir', 'EACCES', 'Cannot read "a.glb": permission denied.'],
		['open', 'EROFS', 'Cannot write to "a.glb": the file system is read-only.'],
		['mkdir', 'ENOTDIR', 'Cannot write to "a.glb": a part of the path is a file.'],
	])('%s and %s say what could not be done to which file', (syscall, code, words) => {
		expect(failureLines(refused(code, syscall, 'a.glb'), 'system')[0]).toContain(words);
	});

	test('what has no words, or no path, is said as the system says it', () => {
		expect(failureLines(refused('EXDEV', 'rename', 'a'), 'system')).toEqual(['EXDEV: rename']);
		expect(failureLines(refused('EACCES', 'open'), 'system')).toEqual(['EACCES: open']);
		expect(failureLines(refused('ENOSPC', 'write'), 'system')).toEqual(['Cannot write: the disk is full.']);
	});

	test('a stage of the user’s own is no fault of wokflow; one that wokflow brings along is', () => {
		const thrown = (stage: string): Error =>
			Object.assign(new Error(`Stage "${stage}" failed: no`), { name: 'StageError' });
		expect(failureLines(thrown('my-stage'), 'internal')).toEqual(['Stage "my-stage" failed: no']);
		expect(failureLines(thrown('weld'), 'internal')[1]).toContain('Please report it');
		expect(failureLines(new TypeError('x'), 'internal')[1]).toContain('WOKFLOW_DEBUG=1');
	});
});

/** What is printed of a failure. */
function said(error: unknown, signal: AbortSignal, env: Record<string, string> = {}): string {
	let text = '';
	const stream = { write: (chunk: string | Uint8Array) => (text += String(chunk)) !== '' };
	const io = { stdin: (async function* () {})(), stdout: { write: () => true }, stderr: stream, env, signal };
	printFailure(error, createTerminal(io), io);
	return text;
}

test('an input that cannot be read is reported with its file, its code and what to do, also by a server that goes on', () => {
	const { GLTF_DAMAGED } = GLTF_FINDINGS;
	const finding = makeFinding(GLTF_DAMAGED, { file: 'a.glb', offset: 8 }, { problem: 'it is cut off' });
	expect(said(new InputError(finding), going)).toBe(
		'a.glb, byte 8: error: The file is damaged: it is cut off. [GLTF_DAMAGED]\n  The file was truncated or altered, or its .bin belongs to another version. Copy or export it again.\n',
	);
});

test('Ctrl-C is told without the word error; the stack of others where it is asked for', () => {
	expect(said(new Error('AbortError'), stopped)).toBe('Interrupted; nothing more was written.\n');
	expect(said(new UsageError('one', 'two'), going)).toBe('error: one\ntwo\n');
	expect(said(new UsageError('one'), going, { WOKFLOW_DEBUG: '1' })).toMatch(/^UsageError: one\n\s+at /);
});
