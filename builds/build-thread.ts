import { parentPort, workerData } from 'node:worker_threads';
import { createRegistry } from '../jobs/default-registry.ts';
import { type FileJob, makeFile } from '../jobs/each/file-jobs.ts';
import { digestsKept, keepingDigests } from '../jobs/files/files.ts';
import type { LookJob, LookSettings } from '../jobs/look-jobs.ts';
import { watchNotices } from '../pipeline/disk/watched.ts';
import type { CheckSettings, CheckThreadData } from './check-threads.ts';
import { configFromValue, type LoadedConfig, loadConfig, withFilter } from './config/config.ts';
import { planTarget } from './config/targets.ts';
import type { FileThreadData, LookThreadData } from './file-threads.ts';
import { type CallPlace, runCall } from './steps/tasks.ts';
import { END, type ThreadAnswer } from './threads.ts';
import type { BuildThreadData, SentCall } from './workers.ts';

/** Entry point of every thread: for a build, for checks, or for making or examining many files. */
export function runThread(): void {
	const data = workerData as BuildThreadData | CheckThreadData | FileThreadData | LookThreadData;
	if ('check' in data) answerChecks(data.check);
	else if ('files' in data) answerFiles(data);
	else if ('looks' in data) answerLooks(data.looks);
	else answerCalls(data.build);
}

/** Runs the calls of a build. The thread prepares the targets itself, since functions cannot be sent between threads. */
function answerCalls({ file, value, base, version, findings }: BuildThreadData['build']): void {
	const loaded: Promise<LoadedConfig> = file === undefined ? configFromValue(value, base) : loadConfig(file);
	const config: Promise<LoadedConfig> = loaded.then((each) => withFilter(each, findings));
	config.catch(() => undefined);
	const places = new Map<string, CallPlace>();
	watchNotices((what) => parentPort?.postMessage(what));
	answerAll(async ({ target, call, values }: SentCall) => {
		const place = places.get(target) ?? { plan: planTarget(await config, target), version, folders: new Map() };
		places.set(target, place);
		return runCall(call, (pack) => values.get(pack), place);
	});
}

function answerChecks(settings: CheckSettings): void {
	const registry = createRegistry();
	answerAll(async (path: string) => {
		const { checkPath } = await import('./check-threads.ts');
		return checkPath(path, settings, registry);
	});
}

function answerFiles({ files, keepsDigests }: FileThreadData): void {
	const registry = createRegistry();
	answerAll(async (job: FileJob) => {
		// Anew for each, so that each answer has its own.
		if (keepsDigests) keepingDigests();
		return { ...(await makeFile(job, files, registry)), digests: digestsKept() };
	});
}

function answerLooks(settings: LookSettings): void {
	const registry = createRegistry();
	answerAll(async (job: LookJob) => {
		const { lookAt } = await import('../jobs/look-jobs.ts');
		return lookAt(job, settings, registry);
	});
}

/** Answers one task after another, in the order in which they come. */
function answerAll<T>(work: (task: T) => Promise<unknown>): void {
	let last: Promise<void> = Promise.resolve();
	parentPort?.on('message', (task: T | typeof END) => {
		last = last.then(async () => {
			if (task === END) process.exit();
			parentPort?.postMessage(await work(task).then((answer): ThreadAnswer => ({ answer }), failed));
		});
	});
}

function failed(thrown: unknown): ThreadAnswer {
	const { name, message, stack = message } = thrown instanceof Error ? thrown : new Error(String(thrown));
	return { error: { name, message, stack } };
}
