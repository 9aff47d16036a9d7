import { expect } from 'vitest';

/**
 * Compares bytes and numbers of typed arrays at once. Vitest looks at each element as at any value: of a file of some hundred kilobytes that takes
 * a second. What differs is left to Vitest, which says where.
 */
function sameBytes(one: unknown, other: unknown): true | undefined {
	if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other)) return undefined;
	if (one.constructor !== other.constructor) return undefined;
	return bytesOf(one).equals(bytesOf(other)) ? true : undefined;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
	Buffer.from(buffer, byteOffset, byteLength);

/** Test files of one process share what they compare with. */
const known = globalThis as { wokflowSameBytes?: true };
if (!known.wokflowSameBytes) {
	known.wokflowSameBytes = true;
	expect.addEqualityTesters([sameBytes]);
}
