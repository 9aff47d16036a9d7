import { formatLayoutFloat } from '../text/numbers.ts';

/** The lines of a layout (`.lyt`) as the game's own files have them: the reader compares with them, the writer writes them. */

/** The first line. */
export const LAYOUT_HEADER = '#MAXLAYOUT ASCII';

export const LAYOUT_BEGIN = 'beginlayout';
export const LAYOUT_END = 'donelayout';

/** Names the scene that a layout came from; the game spells it like this. */
export const LAYOUT_DEPENDENCY = 'filedependancy';
const DEPENDENCY_SPELT_RIGHT = 'filedependency';

/** The sections of a layout, in the order the files have them. */
export const LAYOUT_SECTIONS = ['room', 'track', 'obstacle', 'doorhook'] as const;

export type LayoutSection = (typeof LAYOUT_SECTIONS)[number];

/** What the lines of the format begin with, but for entries; in lower case. */
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

/** What a word means at the start of a line, whatever its letter case; undefined for an entry. */
export function layoutKeyword(word: string): LayoutKeyword | undefined {
	return KEYWORDS.get(word.toLowerCase());
}

export function dependencyLine(name: string): string {
	return `${LAYOUT_DEPENDENCY} ${name}`.trimEnd();
}

/** @param count what stands behind the keyword */
export function sectionLine(section: LayoutSection, count: string): string {
	return `   ${section}count ${count}`;
}

/** A line of a section. @param fields its words */
export function entryLine(fields: readonly string[]): string {
	return `      ${fields.join(' ')}`;
}

/** Numbers as words of a layout. */
export function floatWords(values: readonly number[]): string[] {
	return values.map(formatLayoutFloat);
}

/** The lines of a visibility file (`.vis`) as the game's own files have them: the reader compares with them, the writer writes them. */

/** The line of a room that looks. @param count what stands behind its name; without one, a blank count */
export function lookingLine(room: string, count?: number): string {
	return count === undefined ? room : `${room} ${count}`;
}

/** The line of a room that is seen. */
export function seenLine(room: string): string {
	return `  ${room}`;
}
