import { createHash } from 'node:crypto';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { canonical } from './lossless-json.ts';

/** SHA-256 of bytes, 64 hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-256 of a value as data; the order of keys does not matter. */
export function hashValue(value: unknown): string {
	return createHash('sha256').update(canonical(value)).digest('hex');
}

/** SHA-256 of everything a walkmesh says, arrays bit by bit. */
export function hashWalkmesh(mesh: Walkmesh): string {
	const { positions, faces, surfaces, transitions, ...rest } = mesh;
	const hash = createHash('sha256').update(canonical(rest));
	for (const array of [positions, faces, surfaces, transitions]) {
		hash.update(`\n${array.length}\n`);
		hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
	}
	return hash.digest('hex');
}
