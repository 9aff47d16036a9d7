import { type Report, tell } from '../findings/report.ts';
import { LEVEL_FINDINGS } from '../level/findings.ts';
import type { Level } from '../level/level.ts';
import { LINK_OPTIONS } from '../level/link.ts';
import { MOST_NEAR } from '../level/seams.ts';
import { defaultsOf, flag, type GivenOf, type ValuesOf } from '../options/options.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import { checkHiddenGround } from './hidden-ground.ts';
import { checkLayout } from './layout.ts';
import { checkLeaks } from './leaks.ts';
import { LevelFacts } from './level-facts.ts';
import { checkLinks, placeAt } from './links.ts';
import { checkLostLinks } from './lost-links.ts';
import { checkRoomAlone, GROUND_CHECKS, type KnownVerdict, type MeshCheck } from './mesh.ts';
import { checkNarrowDoorways } from './narrow-doorways.ts';
import { checkNearSeams } from './near-seams.ts';
import { checkOverlaps } from './overlaps.ts';
import { checkReach } from './reach.ts';
import { KnownRooms } from './room-facts.ts';
import { openSeams, reportSeams } from './seams.ts';
import { checkShiftedRooms } from './shifted-rooms.ts';
import { checkThings } from './things.ts';
import { checkWalledLinks } from './walled-links.ts';

/** The checks of a walkmesh that checking a level makes of its rooms as well. */
export const ROOM_CHECKS_OF_LEVEL: readonly MeshCheck[] = ['cracks', ...GROUND_CHECKS, 'islands'];

export const CHECK_LEVEL_OPTIONS = {
	tolerance: LINK_OPTIONS.tolerance,
	names: flag(
		true,
		'The names of the layout are checked as well; the reader of a .lyt has done so, with line numbers.',
	),
	stale: flag(true, 'Transitions that no geometry confirms are told as well; linking has done so.'),
};
export type CheckLevelOptions = GivenOf<typeof CHECK_LEVEL_OPTIONS>;
const CHECK_LEVEL_DEFAULTS: ValuesOf<typeof CHECK_LEVEL_OPTIONS> = defaultsOf(CHECK_LEVEL_OPTIONS);

/**
 * Reports what is wrong between the rooms of a level: links that block, lead one way or to somewhere else; seams without a link;
 * rooms whose ground overlaps in plan; cracks and floors above each other within rooms; ground that cannot be reached; names.
 *
 * @param known what was asked of the rooms before
 * @param verdictOf what was found in a room alone, where it was judged before
 */
export function checkLevel(
	level: Level,
	table: SurfaceTable,
	report: Report,
	options: CheckLevelOptions = {},
	known: KnownRooms = new KnownRooms(table),
	verdictOf: KnownVerdict = () => undefined,
): void {
	const { tolerance, names, stale } = { ...CHECK_LEVEL_DEFAULTS, ...options };
	const facts = new LevelFacts(level, table, tolerance, known);
	const { perimeter, facing, index } = facts;
	if (names) checkLayout(level.layout, report);
	const lost = checkLostLinks(facts, tolerance, report);
	const shifted = checkShiftedRooms(facts, tolerance, report);
	const apart = checkLinks(level, perimeter, facing, { tolerance, stale, lost, isTold: shifted.isTold }, report);
	const seams = openSeams(level, perimeter, facing);
	reportSeams(level, perimeter, seams, lost, report);
	checkOverlaps(facts, [...seams, ...apart], shifted.isTold, report);
	const cracks = level.rooms.flatMap(({ name }, room) => {
		const own = facts.rooms[room];
		if (own === undefined) return [];
		const verdict = verdictOf(own.mesh, name);
		if (verdict !== undefined) tell(verdict.found, report);
		const pairs = verdict?.cracks ?? checkRoomAlone(own, name, report);
		return pairs.map((pieces) => ({ room, pieces }));
	});
	checkHiddenGround(facts, report);
	checkWalledLinks(facts, report);
	checkNarrowDoorways(facts, report);
	checkLeaks(facts, report);
	if (index.crowded !== undefined)
		report.add(LEVEL_FINDINGS.SEAMS_CROWDED, placeAt(level, perimeter, index.crowded), { edges: MOST_NEAR });
	const unreachable = checkReach(facts, { seams, cracks }, report);
	checkNearSeams(facts, seams, new Set([...unreachable, ...shifted.rooms]), report);
	checkThings(level, table, report, () => facts);
}
