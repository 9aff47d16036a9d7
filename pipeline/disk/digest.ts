import type { Hash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { naming } from './identity.ts';

/** An empty SHA-256. What computes it is loaded when it is first needed: a command that only says something does without. */
export function sha256(): Hash {
	return process.getBuiltinModule('node:crypto').createHash('sha256');
}

/** SHA-256 of bytes, or of a text in UTF-8: 64 hexadecimal digits. */
export function hashBytes(bytes: Uint8Array | string): string {
	return process.getBuiltinModule('node:crypto').hash('sha256', bytes, 'hex');
}

/** SHA-256 of what a file holds; null where there is no file. */
export function fileDigest(path: string): string | null {
	const found = statSync(path, { throwIfNoEntry: false });
	if (found?.isFile() !== true) return null;
	try {
		return sha256OfFile(path, found.size);
	} catch (error) {
		return naming(path)(error);
	}
}

/** SHA-256 of a file of any size, read piece by piece. */
export function sha256OfFile(path: string, size: number): string {
	const digest = sha256();
	const piece = Buffer.allocUnsafe(Math.min(size + 1, 1 << 20));
	const file = openSync(path, 'r');
	try {
		for (let read = -1; read !== 0; ) {
			read = readSync(file, piece);
			digest.update(piece.subarray(0, read));
		}
	} finally {
		closeSync(file);
	}
	return digest.digest('hex');
}
