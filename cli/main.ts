#!/usr/bin/env node
import { programFile, threadKind } from '../builds/program.ts';
import { type Notice, watchNotices } from '../pipeline/disk/watched.ts';
import { takesLong } from './long-commands.ts';
import { ENDING_SIGNALS, EXIT, exitWritten, unheardText } from './shared/ending.ts';
import type { CommandIo } from './shared/terminal.ts';
import type { ThreadData, ThreadMessage } from './supervisor.ts';

/** Runs the command line in this thread. */
async function runHere(argv: readonly string[]): Promise<void> {
	const [{ runCli }, { createTerminal, processIo }] = await Promise.all([
		import('./program.ts'),
		import('./shared/terminal.ts'),
	]);
	const abort = new AbortController();
	const io = processIo(abort.signal);
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		// A closed pipe (`wokflow inspect … | head`) is no reason to complain.
		if (error.code === 'EPIPE') process.exit(EXIT.fine);
		createTerminal(io).problem(`error: ${unheardText(error)}`);
		exitWritten(EXIT.input, [process.stderr]);
	});
	// A command that computes receives no signals, so the system ends it; one that writes ends in order at the first Ctrl-C, and at once at the second.
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
	// Streams report what they could not write only now.
	await new Promise(setImmediate);
	// Taking down an environment piece by piece, as Node does at its own end, takes as long as printing a result.
	exitWritten(code, [process.stdout, process.stderr]);
}

/** Runs a long command in this thread, which is not the main one: prints through that, and tells it what it does. */
async function runInThread(): Promise<void> {
	const [{ parentPort, workerData }, { runCli }] = await Promise.all([
		import('node:worker_threads'),
		import('./program.ts'),
	]);
	const data = workerData as ThreadData;
	const send = (message: ThreadMessage | Notice): void => parentPort?.postMessage(message);
	const abort = new AbortController();
	parentPort?.on('message', () => abort.abort());
	// Listening for messages must not keep the thread alive.
	parentPort?.unref();
	process.on('beforeExit', () => send({ idle: true }));
	watchNotices(send);
	let reads = false;
	const io: CommandIo = {
		get stdin() {
			if (!reads) send({ wants: 'stdin' });
			reads = true;
			return process.stdin;
		},
		stdout: { ...data.stdout, write: (chunk) => send({ out: 'stdout', chunk }) },
		stderr: { ...data.stderr, write: (chunk) => send({ out: 'stderr', chunk }) },
		env: process.env,
		signal: abort.signal,
	};
	process.exitCode = await runCli(data.argv, io);
	send({ ended: process.exitCode });
}

async function runWatched(url: string, argv: readonly string[]): Promise<void> {
	const { supervise } = await import('./supervisor.ts');
	supervise(url.endsWith('.cjs') ? programFile(url) : new URL(url), argv);
}

const thread = threadKind(process.argv);
// Modules of the user's see the command line that was typed.
if (thread !== undefined) process.argv.pop();
const argv = process.argv.slice(2);
/** Asked for where it is needed only: making a URL of a path takes its time. */
const own = (): string => import.meta.url;

async function start(): Promise<void> {
	if (thread === 'command') await runInThread();
	// Where all of wokflow is one file, this is where the threads of a build start too.
	else if (thread !== undefined) await import('../builds/thread-jobs.ts').then(({ runThread }) => runThread());
	else if (argv[0] === 'build' && (await import('./shared/ready.ts').then((ready) => ready.tellNothingToBuild(argv))))
		return;
	// From the sources a thread would have no loader.
	else if (takesLong(argv) && !own().endsWith('.ts')) await runWatched(own(), argv);
	else await runHere(argv);
}

// Not awaited here: parts of the bundle that are loaded later import from this module, and would wait for it while it waits for them.
void start();
