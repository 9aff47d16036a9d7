import { greater, lesser, ordered } from './float-order.ts';
import { planeBetween } from './tree.ts';

/**
 * Completes a tree whose children, faces and leaf boxes are written: boxes of inner nodes from those of their children, planes and
 * the fixed field. Children come after their parent, so one pass from the end does it; making boxes on the way down instead
 * looks at every face once a level.
 *
 * Words of a node: min xyz 0, max xyz 3, face 6, fixed 7, plane 8, left 9, right 10 of 11.
 */
export function closeTree(f32: Float32Array, i32: Int32Array, nodeCount: number): void {
	for (let word = (nodeCount - 1) * 11; word >= 0; word -= 11) {
		i32[word + 7] = 4;
		if (i32[word + 9] < 0) i32[word + 8] = 0;
		else closeInner(f32, i32, word, word + 11, i32[word + 10] * 11);
	}
}

function closeInner(f32: Float32Array, i32: Int32Array, word: number, left: number, right: number): void {
	const dx = joinAxis(f32, i32, word, left, right);
	const dy = joinAxis(f32, i32, word + 1, left + 1, right + 1);
	const dz = joinAxis(f32, i32, word + 2, left + 2, right + 2);
	i32[word + 6] = -1;
	i32[word + 8] = planeBetween(dx, dy, dz);
}

/** Writes the bounds around both children along an axis; returns twice the way from the left one's centre to the right one's. */
function joinAxis(f32: Float32Array, i32: Int32Array, word: number, left: number, right: number): number {
	i32[word] = ordered(lesser(ordered(i32[left]), ordered(i32[right])));
	i32[word + 3] = ordered(greater(ordered(i32[left + 3]), ordered(i32[right + 3])));
	return f32[right] + f32[right + 3] - (f32[left] + f32[left + 3]);
}
