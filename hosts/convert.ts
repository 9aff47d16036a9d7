import { type Conversion, convert } from '../pipeline/convert.ts';
import { createRegistry } from '../pipeline/default-registry.ts';
import type { Exporter } from '../pipeline/exporter.ts';
import type { ReadContext } from '../pipeline/importer.ts';
import type { InputSource } from '../pipeline/source.ts';
import type { Layout } from '../src/level/index.ts';
import { type ConversionSettings, placeRecipes, readOptionsOf, recipeOf } from './settings.ts';

/** What a host adds to the settings of its user. */
export interface HostOptions {
	/** The layout that the room belongs to: places it, and names the rooms of markers. */
	readonly layout?: Layout | undefined;
	/** Format of the source, where its name does not tell. */
	readonly format?: string;
	/** Takes what was made, in place of the exporter that the output's ending belongs to. */
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
	{ layout, format, exporter }: HostOptions = {},
): Promise<Conversion> {
	const place = placeRecipes(settings, layout, source.name);
	const registry = createRegistry().add(exporter === undefined ? {} : { exporters: [exporter] });
	return convert(
		[source],
		output,
		{
			read: { ...readOptionsOf(settings), ...(format === undefined ? {} : { format }) },
			write: {
				...(settings.split === undefined ? {} : { split: settings.split }),
				...(layout === undefined ? {} : { roomNames: layout.rooms.map(({ model }) => model) }),
				...(exporter === undefined ? {} : { format: exporter.name }),
			},
			recipe: [...place.scene, ...recipeOf(settings)],
			walkmeshRecipe: place.walkmesh,
			...(layout === undefined ? {} : { layout }),
		},
		{ ...context, mappings: settings.mappings ?? [] },
		registry,
	);
}
