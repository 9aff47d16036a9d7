import { parentPort, workerData } from 'node:worker_threads';
import { watchNotices } from '../pipeline/watched.ts';
import type { StreamState, ThreadData, ThreadMessage } from './overseer.ts';
import { runCli } from './program.ts';
import type { CommandIo, Output } from './terminal.ts';

/** The thread that a long command runs in: prints through the main thread, and tells it what it does. */
export async function runInThread(): Promise<void> {
	const { argv, stdout, stderr } = workerData as ThreadData;
	const send = (message: ThreadMessage): void => parentPort?.postMessage(message);
	const abort = new AbortController();
	parentPort?.on('message', () => abort.abort());
	// Waiting for the main thread is no work.
	parentPort?.unref();
	process.on('beforeExit', () => send({ idle: true }));
	watchNotices(send);
	const output = (out: 'stdout' | 'stderr', state: StreamState): Output => ({
		isTTY: state.isTTY,
		...(state.columns === undefined ? {} : { columns: state.columns }),
		write: (chunk) => send({ out, chunk }),
	});
	let reads = false;
	const io: CommandIo = {
		get stdin() {
			if (!reads) send({ wants: 'stdin' });
			reads = true;
			return process.stdin;
		},
		stdout: output('stdout', stdout),
		stderr: output('stderr', stderr),
		env: process.env,
		signal: abort.signal,
	};
	send({ ended: await runCli(argv, io) });
}
