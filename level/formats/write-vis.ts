import { UsageError } from '../../src/findings/report.ts';
import type { Visibility } from '../../src/model/level.ts';
import { encodeLatin, isWords, markLength, textProblem } from '../../src/text/text.ts';
import { lookingLine, seenLine } from './layout-lines.ts';

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
		if (!isWords(name) || name.includes(' ')) throw unfit(name);
		checked.add(name);
		return name;
	};
	for (const { room, visible } of visibility.entries) {
		lines.push(lookingLine(checkedName(room), visible.length));
		for (const name of visible) lines.push(seenLine(checkedName(name)));
	}
	const bytes = encodeLatin(lines.map((line) => `${line}\r\n`).join(''));
	// A first name of foreign letters can look like a byte order mark.
	if (markLength(bytes) > 0 || textProblem(bytes) !== undefined) throw unfit(visibility.entries[0].room);
	return bytes;
}

function unfit(name: string): UsageError {
	return new UsageError(`A visibility file cannot hold the name ${JSON.stringify(name)}.`);
}
