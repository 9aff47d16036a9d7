import type { LevelTarget } from '../jobs/config/config.ts';
import type { FolderNames } from '../jobs/files/files.ts';
import { workingOn } from '../pipeline/disk/watched.ts';
import { type Captured, captured, type Finding, InputError, Report } from '../src/findings/report.ts';
import { encode } from './encoding.ts';
import { hashBytes } from './hashes.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import { PackMissing, type StepIo, type StepMemory } from './step.ts';
import { STEPS, type StepName } from './steps.ts';
import type { Plan } from './targets.ts';

/** An action as it is sent to a thread. */
export interface Call {
	readonly step: StepName;
	readonly args: readonly string[];
	/** The packs that it may read. */
	readonly packs: readonly string[];
}

/** The results and findings of an action. */
export interface CallResult {
	readonly writes: readonly {
		readonly pack: string;
		readonly bytes: Uint8Array;
		readonly hash: string;
		readonly value: unknown;
	}[];
	/** Packs that are the same as in the last run, with their hashes. */
	readonly left: readonly (readonly [pack: string, hash: string])[];
	readonly outputs: readonly { readonly path: string; readonly bytes: Uint8Array; readonly hash: string }[];
	/** Packs that the result depends on, although they are not declared inputs. */
	readonly also: readonly string[];
	readonly files: readonly InputRecord[];
	readonly captured: Captured;
	/** What it made of single rooms, to be kept; only of calls that ran in another thread. */
	readonly pieces?: readonly (readonly [name: string, bytes: Uint8Array])[];
	/** The finding of the InputError that ended it. */
	readonly failure?: Finding;
}

/** The environment of calls. */
export interface CallPlace {
	readonly plan: Plan;
	readonly version: string;
	/** Names in folders, each read once for a target. */
	readonly folders: Map<string, FolderNames>;
	readonly signal?: AbortSignal;
}

/** Packs that only some results depend on. */
const SOMETIMES = /(?:^|\/)names\.pack$/;

/** True for packs that are not part of an action's key. */
export function isSometimes(pack: string): boolean {
	return SOMETIMES.test(pack);
}

/** Access to the last run of an action. */
export interface CallMemory {
	recall(): unknown;
	keep(value: unknown): void;
	hashOf(pack: string): string | undefined;
	last(pack: string, hash: string): unknown;
}

/** What a call in the thread of the build has at hand to do less work. Its result is the same without. */
export interface CallHelp extends Pick<StepIo, 'recallOf' | 'treeOf'> {
	readonly memory?: CallMemory;
	/** The value of a pack that need not be made again; undefined for others. */
	readonly keptValue?: (pack: string) => unknown;
}

/**
 * Does the work of an action. The result is the same in any thread.
 * @param packValue the values of its packs
 */
export async function runCall(
	{ step, args, packs }: Call,
	packValue: (pack: string) => unknown,
	{ plan, version, folders, signal }: CallPlace,
	{ recallOf, memory, treeOf, keptValue }: CallHelp = {},
): Promise<CallResult> {
	const report = new Report();
	const inputs = new TrackedInputs(plan.base, folders);
	const declared = new Set(packs);
	const writes: CallResult['writes'][number][] = [];
	const left: [string, string][] = [];
	const outputs: { path: string; bytes: Uint8Array; hash: string }[] = [];
	const also = new Set<string>();
	const checkDeclared = (pack: string): void => {
		if (!declared.has(pack)) throw new Error(`${step} reads ${pack}, which is none of its inputs.`);
	};
	const peek: StepIo['peek'] = async (_, pack) => {
		checkDeclared(pack);
		return (await packValue(pack)) as never;
	};
	const readNow = <T>(pack: string): T => {
		checkDeclared(pack);
		const value = keptValue?.(pack);
		if (value === undefined) throw new PackMissing(pack);
		return value as T;
	};
	const write = (pack: string, value: unknown, known?: string): string => {
		const bytes = encode(value);
		const hash = hashBytes(bytes);
		if (hash === known) left.push([pack, hash]);
		else writes.push({ pack, bytes, hash, value });
		return hash;
	};
	let failure: Finding | undefined;
	workingOn(plan.name);
	try {
		await STEPS[step].run(args, {
			report,
			inputs,
			version,
			...(signal === undefined ? {} : { signal }),
			...(recallOf === undefined ? {} : { recallOf }),
			...(keptValue === undefined ? {} : { readNow }),
			...(treeOf === undefined ? {} : { treeOf }),
			target: async () => plan as Plan<LevelTarget>,
			configured: async () => plan,
			peek,
			read: (kind, pack) => {
				if (isSometimes(pack)) also.add(pack);
				return peek(kind, pack);
			},
			write: (_, pack, value) => void write(pack, value),
			...(memory === undefined ? {} : { memory: stepMemory(memory, write, left) }),
			output: (path, bytes) => void outputs.push({ path, bytes, hash: hashBytes(bytes) }),
			depfile: () => undefined,
		});
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		failure = error.finding;
	}
	return {
		writes,
		left,
		outputs,
		also: [...also],
		files: await inputs.records(),
		captured: captured(report),
		...(failure === undefined ? {} : { failure }),
	};
}

function stepMemory(memory: CallMemory, update: StepMemory['update'], left: [string, string][]): StepMemory {
	return {
		recall: () => memory.recall(),
		keep: (value) => memory.keep(value),
		hashOf: (pack) => {
			const hash = memory.hashOf(pack);
			if (hash === undefined) throw new Error(`Nothing makes ${pack}.`);
			return hash;
		},
		update,
		last: async (pack, hash) => memory.last(pack, hash),
		leave: (pack, hash) => void left.push([pack, hash]),
	};
}
