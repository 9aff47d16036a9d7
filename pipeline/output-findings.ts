import { defineFindings } from '../src/findings/report.ts';

/** Reasons why an output is not written. */
export const OUTPUT_FINDINGS = defineFindings({
	OUTPUT_IS_INPUT: {
		severity: 'error',
		meaning:
			'The output is a file that is read, by its real path: links and letter case make no other file. What it holds would be lost.',
		message: (_: Record<string, never>): string => 'This output is also an input; it would be overwritten.',
		help: 'Nothing was written.',
		actions: () => [{ option: 'output', placeholder: 'PATH' }, { option: 'force' }],
	},
	OUTPUT_FOREIGN: {
		severity: 'error',
		meaning:
			'There is a file at the output that wokflow did not make, or that was changed since. It may be work that exists nowhere else.',
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
			'Two inputs would become one output, so that the second would replace the first. Some systems take names in other letter case for the same.',
		message: (d: { path: string; other: string }): string =>
			`Not written: its output ${JSON.stringify(d.path)} is that of ${JSON.stringify(d.other)} already.`,
		help: 'Names are compared without regard to letter case. Write them into different folders.',
	},
	OUTPUT_NOT_FILE: {
		severity: 'fatal',
		meaning:
			'At the path of the output there is a folder, a device or a pipe, which cannot be replaced by a file; or it is "-", which means standard input or output.',
		message: (d: { what: string }): string => `Cannot write to this path: it is ${d.what}.`,
		help: 'Nothing was written. Name the path of a file.',
	},
	OUTPUT_IN_GAME: {
		severity: 'error',
		meaning:
			"The output lies in the folder of an installed game. A file written there cannot be told from the game's own later, so nobody could take it out again.",
		message: (_: Record<string, never>): string => 'This output lies in the folder of an installed game.',
		help: 'Nothing was written. Write to another folder and install from there: what was installed can be taken out again, and the folder is then as it was before.',
		actions: () => [
			{ option: 'output', placeholder: 'PATH' },
			{ command: 'game', arguments: ['GAME', 'install', 'PATH'] },
			{ option: 'force' },
		],
	},
	OUTPUT_NAME: {
		severity: 'error',
		meaning:
			'A file name that one system takes and another does not: reserved characters, names of devices, a dot at the end. The level could not be copied or unpacked there.',
		message: (d: { name: string; problem: string }): string =>
			`Not every system takes the file name ${JSON.stringify(d.name)}: it ${d.problem}.`,
		help: 'Levels travel between systems. Choose another name.',
	},
	OUTPUT_NAME_MISSING: {
		severity: 'error',
		meaning:
			'The path of an output ends in an extension with no name before it, often a name that a script left empty. Systems hide such files, and they would be named after no level.',
		message: (d: { name: string }): string =>
			`The file name ${JSON.stringify(d.name)} has no name before its extension.`,
		help: 'Nothing was written. Name the file.',
		actions: () => [{ option: 'output', placeholder: 'PATH' }],
	},
	OUTPUT_NAME_GAME: {
		severity: 'warning',
		meaning:
			'The game finds its files by names of at most 16 letters, digits and underscores. A file of another name is never loaded, and the room, object or area is missing in the game without a word. For a part of a kit or a draft that does not matter; in levels, modules and installations such names are errors.',
		message: (d: { name: string; problem: string }): string =>
			`The game cannot load ${JSON.stringify(d.name)}: the file name ${d.problem}.`,
		help: 'Use up to 16 letters, digits and "_"; 15 for doors, whose files end in the digit of their state.',
	},
});
