import { defineFindings } from '../findings/report.ts';

const NOT_DAMAGED =
	'The file may be cut short by a download, or be no archive of the game. Get it again from where it came.';

/** What an archive of any format can be told about. */
export const ARCHIVE_FINDINGS = defineFindings({
	ARCHIVE_MAGIC: {
		severity: 'fatal',
		meaning:
			'An archive of the game begins with the name of its kind, and this file does not. No resource can be found in it.',
		message: (d: { found: string; wanted: string }): string =>
			`This is not an archive of this kind: it begins with "${d.found}", not with ${d.wanted}.`,
		help: NOT_DAMAGED,
	},
	ARCHIVE_TRUNCATED: {
		severity: 'fatal',
		meaning:
			'A part of the archive lies beyond the end of the file: it was cut off or altered. The game could not load the module either.',
		message: (d: { part: string; count: number; offset: number; size: number }): string =>
			`The archive is damaged: its ${d.part} (${d.count} of them at byte ${d.offset}) lie outside of the file, which has ${d.size} bytes.`,
		help: NOT_DAMAGED,
	},
	ARCHIVE_CLAIMS: {
		severity: 'fatal',
		meaning:
			'The entries of an archive lie beside each other in its file. Here so many share the same bytes that all of them together are many times the file.',
		message: (d: { entries: number; claimed: number; available: number }): string =>
			`The archive is refused: its ${d.entries} entries claim ${d.claimed} bytes, and it has ${d.available}.`,
		help: 'Entries that share their bytes so often are made to keep a program busy, or the table is damaged.',
	},
	ARCHIVE_ENTRY_DAMAGED: {
		severity: 'warning',
		meaning: 'One resource of the archive cannot be read, so a room, model or table of the module is missing.',
		message: (d: { entry: string; problem: string }): string => `Entry "${d.entry}" cannot be read: ${d.problem}.`,
		help: 'The other entries of the archive are read. Get the archive again from where it came, or replace the entry.',
	},
	ARCHIVE_ENTRY_NAME: {
		severity: 'warning',
		meaning: 'Names of resources become names of files, and this one could lead out of a folder or is none for a file.',
		message: (d: { entry: string; problem: string }): string =>
			`Entry "${d.entry}" is left out: its name ${d.problem}, so no file can be called that.`,
		help: 'The game does not find a resource of such a name either. The other entries are read.',
	},
	ARCHIVE_ENTRY_TWICE: {
		severity: 'warning',
		meaning: 'Two resources have one name and type. What is read here may not be what the game takes.',
		message: (d: { entry: string; count: number }): string =>
			`The archive has ${d.count} entries called "${d.entry}"; the first is used.`,
		help: 'Names ignore letter case. Which of them the game takes is not certain; make the archive again with one of them.',
	},
	ARCHIVE_PART_UNREADABLE: {
		severity: 'warning',
		meaning:
			'The index of the game says that resources lie in this file, and it cannot be opened. Rooms, models and tables in it are not found.',
		message: (d: { part: string; entries: number; problem: string }): string =>
			`"${d.part}" cannot be read (${d.problem}): ${d.entries} ${d.entries === 1 ? 'resource is' : 'resources are'} missing.`,
		help: 'The index of the game names this file. Resources of the other files are read.',
	},
});
