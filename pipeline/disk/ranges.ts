import { closeSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
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

/** Bytes of a file that are compared at a time. */
const COMPARED = 1 << 20;

/** True when a file has exactly these bytes. While one piece is compared, the next is read. Reading stops at the first difference. */
export async function fileHolds(path: string, bytes: Uint8Array): Promise<boolean> {
	const { size } = statSync(path);
	if (size !== bytes.length) return false;
	if (size <= AT_ONCE) return areEqual(readAtOnce(path, 0, size, size), bytes, 0);
	const file = await open(path);
	let reading: Promise<Uint8Array | undefined> | undefined;
	try {
		/** The next piece, shorter at the end; undefined where the file has become shorter. */
		const read = async (at: number, into: Uint8Array): Promise<Uint8Array | undefined> => {
			const length = Math.min(COMPARED, size - at);
			for (let done = 0; done < length; ) {
				const { bytesRead } = await file.read(into, done, length - done, at + done);
				if (bytesRead === 0) return undefined;
				done += bytesRead;
			}
			return into.subarray(0, length);
		};
		let [into, other] = [Buffer.allocUnsafeSlow(COMPARED), Buffer.allocUnsafeSlow(COMPARED)];
		reading = read(0, into);
		for (let at = 0; at < size; at += COMPARED) {
			const piece = await reading;
			[into, other] = [other, into];
			reading = at + COMPARED < size ? read(at + COMPARED, into) : undefined;
			if (piece === undefined || !areEqual(piece, bytes, at)) return false;
		}
		return true;
	} finally {
		// What is being read would otherwise be read from a closed file.
		await reading?.catch(() => undefined);
		await file.close();
	}
}

function areEqual(piece: Uint8Array, bytes: Uint8Array, at: number): boolean {
	return Buffer.compare(piece, bytes.subarray(at, at + piece.length)) === 0;
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
