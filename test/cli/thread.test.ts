import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { ThreadMessage } from '../../cli/overseer.ts';
import { Printing } from '../../cli/thread.ts';
import { ROOT, scratchFolder } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

test('lines are sent together, in the order in which both streams were written', async () => {
	const sent: ThreadMessage[] = [];
	const to = new Printing((message) => sent.push(message));
	to.add('stdout', 'first\n');
	expect(sent).toEqual([{ out: 'stdout', chunk: 'first\n' }]);
	to.add('stdout', 'a\n');
	to.add('stdout', 'b\n');
	to.add('stderr', 'c\n');
	to.add('stdout', 'd\n');
	to.add('stdout', new Uint8Array([1]));
	to.add('stdout', 'e\n');
	await setImmediate();
	await setImmediate();
	const merged = sent.slice(1).reduce<Record<string, unknown>[]>((list, message) => {
		const [last, { out, chunk }] = [list.at(-1), message as { out: string; chunk: string | Uint8Array }];
		if (last?.['out'] === out && typeof chunk === 'string' && typeof last['chunk'] === 'string') last['chunk'] += chunk;
		else list.push({ out, chunk });
		return list;
	}, []);
	expect(merged).toEqual([
		{ out: 'stdout', chunk: 'a\nb\n' },
		{ out: 'stderr', chunk: 'c\n' },
		{ out: 'stdout', chunk: 'd\n' },
		{ out: 'stdout', chunk: new Uint8Array([1]) },
		{ out: 'stdout', chunk: 'e\n' },
	]);
});

test('a thousand lines take few messages, and none of them is lost or held without end', async () => {
	const sent: ThreadMessage[] = [];
	const to = new Printing((message) => sent.push(message));
	const lines = Array.from({ length: 1000 }, (_, i) => `${i}: ${'x'.repeat(200)}\n`);
	for (const line of lines) to.add('stdout', line);
	await setImmediate();
	await setImmediate();
	expect(sent.map((message) => ('out' in message ? message.chunk : '')).join('')).toBe(lines.join(''));
	expect(sent.length).toBeLessThan(200);
	to.add('stdout', 'last\n');
	to.flush();
	expect(sent.at(-1)).toEqual({ out: 'stdout', chunk: 'last\n' });
});

test.runIf(THOROUGH)(
	'a command that waits for another process after Ctrl-C is not ended before that has ended',
	async () => {
		const folder = scratchFolder();
		const url = (path: string): string => JSON.stringify(pathToFileURL(path).href);
		const [main, program] = ['main.mjs', 'program.mjs'].map((name) => join(folder, name));
		writeFileSync(
			main,
			`import { oversee } from ${url(join(ROOT, 'cli/overseer.ts'))}; oversee(new URL(${url(program)}), ['build', '--watch']);`,
		);
		writeFileSync(
			program,
			`import { parentPort } from 'node:worker_threads';
		parentPort.on('message', () => setTimeout(() => parentPort.postMessage({ ended: 0 }), 1500));
		parentPort.postMessage({ follows: true });
		parentPort.postMessage({ out: 'stdout', chunk: 'ready' });`,
		);
		const child = spawn(process.execPath, ['--import', 'tsx', main], {
			cwd: ROOT,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const ended = once(child, 'close');
		await once(child.stdout, 'data');
		child.kill('SIGINT');
		expect(await ended).toEqual([0, null]);
	},
);
