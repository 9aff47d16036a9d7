import type { Report } from '../findings/report.ts';
import type { Level } from '../level/level.ts';
import { LINK_DEFAULTS } from '../level/link.ts';
import { gatherPerimeterEdges } from '../level/seams.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import { checkLayout } from './layout.ts';
import { checkLinks } from './links.ts';
import { checkOverlaps } from './overlaps.ts';
import { checkReach } from './reach.ts';
import { checkSeams } from './seams.ts';

export interface CheckLevelOptions {
	/** Edges lie on each other when their ends are at most this far apart, in metres. */
	readonly tolerance?: number;
	/** Also check the names of the layout; the reader of a `.lyt` has done so, with line numbers. */
	readonly names?: boolean;
}

export const CHECK_LEVEL_DEFAULTS: Required<CheckLevelOptions> = { tolerance: LINK_DEFAULTS.tolerance, names: true };

/**
 * Reports what is wrong between the rooms of a level: links that block, lead one way or to somewhere else; seams without a link;
 * rooms whose ground overlaps in plan; rooms that cannot be entered; names.
 */
export function checkLevel(level: Level, table: SurfaceTable, report: Report, options: CheckLevelOptions = {}): void {
	const { tolerance, names } = { ...CHECK_LEVEL_DEFAULTS, ...options };
	const perimeter = gatherPerimeterEdges(level, table);
	if (names) checkLayout(level.layout, report);
	checkLinks(level, perimeter, tolerance, report);
	checkSeams(level, perimeter, tolerance, report);
	checkOverlaps(level, table, report);
	checkReach(level, perimeter, report);
}
