/**
 * Pairs of boxes that touch, seen from above: a sweep along x, over strips of y so narrow that it stays linear. Boxes of faces are found so in a
 * fifth of the time that asking an index for each of them takes.
 */

/** Boxes a strip; fewer are not worth a strip of their own. */
const BOXES_A_STRIP = 200;
/** Boxes are sorted by whole steps of their least x, so many for all of them; and numbered below the steps. */
const STEPS = 2 ** 28;
const NUMBERS = 2 ** 24;

/** Boxes in strips. */
interface Strips {
	readonly count: number;
	readonly minY: number;
	readonly perMetre: number;
}

/**
 * Calls `visit` once for each two boxes that touch or overlap, always in the same order. Boxes with a corner that is not finite touch none.
 *
 * @param boxes 4 values a box: least x and y, greatest x and y
 * @param visit returns false to end the search
 */
export function visitBoxPairs(boxes: Float64Array, visit: (one: number, other: number) => boolean): void {
	const all = finiteBoxes(boxes);
	if (all.length < 2) return;
	let [minX, minY, maxX, maxY, heights] = [Infinity, Infinity, -Infinity, -Infinity, 0];
	for (const id of all) {
		minX = Math.min(minX, boxes[id * 4]);
		minY = Math.min(minY, boxes[id * 4 + 1]);
		maxX = Math.max(maxX, boxes[id * 4 + 2]);
		maxY = Math.max(maxY, boxes[id * 4 + 3]);
		heights += boxes[id * 4 + 3] - boxes[id * 4 + 1];
	}
	const most = Math.min(all.length / BOXES_A_STRIP, ((maxY - minY) * all.length) / (2 * heights || 1));
	const count = Math.max(1, Math.floor(most));
	const strips: Strips = { count, minY, perMetre: maxY > minY ? count / (maxY - minY) : 0 };
	const stepsPerMetre = maxX > minX ? (STEPS - 1) / (maxX - minX) : 0;
	const stepOf = (x: number): number => Math.floor((x - minX) * stepsPerMetre);
	for (const [strip, members] of membersOf(strips, all, boxes).entries()) {
		const keys = new Float64Array(members.length);
		for (let i = 0; i < keys.length; i++) keys[i] = stepOf(boxes[members[i] * 4]) * NUMBERS + members[i];
		if (!sweep(strips, strip, keys.sort(), stepOf, boxes, visit)) return;
	}
}

function finiteBoxes(boxes: Float64Array): Uint32Array {
	const ids = new Uint32Array(boxes.length / 4);
	let count = 0;
	for (let id = 0; id < ids.length && id < NUMBERS; id++) {
		const i = id * 4;
		if (Number.isFinite(boxes[i] + boxes[i + 1] + boxes[i + 2] + boxes[i + 3])) ids[count++] = id;
	}
	return ids.subarray(0, count);
}

function stripOf({ count, minY, perMetre }: Strips, y: number): number {
	return Math.min(count - 1, Math.floor((y - minY) * perMetre));
}

/** The boxes of each strip that they touch. */
function membersOf(strips: Strips, all: Uint32Array, boxes: Float64Array): readonly ArrayLike<number>[] {
	if (strips.count === 1) return [all];
	const members: number[][] = Array.from({ length: strips.count }, () => []);
	for (const id of all) {
		const last = stripOf(strips, boxes[id * 4 + 3]);
		for (let strip = stripOf(strips, boxes[id * 4 + 1]); strip <= last; strip++) members[strip].push(id);
	}
	return members;
}

/** Visits the pairs of one strip, each only in the first strip that both touch. False when the search ends. */
function sweep(
	strips: Strips,
	strip: number,
	keys: Float64Array,
	stepOf: (x: number) => number,
	boxes: Float64Array,
	visit: (one: number, other: number) => boolean,
): boolean {
	const ids = new Uint32Array(keys.length);
	// Side by side in the order of the sweep.
	const sorted = new Float64Array(keys.length * 4);
	for (let at = 0; at < keys.length; at++) {
		ids[at] = keys[at] - Math.floor(keys[at] / NUMBERS) * NUMBERS;
		for (let k = 0; k < 4; k++) sorted[at * 4 + k] = boxes[ids[at] * 4 + k];
	}
	for (let one = 0; one < ids.length; one++) {
		const left = sorted[one * 4];
		const bottom = sorted[one * 4 + 1];
		const right = sorted[one * 4 + 2];
		const top = sorted[one * 4 + 3];
		// Within a step boxes stand in the order of their numbers, so all of the last step are looked at.
		const end = (stepOf(right) + 1) * NUMBERS;
		for (let other = one + 1; other < ids.length && keys[other] < end; other++) {
			const i = other * 4;
			if (sorted[i + 1] > top || sorted[i + 3] < bottom || sorted[i] > right || sorted[i + 2] < left) continue;
			if (strips.count > 1 && stripOf(strips, Math.max(bottom, sorted[i + 1])) !== strip) continue;
			if (!visit(ids[one], ids[other])) return false;
		}
	}
	return true;
}
