import Flatbush from 'flatbush';
import { GOLDEN_PART } from '../math/arrays.ts';

/** Thrown to end a search early, as the tree has no other way to stop. */
const ENOUGH = new Error('enough');

/**
 * A tree of more boxes than this receives them in shuffled order. For some orders, such as a long edge before all edges along it, sorting in the tree
 * takes the square of their number: 0.4 s for 50,000.
 */
const SORTED_SOON = 4096;

/** Finds boxes in plan by position, also the nearest ones. Boxes with a non-finite coordinate are never found. */
export class PlanIndex {
	/** The boxes in the order in which the tree received them. */
	readonly #ids: Uint32Array;
	readonly #tree: Flatbush | undefined;

	/** @param boxes 4 floats a box: least x and y, greatest x and y */
	constructor(boxes: Float64Array) {
		const finite = new Uint32Array(boxes.length / 4);
		let count = 0;
		for (let id = 0; id * 4 < boxes.length; id++) if (isFiniteBox(boxes, id)) finite[count++] = id;
		this.#ids = new Uint32Array(count);
		if (count === 0) return;
		const step = count > SORTED_SOON ? stepThrough(count) : 1;
		this.#tree = new Flatbush(count);
		for (let i = 0, next = 0; i < count; i++) {
			const id = finite[next];
			this.#ids[i] = id;
			this.#tree.add(boxes[id * 4], boxes[id * 4 + 1], boxes[id * 4 + 2], boxes[id * 4 + 3]);
			next += step;
			if (next >= count) next -= count;
		}
		this.#tree.finish();
	}

	/**
	 * Finds the boxes that touch or overlap a given one, in no order.
	 * @param most if there are more boxes, this many of them are returned, always the same ones. With many boxes in one spot, finding all would take
	 * the square of their number.
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

	/**
	 * Finds the boxes nearest to a point, the nearest first.
	 * @param most how many at most @param reach boxes farther away are not found, metres @param isWanted false for boxes that do not count
	 */
	nearest(x: number, y: number, most: number, reach: number, isWanted?: (id: number) => boolean): number[] {
		const filter = isWanted === undefined ? undefined : (index: number): boolean => isWanted(this.#ids[index]);
		return this.#tree?.neighbors(x, y, most, reach, filter).map((index) => this.#ids[index]) ?? [];
	}
}

/**
 * The boxes of segments in plan, for an index.
 *
 * @param points start and end of each segment, 6 values in metres, then `stride − 6` others
 * @param ids the segments that count, in order; all by default
 * @returns 4 values a segment: least x and y, greatest x and y
 */
export function segmentBoxes(points: Float64Array, stride: number, ids?: ArrayLike<number>): Float64Array {
	const count = ids === undefined ? points.length / stride : ids.length;
	const boxes = new Float64Array(count * 4);
	for (let box = 0; box < count; box++) {
		const i = (ids === undefined ? box : ids[box]) * stride;
		for (let axis = 0; axis < 2; axis++) {
			boxes[box * 4 + axis] = Math.min(points[i + axis], points[i + 3 + axis]);
			boxes[box * 4 + 2 + axis] = Math.max(points[i + axis], points[i + 3 + axis]);
		}
	}
	return boxes;
}

/** A step that visits every one of `count` indices (it has no common divisor with `count`), each far from the last, as `GOLDEN_PART` is. */
function stepThrough(count: number): number {
	let step = Math.floor(count * GOLDEN_PART);
	while (commonDivisor(step, count) !== 1) step++;
	return step;
}

function commonDivisor(a: number, b: number): number {
	return b === 0 ? a : commonDivisor(b, a % b);
}

/** True if a box in plan is somewhere. @param boxes 4 values a box: least x, y, greatest x, y */
export function isFiniteBox(boxes: ArrayLike<number>, id: number): boolean {
	const i = id * 4;
	// The sum is finite if all four are: coordinates of a level are too small for it to overflow.
	return Number.isFinite(boxes[i] + boxes[i + 1] + boxes[i + 2] + boxes[i + 3]);
}

/**
 * Calls `visit` once for each pair of boxes that touch or overlap, the lower one first, always in the same order. Boxes with a non-finite coordinate
 * touch none.
 *
 * @param boxes 4 floats a box: least x and y, greatest x and y
 * @param visit returns false to end the search
 */
export function visitBoxPairs(boxes: Float64Array, visit: (one: number, other: number) => boolean): void {
	const index = new PlanIndex(boxes);
	for (let one = 0; one * 4 < boxes.length; one++) {
		if (!isFiniteBox(boxes, one)) continue;
		const touching = index.touching(boxes[one * 4], boxes[one * 4 + 1], boxes[one * 4 + 2], boxes[one * 4 + 3]);
		for (const other of touching) if (other > one && !visit(one, other)) return;
	}
}
