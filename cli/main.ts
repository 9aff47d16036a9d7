#!/usr/bin/env node
import { EXIT } from './exit-codes.ts';
import { runCli } from './program.ts';

const { stdout, stderr, env } = process;

// A closed pipe (`wokflow inspect … | head`) is no reason to complain.
stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code === 'EPIPE') process.exit(EXIT.fine);
	stderr.write(`error: standard output cannot be written: ${error.message}\n`);
	process.exit(EXIT.input);
});

// The first Ctrl-C ends the command in order, the second at once.
const abort = new AbortController();
const interrupt = (): void => abort.abort();
process.once('SIGINT', interrupt);
process.exitCode = await runCli(process.argv.slice(2), {
	get stdin() {
		return process.stdin;
	},
	stdout,
	stderr,
	env,
	signal: abort.signal,
});
process.off('SIGINT', interrupt);
