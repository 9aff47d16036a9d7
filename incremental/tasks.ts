import type { LevelTarget } from '../pipeline/config.ts';
import type { FolderNames } from '../pipeline/files.ts';
import { workingOn } from '../pipeline/watched.ts';
import { type Captured, captured, type Finding, InputError, Report } from '../src/findings/report.ts';
import { encode } from './encoding.ts';
import { hashBytes } from './hashes.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import type { RecallOf } from './pieces.ts';
import { STEPS, type StepName } from './steps.ts';
import type { Plan } from './targets.ts';

/** An action as a thread gets it. */
export interface Call {
	readonly step: StepName;
	readonly args: readonly string[];
	/** The packs that it may read. */
	readonly packs: readonly string[];
}

/** What an action wrote and found. */
export interface CallResult {
	readonly writes: readonly { readonly pack: string; readonly bytes: Uint8Array; readonly value: unknown }[];
	readonly outputs: readonly { readonly path: string; readonly bytes: Uint8Array; readonly hash: string }[];
	/** Packs that the result depends on although the action does not say so. */
	readonly also: readonly string[];
	readonly files: readonly InputRecord[];
	readonly captured: Captured;
	/** The finding that ended it. */
	readonly failure?: Finding;
}

/** Where calls run. */
export interface CallPlace {
	readonly plan: Plan;
	readonly version: string;
	/** Names in folders, each read once for a target. */
	readonly folders: Map<string, FolderNames>;
	readonly signal?: AbortSignal;
}

/** Packs that a step only sometimes depends on. */
const SOMETIMES = /(?:^|\/)names\.pack$/;

/** Packs of which an action's key knows nothing. */
export function isSometimes(pack: string): boolean {
	return SOMETIMES.test(pack);
}

/** Does the work of an action. The result is the same in any thread. */
export async function runCall(
	{ step, args }: Call,
	values: ReadonlyMap<string, unknown>,
	{ plan, version, folders, signal }: CallPlace,
	recallOf?: RecallOf,
): Promise<CallResult> {
	const report = new Report();
	const inputs = new TrackedInputs(plan.base, folders);
	const writes: { pack: string; bytes: Uint8Array; value: unknown }[] = [];
	const outputs: { path: string; bytes: Uint8Array; hash: string }[] = [];
	const also = new Set<string>();
	const peek = async <T>(pack: string): Promise<T> => {
		if (!values.has(pack)) throw new Error(`${step} reads ${pack}, which is none of its inputs.`);
		return values.get(pack) as T;
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
			target: async () => plan as Plan<LevelTarget>,
			configured: async () => plan,
			peek,
			read: (pack) => {
				if (isSometimes(pack)) also.add(pack);
				return peek(pack);
			},
			write: (pack, value) => void writes.push({ pack, bytes: encode(value), value }),
			output: (path, bytes) => void outputs.push({ path, bytes, hash: hashBytes(bytes) }),
			depfile: () => undefined,
		});
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		failure = error.finding;
	}
	return {
		writes,
		outputs,
		also: [...also],
		files: await inputs.records(),
		captured: captured(report),
		...(failure === undefined ? {} : { failure }),
	};
}
