import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILT_COMMAND } from '../support/built.ts';
import { FIXTURES, ROOT, scratchFolder, wokflow, wokflowProcess } from '../support/cli.ts';

/** What is about the process itself; messages and files are tested without one, and here it is seen that both are the same. */
const out = scratchFolder();
const at = (name: string): string => join(out, name);
const cube = join(FIXTURES, 'small/cube-room.obj');

describe('the command as a process', () => {
	test.each([
		['help', ['--help'], 0],
		['help of a command', ['convert', '--help'], 0],
		['version', ['--version'], 0],
		['an unknown command', ['convrt'], 2],
		['an unknown option', ['convert', '--nonsense'], 2],
		['wrong use', ['convert', 'one-argument.obj'], 2],
		['findings', ['inspect', 'fixtures/small/degenerate.obj'], 0],
		['a finding of severity error', ['convert', 'fixtures/small/unknown-material.glb', at('none.wok')], 1],
		['a missing file', ['inspect', 'nowhere.wok'], 3],
		['a result', ['surfaces', '--json'], 0],
	] as const)('%s: ends and prints as it does without a process', async (_, args, code) => {
		const [own, process] = [await wokflow([...args]), wokflowProcess([...args])];
		expect({ ...process, bytes: undefined }).toEqual({ ...own, bytes: undefined });
		expect(process.code).toBe(code);
	});

	test('standard input to standard output gives the bytes of the files', () => {
		expect(wokflowProcess(['convert', cube, at('cube.wok'), '-q']).code).toBe(0);
		const run = wokflowProcess(['convert', '-', '-', '--from', 'obj', '--to', 'bwm', '-q'], {
			input: readFileSync(cube),
		});
		expect(run).toMatchObject({ code: 0, stderr: '' });
		expect(Buffer.from(run.bytes).equals(readFileSync(at('cube.wok')))).toBe(true);
	});

	test('paths are relative to the folder it is started in', () => {
		expect(wokflowProcess(['convert', cube, 'here.wok', '-q'], { cwd: out }).code).toBe(0);
		expect(existsSync(at('here.wok'))).toBe(true);
	});

	test('a reader that closes the pipe early is no reason to complain', async () => {
		const child = spawn(process.execPath, [BUILT_COMMAND, 'surfaces', '--json'], { cwd: ROOT });
		child.stdout.destroy();
		let stderr = '';
		child.stderr.on('data', (chunk) => (stderr += chunk));
		const code = await new Promise((resolve) => child.on('close', resolve));
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
	});
});

test('a run in this process leaves the process as it was', async () => {
	const before = { cwd: process.cwd(), exitCode: process.exitCode, listeners: process.listenerCount('SIGINT') };
	await wokflow(['inspect', 'nowhere.wok'], { cwd: out });
	expect({ cwd: process.cwd(), exitCode: process.exitCode, listeners: process.listenerCount('SIGINT') }).toEqual(
		before,
	);
});
