import type { Box } from './options.ts';

/** A whole number with its thousands grouped: `8,562`. The same on every machine, unlike `toLocaleString`. */
export function grouped(value: number): string {
	return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

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

export function counted(count: number, one: string, many: string = `${one}s`): string {
	return `${grouped(count)} ${count === 1 ? one : many}`;
}

const NARROW = /[iljtfrI.,:;|!'()[\] ]/;
const WIDE = /[mwMW@%—…]/;

/**
 * How wide a text will be, generously: fonts differ from machine to machine, and the widest of the usual ones (DejaVu, Verdana)
 * must not run over its neighbours. Characters beyond Latin count as square.
 */
export function textWidth(text: string, size: number): number {
	let ems = 0;
	for (const character of text) {
		if ((character.codePointAt(0) as number) > 0x2ff) ems += 1;
		else if (NARROW.test(character)) ems += 0.39;
		else if (WIDE.test(character)) ems += 0.95;
		else ems += 0.64;
	}
	return ems * size;
}

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

/** Side of the squares that boxes are found by, pixels. */
const CELL = 64;

/** Boxes that are taken on the sheet, so that labels do not come to lie on each other. */
export class Placer {
	readonly #sheet: Box;
	readonly #cells = new Map<number, Box[]>();

	constructor(sheet: Box) {
		this.#sheet = sheet;
	}

	/** True when the box lies on the sheet and on no taken one. */
	isFree(box: Box): boolean {
		const { x, y, width, height } = this.#sheet;
		if (box.x < x || box.y < y || box.x + box.width > x + width || box.y + box.height > y + height) return false;
		return this.#cellsOf(box).every((cell) => this.#cells.get(cell)?.every((other) => !overlap(box, other)) ?? true);
	}

	take(box: Box): void {
		for (const cell of this.#cellsOf(box)) {
			const boxes = this.#cells.get(cell);
			if (boxes === undefined) this.#cells.set(cell, [box]);
			else boxes.push(box);
		}
	}

	/** Takes the first free box, if there is one. */
	takeFirst<B extends Box>(boxes: Iterable<B>): B | undefined {
		for (const box of boxes) {
			if (!this.isFree(box)) continue;
			this.take(box);
			return box;
		}
		return undefined;
	}

	#cellsOf({ x, y, width, height }: Box): number[] {
		const cells: number[] = [];
		for (let row = Math.floor(y / CELL); row <= Math.floor((y + height) / CELL); row++) {
			for (let column = Math.floor(x / CELL); column <= Math.floor((x + width) / CELL); column++) {
				cells.push(row * 4096 + column);
			}
		}
		return cells;
	}
}

export function boxAbout(x: number, y: number, width: number, height: number): Box {
	return { x: x - width / 2, y: y - height / 2, width, height };
}

function overlap(a: Box, b: Box): boolean {
	return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
