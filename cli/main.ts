#!/usr/bin/env node
import type { CommandIo } from './io.ts';
import { runCli } from './program.ts';
import { createTerminal, EXIT } from './terminal.ts';

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
	createTerminal(io, false).problem(`error: standard output cannot be written: ${error.message}`);
	process.exit(EXIT.input);
});

// The first Ctrl-C ends the command in order, the second at once.
const interrupt = (): void => abort.abort();
process.once('SIGINT', interrupt);
process.exitCode = await runCli(process.argv.slice(2), io);
process.off('SIGINT', interrupt);
