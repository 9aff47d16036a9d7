import { writeInner } from '../leaves.ts';
import { placeFew } from './few.ts';
import { spanCentre } from './packed-box.ts';
import { findSplit, measureCentres, partition } from './split.ts';
import { BOX_WEIGHT, BOX_WORDS, capacityOf, refineTreelet, type Treelet } from './treelet.ts';

/** Centres closer than this many half steps of the lattice are looked at on a finer one. */
const COARSE = 48;

/**
 * Share of a level's capacity that cells may fill. The rest is for the faces within: cells cannot be divided evenly, and a subtree
 * that is full to the last face leaves no choice but halving.
 */
const CELL_FILL = 0.9;

/**
 * Grows the nodes over the first `count` boxes of a treelet from node `root` downwards. Leaves are not written: `place` says which node
 * each box became. No node lies deeper than `levels` below `root`, which must be room enough: weight ≤ 2^levels.
 */
export function growTreelet(treelet: Treelet, count: number, root: number, levels: number): void {
	const { stack } = treelet;
	stack[0] = root;
	stack[1] = 0;
	stack[2] = count;
	stack[3] = levels;
	stack[4] = 0;
	for (let top = 5; top > 0; ) {
		top -= 5;
		const node = stack[top];
		const begin = stack[top + 1];
		const end = stack[top + 2];
		const below = stack[top + 3] - 1;
		if (end - begin <= 4 && placeFew(treelet, node, begin, end - begin, below + 1)) continue;
		const longest = stack[top + 4] === 0 ? measure(treelet, begin, end) : 0;
		const middle = divide(treelet, begin, end, below, longest);
		if (middle < 0) {
			treelet.undivided.push(node, begin, end, below + 1);
			continue;
		}
		const isOnePlace = longest === 0 ? 1 : 0;
		const right = writeInner(treelet.nodes, node, treelet.split.leftWeight);
		stack[top] = right;
		stack[top + 1] = middle;
		stack[top + 2] = end;
		stack[top + 3] = below;
		stack[top + 4] = isOnePlace;
		stack[top + 5] = node + 1;
		stack[top + 6] = begin;
		stack[top + 7] = middle;
		stack[top + 8] = below;
		stack[top + 9] = isOnePlace;
		top += 10;
	}
}

/** The longest side of the box around the centres of a run, in half steps of the lattice; 0 if they lie in one place. */
function measure(treelet: Treelet, begin: number, end: number): number {
	const longest = measureCentres(treelet, begin, end);
	if (longest >= COARSE) return longest;
	refineTreelet(treelet, begin, end);
	return measureCentres(treelet, begin, end);
}

/** Sorts a run so that its left part becomes the left child; returns where the right one begins, −1 if no cut is even enough. */
function divide(treelet: Treelet, begin: number, end: number, levels: number, longest: number): number {
	const most = capacityOf(levels);
	const limit = treelet.weighted ? most * CELL_FILL : most;
	if (longest > 0 && findSplit(treelet, begin, end, longest, limit)) return partition(treelet, begin, end);
	if (longest > 0) sortAlongLongest(treelet, begin, end);
	return halve(treelet, begin, end, most);
}

/** The cut of a sorted run that is nearest to half its weight. */
function halve(treelet: Treelet, begin: number, end: number, limit: number): number {
	const { boxes, order, split } = treelet;
	let total = 0;
	for (let i = begin; i < end; i++) total += boxes[order[i] * BOX_WORDS + BOX_WEIGHT];
	let left = 0;
	let middle = begin;
	while (middle < end - 1) {
		const weight = boxes[order[middle] * BOX_WORDS + BOX_WEIGHT];
		const closer = Math.abs(total - 2 * (left + weight)) < Math.abs(total - 2 * left);
		if (middle > begin && !closer) break;
		left += weight;
		middle++;
	}
	split.leftWeight = left;
	return left > limit || total - left > limit ? -1 : middle;
}

/** Seldom needed, so a plain sort: centre and place in one number each. */
function sortAlongLongest(treelet: Treelet, begin: number, end: number): void {
	const { boxes, order, split } = treelet;
	const { centres } = split;
	let axis = 0;
	for (let i = 1; i < 3; i++) if (centres[i + 3] - centres[i] > centres[axis + 3] - centres[axis]) axis = i;
	const run = order.slice(begin, end);
	const keys = new Float64Array(run.length);
	for (let i = 0; i < run.length; i++) {
		keys[i] = (spanCentre(boxes[run[i] * BOX_WORDS + axis]) - centres[axis]) * run.length + i;
	}
	keys.sort();
	for (let i = 0; i < run.length; i++) order[begin + i] = run[keys[i] % run.length];
}
