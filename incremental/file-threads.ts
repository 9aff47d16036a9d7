import { availableParallelism } from 'node:os';
import type { FileJob, FileMade, FileMakers, FileSettings, StartMakers } from '../pipeline/file-jobs.ts';
import { AskedThread } from './asked-thread.ts';

/** What a thread that makes files is started with. */
export interface FileThreadData {
	readonly files: FileSettings;
}

/** So many files for each thread make its start worth it, where nobody says how many are wanted. */
const WORTH_THREAD = 50;
/** Each thread has so many files before it, or made and not yet written: writing one does not make it wait. */
const AHEAD = 4;

/**
 * Threads that make the files of a run while this one writes them.
 * @param jobs threads at most; by default as many as the machine has, where there are enough files for them
 */
export function fileThreads(jobs?: number): StartMakers {
	return (settings, files) => {
		const count = Math.min(jobs ?? Math.min(availableParallelism(), Math.floor(files / WORTH_THREAD)), files);
		return count < 2 ? undefined : new FileThreads(settings, count);
	};
}

type Thread = AskedThread<FileJob, FileMade>;

class FileThreads implements FileMakers {
	readonly ahead: number;
	readonly #idle: Thread[];
	readonly #threads: readonly Thread[];
	readonly #waiting: ((thread: Thread) => void)[] = [];

	constructor(files: FileSettings, count: number) {
		this.#threads = Array.from({ length: count }, (): Thread => new AskedThread({ files } satisfies FileThreadData));
		this.#idle = [...this.#threads];
		this.ahead = AHEAD * count;
	}

	async make(job: FileJob): Promise<FileMade> {
		const thread = this.#idle.pop() ?? (await new Promise<Thread>((resolve) => this.#waiting.push(resolve)));
		try {
			return await thread.ask(job);
		} finally {
			const next = this.#waiting.shift();
			if (next === undefined) this.#idle.push(thread);
			else next(thread);
		}
	}

	async close(): Promise<void> {
		await Promise.all(this.#threads.map((thread) => thread.end()));
	}
}
