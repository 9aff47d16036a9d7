import type { Hash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

/** Contents up to this many bytes get the digest that needs nothing of Node's. */
const SMALL = 1 << 16;
/** Hexadecimal digits of the quick digest. */
const QUICK = 32;

/** An empty SHA-256. What computes it is loaded when it is first needed, as that takes as long as converting a small room. */
export function sha256(): Hash {
	return process.getBuiltinModule('node:crypto').createHash('sha256');
}

/** The digest that tells a content from others, of the kind of `like` if given: the quick one of a small content, else SHA-256. */
export function contentDigest(bytes: Uint8Array, like?: string | null): string {
	return (like ? like.length === QUICK : bytes.length <= SMALL)
		? quickDigest(bytes)
		: sha256().update(bytes).digest('hex');
}

/** The digest of a file's content, of the kind of another one that it may be equal to; null where there is no file. */
export function fileDigest(path: string, like?: string | null): string | null {
	const found = statSync(path, { throwIfNoEntry: false });
	if (found?.isFile() !== true) return null;
	if (found.size <= SMALL) return contentDigest(readFileSync(path), like);
	return sha256OfFile(path);
}

/** SHA-256 of a file of any size. */
export function sha256OfFile(path: string): string {
	const digest = sha256();
	const piece = new Uint8Array(1 << 20);
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

/**
 * Quick digests take next to nothing where a process computes one or two of them: loading `node:crypto` takes as long as converting a small room.
 * They tell apart what was not made to be alike; whoever may have an interest in two texts of the same digest needs another one.
 */

/** Factors of MurmurHash3 (x86, 128 bits), by Austin Appleby. */
const [C1, C2, C3, C4] = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93];
/** Bytes of a block: a word for each of the four lanes. */
const BLOCK = 16;

/**
 * MurmurHash3 of 128 bits, the variant for 32-bit processors: four words, the same on every machine. Its loop is written out, since calls take far longer
 * than what is done in them before the engine compiles them.
 */
export function murmurHash3(bytes: Uint8Array, seed = 0): Uint32Array {
	const whole = bytes.length - (bytes.length % BLOCK);
	const words = new DataView(bytes.buffer, bytes.byteOffset, whole);
	let [a, b, c, d] = [seed, seed, seed, seed];
	for (let at = 0; at < whole; at += BLOCK) {
		const p = Math.imul(words.getInt32(at, true), C1);
		a ^= Math.imul((p << 15) | (p >>> 17), C2);
		a = (Math.imul(((a << 19) | (a >>> 13)) + b, 5) + 0x561ccd1b) | 0;
		const q = Math.imul(words.getInt32(at + 4, true), C2);
		b ^= Math.imul((q << 16) | (q >>> 16), C3);
		b = (Math.imul(((b << 17) | (b >>> 15)) + c, 5) + 0x0bcaa747) | 0;
		const r = Math.imul(words.getInt32(at + 8, true), C3);
		c ^= Math.imul((r << 17) | (r >>> 15), C4);
		c = (Math.imul(((c << 15) | (c >>> 17)) + d, 5) + 0x96cd1c35) | 0;
		const s = Math.imul(words.getInt32(at + 12, true), C4);
		d ^= Math.imul((s << 18) | (s >>> 14), C1);
		d = (Math.imul(((d << 13) | (d >>> 19)) + a, 5) + 0x32ac3b17) | 0;
	}
	if (whole < bytes.length) {
		const rest = new Uint8Array(BLOCK);
		rest.set(bytes.subarray(whole));
		const last = new DataView(rest.buffer);
		const [p, q] = [Math.imul(last.getInt32(0, true), C1), Math.imul(last.getInt32(4, true), C2)];
		const [r, s] = [Math.imul(last.getInt32(8, true), C3), Math.imul(last.getInt32(12, true), C4)];
		a ^= Math.imul((p << 15) | (p >>> 17), C2);
		b ^= Math.imul((q << 16) | (q >>> 16), C3);
		c ^= Math.imul((r << 17) | (r >>> 15), C4);
		d ^= Math.imul((s << 18) | (s >>> 14), C1);
	}
	const lanes = Uint32Array.of(a ^ bytes.length, b ^ bytes.length, c ^ bytes.length, d ^ bytes.length);
	spread(lanes);
	for (let lane = 0; lane < 4; lane++) lanes[lane] = finished(lanes[lane]);
	spread(lanes);
	return lanes;
}

/** Thirty-two hexadecimal digits for bytes, or for a text as UTF-8. */
export function quickDigest(of: Uint8Array | string): string {
	const bytes = typeof of === 'string' ? new TextEncoder().encode(of) : of;
	return Array.from(murmurHash3(bytes), (word) => word.toString(16).padStart(8, '0')).join('');
}

/** Lets every lane count in all others. */
function spread(lanes: Uint32Array): void {
	lanes[0] += lanes[1] + lanes[2] + lanes[3];
	for (let lane = 1; lane < 4; lane++) lanes[lane] += lanes[0];
}

/** Lets every bit of a word count in all others. */
function finished(word: number): number {
	const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
	const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
	return twice ^ (twice >>> 16);
}
