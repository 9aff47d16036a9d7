import { type ConvertTarget, isLevelTarget } from '../pipeline/config.ts';
import { convert, convertOptions } from '../pipeline/convert.ts';
import { readLayout } from '../pipeline/layout-file.ts';
import { UsageError } from '../src/findings/report.ts';
import type { StepIo } from './step.ts';
import { inputsOf, naming, type Plan, slashed, surfacesOf } from './targets.ts';

/** Runs the conversion of a target. */
export async function convertStep([config, name, deps]: readonly string[], io: StepIo): Promise<void> {
	const plan = await io.configured(config, name);
	if (isLevelTarget(plan.target)) throw new UsageError(`targets.${name} is a level.`);
	const { target, registry, mappings } = plan as Plan<ConvertTarget>;
	const { inputs, report, signal } = io;
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
	if (files.length === 0) return;
	for (const { path, bytes } of files) io.output(slashed(path), bytes);
	io.depfile(deps, files[0].path);
}
