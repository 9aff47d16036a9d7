import { createHash } from 'node:crypto';
import { parse, stringify } from './lossless-json.ts';

/**
 * Files of the cache and between the steps of a build: a JSON part and flat arrays, closed by a checksum, so that a torn or damaged file
 * is told from a whole one.
 *
 * `WOKPACK1`, length of the JSON as a 32-bit integer, JSON, padding to 4, arrays, SHA-256 of all before. Little-endian.
 */
const MAGIC = 'WOKPACK1';
const HEAD = 12;
const DIGEST = 32;

export type FlatArray = Float32Array | Float64Array | Uint32Array | Int32Array | Uint8Array;

const ARRAY_TYPES = { Float32Array, Float64Array, Uint32Array, Int32Array, Uint8Array };

export interface Packed {
	readonly json: unknown;
	readonly arrays: readonly FlatArray[];
}

/** The bytes of a pack: the same for the same content. */
export function pack({ json, arrays }: Packed): Uint8Array {
	const types = arrays.map((array) => [array.constructor.name, array.length]);
	const head = new TextEncoder().encode(stringify({ json, types }));
	const starts: number[] = [];
	let size = aligned(HEAD + head.length);
	for (const array of arrays) {
		starts.push(size);
		size = aligned(size + array.byteLength);
	}
	const bytes = new Uint8Array(size + DIGEST);
	bytes.set(new TextEncoder().encode(MAGIC));
	new DataView(bytes.buffer).setUint32(8, head.length, true);
	bytes.set(head, HEAD);
	arrays.forEach((array, i) => {
		bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), starts[i]);
	});
	bytes.set(createHash('sha256').update(bytes.subarray(0, size)).digest(), size);
	return bytes;
}

/** Reads a pack. @returns undefined when the bytes are not a whole one */
export function unpack(bytes: Uint8Array): Packed | undefined {
	const size = bytes.length - DIGEST;
	if (size < HEAD || new TextDecoder('latin1').decode(bytes.subarray(0, 8)) !== MAGIC) return undefined;
	const digest = createHash('sha256').update(bytes.subarray(0, size)).digest();
	if (!digest.equals(bytes.subarray(size))) return undefined;
	const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(8, true);
	const { json, types } = parse(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + length))) as {
		json: unknown;
		types: [keyof typeof ARRAY_TYPES, number][];
	};
	let at = aligned(HEAD + length);
	const arrays = types.map(([type, count]): FlatArray => {
		const ArrayType = ARRAY_TYPES[type];
		const end = at + count * ArrayType.BYTES_PER_ELEMENT;
		// A copy, so that arrays stand on their own and do not hold the whole file in memory. (`slice` of a Buffer is none.)
		const array = new ArrayType(new Uint8Array(bytes.subarray(at, end)).buffer);
		at = aligned(end);
		return array;
	});
	return { json, arrays };
}

function aligned(offset: number): number {
	return (offset + 3) & ~3;
}
