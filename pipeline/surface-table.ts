import { readTwoDA } from '../importers/twoda/index.ts';
import type { Report } from '../src/findings/index.ts';
import { type SurfaceTable, surfaceTableFromTwoDA } from '../src/surfaces/index.ts';
import { openFile } from './files.ts';

/**
 * Reads a `surfacemat.2da`, binary or text, as the table in force.
 * @throws InputError when it cannot be read or has no `walk` column
 */
export async function readSurfaceTable(path: string, report: Report): Promise<SurfaceTable> {
	const within = report.within({ file: path });
	const source = await openFile(path, report);
	return surfaceTableFromTwoDA(readTwoDA(await source.bytes(), within), source.name, within);
}
