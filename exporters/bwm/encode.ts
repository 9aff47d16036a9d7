import {
	type BwmFile,
	bytesAround,
	HEADER,
	HEADER_SIZE,
	MAGIC,
	swapToHostOrder,
	TABLES,
	tableWords,
} from '../../src/bwm/bwm-file.ts';

/**
 * Writes a binary walkmesh: the inverse of `decodeBwm`, byte for byte. Tables made by `deriveBwm` are already parts of one array, which is
 * returned without a copy.
 *
 * @example
 * const same = encodeBwm(decodeBwm(bytes, report)); // byte for byte
 */
export function encodeBwm(file: BwmFile): Uint8Array<ArrayBuffer> {
	const there = bytesAround(file);
	const bytes = there ?? new Uint8Array(fileSize(file));
	const view = new DataView(bytes.buffer);
	for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
	view.setUint32(HEADER.type, file.type, true);
	writeWords(bytes, HEADER.hooks, new Uint32Array(file.hooks.buffer, file.hooks.byteOffset, file.hooks.length));
	writeWords(bytes, HEADER.position, new Uint32Array(file.position.buffer, file.position.byteOffset, 3));
	view.setUint32(HEADER.aabbRoot, file.aabbRoot, true);
	for (const { offset, bytes: loose } of file.loose) bytes.set(loose, offset);
	for (const table of TABLES) {
		const words = tableWords(file, table.name);
		view.setUint32(table.countAt, words.length / table.words, true);
		view.setUint32(table.offsetAt, file.offsets[table.name], true);
		if (words.length > 0 && there === undefined) writeWords(bytes, file.offsets[table.name], words);
	}
	return bytes;
}

function fileSize(file: BwmFile): number {
	let size = HEADER_SIZE;
	for (const { offset, bytes } of file.loose) size = Math.max(size, offset + bytes.length);
	for (const table of TABLES) {
		const { byteLength } = tableWords(file, table.name);
		if (byteLength > 0) size = Math.max(size, file.offsets[table.name] + byteLength);
	}
	return size;
}

function writeWords(bytes: Uint8Array, offset: number, words: Uint32Array): void {
	const target = bytes.subarray(offset, offset + words.byteLength);
	target.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
	swapToHostOrder(target);
}
