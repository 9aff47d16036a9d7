/**
 * Boxes on a lattice of 32,768 steps, an axis a word: the upper bound in the low half, 32767 less the lower bound in the high half,
 * so that the box of two boxes is the larger of both halves. Two comparisons cost nine integer operations and no branch;
 * with floats and branches filling the bins of a split took 20 to 30 ns a face, with packed words 5 to 7.
 * Only splits are chosen on the lattice; the boxes that are written never pass through it.
 *
 * Masks and strides are literals here and in the other loops over faces: a constant from another module is not folded by V8 but
 * loaded each time, and constants for all of them made the whole build 15 to 20 % slower.
 */

/** Steps of the lattice along the longest axis, less one for rounding upwards. */
export const LATTICE = 32766;

/** One axis of a box. Coordinates beyond the lattice wrap: such a box is a bad guide, never an error. */
export function packSpan(low: number, high: number, origin: number, scale: number): number {
	const upper = ((high - origin) * scale + 1) & 0x7fff;
	const lower = ((low - origin) * scale) & 0x7fff;
	return upper | ((0x7fff - lower) << 16);
}

/** The span around two spans; 0 is the empty span. */
export function joinSpans(a: number, b: number): number {
	const notLess = (((a | 0x80008000) - b) >>> 15) & 0x10001;
	return b ^ ((a ^ b) & ((notLess << 15) - notLess));
}

function spanLength(span: number): number {
	return (span & 0x7fff) + (span >> 16) - 0x7fff;
}

/** Twice the middle of a span, from an origin of its own. */
export function spanCentre(span: number): number {
	return (span & 0x7fff) - (span >> 16);
}

/** Half the surface of a box. */
export function halfArea(x: number, y: number, z: number): number {
	const lengthX = spanLength(x);
	const lengthY = spanLength(y);
	return lengthX * lengthY + spanLength(z) * (lengthX + lengthY);
}
