import { writeInner } from '../leaves.ts';
import { boundRun, longestSide } from './box.ts';
import { placeFew } from './few.ts';
import { findMedian } from './find.ts';
import type { MedianSet } from './set.ts';

/** Grows the nodes over the first faces of a set from node `root` downwards; runs of at most `handOnBelow` go to the next set. */
export function growRuns(set: MedianSet, faceCount: number, root: number, handOnBelow: number): void {
	const { stack, median } = set;
	stack[0] = root;
	stack[1] = 0;
	stack[2] = faceCount;
	for (let top = 3; top > 0; ) {
		top -= 3;
		const node = stack[top];
		const begin = stack[top + 1];
		const end = stack[top + 2];
		if (end - begin <= handOnBelow) {
			set.handedOn.push(node, begin, end);
			continue;
		}
		if (end - begin <= 4) {
			placeFew(set, node, begin, end - begin);
			continue;
		}
		const half = (end - begin) >> 1;
		boundRun(set.boxes, set.order, begin, end, median.boxBits);
		const axis = longestSide(median.box);
		findMedian(set, begin, end, axis, half);
		moveLeft(set.keys, axis * set.capacity, set.order, set.spare, begin, end, median.key, median.equalLeft);
		const right = writeInner(set.nodes, node, half);
		stack[top] = right;
		stack[top + 1] = begin + half;
		stack[top + 2] = end;
		stack[top + 3] = node + 1;
		stack[top + 4] = begin;
		stack[top + 5] = begin + half;
		top += 6;
	}
}

/** Moves the left faces of a run before the others, both in the order they had. */
function moveLeft(
	keys: Float64Array,
	first: number,
	order: Int32Array,
	spare: Int32Array,
	begin: number,
	end: number,
	median: number,
	equalLeft: number,
): void {
	let left = begin;
	let right = 0;
	let equals = equalLeft;
	for (let i = begin; i < end; i++) {
		const face = order[i];
		const key = keys[first + face];
		const isEqualLeft = Number(key === median) & Number(equals > 0);
		const isLeft = Number(key < median) | isEqualLeft;
		equals -= isEqualLeft;
		order[left] = face;
		spare[right] = face;
		left += isLeft;
		right += 1 - isLeft;
	}
	for (let i = 0; i < right; i++) order[left + i] = spare[i];
}
