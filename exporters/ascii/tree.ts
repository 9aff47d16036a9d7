import { type AabbTree, FACE, LEFT, NODE_WORDS, NONE, RIGHT } from '../../src/aabb/tree.ts';
import { AABB_GROWTH } from '../../src/bwm/ascii.ts';
import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import type { Report } from '../../src/findings/report.ts';
import type { ByteText } from '../../src/text/byte-text.ts';

/** Places behind the point that are tried; bounds near 0 need the most, for what they have is taken from 0.01. */
const MOST_PLACES = 15;
const POWERS: readonly number[] = Array.from({ length: MOST_PLACES + 1 }, (_, places) => Number(`1e${places}`));

/** Nine digits tell float32s apart; beyond so many more places none reads better for the engine. */
const FURTHER_PLACES = 3;

/** Up to here decimals are whole numbers of their last place in a double. */
const LARGEST_UNITS = Number.MAX_SAFE_INTEGER;

/**
 * Writes an aabb block: a row a node in pre-order, six bounds and the face or −1. Readers add 0.01 m on every side, so that
 * much is taken off, with as many decimals as give the same float32 back. A box thinner than 0.02 m becomes that thick.
 * A tree that is none is reported and left out.
 */
export function writeTree(text: ByteText, tree: AabbTree, faceCount: number, ownLine: boolean, report: Report): void {
	const order = tree.nodeCount === 0 ? 'it has no nodes' : preOrder(tree, faceCount);
	if (typeof order === 'string') {
		report.add(ASCII_FINDINGS.ASCII_TREE_NOT_WRITTEN, {}, { reason: order });
		return;
	}
	text.text(ownLine ? '  aabb\n    ' : '  aabb ');
	let widened = 0;
	for (let row = 0; row < order.length; row++) {
		if (row > 0) text.text('    ');
		widened += writeBox(text, tree.f32, order[row] * NODE_WORDS);
		text.integer(tree.i32[order[row] * NODE_WORDS + FACE]).text('\n');
	}
	if (widened > 0) report.add(ASCII_FINDINGS.ASCII_BOXES_WIDENED, {}, { boxes: widened });
}

/** Nodes from the root on, a node before its left and that before its right side; or what is wrong with the tree. */
function preOrder({ f32, i32, nodeCount }: AabbTree, faceCount: number): Uint32Array | string {
	const order = new Uint32Array(nodeCount);
	const waiting = [0];
	let count = 0;
	for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
		if (node < 0 || node >= nodeCount) return `there is no node ${node}`;
		if (count === nodeCount) return 'a node is met twice';
		order[count++] = node;
		const at = node * NODE_WORDS;
		for (let bound = at; bound < at + 6; bound++) {
			if (!Number.isFinite(f32[bound])) return `a bound of node ${node} is not finite`;
		}
		if (i32[at + FACE] >= faceCount) return `node ${node} names face ${i32[at + FACE]}, but there are ${faceCount}`;
		if (i32[at + FACE] < NONE) return `node ${node} names face ${i32[at + FACE]}`;
		if (i32[at + FACE] === NONE) waiting.push(i32[at + RIGHT], i32[at + LEFT]);
	}
	return order.subarray(0, count);
}

/** Writes six bounds, each followed by a blank; 1 when the box became thicker by that. */
function writeBox(text: ByteText, f32: Float32Array, at: number): number {
	let widened = 0;
	for (let bound = 0; bound < 6; bound++) {
		const axis = at + (bound % 3);
		const [least, most] = [f32[axis], f32[axis + 3]];
		if (isThin(least, most)) widened |= writeMiddle(text, least, most);
		else if (bound < 3) writeUngrown(text, least, AABB_GROWTH);
		else writeUngrown(text, most, -AABB_GROWTH);
		text.text(' ');
	}
	return widened;
}

/** For both bounds of a thin box: the middle, which grows to the box if only rounding made it thin. Says whether it does not. */
function writeMiddle(text: ByteText, least: number, most: number): 0 | 1 {
	const middle = (least + most) / 2;
	const grows = (value: number): boolean =>
		Math.fround(value - AABB_GROWTH) === least && Math.fround(value + AABB_GROWTH) === most;
	for (let places = 0; places <= MOST_PLACES; places++) {
		const units = Math.round(middle * POWERS[places]);
		if (Math.abs(units) > LARGEST_UNITS) break;
		if (!grows(units / POWERS[places])) continue;
		text.decimal(units, places);
		return 0;
	}
	text.text(plain(middle));
	return grows(middle) ? 0 : 1;
}

/** Without the growth its minimum would lie beyond its maximum, and readers swap such. */
function isThin(least: number, most: number): boolean {
	return least + AABB_GROWTH > most - AABB_GROWTH;
}

/**
 * Writes the bound that reads back as `bound` once `growth` is taken off again: by a reader that rounds once, and if there is
 * such a decimal, by one that rounds to float32 before it grows, as the engine does.
 */
function writeUngrown(text: ByteText, bound: number, growth: number): void {
	const wanted = bound + growth;
	let best = -1;
	for (let places = 2; places <= MOST_PLACES; places++) {
		const units = Math.round(wanted * POWERS[places]);
		if (Math.abs(units) > LARGEST_UNITS || (best >= 0 && places > best + FURTHER_PLACES)) break;
		const value = units / POWERS[places];
		if (Math.fround(value - growth) !== bound) continue;
		if (best < 0) best = places;
		if (Math.fround(Math.fround(value) - growth) !== bound) continue;
		best = places;
		break;
	}
	if (best < 0) text.text(plain(wanted));
	else text.decimal(Math.round(wanted * POWERS[best]), best);
}

/** A double in full, in a form that C reads. */
function plain(value: number): string {
	return String(value).replace('e+', 'e');
}
