import { type Captured, type Finding, type Report, tell } from '../src/findings/report.ts';
import { Ahead } from './ahead.ts';
import type { BuildContext, MadeOutput } from './context.ts';
import { decode, hashValue } from './encoding.ts';
import type { Action } from './graph.ts';
import { hashBytes } from './hashes.ts';
import type { InputRecord } from './inputs.ts';
import { isPrepared, PACKS } from './packs.ts';
import { type RecallOf, recallFrom } from './pieces.ts';
import { type ActionRecord, isSmall, NOTHING_BUILT, Store, type TargetState } from './store.ts';
import { type Call, type CallMemory, type CallResult, isSometimes } from './tasks.ts';
import type { TreeSettings } from './tree-task.ts';
import { TreesAhead } from './trees-ahead.ts';

/** The result of an action. */
export interface Ran {
	readonly action: Action;
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
 * Runs the actions of a target in this process, each only when something that it depends on changed. Packs are values in memory; they are read from the
 * store or made again when they are needed.
 */
export class TargetRun {
	readonly before: TargetState;
	readonly #target: string;
	readonly #context: BuildContext;
	readonly #store: Store;
	readonly #records = new Map<string, ActionRecord>();
	/** For packs: the hash, the action that writes them, and bytes and value once they were needed. */
	readonly #hashes = new Map<string, string>();
	readonly #producers = new Map<string, Action>();
	readonly #bytes = new Map<string, Uint8Array>();
	readonly #values = new Map<string, unknown>();
	#ahead: Ahead | undefined;
	#trees: TreesAhead | undefined;

	constructor(target: string, context: BuildContext) {
		this.#target = target;
		this.#context = context;
		this.#store = new Store(context.folder, context.writes);
		this.before = context.force || context.fresh ? NOTHING_BUILT : this.#store.state();
	}

	hashOf(pack: string): string | undefined {
		return this.#hashes.get(pack);
	}

	/** True when nothing is kept of an earlier build. */
	get isFirst(): boolean {
		return this.before.records.size === 0;
	}

	/** Starts actions in another thread before they can be run here. `run` takes their results if they turn out to be right. */
	async start(actions: readonly Action[]): Promise<void> {
		// Another thread cannot take pieces from the store, so after a change of little it would take longer.
		if (!this.isFirst) return;
		await this.#trees?.end();
		this.#ahead = await Ahead.start(actions, this.#target, this.#context.runner, {
			hashOf: (pack) => this.#hashes.get(pack),
			value: (pack) => this.value(pack),
			shared: this.#sharedByPieces(),
		});
	}

	/**
	 * Runs actions that do not depend on each other.
	 * @param settings further values that they depend on, besides packs
	 * @param trees for preparing rooms that `start` follows: how trees are made, so that another thread can make them meanwhile
	 * @throws ActionsFailed when one cannot read an input
	 */
	async run(actions: readonly Action[], settings: unknown = null, trees?: TreeSettings): Promise<Ran[]> {
		const keys = actions.map((action) => this.#keyOf(action, settings));
		const current = await Promise.all(actions.map((action, index) => this.#current(action, keys[index])));
		const open = actions.filter((_, index) => current[index] === undefined);
		const { runner } = this.#context;
		if (trees !== undefined && this.isFirst) this.#trees = new TreesAhead(runner, trees);
		const ran = await this.#execute(open, new Map(actions.map((action, index) => [action, keys[index]])), {
			isFollowed: trees !== undefined && this.isFirst,
		});
		this.#trees?.send();
		let next = 0;
		return actions.map((action, index) => {
			const record = current[index];
			if (record === undefined) return ran[next++];
			this.#note(action, record);
			const made = record.outputs.map((output) => ({
				record: { ...output, key: outputKey(keys[index], record.files) },
			}));
			return { action, record, made };
		});
	}

	/** The value of a pack: from memory, from the store, or made again. */
	async value<T>(pack: string): Promise<T> {
		const kept = this.#keptValue(pack);
		if (kept !== undefined) return kept as T;
		const producer = this.#producers.get(pack);
		const record = producer && this.#records.get(producer.id);
		if (producer === undefined || record === undefined) throw new Error(`Nothing makes ${pack}.`);
		// Forced, because otherwise the action might keep the very pack that is missing.
		await this.#execute([producer], new Map([[producer, record.key]]), { anew: true });
		if (!this.#values.has(pack)) throw new Error(`${producer.id} does not make ${pack}.`);
		return this.#values.get(pack) as T;
	}

	/** The value of a pack from memory or from the store; undefined if it has to be made again. */
	#keptValue(pack: string): unknown {
		if (this.#values.has(pack)) return this.#values.get(pack);
		const hash = this.#hashes.get(pack);
		const bytes = this.#bytes.get(pack) ?? (hash ? this.#store.get(pack, hash, this.before) : undefined);
		let value: unknown;
		try {
			value = bytes ? decode(bytes) : undefined;
		} catch {
			return undefined;
		}
		if (value === undefined || (pack.endsWith('.prepared.pack') && !isPrepared(value))) return undefined;
		this.#values.set(pack, value);
		return value;
	}

	/** The state to keep for the next build. */
	state(rooms: TargetState['rooms']): TargetState {
		const packs = new Map(this.before.packs);
		for (const pack of packs.keys()) if (!this.#hashes.has(pack)) packs.delete(pack);
		for (const [pack, bytes] of this.#bytes) packs.set(pack, bytes);
		return { records: this.#records, packs, rooms };
	}

	/** Writes finished rooms to disk, so that they are kept if a later step fails. */
	flush(): void {
		this.#store.flush();
	}

	save(state: TargetState): void {
		this.#store.save(state);
	}

	#keyOf({ step, args, inputs }: Action, settings: unknown): string {
		const { version } = this.#context;
		const known = inputs.filter((path) => !isSometimes(path)).map((path) => [path, this.#hashes.get(path) ?? null]);
		// JSON of values in a fixed order is enough for a key, and fast for thousands of inputs.
		const text = JSON.stringify([version, step, args, settings === null ? null : hashValue(settings), known]);
		return hashBytes(text);
	}

	/** The record of the last run of an action, if it would have the same result now. */
	async #current(action: Action, key: string): Promise<ActionRecord | undefined> {
		const { force, fresh = false, hashes } = this.#context;
		if (force || fresh) return undefined;
		let record = this.before.records.get(action.id);
		// After a killed build, the log may have newer records than the state.
		if (record?.key !== key) record = this.#store.recordOf(action.outputs.at(-1));
		if (record?.key !== key) return undefined;
		if (record.also.some(([pack, hash]) => this.#hashes.get(pack) !== hash)) return undefined;
		if ((await hashes.changed(record.files)).length > 0) return undefined;
		for (const { path, hash } of record.outputs) if ((await hashes.of(path)) !== hash) return undefined;
		return record;
	}

	/** Executes actions. @param anew true when all their packs have to be made again */
	async #execute(
		actions: readonly Action[],
		keys: ReadonlyMap<Action, string>,
		{ anew = false, isFollowed = false }: { readonly anew?: boolean; readonly isFollowed?: boolean } = {},
	): Promise<Ran[]> {
		if (actions.length === 0) return [];
		const { runner, signal, onStep } = this.#context;
		let done = 0;
		const [{ step }] = actions;
		const calls = actions.map(({ step, args, inputs }): Call => {
			return { step, args, packs: inputs.filter((path) => this.#hashes.has(path)) };
		});
		const name = step === 'gather' ? calls[0].args[1] : step;
		onStep?.(name, 0, calls.length);
		const started =
			anew || actions.length > 1 ? undefined : await this.#ahead?.result(actions[0], (pack) => this.#hashes.get(pack));
		if (started !== undefined) this.#keepPieces(started);
		const results =
			started !== undefined
				? [started]
				: await runner.run({
						target: this.#target,
						calls,
						isFollowed,
						value: (pack) => this.value(pack),
						help: {
							keptValue: (pack) => this.#keptValue(pack),
							recallOf: this.#recallOf(),
							treeOf: (mesh) => this.#trees?.take(mesh),
							...(step === 'link' ? { memory: this.#memory(anew) } : {}),
						},
						onDone: (result) => {
							if (step === 'prepare') this.#trees?.add(result);
							if (step === 'finish') for (const output of result.outputs) void this.#context.stage?.(output);
							signal?.throwIfAborted();
							onStep?.(name, ++done, calls.length);
						},
					});
		signal?.throwIfAborted();
		const ended = results.filter((result) => result.failure !== undefined);
		if (ended.length > 0) {
			const failures = ended.map(({ failure }) => failure as Finding);
			throw new ActionsFailed(
				results.map(({ captured }) => captured),
				failures,
			);
		}
		// Files of the whole level are large: the disk has all the time that the next of them takes to be made.
		if (step === 'gather')
			for (const { outputs } of results) for (const each of outputs) await this.#context.stage?.(each);
		return actions.map((action, index) => this.#take(action, keys.get(action) ?? '', results[index]));
	}

	/** Access to pieces, with the options of all steps as part of their keys. */
	#recallOf(): RecallOf {
		const { force, fresh = false } = this.#context;
		const store = {
			get: (name: string) => (force || fresh ? undefined : this.#store.piece(name)),
			add: (name: string, bytes: Uint8Array) => this.#store.putPiece(name, bytes),
		};
		return recallFrom(store, (pack) => this.#hashes.get(pack), this.#sharedByPieces());
	}

	#sharedByPieces(): readonly unknown[] {
		return [
			this.#context.version,
			[PACKS.linkOptions, PACKS.gatherOptions].map((pack) => this.#hashes.get(pack) ?? null),
		];
	}

	#keepPieces({ pieces = [] }: CallResult): void {
		for (const [name, bytes] of pieces) this.#store.putPiece(name, bytes);
	}

	/** Access to the stored results of the joining step. */
	#memory(anew: boolean): CallMemory {
		const { force, fresh = false } = this.#context;
		return {
			recall: () => (anew || force || fresh ? undefined : this.#store.level()),
			keep: (value) => this.#store.putLevel(value),
			hashOf: (pack) => this.#hashes.get(pack),
			last: (pack, hash) => {
				const bytes = this.#store.get(pack, hash, this.before);
				return bytes && decode(bytes);
			},
		};
	}

	#take(action: Action, key: string, { writes, left, outputs, also, files, captured }: CallResult): Ran {
		const packs = [...writes.map(({ pack, hash }) => [pack, hash] as const), ...left];
		const used = also.map((pack) => [pack, this.#hashes.get(pack) ?? ''] as const);
		const made = outputs.map(({ path, bytes, hash }): MadeOutput => {
			return { record: { path, hash, bytes: bytes.length, key: outputKey(key, files) }, bytes };
		});
		const record: ActionRecord = {
			key,
			also: used,
			files,
			packs,
			outputs: made.map(({ record: { path, hash, bytes } }) => ({ path, hash, bytes })),
		};
		for (const { pack, bytes, value } of writes) {
			this.#values.set(pack, value);
			if (isSmall(pack, bytes.length)) this.#bytes.set(pack, bytes);
			this.#store.put(pack, pack === action.outputs.at(-1) ? record : undefined, bytes);
		}
		this.#note(action, record);
		return { action, record, made, captured };
	}

	#note(action: Action, record: ActionRecord): void {
		this.#records.set(action.id, record);
		for (const [pack, hash] of record.packs) {
			this.#hashes.set(pack, hash);
			this.#producers.set(pack, action);
		}
	}
}

/** The key of an output: the key of its action, and the files that the action read. */
function outputKey(key: string, files: readonly InputRecord[]): string {
	return files.length === 0 ? key : hashValue([key, files]);
}

/** Reports the findings of failed actions. */
export function tellFailed({ captured, failures }: ActionsFailed, report: Report): void {
	for (const each of captured) tell(each, report);
	for (const failure of failures.slice(1)) report.push(failure);
}
