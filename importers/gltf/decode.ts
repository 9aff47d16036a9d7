import type { GLTF, JSONDocument } from '@gltf-transform/core';
import type { Report } from '../../src/findings/report.ts';
import {
	DRACO,
	dracoOf,
	elementBytes,
	type GltfPrimitive,
	MESHOPT,
	MESHOPT_RATIFIED,
	refuse,
	tellFault,
	tooLarge,
} from './document.ts';
import { dracoCounts } from './draco.ts';
import { bufferName, dracoKey, type Excerpt } from './excerpt.ts';
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
