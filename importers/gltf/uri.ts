import { isDeviceName } from '../../src/text/file-names.ts';

/** What a URI of a buffer leads to: bytes within the URI, a path below the document's folder, or nothing we follow. */
export type UriTarget =
	| { readonly kind: 'data'; readonly mediaType: string; readonly bytes: Uint8Array }
	| { readonly kind: 'file'; readonly path: string }
	| { readonly kind: 'refused'; readonly why: string };

/** Decoding what is encoded over and over; each time makes it shorter. */
const MOST_DECODINGS = 64;

/**
 * Decides where a URI leads. Only data URIs and relative paths that stay in the document's folder are followed; a name inside a file
 * never decides that anything else is opened. Whoever opens the path still has to look through symbolic links.
 */
export function uriTarget(uri: string): UriTarget {
	if (/^data:/i.test(uri)) return dataTarget(uri);
	const doubt = refusal(uri);
	if (doubt !== undefined) return { kind: 'refused', why: doubt };
	// Whatever a percent sign may turn into further down the road has to be harmless as well.
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

/** Why a path cannot be followed; undefined for a relative path that stays below its folder. */
function refusal(path: string): string | undefined {
	if (path === '') return 'it is empty';
	if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return 'it has a scheme or a drive';
	if (path.startsWith('/')) return 'it is an absolute path';
	if (path.includes('\\')) return 'it contains a backslash';
	if (path.includes(':')) return 'it contains a colon';
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
	if (/[\u0000-\u001f\u007f]/.test(path)) return 'it contains a control character';
	for (const segment of path.split('/')) {
		// Windows takes blanks and dots off the end of a name, so `.. ` is `..` there.
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
