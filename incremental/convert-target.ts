import { type ConvertTarget, isLevelTarget } from '../pipeline/config.ts';
import { convert, convertOptions } from '../pipeline/convert.ts';
import { readLayout } from '../pipeline/layout-file.ts';
import { captured, naming, Report, tell, UsageError } from '../src/findings/report.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import type { StepIo } from './step.ts';
import { inputsOf, type Plan, slashed, surfacesOf } from './targets.ts';

/** Runs the conversion of a target. */
export async function convertStep([config, name, deps]: readonly string[], io: StepIo): Promise<void> {
	const plan = await io.configured(config, name);
	if (isLevelTarget(plan.target)) throw new UsageError(`targets.${name} is a level.`);
	// Whether there is anything to write depends on what counts as an error.
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
