import type { CommandAction } from './report.ts';

/** What several catalogues advise. */

/** Derives the tables of the file of the finding again. */
export const REBUILD_FILE: CommandAction = {
	command: 'rebuild',
	arguments: ['FILE'],
	options: [{ option: 'inPlace' }],
};

/** Finds the links of a layout anew. */
export const LINK_LAYOUT: CommandAction = { command: 'link', arguments: ['LAYOUT'], options: [{ option: 'inPlace' }] };
