import { hash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { remember, WrittenLogs } from '../../jobs/files/written.ts';
import { fileDigest, hashBytes } from '../../pipeline/disk/digest.ts';
import { scratchFolder } from '../support/cli.ts';

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

	async function written(name: string, bytes: Uint8Array): Promise<void> {
		writeFileSync(at(name), bytes);
		await remember([{ target: at(name), size: bytes.length, digest: hashBytes(bytes) }], memory());
	}

	const recordOf = (name: string): string => new WrittenLogs(memory()).recordOf(at(name));

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
	});

	test('a log of wokflow 0.1 counts', async () => {
		mkdirSync(at('state/written'), { recursive: true });
		writeFileSync(
			at(`state/written/${hash('sha256', folder).slice(0, 32)}.log`),
			`# "x"\n10 ${hash('sha256', bytesOf(10))} "a.pwk"\n`,
		);
		writeFileSync(at('a.pwk'), bytesOf(10));
		expect(recordOf('a.pwk')).toBe('same');
		writeFileSync(at('a.pwk'), bytesOf(10).fill(3));
		expect(recordOf('a.pwk')).toBe('changed');
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
	test('is that of the content, whatever the size, and of nothing else', () => {
		for (const size of [0, 65_537, 3_000_000]) {
			const bytes = Uint8Array.from({ length: size }, (_, i) => i * 31 + (i >> 8));
			const path = join(folder, String(size));
			writeFileSync(path, bytes);
			const sha = hash('sha256', bytes);
			expect([fileDigest(path), hashBytes(bytes)]).toEqual([sha, sha]);
		}
		expect([fileDigest(join(folder, 'none')), fileDigest(folder)]).toEqual([null, null]);
	});
});
