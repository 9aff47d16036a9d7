import { flag, type GivenOf } from '../src/findings/options.ts';
import { LINK_OPTIONS } from '../src/seams/link.ts';

/** Options of checking a level: a module of its own, as the checks are only loaded when a level is checked. */
export const CHECK_LEVEL_OPTIONS = {
	tolerance: LINK_OPTIONS.tolerance,
	names: flag(
		'The names of the layout are checked as well; the reader of a .lyt has done so, with line numbers.',
		true,
	),
	stale: flag('Tell of transitions that no geometry confirms, too; linking has done so.', true),
};
export type CheckLevelOptions = GivenOf<typeof CHECK_LEVEL_OPTIONS>;
