import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileHolds } from '../../pipeline/disk/ranges.ts';

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'wokflow-ranges-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file of several pieces', () => {
	const bytes = Uint8Array.from({ length: (1 << 19) + 5 }, (_, i) => i * 7);
	/** Of more than one piece that is compared at a time. */
	const large = new Uint8Array((1 << 21) + 5).map((_, i) => i * 11);

	test.each([
		['the same bytes', bytes, true],
		['another last byte', bytes.with(-1, 0), false],
		['another byte amid them', bytes.with(1 << 18, 255), false],
		['fewer bytes', bytes.subarray(0, -1), false],
		['more bytes', Uint8Array.of(...bytes.subarray(0, 3)), false],
		['the same bytes of many pieces', large.slice(), true, large],
		['another byte in its second piece', large.with((1 << 20) + 1, 0), false, large],
		['another last byte of many pieces', large.with(-1, 0), false, large],
		['few of the same bytes', bytes.subarray(0, 9), true, bytes.slice(0, 9)],
	])('holds %s: %#', (_, others, expected, content = bytes) => {
		const path = join(folder, 'compared');
		writeFileSync(path, content);
		expect(fileHolds(path, others)).toBe(expected);
	});

	test('and an empty one holds nothing', () => {
		const path = join(folder, 'empty');
		writeFileSync(path, '');
		expect([fileHolds(path, new Uint8Array()), fileHolds(path, bytes)]).toEqual([true, false]);
	});
});
