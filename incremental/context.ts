import type { Report } from '../src/findings/report.ts';
import type { Layout } from '../src/level/level.ts';
import type { SceneMarker } from '../src/scene/scene.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { Cache } from './cache.ts';
import type { Outcome } from './capture.ts';
import type { CurrentHashes, InputRecord } from './inputs.ts';
import type { OutputRecord, TargetRecord } from './manifest.ts';

/** A marker of a scene whose room is known. */
export interface RoomMarker {
	readonly kind: SceneMarker['kind'];
	/** 3 doubles a point: area axes, metres. */
	readonly positions: Float64Array;
	/** Index into the layout. */
	readonly room: number;
	/** The room as written, and where it is, for findings. */
	readonly written: string;
	readonly node: string;
}

/** A room before it is linked. */
export interface PreparedRoom {
	/** Undefined for placeholders, and rooms without file or ground. */
	readonly walkmesh?: Walkmesh;
	/** The markers that lie at an edge of it, by index. */
	readonly matched: readonly number[];
	/** For rooms of a layout: what was read. */
	readonly inputs: readonly InputRecord[];
	/** True when the result depends on which rooms the layout has: its markers name some. */
	readonly usesLayout: boolean;
}

/** What a conversion made. Paths are relative to the folder of the config. */
export interface ConvertedFiles {
	readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
	readonly inputs: readonly InputRecord[];
}

interface CommonTask {
	readonly target: string;
	readonly surfaces: SurfaceTable;
}

/** A piece of work that needs nothing but what it is given: it can be done in any thread, with the same result. */
export type Task =
	| (CommonTask & { readonly step: 'prepare'; readonly mesh: Walkmesh; readonly markers: readonly RoomMarker[] })
	| (CommonTask & { readonly step: 'read'; readonly index: number; readonly layout: Layout })
	| (CommonTask & { readonly step: 'finish'; readonly mesh: Walkmesh })
	| (CommonTask & { readonly step: 'convert' });

export interface TaskResults {
	prepare: PreparedRoom;
	read: PreparedRoom;
	finish: Uint8Array;
	convert: ConvertedFiles;
}

export type ResultOf<T extends Task> = Outcome<TaskResults[T['step']]>;

/** Does tasks, some of them at the same time. */
export interface Runner {
	run<T extends Task>(task: T): Promise<ResultOf<T>>;
	/** Ends its threads; tasks that are under way are given up. */
	close(): Promise<void>;
}

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
	readonly made: readonly MadeOutput[];
	readonly outputs: readonly OutputResult[];
}

/** How many findings of which kind a report holds. */
export function countFound(report: Report): TargetRecord['found'] {
	return {
		errors: report.total('error') + report.total('fatal'),
		warnings: report.total('warning'),
		notes: report.total('info'),
	};
}
