/** A few points of the plan, found by where they lie: a grid with about one of them a cell. */
export class PlanPoints {
	readonly #points: Float64Array;
	readonly #minX: number;
	readonly #minY: number;
	readonly #cellsPerMetre: number;
	readonly #columns: number;
	readonly #rows: number;
	/** The points of a cell are those of `ids` from `starts[cell]` to `starts[cell + 1]`. */
	readonly #starts: Uint32Array;
	readonly #ids: Uint32Array;
	/** Cells that were looked at so far. */
	looked = 0;

	/** @param points 2 finite doubles a point */
	constructor(points: Float64Array) {
		const count = points.length / 2;
		let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
		for (let i = 0; i < points.length; i += 2) {
			minX = Math.min(minX, points[i]);
			minY = Math.min(minY, points[i + 1]);
			maxX = Math.max(maxX, points[i]);
			maxY = Math.max(maxY, points[i + 1]);
		}
		const longest = Math.max(maxX - minX, maxY - minY);
		const area = (maxX - minX) * (maxY - minY);
		const cellsPerMetre = Math.min(area > 0 ? Math.sqrt(count / area) : Infinity, count / longest);
		this.#points = points;
		this.#minX = minX;
		this.#minY = minY;
		// All in one place are in one cell.
		this.#cellsPerMetre = longest * cellsPerMetre < Infinity ? cellsPerMetre : 0;
		this.#columns = Math.floor((maxX - minX) * this.#cellsPerMetre) + 1;
		this.#rows = Math.floor((maxY - minY) * this.#cellsPerMetre) + 1;
		this.#starts = new Uint32Array(this.#columns * this.#rows + 2);
		for (let point = 0; point < count; point++) this.#starts[this.#cellOf(point) + 2]++;
		for (let cell = 2; cell < this.#starts.length; cell++) this.#starts[cell] += this.#starts[cell - 1];
		this.#ids = new Uint32Array(count);
		for (let point = 0; point < count; point++) this.#ids[this.#starts[this.#cellOf(point) + 1]++] = point;
	}

	#cellOf(point: number): number {
		const column = Math.floor((this.#points[point * 2] - this.#minX) * this.#cellsPerMetre);
		const row = Math.floor((this.#points[point * 2 + 1] - this.#minY) * this.#cellsPerMetre);
		return row * this.#columns + column;
	}

	/** Calls back for each point within a box, its border included. */
	within(minX: number, minY: number, maxX: number, maxY: number, visit: (point: number) => void): void {
		const scale = this.#cellsPerMetre;
		const left = Math.max(Math.floor((minX - this.#minX) * scale), 0);
		const right = Math.min(Math.floor((maxX - this.#minX) * scale), this.#columns - 1);
		const top = Math.min(Math.floor((maxY - this.#minY) * scale), this.#rows - 1);
		for (let row = Math.max(Math.floor((minY - this.#minY) * scale), 0); row <= top; row++) {
			this.looked += Math.max(right - left + 1, 0);
			if (left > right) return;
			const end = this.#starts[row * this.#columns + right + 1];
			for (let i = this.#starts[row * this.#columns + left]; i < end; i++) {
				const x = this.#points[this.#ids[i] * 2];
				const y = this.#points[this.#ids[i] * 2 + 1];
				if (x >= minX && x <= maxX && y >= minY && y <= maxY) visit(this.#ids[i]);
			}
		}
	}
}
