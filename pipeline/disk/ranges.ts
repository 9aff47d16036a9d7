import { closeSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { type ByteSource, checkRange } from '../../src/formats/contracts.ts';

/**
 * The status of a path; undefined when it does not exist or is not accessible. Synchronous, because it is called for each resource of a game, where
 * an asynchronous call takes far longer than the lookup.
 */
export function statOf(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}

/** The names in a folder; none where it cannot be read. */
export function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/**
 * A file whose bytes are read by ranges, so that only the requested ones are in memory. It is opened again for each range, so there is nothing to
 * close.
 * @throws Error of the file system
 */
export async function fileRanges(path: string): Promise<ByteSource> {
	const { size } = statSync(path);
	return {
		size,
		async read(offset, length) {
			checkRange(offset, length, size);
			const bytes = new Uint8Array(length);
			const file = openSync(path, 'r');
			try {
				for (let done = 0; done < length; ) {
					const read = readSync(file, bytes, done, length - done, offset + done);
					if (read === 0) throw new Error(`it has become shorter than ${size} bytes`);
					done += read;
				}
			} finally {
				closeSync(file);
			}
			return bytes;
		},
	};
}

/** Bytes of a file that are compared at a time. */
const COMPARED = 1 << 20;

/** True when a file has exactly these bytes. Reading stops at the first difference. */
export function fileHolds(path: string, bytes: Uint8Array): boolean {
	const { size } = statSync(path);
	if (size !== bytes.length) return false;
	const file = openSync(path, 'r');
	try {
		const piece = Buffer.allocUnsafe(Math.min(size, COMPARED));
		for (let at = 0; at < size; ) {
			const read = readSync(file, piece, 0, piece.length, at);
			// It may have become shorter.
			if (read === 0 || !piece.subarray(0, read).equals(bytes.subarray(at, at + read))) return false;
			at += read;
		}
		return true;
	} finally {
		closeSync(file);
	}
}
