import Flatbush from 'flatbush';

/** Ends a search early: the tree knows no other way. */
const ENOUGH = new Error('enough');

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

	/**
	 * The boxes that touch or overlap one, in no order.
	 * @param most of a greater number as many as this are found, always the same ones: boxes heaped on each other would cost their square
	 */
	touching(minX: number, minY: number, maxX: number, maxY: number, most = Infinity): number[] {
		const found: number[] = [];
		try {
			this.#tree?.search(minX, minY, maxX, maxY, (index) => {
				if (found.length >= most) throw ENOUGH;
				found.push(this.#ids[index]);
				return false;
			});
		} catch (error) {
			if (error !== ENOUGH) throw error;
		}
		return found;
	}
}
