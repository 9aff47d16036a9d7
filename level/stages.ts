import type { AnyStageFactory } from '../pipeline/stages/stage.ts';
import { defineOwnStage } from '../pipeline/stages/stage.ts';
import { laySills, SILL_OPTIONS } from '../src/clean/sills.ts';
import { type GivenOf, value } from '../src/findings/options.ts';
import { Report, UsageError } from '../src/findings/report.ts';
import { sortWalkableFirst } from '../src/geometry/faces.ts';
import type { Layout, Room } from '../src/model/level.ts';
import { CONFORM_OPTIONS, conformRooms } from '../src/seams/conform.ts';
import { LINK_OPTIONS, linkRooms } from '../src/seams/link.ts';
import { gatherPerimeterEdges } from '../src/seams/perimeter-edges.ts';
import { followLayout, RELINK_OPTIONS, relinkRooms } from './rooms/relink.ts';

/**
 * Links the rooms of a level by their geometry; run `conform` before it where rooms may be divided differently.
 *
 * @example
 * const linked = await link().run(level, { report, surfaces: K1 });
 * console.log(linked.rooms.map(({ walkmesh }) => walkmesh?.transitions.filter((room) => room >= 0).length));
 */
export const link = defineOwnStage(
	'link',
	'level',
	'Links rooms whose perimeter edges lie on each other, both ways.',
	LINK_OPTIONS,
	(level, options, { surfaces, report, rooms }) =>
		linkRooms(level, surfaces, options, report, rooms?.perimeterOf).level,
);

/**
 * Divides edges along the seams of rooms, so that both sides have the same edges.
 *
 * @example
 * const cut = await conform().run(level, { report, surfaces: K1 });
 */
export const conform = defineOwnStage(
	'conform',
	'level',
	'Cuts edges and faces where the corner of another room lies on their seam, so that both sides match edge by edge.',
	CONFORM_OPTIONS,
	(level, options, { surfaces, report, rooms }) => conformRooms(level, surfaces, options, report, rooms?.perimeterOf),
);

const RELINK_STAGE_OPTIONS = {
	...RELINK_OPTIONS,
	to: value<Layout | null>(
		'The layout to have: rooms and transitions follow the names of the own one. In a recipe file, its path.',
		null,
		{ holds: 'layout' },
	),
	from: value<Layout | null>(
		'The layout that transitions count in, where the rooms stand in the order of another already; in a recipe file, its path. Not for running twice.',
		null,
		{ holds: 'layout' },
	),
};
export type RelinkStageOptions = GivenOf<typeof RELINK_STAGE_OPTIONS>;

/**
 * Makes transitions follow a changed layout by the names of rooms; without another layout they are found again from geometry.
 *
 * @throws UsageError, when it is run, for a path in place of a layout, and for both `to` and `from`
 *
 * @example
 * const renumbered = await relink({ to: layout }).run(level, { report, surfaces: K1 });
 */
export const relink = defineOwnStage(
	'relink',
	'level',
	'Makes transitions follow the names of rooms to another layout, or finds them again.',
	RELINK_STAGE_OPTIONS,
	(level, { to, from, ...options }, { surfaces, report }) => {
		for (const each of [to, from]) {
			if (typeof each === 'string')
				throw new UsageError(
					`relink takes a layout; a path such as "${String(each)}" stands for one in recipes that are read from files.`,
				);
		}
		if (to !== null && from !== null) throw new UsageError('relink takes one layout, `to` or `from`, not both');
		if (to !== null) return relinkRooms(level, to, options, report);
		if (from !== null) return followLayout(level, from, options, report);
		return linkRooms(level, surfaces, { unmatched: 'clear' }, report).level;
	},
);

/**
 * Bridges gaps between rooms whose open edges face each other, as thresholds in thick walls: the room of one side gets the ground. Edges that can be
 * linked as they are stay as they are, and so does a gap with a wall or a face in it.
 *
 * @example
 * const whole = await bridgeRooms({ reach: 0.3 }).run(level, { report, surfaces: K1 });
 */
export const bridgeRooms = defineOwnStage(
	'bridge-rooms',
	'level',
	'Bridges gaps between rooms whose open edges face each other.',
	SILL_OPTIONS,
	(level, { reach }, { surfaces, report }) => {
		const silent = new Report();
		const linked = linkRooms(conformRooms(level, surfaces, {}, silent), surfaces, {}, silent).level;
		const bridged = laySills(linked, surfaces, reach, (each) => gatherPerimeterEdges(each, surfaces), report);
		if (bridged === linked) return level;
		const rooms = bridged.rooms.map((room, index): Room => {
			const { walkmesh } = room;
			if (walkmesh === undefined || walkmesh === linked.rooms[index].walkmesh) return level.rooms[index];
			return { ...room, walkmesh: sortWalkableFirst(walkmesh, surfaces).mesh };
		});
		return { ...level, rooms };
	},
);

/** The stages of levels. */
export const LEVEL_STAGES: readonly AnyStageFactory[] = [bridgeRooms, conform, link, relink];
