import type { Finding } from '../src/findings/report.ts';
import type { Answered, AnswerMessage, Asked, Questions } from './core/protocol.ts';
import { byId } from './page/dom.ts';

/** An error of the worker, with the findings until then. */
export class QuestionError extends Error {
	override readonly name = 'QuestionError';
	readonly findings: readonly Finding[];

	constructor(message: string, findings: readonly Finding[]) {
		super(message);
		this.findings = findings;
	}
}

/** Starts the worker and sends it questions. Its code is in the page, compressed, so that the page is one file. */
export class Client {
	readonly #worker: Promise<Worker>;
	readonly #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
	#next = 1;
	#asked = 0;

	constructor() {
		this.#worker = startWorker();
		void this.#worker.then((worker) => {
			worker.onmessage = ({ data }: MessageEvent<AnswerMessage>) => this.#take(data);
			worker.onerror = (event) => this.#failAll(new Error(event.message));
		});
	}

	/** Whether a question has no answer yet. */
	get isAsking(): boolean {
		return this.#asked > 0;
	}

	async ask<Q extends keyof Questions>(question: Q, value: Asked<Q>): Promise<Answered<Q>> {
		// Counted before the worker is there to take it.
		this.#asked++;
		try {
			const worker = await this.#worker;
			const id = this.#next++;
			return await new Promise<Answered<Q>>((resolve, reject) => {
				this.#waiting.set(id, { resolve, reject });
				worker.postMessage({ id, question, value });
			});
		} finally {
			this.#asked--;
		}
	}

	#take(message: AnswerMessage): void {
		const waiting = this.#waiting.get(message.id);
		this.#waiting.delete(message.id);
		if ('answer' in message) waiting?.resolve(message.answer as never);
		else waiting?.reject(new QuestionError(message.error, message.findings));
	}

	#failAll(error: Error): void {
		for (const { reject } of this.#waiting.values()) reject(error);
		this.#waiting.clear();
	}
}

async function startWorker(): Promise<Worker> {
	const code = await unpacked(bytesOfBase64(byId('wokflow-worker').textContent));
	return new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
}

/** Decompresses gzip. */
export async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
	const binary = atob(text.trim());
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
	return bytes;
}
