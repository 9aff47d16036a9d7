import type { Report } from '../../../src/findings/report.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import { type Container, readGlb } from './glb.ts';

const GLB_MAGIC = [0x67, 0x6c, 0x54, 0x46];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Tells GLB from JSON by content and takes it apart.
 *
 * @throws InputError for anything else, with what it looks like
 */
export function openContainer(bytes: Uint8Array, report: Report): Container {
	const container = startsWith(bytes, GLB_MAGIC) ? readGlb(bytes, report) : readText(bytes, report);
	if (!startsWith(container.json, BYTE_ORDER_MARK)) return container;
	const offset = container.jsonOffset;
	report.add(GLTF_FINDINGS.GLTF_NONCONFORMING, { offset }, { problem: 'the JSON begins with a byte order mark' });
	return { ...container, json: container.json.subarray(3), jsonOffset: offset + 3 };
}

function readText(bytes: Uint8Array, report: Report): Container {
	const start = startsWith(bytes, BYTE_ORDER_MARK) ? 3 : 0;
	if (firstVisible(bytes, start) !== 0x7b)
		report.fail(GLTF_FINDINGS.GLTF_UNRECOGNIZED, {}, { found: looksLike(bytes, start) });
	return { json: bytes, jsonOffset: 0, isGlb: false };
}

function startsWith(bytes: Uint8Array, head: readonly number[]): boolean {
	return head.every((byte, index) => bytes[index] === byte);
}

function firstVisible(bytes: Uint8Array, start: number): number | undefined {
	for (let i = start; i < bytes.length; i++) {
		const byte = bytes[i];
		if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return byte;
	}
	return undefined;
}

const KNOWN_HEADS: readonly (readonly [string, readonly number[]])[] = [
	['UTF-16 text', [0xff, 0xfe]],
	['UTF-16 text', [0xfe, 0xff]],
	['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
	['gzip data', [0x1f, 0x8b]],
	['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
	['a walkmesh of the game', [0x42, 0x57, 0x4d, 0x20]],
	['an FBX file', [0x4b, 0x61, 0x79, 0x64, 0x61, 0x72, 0x61]],
	['a Blender file', [0x42, 0x4c, 0x45, 0x4e, 0x44, 0x45, 0x52]],
];

function looksLike(bytes: Uint8Array, start: number): string {
	if (bytes.length === 0) return 'it is empty';
	for (const [name, head] of KNOWN_HEADS) if (startsWith(bytes, head)) return `it looks like ${name}`;
	const first = firstVisible(bytes, start);
	if (first === undefined) return 'it is blank';
	if (first === 0x3c) return 'it looks like HTML or XML';
	return 'it begins neither with "glTF" nor with "{"';
}
