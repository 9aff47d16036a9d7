/** Work that is requested ahead of time: `ask` starts it, `take` gets the result. */
export interface AskedAhead<T, R> {
	/** Number of items to request before the first result is taken. */
	readonly ahead: number;
	readonly signal?: AbortSignal | undefined;
	ask(item: T, index: number): Promise<R>;
}

/** Threads that share jobs. */
export interface JobThreads<T, R> extends Pick<AskedAhead<T, R>, 'ahead'> {
	ask(job: T): Promise<R>;
	/** Ends the threads and the jobs in them. */
	close(): Promise<void>;
}

/** Requests a result for each item, several at a time, and takes the results in the order of the items. */
export async function takeInOrder<T, R>(
	items: readonly T[],
	{ ahead, signal, ask }: AskedAhead<T, R>,
	take: (answer: R, index: number) => Promise<void> | void,
): Promise<void> {
	const asked: Promise<R>[] = [];
	for (const index of items.keys()) {
		signal?.throwIfAborted();
		for (let next = asked.length; next < Math.min(items.length, index + ahead); next++) {
			asked[next] = ask(items[next], next);
			// A rejection is thrown when it is its turn; until then Node must not take it for an unhandled one.
			asked[next].catch(() => undefined);
		}
		const answer = await asked[index];
		delete asked[index];
		asked.length = Math.max(asked.length, index + 1);
		await take(answer, index);
	}
}

/** Number of files that are worked on at a time. More do not make a disk faster. */
const AT_A_TIME = 16;

/** Runs `work` on all entries, some at a time. After a failure no further entry is begun. @throws the first error, once all running work has ended */
export async function eachOf<T>(
	entries: readonly T[],
	work: (entry: T, index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const failures: unknown[] = [];
	const worker = async (): Promise<void> => {
		while (next < entries.length && failures.length === 0) {
			const index = next++;
			await work(entries[index], index).catch((error: unknown) => failures.push(error));
		}
	};
	await Promise.all(Array.from({ length: Math.min(AT_A_TIME, entries.length) }, worker));
	// Thrown only now: the caller may remove the folder in which other work would still be running.
	if (failures.length > 0) throw failures[0];
}
