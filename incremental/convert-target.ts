import { basename } from 'node:path';
import type { ConvertTarget } from '../pipeline/config.ts';
import { convertWith } from '../pipeline/convert.ts';
import { type Recipe, resolveRecipe } from '../pipeline/recipe.ts';
import type { Stage } from '../pipeline/stage.ts';
import { type Report, UsageError } from '../src/findings/report.ts';
import { type Layout, roomIndex } from '../src/level/level.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import { settle } from './capture.ts';
import { type BuildContext, type ConvertedFiles, countFound, type MadeOutput, type TargetBuild } from './context.ts';
import { hashBytes, hashValue } from './encoding.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import type { TargetRecord } from './manifest.ts';
import { checkOverwriting } from './outputs.ts';
import { convertReasons } from './reasons.ts';
import { inputsOf, type Plan, slashed, surfacesOf } from './targets.ts';

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
	checkOverwriting(record, report);
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
	const { target, stages, registry, mappings } = plan;
	const paths = inputsOf(target);
	const output = slashed(target.output);
	const sources = await Promise.all(paths.map((path) => inputs.open(path, report)));
	const layout = target.lyt === undefined ? undefined : await readLayout(slashed(target.lyt), inputs, report);
	const place = layout === undefined ? undefined : placeOf(plan, layout, [output, ...paths]);
	const placed = (name: string): Stage[] =>
		place === undefined ? [] : resolveRecipe([[name, { at: place }]] satisfies Recipe, registry);
	const { format, ...write } = target.write ?? {};
	const conversion = await convertWith(
		sources,
		output,
		{
			read: target.read ?? {},
			write: {
				...write,
				...(format === undefined ? {} : { format }),
				...(target.tree === undefined ? {} : { split: target.tree }),
				...(layout === undefined ? {} : { roomNames: layout.rooms.map(({ model }) => model) }),
			},
			stages: [...placed('place'), ...stages],
			// Nothing happens to walkmeshes unasked: only a recipe that was written down is for them too.
			walkmeshStages: [...placed('place-room'), ...(target.recipe === undefined ? [] : stages)],
			...(layout === undefined ? {} : { layout }),
		},
		{ report, surfaces, mappings, ...(signal === undefined ? {} : { signal }) },
		registry,
	);
	return {
		files: conversion.files.map(({ path, bytes }) => ({ path: slashed(path), bytes })),
		inputs: await inputs.records(),
	};
}

async function readLayout(path: string, inputs: TrackedInputs, report: Report): Promise<Layout> {
	const { readLyt } = await import('../importers/lyt/read.ts');
	return readLyt(await (await inputs.open(path, report)).bytes(), report.within({ file: path }));
}

function placeOf({ name, target }: Plan<ConvertTarget>, layout: Layout, paths: readonly string[]) {
	const wanted = target.room === undefined ? paths.map((path) => basename(path).replace(/\..*$/, '')) : [target.room];
	for (const room of wanted) {
		const index = roomIndex(layout, room);
		if (index >= 0) return layout.rooms[index].position;
	}
	const rooms = layout.rooms.map(({ model }) => model).join(', ');
	throw new UsageError(`targets.${name}.room: the layout has no room "${wanted.join('" or "')}". It has: ${rooms}.`);
}
