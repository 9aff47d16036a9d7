import { defineFindings } from '../src/findings/report.ts';

/** Reasons why an output is not written. */
export const OUTPUT_FINDINGS = defineFindings({
	OUTPUT_IS_INPUT: {
		severity: 'error',
		meaning:
			'The output is one of the input files (links are resolved, letter case is ignored). Its content would be lost.',
		message: (_: Record<string, never>): string => 'This output is also an input; it would be overwritten.',
		help: 'Nothing was written.',
		actions: () => [{ option: 'output', placeholder: 'PATH' }, { option: 'force' }],
	},
	OUTPUT_FOREIGN: {
		severity: 'error',
		meaning:
			'The output exists, and wokflow did not make it, or it was changed since. Its content may exist nowhere else.',
		message: (d: { edited: boolean }): string =>
			d.edited
				? 'This file was changed after wokflow wrote it; it would be overwritten.'
				: 'This file was not made by wokflow; it would be overwritten.',
		help: 'Nothing was written.',
		actions: () => [{ option: 'output', placeholder: 'PATH' }, { option: 'force' }],
	},
	OUTPUT_TWICE: {
		severity: 'error',
		meaning:
			'Two inputs would become one output, so the second would replace the first. On some systems, names that differ in letter case are the same.',
		message: (d: { path: string; other: string }): string =>
			`Not written: its output ${JSON.stringify(d.path)} is that of ${JSON.stringify(d.other)} already.`,
		help: 'Names are compared without regard to letter case. Write them into different folders.',
	},
	OUTPUT_NOT_FILE: {
		severity: 'fatal',
		meaning:
			'The output is a folder, a device or a pipe, which a file cannot replace; or it is "-", which stands for standard input or output.',
		message: (d: { what: string }): string => `Cannot write to this path: it is ${d.what}.`,
		help: 'Nothing was written. Name the path of a file.',
	},
	OUTPUT_IN_GAME: {
		severity: 'error',
		meaning:
			'The output lies in the folder of an installed game. Later nobody could tell the file from those of the game, so it could not be removed.',
		message: (_: Record<string, never>): string => 'This output lies in the folder of an installed game.',
		help: 'Nothing was written. Write to another folder and install from there. What was installed can be uninstalled, which restores the folder.',
		actions: () => [
			{ option: 'output', placeholder: 'PATH' },
			{ command: 'game', arguments: ['GAME', 'install', 'PATH'] },
			{ option: 'force' },
		],
	},
	OUTPUT_NAME: {
		severity: 'error',
		meaning:
			'The file name is not valid on every system: reserved characters, device names, a dot at the end. The level could not be copied or unpacked there.',
		message: (d: { name: string; problem: string }): string =>
			`Not every system takes the file name ${JSON.stringify(d.name)}: it ${d.problem}.`,
		help: 'Choose another name, so that the level works on every system.',
	},
	OUTPUT_NAME_MISSING: {
		severity: 'error',
		meaning:
			'The output path has an extension and no name before it, often because a variable in a script is empty. Such files are hidden on many systems.',
		message: (d: { name: string }): string =>
			`The file name ${JSON.stringify(d.name)} has no name before its extension.`,
		help: 'Nothing was written. Name the file.',
		actions: () => [{ option: 'output', placeholder: 'PATH' }],
	},
	OUTPUT_NAME_GAME: {
		severity: 'warning',
		meaning:
			'The game finds its files by names of at most 16 letters, digits and underscores. A file with another name is never loaded, and the room, object or area is missing in the game without a message. For kit parts and drafts that does not matter; in levels, modules and installations such names are errors.',
		message: (d: { name: string; problem: string }): string =>
			`The game cannot load ${JSON.stringify(d.name)}: the file name ${d.problem}.`,
		help: 'Use up to 16 letters, digits and "_"; 15 for doors, whose files end in the digit of their state.',
	},
});
