import { AskedThread } from './asked-thread.ts';
import { type CheckedPath, type CheckSettings, checkPath } from './check-work.ts';

/** What a thread that checks is started with. */
export interface CheckThreadData {
	readonly check: CheckSettings;
}

/** So many levels for each thread make its start worth it. */
const WORTH_THREAD = 4;

export interface CheckAllOptions {
	/** Threads at most. */
	readonly jobs: number;
	readonly signal?: AbortSignal;
	onDone(done: number): void;
}

/**
 * Checks levels, several at a time. Threads take the next path when they are done with one, and what they find does not depend on who does.
 * @returns in the order of the paths
 */
export async function checkAll(
	paths: readonly string[],
	settings: CheckSettings,
	{ jobs, signal, onDone }: CheckAllOptions,
): Promise<CheckedPath[]> {
	const results: CheckedPath[] = [];
	const count = Math.min(jobs, Math.floor(paths.length / WORTH_THREAD));
	let next = 0;
	let done = 0;
	const serve = async (check: (path: string) => Promise<CheckedPath>): Promise<void> => {
		while (next < paths.length) {
			signal?.throwIfAborted();
			const at = next++;
			results[at] = await check(paths[at]);
			onDone(++done);
		}
	};
	if (count < 2) {
		await serve((path) => checkPath(path, settings));
		return results;
	}
	const threads = Array.from(
		{ length: count },
		() => new AskedThread<string, CheckedPath>({ check: settings } satisfies CheckThreadData),
	);
	const giveUp = (): void => {
		for (const thread of threads) thread.fail(signal?.reason as Error);
	};
	signal?.addEventListener('abort', giveUp, { once: true });
	try {
		await Promise.all(threads.map((thread) => serve((path) => thread.ask(path))));
	} finally {
		signal?.removeEventListener('abort', giveUp);
		await Promise.all(threads.map((thread) => thread.end()));
	}
	return results;
}
