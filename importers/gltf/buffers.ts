import { InputError, type Report } from '../../src/findings/report.ts';
import type { ImportContext } from '../../src/scene/scene.ts';
import {
	COMPONENT_BYTES,
	elementBytes,
	type GltfAccessor,
	type GltfBufferView,
	type GltfDocument,
	type MeshoptView,
	meshoptOf,
	refuse,
	tellFault,
} from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';
import { uriTarget } from './uri.ts';

/**
 * Checks that every buffer view lies within its buffer, and every accessor within its view, by what the document declares.
 * Whether the buffers have the bytes they declare is checked when they are loaded.
 *
 * @throws InputError for the first that does not
 */
export function checkBounds(document: GltfDocument, report: Report): void {
	for (const [i, view] of document.bufferViews.entries()) checkView(document, view, `/bufferViews/${i}`, report);
	for (const [i, each] of document.accessors.entries()) checkAccessor(document, each, `/accessors/${i}`, report);
}

function checkView({ buffers }: GltfDocument, view: GltfBufferView, pointer: string, report: Report): void {
	const { byteStride, byteOffset = 0, byteLength } = view;
	if (byteStride !== undefined && (byteStride % 4 !== 0 || byteStride > 256)) {
		tellFault(report, `${pointer}/byteStride`, `is ${byteStride}, no multiple of 4 from 4 to 252`);
	}
	const within = (buffer: number): Bounds => ({ within: `buffer ${buffer}`, bytes: buffers[buffer].byteLength });
	checkEnd(report, pointer, { what: 'buffer view', end: byteOffset + byteLength, ...within(view.buffer) });
	const data = meshoptOf(view);
	if (data === undefined) return;
	const end = (data.byteOffset ?? 0) + data.byteLength;
	checkEnd(report, pointer, { what: 'compressed data', end, ...within(data.buffer) });
	checkMeshopt(view, data, pointer, report);
}

interface Bounds {
	readonly within: string;
	readonly bytes: number;
}

function checkEnd(
	report: Report,
	pointer: string,
	data: Bounds & { readonly what: string; readonly end: number },
): void {
	if (data.end > data.bytes) report.fail(GLTF_FINDINGS.GLTF_BOUNDS, { pointer }, data);
}

/** A byte of the codec stands for at most this many decoded ones: a block of zeros takes two bits for 16 values. */
const MESHOPT_MOST_RATIO = 1100;

/** What the decoder, which trusts its arguments, needs to hold. */
function checkMeshopt(view: GltfBufferView, data: MeshoptView, pointer: string, report: Report): void {
	const { mode, byteStride, count, byteLength } = data;
	const fail = (problem: string): never => {
		return report.fail(GLTF_FINDINGS.GLTF_COMPRESSION, { pointer }, { extension: 'meshopt', problem });
	};
	const fault = meshoptFault(data);
	if (fault !== undefined) fail(fault);
	const end = count * byteStride;
	checkEnd(report, pointer, { what: 'decompressed data', end, within: 'its buffer view', bytes: view.byteLength });
	if (end > byteLength * MESHOPT_MOST_RATIO + 4096) {
		fail(`${byteLength} bytes cannot hold ${count} elements of ${byteStride} bytes (${mode})`);
	}
}

function meshoptFault({ mode, byteStride, count, filter = 'NONE' }: MeshoptView): string | undefined {
	if (mode === 'ATTRIBUTES') {
		if (byteStride % 4 !== 0 || byteStride > 256) return `a stride of ${byteStride} is no multiple of 4 up to 256`;
		if (filter === 'OCTAHEDRAL' || filter === 'COLOR') {
			return byteStride === 4 || byteStride === 8 ? undefined : `the filter ${filter} needs a stride of 4 or 8`;
		}
		return filter === 'QUATERNION' && byteStride !== 8 ? 'the filter QUATERNION needs a stride of 8' : undefined;
	}
	if (byteStride !== 2 && byteStride !== 4) return `indices have a stride of 2 or 4, not ${byteStride}`;
	if (mode === 'TRIANGLES' && count % 3 !== 0) return `${count} indices make no whole triangles`;
	return filter === 'NONE' ? undefined : `the filter ${filter} is not for indices`;
}

function checkAccessor(document: GltfDocument, accessor: GltfAccessor, pointer: string, report: Report): void {
	const { bufferView, byteOffset, count, sparse, componentType } = accessor;
	const bytes = elementBytes(accessor);
	if (bufferView !== undefined) {
		checkRange(document, bufferView, { what: 'accessor', byteOffset, count, bytes, componentType }, pointer, report);
	} else if (byteOffset !== undefined) tellFault(report, `${pointer}/byteOffset`, 'stands without a bufferView');
	if (sparse === undefined) return;
	if (sparse.count > count) {
		refuse(report, `${pointer}/sparse`, `has ${sparse.count} elements for an accessor of ${count}`);
	}
	const { indices, values } = sparse;
	const indexBytes = elementBytes({ ...indices, type: 'SCALAR' });
	for (const [part, range] of [
		['indices', { ...indices, bytes: indexBytes }],
		['values', { ...values, bytes, componentType }],
	] as const) {
		const at = `${pointer}/sparse/${part}`;
		const what = `list of sparse ${part}`;
		checkRange(document, range.bufferView, { ...range, what, count: sparse.count }, at, report);
		const { byteStride } = document.bufferViews[range.bufferView];
		if (byteStride !== undefined) tellFault(report, at, 'uses a buffer view with a stride');
	}
}

interface Range {
	readonly what: string;
	readonly byteOffset?: number | undefined;
	readonly count: number;
	/** Bytes of an element. */
	readonly bytes: number;
	readonly componentType: number;
}

function checkRange(
	{ bufferViews }: GltfDocument,
	index: number,
	{ what, byteOffset = 0, count, bytes, componentType }: Range,
	pointer: string,
	report: Report,
): void {
	const view = bufferViews[index];
	const stride = view.byteStride ?? bytes;
	if (stride < bytes) {
		refuse(report, pointer, `has elements of ${bytes} bytes, but buffer view ${index} a stride of ${stride}`);
	}
	const compressed = meshoptOf(view);
	const end = byteOffset + stride * (count - 1) + bytes;
	const held = compressed === undefined ? view.byteLength : compressed.count * compressed.byteStride;
	checkEnd(report, pointer, { what, end, within: `buffer view ${index}`, bytes: held });
	if (((view.byteOffset ?? 0) + byteOffset) % (COMPONENT_BYTES.get(componentType) ?? 1) !== 0) {
		tellFault(report, pointer, 'is not aligned to the size of its components');
	}
}

type LoadContext = Pick<ImportContext, 'report' | 'readSibling' | 'signal'>;

/**
 * Gets the bytes of the buffers that are needed; the others are not looked at, let alone opened.
 *
 * @param loaded those that are there already; the new ones are added
 * @param binary the binary chunk of a GLB
 * @throws InputError for a URI that leads elsewhere, a file that is not there, and data shorter than declared
 */
export async function loadBuffers(
	{ buffers }: GltfDocument,
	needed: ReadonlySet<number>,
	loaded: Map<number, Uint8Array>,
	binary: Uint8Array | undefined,
	context: LoadContext,
): Promise<ReadonlyMap<number, Uint8Array>> {
	const files = new Map<string, Promise<Uint8Array>>();
	for (const index of [...needed].filter((each) => !loaded.has(each)).sort((a, b) => a - b)) {
		context.signal?.throwIfAborted();
		const { uri, byteLength } = buffers[index];
		const pointer = `/buffers/${index}`;
		// Only the first buffer may stand for the binary chunk of a GLB.
		const embedded = index === 0 ? binary : undefined;
		const bytes = uri === undefined ? embedded : await followUri(uri, pointer, files, context);
		if (bytes === undefined) return failResource(context.report, pointer, '', 'it has neither a URI nor data');
		const within = uri === undefined ? 'the binary chunk' : `its data (${quoted(uri)})`;
		checkEnd(context.report, pointer, { what: 'buffer', end: byteLength, within, bytes: bytes.length });
		if (uri === undefined && bytes.length > byteLength + 3) {
			const problem = `declares ${byteLength} bytes, but the binary chunk has ${bytes.length}`;
			tellFault(context.report, pointer, problem);
		}
		loaded.set(index, bytes.subarray(0, byteLength));
	}
	return loaded;
}

/** Media types that glTF gives to buffers. */
const MEDIA_TYPES = new Set(['application/octet-stream', 'application/gltf-buffer']);

async function followUri(
	uri: string,
	pointer: string,
	files: Map<string, Promise<Uint8Array>>,
	{ report, readSibling }: LoadContext,
): Promise<Uint8Array> {
	const target = uriTarget(uri);
	if (target.kind === 'refused') {
		return report.fail(GLTF_FINDINGS.GLTF_URI_REFUSED, { pointer }, { uri: quoted(uri), why: target.why });
	}
	if (target.kind === 'data') {
		const { mediaType } = target;
		if (!MEDIA_TYPES.has(mediaType)) tellFault(report, `${pointer}/uri`, `has the media type ${quoted(mediaType)}`);
		return target.bytes;
	}
	const { path } = target;
	if (readSibling === undefined) {
		return failResource(report, pointer, quoted(uri), 'the document has no folder to look in');
	}
	const file = files.get(path) ?? readSibling(path);
	files.set(path, file);
	try {
		return await file;
	} catch (error) {
		if (error instanceof InputError) throw error;
		return failResource(report, pointer, quoted(uri), reasonOf(error));
	}
}

function failResource(report: Report, pointer: string, uri: string, why: string): never {
	return report.fail(GLTF_FINDINGS.GLTF_RESOURCE, { pointer }, { uri, why });
}

function reasonOf(error: unknown): string {
	const code = (error as { code?: unknown }).code;
	if (code === 'ENOENT') return 'it does not exist';
	if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
	if (code === 'EISDIR') return 'it is a folder';
	return error instanceof Error ? error.message : String(error);
}

/** A URI for a message; of long ones the beginning, which shows what they are. */
function quoted(uri: string): string {
	return JSON.stringify(uri.length > 100 ? `${uri.slice(0, 100)}…` : uri);
}
