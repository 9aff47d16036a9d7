import type { ConvertTarget } from '../pipeline/config.ts';
import { convert, convertOptions } from '../pipeline/convert.ts';
import { readLayout } from '../pipeline/layout-file.ts';
import type { Report } from '../src/findings/report.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import { settle } from './capture.ts';
import { type BuildContext, type ConvertedFiles, countFound, type MadeOutput, type TargetBuild } from './context.ts';
import { hashBytes, hashValue } from './encoding.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import type { TargetRecord } from './manifest.ts';
import { convertReasons } from './reasons.ts';
import { inputsOf, naming, type Plan, slashed, surfacesOf } from './targets.ts';

/** Runs a conversion. Nothing is written here. @throws InputError when an input cannot be read */
export async function buildConvert(
	plan: Plan<ConvertTarget>,
	previous: TargetRecord | undefined,
	context: BuildContext,
	report: Report,
): Promise<TargetBuild> {
	const inputs = new TrackedInputs(plan.base);
	const surfaces = await surfacesOf(plan.target, inputs, report);
	context.onStep?.('convert', 0, 1);
	const outcome = await context.runner.run({ step: 'convert', target: plan.name, surfaces: surfaces.table });
	const { files, inputs: read } = settle(outcome, report);
	const all: InputRecord[] = [...(await inputs.records()), ...read];
	const key = hashValue({
		step: 'convert',
		version: context.version,
		options: plan.options,
		code: plan.code,
		inputs: all,
	});
	const outputs = files.map(({ path, bytes }): MadeOutput => {
		return { record: { path, hash: hashBytes(bytes), bytes: bytes.length, key }, bytes };
	});
	const record: TargetRecord = {
		wokflow: context.version,
		options: plan.options,
		code: plan.code,
		inputs: all.sort((a, b) => (a.path < b.path ? -1 : 1)),
		rooms: [],
		outputs: outputs.map((output) => output.record),
		found: countFound(report),
		cached: [],
	};
	return { record, made: outputs, outputs: await convertReasons(record, outputs, previous, context) };
}

/** Runs the conversion of a target; writes nothing. @throws InputError when an input cannot be read */
export async function convertOnce(
	plan: Plan<ConvertTarget>,
	inputs: TrackedInputs,
	surfaces: SurfaceTable,
	report: Report,
	signal?: AbortSignal,
): Promise<ConvertedFiles> {
	const { name, target, registry, mappings } = plan;
	const paths = inputsOf(target);
	const output = slashed(target.output);
	const sources = await Promise.all(paths.map((path) => inputs.open(path, report)));
	const layout =
		target.layout === undefined
			? undefined
			: await readLayout(await inputs.open(slashed(target.layout), report), registry, report);
	const conversion = await convert(
		sources,
		output,
		naming(`targets.${name}.room`, () => convertOptions(target, [output, ...paths], layout, registry)),
		{ report, surfaces, mappings, ...(signal === undefined ? {} : { signal }) },
		registry,
	);
	return {
		files: conversion.files.map(({ path, bytes }) => ({ path: slashed(path), bytes })),
		inputs: await inputs.records(),
	};
}
