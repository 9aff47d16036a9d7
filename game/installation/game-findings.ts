import { defineFindings } from '../../src/findings/report.ts';

/** Findings about an installed game and about installing into it. */
export const GAME_FINDINGS = defineFindings({
	INSTALL_NOT_RESOURCE: {
		severity: 'error',
		meaning:
			'The game finds a file by its name and its type, and types are a fixed list. A scene or picture among them would never be read.',
		message: (d: { extension: string }): string =>
			`The game has no resources of this type ("${d.extension}"), so this file cannot be installed.`,
		help: 'Nothing was changed. Convert scenes first; a layout is installed with its rooms, a folder with all files in it that the game knows.',
	},
	INSTALL_LEFT_OUT: {
		severity: 'info',
		meaning: 'Some files of the folder are for people or tools and not for the game. They were not copied into it.',
		message: (d: { count: number; names: string }): string =>
			`Not installed: ${d.count} ${d.count === 1 ? 'file' : 'files'} that the game does not read (${d.names}).`,
		help: 'Scenes, pictures and reports stay where they are.',
	},
	GAME_FILE_CHANGED: {
		severity: 'error',
		meaning:
			'A file that was installed is not any more as it was installed: another mod or an editor wrote it. Taking it out or replacing it would lose that.',
		message: (_: Record<string, never>): string => 'This file was changed since wokflow installed it.',
		help: 'Nothing was changed. Keep a copy of the file if you need it; forced, it is replaced and the copy from before the first installation stays.',
		actions: () => [{ option: 'force' }],
	},
	GAME_RECORD_INVALID: {
		severity: 'fatal',
		meaning:
			"What was installed, and what was there before, is noted in a record, and it cannot be read. Without it nobody knows which files are the game's own.",
		message: (_: Record<string, never>): string => 'The record of what was installed is damaged.',
		help: 'Its folder holds copies of the files as they were before. Put them back by hand, then remove the folder.',
	},
});
