import type { Location, Report } from '../../src/findings/report.ts';
import { checkModelName, findDuplicateNames, type Layout } from '../../src/model/level.ts';
import { formatLayoutFloat } from '../../src/text/numbers.ts';
import { LAYOUT_FINDINGS } from '../rooms/layout-findings.ts';

/**
 * Reports names that the engine does not accept, rooms that are listed twice (a name means the first of them) and door hooks that name no room of
 * the layout.
 *
 * @param locationOf where an entry of a section was read, such as its line
 */
export function checkLayout(
	layout: Layout,
	report: Report,
	locationOf: (section: LayoutSection, index: number) => Location = () => ({}),
): void {
	const lists = { room: layout.rooms, track: layout.tracks, obstacle: layout.obstacles } as const;
	for (const section of ['room', 'track', 'obstacle'] as const) {
		for (const [index, { model }] of lists[section].entries()) {
			checkName(model, report, locationOf(section, index));
		}
	}
	for (const [index, { door }] of layout.doorHooks.entries()) checkName(door, report, locationOf('doorhook', index));

	const names = layout.rooms.map((room) => room.model);
	for (const { name, indices } of findDuplicateNames(names)) {
		for (const again of indices.slice(1)) {
			report.add(LAYOUT_FINDINGS.LAYOUT_NAME_DUPLICATE, locationOf('room', again), { name, first: indices[0], again });
		}
	}
	const known = new Set(names.map((name) => name.toLowerCase()));
	for (const [index, { room, door }] of layout.doorHooks.entries()) {
		if (known.has(room.toLowerCase())) continue;
		report.add(LAYOUT_FINDINGS.LAYOUT_DOORHOOK_ROOM_UNKNOWN, locationOf('doorhook', index), { door, room });
	}
}

function checkName(name: string, report: Report, location: Location): void {
	for (const problem of checkModelName(name))
		report.add(LAYOUT_FINDINGS.LAYOUT_NAME_INVALID, location, { name, problem });
}

/** The lines of a layout (`.lyt`) as the game's own files have them. The reader compares its input with them, and the writer writes them. */

/** The first line. */
export const LAYOUT_HEADER = '#MAXLAYOUT ASCII';

export const LAYOUT_BEGIN = 'beginlayout';
export const LAYOUT_END = 'donelayout';

/** The keyword before the name of the scene that a layout came from, in the game's spelling. */
export const LAYOUT_DEPENDENCY = 'filedependancy';
const DEPENDENCY_SPELT_RIGHT = 'filedependency';

/** The sections of a layout, in the order of the game's files. */
export const LAYOUT_SECTIONS = ['room', 'track', 'obstacle', 'doorhook'] as const;

export type LayoutSection = (typeof LAYOUT_SECTIONS)[number];

/** The words that a line can begin with, in lower case, unless it is an entry. */
export type LayoutKeyword =
	| { readonly keyword: 'begin' | 'end' | 'dependency' }
	| { readonly keyword: 'section'; readonly section: LayoutSection };

const KEYWORDS = new Map<string, LayoutKeyword>([
	[LAYOUT_BEGIN, { keyword: 'begin' }],
	[LAYOUT_END, { keyword: 'end' }],
	[LAYOUT_DEPENDENCY, { keyword: 'dependency' }],
	[DEPENDENCY_SPELT_RIGHT, { keyword: 'dependency' }],
	...LAYOUT_SECTIONS.map((section) => [`${section}count`, { keyword: 'section', section }] as const),
]);

/** The meaning of the first word of a line, ignoring case; undefined for an entry. */
export function layoutKeyword(word: string): LayoutKeyword | undefined {
	return KEYWORDS.get(word.toLowerCase());
}

export function dependencyLine(name: string): string {
	return `${LAYOUT_DEPENDENCY} ${name}`.trimEnd();
}

/** @param count the text behind the keyword */
export function sectionLine(section: LayoutSection, count: string): string {
	return `   ${section}count ${count}`;
}

/** A line of a section. @param fields its words */
export function entryLine(fields: readonly string[]): string {
	return `      ${fields.join(' ')}`;
}

/** Formats numbers as words of a layout. */
export function floatWords(values: readonly number[]): string[] {
	return values.map(formatLayoutFloat);
}

/** The lines of a visibility file (`.vis`) as the game's own files have them. The reader compares its input with them, and the writer writes them. */

/** The line of a room with the rooms that are seen from it below. @param count number of those rooms; without it the count is left out */
export function lookingLine(room: string, count?: number): string {
	return count === undefined ? room : `${room} ${count}`;
}

/** The line of a room that is seen from the room above. */
export function seenLine(room: string): string {
	return `  ${room}`;
}
