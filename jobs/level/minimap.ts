import { withMap } from '../../game/area/area-resources.ts';
import { readGff } from '../../game/gff/read.ts';
import { writeGff } from '../../game/gff/write.ts';
import { type AreaMap, mapOf } from '../../pictures/minimap.ts';
import type { Report } from '../../src/findings/report.ts';
import { type Bounds, boundsOf } from '../../src/geometry/triangles.ts';
import type { Level } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { requireGffType } from './area-files.ts';

/**
 * The mapping from area coordinates to the picture of the area's map, fitted to the rooms of a level.
 *
 * @example
 * const { scale } = mapOfLevel(level); // pixels a metre
 */
export function mapOfLevel({ rooms }: Pick<Level, 'rooms'>): AreaMap {
	const corners = rooms.flatMap(({ walkmesh }) => [...(boundsOf(walkmesh?.positions ?? []) ?? [])]);
	return mapOf((boundsOf(corners) ?? [0, 0, 0, 0, 0, 0]) as Bounds);
}

/**
 * The picture of an area for the game's map, as TGA. @param map the result of `mapOfLevel`
 *
 * @example
 * const tga = await minimapOf(level, mapOfLevel(level), K1);
 */
export async function minimapOf(
	{ rooms }: Pick<Level, 'rooms'>,
	map: AreaMap,
	table: SurfaceTable,
): Promise<Uint8Array> {
	const { drawMinimap } = await import('../../pictures/minimap.ts');
	const walkmeshes = rooms.flatMap(({ walkmesh }) => (walkmesh?.kind === 'area' ? [walkmesh] : []));
	return drawMinimap(walkmeshes, map, table);
}

/**
 * An ARE with its map replaced and everything else unchanged. @throws InputError for bytes that are not an ARE
 *
 * @example
 * const changed = areWithMap(are, mapOfLevel(level), report);
 */
export function areWithMap(bytes: Uint8Array, map: AreaMap, report: Report): Uint8Array {
	const are = readGff(bytes, report);
	requireGffType(are.type, 'ARE ', report);
	return writeGff(withMap(are, map));
}
