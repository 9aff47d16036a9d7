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
	createTerminal(io).problem(`error: standard output cannot be written: ${error.message}`);
	process.exit(EXIT.input);
});

// The first Ctrl-C ends the command in order, the second at once.
const interrupt = (): void => abort.abort();
process.once('SIGINT', interrupt);
// Not awaited here: parts of the bundle that are loaded later import from this module, and would wait for it while it waits for them.
void runCli(process.argv.slice(2), io).then((code) => {
	process.exitCode = code;
	process.off('SIGINT', interrupt);
});
