import { AABB_GROWTH } from '../../src/bwm/ascii.ts';
import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import type { Report } from '../../src/findings/report.ts';
import { type LoadedWalkmesh, treeOfFile } from '../../src/formats/contracts.ts';
import { type Vec3, ZERO } from '../../src/math/vec3.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import type { ByteText } from '../../src/text/byte-text.ts';
import { POWERS } from '../../src/text/cursor.ts';
import { buildAabbTree } from '../../src/tree/build.ts';
import { type AabbTree, FACE, LEFT, NODE_WORDS, NONE, RIGHT } from '../../src/tree/tree.ts';

/** A walkmesh to write, with the AABB tree of its file, for dialects that have one; where none came with it, one is built. */
export type WritableWalkmesh = Pick<LoadedWalkmesh, 'walkmesh' | 'file' | 'tree'>;

/** Most decimals tried. Bounds near 0 need the most, because 0.01 is taken off their small values. */
const MOST_PLACES = 15;

/** Nine digits identify a float32; this many more decimals are tried for a text that also reads back right in the engine. */
const FURTHER_PLACES = 3;

/** Largest number of units of the last decimal that float64 holds exactly. */
const LARGEST_UNITS = Number.MAX_SAFE_INTEGER;

/**
 * Writes an aabb block: a row for each node in pre-order, with six bounds and the face or −1. Readers grow each box by 0.01 m on every side, so
 * that much is taken off first, with enough decimals to read back as the same float32. A box thinner than 0.02 m becomes that thick.
 *
 * @param tree as `treeToWrite` gives it
 * @param offset from the space of the text to that of the tree; readers add it in float64 before they grow a box
 */
export function writeTree(
	text: ByteText,
	tree: AabbTree,
	faceCount: number,
	ownLine: boolean,
	report: Report,
	offset: Vec3 = ZERO,
): void {
	// Every face once, and so as many inner nodes less one; a file may have further nodes that nothing leads to.
	const order = new Uint32Array(2 * faceCount - 1);
	preOrder(tree, faceCount, order);
	text.text(ownLine ? '  aabb\n    ' : '  aabb ');
	let widened = 0;
	for (let row = 0; row < order.length; row++) {
		if (row > 0) text.text('    ');
		widened += writeBox(text, tree.f32, order[row] * NODE_WORDS, offset);
		text.integer(tree.i32[order[row] * NODE_WORDS + FACE]).text('\n');
	}
	if (widened > 0) report.add(ASCII_FINDINGS.ASCII_BOXES_WIDENED, {}, { boxes: widened });
}

/** The tree of the file that a walkmesh comes from, where there is one and it has each face once. Otherwise one is built, and an invalid one is reported. */
export function treeToWrite(
	loaded: WritableWalkmesh,
	{ positions, faces }: Pick<Walkmesh, 'positions' | 'faces'>,
	report: Report,
): AabbTree {
	const own = treeOfFile(loaded);
	const reason = own && preOrder(own, faces.length / 3, new Uint32Array(own.nodeCount));
	if (own !== undefined && reason === undefined) return own;
	if (reason !== undefined) report.add(ASCII_FINDINGS.ASCII_TREE_NOT_WRITTEN, {}, { reason });
	return buildAabbTree(positions, faces);
}

/** Fills in node indices in pre-order: each node, then its left subtree, then its right one. @returns for an invalid tree, what is wrong with it */
function preOrder({ f32, i32, nodeCount }: AabbTree, faceCount: number, order: Uint32Array): string | undefined {
	const hasLeaf = new Uint8Array(faceCount);
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
		const face = i32[at + FACE];
		if (face >= faceCount) return `node ${node} names face ${face}, but there are ${faceCount}`;
		if (face < NONE) return `node ${node} names face ${face}`;
		if (face === NONE) waiting.push(i32[at + RIGHT], i32[at + LEFT]);
		else if (hasLeaf[face] === 1) return `face ${face} is in it twice`;
		else hasLeaf[face] = 1;
	}
	const missing = hasLeaf.indexOf(0);
	return missing < 0 ? undefined : `face ${missing} is not in it`;
}

/** Writes six bounds, each followed by a space. @returns 1 when the box became thicker, otherwise 0 */
function writeBox(text: ByteText, f32: Float32Array, at: number, offset: Vec3): number {
	let widened = 0;
	for (let bound = 0; bound < 6; bound++) {
		const axis = bound % 3;
		const [least, most] = [f32[at + axis], f32[at + axis + 3]];
		if (isThin(least, most)) widened |= writeMiddle(text, least, most, offset[axis]);
		else if (bound < 3) writeUngrown(text, least, AABB_GROWTH, offset[axis]);
		else writeUngrown(text, most, -AABB_GROWTH, offset[axis]);
		text.text(' ');
	}
	return widened;
}

/** Writes the middle for both bounds of a thin box. @returns 0 if it grows back to the same box, which is the case if only rounding made it thin; otherwise 1 */
function writeMiddle(text: ByteText, least: number, most: number, offset: number): 0 | 1 {
	const middle = (least + most) / 2 - offset;
	const grows = (value: number): boolean =>
		Math.fround(value + offset - AABB_GROWTH) === least && Math.fround(value + offset + AABB_GROWTH) === most;
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

/** True if taking off the growth would put the minimum above the maximum; readers swap such bounds. */
function isThin(least: number, most: number): boolean {
	return least + AABB_GROWTH > most - AABB_GROWTH;
}

/**
 * Writes a number that reads back as `bound` after a reader has added the offset and its growth: for readers that round once, and if there is such a
 * decimal, also for those that round to float32 before they add anything, as the engine does.
 */
function writeUngrown(text: ByteText, bound: number, growth: number, offset: number): void {
	const wanted = bound + growth - offset;
	let best = -1;
	for (let places = 2; places <= MOST_PLACES; places++) {
		const units = Math.round(wanted * POWERS[places]);
		if (Math.abs(units) > LARGEST_UNITS || (best >= 0 && places > best + FURTHER_PLACES)) break;
		const value = units / POWERS[places];
		if (Math.fround(value + offset - growth) !== bound) continue;
		if (best < 0) best = places;
		if (Math.fround(Math.fround(value) + offset - growth) !== bound) continue;
		best = places;
		break;
	}
	if (best < 0) text.text(plain(wanted));
	else text.decimal(Math.round(wanted * POWERS[best]), best);
}

/** A float64 with all its digits, in a form that C's `strtod` reads. */
function plain(value: number): string {
	return String(value).replace('e+', 'e');
}
