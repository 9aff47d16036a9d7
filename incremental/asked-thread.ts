import { Worker } from 'node:worker_threads';
import { threadModule } from './thread-module.ts';

/** What a thread answers: what it was asked for, or why it has nothing. */
export type ThreadAnswer<R> = { readonly answer: R } | { readonly error: Error };

/** A thread that is asked one thing at a time. */
export class AskedThread<T, R> {
	readonly #worker: Worker;
	#waiting: { resolve: (found: R) => void; reject: (error: Error) => void } | undefined;
	#ended: Error | undefined;

	/** @param data says what it is for; see `build-thread.ts` */
	constructor(data: object) {
		this.#worker = new Worker(threadModule(), { workerData: data });
		this.#worker.on('message', (message: ThreadAnswer<R>) => {
			if ('error' in message) this.#waiting?.reject(message.error);
			else this.#waiting?.resolve(message.answer);
		});
		this.#worker.on('error', (error) => this.fail(error));
		this.#worker.on('exit', () => this.fail(new Error('A thread ended before its work was done.')));
	}

	ask(task: T): Promise<R> {
		return new Promise((resolve, reject) => {
			this.#waiting = { resolve, reject };
			if (this.#ended !== undefined) reject(this.#ended);
			else this.#worker.postMessage(task);
		});
	}

	/** Gives up what is under way. */
	fail(error: Error): void {
		this.#ended ??= error;
		this.#waiting?.reject(this.#ended);
	}

	async end(): Promise<void> {
		this.#worker.removeAllListeners('exit');
		await this.#worker.terminate();
	}
}
