import type { Report } from '../../src/findings/report.ts';
import { type DocumentFormat, requireBytes } from '../../src/formats/contracts.ts';
import { checkModelName, type Visibility } from '../../src/model/level.ts';
import { parseIntegerText } from '../../src/text/numbers.ts';
import { decodeText, excerpt, TextForm, type TextLine, textLines, words } from '../../src/text/text.ts';
import { VIS_FINDINGS } from './findings.ts';
import { lookingLine, seenLine } from './layout.ts';

/** Bytes; files of the game have a few kilobytes. */
const LARGEST_VISIBILITY = 1 << 20;

/**
 * Reads a visibility file (`.vis`). A line that begins in the first column names a room that looks, an indented one a room that
 * it sees; the count beside the name is only compared (four entries of the game have a wrong one or none). Where no line is
 * indented, the counts decide.
 *
 * @throws InputError when the bytes are no text; UsageError for what is not bytes
 *
 * @example
 * const { entries } = readVis(vis, report);
 * console.log(entries[0].room, 'sees', entries[0].visible);
 */
export function readVis(bytes: Uint8Array, report: Report): Visibility {
	requireBytes(bytes);
	const decoded = decodeText(bytes, LARGEST_VISIBILITY);
	if ('reason' in decoded)
		return report.fail(VIS_FINDINGS.VIS_NOT_TEXT, { offset: decoded.offset }, { reason: decoded.reason });
	const indented = /(?:^|[\r\n])[ \t]+[^ \t\r\n]/.test(decoded.text);
	const reader = new VisibilityReader(report, indented);
	if (decoded.byteOrderMark) reader.form.note('a byte order mark');
	for (const line of textLines(decoded.text)) reader.take(line);
	return reader.finish();
}

interface OpenEntry {
	readonly room: string;
	readonly visible: string[];
	/** Names in lower case. */
	readonly seen: Set<string>;
	line: number;
	count: number | undefined;
	found: number;
}

function isIndented(text: string): boolean {
	return /^[ \t]+[^ \t]/.test(text);
}

class VisibilityReader {
	readonly #report: Report;
	readonly #indented: boolean;
	readonly #entries = new Map<string, OpenEntry>();
	readonly form = new TextForm();
	#open: OpenEntry | undefined;
	#indentReported = false;

	constructor(report: Report, indented: boolean) {
		this.#report = report;
		this.#indented = indented;
	}

	take(line: TextLine): void {
		this.form.line(line);
		const fields = words(line.text);
		if (fields.length === 0) return;
		if (isIndented(line.text) || this.#fillsCount(line, fields)) this.#takeVisible(line, fields);
		else this.#takeRoom(line, fields);
	}

	/** In a file without indentation: true when the line is one of those that the count announced. */
	#fillsCount(line: TextLine, fields: readonly string[]): boolean {
		if (this.#indented || fields.length !== 1 || this.#open === undefined) return false;
		if (this.#open.found >= (this.#open.count ?? 0)) return false;
		if (!this.#indentReported)
			this.#tell('no line is indented; using the counts to assign lines to rooms', line.number);
		this.#indentReported = true;
		return true;
	}

	#takeRoom(line: TextLine, fields: readonly string[]): void {
		this.#close();
		const count = fields.length > 1 ? parseIntegerText(fields[1]) : undefined;
		const [room] = fields;
		// Some tools write a version line, `room V3.28`, before the entries.
		if (count === undefined && fields.length > 1 && /^v\d/i.test(fields[1])) {
			this.#open = undefined;
			this.#ignore(line);
			return;
		}
		this.#checkName(room, line.number);
		this.#ignoreRest(line, fields, count === undefined ? 1 : 2);
		if (count === undefined)
			this.#tell(`room "${excerpt(room)}" has no count; using the indented lines that follow`, line.number);
		const known = this.#entries.get(room.toLowerCase());
		if (known !== undefined) this.#tell(`room "${excerpt(room)}" has a second entry; merging both`, line.number);
		this.#open = known ?? { room, visible: [], seen: new Set(), line: 0, count: 0, found: 0 };
		this.#open.line = line.number;
		this.#open.count = count;
		this.#open.found = 0;
		this.#entries.set(room.toLowerCase(), this.#open);
		this.form.compare(line.text, lookingLine(room, count));
	}

	#takeVisible(line: TextLine, fields: readonly string[]): void {
		const [name] = fields;
		if (this.#open === undefined) {
			this.#ignore(line);
			return;
		}
		this.#checkName(name, line.number);
		this.#ignoreRest(line, fields, 1);
		this.#open.found++;
		const key = name.toLowerCase();
		if (this.#open.seen.has(key)) {
			const data = { room: excerpt(this.#open.room), name: excerpt(name) };
			this.#report.add(VIS_FINDINGS.VIS_NAME_REPEATED, { line: line.number }, data);
		} else {
			this.#open.seen.add(key);
			this.#open.visible.push(name);
		}
		this.form.compare(line.text, seenLine(name));
	}

	#checkName(name: string, line: number): void {
		if (checkModelName(name).length > 0)
			this.#tell(`"${excerpt(name)}" is not a room name: names have 1 to 16 letters, digits and "_"`, line);
	}

	#ignore({ text, number }: TextLine): void {
		this.#tell(`ignoring the line "${excerpt(text.trim())}": it belongs to no room`, number);
	}

	#ignoreRest({ number }: TextLine, fields: readonly string[], from: number): void {
		if (fields.length > from)
			this.#tell(`ignoring "${excerpt(fields.slice(from).join(' '))}" at the end of the line`, number);
	}

	#tell(problem: string, line?: number): void {
		this.#report.add(VIS_FINDINGS.VIS_FAULT, line === undefined ? {} : { line }, { problem });
	}

	#close(): void {
		if (this.#open === undefined) return;
		const { room, line, count, found } = this.#open;
		if (count === undefined || count === found) return;
		const problem = `the count of room "${excerpt(room)}" is ${count}, but ${found} rooms follow`;
		this.#tell(`${problem}; using those that follow`, line);
	}

	finish(): Visibility {
		this.#close();
		if (this.#entries.size === 0) this.#tell('it names no room');
		const { habits } = this.form;
		if (habits.length > 0) this.#report.add(VIS_FINDINGS.VIS_FORM, {}, { habits });
		return { entries: [...this.#entries.values()].map(({ room, visible }) => ({ room, visible })) };
	}
}

export const visFormat: DocumentFormat<Visibility> = {
	name: 'vis',
	summary: 'visibility file of an area: which rooms are seen from which',
	extensions: ['.vis'],
	findings: VIS_FINDINGS,
	read: readVis,
};
