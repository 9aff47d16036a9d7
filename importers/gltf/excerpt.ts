import type { GLTF } from '@gltf-transform/core';
import { BYTE, SHORT, UNSIGNED_BYTE, UNSIGNED_SHORT } from '../../src/formats/gltf.ts';
import {
	DRACO,
	dracoOf,
	type GltfAccessor,
	type GltfBufferView,
	type GltfDocument,
	type GltfPrimitive,
	MESHOPT,
	meshoptOf,
} from './document.ts';

/** The data to decode of a document. */
export interface NeededData {
	readonly primitives: readonly NeededPrimitive[];
	/** Further accessors. */
	readonly accessors: ReadonlySet<number>;
}

/** A primitive whose indices are needed, and some of its attributes. */
export interface NeededPrimitive {
	readonly definition: GltfPrimitive;
	/** Names of attributes and their accessors. */
	readonly attributes: readonly (readonly [semantic: string, accessor: number])[];
}

/**
 * A document with only the needed accessors, and the primitives whose data is compressed with Draco. Images, textures, animations and nodes never
 * reach a decoder, and every property that a decoder reads is explicit, including defaults.
 */
export interface Excerpt {
	readonly json: GLTF.IGLTF;
	/** Index in the excerpt of each accessor, by its index in the document, or by `dracoKey` for Draco data. */
	readonly places: ReadonlyMap<number | string, number>;
	/** Buffers of the document in the order of the excerpt. */
	readonly buffers: readonly number[];
	/** Sparse accessors: index and count, and the index in the excerpt of their element indices, which are decoded to be checked. */
	readonly sparse: readonly { readonly index: number; readonly count: number; readonly place: number }[];
	/** Indices in the excerpt of index accessors that Draco data provides. */
	readonly dracoIndices: ReadonlySet<number>;
	/** Number of elements without bytes in the document, which are zero. */
	readonly unbacked: number;
}

/** A key for an accessor within a primitive's Draco data: primitives may share an accessor but have different Draco data. */
export function dracoKey(primitive: GltfPrimitive, index: number): string {
	return `${dracoOf(primitive)?.bufferView} ${index}`;
}

export function bufferName(place: number): string {
	return `buffer-${place}`;
}

/** The index of a key in order of first use. */
function placeOf<K>(key: K, places: Map<K, number>): number {
	const known = places.get(key);
	if (known !== undefined) return known;
	places.set(key, places.size);
	return places.size - 1;
}

/** Copies the needed parts of a checked document. Nothing is decoded. */
export function excerptOf(document: GltfDocument, needed: NeededData): Excerpt {
	const builder = new ExcerptBuilder(document);
	for (const index of needed.accessors) builder.plain(index);
	for (const primitive of needed.primitives) builder.primitive(primitive);
	return builder.finish();
}

/** Copies accessors, buffer views and buffers into an excerpt, each once, in the order they are first needed. */
class ExcerptBuilder {
	readonly #document: GltfDocument;
	readonly #places = new Map<number | string, number>();
	readonly #views = new Map<number, number>();
	readonly #accessors: GLTF.IAccessor[] = [];
	readonly #sparse: { index: number; count: number; place: number }[] = [];
	readonly #dracoIndices = new Set<number>();
	readonly #primitives: GLTF.IMeshPrimitive[] = [];
	#unbacked = 0;

	constructor(document: GltfDocument) {
		this.#document = document;
	}

	/** Adds an accessor with its own data. @returns its index in the excerpt */
	plain(index: number): number {
		return this.#add(index, () => {
			const accessor = this.#document.accessors[index];
			const { count, bufferView, sparse } = accessor;
			if (bufferView === undefined) this.#unbacked += count;
			if (sparse !== undefined) {
				const indices = { ...sparse.indices, count: sparse.count, type: 'SCALAR' as const };
				const place = this.#add(`sparse ${index}`, () => withData(indices, this.#views));
				this.#sparse.push({ index, count, place });
			}
			return withData(accessor, this.#views);
		});
	}

	/** Adds the indices and attributes of a primitive, with those that Draco provides as parts of a compressed primitive. */
	primitive({ definition, attributes }: NeededPrimitive): void {
		const draco = dracoOf(definition);
		const { indices } = definition;
		if (draco === undefined) {
			for (const [, index] of attributes) this.plain(index);
			if (indices !== undefined) this.plain(indices);
			return;
		}
		const placed: Record<string, number> = {};
		const ids: Record<string, number> = {};
		for (const [semantic, index] of attributes) {
			const isProvided = Object.hasOwn(draco.attributes, semantic);
			placed[semantic] = isProvided ? this.#dracoed(definition, index) : this.plain(index);
			if (isProvided) ids[semantic] = draco.attributes[semantic];
		}
		const list = indices === undefined ? {} : { indices: this.#dracoed(definition, indices) };
		if (list.indices !== undefined) this.#dracoIndices.add(list.indices);
		const data = { bufferView: placeOf(draco.bufferView, this.#views), attributes: ids };
		this.#primitives.push({ attributes: placed, ...list, extensions: { [DRACO]: data } });
	}

	finish(): Excerpt {
		const primitives = this.#primitives;
		const buffers = new Map<number, number>();
		const views = [...this.#views.keys()].map((index) => copyView(this.#document.bufferViews[index], buffers));
		const usesMeshopt = views.some(({ extensions }) => extensions !== undefined);
		const extensions = [...(primitives.length > 0 ? [DRACO] : []), ...(usesMeshopt ? [MESHOPT] : [])];
		const json: GLTF.IGLTF = {
			asset: { version: '2.0' },
			accessors: this.#accessors,
			bufferViews: views,
			buffers: [...buffers].map(([index, place]) => {
				return { byteLength: this.#document.buffers[index].byteLength, uri: bufferName(place) };
			}),
			...(primitives.length > 0 ? { meshes: [{ primitives }] } : {}),
			extensionsUsed: extensions,
			extensionsRequired: extensions,
		};
		return {
			json,
			places: this.#places,
			buffers: [...buffers.keys()],
			sparse: this.#sparse,
			dracoIndices: this.#dracoIndices,
			unbacked: this.#unbacked,
		};
	}

	#add(key: number | string, make: () => object): number {
		const place = placeOf(key, this.#places);
		if (this.#accessors[place] === undefined) this.#accessors[place] = make() as GLTF.IAccessor;
		return place;
	}

	/** Adds an accessor whose data is in the Draco data of a primitive. */
	#dracoed(primitive: GltfPrimitive, index: number): number {
		return this.#add(dracoKey(primitive, index), () => withoutData(this.#document.accessors[index]));
	}
}

/** Only integers of one or two bytes can be normalized; the decoder fails on others. */
const NORMALIZABLE: readonly number[] = [BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT];

function withoutData({ componentType, type, count, normalized = false }: GltfAccessor): GLTF.IAccessor {
	return { componentType, type, count, normalized: normalized && NORMALIZABLE.includes(componentType) };
}

/** Writes offsets of 0 explicitly: for a sparse accessor, the decoder would take a missing offset from the accessor itself. */
function withData(accessor: GltfAccessor, views: Map<number, number>): object {
	const { bufferView, byteOffset = 0, sparse } = accessor;
	const copy = withoutData(accessor);
	if (bufferView !== undefined) {
		copy.bufferView = placeOf(bufferView, views);
		copy.byteOffset = byteOffset;
	}
	if (sparse !== undefined) {
		const at = <T extends { bufferView: number; byteOffset?: number }>(part: T): T => {
			return { ...part, bufferView: placeOf(part.bufferView, views), byteOffset: part.byteOffset ?? 0 };
		};
		copy.sparse = { ...sparse, indices: at(sparse.indices), values: at(sparse.values) };
	}
	return copy;
}

function copyView(view: GltfBufferView, buffers: Map<number, number>): GLTF.IBufferView {
	const stride = view.byteStride === undefined ? {} : { byteStride: view.byteStride };
	const compressed = meshoptOf(view);
	if (compressed === undefined) {
		const { byteOffset = 0, byteLength } = view;
		return { buffer: placeOf(view.buffer, buffers), byteOffset, byteLength, ...stride };
	}
	const { byteOffset = 0, filter = 'NONE' } = compressed;
	const buffer = placeOf(compressed.buffer, buffers);
	const extensions = { [MESHOPT]: { ...compressed, buffer, byteOffset, filter } };
	// The view's own buffer is the fallback for decoders without meshopt and often has no bytes, so it is not copied.
	const byteLength = compressed.count * compressed.byteStride;
	return { buffer, byteOffset: 0, byteLength, ...stride, extensions };
}
