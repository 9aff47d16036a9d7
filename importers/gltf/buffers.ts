import { reasonOf } from '../../src/findings/reason.ts';
import { InputError, type Report } from '../../src/findings/report.ts';
import type { ImportContext } from '../../src/scene/scene.ts';
import { isDeviceName } from '../../src/text/paths.ts';
import { checkEnd, type GltfDocument, tellFault } from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';

type LoadContext = Pick<ImportContext, 'report' | 'readSibling' | 'signal'>;

/**
 * Loads the buffers that are needed; the others are not opened.
 *
 * @param loaded buffers loaded before, by index; new ones are added
 * @param binary the binary chunk of a GLB
 * @throws InputError for a URI that leaves the folder of the document, a missing file, and data shorter than declared
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
		// Only the first buffer may refer to the binary chunk of a GLB.
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

/** A URI for a message; a long one is cut after its beginning. */
function quoted(uri: string): string {
	return JSON.stringify(uri.length > 100 ? `${uri.slice(0, 100)}…` : uri);
}

/** The target of a buffer's URI: bytes within the URI, a path below the document's folder, or a reason for refusing it. */
export type UriTarget =
	| { readonly kind: 'data'; readonly mediaType: string; readonly bytes: Uint8Array }
	| { readonly kind: 'file'; readonly path: string }
	| { readonly kind: 'refused'; readonly why: string };

/** Most times that percent-encoding is decoded: a text may be encoded repeatedly. */
const MOST_DECODINGS = 64;

/**
 * Decides where a URI leads. Only data URIs and relative paths that stay in the document's folder are followed; a name inside a file
 * never causes anything else to be opened. The caller that opens the path still has to resolve symbolic links.
 */
export function uriTarget(uri: string): UriTarget {
	if (/^data:/i.test(uri)) return dataTarget(uri);
	const doubt = refusal(uri);
	if (doubt !== undefined) return { kind: 'refused', why: doubt };
	// Later steps may decode percent signs again, so every decoded form has to be harmless, too.
	let decoded = uri;
	let once: string | undefined;
	for (let round = 0; round < MOST_DECODINGS; round++) {
		const next = withoutPercents(decoded);
		if (next === undefined && once === undefined) {
			return { kind: 'refused', why: 'its percent encoding is malformed' };
		}
		if (next === undefined) break;
		once ??= next;
		const why = refusal(next);
		if (why !== undefined) return { kind: 'refused', why: `decoded, ${why}` };
		if (next === decoded) break;
		decoded = next;
	}
	const path = (once ?? uri).split('/').filter((segment) => segment !== '.' && segment !== '');
	return path.length === 0 ? { kind: 'refused', why: 'it names no file' } : { kind: 'file', path: path.join('/') };
}

function withoutPercents(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

/** Why a path is refused; undefined for a relative path that stays below its folder. */
function refusal(path: string): string | undefined {
	if (path === '') return 'it is empty';
	if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return 'it has a scheme or a drive';
	if (path.startsWith('/')) return 'it is an absolute path';
	if (path.includes('\\')) return 'it contains a backslash';
	if (path.includes(':')) return 'it contains a colon';
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
	if (/[\u0000-\u001f\u007f]/.test(path)) return 'it contains a control character';
	for (const segment of path.split('/')) {
		// Windows removes blanks and dots from the end of a name, so `.. ` means `..` there.
		if (/^\.\.[. ]*$/.test(segment)) return 'it leaves the folder of the document';
		if (/^[. ]+$/.test(segment) && segment !== '.') return 'it names no file';
		if (isDeviceName(segment.trim())) return 'it names a device';
	}
	return undefined;
}

function dataTarget(uri: string): UriTarget {
	const comma = uri.indexOf(',');
	if (comma < 0) return { kind: 'refused', why: 'it is a data URI without data' };
	const [mediaType, ...parameters] = uri.slice('data:'.length, comma).split(';');
	const payload = uri.slice(comma + 1);
	const isBase64 = parameters.some((parameter) => /^\s*base64\s*$/i.test(parameter));
	const bytes = isBase64 ? decodeBase64(payload) : decodePercent(payload);
	if (bytes === undefined) return { kind: 'refused', why: 'its data is malformed' };
	return { kind: 'data', mediaType: mediaType.trim().toLowerCase(), bytes };
}

function decodePercent(text: string): Uint8Array {
	const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
	return Uint8Array.from(decoded, (c) => c.charCodeAt(0));
}

/** Base64 or base64url with or without its padding; undefined for any other character. */
export function decodeBase64(text: string): Uint8Array | undefined {
	const digits = text.replace(/={1,2}$/, '');
	if (digits.length % 4 === 1 || /[^\w+/-]/.test(digits)) return undefined;
	const binary = atob(digits.replaceAll('-', '+').replaceAll('_', '/'));
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
	return bytes;
}
