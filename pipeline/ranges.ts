import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type ByteSource, checkRange } from '../src/formats/sources.ts';

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

/**
 * A file whose bytes are read by ranges, so that only the requested ones are in memory. It is opened anew for each range, so there is nothing to
 * close.
 * @throws Error of the file system
 */
export async function fileRanges(path: string): Promise<ByteSource> {
	const { size } = statSync(path);
	return {
		size,
		async read(offset, length) {
			checkRange(offset, length, size);
			if (length <= AT_ONCE) return readAtOnce(path, offset, length, size);
			const bytes = new Uint8Array(length);
			const handle = await open(path);
			try {
				for (let done = 0; done < length; ) {
					const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
					if (bytesRead === 0) throw shorter(size);
					done += bytesRead;
				}
			} finally {
				await handle.close();
			}
			return bytes;
		},
	};
}

/** Size in bytes up to which a range is read synchronously, which is faster than waiting for a thread. */
export const AT_ONCE = 1 << 18;

/** All bytes of a source, piece by piece. */
export async function* piecesOf(source: ByteSource): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < source.size; at += AT_ONCE) yield source.read(at, Math.min(AT_ONCE, source.size - at));
}

/** True when a source has exactly these bytes. Reading stops at the first difference. */
export async function holds(source: ByteSource, bytes: Uint8Array): Promise<boolean> {
	if (source.size !== bytes.length) return false;
	let at = 0;
	for await (const piece of piecesOf(source)) {
		if (Buffer.compare(piece, bytes.subarray(at, at + piece.length)) !== 0) return false;
		at += piece.length;
	}
	return true;
}

function readAtOnce(path: string, offset: number, length: number, size: number): Uint8Array {
	const bytes = new Uint8Array(length);
	const file = openSync(path, 'r');
	try {
		for (let done = 0; done < length; ) {
			const read = readSync(file, bytes, done, length - done, offset + done);
			if (read === 0) throw shorter(size);
			done += read;
		}
	} finally {
		closeSync(file);
	}
	return bytes;
}

function shorter(size: number): Error {
	return new Error(`it has become shorter than ${size} bytes`);
}
