import Flatbush from 'flatbush';

/** Boxes seen from above, found by where they lie. A box with a corner that is not finite is found nowhere. */
export class PlanIndex {
	readonly #ids: number[] = [];
	readonly #tree: Flatbush | undefined;

	/** @param boxes 4 values a box: least x and y, greatest x and y */
	constructor(boxes: Float64Array) {
		for (let id = 0; id * 4 < boxes.length; id++) {
			if (boxes.subarray(id * 4, id * 4 + 4).every(Number.isFinite)) this.#ids.push(id);
		}
		if (this.#ids.length === 0) return;
		this.#tree = new Flatbush(this.#ids.length);
		for (const id of this.#ids) this.#tree.add(boxes[id * 4], boxes[id * 4 + 1], boxes[id * 4 + 2], boxes[id * 4 + 3]);
		this.#tree.finish();
	}

	/** The boxes that touch or overlap one, in no order. */
	touching(minX: number, minY: number, maxX: number, maxY: number): number[] {
		return this.#tree?.search(minX, minY, maxX, maxY).map((index) => this.#ids[index]) ?? [];
	}
}
