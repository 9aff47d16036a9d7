import { InputError, type Report } from '../../src/findings/report.ts';
import type { ImportContext } from '../../src/scene/scene.ts';
import { checkEnd, type GltfDocument, tellFault } from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';
import { uriTarget } from './uri.ts';

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
