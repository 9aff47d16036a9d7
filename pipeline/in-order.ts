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
