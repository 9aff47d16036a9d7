#!/usr/bin/env node
import { isMainThread, workerData } from 'node:worker_threads';
import type { CommandIo } from './io.ts';
import { takesLong } from './long-commands.ts';
import { oversee } from './overseer.ts';

/** Runs the command line in this thread. */
async function runHere(argv: readonly string[]): Promise<void> {
	const [{ runCli }, { createTerminal, EXIT }] = await Promise.all([import('./program.ts'), import('./terminal.ts')]);
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
		createTerminal(io).problem(`error: standard output cannot be written: ${error.message}`);
		process.exit(EXIT.input);
	});
	process.stderr.on('error', () => undefined);
	// The first Ctrl-C ends the command in order, the second at once.
	const interrupt = (): void => abort.abort();
	for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, interrupt);
	process.exitCode = await runCli(argv, io);
	for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, interrupt);
}

const argv = process.argv.slice(2);
// Not awaited here: parts of the bundle that are loaded later import from this module, and would wait for it while it waits for them.
if (!isMainThread && 'argv' in workerData) void import('./thread.ts').then(({ runInThread }) => runInThread());
// Where all of wokflow is one file, this is where the threads of a build start too.
else if (!isMainThread) void import('../incremental/build-thread.ts').then(({ runThread }) => runThread());
// From the sources a thread would have no loader.
else if (takesLong(argv) && !import.meta.url.endsWith('.ts')) oversee(new URL(import.meta.url), argv);
else void runHere(argv);
