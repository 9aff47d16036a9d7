import { CONFORM_DEFAULTS, type ConformOptions, conformRooms, reportConform } from '../../src/level/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

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
