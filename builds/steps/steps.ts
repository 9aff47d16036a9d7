import { type ConvertTarget, isLevelTarget } from '../../jobs/config/config.ts';
import { readLayout } from '../../jobs/files/layout-file.ts';
import { convert, convertOptions } from '../../pipeline/convert.ts';
import { captured, naming, Report, tell, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import { slashed } from '../../src/text/paths.ts';
import { inputsOf, type Plan, surfacesOf } from '../config/targets.ts';
import { finishStep, gatherStep } from './finish.ts';
import { linkStep } from './join.ts';
import { moduleStep } from './module-step.ts';
import { prepareStep } from './rooms.ts';
import { splitStep } from './split.ts';
import type { StepIo } from './step.ts';

/**
 * The steps of a build. Each reads packs and inputs, writes packs and outputs, and depends on nothing else, so it can run in any thread and on
 * any machine: `wokflow build` runs them on values (`target-run.ts`), `wokflow step` on files (`step-command.ts`). Paths are
 * relative to the folder of the config.
 */

/** A step that `wokflow step` can run. */
export interface Step {
	/** Names of its arguments. */
	readonly usage: string;
	/** @throws InputError when an input cannot be read */
	run(args: readonly string[], io: StepIo): Promise<void>;
}

export type StepName = 'split' | 'prepare' | 'link' | 'finish' | 'gather' | 'module' | 'convert';

export const STEPS: Readonly<Record<StepName, Step>> = {
	split: { usage: 'CONFIG TARGET FOLDER DEPFILE', run: splitStep },
	prepare: { usage: 'OPTIONS ROOM OUTPUT DEPFILE', run: prepareStep },
	link: { usage: 'OPTIONS', run: linkStep },
	finish: { usage: 'OPTIONS LINKED PREPARED OUTPUT FOUND BYTES', run: finishStep },
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
		{ report, surfaces: surfaces.table, mappings, ...(signal === undefined ? {} : { signal }) },
		registry,
	);
	return files;
}
