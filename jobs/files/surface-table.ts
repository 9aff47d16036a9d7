import { readSurfaceTable } from '../../pipeline/bytes.ts';
import type { SURFACE_OPTIONS } from '../../pipeline/options.ts';
import type { GivenOf } from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import { K1, SURFACE_TABLES, type SurfaceTable } from '../../src/model/surfaces.ts';
import { readSurfacesFile } from '../../src/scene/surface-mappings.ts';
import { openFile } from './files.ts';

/**
 * The surface table that a user names: a built-in one, or a `surfacemat.2da` on disk, binary or text.
 * @throws InputError when the file cannot be read or has no `walk` column
 *
 * @example
 * const table = await loadSurfaceTable('surfacemat.2da', report);
 * console.log(table.surfaces.map(({ label }) => label));
 */
export async function loadSurfaceTable(nameOrFile: string, report: Report): Promise<SurfaceTable> {
	const builtIn = builtInTable(nameOrFile);
	if (builtIn !== undefined) return builtIn;
	return readSurfaceTable(await (await openFile(nameOrFile, report)).bytes(), nameOrFile, report);
}

/** The built-in table of a name; undefined for any other name. */
export function builtInTable(name: string): SurfaceTable | undefined {
	const key = name.toLowerCase();
	return Object.hasOwn(SURFACE_TABLES, key) ? SURFACE_TABLES[key] : undefined;
}

/**
 * The surface table of the given options, with their list of materials.
 * @throws InputError for a file that cannot be read
 *
 * @example
 * const surfaces = await loadSurfaces({ surfaces: 'surfaces.txt' }, report);
 * await pipeline({ surfaces, report }).read('level.glb').recipe(convertRecipe()).write('level.wok');
 */
export async function loadSurfaces(
	{ surfacemat, surfaces: list }: Pick<GivenOf<typeof SURFACE_OPTIONS>, 'surfacemat' | 'surfaces'>,
	report: Report,
): Promise<SurfaceTable> {
	const table = surfacemat === undefined ? K1 : await loadSurfaceTable(surfacemat, report);
	if (list === undefined) return table;
	const source = await openFile(list, report);
	return readSurfacesFile(await source.bytes(), table, report.within({ file: list }));
}
