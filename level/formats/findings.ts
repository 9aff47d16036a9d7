import { defineFindings } from '../../src/findings/report.ts';

const REWRITE = 'Files that wokflow writes are correct.';
const ENTRIES =
	'Room, track and obstacle lines are "model x y z"; door hook lines are "room door 0 x y z qw qx qy qz".';

/** What the text of a layout (`.lyt`) can be told about. */
export const LYT_FINDINGS = defineFindings({
	LAYOUT_INVALID: {
		severity: 'fatal',
		meaning:
			'The file has the extension .lyt, but is not text or of another format. Without a layout the game has no area.',
		message: (d: { problem: string }): string => `Not a layout: ${d.problem}.`,
		help: 'A layout (.lyt) is plain ASCII text with "beginlayout", "roomcount N" with N rooms, and "donelayout". Check that the file is not compressed or renamed.',
	},
	LAYOUT_FAULT: {
		severity: 'warning',
		meaning:
			'A keyword, section or count is missing, wrong, repeated or not in the order of the game, or a line has words that the game does not read. The game skips lines or reads them as others: rooms and door hooks are missing or misread, and transitions, which count rooms by line, lead to wrong rooms.',
		message: (d: { problem: string }): string => `Invalid layout, but readable: ${d.problem}.`,
		help: `The game reads "beginlayout", then roomcount, trackcount, obstaclecount and doorhookcount in this order, each with as many lines as its count says, then "donelayout". ${ENTRIES} ${REWRITE}`,
	},
	LAYOUT_TEXT_AFTER_END: {
		severity: 'info',
		meaning: 'There is text after the end of the layout. The game does not read it.',
		message: (d: { lines: number }): string =>
			`Ignoring ${d.lines === 1 ? '1 line' : `${d.lines} lines`} after "donelayout".`,
		help: 'The game ignores them, too. They are not written.',
	},
	LAYOUT_ENTRY_INVALID: {
		severity: 'error',
		meaning:
			'A line of a room, track, obstacle or door hook cannot be read. Its room would be missing or at a wrong position, and transitions count rooms by line.',
		message: (d: { section: string; text: string; problem: string }): string =>
			`The ${d.section} line "${d.text}" ${d.problem}.`,
		help: `${ENTRIES} The line still counts in the order, because transitions are indices of rooms, with 0 for each invalid number.`,
	},
	LAYOUT_FORM: {
		severity: 'info',
		meaning: 'The layout differs from those of the game in line ends, indents or number format. It reads the same.',
		message: (d: { habits: readonly string[] }): string =>
			`The format differs from the game's layouts: ${d.habits.join(', ')}.`,
		help: "This does not affect reading. Written files have the game's format: CRLF, indents of 3 and 6 blanks, numbers as %g prints them.",
	},
});

/** What the text of a visibility file (`.vis`) can be told about. */
export const VIS_FINDINGS = defineFindings({
	VIS_NOT_TEXT: {
		severity: 'fatal',
		meaning: 'A visibility file is text, and this file is not. Without it the game does not know what to draw.',
		message: (d: { reason: string }): string => `This is not a visibility file: ${d.reason}.`,
		help: 'A visibility file (.vis) is plain ASCII text. Check that the file is not compressed or renamed.',
	},
	VIS_FAULT: {
		severity: 'warning',
		meaning:
			'The file names no room, a count or indent is missing or wrong, a line or word belongs to no room or is not a name, or a room has two entries. The game reads as many rooms as the count says: some are not drawn, or an entry is read as a room.',
		message: (d: { problem: string }): string => `Invalid visibility file, but readable: ${d.problem}.`,
		help: `An entry is a line "room N" and N indented lines with the rooms that are visible from it. ${REWRITE}`,
	},
	VIS_NAME_REPEATED: {
		severity: 'info',
		meaning: 'A room is listed twice in one entry, which changes nothing.',
		message: (d: { room: string; name: string }): string => `Room "${d.room}" lists "${d.name}" twice.`,
		help: REWRITE,
	},
	VIS_FORM: {
		severity: 'info',
		meaning: 'The file differs from those of the game in line ends or indents. It reads the same.',
		message: (d: { habits: readonly string[] }): string =>
			`The format differs from the game's visibility files: ${d.habits.join(', ')}.`,
		help: "This does not affect reading. Written files have the game's format: CRLF, visible rooms indented by 2 blanks.",
	},
});
