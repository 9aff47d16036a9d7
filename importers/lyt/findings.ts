import { defineFindings } from '../../src/findings/report.ts';

const REWRITE = 'Writing the file with wokflow puts this right.';
const GAME_ORDER =
	'The game reads the sections one after the other: roomcount, trackcount, obstaclecount, doorhookcount.';

/** What the text of a layout (`.lyt`) can be told about. */
export const LYT_FINDINGS = defineFindings({
	LAYOUT_NOT_TEXT: {
		severity: 'fatal',
		message: (d: { reason: string }): string => `This is no layout: ${d.reason}.`,
		help: 'A layout (.lyt) is plain ASCII text. Check that the file was not packed or renamed.',
	},
	LAYOUT_UNRECOGNIZED: {
		severity: 'fatal',
		message: (d: { text: string }): string =>
			d.text === ''
				? 'This is no layout: it is empty.'
				: `This is no layout: it has neither "beginlayout" nor a section; it begins with "${d.text}".`,
		help: 'A layout (.lyt) holds "beginlayout", "roomcount N" with N rooms, and "donelayout".',
	},
	LAYOUT_BEGIN_MISSING: {
		severity: 'warning',
		message: (_: Record<string, never>): string =>
			'"beginlayout" is missing; the game skips all lines before it and would find no rooms.',
		help: REWRITE,
	},
	LAYOUT_DONE_MISSING: {
		severity: 'warning',
		message: (_: Record<string, never>): string =>
			'"donelayout" is missing: the layout ends with the file. Perhaps the file was cut off.',
		help: REWRITE,
	},
	LAYOUT_TEXT_AFTER_END: {
		severity: 'info',
		message: (d: { lines: number }): string =>
			`${d.lines === 1 ? 'A line' : `${d.lines} lines`} after "donelayout" ${d.lines === 1 ? 'was' : 'were'} ignored.`,
		help: 'The game ignores them too; writing the file leaves them out.',
	},
	LAYOUT_SECTION_MISSING: {
		severity: 'warning',
		message: (d: { section: string }): string => `The section "${d.section}count" is missing and was taken for empty.`,
		help: `${GAME_ORDER} ${REWRITE}`,
	},
	LAYOUT_SECTION_ORDER: {
		severity: 'warning',
		message: (d: { section: string; before: string }): string =>
			`The section "${d.section}count" stands after "${d.before}count", which the game reads later.`,
		help: `${GAME_ORDER} ${REWRITE}`,
	},
	LAYOUT_SECTION_REPEATED: {
		severity: 'warning',
		message: (d: { section: string }): string =>
			`The section "${d.section}count" occurs again; its lines were added to the earlier ones.`,
		help: 'Put all lines of a kind into one section.',
	},
	LAYOUT_SECTION_UNKNOWN: {
		severity: 'warning',
		message: (d: { keyword: string; lines: number }): string =>
			`The section "${d.keyword}" is unknown; it and its ${d.lines} lines were left out.`,
		help: 'Sections of other games of the family have no meaning here.',
	},
	LAYOUT_COUNT_INVALID: {
		severity: 'warning',
		message: (d: { section: string; count: string }): string =>
			d.count === ''
				? `"${d.section}count" stands without a number; the lines that follow were counted.`
				: `"${d.section}count ${d.count}" is no count; the lines that follow were counted.`,
		help: REWRITE,
	},
	LAYOUT_COUNT_MISMATCH: {
		severity: 'warning',
		message: (d: { section: string; count: number; found: number }): string =>
			`"${d.section}count" says ${d.count}, but ${d.found} lines follow; all of them were taken.`,
		help: `The game reads as many lines as the count says and then expects the next section. ${REWRITE}`,
	},
	LAYOUT_LINE_IGNORED: {
		severity: 'warning',
		message: (d: { text: string }): string => `The line "${d.text}" belongs to no section and was ignored.`,
		help: 'Check the spelling of the keyword, or remove the line.',
	},
	LAYOUT_ENTRY_INVALID: {
		severity: 'error',
		message: (d: { section: string; text: string; problem: string }): string =>
			`The ${d.section} line "${d.text}" ${d.problem}.`,
		help: 'Room, track and obstacle lines are "model x y z"; door hook lines "room door 0 x y z qw qx qy qz". The line keeps its place in the order, because transitions count rooms; 0 stands for what could not be read.',
	},
	LAYOUT_FIELDS_IGNORED: {
		severity: 'warning',
		message: (d: { text: string }): string => `"${d.text}" at the end of the line was ignored.`,
		help: 'Room, track and obstacle lines are "model x y z"; door hook lines "room door 0 x y z qw qx qy qz".',
	},
	LAYOUT_DOORHOOK_FLAG_MISSING: {
		severity: 'warning',
		message: (d: { door: string }): string =>
			`Door hook "${d.door}" lacks the number before its position; 0 was taken.`,
		help: `The game reads an integer there and would misread the rest of the line. ${REWRITE}`,
	},
	LAYOUT_FORM: {
		severity: 'info',
		message: (d: { habits: readonly string[] }): string =>
			`The file differs from the form of the game's layouts: ${d.habits.join(', ')}.`,
		help: 'Reading is not affected. Writing the file gives it the form of the game: CRLF, 3 and 6 blanks, numbers as %g prints them.',
	},
});
