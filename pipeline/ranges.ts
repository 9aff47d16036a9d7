import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type ByteSource, checkRange } from '../src/formats/sources.ts';

/**
 * What a path leads to; undefined for nothing, and for what may not be looked at. At once, not by way of the threads that wait for the disk: it is
 * asked for each resource of a game.
 */
export function statOf(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}

/**
 * A file as bytes that are read by ranges: no more of it is in memory than was asked for. It is opened for each range, so that nothing has to
 * be closed.
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

/** So few bytes are there sooner than a thread that waits for them has been asked. */
export const AT_ONCE = 1 << 18;

/** All bytes of a source, piece by piece. */
export async function* piecesOf(source: ByteSource): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < source.size; at += AT_ONCE) yield source.read(at, Math.min(AT_ONCE, source.size - at));
}

/** True for a source of just these bytes. Of a large one no more is read than is the same. */
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
