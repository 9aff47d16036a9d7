import type { CheckOptions } from '../jobs/check.ts';
import { checkAdvised } from '../jobs/check-advised.ts';
import { createRegistry } from '../jobs/default-registry.ts';
import { checkInputs } from '../jobs/files/check-inputs.ts';
import type { Registry } from '../pipeline/registry.ts';
import { type Finding, Report } from '../src/findings/report.ts';
import type { SurfaceTable } from '../src/model/surfaces.ts';
import { ThreadPool } from './threads.ts';

/** The settings of a check as plain data, which is sent to threads. */
export interface CheckSettings {
	readonly options: Pick<CheckOptions, 'profile' | 'read' | 'mesh'>;
	readonly surfaces: SurfaceTable;
}

/** The data that a checking thread is started with. */
export interface CheckThreadData {
	readonly check: CheckSettings;
}

/** The result of checking one path. */
export interface CheckedPath {
	readonly findings: readonly Finding[];
	/** Files that were read. */
	readonly inputs: readonly string[];
}

/** Checks the level or file at a path. The findings are the same in any thread. */
export async function checkPath(
	path: string,
	{ options, surfaces }: CheckSettings,
	registry: Registry = createRegistry(),
): Promise<CheckedPath> {
	const report = new Report();
	const found: Finding[] = [];
	const inputs = await checkInputs([path], undefined, registry, report);
	for (const { source, roomFiles } of inputs) {
		const given = { ...options, ...(roomFiles === undefined ? {} : { roomFiles }) };
		found.push(...(await checkAdvised(source, given, { report, surfaces, mappings: [] }, registry)));
	}
	return { findings: [...report.findings, ...found], inputs: [...report.inputs] };
}

/** Number of levels for each thread from which starting it saves time. */
const WORTH_THREAD = 4;

export interface CheckAllOptions {
	/** Most threads. */
	readonly jobs: number;
	readonly signal?: AbortSignal;
	onDone(done: number): void;
}

/**
 * Checks levels in this thread and in others. The findings do not depend on the thread.
 * @returns the results in the order of the paths
 */
export async function checkAll(
	paths: readonly string[],
	settings: CheckSettings,
	{ jobs, signal, onDone }: CheckAllOptions,
): Promise<CheckedPath[]> {
	const registry = createRegistry();
	const pool = new ThreadPool<string, CheckedPath>({
		data: { check: settings } satisfies CheckThreadData,
		count: Math.min(jobs, Math.floor(paths.length / WORTH_THREAD)),
		here: (path) => checkPath(path, settings, registry),
	});
	const giveUp = (): void => pool.fail(signal?.reason as Error);
	signal?.addEventListener('abort', giveUp, { once: true });
	let done = 0;
	const check = async (path: string): Promise<CheckedPath> => {
		const found = await pool.ask(path);
		signal?.throwIfAborted();
		onDone(++done);
		return found;
	};
	try {
		return await Promise.all(paths.map(check));
	} finally {
		signal?.removeEventListener('abort', giveUp);
		await pool.close();
	}
}
