/** Something that is asked for ahead of its turn. */
export interface AskedAhead<T, R> {
	/** So many are asked for before the first of them is taken. */
	readonly ahead: number;
	readonly signal?: AbortSignal | undefined;
	ask(item: T, index: number): Promise<R>;
}

/** Asks for something about each of some items, several at a time, and takes the answers in the order of the items. */
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
			// Told when its turn comes.
			asked[next].catch(() => undefined);
		}
		const answer = await asked[index];
		delete asked[index];
		asked.length = Math.max(asked.length, index + 1);
		await take(answer, index);
	}
}

/** Files that are worked on at a time. More of them do not make a disk faster. */
const AT_A_TIME = 16;

/** Works on all entries, some at a time. @throws what the first that failed threw, when none is at work any more */
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
	// Only now: what is still at work would go on in a folder that is being removed.
	if (failures.length > 0) throw failures[0];
}
