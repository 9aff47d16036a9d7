import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentDigest, fileDigest, murmurHash3, quickDigest } from '../../pipeline/disk/digest.ts';
import { scratchFolder } from '../support/cli.ts';
import { anyText } from '../support/texts.ts';

const folder = scratchFolder();
const bytesOf = (lanes: Uint32Array): Uint8Array => new Uint8Array(lanes.buffer, lanes.byteOffset, lanes.byteLength);

describe('MurmurHash3 of 128 bits', () => {
	test('has the number by which SMHasher knows it', () => {
		// The hashes of 0, 1, … up to 255 bytes that count upwards, each with its own seed, hashed again.
		const hashes = Array.from({ length: 256 }, (_, length) =>
			bytesOf(
				murmurHash3(
					Uint8Array.from({ length }, (_, at) => at),
					256 - length,
				),
			),
		);
		const all = new Uint8Array(256 * 16);
		for (const [index, each] of hashes.entries()) all.set(each, index * 16);
		expect(murmurHash3(all)[0]).toBe(0xb3ece62a);
	});

	test('is nothing of nothing', () => {
		expect(quickDigest(new Uint8Array())).toBe('0'.repeat(32));
	});
});

describe('a digest', () => {
	test('does not depend on where the bytes lie, and a text has that of its bytes', () => {
		fc.assert(
			fc.property(anyText, fc.nat(7), (text, offset) => {
				const bytes = new TextEncoder().encode(text);
				const moved = new Uint8Array(bytes.length + 9);
				moved.set(bytes, offset);
				const known = quickDigest(text);
				expect(known).toMatch(/^[0-9a-f]{32}$/);
				expect(quickDigest(bytes)).toBe(known);
				expect(quickDigest(moved.subarray(offset, offset + bytes.length))).toBe(known);
			}),
		);
	});

	test('differs wherever one bit or the length does, as SHA-256 does', () => {
		const bytes = Uint8Array.from({ length: 67 }, (_, at) => at * 37);
		const seen = new Map([[quickDigest(bytes), hash('sha256', bytes)]]);
		for (let bit = 0; bit < bytes.length * 8; bit++) {
			const other = bytes.slice();
			other[bit >> 3] ^= 1 << (bit & 7);
			seen.set(quickDigest(other), hash('sha256', other));
		}
		for (let length = 0; length < 67; length++)
			seen.set(quickDigest(bytes.subarray(0, length)), hash('sha256', bytes.subarray(0, length)));
		for (let length = 68; length < 100; length++) {
			const longer = new Uint8Array(length);
			longer.set(bytes);
			seen.set(quickDigest(longer), hash('sha256', longer));
		}
		expect(seen.size).toBe(1 + 67 * 8 + 67 + 32);
		expect(new Set(seen.values()).size).toBe(seen.size);
	});
});

test('a file has the digest of its content, and of the kind of another one where that may be equal to it', () => {
	for (const size of [0, 65_536, 65_537, 3_000_000]) {
		const bytes = Uint8Array.from({ length: size }, (_, i) => i * 31 + (i >> 8));
		const path = join(folder, String(size));
		writeFileSync(path, bytes);
		const sha = hash('sha256', bytes);
		const usual = size <= 65_536 ? quickDigest(bytes) : sha;
		expect([fileDigest(path), contentDigest(bytes)]).toEqual([usual, usual]);
		expect([fileDigest(path, sha), contentDigest(bytes, sha)]).toEqual([sha, sha]);
		if (size <= 65_536) expect(fileDigest(path, quickDigest('other'))).toBe(usual);
	}
	expect([fileDigest(join(folder, 'none')), fileDigest(folder)]).toEqual([null, null]);
});
