import { CODE_OPTIONS, FUNCTION_OPTION, REGISTRY_OPTION } from '../pipeline/code-options.ts';
import { type ConversionOptions, convert, convertOptions } from '../pipeline/convert.ts';
import { CHANGE_OPTIONS, MESH_OPTIONS, PLACE_ROOM_OPTIONS, SURFACE_OPTIONS } from '../pipeline/options.ts';
import type { Registry } from '../pipeline/registry.ts';
import { checkedValues, type GivenOf, type Options } from '../src/findings/options.ts';
import { Report } from '../src/findings/report.ts';
import { bytesSource, type OutputFile, requireName } from '../src/formats/contracts.ts';
import type { Layout } from '../src/model/level.ts';
import { K1, type SurfaceTable } from '../src/model/surfaces.ts';
import type { Walkmesh } from '../src/model/walkmesh.ts';
import { type MaterialUse, MaterialUses } from '../src/scene/material-uses.ts';
import { surfaceMappings } from '../src/scene/surface-mappings.ts';
import { createRegistry } from './default-registry.ts';

/** Options of a conversion in memory; each format uses those that apply to it. */
export interface ConvertBytesOptions extends ConversionOptions {
	/** Which material is which surface, by name or pattern: `{ "Floor*": "Stone" }`. */
	readonly surface?: GivenOf<typeof SURFACE_OPTIONS>['surface'];
	/** Which nodes or objects are which surface, whatever their materials say: `{ "Rug*": "Carpet" }`. */
	readonly surfaceNode?: GivenOf<typeof SURFACE_OPTIONS>['surfaceNode'];
	readonly surfaces?: SurfaceTable;
	/** The layout that the room belongs to: it gives the position of the room, and the names of the rooms that markers refer to. */
	readonly layout?: Layout;
	/** Reads a file that a document refers to, such as a `.bin` beside a `.gltf`; rejects where there is none of that name. */
	readonly sibling?: (name: string) => Promise<Uint8Array>;
	/** Formats and stages; `createRegistry()` by default. */
	readonly registry?: Registry;
	readonly report?: Report;
	readonly signal?: AbortSignal;
}

/** The result of `convertBytes`. */
export interface ConvertedBytes {
	/** Several for a door or a format with files beside it; none when the report holds an error. */
	readonly files: readonly (OutputFile & { readonly bytes: Uint8Array<ArrayBuffer> })[];
	readonly walkmeshes: readonly Walkmesh[];
	/** For each material of a scene its surface, with the number and area of its faces. */
	readonly materials: readonly MaterialUse[];
	readonly report: Report;
}

/** The options that are no format's; those without a declaration of their own only code can give. */
const OPTIONS: Options = {
	surface: SURFACE_OPTIONS.surface,
	surfaceNode: SURFACE_OPTIONS.surfaceNode,
	...MESH_OPTIONS,
	...PLACE_ROOM_OPTIONS,
	...CHANGE_OPTIONS,
	...CODE_OPTIONS,
	registry: REGISTRY_OPTION,
	sibling: FUNCTION_OPTION,
};

/** What `convertBytes` does, which loads it when it is first called. */
export async function convertInMemory(
	bytes: Uint8Array,
	input: string,
	output: string,
	options: ConvertBytesOptions,
): Promise<ConvertedBytes> {
	const registry = options?.registry ?? createRegistry();
	checkedValues({ ...registry.readOptions, ...registry.writeOptions, ...OPTIONS }, options, 'convertBytes');
	requireName(output, 'name of an output');
	const { report = new Report(), surfaces = K1, layout, sibling, signal } = options;
	const source = { ...bytesSource(bytes, input), ...(sibling === undefined ? {} : { sibling }) };
	const materials = new MaterialUses();
	const made = await convert(
		[source],
		output,
		convertOptions(options, [output, input], layout, registry),
		{
			report,
			surfaces,
			mappings: surfaceMappings(options, surfaces),
			materials,
			...(signal === undefined ? {} : { signal }),
		},
		registry,
	);
	// No writer gives memory that threads share, which a Blob does not take.
	return { ...made, files: made.files as ConvertedBytes['files'], materials: materials.all, report };
}
