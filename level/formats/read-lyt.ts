import type { Report } from '../../src/findings/report.ts';
import { type DocumentFormat, requireBytes } from '../../src/formats/contracts.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Layout, LayoutDoorHook, LayoutEntry } from '../../src/model/level.ts';
import { formatLayoutFloat, isFloatText, parseFloatText, parseIntegerText } from '../../src/text/numbers.ts';
import { decodeText, excerpt, foreignFormat, TextForm, type TextLine, textLines, words } from '../../src/text/text.ts';
import { LYT_FINDINGS } from './findings.ts';
import {
	checkLayout,
	dependencyLine,
	entryLine,
	LAYOUT_BEGIN,
	LAYOUT_DEPENDENCY,
	LAYOUT_END,
	LAYOUT_HEADER,
	LAYOUT_SECTIONS,
	type LayoutSection,
	layoutKeyword,
	sectionLine,
} from './layout.ts';

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
function parsePlacement(entry: EntryLine, report: Report): LayoutEntry {
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
function parseDoorHook(entry: EntryLine, report: Report): LayoutDoorHook {
	const { fields } = entry;
	const start = doorHookNumbers(fields);
	const flagMissing = start === 2 && fields.length === 9 && endsInNumbers(fields, 7);
	const room = fields[0];
	const door = fields.slice(1, start).join(' ');
	if (flagMissing) tellFault(report, `door hook "${door}" has no number before its position; assuming 0`, entry.line);
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
function doorHookNumbers(fields: readonly string[]): number {
	const named = fields.length > 10 && !fields.slice(2, 10).every(isFloatText) && endsInNumbers(fields, 8);
	return named ? fields.length - 8 : 2;
}

function endsInNumbers(fields: readonly string[], count: number): boolean {
	return fields.slice(-count).every(isFloatText);
}

function readNumbers(entry: EntryLine, words: readonly string[], count: number, report: Report): number[] {
	const missing = count - words.length;
	if (missing > 0) complain(entry, `lacks ${missing === 1 ? 'a number' : `${missing} numbers`}`, report);
	const wrong: string[] = [];
	const values = Array.from({ length: count }, (_, index) => {
		const word = words[index];
		if (word === undefined) return 0;
		const value = parseFloatText(word);
		if (value === undefined) wrong.push(word);
		return value ?? 0;
	});
	if (wrong.length > 0) {
		const comma = wrong.some((word) => word.includes(',') && isFloatText(word.replace(',', '.')))
			? '; numbers have a point, no comma'
			: '';
		const more = wrong.length === 1 ? '' : `, and ${wrong.length - 1} more`;
		complain(entry, `has "${excerpt(wrong[0])}" where a number belongs${more}${comma}`, report);
	}
	return values;
}

function complain(entry: EntryLine, problem: string, report: Report): void {
	const text = excerpt(entry.fields.join(' '));
	report.add(LYT_FINDINGS.LAYOUT_ENTRY_INVALID, { line: entry.line }, { section: entry.section, text, problem });
}

function reportRest({ fields, line }: Pick<EntryLine, 'fields' | 'line'>, from: number, report: Report): void {
	if (fields.length > from)
		tellFault(report, `ignoring "${excerpt(fields.slice(from).join(' '))}" at the end of the line`, line);
}

function tellFault(report: Report, problem: string, line?: number): void {
	report.add(LYT_FINDINGS.LAYOUT_FAULT, line === undefined ? {} : { line }, { problem });
}

/** A line of a section as it is written, with its own words. @param numbersFrom index of the first number */
function entryForm(fields: readonly string[], numbersFrom: number): string {
	return entryLine(fields.map((word, index) => (index < numbersFrom ? word : floatForm(word))));
}

/** The same of a door hook, whose integer stands before the other numbers. */
function doorHookForm(fields: readonly string[]): string {
	const at = doorHookNumbers(fields);
	return entryForm(
		fields.map((word, index) => (index === at ? String(parseIntegerText(word) ?? word) : word)),
		at + 1,
	);
}

function floatForm(word: string): string {
	const value = parseFloatText(word);
	return value === undefined ? word : formatLayoutFloat(value);
}

/** A section of another game of the family, whose lines must not be read as those of the section before it. */
const OTHER_SECTION = /^(?:\w+count|walkmeshrooms)$/i;

/** Bytes. The largest layout of the game has 53 rooms and 5 KB; this is room for 20,000. */
const LARGEST_LAYOUT = 1 << 20;

/**
 * Reads a layout (`.lyt`). Taken as they come, each with a finding: missing, repeated or misplaced sections; counts that are
 * too small, too large or none at all (the lines decide); lines with too few or too many words; a missing `beginlayout` or
 * `donelayout`; text after the end; other blanks, tabs, line ends, letter case, number forms, a byte order mark.
 * Rooms keep their place in the order whatever their line says.
 *
 * @throws InputError when the bytes are no text, or the text has neither `beginlayout` nor a section; UsageError for what is not bytes
 *
 * @example
 * const { rooms } = readLyt(lyt, report);
 * console.log(rooms.map(({ model, position }) => `${model} at ${position.join(' ')}`));
 */
export function readLyt(bytes: Uint8Array, report: Report): Layout {
	requireBytes(bytes);
	const decoded = decodeText(bytes, LARGEST_LAYOUT);
	if ('reason' in decoded)
		return report.fail(LYT_FINDINGS.LAYOUT_INVALID, { offset: decoded.offset }, { problem: decoded.reason });
	const reader = new LayoutReader(report);
	if (decoded.byteOrderMark) reader.form.note('a byte order mark');
	for (const line of textLines(decoded.text)) reader.take(line);
	return reader.finish(foreignFormat(bytes));
}

class LayoutReader {
	readonly form = new TextForm();
	readonly #report: Report;
	readonly #entries: Record<Exclude<LayoutSection, 'doorhook'>, LayoutEntry[]> = { room: [], track: [], obstacle: [] };
	readonly #doorHooks: LayoutDoorHook[] = [];
	readonly #lines: Record<LayoutSection, number[]> = { room: [], track: [], obstacle: [], doorhook: [] };
	readonly #sections: LayoutSection[] = [];
	#dependency: string | undefined;
	#firstLine: { line: number; text: string } | undefined;
	#begun = false;
	#done = false;
	#recognized = false;
	#linesAfterEnd = 0;
	#firstAfterEnd = 0;
	#headerSeen = false;
	#contentSeen = false;
	/** The section whose lines are being read. */
	#open: { section: LayoutSection; line: number; count: number | undefined; found: number } | undefined;
	#unknown: { keyword: string; line: number; lines: number } | undefined;

	constructor(report: Report) {
		this.#report = report;
	}

	take(line: TextLine): void {
		this.form.line(line);
		const fields = this.#withoutComment(line);
		if (fields.length === 0) return;
		this.#firstLine ??= { line: line.number, text: line.text };
		if (this.#done) {
			if (this.#linesAfterEnd++ === 0) this.#firstAfterEnd = line.number;
			return;
		}
		this.#contentSeen = true;
		if (!this.#takeKeyword(line, fields)) this.#takeEntry(line, fields);
	}

	#withoutComment(line: TextLine): string[] {
		const fields = words(line.text);
		const comment = fields.findIndex((word) => word.startsWith('#'));
		if (comment < 0) return fields;
		const isHeader = line.text === LAYOUT_HEADER && !this.#headerSeen && !this.#contentSeen;
		if (isHeader) this.#headerSeen = true;
		else this.form.note('comments');
		return fields.slice(0, comment);
	}

	/** @returns false when the line begins with no keyword */
	#takeKeyword(line: TextLine, fields: readonly string[]): boolean {
		const known = layoutKeyword(fields[0]);
		if (known?.keyword === 'section') this.#openSection(known.section, line, fields);
		else if (known?.keyword === 'begin') this.#begin(line, fields);
		else if (known?.keyword === 'end') {
			this.#close();
			this.#done = true;
			this.form.compare(line.text, LAYOUT_END);
			reportRest({ fields, line: line.number }, 1, this.#report);
		} else if (known?.keyword === 'dependency') this.#takeDependency(line, fields);
		else if (fields.length === 2 && OTHER_SECTION.test(fields[0]) && parseIntegerText(fields[1]) !== undefined) {
			this.#close();
			this.#recognized = true;
			this.#unknown = { keyword: fields[0], line: line.number, lines: 0 };
		} else return false;
		return true;
	}

	#begin(line: TextLine, fields: readonly string[]): void {
		if (this.#begun || this.#sections.length > 0) {
			this.#ignore(line);
			return;
		}
		this.#begun = true;
		this.#recognized = true;
		this.form.compare(line.text, LAYOUT_BEGIN);
		reportRest({ fields, line: line.number }, 1, this.#report);
	}

	#takeDependency(line: TextLine, fields: readonly string[]): void {
		if (this.#dependency !== undefined) {
			this.#ignore(line);
			return;
		}
		const name = fields.slice(1).join(' ');
		if (name !== '') this.#dependency = name;
		if (this.#begun || this.#sections.length > 0) this.form.note('"filedependancy" after "beginlayout"');
		if (fields[0].toLowerCase() !== LAYOUT_DEPENDENCY) this.form.note('"filedependancy" spelt otherwise');
		if (name === '') this.form.note('"filedependancy" without a name');
		this.form.compare(line.text, dependencyLine(name));
	}

	#openSection(section: LayoutSection, line: TextLine, fields: readonly string[]): void {
		this.#close();
		this.#recognized = true;
		const later = this.#sections.find((other) => LAYOUT_SECTIONS.indexOf(other) > LAYOUT_SECTIONS.indexOf(section));
		if (this.#sections.includes(section))
			this.#tell(`there is a second section "${section}count"; merging both`, line.number);
		else if (later !== undefined)
			this.#tell(`the section "${section}count" is after "${later}count", which the game reads later`, line.number);
		this.#sections.push(section);
		const parsed = fields.length > 1 ? parseIntegerText(fields[1]) : undefined;
		const count = parsed !== undefined && parsed >= 0 ? parsed : undefined;
		if (count === undefined) {
			const wrong = fields.length < 2 ? 'count" has no number' : `count ${excerpt(fields[1])}" is not a count`;
			this.#tell(`"${section}${wrong}; using all lines that follow`, line.number);
		}
		this.form.compare(line.text, sectionLine(section, String(count ?? fields[1] ?? '')));
		reportRest({ fields, line: line.number }, 2, this.#report);
		this.#open = { section, line: line.number, count, found: 0 };
	}

	#takeEntry(line: TextLine, fields: readonly string[]): void {
		if (this.#unknown !== undefined) {
			this.#unknown.lines++;
			return;
		}
		if (this.#open === undefined) {
			this.#ignore(line);
			return;
		}
		const { section } = this.#open;
		this.#open.found++;
		this.#lines[section].push(line.number);
		const entry = { section, fields, line: line.number };
		if (section === 'doorhook') this.#doorHooks.push(parseDoorHook(entry, this.#report));
		else this.#entries[section].push(parsePlacement(entry, this.#report));
		this.form.compare(line.text, section === 'doorhook' ? doorHookForm(fields) : entryForm(fields, 1));
	}

	/** Ends the section that is being read and compares its count with what was found. */
	#close(): void {
		if (this.#open !== undefined) {
			const { section, line, count, found } = this.#open;
			if (count !== undefined && count !== found)
				this.#tell(`"${section}count" is ${count}, but ${found} lines follow; using those that follow`, line);
			this.#open = undefined;
		}
		if (this.#unknown !== undefined) {
			const { keyword, line, lines } = this.#unknown;
			const more = lines === 0 ? '' : ` and its ${lines === 1 ? 'line' : `${lines} lines`}`;
			this.#tell(`ignoring the unknown section "${excerpt(keyword)}"${more}`, line);
			this.#unknown = undefined;
		}
	}

	#ignore({ text, number }: TextLine): void {
		this.#tell(`ignoring the line "${excerpt(text.trim())}": it belongs to no section`, number);
	}

	#tell(problem: string, line?: number): void {
		tellFault(this.#report, problem, line);
	}

	/** @param format what the file is by its first bytes */
	finish(format: string | undefined): Layout {
		if (!this.#recognized) {
			const { line, text } = this.#firstLine ?? { line: 1, text: '' };
			const begins = `it has no "beginlayout" and no section, and begins with "${excerpt(text.trim())}"`;
			const found = format === undefined ? begins : `it is ${format}`;
			const problem = text.trim() === '' ? 'it is empty' : found;
			return this.#report.fail(LYT_FINDINGS.LAYOUT_INVALID, { line }, { problem });
		}
		this.#close();
		if (!this.#begun)
			this.#tell('"beginlayout" is missing; the game skips all lines before it, so it would find no rooms');
		for (const section of LAYOUT_SECTIONS) {
			if (!this.#sections.includes(section))
				this.#tell(`the section "${section}count" is missing; treating it as empty`);
		}
		if (!this.#done) this.#tell('"donelayout" is missing; the file may be truncated');
		if (this.#linesAfterEnd > 0) {
			this.#report.add(
				LYT_FINDINGS.LAYOUT_TEXT_AFTER_END,
				{ line: this.#firstAfterEnd },
				{ lines: this.#linesAfterEnd },
			);
		}
		if (!this.#headerSeen) this.form.note(`no line "${LAYOUT_HEADER}"`);
		const { habits } = this.form;
		if (habits.length > 0) this.#report.add(LYT_FINDINGS.LAYOUT_FORM, {}, { habits });
		const layout = this.#layout();
		checkLayout(layout, this.#report, (section, index) => ({ line: this.#lines[section][index] }));
		return layout;
	}

	#layout(): Layout {
		return {
			...(this.#dependency === undefined ? {} : { dependency: this.#dependency }),
			rooms: this.#entries.room,
			tracks: this.#entries.track,
			obstacles: this.#entries.obstacle,
			doorHooks: this.#doorHooks,
		};
	}
}

export const lytFormat: DocumentFormat<Layout> = {
	name: 'lyt',
	summary: 'layout of an area: which rooms it has, and where',
	extensions: ['.lyt'],
	findings: LYT_FINDINGS,
	read: readLyt,
};
