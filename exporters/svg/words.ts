import RBush from 'rbush';
import { grouped } from '../../src/text/numbers.ts';
import type { Box } from './options.ts';

/** An area in m²: three digits or whole metres. */
export function squareMetres(area: number): string {
	return area >= 1e15
		? area.toPrecision(3)
		: area >= 100
			? grouped(Math.round(area))
			: String(Number(area.toPrecision(3)));
}

/** A length in metres, to the millimetre. */
export function metres(length: number): string {
	return Math.abs(length) >= 1e9 ? length.toPrecision(3) : String(Number(length.toFixed(3)) + 0);
}

const NARROW = /[iljtfrI.,:;|!'()[\] ]/;
const WIDE = /[mwMW@%—…]/;

/**
 * An upper estimate of the width of a text: fonts differ between systems, and text in the widest common ones (DejaVu, Verdana) must not overlap its
 * neighbours. Characters beyond Latin count as square.
 */
export function textWidth(text: string, size: number): number {
	return textEms(text) * size;
}

/** How wide it is in letters of height 1. */
export function textEms(text: string): number {
	let ems = 0;
	for (const character of text) ems += EMS[character.codePointAt(0) as number] ?? 1;
	return ems;
}

/** Of Latin characters. */
const EMS: readonly number[] = Array.from({ length: 0x300 }, (_, code) => {
	const character = String.fromCodePoint(code);
	if (NARROW.test(character)) return 0.39;
	return WIDE.test(character) ? 0.95 : 0.64;
});

/** The first characters of a text, as many as fit into a width, with `…` where some were left out. */
export function fitted(text: string, size: number, width: number): string {
	if (textWidth(text, size) <= width) return text;
	let kept = '';
	for (const character of text) {
		if (textWidth(`${kept}${character}…`, size) > width) break;
		kept += character;
	}
	return `${kept}…`;
}

/** Smallest height of letters in pixels; smaller ones could not be read. */
export const LEAST_LETTERS = 9;

/** Breaks a text into lines no wider than asked, at blanks where there are any; the last line ends in `…` if the text goes on. */
export function wrap(text: string, size: number, width: number, mostLines: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/).flatMap((each) => pieces(each, size, width))) {
		const longer = line === '' ? word : `${line} ${word}`;
		if (textWidth(longer, size) <= width) {
			line = longer;
			continue;
		}
		lines.push(line);
		if (lines.length === mostLines) {
			lines[mostLines - 1] = `${line.slice(0, -1)}…`;
			return lines;
		}
		line = word;
	}
	if (line !== '') lines.push(line);
	return lines;
}

/** A word in parts that fit on a line each. */
function pieces(word: string, size: number, width: number): string[] {
	const parts: string[] = [];
	let part = '';
	for (const character of word) {
		if (part !== '' && textWidth(part + character, size) > width) {
			parts.push(part);
			part = '';
		}
		part += character;
	}
	return part === '' ? parts : [...parts, part];
}

/** Keeps track of occupied boxes on the sheet, so that labels do not overlap. */
export class Placer {
	readonly #sheet: Box;
	readonly #taken = new TakenBoxes();

	constructor(sheet: Box) {
		this.#sheet = sheet;
	}

	/** True when the box is within the sheet and overlaps no occupied one. */
	isFree(box: Box): boolean {
		const { x, y, width, height } = this.#sheet;
		if (box.x < x || box.y < y || box.x + box.width > x + width || box.y + box.height > y + height) return false;
		return !this.#taken.collides(this.#taken.toBBox(box));
	}

	take(box: Box): void {
		this.#taken.insert(box);
	}

	/** Occupies boxes, whether free or not. Faster for many boxes than one call for each. */
	takeAll(boxes: readonly Box[]): void {
		this.#taken.load(boxes);
	}

	/** Occupies the first free box and returns it; undefined if none is free. */
	takeFirst<B extends Box>(boxes: Iterable<B>): B | undefined {
		for (const box of boxes) {
			if (!this.isFree(box)) continue;
			this.take(box);
			return box;
		}
		return undefined;
	}
}

class TakenBoxes extends RBush<Box> {
	override toBBox({ x, y, width, height }: Box): { minX: number; minY: number; maxX: number; maxY: number } {
		return { minX: x, minY: y, maxX: x + width, maxY: y + height };
	}

	override compareMinX(a: Box, b: Box): number {
		return a.x - b.x;
	}

	override compareMinY(a: Box, b: Box): number {
		return a.y - b.y;
	}
}

export function boxAbout(x: number, y: number, width: number, height: number): Box {
	return { x: x - width / 2, y: y - height / 2, width, height };
}
