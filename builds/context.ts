import type { CurrentHashes } from './cache/inputs.ts';
import type { OutputRecord, TargetRecord } from './cache/manifest-shape.ts';
import type { Runner } from './workers.ts';

/** Settings and services for building one target. */
export interface BuildContext {
	readonly runner: Runner;
	/** Absolute path of the cache of the target. */
	readonly store: string;
	readonly hashes: CurrentHashes;
	readonly version: string;
	/** True to make everything again. */
	readonly force: boolean;
	/** True to ignore the results of earlier builds. */
	readonly fresh?: boolean;
	/** False where nothing may be written. */
	readonly writes: boolean;
	readonly signal?: AbortSignal;
	/** Takes outputs as they are made, to bring them to the disk meanwhile. They are not seen before all is made. @returns when others can be made */
	readonly stage?: (output: { readonly path: string; readonly bytes: Uint8Array }) => Promise<void>;
	/** Called with progress: `done` of `total` pieces of a step are finished. */
	readonly onStep?: (step: string, done: number, total: number) => void;
}

/** The result for one output. */
export interface OutputResult {
	readonly path: string;
	/**
	 * `written`: made and written. `unchanged`: made again, with the same bytes as the existing file. `kept`: nothing that it depends on changed.
	 * `removed`: no longer an output of the target. A dry run only says what would happen.
	 */
	readonly status: 'written' | 'unchanged' | 'kept' | 'removed';
	/** Why it was made or removed. */
	readonly reasons: readonly string[];
	readonly room?: string;
}

/** An output, with its bytes if it was made. */
export interface MadeOutput {
	readonly record: OutputRecord;
	/** Undefined when the existing file is kept. */
	readonly bytes?: Uint8Array;
}

/** A built target, not yet written. */
export interface TargetBuild {
	readonly record: TargetRecord;
	/** Saves the intermediate results for the next build. */
	save(): void;
	readonly made: readonly MadeOutput[];
	readonly outputs: readonly OutputResult[];
}
