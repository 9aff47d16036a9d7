#!/usr/bin/env node
import { extname, join } from 'node:path';
import { threadKind } from '../builds/program-file.ts';
import { packageVersion } from '../builds/version.ts';
import { loadsModules, takesLong } from './long-commands.ts';

/**
 * What `wokflow` starts with: a command that works on a few files is run from the single file, with the code of its last run; one that
 * loads modules of the user's, from the modules that such modules import, too. Nothing is loaded here before it is needed, and what only builds need lies
 * in a file of its own: of this one, no compiled code is kept.
 */

const thread = threadKind(process.argv);
const argv = process.argv.slice(2, thread && -1);

/** Command lines that need about the same functions. */
function kindOf([command = 'none', ...words]: readonly string[]): string {
	const input = words.find((word) => !word.startsWith('-'));
	const parts = [command, extname(input ?? '').slice(1)].map((part) => part.replace(/[^a-zA-Z0-9]/g, '').slice(0, 16));
	return parts.filter((part) => part !== '').join('-') || 'none';
}

async function start(): Promise<void> {
	if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
		process.stdout.write(`${packageVersion()}\n`);
		return;
	}
	if (thread !== undefined) {
		await runProgram(`${thread === 'command' ? kindOf(argv) : thread}-thread`);
		return;
	}
	if (argv[0] === 'build') {
		const { tellNothingToBuild } = await import('./shared/ready.ts');
		if (await tellNothingToBuild(argv)) return;
	}
	if (loadsModules(argv) || process.env['WOKFLOW_DEBUG']) {
		await import('./main.ts');
		return;
	}
	// One that is overseen does its work in another thread, which has code of its own.
	await runProgram(`${kindOf(argv)}${takesLong(argv) ? '-overseen' : ''}`);
}

async function runProgram(kind: string): Promise<void> {
	const { runWithCodeCache } = await import('./code-cache.ts');
	runWithCodeCache(join(import.meta.dirname, 'wokflow.cjs'), kind);
}

void start();
