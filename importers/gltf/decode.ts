import type { GLTF, JSONDocument } from '@gltf-transform/core';
import type { Report } from '../../src/findings/report.ts';
import { BYTE, SHORT, UNSIGNED_BYTE, UNSIGNED_SHORT } from '../../src/formats/gltf.ts';
import {
	DRACO,
	dracoOf,
	elementBytes,
	type GltfAccessor,
	type GltfBufferView,
	type GltfDocument,
	type GltfPrimitive,
	MESHOPT,
	MESHOPT_RATIFIED,
	meshoptOf,
	refuse,
	tellFault,
	tooLarge,
} from './document.ts';
import { dracoCounts } from './draco.ts';
import { GLTF_FINDINGS } from './findings.ts';
import type { GltfLimits } from './options.ts';

/** Decoded values of an accessor; an `Accessor` of glTF-Transform is such a thing. */
export interface AccessorValues {
	/** The numbers as they are stored; null where there are none. */
	getArray(): ArrayLike<number> | null;
	getCount(): number;
	/** An element as numbers, normalized integers as fractions. @returns the target */
	getElement(index: number, target: number[]): number[];
}

/** Gives a decoded accessor by its index in the document. With `primitive`, it may come from the Draco data of that primitive. */
export type AccessorLookup = (index: number, primitive?: GltfPrimitive) => AccessorValues;

type Resources = JSONDocument['resources'];

/**
 * Decodes an excerpt with glTF-Transform. Its reader and the decoders of compressed data (Draco, meshopt) are loaded on first use.
 *
 * @param buffers bytes by index in the source
 * @throws InputError for data out of proportion, and for compressed data that does not decode to what the document declares
 */
export async function decodeExcerpt(
	excerpt: Excerpt,
	buffers: ReadonlyMap<number, Uint8Array>,
	limits: GltfLimits,
	report: Report,
): Promise<AccessorLookup> {
	const { json, places } = excerpt;
	const resources: Resources = {};
	for (const [place, index] of excerpt.buffers.entries()) {
		resources[bufferName(place)] = buffers.get(index) as Uint8Array<ArrayBuffer>;
	}
	checkBudget(excerpt, resources, limits, report);
	checkDraco(json, resources, report);
	const accessors = await readAccessors({ json, resources }, report);
	checkDecoded(excerpt, accessors, report);
	return (index, primitive) => {
		const draco = primitive === undefined ? undefined : places.get(dracoKey(primitive, index));
		return accessors[draco ?? (places.get(index) as number)];
	};
}

/** Decoded size of compressed data that is allowed in any case, in bytes. */
const MOST_UNPACKED = 2 ** 28;

/** Limits the decoded size by the size of the buffers: accessors may overlap, and sparse ones may be long without any data. */
function checkBudget({ json, unbacked }: Excerpt, resources: Resources, limits: GltfLimits, report: Report): void {
	const held = Object.values(resources).reduce((sum, bytes) => sum + bytes.length, 0);
	const limit = Math.max(limits.maxDecodedBytes, Math.min(held * 32, MOST_UNPACKED), held * 4);
	let bytes = 0;
	for (const accessor of json.accessors ?? []) bytes += elementBytes(accessor) * accessor.count;
	for (const view of json.bufferViews ?? []) if (view.extensions !== undefined) bytes += view.byteLength;
	if (bytes > limit) tooLarge(report, 'maxDecodedBytes', 'bytes of decoded values', bytes, limit);
	if (unbacked <= limits.maxElements) return;
	tooLarge(report, 'maxElements', 'elements of accessors without data', unbacked, limits.maxElements);
}

/** Compares the header of Draco data with the counts that the document declares, before memory is allocated. */
function checkDraco(json: GLTF.IGLTF, resources: Resources, report: Report): void {
	const { accessors = [], bufferViews = [] } = json;
	for (const primitive of json.meshes?.[0]?.primitives ?? []) {
		const { byteOffset = 0, byteLength, buffer } = bufferViews[dracoOf(primitive as GltfPrimitive)?.bufferView ?? 0];
		const fail: (problem: string) => never = (problem) =>
			report.fail(GLTF_FINDINGS.GLTF_COMPRESSION, {}, { extension: 'Draco', problem });
		const counts = dracoCounts(resources[bufferName(buffer)].subarray(byteOffset, byteOffset + byteLength));
		if (counts === undefined) fail('the data is no Draco mesh of version 2');
		const vertices = Math.max(...Object.values(primitive.attributes).map((place) => accessors[place].count));
		const indices = primitive.indices === undefined ? vertices : accessors[primitive.indices].count;
		const { faces, points } = counts;
		if (faces * 3 <= indices && (points ?? 0) <= vertices) continue;
		const held = `${faces} faces${points === undefined ? '' : ` and ${points} points`}`;
		fail(`the data holds ${held}; the document declares ${indices} indices and ${vertices} vertices`);
	}
}

async function readAccessors(source: JSONDocument, report: Report): Promise<AccessorValues[]> {
	const used = source.json.extensionsUsed ?? [];
	const { Logger, WebIO } = await import('@gltf-transform/core');
	const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
	if (used.length > 0) {
		const { EXTMeshoptCompression, KHRDracoMeshCompression } = await import('@gltf-transform/extensions');
		io.registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression]);
		io.registerDependencies(await decodersFor(used));
	}
	try {
		return (await io.readJSON(source)).getRoot().listAccessors();
	} catch (error) {
		// A decoder that failed may have damaged its own memory, so the next file gets a new one.
		dracoModule = undefined;
		const problem = (error instanceof Error ? error.message : String(error)).replace(/^\[\w+\]:? /, '');
		const extension = used.includes(DRACO) ? 'Draco' : used.includes(MESHOPT) ? 'meshopt' : 'accessor';
		return report.fail(
			GLTF_FINDINGS.GLTF_COMPRESSION,
			{},
			{ extension, problem: problem.replace(/\.$/, '').slice(0, 200) },
		);
	}
}

/** The decoders of the extensions that a document uses, by the names that glTF-Transform knows them by. */
export async function decodersFor(used: readonly string[]): Promise<Record<string, unknown>> {
	const decoders: Record<string, unknown> = {};
	if (used.includes(DRACO)) decoders['draco3d.decoder'] = await dracoDecoder();
	if (!used.includes(MESHOPT) && !used.includes(MESHOPT_RATIFIED)) return decoders;
	const { MeshoptDecoder } = await import('meshoptimizer/decoder');
	await MeshoptDecoder.ready;
	return { ...decoders, 'meshopt.decoder': MeshoptDecoder };
}

let dracoModule: Promise<unknown> | undefined;

/** The Draco decoder. Creating one compiles 200 kB of WebAssembly, so one is used for all files until it fails. */
function dracoDecoder(): Promise<unknown> {
	dracoModule ??= import('draco3dgltf').then(({ default: draco }) => draco.createDecoderModule());
	return dracoModule;
}

/** Checks that each decoded accessor has its declared length. Decoders are not trusted. */
function checkDecoded(
	{ json, sparse, dracoIndices }: Excerpt,
	accessors: readonly AccessorValues[],
	report: Report,
): void {
	for (const { index, count, place } of sparse) {
		checkSparse(accessors[place].getArray() ?? [], count, `/accessors/${index}/sparse/indices`, report);
	}
	for (const [place, { count }] of (json.accessors ?? []).entries()) {
		const found = accessors[place].getArray() === null ? 0 : accessors[place].getCount();
		if (found === count) continue;
		if (dracoIndices.has(place) && found < count && found % 3 === 0) {
			tellFault(report, {}, `declares ${count} indices where the Draco data holds ${found}`);
			continue;
		}
		dracoModule = undefined;
		const problem = `an accessor of ${count} elements came out with ${found}`;
		const extension = json.extensionsUsed?.includes(DRACO) ? 'Draco' : 'decoding';
		report.fail(GLTF_FINDINGS.GLTF_COMPRESSION, {}, { extension, problem });
	}
}

function checkSparse(indices: ArrayLike<number>, count: number, pointer: string, report: Report): void {
	let ordered = true;
	for (let i = 0; i < indices.length; i++) {
		if (indices[i] >= count) refuse(report, pointer, `names element ${indices[i]} of an accessor with ${count}`);
		if (i > 0 && indices[i] <= indices[i - 1]) ordered = false;
	}
	if (!ordered) tellFault(report, pointer, 'is not in increasing order');
}

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
interface Excerpt {
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
function dracoKey(primitive: GltfPrimitive, index: number): string {
	return `${dracoOf(primitive)?.bufferView} ${index}`;
}

function bufferName(place: number): string {
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
