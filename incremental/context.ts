import type { Report } from '../src/findings/report.ts';
import type { Cache } from './cache.ts';
import type { CurrentHashes } from './inputs.ts';
import type { OutputRecord, TargetRecord } from './manifest.ts';
import type { Runner } from './workers/pool.ts';

/** What the building of one target works with. */
export interface BuildContext {
	readonly runner: Runner;
	readonly cache: Cache;
	readonly hashes: CurrentHashes;
	readonly version: string;
	/** Everything is made again. */
	readonly force: boolean;
	readonly signal?: AbortSignal;
	/** Told what is being done: of `total` pieces of a step `done` are. */
	readonly onStep?: (step: string, done: number, total: number) => void;
}

/** A file to write. */
export interface MadeFile {
	/** Relative to the folder of the config. */
	readonly path: string;
	readonly bytes: Uint8Array;
}

/** What came of an output. */
export interface OutputResult {
	readonly path: string;
	/**
	 * `written`: made and written. `unchanged`: made again, and it is what lies there. `kept`: nothing it depends on changed.
	 * `removed`: belongs to the target no longer. In a dry run nothing of this has happened.
	 */
	readonly status: 'written' | 'unchanged' | 'kept' | 'removed';
	/** Why it was made or removed. */
	readonly reasons: readonly string[];
	readonly room?: string;
}

/** A built target, not yet written. */
export interface TargetBuild {
	readonly record: TargetRecord;
	readonly files: readonly MadeFile[];
	readonly outputs: readonly OutputResult[];
}

/** A target's outputs, each made if it must be. */
export interface MadeOutput {
	readonly record: OutputRecord;
	/** Undefined where the file that is there was kept. */
	readonly bytes?: Uint8Array;
}

/** How many findings of which kind a report holds. */
export function countFound(report: Report): TargetRecord['found'] {
	return {
		errors: report.total('error') + report.total('fatal'),
		warnings: report.total('warning'),
		notes: report.total('info'),
	};
}
