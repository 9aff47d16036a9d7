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
