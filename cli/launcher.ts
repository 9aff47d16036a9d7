#!/usr/bin/env node
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageVersion } from '../incremental/version.ts';
import { runWithCodeCache } from './code-cache.ts';
import { loadsModules, takesLong } from './long-commands.ts';
import { type NothingToBuild, nothingToBuild, tellUpToDate } from './ready.ts';
import { createTerminal } from './terminal.ts';

/**
 * What `wokflow` starts with: a command that works on a few files is run from the single file, with the code of its last run; one that
 * loads modules of the user's, from the modules that such modules import, too.
 */

const argv = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));

/** Command lines that need about the same functions. */
function kindOf([command = 'none', ...words]: readonly string[]): string {
	const input = words.find((word) => !word.startsWith('-'));
	const parts = [command, extname(input ?? '').slice(1)].map((part) => part.replace(/[^a-zA-Z0-9]/g, '').slice(0, 16));
	return parts.filter((part) => part !== '').join('-') || 'none';
}

/** As the command itself would say it. */
function tellReady({ targets, quiet }: NothingToBuild): void {
	const { stdin, stdout, stderr, env } = process;
	const terminal = createTerminal({ stdin, stdout, stderr, env, signal: new AbortController().signal }, { quiet });
	for (const target of targets) tellUpToDate(target, terminal);
}

const ready = nothingToBuild(argv, process.env);

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) process.stdout.write(`${packageVersion()}\n`);
else if (ready !== undefined) tellReady(ready);
else if (loadsModules(argv) || process.env['WOKFLOW_DEBUG']) void import('./main.ts');
// One that is overseen does its work in another thread, which has code of its own.
else runWithCodeCache(join(here, 'wokflow.cjs'), `${kindOf(argv)}${takesLong(argv) ? '-overseen' : ''}`);
