import type { Report } from '../../src/findings/index.ts';
import type { Vec3 } from '../../src/geometry/vec3.ts';
import type { LayoutDoorHook, LayoutEntry, LayoutSection } from '../../src/level/index.ts';
import { excerpt, isFloatText, parseFloatText, parseIntegerText } from '../../src/text/index.ts';

/** One line of a section, split into words. */
export interface EntryLine {
	readonly section: LayoutSection;
	readonly fields: readonly string[];
	readonly line: number;
}

/**
 * A room, track or obstacle line: model and three numbers. What cannot be read becomes 0 and is an error; the entry stays,
 * because transitions count rooms.
 */
export function parsePlacement(entry: EntryLine, report: Report): LayoutEntry {
	const { fields } = entry;
	const blankInName = fields.length > 4 && !isFloatText(fields[1]) && endsInNumbers(fields, 3);
	if (blankInName) complain(entry, 'has a blank within the name', report);
	const start = blankInName ? fields.length - 3 : 1;
	const numbers = readNumbers(entry, fields.slice(start, start + 3), 3, report);
	reportRest(entry, start + 3, report);
	return { model: fields.slice(0, start).join(' '), position: numbers as unknown as Vec3 };
}

/**
 * A door hook line: room, door, an integer, position, quaternion. A line without the integer and door names with blanks
 * are taken too.
 */
export function parseDoorHook(entry: EntryLine, report: Report): LayoutDoorHook {
	const { fields } = entry;
	const start = doorHookNumbers(fields);
	const flagMissing = start === 2 && fields.length === 9 && endsInNumbers(fields, 7);
	const room = fields[0];
	const door = fields.slice(1, start).join(' ');
	if (flagMissing) report.add('LAYOUT_DOORHOOK_FLAG_MISSING', { line: entry.line }, { door });
	const flagText = flagMissing ? '0' : (fields[start] ?? '0');
	const flag = parseIntegerText(flagText);
	if (flag === undefined) complain(entry, `has "${excerpt(flagText)}" where an integer belongs`, report);
	const first = flagMissing ? start : start + 1;
	const values = readNumbers(entry, fields.slice(first, first + 7), 7, report);
	reportRest(entry, first + 7, report);
	return {
		room,
		door,
		flag: flag ?? 0,
		position: [values[0], values[1], values[2]],
		orientation: [values[3], values[4], values[5], values[6]],
	};
}

/** Index of the integer of a door hook line. Where a door's name has blanks, the numbers are counted from the end. */
export function doorHookNumbers(fields: readonly string[]): number {
	const named = fields.length > 10 && !fields.slice(2, 10).every(isFloatText) && endsInNumbers(fields, 8);
	return named ? fields.length - 8 : 2;
}

function endsInNumbers(fields: readonly string[], count: number): boolean {
	return fields.slice(-count).every(isFloatText);
}

function readNumbers(entry: EntryLine, words: readonly string[], count: number, report: Report): number[] {
	const missing = count - words.length;
	if (missing > 0) complain(entry, `lacks ${missing === 1 ? 'a number' : `${missing} numbers`}`, report);
	return Array.from({ length: count }, (_, index) => {
		const word = words[index];
		if (word === undefined) return 0;
		const value = parseFloatText(word);
		if (value === undefined) complain(entry, `has "${excerpt(word)}" where a number belongs`, report);
		return value ?? 0;
	});
}

function complain(entry: EntryLine, problem: string, report: Report): void {
	const text = excerpt(entry.fields.join(' '));
	report.add('LAYOUT_ENTRY_INVALID', { line: entry.line }, { section: entry.section, text, problem });
}

function reportRest(entry: EntryLine, from: number, report: Report): void {
	if (entry.fields.length <= from) return;
	report.add('LAYOUT_FIELDS_IGNORED', { line: entry.line }, { text: excerpt(entry.fields.slice(from).join(' ')) });
}
