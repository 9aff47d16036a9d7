import { defineFindings } from '../../src/findings/report.ts';

const FORM = 'An entry is a line "room N" and N indented lines with the rooms that are visible from it.';
const REWRITE = 'Files that wokflow writes are correct in this.';

/** What the text of a visibility file (`.vis`) can be told about. */
export const VIS_FINDINGS = defineFindings({
	VIS_NOT_TEXT: {
		severity: 'fatal',
		message: (d: { reason: string }): string => `This is not a visibility file: ${d.reason}.`,
		help: 'A visibility file (.vis) is plain ASCII text. Check that the file is not compressed or renamed.',
	},
	VIS_EMPTY: {
		severity: 'warning',
		message: (_: Record<string, never>): string => 'The file names no room.',
		help: FORM,
	},
	VIS_COUNT_MISMATCH: {
		severity: 'warning',
		message: (d: { room: string; count: number; found: number }): string =>
			`The count of room "${d.room}" is ${d.count}, but ${d.found} rooms follow; using those that follow.`,
		help: REWRITE,
	},
	VIS_COUNT_MISSING: {
		severity: 'warning',
		message: (d: { room: string }): string => `Room "${d.room}" has no count; using the indented lines that follow.`,
		help: REWRITE,
	},
	VIS_INDENT_MISSING: {
		severity: 'warning',
		message: (_: Record<string, never>): string => 'No line is indented; using the counts to assign lines to rooms.',
		help: REWRITE,
	},
	VIS_LINE_IGNORED: {
		severity: 'warning',
		message: (d: { text: string }): string => `Ignoring the line "${d.text}": it belongs to no room.`,
		help: FORM,
	},
	VIS_WORDS_IGNORED: {
		severity: 'warning',
		message: (d: { text: string }): string => `Ignoring "${d.text}" at the end of the line.`,
		help: FORM,
	},
	VIS_ENTRY_REPEATED: {
		severity: 'warning',
		message: (d: { room: string }): string => `Room "${d.room}" has a second entry; merging both.`,
		help: REWRITE,
	},
	VIS_NAME_REPEATED: {
		severity: 'info',
		message: (d: { room: string; name: string }): string => `Room "${d.room}" lists "${d.name}" twice.`,
		help: REWRITE,
	},
	VIS_NAME_INVALID: {
		severity: 'warning',
		message: (d: { name: string }): string =>
			`"${d.name}" is not a room name: names have 1 to 16 letters, digits and "_".`,
		help: 'Correct the line. The game ignores rooms that it does not know.',
	},
	VIS_FORM: {
		severity: 'info',
		message: (d: { habits: readonly string[] }): string =>
			`The format differs from the game's visibility files: ${d.habits.join(', ')}.`,
		help: "This does not affect reading. Written files have the game's format: CRLF, visible rooms indented by 2 blanks.",
	},
});
