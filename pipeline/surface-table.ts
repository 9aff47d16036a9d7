import { readTwoDA } from '../importers/twoda/read.ts';
import type { Report } from '../src/findings/report.ts';
import { surfaceTableFromTwoDA } from '../src/walkmesh/surface-tables.ts';
import { SURFACE_TABLES, type SurfaceTable } from '../src/walkmesh/surfaces.ts';
import { openFile } from './files.ts';

/**
 * The surface table that a user names: a built-in one, or a `surfacemat.2da` on disk, binary or text.
 * @throws InputError when the file cannot be read or has no `walk` column
 */
export async function loadSurfaceTable(nameOrFile: string, report: Report): Promise<SurfaceTable> {
	const builtIn = builtInTable(nameOrFile);
	if (builtIn !== undefined) return builtIn;
	const within = report.within({ file: nameOrFile });
	const source = await openFile(nameOrFile, report);
	return surfaceTableFromTwoDA(readTwoDA(await source.bytes(), within), source.name, within);
}

/** The table of that name among those that wokflow brings along. */
export function builtInTable(name: string): SurfaceTable | undefined {
	const key = name.toLowerCase();
	return Object.hasOwn(SURFACE_TABLES, key) ? SURFACE_TABLES[key] : undefined;
}
