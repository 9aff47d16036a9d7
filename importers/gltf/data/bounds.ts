import type { Report } from '../../../src/findings/report.ts';
import {
	COMPONENT_BYTES,
	ELEMENT_VALUES,
	type GltfAccessor,
	type GltfBufferView,
	type GltfDocument,
	type MeshoptView,
	meshoptOf,
} from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';

/**
 * Checks that every buffer view lies within its buffer, and every accessor within its view, by what the document declares.
 * Whether the buffers have the bytes they declare is checked when they are loaded.
 *
 * @throws InputError for the first that does not
 */
export function checkBounds(document: GltfDocument, report: Report): void {
	for (const [i, view] of (document.bufferViews ?? []).entries()) checkView(document, view, i, report);
	for (const [i, accessor] of (document.accessors ?? []).entries()) checkAccessor(document, accessor, i, report);
}

/** Bytes of one element, without padding. */
export function elementBytes(accessor: Pick<GltfAccessor, 'componentType' | 'type'>): number {
	return COMPONENT_BYTES[accessor.componentType] * ELEMENT_VALUES[accessor.type];
}

function checkView(document: GltfDocument, view: GltfBufferView, index: number, report: Report): void {
	const pointer = `/bufferViews/${index}`;
	const { byteStride } = view;
	if (byteStride !== undefined && (byteStride % 4 !== 0 || byteStride > 256)) {
		const problem = `is ${byteStride}, no multiple of 4 from 4 to 252`;
		report.add(GLTF_FINDINGS.GLTF_FAULT, { pointer: `${pointer}/byteStride` }, { problem });
	}
	const buffers = document.buffers ?? [];
	fits(report, pointer, 'buffer view', view.buffer, (view.byteOffset ?? 0) + view.byteLength, {
		name: 'buffer',
		bytes: buffers[view.buffer].byteLength,
	});
	const compressed = meshoptOf(view);
	if (compressed === undefined) return;
	fits(report, pointer, 'compressed data', compressed.buffer, (compressed.byteOffset ?? 0) + compressed.byteLength, {
		name: 'buffer',
		bytes: buffers[compressed.buffer].byteLength,
	});
	checkMeshopt(view, compressed, pointer, report);
}

function fits(
	report: Report,
	pointer: string,
	what: string,
	index: number,
	end: number,
	within: { readonly name: string; readonly bytes: number },
): void {
	if (end <= within.bytes) return;
	report.fail(
		GLTF_FINDINGS.GLTF_BOUNDS,
		{ pointer },
		{ what, end, within: `${within.name} ${index}`, bytes: within.bytes },
	);
}

/** A byte of the codec stands for at most this many decoded ones: a block of zeros takes two bits for 16 values. */
const MESHOPT_MOST_RATIO = 1100;

/** What the decoder, which trusts its arguments, needs to hold. */
function checkMeshopt(view: GltfBufferView, data: MeshoptView, pointer: string, report: Report): void {
	const { mode, byteStride, count, byteLength } = data;
	const bytes = count * byteStride;
	const fault = meshoptFault(data);
	if (fault !== undefined)
		report.fail(GLTF_FINDINGS.GLTF_COMPRESSION, { pointer }, { extension: 'meshopt', problem: fault });
	if (bytes > view.byteLength) {
		report.fail(
			GLTF_FINDINGS.GLTF_BOUNDS,
			{ pointer },
			{
				what: 'decompressed data',
				end: bytes,
				within: 'its buffer view',
				bytes: view.byteLength,
			},
		);
	}
	if (bytes > byteLength * MESHOPT_MOST_RATIO + 4096) {
		const problem = `${byteLength} bytes cannot hold ${count} elements of ${byteStride} bytes (${mode})`;
		report.fail(GLTF_FINDINGS.GLTF_COMPRESSION, { pointer }, { extension: 'meshopt', problem });
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

function checkAccessor(document: GltfDocument, accessor: GltfAccessor, index: number, report: Report): void {
	const pointer = `/accessors/${index}`;
	const bytes = elementBytes(accessor);
	if (accessor.bufferView !== undefined) {
		const view = { index: accessor.bufferView, byteOffset: accessor.byteOffset ?? 0, count: accessor.count, bytes };
		checkRange(document, view, 'accessor', pointer, accessor.componentType, report);
	} else if (accessor.byteOffset !== undefined) {
		report.add(
			GLTF_FINDINGS.GLTF_FAULT,
			{ pointer: `${pointer}/byteOffset` },
			{ problem: 'stands without a bufferView' },
		);
	}
	const { sparse } = accessor;
	if (sparse === undefined) return;
	if (sparse.count > accessor.count) {
		const problem = `has ${sparse.count} elements for an accessor of ${accessor.count}`;
		report.fail(GLTF_FINDINGS.GLTF_INVALID, { pointer: `${pointer}/sparse` }, { problem, further: 0 });
	}
	for (const [part, size, type] of [
		['indices', COMPONENT_BYTES[sparse.indices.componentType], sparse.indices.componentType],
		['values', bytes, accessor.componentType],
	] as const) {
		const { bufferView, byteOffset = 0 } = sparse[part];
		const view = { index: bufferView, byteOffset, count: sparse.count, bytes: size };
		checkRange(document, view, `list of sparse ${part}`, `${pointer}/sparse/${part}`, type, report);
		if ((document.bufferViews ?? [])[bufferView].byteStride !== undefined) {
			const problem = 'uses a buffer view with a stride';
			report.add(GLTF_FINDINGS.GLTF_FAULT, { pointer: `${pointer}/sparse/${part}` }, { problem });
		}
	}
}

interface Range {
	/** The buffer view. */
	readonly index: number;
	readonly byteOffset: number;
	readonly count: number;
	/** Bytes of an element. */
	readonly bytes: number;
}

function checkRange(
	document: GltfDocument,
	{ index, byteOffset, count, bytes }: Range,
	what: string,
	pointer: string,
	componentType: number,
	report: Report,
): void {
	const view = (document.bufferViews ?? [])[index];
	const compressed = meshoptOf(view);
	const stride = view.byteStride ?? bytes;
	if (stride < bytes) {
		const problem = `has elements of ${bytes} bytes, but buffer view ${index} a stride of ${stride}`;
		report.fail(GLTF_FINDINGS.GLTF_INVALID, { pointer }, { problem, further: 0 });
	}
	fits(report, pointer, what, index, byteOffset + stride * (count - 1) + bytes, {
		name: 'buffer view',
		bytes: compressed === undefined ? view.byteLength : compressed.count * compressed.byteStride,
	});
	const unaligned = ((view.byteOffset ?? 0) + byteOffset) % COMPONENT_BYTES[componentType] !== 0;
	if (unaligned)
		report.add(GLTF_FINDINGS.GLTF_FAULT, { pointer }, { problem: 'is not aligned to the size of its components' });
}
