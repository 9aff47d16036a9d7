import { parentPort, workerData } from 'node:worker_threads';
import { watchNotices } from '../pipeline/watched.ts';
import { configFromValue, type LoadedConfig, loadConfig, withFilter } from './config.ts';
import { planTarget } from './targets.ts';
import { type CallPlace, type CallResult, runCall } from './tasks.ts';
import type { WorkerAnswer, WorkerConfig, WorkerTask } from './workers.ts';

/** A thread of a build: makes the targets ready for itself, as functions do not travel between threads. */

const { file, value, base, version, findings } = workerData as WorkerConfig;
const loaded: Promise<LoadedConfig> = file === undefined ? configFromValue(value, base) : loadConfig(file);
const config: Promise<LoadedConfig> = loaded.then((each) => withFilter(each, findings));
const places = new Map<string, CallPlace>();

async function answer({ target, calls, values }: WorkerTask): Promise<WorkerAnswer> {
	try {
		const place = places.get(target) ?? { plan: planTarget(await config, target), version, folders: new Map() };
		places.set(target, place);
		const results: CallResult[] = [];
		for (const call of calls) results.push(await runCall(call, values, place));
		return { results };
	} catch (error) {
		const { name, message, stack = message } = error instanceof Error ? error : new Error(String(error));
		return { error: { name, message, stack } };
	}
}

watchNotices((what) => parentPort?.postMessage(what));
parentPort?.on('message', async (task: WorkerTask) => {
	parentPort?.postMessage(await answer(task));
});
