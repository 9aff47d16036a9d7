import { defineFindings } from '../../src/findings/report.ts';

const REWRITE = 'Files that wokflow writes are correct.';
const GAME_ORDER = 'The game reads the sections in this order: roomcount, trackcount, obstaclecount, doorhookcount.';
const ENTRIES =
	'Room, track and obstacle lines are "model x y z"; door hook lines are "room door 0 x y z qw qx qy qz".';

/** What the text of a layout (`.lyt`) can be told about. */
export const LYT_FINDINGS = defineFindings({
	LAYOUT_NOT_TEXT: {
		severity: 'fatal',
		meaning: 'A layout is text, and this file is not. Without a layout the game has no area.',
		message: (d: { reason: string }): string => `This is not a layout: ${d.reason}.`,
		help: 'A layout (.lyt) is plain ASCII text. Check that the file is not compressed or renamed.',
	},
	LAYOUT_UNRECOGNIZED: {
		severity: 'fatal',
		meaning: 'The file has the extension .lyt, but is of another format. Without a layout the game has no area.',
		message: (d: { text: string; format?: string }): string => {
			if (d.text === '') return 'This is not a layout: it is empty.';
			if (d.format !== undefined) return `This is ${d.format}, not a layout.`;
			return `This is not a layout: it has no "beginlayout" and no section. It begins with "${d.text}".`;
		},
		help: 'A layout (.lyt) has "beginlayout", "roomcount N" with N rooms, and "donelayout".',
	},
	LAYOUT_BEGIN_MISSING: {
		severity: 'warning',
		meaning:
			'The game looks for the first word of a layout before it reads anything. It would find an area without rooms.',
		message: (_: Record<string, never>): string =>
			'"beginlayout" is missing. The game skips all lines before it, so it would find no rooms.',
		help: REWRITE,
	},
	LAYOUT_DONE_MISSING: {
		severity: 'warning',
		meaning: 'The last word of the layout is missing, so rooms may be missing as well.',
		message: (_: Record<string, never>): string => '"donelayout" is missing; the file may be truncated.',
		help: REWRITE,
	},
	LAYOUT_TEXT_AFTER_END: {
		severity: 'info',
		meaning: 'There is text after the end of the layout. The game does not read it.',
		message: (d: { lines: number }): string =>
			`Ignoring ${d.lines === 1 ? '1 line' : `${d.lines} lines`} after "donelayout".`,
		help: 'The game ignores them, too. They are not written.',
	},
	LAYOUT_SECTION_MISSING: {
		severity: 'warning',
		meaning: 'A section that the game expects is missing. The game may read the next one instead.',
		message: (d: { section: string }): string => `The section "${d.section}count" is missing; treating it as empty.`,
		help: `${GAME_ORDER} ${REWRITE}`,
	},
	LAYOUT_SECTION_ORDER: {
		severity: 'warning',
		meaning:
			'The game reads the sections in a fixed order and skips everything before the one it looks for. It may miss rooms or door hooks.',
		message: (d: { section: string; before: string }): string =>
			`The section "${d.section}count" is after "${d.before}count", which the game reads later.`,
		help: `${GAME_ORDER} ${REWRITE}`,
	},
	LAYOUT_SECTION_REPEATED: {
		severity: 'warning',
		meaning:
			'The game reads only the first section of each kind. It would miss the rooms of the second, and later transitions would lead to wrong rooms.',
		message: (d: { section: string }): string => `There is a second section "${d.section}count"; merging both.`,
		help: 'Put all lines of a kind into one section.',
	},
	LAYOUT_SECTION_UNKNOWN: {
		severity: 'warning',
		meaning: 'The layout has a section that KotOR does not know, such as one from Neverwinter Nights.',
		message: (d: { keyword: string; lines: number }): string =>
			`Ignoring the unknown section "${d.keyword}"${d.lines === 0 ? '' : ` and its ${d.lines === 1 ? 'line' : `${d.lines} lines`}`}.`,
		help: 'Sections of other games have no meaning here.',
	},
	LAYOUT_COUNT_INVALID: {
		severity: 'warning',
		meaning: 'The number of lines in a section cannot be read. The game would read none of them.',
		message: (d: { section: string; count: string }): string =>
			d.count === ''
				? `"${d.section}count" has no number; using all lines that follow.`
				: `"${d.section}count ${d.count}" is not a count; using all lines that follow.`,
		help: REWRITE,
	},
	LAYOUT_COUNT_MISMATCH: {
		severity: 'warning',
		meaning:
			'The game reads as many lines as the count says. With a wrong count rooms are missing, or the next section is read as rooms.',
		message: (d: { section: string; count: number; found: number }): string =>
			`"${d.section}count" is ${d.count}, but ${d.found} lines follow; using those that follow.`,
		help: `The game reads as many lines as the count says and then expects the next section. ${REWRITE}`,
	},
	LAYOUT_LINE_IGNORED: {
		severity: 'warning',
		meaning: 'A line lies outside all sections. The game may read it as the first line of the next one.',
		message: (d: { text: string }): string => `Ignoring the line "${d.text}": it belongs to no section.`,
		help: 'Check the spelling of the keyword, or remove the line.',
	},
	LAYOUT_ENTRY_INVALID: {
		severity: 'error',
		meaning:
			'A line of a room, track, obstacle or door hook cannot be read. Its room would be missing or at a wrong position, and transitions count rooms by line.',
		message: (d: { section: string; text: string; problem: string }): string =>
			`The ${d.section} line "${d.text}" ${d.problem}.`,
		help: `${ENTRIES} The line still counts in the order, because transitions are indices of rooms, with 0 for each invalid number.`,
	},
	LAYOUT_FIELDS_IGNORED: {
		severity: 'warning',
		meaning: 'The line has more words than the game reads.',
		message: (d: { text: string }): string => `Ignoring "${d.text}" at the end of the line.`,
		help: ENTRIES,
	},
	LAYOUT_DOORHOOK_FLAG_MISSING: {
		severity: 'warning',
		meaning:
			'Door hook lines have an integer before the position. Without it, every number of the line is read as the previous one.',
		message: (d: { door: string }): string => `Door hook "${d.door}" has no number before its position; assuming 0.`,
		help: `The game reads an integer there and would misread the rest of the line. ${REWRITE}`,
	},
	LAYOUT_FORM: {
		severity: 'info',
		meaning: 'The layout differs from those of the game in line ends, indents or number format. It reads the same.',
		message: (d: { habits: readonly string[] }): string =>
			`The format differs from the game's layouts: ${d.habits.join(', ')}.`,
		help: "This does not affect reading. Written files have the game's format: CRLF, indents of 3 and 6 blanks, numbers as %g prints them.",
	},
});

const FORM = 'An entry is a line "room N" and N indented lines with the rooms that are visible from it.';
/** What the text of a visibility file (`.vis`) can be told about. */
export const VIS_FINDINGS = defineFindings({
	VIS_NOT_TEXT: {
		severity: 'fatal',
		meaning: 'A visibility file is text, and this file is not. Without it the game does not know what to draw.',
		message: (d: { reason: string }): string => `This is not a visibility file: ${d.reason}.`,
		help: 'A visibility file (.vis) is plain ASCII text. Check that the file is not compressed or renamed.',
	},
	VIS_EMPTY: {
		severity: 'warning',
		meaning: 'No room is listed, so from each room only the room itself is drawn.',
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
		meaning: 'The game reads the number of rooms after the name. Without it, no room is drawn.',
		message: (d: { room: string }): string => `Room "${d.room}" has no count; using the indented lines that follow.`,
		help: REWRITE,
	},
	VIS_INDENT_MISSING: {
		severity: 'warning',
		meaning: 'Visible rooms are distinguished from entries by their indent. Here only the counts are left.',
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
		meaning: 'The word is not a valid room name, so nothing is drawn for it.',
		message: (d: { name: string }): string =>
			`"${d.name}" is not a room name: names have 1 to 16 letters, digits and "_".`,
		help: 'Correct the line. The game ignores rooms that it does not know.',
	},
	VIS_FORM: {
		severity: 'info',
		meaning: 'The file differs from those of the game in line ends or indents. It reads the same.',
		message: (d: { habits: readonly string[] }): string =>
			`The format differs from the game's visibility files: ${d.habits.join(', ')}.`,
		help: "This does not affect reading. Written files have the game's format: CRLF, visible rooms indented by 2 blanks.",
	},
});
