/**
 * Long computations give the event loop its turn, so that whoever has started one can end it, answer others and show progress. What they compute does not
 * depend on when that is.
 */

/** Milliseconds between two turns of the event loop. */
const BETWEEN = 15;

let last = 0;

/**
 * Lets the event loop run if it has not for a while.
 * @throws the reason of the signal when it is aborted
 */
export async function giveTurn(signal?: AbortSignal): Promise<void> {
	// `performance` would be loaded for it.
	if (Date.now() - last >= BETWEEN) {
		await nextTurn();
		last = Date.now();
	}
	signal?.throwIfAborted();
}

/** What of Node and of browsers is asked here; neither has types for the other. */
interface Loop {
	readonly setImmediate?: (done: () => void) => unknown;
	readonly MessageChannel: new () => {
		readonly port1: { onmessage: () => void; close(): void };
		readonly port2: { postMessage(message: null): void };
	};
}

/** Browsers wait four milliseconds before each timer, but not before a message. */
function nextTurn(): Promise<void> {
	const loop = globalThis as unknown as Loop;
	return new Promise((done) => {
		if (loop.setImmediate !== undefined) {
			loop.setImmediate(done);
			return;
		}
		const { port1, port2 } = new loop.MessageChannel();
		port1.onmessage = () => {
			port1.close();
			done();
		};
		port2.postMessage(null);
	});
}

/** Steps of a computation, which may be left for a while after each. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Takes all steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
	for (;;) {
		const { done, value } = steps.next();
		if (done === true) return value;
	}
}

/**
 * Takes steps with turns of the event loop between them.
 * @throws the reason of the signal when it is aborted
 */
export async function inTurns<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
	for (;;) {
		await giveTurn(signal);
		const { done, value } = steps.next();
		if (done === true) return value;
	}
}
