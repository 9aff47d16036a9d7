import { UsageError } from '../../src/findings/index.ts';
import {
	followLayout,
	type Layout,
	linkRooms,
	RELINK_DEFAULTS,
	type RelinkOptions,
	relinkRooms,
	reportLinks,
	reportRelink,
} from '../../src/level/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

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
