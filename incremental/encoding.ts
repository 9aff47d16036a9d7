import { createHash } from 'node:crypto';
import { parse, stringify } from 'devalue';

/**
 * Values as bytes, for the cache, for the files between the steps of a build, and for hashes. `devalue` writes the text, which gives back
 * every number (−0, NaN, the infinities); flat arrays stand behind the text as they lie in memory, where base64 would be a third larger.
 *
 * Length of the text as a 32-bit integer, 4 zeros, text, and each array at a multiple of 8. Little-endian.
 */
const HEAD = 8;

export type FlatArray = Float32Array | Float64Array | Uint32Array | Int32Array | Uint8Array;

const ARRAY_TYPES = { Float32Array, Float64Array, Uint32Array, Int32Array, Uint8Array };

/** An array in the text: its type, where it begins behind the text, and how many elements it has. */
type ArrayEntry = [type: keyof typeof ARRAY_TYPES, start: number, length: number];

/** The bytes of a value made of plain objects, arrays, Maps, strings, numbers and flat arrays: the same for the same value. */
export function encode(value: unknown): Uint8Array {
	const { text, arrays } = split(value);
	const start = aligned(HEAD + text.length);
	const bytes = new Uint8Array(arrays.reduce((size, array) => size + aligned(array.length), start));
	new DataView(bytes.buffer).setUint32(0, text.length, true);
	bytes.set(text, HEAD);
	let at = start;
	for (const array of arrays) {
		bytes.set(array, at);
		at += aligned(array.length);
	}
	return bytes;
}

/** The value that `encode` was given. @throws Error for bytes that it did not make */
export function decode(bytes: Uint8Array): unknown {
	const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
	if (HEAD + length > bytes.length) throw new Error('the text is cut off');
	const start = aligned(HEAD + length);
	return parse(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + length)), {
		entries: (entries: [string, unknown][]): unknown => Object.fromEntries(entries),
		flat: ([type, at, count]: ArrayEntry): FlatArray => {
			if (!Object.hasOwn(ARRAY_TYPES, type)) throw new Error('an array of no known type');
			const ArrayType = ARRAY_TYPES[type];
			const end = start + at + count * ArrayType.BYTES_PER_ELEMENT;
			if (end > bytes.length) throw new Error('an array is cut off');
			// A copy, so that arrays stand on their own and do not hold the whole file in memory. (`slice` of a Buffer is none.)
			return new ArrayType(new Uint8Array(bytes.subarray(start + at, end)).buffer);
		},
	});
}

/**
 * SHA-256 of a value, flat arrays bit by bit. The order of keys does not matter and keys without a value do not count; functions count
 * by their name only.
 */
export function hashValue(value: unknown): string {
	const { text, arrays } = split(value, true);
	const hash = createHash('sha256').update(text);
	for (const array of arrays) hash.update(array);
	return hash.digest('hex');
}

function split(value: unknown, sorted = false): { text: Uint8Array; arrays: Uint8Array[] } {
	const arrays: Uint8Array[] = [];
	let size = 0;
	const text = stringify(copied(value, sorted), {
		// `devalue` refuses this key, and names from files may be keys.
		entries: (each: unknown): unknown =>
			typeof each === 'object' && each !== null && Object.hasOwn(each, '__proto__') ? Object.entries(each) : undefined,
		flat: (each: unknown): ArrayEntry | undefined => {
			const type = Object.prototype.toString.call(each).slice(8, -1);
			if (!Object.hasOwn(ARRAY_TYPES, type)) return undefined;
			const { buffer, byteOffset, byteLength, length } = each as FlatArray;
			const start = size;
			arrays.push(new Uint8Array(buffer, byteOffset, byteLength));
			size += aligned(byteLength);
			return [type as ArrayEntry[0], start, length];
		},
	});
	return { text: new TextEncoder().encode(text), arrays };
}

/**
 * A copy in which no object stands twice: `devalue` writes an object that it meets again only once, and what is one object in one thread is
 * two in another. Sorted, keys are in order and those without a value do not count.
 */
function copied(value: unknown, sorted: boolean): unknown {
	if (typeof value === 'function') return { function: value.name };
	if (Array.isArray(value)) return value.map((each) => copied(each, sorted));
	if (ArrayBuffer.isView(value)) return (value as FlatArray).subarray();
	if (typeof value !== 'object' || value === null) return value;
	if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, copied(each, sorted)]));
	const entries = Object.entries(value).map(([key, each]): [string, unknown] => [key, copied(each, sorted)]);
	if (!sorted) return Object.fromEntries(entries);
	return new Map(entries.filter(([, each]) => each !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function aligned(offset: number): number {
	return Math.ceil(offset / 8) * 8;
}
