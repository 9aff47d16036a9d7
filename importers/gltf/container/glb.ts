import type { Report } from '../../../src/findings/report.ts';
import { GLTF_FINDINGS } from '../findings.ts';

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

/** The parts of a glTF file: its JSON and, of a GLB, its binary chunk. */
export interface Container {
	readonly json: Uint8Array;
	/** Where the JSON begins in the file. */
	readonly jsonOffset: number;
	readonly binary?: Uint8Array;
	readonly isGlb: boolean;
}

/**
 * Takes a GLB apart: a header of 12 bytes, then chunks, JSON first. Chunks of unknown type are allowed and skipped.
 *
 * @throws InputError for another version, a cut-off file, and where the JSON chunk is not first
 */
export function readGlb(bytes: Uint8Array, report: Report): Container {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length < HEADER_BYTES) {
		return report.fail(
			GLTF_FINDINGS.GLTF_CONTAINER,
			{ offset: bytes.length },
			{ problem: 'it ends within its header' },
		);
	}
	const version = view.getUint32(4, true);
	if (version !== 2) return report.fail(GLTF_FINDINGS.GLTF_VERSION, { offset: 4 }, { version: `${version} (binary)` });
	const end = checkedLength(view, report);
	const chunks = listChunks(view, end, report);
	const [first, second, ...rest] = chunks;
	if (first?.type !== JSON_CHUNK) {
		const problem = first === undefined ? 'it has no chunks' : 'its first chunk is not JSON';
		return report.fail(GLTF_FINDINGS.GLTF_CONTAINER, { offset: HEADER_BYTES }, { problem });
	}
	const binary = second?.type === BIN_CHUNK ? second : undefined;
	for (const chunk of binary === undefined ? [second, ...rest] : rest) {
		if (chunk?.type !== JSON_CHUNK && chunk?.type !== BIN_CHUNK) continue;
		const kind = chunk.type === JSON_CHUNK ? 'JSON' : 'binary';
		report.add(
			GLTF_FINDINGS.GLTF_NONCONFORMING,
			{ offset: chunk.start },
			{ problem: `a further ${kind} chunk is not read` },
		);
	}
	return {
		json: bytes.subarray(first.start, first.end),
		jsonOffset: first.start,
		...(binary === undefined ? {} : { binary: bytes.subarray(binary.start, binary.end) }),
		isGlb: true,
	};
}

interface Chunk {
	readonly type: number;
	readonly start: number;
	readonly end: number;
}

function checkedLength(view: DataView, report: Report): number {
	const declared = view.getUint32(8, true);
	if (declared > view.byteLength) {
		const problem = `its header says ${declared} bytes, but there are ${view.byteLength}`;
		report.fail(GLTF_FINDINGS.GLTF_CONTAINER, { offset: 8 }, { problem });
	}
	if (declared < HEADER_BYTES) {
		report.fail(
			GLTF_FINDINGS.GLTF_CONTAINER,
			{ offset: 8 },
			{ problem: `its header says ${declared} bytes for the whole file` },
		);
	}
	if (declared < view.byteLength) {
		const problem = `${view.byteLength - declared} bytes after the end of the GLB are not read`;
		report.add(GLTF_FINDINGS.GLTF_NONCONFORMING, { offset: declared }, { problem });
	}
	return declared;
}

function listChunks(view: DataView, end: number, report: Report): Chunk[] {
	const chunks: Chunk[] = [];
	let at = HEADER_BYTES;
	while (at < end) {
		if (at + CHUNK_HEADER_BYTES > end) {
			report.fail(GLTF_FINDINGS.GLTF_CONTAINER, { offset: at }, { problem: 'it ends within the header of a chunk' });
		}
		const length = view.getUint32(at, true);
		const start = at + CHUNK_HEADER_BYTES;
		if (length > end - start) {
			const problem = `a chunk of ${length} bytes does not fit into the ${end - start} that are left`;
			report.fail(GLTF_FINDINGS.GLTF_CONTAINER, { offset: at }, { problem });
		}
		if (length % 4 !== 0) {
			const problem = `the length of a chunk, ${length}, is no multiple of 4`;
			report.add(GLTF_FINDINGS.GLTF_NONCONFORMING, { offset: at }, { problem });
		}
		chunks.push({ type: view.getUint32(at + 4, true), start, end: start + length });
		at = start + length;
	}
	return chunks;
}
