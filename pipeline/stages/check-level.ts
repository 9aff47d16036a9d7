import { CHECK_LEVEL_DEFAULTS, type CheckLevelOptions, checkLevel as check } from '../../src/level/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

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
