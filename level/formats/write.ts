import { UsageError } from '../../src/findings/report.ts';
import type { Layout, LayoutEntry, Visibility } from '../../src/model/level.ts';
import { encodeLatin } from '../../src/text/cursor.ts';
import { isWords, markLength, textProblem } from '../../src/text/text.ts';
import {
	dependencyLine,
	entryLine,
	floatWords,
	LAYOUT_BEGIN,
	LAYOUT_END,
	LAYOUT_HEADER,
	type LayoutSection,
	layoutKeyword,
	lookingLine,
	sectionLine,
	seenLine,
} from './layout.ts';

/**
 * Writes a layout in the form of the game's own files: CRLF, sections indented by 3 blanks and entries by 6, numbers as `%g`
 * prints them with `.0` after whole ones and exponents of three digits. A number that six digits do not hold gets as many as
 * it takes to read back as the same float32. Order is kept.
 *
 * @returns bytes, ASCII as long as the names are
 * @throws UsageError when a number is not finite, or a name would not be read back as what it is
 *
 * @example
 * const text = new TextDecoder().decode(writeLyt(layout));
 */
export function writeLyt(layout: Layout): Uint8Array {
	const { dependency, rooms, tracks, obstacles, doorHooks } = layout;
	const lines = [LAYOUT_HEADER];
	if (dependency !== undefined) lines.push(dependencyLine(checkedWords(dependency)));
	lines.push(
		LAYOUT_BEGIN,
		...section('room', rooms.map(placementFields)),
		...section('track', tracks.map(placementFields)),
		...section('obstacle', obstacles.map(placementFields)),
		...section('doorhook', doorHooks.map(doorHookFields)),
		LAYOUT_END,
	);
	return encodeLatin(lines.map((line) => `${line}\r\n`).join(''));
}

function section(name: LayoutSection, entries: readonly string[][]): string[] {
	return [sectionLine(name, String(entries.length)), ...entries.map(entryLine)];
}

function placementFields({ model, position }: LayoutEntry): string[] {
	return [checkedName(model), ...floats(position)];
}

function doorHookFields({ room, door, flag, position, orientation }: Layout['doorHooks'][number]): string[] {
	if (!Number.isInteger(flag)) throw new UsageError(`The number ${flag} of door hook "${door}" is not an integer.`);
	return [checkedName(room), checkedWords(door), String(flag), ...floats(position), ...floats(orientation)];
}

function floats(values: readonly number[]): string[] {
	for (const value of values) {
		if (!Number.isFinite(Math.fround(value))) throw new UsageError(`A layout cannot hold the number ${value}.`);
	}
	return floatWords(values);
}

/** A name that a line may begin with. */
function checkedName(name: string): string {
	if (layoutKeyword(name) !== undefined || name.includes(' ')) throw unfit('layout', name);
	return checkedWords(name);
}

/** Words that a reader finds again: nothing that ends a line, begins a comment or gets lost between words. */
function checkedWords(text: string): string {
	if (!isWords(text) || / #|^#/.test(text)) throw unfit('layout', text);
	return text;
}

function unfit(file: string, name: string): UsageError {
	return new UsageError(`A ${file} cannot hold the name ${JSON.stringify(name)}.`);
}

/**
 * Writes a visibility file in the form of the game's own: CRLF, a room and its count in the first column, the rooms that are
 * seen from it indented by 2 blanks. Order is kept.
 *
 * @throws UsageError when a name has blanks or other characters that a line cannot hold
 *
 * @example
 * const text = new TextDecoder().decode(writeVis(visibilitySkeleton(layout)));
 */
export function writeVis(visibility: Visibility): Uint8Array {
	const lines: string[] = [];
	// A name stands in many lines.
	const checked = new Set<string>();
	const checkedName = (name: string): string => {
		if (checked.has(name)) return name;
		if (!isWords(name) || name.includes(' ')) throw unfit('visibility file', name);
		checked.add(name);
		return name;
	};
	for (const { room, visible } of visibility.entries) {
		lines.push(lookingLine(checkedName(room), visible.length));
		for (const name of visible) lines.push(seenLine(checkedName(name)));
	}
	const bytes = encodeLatin(lines.map((line) => `${line}\r\n`).join(''));
	// A first name of foreign letters can look like a byte order mark.
	if (markLength(bytes) > 0 || textProblem(bytes) !== undefined)
		throw unfit('visibility file', visibility.entries[0].room);
	return bytes;
}
