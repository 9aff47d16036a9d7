import { addTo } from '../../src/math/arrays.ts';
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

/** Side of a cell of the sheet in pixels: most labels and arrows lie in one or two. */
const CELL = 48;
/** Most cells of a sheet; they are larger on huge sheets. */
const MOST_CELLS = 1 << 16;

/** Keeps track of occupied boxes on the sheet, so that labels do not overlap. */
export class Placer {
	readonly #sheet: Box;
	/** Side of a cell, and number of cells in a row and in a column. */
	readonly #cell: number;
	readonly #columns: number;
	readonly #rows: number;
	/** For each cell with any, the occupied boxes that touch it. Those outside of the sheet are in the cells at its border. */
	readonly #taken = new Map<number, Box[]>();

	constructor(sheet: Box) {
		this.#sheet = sheet;
		this.#cell = Math.max(CELL, Math.sqrt((sheet.width * sheet.height) / MOST_CELLS));
		this.#columns = Math.floor(sheet.width / this.#cell) + 1;
		this.#rows = Math.floor(sheet.height / this.#cell) + 1;
	}

	/** True when the box is within the sheet and neither overlaps nor touches an occupied one. */
	isFree(box: Box): boolean {
		const { x, y, width, height } = this.#sheet;
		if (box.x < x || box.y < y || box.x + box.width > x + width || box.y + box.height > y + height) return false;
		for (const cell of this.#cellsOf(box))
			for (const other of this.#taken.get(cell) ?? []) if (touches(other, box)) return false;
		return true;
	}

	take(box: Box): void {
		for (const cell of this.#cellsOf(box)) addTo(this.#taken, cell, box);
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

	/** The cells that a box touches. */
	*#cellsOf({ x, y, width, height }: Box): Generator<number> {
		const column = (at: number): number => clamped((at - this.#sheet.x) / this.#cell, this.#columns);
		const row = (at: number): number => clamped((at - this.#sheet.y) / this.#cell, this.#rows);
		const [left, right, bottom] = [column(x), column(x + width), row(y + height)];
		for (let at = row(y); at <= bottom; at++)
			for (let cell = left; cell <= right; cell++) yield at * this.#columns + cell;
	}
}

function clamped(at: number, count: number): number {
	return Math.max(0, Math.min(count - 1, Math.floor(at)));
}

/** True for boxes that overlap or touch. */
function touches(a: Box, b: Box): boolean {
	return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

export function boxAbout(x: number, y: number, width: number, height: number): Box {
	return { x: x - width / 2, y: y - height / 2, width, height };
}
