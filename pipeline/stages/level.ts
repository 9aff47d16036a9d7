import { SNAP_DEFAULTS, SNAP_RULES, type SnapOptions, snapPositions } from '../../src/bwm/ascii.ts';
import { CHECK_LEVEL_DEFAULTS, type CheckLevelOptions, checkLevel as check } from '../../src/check/level.ts';
import { UsageError } from '../../src/findings/report.ts';
import { CONFORM_DEFAULTS, type ConformOptions, conformRooms, reportConform } from '../../src/level/conform.ts';
import type { Layout } from '../../src/level/level.ts';
import { LINK_DEFAULTS, type LinkOptions, linkRooms, reportLinks } from '../../src/level/link.ts';
import {
	followLayout,
	RELINK_DEFAULTS,
	type RelinkOptions,
	relinkRooms,
	reportRelink,
} from '../../src/level/relink.ts';
import { TRANSFORM_FINDINGS } from '../../src/walkmesh/transform-findings.ts';
import { defineStage, type StageFactory } from '../stage.ts';
import { requireOneOf } from './clean-up.ts';

/** Links the rooms of a level by their geometry; run `conform` before it where rooms may be divided differently. */
export const link: StageFactory<'level', LinkOptions> = defineStage(
	'link',
	'level',
	'Links rooms whose perimeter edges lie on each other, both ways.',
	LINK_DEFAULTS,
	(level, options, { surfaces, report }) => {
		const result = linkRooms(level, surfaces, options);
		reportLinks(level, result, report);
		return result.level;
	},
);

export { SNAP_DEFAULTS, type SnapOptions };

/** Does to vertices what the engine does to those of an ASCII walkmesh; hooks and position stay as they are. */
export const snap: StageFactory<'walkmesh', SnapOptions> = defineStage<'walkmesh', SnapOptions>(
	'snap',
	'walkmesh',
	'Moves coordinates within 1/1024 m of a whole number to it, as the engine does on reading ASCII walkmeshes.',
	SNAP_DEFAULTS,
	(mesh, { rule }, { report }) => {
		requireOneOf('rule', rule, SNAP_RULES);
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

/** Divides the rooms of a level alike along their seams. */
export const conform: StageFactory<'level', ConformOptions> = defineStage(
	'conform',
	'level',
	'Cuts edges and faces where the corner of another room lies on their seam, so that both sides match edge by edge.',
	CONFORM_DEFAULTS,
	(level, options, { surfaces, report }) => {
		const result = conformRooms(level, surfaces, options);
		reportConform(level, result, report);
		return result.level;
	},
);

export interface RelinkStageOptions extends RelinkOptions {
	/** The layout that the level is to have: rooms and transitions follow the names from the level's own one. */
	readonly to?: Layout | null;
	/** The layout that the transitions count in, when the rooms already stand in the order of another. Not for running twice. */
	readonly from?: Layout | null;
}

export const RELINK_STAGE_DEFAULTS: Required<RelinkStageOptions> = { ...RELINK_DEFAULTS, to: null, from: null };

/** Makes transitions follow a changed layout by the names of rooms; without another layout they are found anew from geometry. */
export const relink: StageFactory<'level', RelinkStageOptions> = defineStage(
	'relink',
	'level',
	'Makes transitions follow the names of rooms to another layout, or finds them anew.',
	RELINK_STAGE_DEFAULTS,
	(level, { to, from, ...options }, { surfaces, report }) => {
		if (to !== null && from !== null) throw new UsageError('relink takes one layout, `to` or `from`, not both');
		if (to !== null || from !== null) {
			const result = to !== null ? relinkRooms(level, to, options) : followLayout(level, from ?? level.layout, options);
			reportRelink(result, report);
			return result.level;
		}
		const result = linkRooms(level, surfaces, { unmatched: 'clear' });
		reportLinks(level, result, report);
		return result.level;
	},
);

/** Reports what is wrong between the rooms of a level and changes nothing. */
export const checkLevel: StageFactory<'level', CheckLevelOptions> = defineStage(
	'check-level',
	'level',
	'Reports one-way and stale links, open seams, overlapping and unreachable rooms.',
	CHECK_LEVEL_DEFAULTS,
	(level, options, { surfaces, report }) => {
		check(level, surfaces, report, options);
		return level;
	},
);
