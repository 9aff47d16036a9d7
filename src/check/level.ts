import type { Report } from '../findings/report.ts';
import type { Level } from '../level/level.ts';
import { LINK_OPTIONS } from '../level/link.ts';
import { gatherPerimeterEdges } from '../level/seams.ts';
import { defaultsOf, flag, type GivenOf, type ValuesOf } from '../options/options.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import { checkLayout } from './layout.ts';
import { checkLinks } from './links.ts';
import { checkOverlaps } from './overlaps.ts';
import { checkReach } from './reach.ts';
import { checkSeams } from './seams.ts';

export const CHECK_LEVEL_OPTIONS = {
	tolerance: LINK_OPTIONS.tolerance,
	names: flag(
		true,
		'The names of the layout are checked as well; the reader of a .lyt has done so, with line numbers.',
	),
};
export type CheckLevelOptions = GivenOf<typeof CHECK_LEVEL_OPTIONS>;
const CHECK_LEVEL_DEFAULTS: ValuesOf<typeof CHECK_LEVEL_OPTIONS> = defaultsOf(CHECK_LEVEL_OPTIONS);

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
