import { BOLD, EM, REGULAR } from './glyphs.ts';
import type { Line } from './paths.ts';
import { linesOfPath } from './paths.ts';

/** Texts as outlines, from letters that are part of the code. */

interface Letter {
	/** Ems. */
	readonly width: number;
	readonly outline: string;
}

const SHAPES = new Map<string, Letter>();

/** Shown for a character without an outline: a box. */
const UNKNOWN: Letter = { width: 0.6, outline: 'm20 0v-180h110v180zm16-16h78v-148h-78z' };

function letter(character: string, isBold: boolean): Letter {
	const key = `${isBold ? 'b' : 'r'}${character}`;
	let found = SHAPES.get(key);
	if (found === undefined) {
		const row = (isBold ? BOLD[character] : undefined) ?? REGULAR[character];
		const at = row?.indexOf(' ') ?? -1;
		found = row === undefined ? UNKNOWN : { width: Number(row.slice(0, at)) / EM, outline: row.slice(at + 1) };
		SHAPES.set(key, found);
	}
	return found;
}

/** How wide a text is, pixels. */
export function widthOf(text: string, size: number, isBold: boolean): number {
	let width = 0;
	for (const character of text) width += letter(character, isBold).width;
	return width * size;
}

/** The letters of a text with their positions, from `x` on. */
export function* lettersOf(
	text: string,
	x: number,
	size: number,
	isBold: boolean,
): Generator<[character: string, x: number]> {
	let at = x;
	for (const character of text) {
		yield [character, at];
		at += letter(character, isBold).width * size;
	}
}

/** The outline of one letter with its left end of the baseline at a point. */
export function outlineOf(character: string, size: number, isBold: boolean, x: number, y: number): Line[] {
	const scale = size / EM;
	return linesOfPath(letter(character, isBold).outline, [scale, 0, 0, scale, x, y]);
}
