#!/usr/bin/env node
import { isMainThread, workerData } from 'node:worker_threads';
import { programFile } from '../incremental/program-file.ts';
import { EXIT } from './ending.ts';
import { takesLong } from './long-commands.ts';
import { ENDING_SIGNALS, oversee, unheardText } from './overseer.ts';
import type { CommandIo } from './terminal.ts';

/** Runs the command line in this thread. */
async function runHere(argv: readonly string[]): Promise<void> {
	const [{ runCli }, { createTerminal }, { watchNotices }] = await Promise.all([
		import('./program.ts'),
		import('./terminal.ts'),
		import('../pipeline/watched.ts'),
	]);
	const abort = new AbortController();
	const io: CommandIo = {
		get stdin() {
			return process.stdin;
		},
		stdout: process.stdout,
		stderr: process.stderr,
		env: process.env,
		signal: abort.signal,
	};
	// A closed pipe (`wokflow inspect … | head`) is no reason to complain.
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code === 'EPIPE') process.exit(EXIT.fine);
		createTerminal(io).problem(`error: ${unheardText(error)}`);
		process.exit(EXIT.input);
	});
	process.stderr.on('error', () => undefined);
	// The system ends what computes, which hears of nothing; what is writing ends in order at the first Ctrl-C, and at once at the second.
	const interrupt = (): void => abort.abort();
	const held = new Set<string>();
	watchNotices((notice) => {
		if ('holds' in notice) {
			if (held.size === 0) for (const name of ENDING_SIGNALS) process.once(name, interrupt);
			held.add(notice.holds);
		} else if ('lets' in notice && held.delete(notice.lets) && held.size === 0) {
			for (const name of ENDING_SIGNALS) process.off(name, interrupt);
		}
	});
	process.exitCode = await runCli(argv, io);
}

const argv = process.argv.slice(2);
const own = import.meta.url;
// Not awaited here: parts of the bundle that are loaded later import from this module, and would wait for it while it waits for them.
if (!isMainThread && 'argv' in workerData) void import('./thread.ts').then(({ runInThread }) => runInThread());
// Where all of wokflow is one file, this is where the threads of a build start too.
else if (!isMainThread) void import('../incremental/build-thread.ts').then(({ runThread }) => runThread());
// From the sources a thread would have no loader.
else if (takesLong(argv) && !own.endsWith('.ts')) oversee(own.endsWith('.cjs') ? programFile(own) : new URL(own), argv);
else void runHere(argv);
