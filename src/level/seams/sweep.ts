/** Axis-aligned boxes to be compared with others, 6 doubles each: min xyz, max xyz. `ids` says whose they are. */
export interface Boxes {
	readonly ids: Uint32Array;
	readonly bounds: Float64Array;
}

/** Calls `visit` once for each pair of a box of `a` and a box of `b` that touch or overlap, by their ids. */
export function sweepBoxes(a: Boxes, b: Boxes, visit: (idOfA: number, idOfB: number) => void): void {
	const axis = longerAxis(a, b);
	const sortedA = sortAlong(a, axis);
	const sortedB = sortAlong(b, axis);
	let i = 0;
	let j = 0;
	// Whichever begins first meets everything of the other side that begins before it ends.
	while (i < sortedA.ids.length && j < sortedB.ids.length) {
		if (sortedA.bounds[i * 6 + axis] <= sortedB.bounds[j * 6 + axis]) {
			const id = sortedA.ids[i];
			meet(sortedA.bounds, i, sortedB, j, axis, (other) => visit(id, other));
			i++;
		} else {
			const id = sortedB.ids[j];
			meet(sortedB.bounds, j, sortedA, i, axis, (other) => visit(other, id));
			j++;
		}
	}
}

/** Visits the boxes from index `first` on that touch one box, up to the first that begins behind its end. */
function meet(
	bounds: Float64Array,
	box: number,
	others: Boxes,
	first: number,
	axis: number,
	visit: (id: number) => void,
): void {
	const end = bounds[box * 6 + 3 + axis];
	for (let k = first; k < others.ids.length && others.bounds[k * 6 + axis] <= end; k++) {
		if (touch(bounds, box, others.bounds, k)) visit(others.ids[k]);
	}
}

/** Calls `visit` once for each pair of boxes that touch or overlap, the lower index first. Empty boxes (min > max) touch nothing. */
export function sweepPairs(bounds: Float64Array, visit: (low: number, high: number) => void): void {
	const filled: number[] = [];
	for (let box = 0; box < bounds.length / 6; box++) if (bounds[box * 6] <= bounds[box * 6 + 3]) filled.push(box);
	filled.sort((p, q) => bounds[p * 6] - bounds[q * 6] || p - q);
	for (let i = 0; i < filled.length; i++) {
		const end = bounds[filled[i] * 6 + 3];
		for (let k = i + 1; k < filled.length && bounds[filled[k] * 6] <= end; k++) {
			if (!touch(bounds, filled[i], bounds, filled[k])) continue;
			visit(Math.min(filled[i], filled[k]), Math.max(filled[i], filled[k]));
		}
	}
}

/** True when two boxes have a point in common; never for boxes with NaN. */
export function touch(a: Float64Array, boxA: number, b: Float64Array, boxB: number): boolean {
	const i = boxA * 6;
	const j = boxB * 6;
	return (
		a[i] <= b[j + 3] &&
		b[j] <= a[i + 3] &&
		a[i + 1] <= b[j + 4] &&
		b[j + 1] <= a[i + 4] &&
		a[i + 2] <= b[j + 5] &&
		b[j + 2] <= a[i + 5]
	);
}

/** The horizontal axis along which the boxes spread farther: fewer of them begin at the same place there. */
function longerAxis(a: Boxes, b: Boxes): 0 | 1 {
	const spread = [0, 1].map((axis) => {
		let least = Infinity;
		let most = -Infinity;
		for (const { bounds } of [a, b]) {
			for (let i = axis; i < bounds.length; i += 6) {
				if (bounds[i] < least) least = bounds[i];
				if (bounds[i] > most) most = bounds[i];
			}
		}
		return most - least;
	});
	return spread[1] > spread[0] ? 1 : 0;
}

function sortAlong({ ids, bounds }: Boxes, axis: number): Boxes {
	const order = Uint32Array.from(ids, (_, index) => index);
	order.sort((p, q) => bounds[p * 6 + axis] - bounds[q * 6 + axis] || p - q);
	const sorted = { ids: new Uint32Array(ids.length), bounds: new Float64Array(bounds.length) };
	for (let i = 0; i < order.length; i++) {
		sorted.ids[i] = ids[order[i]];
		for (let k = 0; k < 6; k++) sorted.bounds[i * 6 + k] = bounds[order[i] * 6 + k];
	}
	return sorted;
}
