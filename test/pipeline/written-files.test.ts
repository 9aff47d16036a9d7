import { createHash, hash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { remember, WrittenLogs } from '../../jobs/files/written.ts';
import { contentDigest, fileDigest, murmurHash3, quickDigest } from '../../pipeline/disk/digest.ts';
import { scratchFolder } from '../support/cli.ts';
import { anyText } from '../support/texts.ts';

describe('written', () => {
	const out = scratchFolder();
	let folder: string;
	let count = 0;

	beforeEach(() => {
		folder = join(out, String(count++));
		mkdirSync(folder);
	});

	const at = (name: string): string => join(folder, name);
	const memory = (): { folder: string } => ({ folder: at('state') });
	const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i * 7 + (i >> 8));

	/** Writes a file and remembers it. @param digest the one it is remembered by */
	async function written(name: string, bytes: Uint8Array, digest?: string): Promise<void> {
		writeFileSync(at(name), bytes);
		await remember([{ target: at(name), size: bytes.length, digest: digest ?? contentDigest(bytes) }], memory());
	}

	const recordOf = (name: string): string => new WrittenLogs(memory()).recordOf(at(name));

	function logs(): string[] {
		return readdirSync(at('state/written')).map((name) => readFileSync(at(`state/written/${name}`), 'utf8'));
	}

	describe('a file is known by exactly the bytes that were written', () => {
		test.each([0, 1, 5000, 1 << 16, (1 << 16) + 1, 300_000])('of %d bytes', async (length) => {
			const bytes = bytesOf(length);
			await written('a.wok', bytes);
			expect(recordOf('a.wok')).toBe('same');
			for (const index of length === 0 ? [] : [0, length >> 1, length - 1]) {
				const other = bytes.slice();
				other[index] ^= 1;
				writeFileSync(at('a.wok'), other);
				expect(recordOf('a.wok')).toBe('changed');
			}
			for (const other of [bytesOf(length + 1), bytesOf(Math.max(length - 1, 0))]) {
				writeFileSync(at('a.wok'), other);
				expect(recordOf('a.wok')).toBe(other.length === length ? 'same' : 'changed');
			}
			writeFileSync(at('b.wok'), bytes);
			expect(recordOf('b.wok')).toBe('unknown');
		});

		test('told by SHA-256 where it is large, and by less where it is small', async () => {
			await written('small.wok', bytesOf(1 << 16));
			await written('large.wok', bytesOf((1 << 16) + 1));
			const [small, large] = logs().join('').split('\n').slice(1);
			expect(small).toMatch(/^65536 [0-9a-f]{32} "small\.wok"$/);
			expect(large).toBe(`65537 ${hash('sha256', bytesOf((1 << 16) + 1))} "large.wok"`);
		});

		test('by whichever digest it was remembered, newer or older', async () => {
			for (const order of [0, 1]) {
				const name = `${order}.wok`;
				const digests = [undefined, hash('sha256', bytesOf(99))];
				await written(name, bytesOf(98), digests[order]);
				await written(name, bytesOf(99), digests[1 - order]);
				await written(name, bytesOf(100), digests[order]);
				writeFileSync(at(name), bytesOf(99));
				expect(recordOf(name)).toBe('same');
				writeFileSync(at(name), bytesOf(99).fill(3));
				expect(recordOf(name)).toBe('changed');
			}
		});
	});

	describe('what wokflow 0.1 remembered', () => {
		/** Logs had another name, and digests of one kind only. */
		function old(): void {
			const folderDigest = createHash('sha256').update(folder).digest('hex').slice(0, 32);
			mkdirSync(at('state/written'), { recursive: true });
			writeFileSync(
				at(`state/written/${folderDigest}.log`),
				`# "x"\n10 ${hash('sha256', bytesOf(10))} "a.pwk"\n11 ${hash('sha256', bytesOf(11))} "b.pwk"\n`,
			);
		}

		test('counts where nothing newer is', async () => {
			old();
			for (const [name, length] of [
				['a.pwk', 10],
				['b.pwk', 11],
			] as const)
				writeFileSync(at(name), bytesOf(length));
			expect([recordOf('a.pwk'), recordOf('b.pwk')]).toEqual(['same', 'same']);
			await written('a.pwk', bytesOf(12));
			expect([recordOf('a.pwk'), recordOf('b.pwk')]).toEqual(['same', 'same']);
			writeFileSync(at('a.pwk'), bytesOf(10));
			writeFileSync(at('b.pwk'), bytesOf(10));
			expect([recordOf('a.pwk'), recordOf('b.pwk')]).toEqual(['changed', 'changed']);
		});
	});

	test('lines that are no lines of a log are passed over', async () => {
		await written('a.wok', bytesOf(20));
		for (const name of readdirSync(at('state/written')))
			appendFileSync(at(`state/written/${name}`), '20 abc "a.wok"\n20\n"a.wok"\n\n');
		expect(recordOf('a.wok')).toBe('same');
	});

	test.skipIf(process.platform === 'win32')('no log is written through a link', async () => {
		const bytes = bytesOf(10);
		await written('a.wok', bytes);
		const [log] = readdirSync(at('state/written'));
		writeFileSync(at('mine.txt'), 'mine');
		rmSync(at(`state/written/${log}`));
		symlinkSync(at('mine.txt'), at(`state/written/${log}`));
		await written('a.wok', bytes);
		expect(readFileSync(at('mine.txt'), 'utf8')).toBe('mine');
		expect(recordOf('a.wok')).toBe('same');
		mkdirSync(at('elsewhere'));
		rmSync(at('state/written'), { recursive: true });
		symlinkSync(at('elsewhere'), at('state/written'));
		await written('a.wok', bytes);
		expect(readdirSync(at('elsewhere'))).toEqual([]);
		expect(recordOf('a.wok')).toBe('same');
	});
});

describe('digest', () => {
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
});
