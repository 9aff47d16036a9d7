/** Cells along each side. */
const SIDE = 512;
/** As many cells are marked for each box on average; where boxes are so large that they take more, all that lies among them may touch one. */
const CELLS_A_BOX = 64;

/**
 * Tells of most places where boxes lie far apart that there is none, for a tenth of what a search takes: a bitmap of the plan with a byte for each cell
 * that some box lies in.
 */
export class PlanMask {
	readonly #minX: number;
	readonly #minY: number;
	readonly #columnsPerMetre: number;
	readonly #rowsPerMetre: number;
	readonly #marked = new Uint8Array(SIDE * SIDE);

	/** @param boxes 4 floats a box: least x and y, greatest x and y; those with a non-finite coordinate count for nothing */
	constructor(boxes: Float64Array) {
		let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
		for (let i = 0; i < boxes.length; i += 4) {
			if (!isFiniteBox(boxes, i / 4)) continue;
			minX = Math.min(minX, boxes[i], boxes[i + 2]);
			minY = Math.min(minY, boxes[i + 1], boxes[i + 3]);
			maxX = Math.max(maxX, boxes[i], boxes[i + 2]);
			maxY = Math.max(maxY, boxes[i + 1], boxes[i + 3]);
		}
		this.#minX = minX;
		this.#minY = minY;
		this.#columnsPerMetre = maxX > minX ? SIDE / (maxX - minX) : 0;
		this.#rowsPerMetre = maxY > minY ? SIDE / (maxY - minY) : 0;
		let left = CELLS_A_BOX * (boxes.length / 4);
		for (let i = 0; i < boxes.length; i += 4) {
			if (!isFiniteBox(boxes, i / 4)) continue;
			// A box that was made smaller may be less than nothing; it lies where both of its borders are.
			const from = this.#columnOf(Math.min(boxes[i], boxes[i + 2]));
			const to = this.#columnOf(Math.max(boxes[i], boxes[i + 2])) + 1;
			const bottom = this.#rowOf(Math.min(boxes[i + 1], boxes[i + 3]));
			const top = this.#rowOf(Math.max(boxes[i + 1], boxes[i + 3]));
			left -= (to - from) * (top - bottom + 1);
			if (left < 0) {
				this.#marked.fill(1);
				return;
			}
			for (let row = bottom; row <= top; row++) this.#marked.fill(1, row * SIDE + from, row * SIDE + to);
		}
	}

	/** False where no box can touch the given one. */
	mayTouch(minX: number, minY: number, maxX: number, maxY: number): boolean {
		const marked = this.#marked;
		const from = this.#columnOf(minX);
		const to = this.#columnOf(maxX);
		const last = this.#rowOf(maxY) * SIDE;
		for (let row = this.#rowOf(minY) * SIDE; row <= last; row += SIDE)
			for (let cell = row + from; cell <= row + to; cell++) if (marked[cell] === 1) return true;
		return false;
	}

	#columnOf(x: number): number {
		return cellAt((x - this.#minX) * this.#columnsPerMetre);
	}

	#rowOf(y: number): number {
		return cellAt((y - this.#minY) * this.#rowsPerMetre);
	}
}

/** What lies beyond the last cells counts to these, so that nothing is missed there. */
function cellAt(place: number): number {
	return place > 0 ? (place < SIDE ? place | 0 : SIDE - 1) : 0;
}

/** True if a box in plan is somewhere. @param boxes 4 values a box: least x, y, greatest x, y */
export function isFiniteBox(boxes: ArrayLike<number>, id: number): boolean {
	const i = id * 4;
	// The sum is finite if all four are: coordinates of a level are too small for it to overflow.
	return Number.isFinite(boxes[i] + boxes[i + 1] + boxes[i + 2] + boxes[i + 3]);
}
