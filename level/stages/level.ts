import { CHECK_LEVEL_OPTIONS, checkLevel as check } from '../../check/level.ts';
import { defineStage } from '../../pipeline/stages/stage.ts';
import { SNAP_OPTIONS, snapPositions } from '../../src/bwm/ascii.ts';
import { type GivenOf, value } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { TRANSFORM_FINDINGS } from '../../src/geometry/transform.ts';
import type { Layout } from '../../src/model/level.ts';
import { CONFORM_OPTIONS, conformRooms } from '../../src/seams/conform.ts';
import { LINK_OPTIONS, linkRooms } from '../links/link.ts';
import { followLayout, RELINK_OPTIONS, relinkRooms } from '../links/relink.ts';

/**
 * Links the rooms of a level by their geometry; run `conform` before it where rooms may be divided differently.
 *
 * @example
 * const linked = await link().run(level, { report, surfaces: K1 });
 * console.log(linked.rooms.map(({ walkmesh }) => walkmesh?.transitions.filter((room) => room >= 0).length));
 */
export const link = defineStage(
	'link',
	'level',
	'Links rooms whose perimeter edges lie on each other, both ways.',
	LINK_OPTIONS,
	(level, options, { surfaces, report, rooms, notes }) => {
		const linked = linkRooms(level, surfaces, options, report, rooms?.perimeterOf);
		notes?.linked(linked.tallies);
		for (const room of linked.entangled) notes?.entangle(room);
		return linked.level;
	},
);

/**
 * Rounds vertices as the engine does when it loads an ASCII walkmesh; hooks and position stay as they are.
 *
 * @example
 * const snapped = await snap().run(walkmesh, { report, surfaces: K1 });
 */
export const snap = defineStage(
	'snap',
	'walkmesh',
	'Moves coordinates within 1/1024 m of a whole number to it, as the engine does on reading ASCII walkmeshes.',
	SNAP_OPTIONS,
	(mesh, { rule }, { report }) => {
		const { positions, coordinates, vertices, farthest } = snapPositions(mesh.positions, rule);
		if (coordinates === 0) return mesh;
		report.add(
			TRANSFORM_FINDINGS.VERTICES_SNAPPED,
			{},
			{ coordinates, vertices, farthest: Number(farthest.toPrecision(3)) },
		);
		return { ...mesh, positions };
	},
);

/**
 * Divides edges along the seams of rooms, so that both sides have the same edges.
 *
 * @example
 * const cut = await conform().run(level, { report, surfaces: K1 });
 */
export const conform = defineStage(
	'conform',
	'level',
	'Cuts edges and faces where the corner of another room lies on their seam, so that both sides match edge by edge.',
	CONFORM_OPTIONS,
	(level, options, { surfaces, report, rooms, notes }) =>
		conformRooms(level, surfaces, options, report, rooms?.perimeterOf, notes?.entangle),
);

const RELINK_STAGE_OPTIONS = {
	...RELINK_OPTIONS,
	to: value<Layout | null>(
		null,
		'The layout to have: rooms and transitions follow the names of the own one. In a recipe file, its path.',
		{ holds: 'layout' },
	),
	from: value<Layout | null>(
		null,
		'The layout that transitions count in, where the rooms stand in the order of another already; in a recipe file, its path. Not for running twice.',
		{ holds: 'layout' },
	),
};
export type RelinkStageOptions = GivenOf<typeof RELINK_STAGE_OPTIONS>;

/**
 * Makes transitions follow a changed layout by the names of rooms; without another layout they are found anew from geometry.
 *
 * @throws UsageError, when it is run, for a path in place of a layout, and for both `to` and `from`
 *
 * @example
 * const renumbered = await relink({ to: layout }).run(level, { report, surfaces: K1 });
 */
export const relink = defineStage(
	'relink',
	'level',
	'Makes transitions follow the names of rooms to another layout, or finds them anew.',
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
 * Reports what is wrong between the rooms of a level and changes nothing.
 *
 * @example
 * await checkLevel().run(level, { report, surfaces: K1 });
 * console.log(report.findings.map(({ message }) => message));
 */
export const checkLevel = defineStage(
	'check-level',
	'level',
	'Reports one-way and stale links, open seams, overlapping and unreachable rooms.',
	CHECK_LEVEL_OPTIONS,
	(level, options, { surfaces, report, rooms, notes, verdictOf }) => {
		const checked = check(level, surfaces, report, options, rooms, verdictOf, notes?.only);
		notes?.checked(checked);
		return level;
	},
);
