import type { Report } from '../src/findings/report.ts';
import { SURFACE_TABLES, type SurfaceTable } from '../src/walkmesh/surfaces.ts';
import { readSurfaceTable } from './bytes.ts';
import { openFile } from './files.ts';

/**
 * The surface table that a user names: a built-in one, or a `surfacemat.2da` on disk, binary or text.
 * @throws InputError when the file cannot be read or has no `walk` column
 */
export async function loadSurfaceTable(nameOrFile: string, report: Report): Promise<SurfaceTable> {
	const builtIn = builtInTable(nameOrFile);
	if (builtIn !== undefined) return builtIn;
	return readSurfaceTable(await (await openFile(nameOrFile, report)).bytes(), nameOrFile, report);
}

/** The table of that name among those that wokflow brings along. */
export function builtInTable(name: string): SurfaceTable | undefined {
	const key = name.toLowerCase();
	return Object.hasOwn(SURFACE_TABLES, key) ? SURFACE_TABLES[key] : undefined;
}
