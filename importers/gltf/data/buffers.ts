import { InputError, type Report } from '../../../src/findings/report.ts';
import type { ImportContext } from '../../../src/scene/scene.ts';
import type { GltfDocument } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import { uriTarget } from './uri.ts';

/** Media types that glTF gives to buffers. */
const MEDIA_TYPES = new Set(['application/octet-stream', 'application/gltf-buffer']);

/**
 * Gets the bytes of the buffers that are needed; the others are not looked at, let alone opened.
 *
 * @param binary the binary chunk of a GLB
 * @throws InputError for a URI that leads elsewhere, a file that is not there, and data shorter than declared
 */
export async function loadBuffers(
	document: GltfDocument,
	needed: ReadonlySet<number>,
	binary: Uint8Array | undefined,
	context: Pick<ImportContext, 'report' | 'readSibling' | 'signal'>,
): Promise<Map<number, Uint8Array>> {
	const files = new Map<string, Promise<Uint8Array>>();
	const loaded = new Map<number, Uint8Array>();
	for (const index of [...needed].sort((a, b) => a - b)) {
		context.signal?.throwIfAborted();
		const { uri, byteLength } = (document.buffers ?? [])[index];
		const pointer = `/buffers/${index}`;
		const bytes =
			uri === undefined ? embedded(index, binary, context.report) : await followUri(uri, pointer, files, context);
		if (bytes.length < byteLength) {
			context.report.fail(
				GLTF_FINDINGS.GLTF_BOUNDS,
				{ pointer },
				{
					what: 'buffer',
					end: byteLength,
					within: uri === undefined ? 'the binary chunk' : `its data (${quoted(uri)})`,
					bytes: bytes.length,
				},
			);
		}
		if (uri === undefined && bytes.length > byteLength + 3) {
			const problem = `declares ${byteLength} bytes, but the binary chunk has ${bytes.length}`;
			context.report.add(GLTF_FINDINGS.GLTF_FAULT, { pointer }, { problem });
		}
		loaded.set(index, bytes.subarray(0, byteLength));
	}
	return loaded;
}

function embedded(index: number, binary: Uint8Array | undefined, report: Report): Uint8Array {
	// Only the first buffer may stand for the binary chunk of a GLB.
	if (index === 0 && binary !== undefined) return binary;
	return report.fail(
		GLTF_FINDINGS.GLTF_RESOURCE,
		{ pointer: `/buffers/${index}` },
		{ uri: '', why: 'it has neither a URI nor data' },
	);
}

async function followUri(
	uri: string,
	pointer: string,
	files: Map<string, Promise<Uint8Array>>,
	{ report, readSibling }: Pick<ImportContext, 'report' | 'readSibling'>,
): Promise<Uint8Array> {
	const target = uriTarget(uri);
	if (target.kind === 'refused')
		return report.fail(GLTF_FINDINGS.GLTF_URI_REFUSED, { pointer }, { uri: quoted(uri), why: target.why });
	if (target.kind === 'data') {
		if (!MEDIA_TYPES.has(target.mediaType)) {
			report.add(
				GLTF_FINDINGS.GLTF_FAULT,
				{ pointer: `${pointer}/uri` },
				{ problem: `has the media type ${quoted(target.mediaType)}` },
			);
		}
		return target.bytes;
	}
	if (readSibling === undefined) {
		const why = 'the document has no folder to look in';
		return report.fail(GLTF_FINDINGS.GLTF_RESOURCE, { pointer }, { uri: quoted(uri), why });
	}
	const { path } = target;
	let file = files.get(path);
	if (file === undefined) {
		file = readSibling(path);
		files.set(path, file);
	}
	try {
		return await file;
	} catch (error) {
		if (error instanceof InputError) throw error;
		return report.fail(GLTF_FINDINGS.GLTF_RESOURCE, { pointer }, { uri: quoted(uri), why: reasonOf(error) });
	}
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
