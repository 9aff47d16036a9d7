import type { OUTPUT_OPTIONS } from '../../pipeline/options.ts';
import { flag, number, texts } from '../../src/findings/options.ts';
import type { levelInputOptions } from '../shared/level-input.ts';
import type { COMMON_OPTIONS, Session } from '../shared/session.ts';

/** The options of `wokflow view`, and its session. */

export const VIEW_OPTIONS = {
	compare: texts('Inputs of an older version to compare with.', { placeholder: 'file' }),
	open: flag('Open the page in the browser.', false),
	serve: flag('Serve the page on this machine instead of writing it.', false),
	watch: flag('With --serve: show it again whenever an input is saved.', false, { short: 'w' }),
	port: number('Port to serve on; 0 for any that is free.', 0, {
		limits: { minimum: 0, maximum: 65_535, integer: true },
	}),
};

export type ViewSession = Session<
	typeof VIEW_OPTIONS & typeof OUTPUT_OPTIONS & ReturnType<typeof levelInputOptions> & typeof COMMON_OPTIONS
>;
