import { createHash } from 'node:crypto';

/**
 * Values as bytes, for the cache, for intermediate files of a build, and for hashes. The main part is JSON text, since engines read and write JSON
 * fastest; values that JSON cannot express are objects with an empty key (`MARK`). Typed arrays follow the text as they are in memory, since
 * base64 would be a third larger, and so do long texts: JSON would write a backslash before each quotation mark of theirs, and look for them.
 *
 * Length of the text as a 32-bit integer, 4 zeros, text, and each array at a multiple of 8. Little-endian.
 */
const HEAD = 8;

export type FlatArray = Float32Array | Float64Array | Uint32Array | Int32Array | Uint8Array;

const ARRAY_TYPES = { Float32Array, Float64Array, Uint32Array, Int32Array, Uint8Array };
type ArrayType = keyof typeof ARRAY_TYPES;

/** The key of an object for a value that JSON cannot express: `{ "": [kind, …] }`. */
const MARK = '';
/** The beginning of such an object. It cannot occur inside a JSON string, where quotation marks are escaped. */
const MARKED = `{"${MARK}":`;

const ENCODER = new TextEncoder();

/** The kinds of such values. Plain objects are among them if they have the empty key themselves, or `__proto__`, which cannot simply be assigned. */
type Marked =
	| readonly ['flat', type: ArrayType, start: number, length: number]
	| readonly ['text', start: number, length: number]
	| readonly ['number', text: string]
	| readonly ['nothing']
	| readonly ['map' | 'entries', entries: readonly (readonly [unknown, unknown])[]];

/** The bytes of a value made of plain objects, arrays, Maps, strings, numbers and flat arrays: the same for the same value. */
export function encode(value: unknown): Uint8Array {
	const { text, arrays } = split(value, false);
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

/**
 * The value of bytes that `encode` made. Typed arrays are views of the bytes where alignment allows it, so keeping one keeps all bytes in memory.
 * @throws Error for any other bytes
 */
export function decode(bytes: Uint8Array): unknown {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const length = buffer.readUInt32LE(0);
	if (HEAD + length > bytes.length) throw new Error('the text is cut off');
	const start = aligned(HEAD + length);
	const text = buffer.toString('utf8', HEAD, HEAD + length);
	const value: unknown = JSON.parse(text);
	return text.includes(MARKED) ? revived(value, bytes, start) : value;
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

function split(value: unknown, sorted: boolean): { text: Uint8Array; arrays: Uint8Array[] } {
	const flat = new FlatArrays();
	const text = JSON.stringify(worded(value, flat, sorted));
	return { text: ENCODER.encode(text), arrays: flat.arrays };
}

/** Collects the typed arrays of a value, in the order in which they follow the text. */
class FlatArrays {
	readonly arrays: Uint8Array[] = [];
	#size = 0;

	add(array: FlatArray): Marked {
		const { buffer, byteOffset, byteLength, length } = array;
		const type = Object.prototype.toString.call(array).slice(8, -1);
		if (!Object.hasOwn(ARRAY_TYPES, type)) throw new Error(`${type} is no flat array`);
		return ['flat', type as ArrayType, this.#append(new Uint8Array(buffer, byteOffset, byteLength)), length];
	}

	/** @param text ASCII only */
	addText(text: string): Marked {
		return ['text', this.#append(Buffer.from(text, 'latin1')), text.length];
	}

	/** @returns its offset */
	#append(bytes: Uint8Array): number {
		const start = this.#size;
		this.arrays.push(bytes);
		this.#size += aligned(bytes.length);
		return start;
	}
}

/** A value in a form that JSON can express; the value itself if it is already. @param sorted sorts keys and drops those with the value undefined */
function worded(value: unknown, flat: FlatArrays, sorted: boolean): unknown {
	if (typeof value === 'string') return sorted || !isLongText(value) ? value : marked(flat.addText(value));
	if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : marked(wordOf(value));
	if (value === undefined) return marked(['nothing']);
	if (typeof value === 'function') return { function: value.name };
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return wordedList(value, flat, sorted);
	if (ArrayBuffer.isView(value)) return marked(flat.add(value as FlatArray));
	if (value instanceof Map)
		return marked(['map', [...value].map(([key, each]) => [worded(key, flat, sorted), worded(each, flat, sorted)])]);
	return wordedObject(value as Record<string, unknown>, flat, sorted);
}

/** As `worded`, for a list. It is only copied when an element has to be replaced, which is rare. */
function wordedList(list: readonly unknown[], flat: FlatArrays, sorted: boolean): readonly unknown[] {
	let copy: unknown[] | undefined;
	for (let i = 0; i < list.length; i++) {
		if (isJson(list[i])) {
			copy?.push(list[i]);
			continue;
		}
		const each = worded(list[i], flat, sorted);
		if (copy === undefined && each !== list[i]) copy = list.slice(0, i);
		copy?.push(each);
	}
	return copy ?? list;
}

function wordedObject(from: Record<string, unknown>, flat: FlatArrays, sorted: boolean): unknown {
	const all = Object.keys(from);
	const keys = sorted ? all.filter((key) => from[key] !== undefined).sort() : all;
	if (Object.hasOwn(from, MARK) || Object.hasOwn(from, '__proto__'))
		return marked(['entries', keys.map((key) => [key, worded(from[key], flat, sorted)])]);
	// Only plain objects: others may have a `toJSON` of their own.
	const prototype: unknown = Object.getPrototypeOf(from);
	const isPlain = prototype === Object.prototype || prototype === null;
	const isInOrder = !sorted || (keys.length === all.length && keys.every((key, i) => key === all[i]));
	let copy: Record<string, unknown> | undefined = isPlain && isInOrder ? undefined : {};
	for (let i = 0; i < keys.length; i++) {
		const own = from[keys[i]];
		const each = isJson(own) ? own : worded(own, flat, sorted);
		if (copy === undefined) {
			if (each === own) continue;
			copy = {};
			for (let before = 0; before < i; before++) copy[keys[before]] = from[keys[before]];
		}
		copy[keys[i]] = each;
	}
	return copy ?? from;
}

/** Texts shorter than this stay in the JSON. */
const LONG_TEXT = 256;

/** True for values that are JSON as they are, which most are; the others are looked at more closely. */
function isJson(value: unknown): boolean {
	if (typeof value === 'string') return value.length < LONG_TEXT;
	if (typeof value === 'number') return Number.isFinite(value) && (value !== 0 || 1 / value > 0);
	return typeof value === 'boolean';
}

/** True for a long text of ASCII characters. */
function isLongText(text: string): boolean {
	return text.length >= LONG_TEXT && Buffer.byteLength(text) === text.length;
}

function marked(value: Marked): Record<typeof MARK, Marked> {
	return { [MARK]: value };
}

function wordOf(value: number): Marked {
	return ['number', Object.is(value, -0) ? '-0' : String(value)];
}

/** The inverse of `worded`. Objects without replaced values are returned as they are. @param start offset of the arrays */
function revived(value: unknown, bytes: Uint8Array, start: number): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) {
		for (let i = 0; i < value.length; i++) {
			if (typeof value[i] === 'object') value[i] = revived(value[i], bytes, start);
		}
		return value;
	}
	const object = value as Record<string, unknown>;
	if (Object.hasOwn(object, MARK)) return unmarked(object[MARK], bytes, start);
	for (const key in object) {
		if (typeof object[key] === 'object') object[key] = revived(object[key], bytes, start);
	}
	return object;
}

function unmarked(value: unknown, bytes: Uint8Array, start: number): unknown {
	if (!Array.isArray(value)) throw new Error('a mark of no kind');
	// Not taken apart as a list: that is slow, and a level has tens of thousands.
	const kind: unknown = value[0];
	const first: unknown = value[1];
	if (kind === 'flat') return flatArray(bytes, start, first, value[2], value[3]);
	if (kind === 'text') {
		const [from, end] = rangeOf(bytes, start, first, value[2], 1);
		return Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString('latin1');
	}
	if (kind === 'number') return Number(first);
	if (kind === 'nothing') return undefined;
	if (!Array.isArray(first)) throw new Error('a mark of no kind');
	const entries = first.map((entry: unknown): [unknown, unknown] => {
		if (!Array.isArray(entry)) throw new Error('an entry of no kind');
		return [revived(entry[0], bytes, start), revived(entry[1], bytes, start)];
	});
	if (kind === 'map') return new Map(entries);
	if (kind === 'entries') return Object.fromEntries(entries);
	throw new Error('a mark of no kind');
}

function flatArray(bytes: Uint8Array, start: number, type: unknown, offset: unknown, count: unknown): FlatArray {
	if (typeof type !== 'string' || !Object.hasOwn(ARRAY_TYPES, type)) throw new Error('an array of no known type');
	const ArrayType = ARRAY_TYPES[type as ArrayType];
	const [from, end] = rangeOf(bytes, start, offset, count, ArrayType.BYTES_PER_ELEMENT);
	const at = bytes.byteOffset + from;
	if (at % ArrayType.BYTES_PER_ELEMENT === 0) return new ArrayType(bytes.buffer as ArrayBuffer, at, Number(count));
	// Copied by the constructor, because `slice` of a Buffer is a view.
	return new ArrayType(new Uint8Array(bytes.subarray(from, end)).buffer);
}

/** Where an array lies. @throws Error where that is not within the bytes @param size of an element */
function rangeOf(
	bytes: Uint8Array,
	start: number,
	offset: unknown,
	count: unknown,
	size: number,
): [from: number, end: number] {
	if (!(Number.isSafeInteger(offset) && Number.isSafeInteger(count))) throw new Error('an array of no size');
	const from = start + Number(offset);
	const end = from + Number(count) * size;
	if (from < start || end < from || end > bytes.length) throw new Error('an array is cut off');
	return [from, end];
}

/** A value whose typed arrays own their memory, to be sent to another thread: a view would send the whole array that it is part of. */
export function detached(value: unknown): unknown {
	if (ArrayBuffer.isView(value)) {
		const array = value as FlatArray;
		return array.byteLength === array.buffer.byteLength ? array : array.slice();
	}
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(detached);
	if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, detached(each)]));
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, detached(each)]));
}

function aligned(offset: number): number {
	return Math.ceil(offset / 8) * 8;
}
