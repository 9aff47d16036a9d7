import { dirname, join, resolve } from 'node:path';
import { createRegistry } from '../../jobs/default-registry.ts';
import { openFile } from '../../jobs/files/files.ts';
import { readLayout } from '../../jobs/files/layout-file.ts';
import { builtInTable, loadSurfaces } from '../../jobs/files/surface-table.ts';
import type { Registry, RegistryEntries } from '../../pipeline/registry.ts';
import type { Report } from '../../src/findings/report.ts';
import type { InputSource, OutputFile } from '../../src/formats/contracts.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { WALKMESH_EXTENSIONS } from '../../src/model/walkmesh.ts';
import { decisionsFileName } from '../../src/scene/decisions.ts';
import { type ConversionSettings, convertInHost } from '../settings.ts';
import type { WalkmeshRequest } from './requests.ts';

/** Settings of a conversion with the files that it may need. */
export interface BuildSettings extends ConversionSettings {
	/** Path of the layout that the scenes are rooms of; a scene is the room of its own name. */
	readonly layout?: string;
	/** `k1`, `kotorblender`, or the path of a `surfacemat.2da`. */
	readonly surfacemat?: string;
	/** Path of a list of materials and their surfaces. */
	readonly surfaces?: string;
	/** Formats and stages of your own. */
	readonly plugin?: readonly RegistryEntries[];
}

/**
 * Makes the walkmeshes that an import asks for.
 *
 * @param root folder that paths of the settings are relative to
 * @param watch told every file that the result depends on, also those that are not there
 * @returns files with names only: one, or one for each state of a door
 * @throws InputError, UsageError
 */
export async function buildWalkmesh(
	{ file, kind }: WalkmeshRequest,
	settings: BuildSettings,
	root: string,
	report: Report,
	watch: (path: string) => void,
): Promise<readonly OutputFile[]> {
	const open = async (path: string): Promise<InputSource> => {
		watch(path);
		return openFile(path, report);
	};
	const { layout, surfacemat, surfaces: list, plugin, ...conversion } = settings;
	const registry = registryWith(plugin);
	const source = watched(await open(file), watch);
	// Doors and placeables have coordinates of their model, wherever they stand.
	const isPlaced = layout !== undefined && kind === 'area';
	const { files } = await convertInHost(
		source,
		`${source.name}${WALKMESH_EXTENSIONS[kind]}`,
		conversion,
		{ report, surfaces: await surfaceTable({ surfacemat, list }, root, report, watch) },
		{
			registry,
			layout: isPlaced ? await readLayout(await open(resolve(root, layout)), registry, report) : undefined,
		},
	);
	return files;
}

/**
 * Buffers and material libraries beside a scene are watched as the reader asks for them; decisions only where there are some, as Vite takes what is
 * watched for what is imported.
 */
function watched(source: InputSource, watch: (path: string) => void): InputSource {
	const { sibling, path } = source;
	if (sibling === undefined || path === undefined) return source;
	return {
		...source,
		sibling: async (name) => {
			if (name !== decisionsFileName(source.fileName)) watch(join(dirname(path), name));
			const bytes = await sibling(name);
			watch(join(dirname(path), name));
			return bytes;
		},
	};
}

/** The registry of all formats and stages, with those of plugins. */
export function registryWith(plugins: readonly RegistryEntries[] = []): Registry {
	const registry = createRegistry();
	for (const entries of plugins) registry.add(entries);
	return registry;
}

async function surfaceTable(
	{ surfacemat, list }: { readonly surfacemat: string | undefined; readonly list: string | undefined },
	root: string,
	report: Report,
	watch: (path: string) => void,
): Promise<SurfaceTable> {
	const watched = (path: string): string => {
		const absolute = resolve(root, path);
		watch(absolute);
		return absolute;
	};
	const isFile = surfacemat !== undefined && builtInTable(surfacemat) === undefined;
	const table = surfacemat === undefined ? {} : { surfacemat: isFile ? watched(surfacemat) : surfacemat };
	return loadSurfaces({ ...table, ...(list === undefined ? {} : { surfaces: watched(list) }) }, report);
}
