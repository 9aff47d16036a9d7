/** Byte arrays one after another, since thousands of small ones are read and written many times faster as one. */
export interface ByteList {
	readonly bytes: Uint8Array;
	/** Offset of the end of each. */
	readonly ends: Uint32Array;
}

/** Puts byte arrays one after another. */
export function byteList(parts: readonly Uint8Array[]): ByteList {
	let size = 0;
	const ends = Uint32Array.from(parts, ({ length }) => {
		size += length;
		return size;
	});
	return { bytes: Buffer.concat(parts, size), ends };
}

/** The byte arrays of a stored list, as views; undefined for any other value. Of a damaged list they may be cut. */
export function partsOf(list: unknown): Uint8Array[] | undefined {
	const { bytes, ends } = (list ?? {}) as Partial<ByteList>;
	if (!(bytes instanceof Uint8Array && ends instanceof Uint32Array)) return undefined;
	return Array.from(ends, (end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
}
