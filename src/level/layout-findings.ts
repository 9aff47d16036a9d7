import { defineFindings } from '../findings/report.ts';

const REWRITE = 'Writing the file with wokflow puts this right.';
const GAME_ORDER =
	'The game reads the sections one after the other: roomcount, trackcount, obstaclecount, doorhookcount.';

/** What layouts (`.lyt`) and visibility files (`.vis`) can be told about. */
export const LAYOUT_FINDINGS = defineFindings({
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
	LAYOUT_DOORHOOK_ROOM_UNKNOWN: {
		severity: 'info',
		message: (d: { door: string; room: string }): string =>
			`Door hook "${d.door}" names room "${d.room}", which the layout does not have.`,
		help: 'The game places doors by other files; the hook has no effect. Several layouts of the game have such hooks.',
	},
	LAYOUT_NAME_INVALID: {
		severity: 'warning',
		message: (d: { name: string; problem: 'empty' | 'length' | 'characters' }): string =>
			d.problem === 'empty'
				? 'A name is empty.'
				: d.problem === 'length'
					? `The name "${d.name}" has ${d.name.length} characters; the game takes 16.`
					: `The name "${d.name}" has other characters than letters, digits and "_".`,
		help: 'Rename the model and its files.',
	},
	LAYOUT_NAME_DUPLICATE: {
		severity: 'warning',
		message: (d: { name: string; first: number; again: number }): string =>
			`Room ${d.again} has the same name as room ${d.first}: "${d.name}".`,
		help: 'Files are found by name without regard to case, so both rooms have one walkmesh. The name means the first of them.',
	},
	LAYOUT_FORM: {
		severity: 'info',
		message: (d: { habits: readonly string[] }): string =>
			`The file differs from the form of the game's layouts: ${d.habits.join(', ')}.`,
		help: 'Reading is not affected. Writing the file gives it the form of the game: CRLF, 3 and 6 blanks, numbers as %g prints them.',
	},

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
	VIS_ROOM_UNKNOWN: {
		severity: 'info',
		message: (d: { name: string }): string => `The layout has no room "${d.name}".`,
		help: 'The game ignores such names. Remove them, or correct the spelling.',
	},
	VIS_ROOM_UNSEEN: {
		severity: 'info',
		message: (d: { room: string }): string =>
			`Room "${d.room}" of the layout does not occur: from it only the room itself is drawn, and from no other room is it.`,
		help: 'Add an entry for it; `wokflow` can make a visibility file from the links between the rooms.',
	},
	VIS_FORM: {
		severity: 'info',
		message: (d: { habits: readonly string[] }): string =>
			`The file differs from the form of the game's visibility files: ${d.habits.join(', ')}.`,
		help: 'Reading is not affected. Writing the file gives it the form of the game: CRLF, 2 blanks before rooms that are seen.',
	},

	PLACE_SPACE_TAKEN: {
		severity: 'info',
		message: (d: { space: 'room' | 'area'; at: readonly number[]; by: 'place' | 'option' }): string => {
			const place = d.at.join(' ');
			if (d.by === 'option') {
				return d.space === 'room'
					? `The vertices were moved by ${place}, from room space as asked.`
					: 'The vertices were not moved: they lie in area space, as asked.';
			}
			return d.space === 'room'
				? `The vertices lie about the origin, so they are in room space and were moved by ${place}.`
				: `The vertices lie about ${place}, so they are in area space already and were not moved.`;
		},
		help: 'A walkmesh of a room lies in area space: model vertex + position of the room in the layout, added once.',
	},
	PLACE_SPACE_UNSURE: {
		severity: 'warning',
		message: (d: { space: 'room' | 'area'; at: readonly number[] }): string =>
			`Whether the vertices lie in room space or in area space cannot be told; ${d.space} space was taken, so they were ${
				d.space === 'room' ? `moved by ${d.at.join(' ')}` : 'not moved'
			}.`,
		help: 'Say which it is: --space room or --space area.',
	},
	PLACE_SPACE_DOUBTFUL: {
		severity: 'warning',
		message: (d: { space: 'room' | 'area'; at: readonly number[] }): string =>
			d.space === 'room'
				? `The vertices lie about ${d.at.join(' ')} already, but were moved there as asked: perhaps they are moved twice now.`
				: `The vertices lie about the origin, but were not moved to ${d.at.join(' ')}, as asked.`,
		help: 'Leave --space out to have it recognized.',
	},
	TRANSFORM_FACES_COLLAPSED: {
		severity: 'warning',
		message: (d: { faces: number }): string =>
			`${d.faces === 1 ? 'A face' : `${d.faces} faces`} lost ${d.faces === 1 ? 'its' : 'their'} area: corners that were apart became one point.`,
		help: 'A file holds about seven digits of a coordinate, so detail is lost far from the origin and at small scales.',
	},
});
