import type { Box } from './projection.ts';

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
