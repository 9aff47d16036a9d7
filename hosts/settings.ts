import { BWM_WRITE_OPTIONS } from '../exporters/bwm/index.ts';
import { createRegistry } from '../jobs/default-registry.ts';
import { CODE_OPTIONS } from '../pipeline/code-options.ts';
import { type Conversion, convert, convertOptions } from '../pipeline/convert.ts';
import {
	CHANGE_OPTIONS,
	MESH_OPTIONS,
	PLACE_ROOM_OPTIONS,
	READ_OPTIONS,
	SURFACE_OPTIONS,
} from '../pipeline/options.ts';
import type { Recipe } from '../pipeline/recipe.ts';
import type { Registry } from '../pipeline/registry.ts';
import { checkedValues, flag, type GivenOf, type Options } from '../src/findings/options.ts';
import type { Exporter, Importer, InputSource, ReadContext } from '../src/formats/contracts.ts';
import type { Layout } from '../src/model/level.ts';
import { surfaceMappings } from '../src/scene/surface-mappings.ts';

/** What hosts let their users say about a conversion, under the names that the library and the command line have for it. */
export const HOST_OPTIONS = {
	...READ_OPTIONS,
	...SURFACE_OPTIONS,
	...MESH_OPTIONS,
	...PLACE_ROOM_OPTIONS,
	...CHANGE_OPTIONS,
	...BWM_WRITE_OPTIONS,
	strict: flag('Warnings keep the output from being made.', false),
};

/** The same as values, without the files that are not the same everywhere: layouts, surface tables and lists of materials. */
export interface ConversionSettings extends Omit<GivenOf<typeof HOST_OPTIONS>, 'layout' | 'surfacemat' | 'surfaces'> {
	/** All stages in place of those that the options stand for; a layout still positions the room first. */
	readonly recipe?: Recipe;
}

/**
 * Refuses options that do not exist: a misspelt one would do nothing, and nobody would see it. And values that are not allowed.
 * @param further names of options that are the host's own
 * @throws UsageError that lists the known ones
 */
export function checkSettings(options: object, host: string, further: Options, registry?: Registry): void {
	const own = { recipe: CODE_OPTIONS.recipe, ...further };
	checkedValues({ ...HOST_OPTIONS, ...registry?.readOptions, ...own }, options, host);
}

/** What a host adds to the settings of its user. */
export interface HostOptions {
	/** The layout that the room belongs to: places it, and names the rooms of markers. */
	readonly layout?: Layout | undefined;
	/** Reads the source, in place of the importer that its name or first bytes belong to. */
	readonly importer?: Importer;
	/** Formats that were added. */
	readonly registry?: Registry;
	/** Takes what was made, in place of the exporter that the output's extension belongs to. */
	readonly exporter?: Exporter;
}

/**
 * Converts one source as `wokflow convert` does, so that every host gives the same bytes for the same options.
 * @throws InputError, UsageError
 */
export async function convertInHost(
	source: InputSource,
	output: string,
	settings: ConversionSettings,
	context: Omit<ReadContext, 'mappings'>,
	{ layout, importer, exporter, registry }: HostOptions = {},
): Promise<Conversion> {
	const entries = {
		importers: importer === undefined ? [] : [importer],
		exporters: exporter === undefined ? [] : [exporter],
	};
	const own = createRegistry()
		.add(registry ?? {})
		.add(entries);
	const { read, write, ...options } = convertOptions(settings, [source.name], layout, own);
	return convert(
		[source],
		output,
		{
			...options,
			read: { ...read, ...(importer === undefined ? {} : { from: importer.name }) },
			write: { ...write, ...(exporter === undefined ? {} : { to: exporter.name }) },
		},
		{ ...context, mappings: surfaceMappings(settings, context.surfaces) },
		own,
	);
}
