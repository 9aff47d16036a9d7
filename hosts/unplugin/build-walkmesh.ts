import { dirname, join, resolve } from 'node:path';
import { readLyt } from '../../importers/lyt/index.ts';
import { type OutputFile, openFile } from '../../pipeline/files.ts';
import type { InputSource } from '../../pipeline/source.ts';
import { readSurfaceTable } from '../../pipeline/surface-table.ts';
import type { Report } from '../../src/findings/index.ts';
import type { Layout } from '../../src/level/index.ts';
import { K1, SURFACE_TABLES, type SurfaceTable } from '../../src/surfaces/index.ts';
import { convertInHost } from '../convert.ts';
import type { ConversionSettings } from '../settings.ts';
import type { WalkmeshRequest } from './request.ts';

/** Settings of a conversion with the files that it may need. */
export interface BuildSettings extends ConversionSettings {
	/** Path of the layout that the scenes are rooms of; a scene is the room of its own name. */
	readonly layout?: string;
	/** `k1`, `kotorblender`, or the path of a `surfacemat.2da`. */
	readonly surfacemat?: string;
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
	{ file, ending }: WalkmeshRequest,
	settings: BuildSettings,
	root: string,
	report: Report,
	watch: (path: string) => void,
): Promise<readonly OutputFile[]> {
	const open = async (path: string): Promise<InputSource> => {
		watch(path);
		return openFile(path, report);
	};
	const { layout, surfacemat, ...conversion } = settings;
	const source = watched(await open(file), watch);
	const { files } = await convertInHost(
		source,
		`${source.name}.${ending}`,
		conversion,
		{ report, surfaces: await surfaceTable(surfacemat, root, report, watch) },
		{ layout: layout === undefined ? undefined : await readLayout(resolve(root, layout), open, report) },
	);
	return files;
}

/** Buffers and material libraries beside a scene are watched as the reader asks for them. */
function watched(source: InputSource, watch: (path: string) => void): InputSource {
	const { sibling, path } = source;
	if (sibling === undefined || path === undefined) return source;
	return {
		...source,
		sibling: (name) => {
			watch(join(dirname(path), name));
			return sibling(name);
		},
	};
}

async function readLayout(path: string, open: (path: string) => Promise<InputSource>, report: Report): Promise<Layout> {
	return readLyt(await (await open(path)).bytes(), report.within({ file: path }));
}

async function surfaceTable(
	nameOrFile: string | undefined,
	root: string,
	report: Report,
	watch: (path: string) => void,
): Promise<SurfaceTable> {
	if (nameOrFile === undefined) return K1;
	const builtIn = SURFACE_TABLES[nameOrFile.toLowerCase()];
	if (builtIn !== undefined) return builtIn;
	const path = resolve(root, nameOrFile);
	watch(path);
	return readSurfaceTable(path, report);
}
