import { checkLayout } from '../level/formats/layout.ts';
import { KnownRooms } from '../src/facts/room-facts.ts';
import { withDefaults } from '../src/findings/options.ts';
import type { Report } from '../src/findings/report.ts';
import type { Level } from '../src/model/level.ts';
import type { SurfaceTable } from '../src/model/surfaces.ts';
import { MOST_NEAR } from '../src/seams/seam-search.ts';
import { checkHoles } from './facts/holes.ts';
import { checkLeaks } from './facts/leaks.ts';
import { LevelFacts } from './facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from './facts/level-findings.ts';
import { checkLinks, placeAt } from './facts/links.ts';
import { OnFoot } from './facts/on-foot.ts';
import { openingsOf } from './facts/openings.ts';
import { GroundPieces, reportReach, toldWays } from './facts/reach.ts';
import { openSeams, reportSeams } from './facts/seams.ts';
import { judgeReach } from './facts/ways.ts';
import { reportGround } from './ground/ground-answer.ts';
import { CHECK_LEVEL_OPTIONS, type CheckLevelOptions } from './level-options.ts';
import { checkRoomAlone, GROUND_CHECKS, type MeshCheck } from './mesh.ts';
import { checkMisplacedRooms } from './rooms/misplaced-rooms.ts';
import { checkOverlaps } from './rooms/overlaps.ts';
import { checkBarredDoorways, checkNarrowDoorways, checkUnmetDoorways } from './seams/doorways.ts';
import { checkHiddenGround } from './seams/hidden-ground.ts';
import { checkLostLinks } from './seams/lost-links.ts';
import { nearSeams, reportNearSeams } from './seams/near-seams.ts';
import { checkWalledLinks, SharedWalls } from './seams/walls.ts';
import { checkThings, placeablesOf } from './things/things.ts';

/** The checks of a walkmesh that are part of checking a level, too. */
export const ROOM_CHECKS_OF_LEVEL: readonly MeshCheck[] = ['distance', 'cracks', ...GROUND_CHECKS, 'holes', 'islands'];

/**
 * Reports what is wrong between and in the rooms of a level: links that block, lead one way or to a wrong room; seams without a link; rooms whose
 * ground overlaps in plan; cracks and floors above each other within rooms; ground that cannot be reached; names.
 *
 * @param known facts of the same rooms from an earlier run
 */
export function checkLevel(
	level: Level,
	table: SurfaceTable,
	report: Report,
	options: CheckLevelOptions = {},
	known: KnownRooms = new KnownRooms(table),
): void {
	const { tolerance, names, stale } = withDefaults(CHECK_LEVEL_OPTIONS, options);
	const facts = new LevelFacts(level, table, tolerance, known);
	const { perimeter, facing, index } = facts;
	if (names) checkLayout(level.layout, report);
	const lost = checkLostLinks(facts, tolerance, report);
	const openings = openingsOf(facts);
	const { misplaced, blocks } = checkMisplacedRooms(facts, openings, tolerance, report);
	const areTold = (one: number, other: number): boolean => misplaced.wouldMeet(one, other);
	const isOneOf = (some: ReadonlySet<number>, one: number, other: number): boolean => some.has(one) !== some.has(other);
	const isKnown = (one: number, other: number): boolean =>
		blocks[one] !== blocks[other] || areTold(one, other) || isOneOf(misplaced.rooms, one, other);
	checkUnmetDoorways(facts, openings, isKnown, report);
	const barred = checkBarredDoorways(facts, openings, isKnown, report);
	const unmetLinks = checkLinks(
		level,
		perimeter,
		facing,
		{ tolerance, stale, lost: new Set([...lost, ...barred]), isTold: areTold },
		report,
	);
	const seams = openSeams(level, perimeter, facing);
	const walls = new SharedWalls(facts);
	const open = seams.filter((seam) => !walls.onSeam(seam));
	const unexplained = open.filter(({ edge, other }) => !barred.has(edge) && !barred.has(other));
	reportSeams(level, perimeter, unexplained, lost, report);
	const isMoved = (one: number, other: number): boolean => areTold(one, other) || isOneOf(misplaced.moved, one, other);
	checkOverlaps(facts, [...seams, ...unmetLinks], isMoved, report);
	const cracks = level.rooms.flatMap(({ name }, room) => {
		const own = facts.rooms[room];
		if (own === undefined) return [];
		return checkRoomAlone(own, name, report).map((pieces) => ({ room, pieces }));
	});
	checkHiddenGround(facts, report);
	checkWalledLinks(facts, report);
	const onFoot = new OnFoot(level, table, placeablesOf(level));
	checkNarrowDoorways(facts, report, onFoot, walls);
	const holes = checkHoles(facts.rooms, (room) => report.within({ room: level.rooms[room].name }));
	checkLeaks(facts, report, holes);
	if (index.crowded !== undefined)
		report.add(LEVEL_CHECK_FINDINGS.SEAMS_CROWDED, placeAt(level, perimeter, index.crowded), { edges: MOST_NEAR });
	const told = toldWays(facts, { seams: [...open, ...misplaced.ways], cracks });
	const ground = new GroundPieces(facts);
	const reach = judgeReach(ground, told);
	reportReach(ground, reach, report);
	reportGround(onFoot, report);
	const near = nearSeams(facts, seams, new Set([...misplaced.apart, ...misplaced.rooms]));
	reportNearSeams(facts, near, reach.rooms, report);
	checkThings(onFoot, report, () => ground);
}
