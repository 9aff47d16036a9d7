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
	if (performance.now() - last >= BETWEEN) {
		await nextTurn();
		last = performance.now();
	}
	signal?.throwIfAborted();
}

/** Browsers wait four milliseconds before each timer, but not before a message. */
function nextTurn(): Promise<void> {
	return new Promise((done) => {
		if (typeof setImmediate === 'function') {
			setImmediate(done);
			return;
		}
		const { port1, port2 } = new MessageChannel();
		// Types of Node know no handler of a port, which is what starts it in a browser.
		(port1 as { onmessage?: () => void }).onmessage = () => {
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
