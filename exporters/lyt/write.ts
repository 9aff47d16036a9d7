import { LAYOUT_SECTIONS } from '../../src/check/layout.ts';
import { UsageError } from '../../src/findings/report.ts';
import type { Layout, LayoutEntry } from '../../src/level/level.ts';
import { formatLayoutFloat } from '../../src/text/numbers.ts';
import { encodeLatin } from '../../src/text/encoding.ts';
import { words } from '../../src/text/text.ts';

/**
 * Writes a layout in the form of the game's own files: CRLF, sections indented by 3 blanks and entries by 6, numbers as `%g`
 * prints them with `.0` after whole ones and exponents of three digits. A number that six digits do not hold gets as many as
 * it takes to read back as the same float32. Order is kept.
 *
 * @returns bytes, ASCII as long as the names are
 * @throws UsageError when a number is not finite, or a name would not be read back as what it is
 */
export function writeLyt(layout: Layout): Uint8Array {
	const lines = ['#MAXLAYOUT ASCII'];
	if (layout.dependency !== undefined) lines.push(`filedependancy ${checkedWords(layout.dependency)}`);
	lines.push('beginlayout');
	pushSection(lines, 'room', layout.rooms.map(placementLine));
	pushSection(lines, 'track', layout.tracks.map(placementLine));
	pushSection(lines, 'obstacle', layout.obstacles.map(placementLine));
	const hooks = layout.doorHooks.map(({ room, door, flag, position, orientation }) => {
		if (!Number.isInteger(flag)) throw new UsageError(`The number ${flag} of door hook "${door}" is no integer.`);
		return `${checkedName(room)} ${checkedWords(door)} ${flag} ${floats(position)} ${floats(orientation)}`;
	});
	pushSection(lines, 'doorhook', hooks);
	lines.push('donelayout');
	return encodeLatin(`${lines.join('\r\n')}\r\n`);
}

function pushSection(lines: string[], section: string, entries: readonly string[]): void {
	lines.push(`   ${section}count ${entries.length}`);
	for (const entry of entries) lines.push(`      ${entry}`);
}

function placementLine({ model, position }: LayoutEntry): string {
	return `${checkedName(model)} ${floats(position)}`;
}

function floats(values: readonly number[]): string {
	return values
		.map((value) => {
			if (!Number.isFinite(Math.fround(value))) throw new UsageError(`A layout cannot hold the number ${value}.`);
			return formatLayoutFloat(value);
		})
		.join(' ');
}

/** What a line must not begin with when it is an entry. */
const KEYWORDS = new Set([
	...LAYOUT_SECTIONS.map((section) => `${section}count`),
	'beginlayout',
	'donelayout',
	'filedependancy',
	'filedependency',
]);

function checkedName(name: string): string {
	if (KEYWORDS.has(name.toLowerCase()) || name.includes(' ')) {
		throw new UsageError(`A layout cannot hold the name ${JSON.stringify(name)}.`);
	}
	return checkedWords(name);
}

/** Words that a reader finds again: nothing that ends a line, begins a comment or gets lost between words. */
function checkedWords(text: string): string {
	const found = words(text);
	const lost = found.length === 0 || found.join(' ') !== text || found.some((word) => word.startsWith('#'));
	if (lost || /[\0\r\n\u0100-\uffff]/.test(text)) {
		throw new UsageError(`A layout cannot hold the name ${JSON.stringify(text)}.`);
	}
	return text;
}
