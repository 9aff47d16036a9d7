import { crc32 } from 'node:zlib';
import { sha256 } from '../../pipeline/disk/digest.ts';

/**
 * Values as bytes, for the cache, for intermediate files of a build, and for hashes: JSON text, followed by the typed arrays, since base64 would be a
 * third larger. Values that JSON cannot express are objects with an empty key, `{ "": [kind, …] }`, and so are objects that have that key themselves.
 *
 * Length of the text as a 32-bit integer, little-endian, text, arrays.
 */
const HEAD = 4;

const ARRAY_TYPES = { Float32Array, Float64Array, Uint32Array, Int32Array, Uint8Array };
type ArrayType = keyof typeof ARRAY_TYPES;

/** The bytes of a value made of plain objects, arrays, Maps, strings, numbers and typed arrays: the same for the same value. */
export function encode(value: unknown): Uint8Array {
	const { text, arrays } = split(value, false);
	const bytes = Buffer.from(text);
	const head = Buffer.alloc(HEAD);
	head.writeUInt32LE(bytes.length);
	const whole = Buffer.concat([head, bytes, ...arrays]);
	// No Buffer: where it is a value of another `encode`, JSON would first make a list of its bytes.
	return new Uint8Array(whole.buffer, whole.byteOffset, whole.length);
}

/** The value of bytes that `encode` made. @throws Error for any other bytes */
export function decode(bytes: Uint8Array): unknown {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const start = HEAD + buffer.readUInt32LE(0);
	if (start > bytes.length) throw new Error('the text is cut off');
	const text = buffer.toString('utf8', HEAD, start);
	return JSON.parse(text, (_, value: unknown) => {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, '')) return value;
		return unmarked((value as Marked)[''], bytes.subarray(start));
	});
}

/**
 * SHA-256 of a value, typed arrays bit by bit. The order of keys does not matter and keys without a value do not count; functions count
 * by their name only.
 */
export function hashValue(value: unknown): string {
	const { text, arrays } = split([value], true);
	const hash = sha256().update(text);
	for (const array of arrays) hash.update(array);
	return hash.digest('hex');
}

type Marked = { readonly '': unknown };

/** The text of a value and the arrays after it. @param sorted sorts keys */
function split(value: unknown, sorted: boolean): { readonly text: string; readonly arrays: Uint8Array[] } {
	const arrays: Uint8Array[] = [];
	let size = 0;
	const replaced = (each: unknown, isElement: boolean): unknown => {
		if (each === undefined && isElement) return { '': ['nothing'] };
		if (typeof each === 'number' && (!Number.isFinite(each) || Object.is(each, -0)))
			return { '': ['number', Object.is(each, -0) ? '-0' : String(each)] };
		if (typeof each === 'function') return { function: each.name };
		if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
		if (each instanceof Map) return { '': ['map', [...each]] };
		if (ArrayBuffer.isView(each)) {
			const { buffer, byteOffset, byteLength } = each;
			const type = Object.prototype.toString.call(each).slice(8, -1);
			if (!Object.hasOwn(ARRAY_TYPES, type)) throw new Error(`${type} cannot be encoded`);
			arrays.push(new Uint8Array(buffer, byteOffset, byteLength));
			size += byteLength;
			return { '': ['array', type, size - byteLength, byteLength] };
		}
		const entries = Object.entries(each);
		if (sorted) entries.sort(([a], [b]) => (a < b ? -1 : 1));
		if (Object.hasOwn(each, '')) return { '': ['object', entries] };
		return sorted ? Object.fromEntries(entries) : each;
	};
	// The value itself, not what its `toJSON` makes of it: a Buffer would become a list of its bytes.
	const text = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key: string) {
		return replaced(this[key], Array.isArray(this));
	});
	return { text, arrays };
}

/** @param arrays the bytes after the text */
function unmarked(value: unknown, arrays: Uint8Array): unknown {
	if (!Array.isArray(value)) throw new Error('a mark of no kind');
	const [kind, first, ...range] = value as unknown[];
	if (kind === 'nothing') return undefined;
	if (kind === 'number') return Number(first);
	if (kind === 'map') return new Map(first as [unknown, unknown][]);
	if (kind === 'object') return Object.fromEntries(first as [string, unknown][]);
	if (kind !== 'array' || !Object.hasOwn(ARRAY_TYPES, String(first))) throw new Error('a mark of no kind');
	const [from, length] = range.map(Number);
	if (!(from >= 0 && length >= 0 && from + length <= arrays.length)) throw new Error('an array is cut off');
	// A copy owns its memory: a view would keep all bytes in memory, and send them all to another thread.
	return new ARRAY_TYPES[first as ArrayType](new Uint8Array(arrays.subarray(from, from + length)).buffer);
}

/** Size of a checksum: a CRC-32, little-endian. */
const SEAL = 4;

/** Bytes with a checksum of them at the end. */
export function sealed(bytes: Uint8Array): Buffer {
	return Buffer.concat([bytes, sealOf(bytes)]);
}

/** The bytes before the checksum; undefined where they are not what it says. */
export function unsealed(file: Uint8Array): Uint8Array | undefined {
	const bytes = file.subarray(0, Math.max(0, file.length - SEAL));
	return sealOf(bytes).equals(file.subarray(bytes.length)) ? bytes : undefined;
}

function sealOf(bytes: Uint8Array): Buffer {
	const seal = Buffer.alloc(SEAL);
	seal.writeUInt32LE(crc32(bytes));
	return seal;
}
