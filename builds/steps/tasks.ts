import type { LevelTarget } from '../../jobs/config/config.ts';
import type { FolderNames } from '../../jobs/files/files.ts';
import { workingOn } from '../../pipeline/disk/watched.ts';
import { type Captured, captured, type Finding, InputError, Report } from '../../src/findings/report.ts';
import { encode } from '../cache/encoding.ts';
import { hashBytes } from '../cache/hashes.ts';
import { type InputRecord, TrackedInputs } from '../cache/inputs.ts';
import type { Plan } from '../config/targets.ts';
import type { StepIo } from './step.ts';
import { STEPS, type StepName } from './steps.ts';

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
	readonly outputs: readonly { readonly path: string; readonly bytes: Uint8Array; readonly hash: string }[];
	/** Packs that the result depends on, although they are not declared inputs. */
	readonly also: readonly string[];
	readonly files: readonly InputRecord[];
	readonly captured: Captured;
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

/**
 * Does the work of an action. The result is the same in any thread.
 * @param packValue the values of its packs
 */
export async function runCall(
	{ step, args, packs }: Call,
	packValue: (pack: string) => unknown,
	{ plan, version, folders, signal }: CallPlace,
): Promise<CallResult> {
	const report = new Report();
	const inputs = new TrackedInputs(plan.base, folders);
	const declared = new Set(packs);
	const writes: CallResult['writes'][number][] = [];
	const outputs: { path: string; bytes: Uint8Array; hash: string }[] = [];
	const also = new Set<string>();
	const peek: StepIo['peek'] = async (_, pack) => {
		if (!declared.has(pack)) throw new Error(`${step} reads ${pack}, which is none of its inputs.`);
		return (await packValue(pack)) as never;
	};
	let failure: Finding | undefined;
	workingOn(plan.name);
	try {
		await STEPS[step].run(args, {
			report,
			inputs,
			version,
			...(signal === undefined ? {} : { signal }),
			target: async () => plan as Plan<LevelTarget>,
			configured: async () => plan,
			peek,
			read: (kind, pack) => {
				if (isSometimes(pack)) also.add(pack);
				return peek(kind, pack);
			},
			write: (_, pack, value) => {
				const bytes = encode(value);
				writes.push({ pack, bytes, hash: hashBytes(bytes), value });
			},
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
