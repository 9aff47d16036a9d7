import { defineFindings } from '../../src/findings/report.ts';

const REWRITE = 'Writing the file with wokflow puts this right.';

/** What the text of a visibility file (`.vis`) can be told about. */
export const VIS_FINDINGS = defineFindings({
	VIS_NOT_TEXT: {
		severity: 'fatal',
		message: (d: { reason: string }): string => `This is no visibility file: ${d.reason}.`,
		help: 'A visibility file (.vis) is plain ASCII text. Check that the file was not packed or renamed.',
	},
	VIS_EMPTY: {
		severity: 'warning',
		message: (_: Record<string, never>): string => 'The file names no room.',
		help: 'Every room has a line "room N" and N indented lines with the rooms that are seen from it.',
	},
	VIS_COUNT_MISMATCH: {
		severity: 'warning',
		message: (d: { room: string; count: number; found: number }): string =>
			`Room "${d.room}" says that ${d.count} rooms follow, but ${d.found} do; the indented lines were taken.`,
		help: REWRITE,
	},
	VIS_COUNT_MISSING: {
		severity: 'warning',
		message: (d: { room: string }): string => `Room "${d.room}" has no count; the indented lines were taken.`,
		help: REWRITE,
	},
	VIS_INDENT_MISSING: {
		severity: 'warning',
		message: (_: Record<string, never>): string =>
			'No line is indented; the counts decided what belongs to which room.',
		help: REWRITE,
	},
	VIS_LINE_IGNORED: {
		severity: 'warning',
		message: (d: { text: string }): string => `The line "${d.text}" belongs to no room and was ignored.`,
		help: 'Every room has a line "room N" and N indented lines with the rooms that are seen from it.',
	},
	VIS_WORDS_IGNORED: {
		severity: 'warning',
		message: (d: { text: string }): string => `"${d.text}" at the end of the line was ignored.`,
		help: 'A line holds a room and, for the room that looks, a count.',
	},
	VIS_ENTRY_REPEATED: {
		severity: 'warning',
		message: (d: { room: string }): string => `Room "${d.room}" occurs again; both lists were joined.`,
		help: REWRITE,
	},
	VIS_NAME_REPEATED: {
		severity: 'info',
		message: (d: { room: string; name: string }): string => `Room "${d.room}" lists "${d.name}" twice; once is enough.`,
		help: REWRITE,
	},
	VIS_NAME_INVALID: {
		severity: 'warning',
		message: (d: { name: string }): string =>
			`"${d.name}" is no name of a room: up to 16 letters, digits and "_" make one.`,
		help: 'Check the line; the game ignores rooms that it does not know.',
	},
	VIS_FORM: {
		severity: 'info',
		message: (d: { habits: readonly string[] }): string =>
			`The file differs from the form of the game's visibility files: ${d.habits.join(', ')}.`,
		help: 'Reading is not affected. Writing the file gives it the form of the game: CRLF, 2 blanks before rooms that are seen.',
	},
});
