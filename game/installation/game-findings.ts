import { defineFindings } from '../../src/findings/report.ts';

/** Findings about an installed game and about installing into it. */
export const GAME_FINDINGS = defineFindings({
	INSTALL_NOT_RESOURCE: {
		severity: 'error',
		meaning: 'The game knows a fixed list of file types. It would never read this one.',
		message: (d: { extension: string }): string =>
			`The game has no resources of this type ("${d.extension}"), so this file cannot be installed.`,
		help: 'Nothing was changed. Convert scenes first. A layout is installed with its rooms, a folder with all of its files that the game knows.',
	},
	INSTALL_LEFT_OUT: {
		severity: 'info',
		meaning: 'Some files in the folder are not for the game. They were not installed.',
		message: (d: { count: number; names: string }): string =>
			`Not installed: ${d.count} ${d.count === 1 ? 'file' : 'files'} that the game does not read (${d.names}).`,
		help: 'Scenes, pictures and reports stay where they are.',
	},
	GAME_FILE_CHANGED: {
		severity: 'error',
		meaning:
			'An installed file was changed since, by another mod or an editor. Removing or replacing it would lose the change.',
		message: (_: Record<string, never>): string => 'This file was changed since wokflow installed it.',
		help: 'Nothing was changed. Keep a copy of the file if you need it. With force it is replaced, and the backup from before the first installation stays.',
		actions: () => [{ option: 'force' }],
	},
	GAME_RECORD_INVALID: {
		severity: 'fatal',
		meaning:
			'The record of installed files cannot be read. Without it, wokflow cannot tell which files belong to the game.',
		message: (_: Record<string, never>): string => 'The record of installed files is damaged.',
		help: 'Its folder holds backups of the original files. Restore them by hand, then delete the folder.',
	},
});
