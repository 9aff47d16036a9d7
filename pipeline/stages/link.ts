import { LINK_DEFAULTS, type LinkOptions, linkRooms, reportLinks } from '../../src/level/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

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
