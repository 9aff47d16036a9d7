import { basename } from 'node:path';
import type { ConvertTarget } from '../pipeline/config.ts';
import { convertWith } from '../pipeline/convert.ts';
import { type Recipe, resolveRecipe } from '../pipeline/recipe.ts';
import type { Stage } from '../pipeline/stage.ts';
import { type Report, UsageError } from '../src/findings/report.ts';
import { type Layout, roomIndex } from '../src/level/level.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { InputRecord, TrackedInputs } from './inputs.ts';
import { type Plan, slashed } from './targets.ts';

/** What a conversion made. Paths are relative to the folder of the config. */
export interface ConvertedFiles {
	readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
	readonly inputs: readonly InputRecord[];
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

export function inputsOf({ input }: ConvertTarget): string[] {
	return (typeof input === 'string' ? [input] : [...input]).map(slashed);
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
