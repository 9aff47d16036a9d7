import type { CurrentHashes } from './inputs.ts';
import type { OutputRecord, TargetRecord } from './manifest-shape.ts';
import type { Runner } from './workers.ts';

/** What the building of one target works with. */
export interface BuildContext {
	readonly runner: Runner;
	/** The folder for what comes between the steps of the target; absolute. */
	readonly folder: string;
	readonly hashes: CurrentHashes;
	readonly version: string;
	/** Everything is made again. */
	readonly force: boolean;
	/** What is kept between builds is not used. */
	readonly fresh?: boolean;
	/** False where nothing may be written. */
	readonly writes: boolean;
	readonly signal?: AbortSignal;
	/** Told what is being done: of `total` pieces of a step `done` are. */
	readonly onStep?: (step: string, done: number, total: number) => void;
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

/** An output, made if it had to be. */
export interface MadeOutput {
	readonly record: OutputRecord;
	/** Undefined where the file that is there was kept. */
	readonly bytes?: Uint8Array;
}

/** A built target, not yet written. */
export interface TargetBuild {
	readonly record: TargetRecord;
	/** Keeps for the next build what came between the steps. */
	save(): void;
	readonly made: readonly MadeOutput[];
	readonly outputs: readonly OutputResult[];
}
