import { type ConvertTarget, isLevelTarget, type LevelTarget } from '../../jobs/config/config.ts';
import type { FolderFiles } from '../../jobs/files/folders.ts';
import { readLayout } from '../../jobs/files/layout-file.ts';
import { convert, convertOptions } from '../../pipeline/convert.ts';
import { hashBytes } from '../../pipeline/disk/digest.ts';
import { workingOn } from '../../pipeline/disk/watched.ts';
import {
	type Captured,
	captured,
	type Finding,
	InputError,
	naming,
	Report,
	tell,
	UsageError,
} from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { slashed } from '../../src/text/paths.ts';
import { encode } from '../cache/encoding.ts';
import { TrackedInputs } from '../cache/inputs.ts';
import type { InputRecord } from '../cache/manifest.ts';
import { inputsOf, type Plan, surfacesOf } from '../config/targets.ts';
import { finishStep, gatherStep, moduleStep } from './finish.ts';
import type { StepName } from './graph.ts';
import { linkStep } from './link.ts';
import type { StepIo } from './packs.ts';
import { prepareStep, splitStep } from './rooms.ts';

/**
 * The steps of a build. Each reads packs and inputs, writes packs and outputs, and depends on nothing else, so it can run in any thread and on
 * any machine: `wokflow build` runs them on values (`runCall`), `wokflow step` on files (`step-command.ts`). Paths are
 * relative to the folder of the config.
 */

/** A step that `wokflow step` can run. */
export interface Step {
	/** Names of its arguments. */
	readonly usage: string;
	/** @throws InputError when an input cannot be read */
	run(args: readonly string[], io: StepIo): Promise<void>;
}

export const STEPS: Readonly<Record<StepName, Step>> = {
	split: { usage: 'CONFIG TARGET FOLDER DEPFILE', run: splitStep },
	prepare: { usage: 'OPTIONS ROOM OUTPUT DEPFILE', run: prepareStep },
	link: { usage: 'OPTIONS', run: linkStep },
	finish: { usage: 'OPTIONS LINKED OUTPUT FOUND BYTES', run: finishStep },
	gather: { usage: 'OPTIONS FILE OUTPUT DRAWN', run: gatherStep },
	module: { usage: 'OPTIONS FOLDER FOUND DEPFILE', run: moduleStep },
	convert: { usage: 'CONFIG TARGET DEPFILE', run: convertStep },
};

/** Runs the conversion of a target. */
async function convertStep([config, name, deps]: readonly string[], io: StepIo): Promise<void> {
	const plan = await io.configured(config, name);
	if (isLevelTarget(plan.target)) throw new UsageError(`targets.${name} is a level.`);
	// The severities of the target decide which findings are errors, and so whether there is anything to write.
	const own = new Report(plan.findings);
	try {
		const files = await convertTarget(plan as Plan<ConvertTarget>, own, io);
		for (const { path, bytes } of files) io.output(slashed(path), bytes);
		if (files.length > 0) io.depfile(deps, files[0].path);
	} finally {
		tell(captured(own), io.report);
	}
}

async function convertTarget(
	{ name, target, registry, mappings }: Plan<ConvertTarget>,
	report: Report,
	{ inputs, signal }: StepIo,
): Promise<readonly OutputFile[]> {
	const surfaces = await surfacesOf(target, inputs, report);
	const paths = inputsOf(target);
	const output = slashed(target.output);
	const sources = await Promise.all(paths.map((path) => inputs.open(path, report)));
	const layout =
		target.layout === undefined
			? undefined
			: await readLayout(await inputs.open(slashed(target.layout), report), registry, report);
	const { files } = await convert(
		sources,
		output,
		naming(`targets.${name}.room`, () => convertOptions(target, [output, ...paths], layout, registry)),
		{ report, surfaces, mappings, ...(signal === undefined ? {} : { signal }) },
		registry,
	);
	return files;
}

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
	readonly folders: Map<string, FolderFiles>;
	readonly signal?: AbortSignal;
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
			read: async (_, pack) => {
				if (!declared.has(pack)) throw new Error(`${step} reads ${pack}, which is none of its inputs.`);
				return (await packValue(pack)) as never;
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
		files: await inputs.records(),
		captured: captured(report),
		...(failure === undefined ? {} : { failure }),
	};
}
