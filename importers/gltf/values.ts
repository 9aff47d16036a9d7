import { BYTE, DOUBLE, FLOAT, SHORT, UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT } from '../../src/formats/gltf.ts';
import { COMPONENT_BYTES, ELEMENT_VALUES, type GltfAccessor, type GltfBufferView } from './document.ts';

/** Decoded values of an accessor, as readers ask for them; an `Accessor` of glTF-Transform is such a thing, too. */
export interface AccessorValues {
	/** The numbers as they are stored; null where there are none. */
	getArray(): ArrayLike<number> | null;
	getCount(): number;
	/** An element as numbers, normalized integers as fractions. @returns the target */
	getElement(index: number, target: number[]): number[];
}

type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

type NumbersOf = new (bytes: ArrayBufferLike, byteOffset?: number, length?: number) => Numbers;

const ARRAYS: ReadonlyMap<number, NumbersOf> = new Map<number, NumbersOf>([
	[BYTE, Int8Array],
	[UNSIGNED_BYTE, Uint8Array],
	[SHORT, Int16Array],
	[UNSIGNED_SHORT, Uint16Array],
	[UNSIGNED_INT, Uint32Array],
	[FLOAT, Float32Array],
	[DOUBLE, Float64Array],
]);

/** What normalized integers are divided by; those with a sign reach a little below −1, which is cut. */
const MOST: ReadonlyMap<number, number> = new Map([
	[BYTE, 127],
	[UNSIGNED_BYTE, 255],
	[SHORT, 32767],
	[UNSIGNED_SHORT, 65535],
]);

/** Values that lie in a buffer view as they are: neither sparse nor compressed. */
export class PlainValues implements AccessorValues {
	readonly #array: Numbers;
	readonly #size: number;
	/** 0 for numbers that are what they say. */
	readonly #most: number;

	/** @param bytes of the view, which holds all that the accessor declares */
	constructor(accessor: GltfAccessor, { byteStride }: GltfBufferView, bytes: Uint8Array) {
		const { componentType, type, count, byteOffset = 0, normalized = false } = accessor;
		const Numbers = ARRAYS.get(componentType) as NumbersOf;
		this.#size = ELEMENT_VALUES.get(type) as number;
		this.#most = normalized ? (MOST.get(componentType) ?? 0) : 0;
		const component = COMPONENT_BYTES.get(componentType) as number;
		const length = this.#size * component;
		const at = bytes.byteOffset + byteOffset;
		// Looked at where they lie if they can be: copies of thousands of small accessors take longer than what is made of them.
		const isThere = (byteStride ?? length) === length && at % component === 0;
		this.#array = isThere
			? new Numbers(bytes.buffer, at, count * this.#size)
			: new Numbers(elementsOf(bytes, byteOffset, count, length, byteStride ?? length));
	}

	getArray(): Numbers {
		return this.#array;
	}

	getCount(): number {
		return this.#array.length / this.#size;
	}

	getElement(index: number, target: number[]): number[] {
		for (let i = 0, at = index * this.#size; i < this.#size; i++, at++) {
			const value = this.#array[at];
			target[i] = this.#most === 0 ? value : Math.max(value / this.#most, -1);
		}
		return target;
	}
}

/** A copy of elements of so many bytes, one after the other. */
function elementsOf(bytes: Uint8Array, from: number, count: number, length: number, stride: number): ArrayBuffer {
	const elements = new Uint8Array(count * length);
	if (stride === length) elements.set(bytes.subarray(from, from + count * length));
	else
		for (let element = 0, to = 0; element < count; element++) {
			const at = from + element * stride;
			for (let byte = 0; byte < length; byte++) elements[to++] = bytes[at + byte];
		}
	return elements.buffer;
}
