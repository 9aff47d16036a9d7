import { greater, lesser, ordered } from '../float-order.ts';
import type { MedianScratch } from './set.ts';

/** The box around a run, as bits of floats. */
export function boundRun(boxes: Int32Array, order: Int32Array, begin: number, end: number, out: Int32Array): void {
	let lowX = 0x7fffffff;
	let lowY = 0x7fffffff;
	let lowZ = 0x7fffffff;
	let highX = -0x80000000;
	let highY = -0x80000000;
	let highZ = -0x80000000;
	for (let i = begin; i < end; i++) {
		const box = order[i] << 3;
		lowX = lesser(lowX, boxes[box]);
		lowY = lesser(lowY, boxes[box + 1]);
		lowZ = lesser(lowZ, boxes[box + 2]);
		highX = greater(highX, boxes[box + 3]);
		highY = greater(highY, boxes[box + 4]);
		highZ = greater(highZ, boxes[box + 5]);
	}
	out[0] = ordered(lowX);
	out[1] = ordered(lowY);
	out[2] = ordered(lowZ);
	out[3] = ordered(highX);
	out[4] = ordered(highY);
	out[5] = ordered(highZ);
}

/** The axis of the longest side, the first of equal ones. Which it is cannot be guessed, so there is no branch. */
export function longestSide(box: Float32Array): number {
	const x = box[3] - box[0];
	const y = box[4] - box[1];
	const z = box[5] - box[2];
	const isY = Number(y > x) & Number(y >= z);
	const isZ = Number(z > x) & Number(z > y);
	return isY + isZ * 2;
}

/** The box around two faces, given by where their bounds begin; returns its longest side. */
export function longestSideOfTwo(boxes: Int32Array, a: number, b: number, { box, boxBits }: MedianScratch): number {
	boxBits[0] = ordered(lesser(boxes[a], boxes[b]));
	boxBits[1] = ordered(lesser(boxes[a + 1], boxes[b + 1]));
	boxBits[2] = ordered(lesser(boxes[a + 2], boxes[b + 2]));
	boxBits[3] = ordered(greater(boxes[a + 3], boxes[b + 3]));
	boxBits[4] = ordered(greater(boxes[a + 4], boxes[b + 4]));
	boxBits[5] = ordered(greater(boxes[a + 5], boxes[b + 5]));
	return longestSide(box);
}
