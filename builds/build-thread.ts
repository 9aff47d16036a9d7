import { parentPort, workerData } from 'node:worker_threads';
import { createRegistry } from '../jobs/default-registry.ts';
import { type FileJob, type FileSettings, makeFile } from '../jobs/each/file-jobs.ts';
import type { LookJob, LookSettings } from '../jobs/look-jobs.ts';
import { watchNotices } from '../pipeline/disk/watched.ts';
import type { CheckThreadData } from './check-threads.ts';
import type { CheckedPath, CheckSettings } from './check-work.ts';
import { configFromValue, type LoadedConfig, loadConfig, withFilter } from './config.ts';
import { planTarget } from './targets.ts';
import { type CallPlace, type CallResult, runCall } from './tasks.ts';
import { END, type FileThreadData, type LookThreadData, type ThreadAnswer } from './threads.ts';
import type { WorkerAnswer, WorkerConfig, WorkerTask } from './workers.ts';

/** Entry point of every thread: for a build, for checks, or for making or examining many files. */
export function runThread(): void {
	const data = workerData as WorkerConfig | CheckThreadData | FileThreadData | LookThreadData;
	if ('check' in data) answerChecks(data.check);
	else if ('files' in data) answerFiles(data.files);
	else if ('looks' in data) answerLooks(data.looks);
	else answerCalls(data);
}

/** Runs the calls of a build. The thread prepares the targets itself, since functions cannot be sent between threads. */
function answerCalls({ file, value, base, version, findings }: WorkerConfig): void {
	const loaded: Promise<LoadedConfig> = file === undefined ? configFromValue(value, base) : loadConfig(file);
	const config: Promise<LoadedConfig> = loaded.then((each) => withFilter(each, findings));
	const places = new Map<string, CallPlace>();
	const answer = async ({ target, calls, values }: WorkerTask): Promise<WorkerAnswer> => {
		try {
			const place = places.get(target) ?? { plan: planTarget(await config, target), version, folders: new Map() };
			places.set(target, place);
			const results: CallResult[] = [];
			for (const call of calls) results.push(await runCall(call, (pack) => values.get(pack), place));
			return { results };
		} catch (error) {
			return failed(error);
		}
	};
	watchNotices((what) => parentPort?.postMessage(what));
	let last: Promise<void> = Promise.resolve();
	parentPort?.on('message', (task: WorkerTask | typeof END) => {
		// One after another, and answered in the order in which they came.
		last = last.then(async () => {
			if (task === END) process.exit();
			parentPort?.postMessage(await answer(task));
		});
	});
}

function failed(error: unknown): WorkerAnswer {
	const { name, message, stack = message } = error instanceof Error ? error : new Error(String(error));
	return { error: { name, message, stack } };
}

function answerChecks(settings: CheckSettings): void {
	const registry = createRegistry();
	answerAll(async (paths: readonly string[]) => {
		const { checkPath } = await import('./check-work.ts');
		const found: CheckedPath[] = [];
		for (const path of paths) found.push(await checkPath(path, settings, registry));
		return found;
	});
}

function answerFiles(settings: FileSettings): void {
	const registry = createRegistry();
	answerAll((job: FileJob) => makeFile(job, settings, registry));
}

function answerLooks(settings: LookSettings): void {
	const registry = createRegistry();
	answerAll(async (job: LookJob) => {
		const { lookAt } = await import('../jobs/look-jobs.ts');
		return lookAt(job, settings, registry);
	});
}

/** Answers one task after another, as `AskedThread` wants it. */
function answerAll<T, R>(work: (task: T) => Promise<R>): void {
	let last: Promise<void> = Promise.resolve();
	parentPort?.on('message', (task: T | typeof END) => {
		last = last.then(async () => {
			if (task === END) process.exit();
			const answer: ThreadAnswer<R> = await work(task).then(
				(found) => ({ answer: found }),
				(error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
			);
			parentPort?.postMessage(answer);
		});
	});
}
