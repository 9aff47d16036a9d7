import type { QuestionMessage } from './protocol.ts';
import { Answerer, answerMessage, buffersOf } from './worker.ts';

/** The part of a worker's global scope that is used here. */
interface WorkerScope {
	postMessage(message: unknown, transfer: ArrayBuffer[]): void;
	onmessage: ((event: { readonly data: QuestionMessage }) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
const answerer = new Answerer();
let last: Promise<void> = Promise.resolve();

// One after another: what is opened next must not change what an earlier question is about.
scope.onmessage = ({ data }) => {
	last = last.then(async () => {
		const message = await answerMessage(answerer, data);
		const keeps = data.question === 'download' && 'answer' in message;
		scope.postMessage(message, keeps ? [] : buffersOf('answer' in message ? message.answer : undefined));
	});
};
