import { parentPort, workerData } from 'node:worker_threads';
import { configFromValue, type LoadedConfig, loadConfig } from '../load-config.ts';
import { type Plan, planTarget } from '../targets.ts';
import type { WorkerAnswer, WorkerConfig, WorkerRequest } from './pool.ts';
import { runTask } from './tasks.ts';

/** A thread of a build: makes the targets ready for itself, as functions do not travel between threads. */

const { file, value, base } = workerData as WorkerConfig;
const config: Promise<LoadedConfig> = file === undefined ? configFromValue(value, base) : loadConfig(file);
const plans = new Map<string, Plan>();

async function answer({ id, task }: WorkerRequest): Promise<WorkerAnswer> {
	try {
		const loaded = await config;
		const plan = plans.get(task.target) ?? planTarget(loaded, task.target);
		plans.set(task.target, plan);
		return { id, outcome: await runTask(task, plan) };
	} catch (error) {
		const { name, message, stack } = error as Error;
		return { id, error: { name, message, ...(stack === undefined ? {} : { stack }) } };
	}
}

parentPort?.on('message', async (request: WorkerRequest) => {
	const message = await answer(request);
	parentPort?.postMessage(message);
});
