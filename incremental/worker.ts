import { workerData } from 'node:worker_threads';
import { UsageError } from '../src/findings/report.ts';
import { configFromValue, type LoadedConfig, loadConfig } from './config.ts';
import type { Task } from './context.ts';
import { type Plan, planTarget } from './targets.ts';
import { runTask } from './tasks.ts';
import type { WorkerAnswer, WorkerConfig } from './workers.ts';

/** A thread of a build: makes the targets ready for itself, as functions do not travel between threads. */

const { file, value, base } = workerData as WorkerConfig;
const config: Promise<LoadedConfig> = file === undefined ? configFromValue(value, base) : loadConfig(file);
const plans = new Map<string, Plan>();

export default async function answer(task: Task): Promise<WorkerAnswer> {
	try {
		const plan = plans.get(task.target) ?? planTarget(await config, task.target);
		plans.set(task.target, plan);
		return { outcome: await runTask(task, plan) };
	} catch (error) {
		if (error instanceof UsageError) return { usage: error.message };
		throw error;
	}
}
