import { writeInner } from '../leaves.ts';
import { halfArea, joinSpans } from './packed-box.ts';
import { capacityOf, type Treelet } from './treelet.ts';

/**
 * Up to four boxes: the best tree is found by looking at all pairs, without bins. Of the shapes for four only two pairs are
 * considered; a chain is better so seldom that it shortens no walk (0.1 % on real rooms), and deepens the tree.
 */

/** Writes the nodes of a run of one to four boxes. @returns false if one of them is too heavy to lie that deep */
export function placeFew(treelet: Treelet, node: number, begin: number, count: number, levels: number): boolean {
	const { order } = treelet;
	if (count > 1 && treelet.weighted && !areLight(treelet, begin, count, levels)) return false;
	if (count === 1) place(treelet, order[begin], node, levels);
	else if (count === 2) placePair(treelet, node, order[begin], order[begin + 1], levels);
	else if (count === 3) placeThree(treelet, node, order[begin], order[begin + 1], order[begin + 2], levels);
	else placeFour(treelet, node, order[begin], order[begin + 1], order[begin + 2], order[begin + 3], levels);
	return true;
}

/** Whether each of the boxes fits below two more inner nodes, or one if there are but two. */
function areLight(treelet: Treelet, begin: number, count: number, levels: number): boolean {
	const limit = capacityOf(levels - (count === 2 ? 1 : 2));
	for (let i = begin; i < begin + count; i++) {
		if (weightOf(treelet, treelet.order[i]) > limit) return false;
	}
	return true;
}

function weightOf(treelet: Treelet, box: number): number {
	return treelet.boxes[(box << 2) + 3];
}

function place(treelet: Treelet, box: number, node: number, levels: number): void {
	treelet.place[box] = node;
	treelet.levels[box] = levels;
}

function placePair(treelet: Treelet, node: number, a: number, b: number, levels: number): void {
	const right = writeInner(treelet.nodes, node, weightOf(treelet, a));
	place(treelet, a, node + 1, levels - 1);
	place(treelet, b, right, levels - 1);
}

function placeThree(treelet: Treelet, node: number, a: number, b: number, c: number, levels: number): void {
	const { boxes } = treelet;
	const ab = pairArea(boxes, a, b);
	const ac = pairArea(boxes, a, c);
	const bc = pairArea(boxes, b, c);
	if (ab <= ac && ab <= bc) placeOneAndPair(treelet, node, c, a, b, levels);
	else if (ac <= bc) placeOneAndPair(treelet, node, b, a, c, levels);
	else placeOneAndPair(treelet, node, a, b, c, levels);
}

function placeOneAndPair(treelet: Treelet, node: number, one: number, a: number, b: number, levels: number): void {
	const right = writeInner(treelet.nodes, node, weightOf(treelet, one));
	place(treelet, one, node + 1, levels - 1);
	placePair(treelet, right, a, b, levels - 1);
}

function placeFour(treelet: Treelet, node: number, a: number, b: number, c: number, d: number, levels: number): void {
	const { boxes } = treelet;
	const withB = pairArea(boxes, a, b) + pairArea(boxes, c, d);
	const withC = pairArea(boxes, a, c) + pairArea(boxes, b, d);
	const withD = pairArea(boxes, a, d) + pairArea(boxes, b, c);
	if (withB <= withC && withB <= withD) placePairs(treelet, node, a, b, c, d, levels);
	else if (withC <= withD) placePairs(treelet, node, a, c, b, d, levels);
	else placePairs(treelet, node, a, d, b, c, levels);
}

function placePairs(treelet: Treelet, node: number, a: number, b: number, c: number, d: number, levels: number): void {
	const right = writeInner(treelet.nodes, node, weightOf(treelet, a) + weightOf(treelet, b));
	placePair(treelet, node + 1, a, b, levels - 1);
	placePair(treelet, right, c, d, levels - 1);
}

function pairArea(boxes: Int32Array, a: number, b: number): number {
	const i = a << 2;
	const j = b << 2;
	return halfArea(
		joinSpans(boxes[i], boxes[j]),
		joinSpans(boxes[i + 1], boxes[j + 1]),
		joinSpans(boxes[i + 2], boxes[j + 2]),
	);
}
