import { decodeLatin } from './encoding.ts';

/** How many bytes are enough to recognize a file. */
export const HEAD_BYTES = 1024;

const HEAD = /^(?:\s*#.*)*\s*/;

/** What texts begin with, after comments and blanks. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
	[/^<(?:!doctype html|html|head|body)/i, 'a web page (HTML)'],
	[/^<\?xml[^>]*>\s*(?:<!--[\s\S]*?-->\s*)*<COLLADA/i, 'a COLLADA file'],
	[/^<COLLADA/i, 'a COLLADA file'],
	[/^</, 'an XML or HTML file'],
	[/^\{[\s\S]*"(?:asset|meshes|nodes|buffers|scene)"/, 'a glTF document'],
	[/^[{[]\s*["{[\]}]/, 'a JSON file'],
	[/^version https:\/\/git-lfs/, 'a Git LFS pointer, not the file itself'],
	[/^; FBX/, 'an FBX file'],
	[/^\/\/Maya ASCII/, 'a Maya scene'],
	[/^ply\s/, 'a PLY file'],
	[/^solid\b[\s\S]*\bfacet\b/, 'an STL file'],
	[/^N?(?:C|ST)*OFF\s+\d/, 'an OFF file'],
	[/^newmtl\s/, 'a material library (MTL)'],
	[/^(?:newmodel|beginmodelgeom|beginwalkmeshgeom|node\s+(?:aabb|trimesh|dummy))\s/i, 'an ASCII model or walkmesh'],
	[/^2DA V/, 'a 2DA table'],
	[/^(?:filedependancy|beginlayout)\s/i, 'an area layout (LYT)'],
];

/** Magic numbers, as text of one byte a character. */
const MAGIC: readonly (readonly [string, string])[] = [
	['glTF', 'a binary glTF file (GLB)'],
	['Kaydara FBX Binary', 'a binary FBX file'],
	['BWM V', 'a binary walkmesh (BWM)'],
	['BLENDER', 'a Blender file'],
	['#usda ', 'a USD file'],
	['PXR-USDC', 'a binary USD file'],
	['FOR4', 'a binary Maya scene'],
	['FOR8', 'a binary Maya scene'],
	['\xd0\xcf\x11\xe0', 'an OLE document, as 3ds Max writes'],
	['Ogawa', 'an Alembic file'],
	['PK\x03\x04', 'a ZIP archive'],
	['\x1f\x8b', 'a gzip archive'],
	['(\xb5/\xfd', 'a Zstandard archive'],
	['%PDF', 'a PDF file'],
	['\x89PNG', 'a PNG picture'],
	['\xff\xd8\xff', 'a JPEG picture'],
	['MOD V', 'a game archive (MOD)'],
	['ERF V', 'a game archive (ERF)'],
	['RIM V', 'a game archive (RIM)'],
	['\x4c\x01', 'an object file of a compiler'],
	['\x64\x86', 'an object file of a compiler'],
	['\x7fELF', 'an object file of a compiler'],
	['\0\0\0\0', 'a binary model (MDL)'],
];

/** Names the format of a file by its first bytes, for messages of readers that expect another one: `a binary FBX file`. Undefined when unknown. */
export function foreignFormat(bytes: Uint8Array): string | undefined {
	const head = bytes.subarray(0, HEAD_BYTES);
	const wide = wideText(head);
	if (wide !== undefined) return wide;
	const binary = binaryFormat(head);
	if (binary !== undefined) return binary;
	const text = decodeLatin(head.subarray(markLength(head))).replace(HEAD, '');
	return TEXTS.find(([pattern]) => pattern.test(text))?.[1];
}

/** A vertex, after other statements of OBJ. */
const OBJ_TEXT = /^(?:(?:mtllib|o|g|s|usemtl)[ \t][^\n]*\n\s*)*v[ \t]+-?[\d.]/;

/** True for what begins as OBJ text does, which nothing marks as such. */
export function isLikeObj(bytes: Uint8Array): boolean {
	const head = bytes.subarray(0, HEAD_BYTES);
	return OBJ_TEXT.test(decodeLatin(head.subarray(markLength(head))).replace(HEAD, ''));
}

/** The same for binary formats only. */
export function binaryFormat(bytes: Uint8Array): string | undefined {
	const start = decodeLatin(bytes.subarray(0, 32));
	if (start.length >= 12 && /^\0*$/.test(start)) return 'a file of zero bytes, as a copy that was broken off leaves';
	return MAGIC.find(([magic]) => start.startsWith(magic))?.[1];
}

/** UTF-16 and UTF-32, by byte order mark or by their zero bytes: every text that is read here begins with ASCII. */
export function wideText(head: Uint8Array): string | undefined {
	const [a, b, c, d] = head;
	if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff)) {
		return 'UTF-32 text';
	}
	if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return 'UTF-16 text';
	const little = a !== 0 && b === 0 && c !== 0 && d === 0;
	const big = a === 0 && b !== 0 && c === 0 && d !== 0;
	return head.length >= 4 && (little || big) ? 'UTF-16 text' : undefined;
}

/** How many bytes tell UTF-16 by its mark: the first two are those of UTF-32, too. */
export const MARK_BYTES = 4;

/** The UTF-16 encoding that a text begins with the byte order mark of. */
export function markedUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
	const [a, b, c, d] = head;
	if (a === 0xfe && b === 0xff) return 'utf-16be';
	return a === 0xff && b === 0xfe && !(c === 0 && d === 0) ? 'utf-16le' : undefined;
}

/** 3 when a text begins with the byte order mark of UTF-8, else 0. */
export function markLength(head: Uint8Array): number {
	return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}
