import { parentPort, workerData } from 'node:worker_threads';
import { watchNotices } from '../pipeline/disk/watched.ts';
import type { StreamState, ThreadData, ThreadMessage } from './overseer.ts';
import { runCli } from './program.ts';
import type { CommandIo, Output } from './shared/terminal.ts';

/** Output is sent to the main thread when there is this much of it, in characters or bytes, or this long after the last time, in milliseconds. */
const MOST_PRINTED = 1 << 16;
const LONGEST_HELD = 30;

/** Collects output for the main thread. Sending each line by itself would take as long as reading a small room. */
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
		// Not by setImmediate alone: its callbacks do not run while the thread computes.
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

/** Runs a long command in this thread. Prints through the main thread, and tells it which stage runs. */
export async function runInThread(): Promise<void> {
	const { argv, stdout, stderr } = workerData as ThreadData;
	const post = (message: ThreadMessage): void => parentPort?.postMessage(message);
	const printing = new Printing(post);
	/** Sends a message, after the output that was printed before it. */
	const send = (message: ThreadMessage): void => {
		printing.flush();
		post(message);
	};
	const abort = new AbortController();
	parentPort?.on('message', () => abort.abort());
	// Listening for messages must not keep the thread alive.
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
