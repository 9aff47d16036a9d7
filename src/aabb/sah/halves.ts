import { type BoxRecords, boxRecords, RECORD_WORDS } from '../face-boxes.ts';
import { writeInner, writeLeaf } from '../leaves.ts';

/** Halves a set until single faces remain, in the order they have: for faces that lie in one place, where only numbers decide. */
export function writeHalves(nodes: Int32Array, records: Int32Array, faceCount: number, root: number): void {
	const stack = [root, 0, faceCount];
	while (stack.length > 0) {
		const count = stack.pop()!;
		const first = stack.pop()!;
		const node = stack.pop()!;
		if (count === 1) {
			writeLeaf(nodes, node, records, first);
			continue;
		}
		const half = count >> 1;
		const right = writeInner(nodes, node, half);
		stack.push(right, first + half, count - half, node + 1, first, half);
	}
}

/** A copy of records, sorted by the centres of their boxes along the axis where these reach farthest; equal ones keep their order. */
export function sortAlongLongestSide(records: BoxRecords, count: number): BoxRecords {
	const { f32, i32 } = records;
	let axis = 0;
	let low = 0;
	let longest = -1;
	for (let i = 0; i < 3; i++) {
		let least = Infinity;
		let greatest = -Infinity;
		for (let at = i; at < count * RECORD_WORDS; at += RECORD_WORDS) {
			const centre = f32[at] + f32[at + 3];
			least = Math.min(least, centre);
			greatest = Math.max(greatest, centre);
		}
		if (greatest - least <= longest) continue;
		longest = greatest - least;
		low = least;
		axis = i;
	}
	// Place and centre in one exact integer, so that a plain numeric sort does it.
	const steps = Math.floor(2 ** 52 / count) - 1;
	const keys = new Float64Array(count);
	for (let i = 0; i < count; i++) {
		const centre = f32[i * RECORD_WORDS + axis] + f32[i * RECORD_WORDS + axis + 3];
		const step = longest > 0 ? Math.floor(((centre - low) / longest) * steps) : 0;
		keys[i] = step * count + i;
	}
	keys.sort();
	const sorted = boxRecords(count);
	for (let i = 0; i < count; i++) {
		const from = (keys[i] % count) * RECORD_WORDS;
		sorted.i32.set(i32.subarray(from, from + RECORD_WORDS), i * RECORD_WORDS);
	}
	return sorted;
}
