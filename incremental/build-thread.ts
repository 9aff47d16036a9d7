import { parentPort, workerData } from 'node:worker_threads';
import { watchNotices } from '../pipeline/watched.ts';
import type { CheckThreadData } from './check-threads.ts';
import type { CheckSettings } from './check-work.ts';
import { configFromValue, type LoadedConfig, loadConfig, withFilter } from './config.ts';
import { planTarget } from './targets.ts';
import { type CallPlace, type CallResult, runCall } from './tasks.ts';
import type { WorkerAnswer, WorkerConfig, WorkerTask } from './workers.ts';

/** A thread of a build or of a check. */
export function runThread(): void {
	const data = workerData as WorkerConfig | CheckThreadData;
	if ('check' in data) answerChecks(data.check);
	else answerCalls(data);
}

/** Makes the targets ready for itself, as functions do not travel between threads. */
function answerCalls({ file, value, base, version, findings }: WorkerConfig): void {
	const loaded: Promise<LoadedConfig> = file === undefined ? configFromValue(value, base) : loadConfig(file);
	const config: Promise<LoadedConfig> = loaded.then((each) => withFilter(each, findings));
	const places = new Map<string, CallPlace>();
	const answer = async ({ target, calls, values }: WorkerTask): Promise<WorkerAnswer> => {
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
	};
	watchNotices((what) => parentPort?.postMessage(what));
	parentPort?.on('message', async (task: WorkerTask) => {
		parentPort?.postMessage(await answer(task));
	});
}

function answerChecks(settings: CheckSettings): void {
	parentPort?.on('message', async (path: string) => {
		const { checkPath } = await import('./check-work.ts');
		const found = await checkPath(path, settings).catch((error: unknown) => ({
			error: error instanceof Error ? error : new Error(String(error)),
		}));
		parentPort?.postMessage(found);
	});
}
