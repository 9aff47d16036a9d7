import { UsageError } from '../findings/report.ts';
import { kindOfFileName } from '../model/file-names.ts';
import { stemOf } from '../text/paths.ts';
import type { InputSource } from './contracts.ts';

/** Bytes at the beginning of a source that tell its format. */
export const HEAD = 4096;

/**
 * Refuses what is no content of a file, such as its path, or an `ArrayBuffer`.
 * @throws UsageError
 */
export function requireBytes(bytes: unknown): void {
	// By what it has, since bytes may come from another realm, such as the window of a test.
	if (ArrayBuffer.isView(bytes) && (bytes as Uint8Array).BYTES_PER_ELEMENT === 1) return;
	const given = typeof bytes === 'string' ? `the text ${JSON.stringify(bytes.slice(0, 80))}` : kindOf(bytes);
	throw new UsageError(`The content of a file is wanted as bytes (a Uint8Array), not ${given}.`);
}

/**
 * Refuses what is no name of a file.
 * @param what whose name it is
 * @throws UsageError
 */
export function requireName(name: unknown, what: string): void {
	if (typeof name === 'string') return;
	throw new UsageError(`The ${what} is wanted as a text, such as "room.glb", not ${kindOf(name)}.`);
}

/** `undefined`, `null`, `number`, `Array`, `ArrayBuffer`. */
function kindOf(value: unknown): string {
	const tag = Object.prototype.toString.call(value).slice(8, -1);
	return typeof value === 'object' && value !== null ? tag : tag.toLowerCase();
}

/**
 * Bytes that are already there, such as those of standard input, as a source.
 *
 * @param name of the file; its extension selects the format where the bytes do not show it
 * @throws UsageError for what is not bytes, and for a name that is not text
 *
 * @example
 * const source = bytesSource(glb, 'quay.glb');
 * const loaded = await createRegistry().importer('gltf').read(source, {}, { report, surfaces: K1, mappings: [] });
 */
export function bytesSource(bytes: Uint8Array, name: string): InputSource {
	requireBytes(bytes);
	requireName(name, 'name of a source');
	return {
		name: modelName(name),
		fileName: name,
		head: bytes.subarray(0, HEAD),
		bytes: async () => bytes,
		chunks: async function* () {
			yield bytes;
		},
	};
}

/** What a source is called in findings and messages: its path, or its name where it has none. */
export function pathOrName({ path, fileName }: Pick<InputSource, 'path' | 'fileName'>): string {
	return path ?? fileName;
}

/** The path of a file beside a source. */
export function pathBeside(source: Pick<InputSource, 'path' | 'fileName'>, name: string): string {
	return pathOrName(source).replace(/[^/\\]*$/, name);
}

/** `room.wok` and `room.ascii.wok` are both called `room`. */
export function modelName(fileName: string): string {
	const stem = stemOf(fileName);
	return kindOfFileName(stem) === undefined && !/\.ascii$/i.test(stem) ? stem : stemOf(stem);
}

/** A file to write: where, and what. */
export interface OutputFile {
	readonly path: string;
	readonly bytes: Uint8Array;
}

/**
 * Bytes that are read by ranges, wherever they lie: a file of a gigabyte is never held whole. In Node `pipeline/disk/ranges.ts` makes one of a
 * path; in a browser `blobSource` makes one of a `File`.
 */
export interface ByteSource {
	/** Bytes in all. */
	readonly size: number;
	/**
	 * A part of the bytes.
	 * @throws RangeError for a part that does not lie within them; Error of the file system
	 */
	read(offset: number, length: number): Promise<Uint8Array>;
}

/** What a browser calls `Blob`, such as a `File` that was dropped on a page. */
export interface BlobLike {
	readonly size: number;
	slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/**
 * A `Blob` or `File` of a browser as bytes that are read by ranges.
 *
 * @example
 * const source = blobSource(new Blob([bytes]));
 * console.log(source.size, await source.read(0, 8));
 */
export function blobSource(blob: BlobLike): ByteSource {
	return {
		size: blob.size,
		async read(offset, length) {
			checkRange(offset, length, blob.size);
			return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
		},
	};
}

/** Bytes in memory as bytes that are read by ranges. What is read shares their memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
	return {
		size: bytes.length,
		async read(offset, length) {
			checkRange(offset, length, bytes.length);
			return bytes.subarray(offset, offset + length);
		},
	};
}

/** Refuses a part that does not lie within so many bytes. @throws RangeError */
export function checkRange(offset: number, length: number, size: number): void {
	if (isWithin(offset, length, size)) return;
	throw new RangeError(`Bytes ${offset} to ${offset + length} lie outside of the ${size} bytes that there are.`);
}

/** True where a part lies within so many bytes. */
export function isWithin(offset: number, length: number, size: number): boolean {
	return offset >= 0 && length >= 0 && offset + length <= size;
}
