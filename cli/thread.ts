import { parentPort, workerData } from 'node:worker_threads';
import { watchNotices } from '../pipeline/watched.ts';
import type { StreamState, ThreadData, ThreadMessage } from './overseer.ts';
import { runCli } from './program.ts';
import type { CommandIo, Output } from './terminal.ts';

/** So much is printed at once, characters or bytes, and no later than so long after the last time, milliseconds. */
const MOST_PRINTED = 1 << 16;
const LONGEST_HELD = 30;

/** What is printed on its way to the main thread. A message a line takes as long as looking at a small room does. */
export class Printing {
	readonly #send: (message: ThreadMessage) => void;
	#held: { readonly out: 'stdout' | 'stderr'; chunk: string } | undefined;
	#sent = 0;

	constructor(send: (message: ThreadMessage) => void) {
		this.#send = send;
	}

	add(out: 'stdout' | 'stderr', chunk: string | Uint8Array): void {
		if (typeof chunk !== 'string' || (this.#held !== undefined && this.#held.out !== out)) this.flush();
		if (typeof chunk !== 'string') this.#send({ out, chunk });
		else if (this.#held !== undefined) this.#held.chunk += chunk;
		else {
			this.#held = { out, chunk };
			setImmediate(() => this.flush());
		}
		// A thread that computes comes to nothing that is to be done at once.
		const isLarge = this.#held !== undefined && this.#held.chunk.length >= MOST_PRINTED;
		if (isLarge || performance.now() - this.#sent >= LONGEST_HELD) this.flush();
	}

	flush(): void {
		if (this.#held === undefined) return;
		this.#sent = performance.now();
		this.#send(this.#held);
		this.#held = undefined;
	}
}

/** The thread that a long command runs in: prints through the main thread, and tells it what it does. */
export async function runInThread(): Promise<void> {
	const { argv, stdout, stderr } = workerData as ThreadData;
	const post = (message: ThreadMessage): void => parentPort?.postMessage(message);
	const printing = new Printing(post);
	/** Whatever else is told, what was printed before it comes first. */
	const send = (message: ThreadMessage): void => {
		printing.flush();
		post(message);
	};
	const abort = new AbortController();
	parentPort?.on('message', () => abort.abort());
	// Waiting for the main thread is no work.
	parentPort?.unref();
	process.on('beforeExit', () => send({ idle: true }));
	process.on('exit', () => printing.flush());
	watchNotices(send);
	const output = (out: 'stdout' | 'stderr', state: StreamState): Output => ({
		isTTY: state.isTTY,
		...(state.columns === undefined ? {} : { columns: state.columns }),
		write: (chunk) => printing.add(out, chunk),
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
	process.exitCode = await runCli(argv, io);
	send({ ended: process.exitCode });
}
