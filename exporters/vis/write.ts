import { UsageError } from '../../src/findings/report.ts';
import type { Visibility } from '../../src/level/visibility.ts';
import { encodeLatin } from '../../src/text/encoding.ts';
import { words } from '../../src/text/text.ts';

/**
 * Writes a visibility file in the form of the game's own: CRLF, a room and its count in the first column, the rooms that are
 * seen from it indented by 2 blanks. Order is kept.
 *
 * @throws UsageError when a name has blanks or other characters that a line cannot hold
 */
export function writeVis(visibility: Visibility): Uint8Array {
	let text = '';
	for (const { room, visible } of visibility.entries) {
		text += `${checkedName(room)} ${visible.length}\r\n`;
		for (const name of visible) text += `  ${checkedName(name)}\r\n`;
	}
	return encodeLatin(text);
}

function checkedName(name: string): string {
	if (words(name).join() !== name || name === '' || /[\0\r\n\u0100-\uffff]/.test(name)) {
		throw new UsageError(`A visibility file cannot hold the name ${JSON.stringify(name)}.`);
	}
	return name;
}
