import { defineFindings } from '../src/findings/report.ts';

/** What an installed game, and installing into it, can be told about. */
export const GAME_FINDINGS = defineFindings({
	INSTALL_NOT_RESOURCE: {
		severity: 'error',
		message: (d: { extension: string }): string =>
			`The game has no resources of this type ("${d.extension}"), so this file cannot be installed.`,
		help: 'Nothing was changed. Convert scenes first; a layout is installed with its rooms, a folder with all files in it that the game knows.',
	},
	INSTALL_LEFT_OUT: {
		severity: 'info',
		message: (d: { count: number; names: string }): string =>
			`Not installed: ${d.count} ${d.count === 1 ? 'file' : 'files'} that the game does not read (${d.names}).`,
		help: 'Scenes, pictures and reports stay where they are.',
	},
	GAME_FILE_CHANGED: {
		severity: 'error',
		message: (_: Record<string, never>): string => 'This file was changed since wokflow installed it.',
		help: 'Nothing was changed. Keep a copy of the file if you need it; forced, it is replaced and the copy from before the first installation stays.',
		actions: () => [{ option: 'force' }],
	},
	GAME_RECORD_INVALID: {
		severity: 'fatal',
		message: (_: Record<string, never>): string => 'The record of what was installed is damaged.',
		help: 'Its folder holds copies of the files as they were before. Put them back by hand, then remove the folder.',
	},
});
