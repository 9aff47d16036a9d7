import { createRegistry } from '../jobs/default-registry.ts';
import { type CheckedPath, type CheckSettings, checkPath } from './check-work.ts';
import { AskedThread } from './threads.ts';

/** The data that a checking thread is started with. */
export interface CheckThreadData {
	readonly check: CheckSettings;
}

/** Number of levels for each thread from which starting it saves time. */
const WORTH_THREAD = 4;
/** Number of levels given to a thread at once, because this thread cannot send more while it checks a level itself. */
const AT_A_TIME = 4;

export interface CheckAllOptions {
	/** Most threads. */
	readonly jobs: number;
	readonly signal?: AbortSignal;
	onDone(done: number): void;
}

/**
 * Checks levels in this thread and in others. Each thread takes the next paths when it is free; the findings do not depend on the thread.
 * @returns the results in the order of the paths
 */
export async function checkAll(
	paths: readonly string[],
	settings: CheckSettings,
	{ jobs, signal, onDone }: CheckAllOptions,
): Promise<CheckedPath[]> {
	const results: CheckedPath[] = [];
	const count = Math.min(jobs, Math.floor(paths.length / WORTH_THREAD));
	const registry = createRegistry();
	let next = 0;
	let done = 0;
	const serve = async (most: number, check: (paths: readonly string[]) => Promise<CheckedPath[]>): Promise<void> => {
		while (next < paths.length) {
			signal?.throwIfAborted();
			const from = next;
			next += Math.min(most, Math.ceil((paths.length - from) / (2 * Math.max(count, 1))));
			const found = await check(paths.slice(from, next));
			results.splice(from, found.length, ...found);
			done += found.length;
			onDone(done);
		}
	};
	const here = (): Promise<void> =>
		serve(1, async ([path]) => {
			// Lets messages of the other threads arrive between two levels.
			await new Promise(setImmediate);
			return [await checkPath(path, settings, registry)];
		});
	results.length = paths.length;
	if (count < 2) {
		await here();
		return results;
	}
	const threads = Array.from(
		{ length: count - 1 },
		() => new AskedThread<readonly string[], CheckedPath[]>({ check: settings } satisfies CheckThreadData),
	);
	const giveUp = (): void => {
		for (const thread of threads) thread.fail(signal?.reason as Error);
	};
	signal?.addEventListener('abort', giveUp, { once: true });
	try {
		await Promise.all([here(), ...threads.map((thread) => serve(AT_A_TIME, (each) => thread.ask(each)))]);
	} finally {
		signal?.removeEventListener('abort', giveUp);
		await Promise.all(threads.map((thread) => thread.end()));
	}
	return results;
}
