import type { Accessor, GLTF, JSONDocument, Document as TransformDocument } from '@gltf-transform/core';
import type { Report } from '../../../src/findings/report.ts';
import { dracoOf, type GltfPrimitive } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import { GLTF_LIMITS } from '../options.ts';
import { elementBytes } from './bounds.ts';
import { dracoCounts } from './draco-header.ts';
import type { Reduced } from './reduce.ts';

/**
 * Decodes the accessors of a reduced document with glTF-Transform: interleaved, sparse, normalized, Draco, meshopt. Its reader and the
 * decoders are loaded when they are first needed.
 *
 * @param buffers bytes by index in the source document
 * @returns accessors by their place in the reduced document
 * @throws InputError for compressed data that does not decode to what the document declares
 */
export async function decodeAccessors(
	reduced: Reduced,
	buffers: ReadonlyMap<number, Uint8Array>,
	report: Report,
): Promise<Accessor[]> {
	checkBudget(reduced.json, buffers, report);
	const resources: JSONDocument['resources'] = {};
	for (const [name, index] of reduced.buffers) resources[name] = buffers.get(index) as Uint8Array<ArrayBuffer>;
	checkDraco(reduced, resources, report);
	const document = await readJson({ json: reduced.json, resources }, reduced, report);
	const accessors = document.getRoot().listAccessors();
	checkDecoded(reduced, accessors, report);
	return accessors;
}

/** Reads a document without compressed data. */
export function readAccessorJson(source: JSONDocument, report: Report): Promise<TransformDocument> {
	return readJson(source, { usesDraco: false, usesMeshopt: false }, report);
}

async function readJson(
	source: JSONDocument,
	reduced: Pick<Reduced, 'usesDraco' | 'usesMeshopt'>,
	report: Report,
): Promise<TransformDocument> {
	const { Logger, WebIO } = await import('@gltf-transform/core');
	const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
	if (reduced.usesDraco || reduced.usesMeshopt) {
		const { EXTMeshoptCompression, KHRDracoMeshCompression } = await import('@gltf-transform/extensions');
		if (reduced.usesMeshopt) {
			io.registerExtensions([EXTMeshoptCompression]);
			io.registerDependencies({ 'meshopt.decoder': await meshoptDecoder() });
		}
		if (reduced.usesDraco) {
			io.registerExtensions([KHRDracoMeshCompression]);
			io.registerDependencies({ 'draco3d.decoder': await dracoDecoder() });
		}
	}
	try {
		return await io.readJSON(source);
	} catch (error) {
		// A decoder that stumbled over its input may have overwritten its own memory: the next file gets a new one.
		dracoModule = undefined;
		const problem =
			error instanceof Error ? error.message.replace(/^\[\w+\]:? /, '').replace(/\.$/, '') : String(error);
		const extension = reduced.usesDraco ? 'Draco' : reduced.usesMeshopt ? 'meshopt' : 'accessor';
		return report.fail(GLTF_FINDINGS.GLTF_COMPRESSION, {}, { extension, problem: problem.slice(0, 200) });
	}
}

async function meshoptDecoder(): Promise<unknown> {
	const { MeshoptDecoder } = await import('meshoptimizer/decoder');
	await MeshoptDecoder.ready;
	return MeshoptDecoder;
}

let dracoModule: Promise<unknown> | undefined;

/** Making a decoder compiles 200 kB of WebAssembly, so one serves all files that are sound. */
function dracoDecoder(): Promise<unknown> {
	dracoModule ??= import('draco3dgltf').then(({ default: draco }) => draco.createDecoderModule());
	return dracoModule;
}

/** Compares what the head of Draco data says with what the document declares, before anything is allocated for it. */
function checkDraco(reduced: Reduced, resources: JSONDocument['resources'], report: Report): void {
	const { accessors = [], bufferViews = [], buffers = [] } = reduced.json;
	for (const primitive of reduced.json.meshes?.[0].primitives ?? []) {
		const draco = dracoOf(primitive as GltfPrimitive);
		if (draco === undefined) continue;
		const view = bufferViews[draco.bufferView];
		const bytes = resources[buffers[view.buffer].uri as string];
		const start = view.byteOffset ?? 0;
		const counts = dracoCounts(bytes.subarray(start, start + view.byteLength));
		const fail = (problem: string): never =>
			report.fail(GLTF_FINDINGS.GLTF_COMPRESSION, {}, { extension: 'Draco', problem });
		if (counts === undefined) {
			fail('the data is no Draco mesh of version 2');
			continue;
		}
		const vertices = Math.max(...Object.values(primitive.attributes).map((place) => accessors[place].count));
		const declared = primitive.indices === undefined ? vertices : accessors[primitive.indices].count;
		if (counts.faces * 3 > declared || (counts.points ?? 0) > vertices) {
			const points = counts.points === undefined ? '' : ` and ${counts.points} points`;
			fail(
				`the data holds ${counts.faces} faces${points}; the document declares ${declared} indices and ${vertices} vertices`,
			);
		}
	}
}

/** Accessors may overlap, and need no data to be long: what they take decoded is bounded by what the buffers hold. */
export function checkBudget(json: GLTF.IGLTF, buffers: ReadonlyMap<number, Uint8Array>, report: Report): void {
	let held = 0;
	for (const bytes of buffers.values()) held += bytes.length;
	const limit = Math.max(GLTF_LIMITS.decodedBytes, held * 4);
	let needed = 0;
	for (const { componentType, type, count } of json.accessors ?? []) {
		needed += elementBytes({ componentType, type }) * count;
	}
	for (const view of json.bufferViews ?? []) {
		if (view.extensions !== undefined) needed += view.byteLength;
	}
	if (needed > limit)
		report.fail(GLTF_FINDINGS.GLTF_TOO_LARGE, {}, { what: 'bytes of decoded accessors', count: needed, limit });
}

/** Decoders are trusted with nothing: each accessor must have come out as long as it was declared. */
function checkDecoded(reduced: Reduced, accessors: readonly Accessor[], report: Report): void {
	for (const { accessor, count, place } of reduced.sparse) {
		checkSparse(accessors[place].getArray() ?? [], count, `/accessors/${accessor}/sparse/indices`, report);
	}
	for (const [place, { count }] of (reduced.json.accessors ?? []).entries()) {
		const found = accessors[place].getArray() === null ? 0 : accessors[place].getCount();
		if (found === count) continue;
		if (reduced.dracoIndices.has(place) && found < count && found % 3 === 0) {
			const problem = `declares ${count} indices where the Draco data holds ${found}`;
			report.add(GLTF_FINDINGS.GLTF_FAULT, {}, { problem });
			continue;
		}
		dracoModule = undefined;
		const problem = `an accessor of ${count} elements came out with ${found}`;
		report.fail(GLTF_FINDINGS.GLTF_COMPRESSION, {}, { extension: reduced.usesDraco ? 'Draco' : 'decoding', problem });
	}
}

function checkSparse(indices: ArrayLike<number>, count: number, pointer: string, report: Report): void {
	let ordered = true;
	for (let i = 0; i < indices.length; i++) {
		if (indices[i] >= count) {
			const problem = `names element ${indices[i]} of an accessor with ${count}`;
			report.fail(GLTF_FINDINGS.GLTF_INVALID, { pointer }, { problem, further: 0 });
		}
		if (i > 0 && indices[i] <= indices[i - 1]) ordered = false;
	}
	if (!ordered) report.add(GLTF_FINDINGS.GLTF_FAULT, { pointer }, { problem: 'is not in increasing order' });
}
