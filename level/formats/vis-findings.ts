import { defineFindings } from '../../src/findings/report.ts';

const FORM = 'An entry is a line "room N" and N indented lines with the rooms that are visible from it.';
const REWRITE = 'Files that wokflow writes are correct in this.';

/** What the text of a visibility file (`.vis`) can be told about. */
export const VIS_FINDINGS = defineFindings({
	VIS_NOT_TEXT: {
		severity: 'fatal',
		meaning:
			'A visibility file is a text of rooms, and this is not text. Without it the game does not know what to draw.',
		message: (d: { reason: string }): string => `This is not a visibility file: ${d.reason}.`,
		help: 'A visibility file (.vis) is plain ASCII text. Check that the file is not compressed or renamed.',
	},
	VIS_EMPTY: {
		severity: 'warning',
		meaning: 'No room is listed, so from any room only that room itself is drawn.',
		message: (_: Record<string, never>): string => 'The file names no room.',
		help: FORM,
	},
	VIS_COUNT_MISMATCH: {
		severity: 'warning',
		meaning:
			'The game reads as many lines as the count of the room says. With a wrong count rooms are not drawn, or the next entry is read as rooms.',
		message: (d: { room: string; count: number; found: number }): string =>
			`The count of room "${d.room}" is ${d.count}, but ${d.found} rooms follow; using those that follow.`,
		help: REWRITE,
	},
	VIS_COUNT_MISSING: {
		severity: 'warning',
		meaning: 'The game reads the number of rooms behind the name. Without it, it takes none.',
		message: (d: { room: string }): string => `Room "${d.room}" has no count; using the indented lines that follow.`,
		help: REWRITE,
	},
	VIS_INDENT_MISSING: {
		severity: 'warning',
		meaning: 'Rooms that are seen are told from entries by their indent. Without it only the counts can tell.',
		message: (_: Record<string, never>): string => 'No line is indented; using the counts to assign lines to rooms.',
		help: REWRITE,
	},
	VIS_LINE_IGNORED: {
		severity: 'warning',
		meaning: 'A line stands before the first entry, so it belongs to no room and is not drawn from any.',
		message: (d: { text: string }): string => `Ignoring the line "${d.text}": it belongs to no room.`,
		help: FORM,
	},
	VIS_WORDS_IGNORED: {
		severity: 'warning',
		meaning: 'The line has more words than the game reads.',
		message: (d: { text: string }): string => `Ignoring "${d.text}" at the end of the line.`,
		help: FORM,
	},
	VIS_ENTRY_REPEATED: {
		severity: 'warning',
		meaning: 'A room has two entries. The rooms of both are drawn from it.',
		message: (d: { room: string }): string => `Room "${d.room}" has a second entry; merging both.`,
		help: REWRITE,
	},
	VIS_NAME_REPEATED: {
		severity: 'info',
		meaning: 'A room is listed twice in one entry, which changes nothing.',
		message: (d: { room: string; name: string }): string => `Room "${d.room}" lists "${d.name}" twice.`,
		help: REWRITE,
	},
	VIS_NAME_INVALID: {
		severity: 'warning',
		meaning: 'The word cannot be the name of a room, so nothing is drawn for it.',
		message: (d: { name: string }): string =>
			`"${d.name}" is not a room name: names have 1 to 16 letters, digits and "_".`,
		help: 'Correct the line. The game ignores rooms that it does not know.',
	},
	VIS_FORM: {
		severity: 'info',
		meaning: 'The file is written otherwise than those of the game: line ends or indents. It reads the same.',
		message: (d: { habits: readonly string[] }): string =>
			`The format differs from the game's visibility files: ${d.habits.join(', ')}.`,
		help: "This does not affect reading. Written files have the game's format: CRLF, visible rooms indented by 2 blanks.",
	},
});
