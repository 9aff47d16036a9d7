#!/usr/bin/env node
<<<<<<< HEAD
import { programFile, threadKind } from '../builds/program-file.ts';
=======
import { programFile, threadKind } from '../incremental/program-file.ts';
import { ENDING_SIGNALS, EXIT, exitWritten } from './ending.ts';
>>>>>>> w-cut
import { takesLong } from './long-commands.ts';
import { oversee, unheardText } from './overseer.ts';
import { ENDING_SIGNALS, EXIT } from './shared/ending.ts';
import type { CommandIo } from './shared/terminal.ts';

/** Runs the command line in this thread. */
async function runHere(argv: readonly string[]): Promise<void> {
	const [{ runCli }, { StandardOutput }, { createTerminal }, { watchNotices }] = await Promise.all([
		import('./program.ts'),
		import('./shared/standard-output.ts'),
		import('./shared/terminal.ts'),
		import('../pipeline/disk/watched.ts'),
	]);
	const abort = new AbortController();
	const stdout = new StandardOutput('stdout', (error) => {
		// A closed pipe (`wokflow inspect … | head`) is no reason to complain.
		if (error.code === 'EPIPE') process.exit(EXIT.fine);
		createTerminal(io).problem(`error: ${unheardText(error)}`);
		exitWritten(EXIT.input, stderr.streams);
	});
	const stderr = new StandardOutput('stderr', () => undefined);
	const io: CommandIo = {
		get stdin() {
			return process.stdin;
		},
		stdout,
		stderr,
		env: process.env,
		signal: abort.signal,
	};
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
	const code = await runCli(argv, io);
	// Taking down an environment piece by piece, as Node does at its own end, takes as long as printing a result.
	exitWritten(code, [...stdout.streams, ...stderr.streams]);
}

const thread = threadKind(process.argv);
// Modules of the user's see the command line that was typed.
if (thread !== undefined) process.argv.pop();
const argv = process.argv.slice(2);
/** Asked for where it is needed only: making a URL of a path takes its time. */
const own = (): string => import.meta.url;
// Not awaited here: parts of the bundle that are loaded later import from this module, and would wait for it while it waits for them.
if (thread === 'command') void import('./thread.ts').then(({ runInThread }) => runInThread());
// Where all of wokflow is one file, this is where the threads of a build start too.
else if (thread !== undefined) void import('../builds/build-thread.ts').then(({ runThread }) => runThread());
// From the sources a thread would have no loader.
else if (takesLong(argv) && !own().endsWith('.ts'))
	oversee(own().endsWith('.cjs') ? programFile(own()) : new URL(own()), argv);
else void runHere(argv);
