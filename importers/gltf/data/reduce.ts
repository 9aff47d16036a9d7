import type { GLTF } from '@gltf-transform/core';
import {
	BYTE,
	DRACO,
	type DracoPrimitive,
	type GltfAccessor,
	type GltfBuffer,
	type GltfBufferView,
	type GltfDocument,
	type GltfSparse,
	MESHOPT,
	meshoptOf,
	SHORT,
	UNSIGNED_BYTE,
	UNSIGNED_SHORT,
} from '../document.ts';

/** A document of nothing but the accessors that are needed, in the order they were asked for. */
export interface Reduced {
	readonly json: GLTF.IGLTF;
	/** Buffers of the source that `json` refers to, by the name it knows them under. */
	readonly buffers: ReadonlyMap<string, number>;
	readonly usesDraco: boolean;
	readonly usesMeshopt: boolean;
	/** Sparse accessors, whose indices were asked for as accessors of their own, so that they can be looked at. */
	readonly sparse: readonly SparseIndices[];
	/** Places of indices that Draco provides. */
	readonly dracoIndices: ReadonlySet<number>;
}

export interface SparseIndices {
	/** Index of the sparse accessor in the source. */
	readonly accessor: number;
	/** Its number of elements: each index must be less. */
	readonly count: number;
	/** Place of the indices. */
	readonly place: number;
}

/**
 * Gathers the accessors of a checked document that a walkmesh needs, and makes a small document of them. Images, textures, samplers,
 * animations, materials and nodes never get further than this; nothing is decoded that is not used; and every property
 * that a decoder reads is written out, defaults included.
 */
export class Reducer {
	readonly #sourceAccessors: readonly GltfAccessor[];
	readonly #sourceViews: readonly GltfBufferView[];
	readonly #sourceBuffers: readonly GltfBuffer[];
	readonly #accessors: GLTF.IAccessor[] = [];
	readonly #views: GLTF.IBufferView[] = [];
	readonly #buffers: GLTF.IBuffer[] = [];
	readonly #primitives: GLTF.IMeshPrimitive[] = [];
	readonly #places = new Map<string, number>();
	readonly #viewPlaces = new Map<number, number>();
	readonly #bufferPlaces = new Map<number, number>();
	readonly #sparse: SparseIndices[] = [];
	readonly #dracoIndices = new Set<number>();
	#usesMeshopt = false;

	constructor(source: GltfDocument) {
		this.#sourceAccessors = source.accessors ?? [];
		this.#sourceViews = source.bufferViews ?? [];
		this.#sourceBuffers = source.buffers ?? [];
	}

	/** Asks for an accessor; the answer is its place in the reduced document. */
	accessor(index: number): number {
		return this.#remembered(String(index), () => {
			const source = this.#sourceAccessors[index];
			const { sparse } = source;
			if (sparse !== undefined) {
				const place = this.#addAccessor({ ...sparse.indices, count: sparse.count, type: 'SCALAR' });
				this.#sparse.push({ accessor: index, count: source.count, place });
			}
			return this.#addAccessor(source);
		});
	}

	/**
	 * Asks for accessors that Draco data provides. Two primitives may share an accessor but not its data, so the places go by both.
	 *
	 * @param wanted accessors by attribute name; `indices` without a name of Draco's
	 */
	draco(draco: DracoPrimitive, wanted: ReadonlyMap<string, number>, indices: number | undefined): DracoPlaces {
		const provided = (index: number): number =>
			this.#remembered(`draco ${draco.bufferView} ${index}`, () => {
				const { componentType, type, count } = this.#sourceAccessors[index];
				const normalized = isNormalized(this.#sourceAccessors[index]);
				return this.#push({ componentType, type, count, normalized } as GLTF.IAccessor);
			});
		const attributes = new Map<string, number>();
		const ids: Record<string, number> = {};
		for (const [semantic, index] of wanted) {
			const own = Object.hasOwn(draco.attributes, semantic);
			attributes.set(semantic, own ? provided(index) : this.accessor(index));
			if (own) ids[semantic] = draco.attributes[semantic];
		}
		const place = indices === undefined ? undefined : provided(indices);
		if (place !== undefined) this.#dracoIndices.add(place);
		this.#primitives.push({
			attributes: Object.fromEntries(attributes),
			...(place === undefined ? {} : { indices: place }),
			extensions: { [DRACO]: { bufferView: this.#view(draco.bufferView), attributes: ids } },
		});
		return { attributes, ...(place === undefined ? {} : { indices: place }) };
	}

	finish(): Reduced {
		const usesDraco = this.#primitives.length > 0;
		const extensions = [...(usesDraco ? [DRACO] : []), ...(this.#usesMeshopt ? [MESHOPT] : [])];
		const buffers = [...this.#bufferPlaces].map(([index, place]) => [bufferName(place), index] as const);
		const json: GLTF.IGLTF = {
			asset: { version: '2.0' },
			accessors: this.#accessors,
			bufferViews: this.#views,
			buffers: this.#buffers,
			...(usesDraco ? { meshes: [{ primitives: this.#primitives }] } : {}),
			extensionsUsed: extensions,
			extensionsRequired: extensions,
		};
		return {
			json,
			buffers: new Map(buffers),
			usesDraco,
			usesMeshopt: this.#usesMeshopt,
			sparse: this.#sparse,
			dracoIndices: this.#dracoIndices,
		};
	}

	#remembered(key: string, add: () => number): number {
		let place = this.#places.get(key);
		if (place === undefined) {
			place = add();
			this.#places.set(key, place);
		}
		return place;
	}

	#push(accessor: GLTF.IAccessor): number {
		return this.#accessors.push(accessor) - 1;
	}

	#addAccessor(source: GltfAccessor): number {
		const { componentType, type, count, bufferView, byteOffset = 0, sparse } = source;
		return this.#push({
			componentType,
			type,
			count,
			normalized: isNormalized(source),
			...(bufferView === undefined ? {} : { bufferView: this.#view(bufferView), byteOffset }),
			...(sparse === undefined ? {} : { sparse: this.#copySparse(sparse) }),
		} as GLTF.IAccessor);
	}

	/** Offsets of 0 are written out: the decoder fills what is missing from the accessor around the sparse part. */
	#copySparse({ count, indices, values }: GltfSparse): GLTF.IAccessorSparse {
		return {
			count,
			indices: {
				bufferView: this.#view(indices.bufferView),
				byteOffset: indices.byteOffset ?? 0,
				componentType: indices.componentType,
			},
			values: { bufferView: this.#view(values.bufferView), byteOffset: values.byteOffset ?? 0 },
		} as GLTF.IAccessorSparse;
	}

	#view(index: number): number {
		let place = this.#viewPlaces.get(index);
		if (place === undefined) {
			place = this.#views.push(this.#copyView(this.#sourceViews[index])) - 1;
			this.#viewPlaces.set(index, place);
		}
		return place;
	}

	#copyView(view: GltfBufferView): GLTF.IBufferView {
		const stride = view.byteStride === undefined ? {} : { byteStride: view.byteStride };
		const compressed = meshoptOf(view);
		if (compressed === undefined) {
			const { byteOffset = 0, byteLength } = view;
			return { buffer: this.#buffer(view.buffer), byteOffset, byteLength, ...stride };
		}
		this.#usesMeshopt = true;
		const { byteOffset = 0, byteLength, byteStride, count, mode, filter = 'NONE' } = compressed;
		const buffer = this.#buffer(compressed.buffer);
		const data = { buffer, byteOffset, byteLength, byteStride, count, mode, filter };
		// The place that the data would have uncompressed is often a buffer without bytes: it must not be looked at.
		return { buffer, byteOffset: 0, byteLength: count * byteStride, ...stride, extensions: { [MESHOPT]: data } };
	}

	#buffer(index: number): number {
		let place = this.#bufferPlaces.get(index);
		if (place === undefined) {
			place = this.#buffers.length;
			this.#buffers.push({ byteLength: this.#sourceBuffers[index].byteLength, uri: bufferName(place) });
			this.#bufferPlaces.set(index, place);
		}
		return place;
	}
}

/** Where Draco puts what it decodes. */
export interface DracoPlaces {
	readonly attributes: ReadonlyMap<string, number>;
	readonly indices?: number;
}

/** Only integers of one or two bytes can be normalized; of others the decoder would stumble over the word. */
function isNormalized({ componentType, normalized = false }: GltfAccessor): boolean {
	return normalized && [BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT].includes(componentType);
}

function bufferName(place: number): string {
	return `buffer-${place}`;
}
