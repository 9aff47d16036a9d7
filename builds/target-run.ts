import { type Captured, type Finding, type Report, tell } from '../src/findings/report.ts';
import { decode, hashValue } from './cache/encoding.ts';
import { hashBytes } from './cache/hashes.ts';
import type { InputRecord } from './cache/inputs.ts';
import { Store } from './cache/store.ts';
import type { BuildContext, MadeOutput } from './context.ts';
import type { RoomRecord } from './reasons.ts';
import type { Action } from './steps/graph.ts';
import { isPrepared } from './steps/packs.ts';
import { type Call, type CallResult, isSometimes } from './steps/tasks.ts';

/** What an action read and made, kept under its key: the hash of all that is known of it beforehand. */
interface ActionRecord {
	/** Further packs that it read, with their hashes. */
	readonly also: readonly (readonly [pack: string, hash: string])[];
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

/** The modelled rooms of a scene are not kept: one step makes them again when any of them is needed. Those of a layout are small. */
const MODELLED = /\.room\.pack$/;
const LITTLE = 1024;

/** The key of what is kept of the rooms of the last build. */
const ROOMS = hashBytes('rooms');

/**
 * Runs the actions of a target in this process, each only when something that it depends on changed. Packs are values in memory; they are read from the
 * store or made again when they are needed.
 */
export class TargetRun {
	readonly #target: string;
	readonly #context: BuildContext;
	readonly #store: Store;
	/** For packs: the hash, what wrote them, and the value once it was needed. */
	readonly #hashes = new Map<string, string>();
	readonly #makers = new Map<string, Pick<Ran, 'action' | 'key'>>();
	readonly #values = new Map<string, unknown>();

	constructor(target: string, context: BuildContext) {
		this.#target = target;
		this.#context = context;
		this.#store = new Store(context.store, context.writes);
	}

	/** What the last build has kept of the rooms. It may have been edited by anybody. */
	get before(): readonly RoomRecord[] {
		return (this.#kept(ROOMS, parsed) ?? []) as readonly RoomRecord[];
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
		const keys = actions.map((action) => this.#keyOf(action, settings));
		const current = await Promise.all(actions.map((action, index) => this.#current(action, keys[index])));
		const open = [...actions.keys()].filter((index) => current[index] === undefined);
		const ran = await this.#execute(
			open.map((index) => actions[index]),
			open.map((index) => keys[index]),
		);
		for (const [i, index] of open.entries()) current[index] = ran[i];
		return current as Ran[];
	}

	/** The value of a pack: from memory, from the store, or made again. */
	async value<T>(pack: string): Promise<T> {
		const hash = this.#hashes.get(pack);
		if (!this.#values.has(pack) && hash !== undefined) {
			const value = this.#kept(hash, decode, true);
			if (value !== undefined && (!pack.endsWith('.prepared.pack') || isPrepared(value))) this.#values.set(pack, value);
		}
		if (!this.#values.has(pack)) {
			const maker = this.#makers.get(pack);
			if (maker === undefined) throw new Error(`Nothing makes ${pack}.`);
			await this.#execute([maker.action], [maker.key]);
		}
		if (!this.#values.has(pack)) throw new Error(`${this.#makers.get(pack)?.action.id} does not make ${pack}.`);
		return this.#values.get(pack) as T;
	}

	/** Writes what was made to the disk, so that it is kept if a later step fails. */
	flush(): void {
		this.#store.flush();
	}

	/** Keeps what the next build needs, and nothing else. */
	save(rooms: readonly RoomRecord[]): void {
		this.#store.put(ROOMS, textBytes(rooms));
		this.#store.save();
	}

	/** A value that earlier builds have kept; undefined where there is none. @param isContent its key is the hash of its bytes */
	#kept(key: string, read: (bytes: Buffer) => unknown, isContent = false): unknown {
		const { force, fresh = false } = this.#context;
		const bytes = force || fresh ? undefined : this.#store.get(key);
		if (bytes === undefined || (isContent && hashBytes(bytes) !== key)) return undefined;
		try {
			return read(bytes) ?? undefined;
		} catch {
			return undefined;
		}
	}

	#keyOf({ step, args, inputs }: Action, settings: unknown): string {
		const { version } = this.#context;
		const known = inputs.filter((path) => !isSometimes(path)).map((path) => [path, this.#hashes.get(path) ?? null]);
		// JSON of values in a fixed order is enough for a key, and fast for thousands of inputs.
		return hashBytes(JSON.stringify([version, step, args, settings === null ? null : hashValue(settings), known]));
	}

	/** The result of an action as an earlier build left it, if it would be the same now. */
	async #current(action: Action, key: string): Promise<Ran | undefined> {
		const { hashes } = this.#context;
		const record = this.#kept(key, parsed) as ActionRecord | undefined;
		if (record === undefined) return undefined;
		if (record.also.some(([pack, hash]) => this.#hashes.get(pack) !== hash)) return undefined;
		if ((await hashes.changed(record.files)).length > 0) return undefined;
		for (const { path, hash } of record.outputs) if ((await hashes.of(path)) !== hash) return undefined;
		const made = record.outputs.map((output) => ({ record: { ...output, key: outputKey(key, record.files) } }));
		return this.#note({ action, key, record, made });
	}

	/** Executes actions, each with its key. */
	async #execute(actions: readonly Action[], keys: readonly string[]): Promise<Ran[]> {
		if (actions.length === 0) return [];
		const { runner, signal, onStep, stage } = this.#context;
		let done = 0;
		const [{ step, args }] = actions;
		const calls = actions.map(({ step, args, inputs }): Call => {
			return { step, args, packs: inputs.filter((path) => this.#hashes.has(path)) };
		});
		const name = step === 'gather' ? args[1] : step;
		onStep?.(name, 0, calls.length);
		const results = await runner.run({
			target: this.#target,
			calls,
			value: (pack) => this.value(pack),
			onDone: (result) => {
				if (step === 'finish') for (const output of result.outputs) void stage?.(output);
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
		// Files of the whole level are large: the disk has all the time that the next of them takes to be made.
		if (step === 'gather') for (const { outputs } of results) for (const each of outputs) await stage?.(each);
		return actions.map((action, index) => this.#take(action, keys[index], results[index]));
	}

	#take(action: Action, key: string, result: CallResult): Ran {
		const { writes, outputs, also, files, captured } = result;
		const made = outputs.map(({ path, bytes, hash }): MadeOutput => {
			return { record: { path, hash, bytes: bytes.length, key: outputKey(key, files) }, bytes };
		});
		const record: ActionRecord = {
			also: also.map((pack) => [pack, this.#hashes.get(pack) ?? '']),
			files,
			packs: writes.map(({ pack, hash }) => [pack, hash]),
			outputs: made.map(({ record: { path, hash, bytes } }) => ({ path, hash, bytes })),
		};
		for (const { pack, bytes, hash, value } of writes) {
			this.#values.set(pack, value);
			if (bytes.length <= LITTLE || !MODELLED.test(pack)) this.#store.put(hash, bytes);
		}
		this.#store.put(key, textBytes(record));
		return this.#note({ action, key, record, made, captured });
	}

	#note(ran: Ran): Ran {
		const { packs } = ran.record;
		for (const [pack, hash] of packs) {
			this.#hashes.set(pack, hash);
			this.#makers.set(pack, ran);
		}
		this.#store.use(packs.map(([, hash]) => hash));
		return ran;
	}
}

function parsed(bytes: Buffer): unknown {
	return JSON.parse(bytes.toString('utf8'));
}

function textBytes(value: unknown): Uint8Array {
	return new TextEncoder().encode(JSON.stringify(value));
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
