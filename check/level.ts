import { checkLayout } from '../level/formats/layout.ts';
import { KnownRooms } from '../src/facts/room-facts.ts';
import type { KnownVerdict } from '../src/facts/verdict.ts';
import { defaultsOf, flag, type GivenOf, type ValuesOf } from '../src/findings/options.ts';
import { Report, tell, WHOLE_LEVEL } from '../src/findings/report.ts';
import type { Level } from '../src/model/level.ts';
import type { SurfaceTable } from '../src/model/surfaces.ts';
import { LINK_OPTIONS } from '../src/seams/link.ts';
import { MOST_NEAR } from '../src/seams/seam-search.ts';
import { checkLeaks } from './facts/leaks.ts';
import { LevelFacts } from './facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from './facts/level-findings.ts';
import { checkLinks, placeAt } from './facts/links.ts';
import { openingsOf } from './facts/openings.ts';
import { GroundPieces, reportReach, toldWays } from './facts/reach.ts';
import { openSeams, reportSeams } from './facts/seams.ts';
import { judgeReach } from './facts/ways.ts';
import { reportGround } from './ground/ground-answer.ts';
import { checkRoomAlone, GROUND_CHECKS, type MeshCheck } from './mesh.ts';
import { checkMisplacedRooms } from './rooms/misplaced-rooms.ts';
import { checkOverlaps } from './rooms/overlaps.ts';
import type { CheckedLevel } from './rooms/room-summary.ts';
import { checkRoomsApart } from './rooms/rooms-apart.ts';
import { checkShiftedDoorways } from './rooms/shifted-doorways.ts';
import { checkShiftedRooms, type ShiftedRooms } from './rooms/shifted-rooms.ts';
import { checkBarredDoorways } from './seams/barred-doorways.ts';
import { checkHiddenGround } from './seams/hidden-ground.ts';
import { checkLostLinks } from './seams/lost-links.ts';
import { checkNarrowDoorways } from './seams/narrow-doorways.ts';
import { nearSeams, reportNearSeams } from './seams/near-seams.ts';
import { SharedWalls } from './seams/shared-walls.ts';
import { checkUnmetDoorways } from './seams/unmet-doorways.ts';
import { checkWalledLinks } from './seams/walled-links.ts';
import { checkThings, placeablesOf } from './things/things.ts';

/** The checks of a walkmesh that are part of checking a level, too. */
export const ROOM_CHECKS_OF_LEVEL: readonly MeshCheck[] = ['distance', 'cracks', ...GROUND_CHECKS, 'islands'];

export const CHECK_LEVEL_OPTIONS = {
	tolerance: LINK_OPTIONS.tolerance,
	names: flag(
		true,
		'The names of the layout are checked as well; the reader of a .lyt has done so, with line numbers.',
	),
	stale: flag(true, 'Tell of transitions that no geometry confirms, too; linking has done so.'),
};
export type CheckLevelOptions = GivenOf<typeof CHECK_LEVEL_OPTIONS>;
const CHECK_LEVEL_DEFAULTS: ValuesOf<typeof CHECK_LEVEL_OPTIONS> = defaultsOf(CHECK_LEVEL_OPTIONS);

const NOTHING: ReadonlySet<number> = new Set();

/**
 * Reports what is wrong between and in the rooms of a level: links that block, lead one way or to a wrong room; seams without a link; rooms whose
 * ground overlaps in plan; cracks and floors above each other within rooms; ground that cannot be reached; names.
 *
 * @param known facts of the same rooms from an earlier run
 * @param verdictOf what an earlier run found in a room by itself
 * @param only the rooms of which something is told, where nothing is told of the level as a whole: the others are there for their sake
 */
export function checkLevel(
	level: Level,
	table: SurfaceTable,
	report: Report,
	options: CheckLevelOptions = {},
	known: KnownRooms = new KnownRooms(table),
	verdictOf: KnownVerdict = () => undefined,
	only?: (room: number) => boolean,
): CheckedLevel {
	const { tolerance, names, stale } = { ...CHECK_LEVEL_DEFAULTS, ...options };
	const facts = new LevelFacts(level, table, tolerance, known, only);
	const { perimeter, facing, index } = facts;
	if (names) checkLayout(level.layout, report.part('layout', WHOLE_LEVEL));
	const isWhole = only === undefined;
	const lost = isWhole ? checkLostLinks(facts, tolerance, report.part('lost links', WHOLE_LEVEL)) : NOTHING;
	// Where only some rooms are looked at, nothing is told of it, and all of them are looked at then.
	const off = isWhole ? report.part('shifted rooms', WHOLE_LEVEL) : new Report();
	const shifted = isWhole ? shiftedRooms(facts, tolerance, off) : { rooms: NOTHING, isTold: () => false };
	const openings = openingsOf(facts);
	const misplaced = checkMisplacedRooms(facts, openings, shifted.rooms, off);
	const doorwaysOff = checkShiftedDoorways(facts, openings, new Set([...shifted.rooms, ...misplaced.rooms]), off);
	const isTold = (one: number, other: number): boolean => shifted.isTold(one, other) || doorwaysOff.isTold(one, other);
	const { blocks } = doorwaysOff;
	const isKnown = (one: number, other: number): boolean =>
		blocks[one] !== blocks[other] || isTold(one, other) || misplaced.rooms.has(one) || misplaced.rooms.has(other);
	const unmet = checkUnmetDoorways(facts, openings, isKnown, off);
	const barred = checkBarredDoorways(facts, openings, isKnown, off);
	const apart = checkLinks(
		level,
		perimeter,
		facing,
		{ tolerance, stale, lost: new Set([...lost, ...barred.edges]), isTold: shifted.isTold },
		report,
	);
	const seams = openSeams(level, perimeter, facing);
	const walls = new SharedWalls(facts);
	const open = seams.filter((seam) => !walls.onSeam(seam));
	const unexplained = open.filter(({ edge, other }) => !barred.edges.has(edge) && !barred.edges.has(other));
	reportSeams(level, perimeter, unexplained, lost, report);
	const overlaps = checkOverlaps(facts, [...seams, ...apart], isTold, report);
	const cracks = level.rooms.flatMap(({ name }, room) => {
		const own = facts.rooms[room];
		if (own === undefined || !facts.isAsked(room)) return [];
		const verdict = verdictOf(own.mesh, name);
		const alone = report.part('rooms alone', room);
		if (verdict !== undefined) tell(verdict.found, alone);
		const pairs = verdict?.cracks ?? checkRoomAlone(own, name, alone);
		return pairs.map((pieces) => ({ room, pieces }));
	});
	checkHiddenGround(facts, report);
	checkWalledLinks(facts, report);
	const doorways = checkNarrowDoorways(facts, report, walls);
	checkLeaks(facts, report);
	if (index.crowded !== undefined)
		report
			.part('crowded', WHOLE_LEVEL)
			.add(LEVEL_CHECK_FINDINGS.SEAMS_CROWDED, placeAt(level, perimeter, index.crowded), { edges: MOST_NEAR });
	const told = toldWays(facts, { seams: [...open, ...doorwaysOff.ways, ...misplaced.ways], cracks });
	const ground = isWhole ? new GroundPieces(facts) : undefined;
	const reach = ground && judgeReach(ground, told);
	if (ground !== undefined && reach !== undefined) reportReach(ground, reach, report);
	if (isWhole) reportGround(level, table, report.part('ground', WHOLE_LEVEL), placeablesOf(level));
	const near = nearSeams(facts, seams, new Set([...shifted.rooms, ...doorwaysOff.rooms]));
	reportNearSeams(facts, near, reach?.rooms ?? NOTHING, report);
	if (ground !== undefined) checkThings(level, table, report.part('things', WHOLE_LEVEL), () => ground);
	return {
		facts,
		tolerance,
		told,
		doorways,
		overlaps,
		near,
		divided: new Set(reach?.divided.map(({ room }) => room)),
		shifted: new Set([...doorwaysOff.concerned, ...misplaced.concerned, ...unmet, ...barred.rooms]),
	};
}

/** Rooms that lie off, each by itself or all of them by the positions of the layout. */
function shiftedRooms(facts: LevelFacts, tolerance: number, report: Report): ShiftedRooms {
	const shifted = checkShiftedRooms(facts, tolerance, report);
	return shifted.rooms.size > 0 ? shifted : (checkRoomsApart(facts, report) ?? shifted);
}
