#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT } from './exit-codes.ts';
import { createProgram } from './program.ts';

// A closed pipe (`wokflow inspect … | head`) is no reason to complain.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code === 'EPIPE') process.exit(EXIT.fine);
	process.stderr.write(`error: standard output cannot be written: ${error.message}\n`);
	process.exit(EXIT.input);
});

try {
	await createProgram().parseAsync(process.argv);
} catch (error) {
	if (!(error instanceof CommanderError)) throw error;
	// Help and version end with 0; everything else commander throws is wrong use, which it has already explained.
	process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.usage;
}
