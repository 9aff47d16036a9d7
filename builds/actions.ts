import { hashBytes } from '../pipeline/disk/digest.ts';
import type { Captured, Finding } from '../src/findings/report.ts';
import { decode, encode, hashValue } from './cache/encoding.ts';
import type { CurrentHashes } from './cache/inputs.ts';
import type { InputRecord, OutputRecord } from './cache/manifest.ts';
import { Store } from './cache/store.ts';
import type { Action } from './steps/graph.ts';
import { isPrepared } from './steps/packs.ts';
import type { Call, CallResult } from './steps/steps.ts';

/** Actions of one target that do not depend on each other. */
export interface Work {
	readonly target: string;
	readonly calls: readonly Call[];
	value(pack: string): unknown;
	/** Called after each call. */
	onDone(): void;
}

/** Runs the calls of a build, some of them in parallel. */
export interface Runner {
	/** @returns the results in the order of the calls */
	run(work: Work): Promise<CallResult[]>;
}

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
	/** Called with progress: `done` of `total` pieces of a step are finished. */
	readonly onStep?: (step: string, done: number, total: number) => void;
}

/** An output, with its bytes if it was made. */
export interface MadeOutput {
	readonly record: OutputRecord;
	/** Undefined when the existing file is kept. */
	readonly bytes?: Uint8Array;
}

/** What an action read and made, kept under its key: the hash of all that is known of it beforehand. */
interface ActionRecord {
	/** Files that it read or looked for. */
	readonly files: readonly InputRecord[];
	/** Packs that it wrote, with their hashes. */
	readonly packs: readonly (readonly [pack: string, hash: string])[];
	readonly outputs: readonly { readonly path: string; readonly hash: string; readonly bytes: number }[];
}

/** The result of an action. */
export interface Ran {
	readonly action: Action;
	readonly key: string;
	readonly record: ActionRecord;
	/** Its outputs; with bytes only if the existing file has to be written. */
	readonly made: readonly MadeOutput[];
	/** Its findings; undefined when it did not have to run. */
	readonly captured?: Captured;
}

/** Thrown when actions could not read their inputs; holds the findings of each, and those that ended them. */
export class ActionsFailed extends Error {
	readonly captured: readonly Captured[];
	readonly failures: readonly Finding[];

	constructor(captured: readonly Captured[], failures: readonly Finding[]) {
		super(failures[0].message);
		this.captured = captured;
		this.failures = failures;
	}
}

/**
 * Runs the actions of a target, each only when something that it depends on changed: its key, or a file that it read. Packs are values in memory, or in
 * the cache by the hash of their bytes, so that an action whose packs stay the same stops what follows.
 */
export class TargetRun {
	readonly #target: string;
	readonly #context: BuildContext;
	readonly #store: Store;
	/** The hash of each pack, and the value once it was needed. */
	readonly #hashes = new Map<string, string>();
	readonly #values = new Map<string, unknown>();

	constructor(target: string, context: BuildContext) {
		this.#target = target;
		this.#context = context;
		this.#store = new Store(context.store);
	}

	hashOf(pack: string): string | undefined {
		return this.#hashes.get(pack);
	}

	/**
	 * Runs actions that do not depend on each other.
	 * @param settings further values that they depend on, besides packs
	 * @throws ActionsFailed when one cannot read an input
	 */
	async run(actions: readonly Action[], settings: unknown = null): Promise<Ran[]> {
		const keyed = actions.map((action) => ({ action, key: this.#keyOf(action, settings) }));
		const current = await Promise.all(keyed.map(({ action, key }) => this.#current(action, key)));
		const made = await this.#execute(keyed.filter((_, index) => current[index] === undefined));
		return current.map((ran) => ran ?? (made.shift() as Ran));
	}

	/** The value of a pack. @throws Error for one that is damaged in the cache, or that nothing has made */
	value<T>(pack: string): T {
		if (!this.#values.has(pack)) {
			const hash = this.#hashes.get(pack) ?? '';
			const value = this.kept(hash, true);
			if (value === undefined || (pack.endsWith('.prepared.pack') && !isPrepared(value)))
				throw new Error(`${pack} is missing in the cache.`);
			this.#values.set(pack, value);
		}
		return this.#values.get(pack) as T;
	}

	/**
	 * A value that earlier builds have kept; undefined where there is none. It may have been edited by anybody.
	 * @param isContent its key is the hash of its bytes
	 */
	kept(key: string, isContent: boolean = false): unknown {
		const { force, fresh = false } = this.#context;
		const bytes = force || fresh ? undefined : this.#store.get(key);
		if (bytes === undefined || (isContent && hashBytes(bytes) !== key)) return undefined;
		try {
			return decode(bytes) ?? undefined;
		} catch {
			return undefined;
		}
	}

	/** Keeps a value for the next build. */
	keep(key: string, value: unknown): void {
		this.#store.put(key, encode(value));
	}

	/** Writes what the next build needs. @param isWhole false for a build that failed, whose results are added to those of the last */
	save(isWhole: boolean): void {
		if (this.#context.writes) this.#store.save(isWhole);
	}

	#keyOf({ step, args, inputs }: Action, settings: unknown): string {
		const known = inputs.map((path) => [path, this.#hashes.get(path) ?? null]);
		// JSON of values in a fixed order is enough for a key, and fast for thousands of inputs.
		return hashBytes(
			JSON.stringify([this.#context.version, step, args, settings === null ? null : hashValue(settings), known]),
		);
	}

	/** The result of an action as an earlier build left it, if it would be the same now. */
	async #current(action: Action, key: string): Promise<Ran | undefined> {
		const { hashes } = this.#context;
		const record = this.kept(key) as ActionRecord | undefined;
		if (record === undefined || !(await hashes.areSame(record.files))) return undefined;
		for (const { path, hash } of record.outputs) if ((await hashes.of(path)) !== hash) return undefined;
		if (record.packs.some(([, hash]) => this.#store.get(hash) === undefined)) return undefined;
		const made = record.outputs.map((output) => ({ record: { ...output, key: outputKey(key, record.files) } }));
		return this.#note({ action, key, record, made });
	}

	async #execute(keyed: readonly Pick<Ran, 'action' | 'key'>[]): Promise<Ran[]> {
		if (keyed.length === 0) return [];
		const { runner, signal, onStep } = this.#context;
		const calls = keyed.map(({ action: { step, args, inputs } }): Call => {
			return { step, args, packs: inputs.filter((path) => this.#hashes.has(path)) };
		});
		const [{ step, args }] = calls;
		const name = step === 'gather' ? args[1] : step;
		let done = 0;
		onStep?.(name, 0, calls.length);
		const results = await runner.run({
			target: this.#target,
			calls,
			value: (pack) => this.value(pack),
			onDone: () => {
				signal?.throwIfAborted();
				onStep?.(name, ++done, calls.length);
			},
		});
		signal?.throwIfAborted();
		const failures = results.flatMap(({ failure }) => failure ?? []);
		if (failures.length > 0)
			throw new ActionsFailed(
				results.map(({ captured }) => captured),
				failures,
			);
		return keyed.map((each, index) => this.#take(each, results[index]));
	}

	#take({ action, key }: Pick<Ran, 'action' | 'key'>, result: CallResult): Ran {
		const { writes, outputs, files, captured } = result;
		const made = outputs.map(({ path, bytes, hash }): MadeOutput => {
			return { record: { path, hash, bytes: bytes.length, key: outputKey(key, files) }, bytes };
		});
		const record: ActionRecord = {
			files,
			packs: writes.map(({ pack, hash }) => [pack, hash]),
			outputs: made.map(({ record: { path, hash, bytes } }) => ({ path, hash, bytes })),
		};
		for (const { pack, bytes, hash, value } of writes) {
			this.#values.set(pack, value);
			this.#store.put(hash, bytes);
		}
		this.keep(key, record);
		return this.#note({ action, key, record, made, captured });
	}

	#note(ran: Ran): Ran {
		for (const [pack, hash] of ran.record.packs) this.#hashes.set(pack, hash);
		return ran;
	}
}

/** The key of an output: the key of its action, and the files that the action read. */
function outputKey(key: string, files: readonly InputRecord[]): string {
	return files.length === 0 ? key : hashValue([key, files]);
}
