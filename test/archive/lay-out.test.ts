import { describe, expect, test } from 'vitest';
import {
	type Archive,
	type ArchiveEntry,
	extensionOfType,
	resourceFileName,
	resourceOfFileName,
} from '../../game/archives/archive.ts';
import { layOut } from '../../game/archives/write-archive.ts';
import { memorySource } from '../../src/formats/contracts.ts';
import { joinedBytes } from '../../src/math/arrays.ts';

/** Ten bytes of tables, then letters. */
const source = memorySource(new TextEncoder().encode('----------abcdefghijkl'));
const archive = { parts: [{ source }] } as unknown as Archive;
const entry = (offset: number, size: number): ArchiveEntry =>
	({ name: 'x', type: 1, part: 0, offset, size }) as unknown as ArchiveEntry;
const text = (bytes: string): Uint8Array => new TextEncoder().encode(bytes);

/** The data, and what of it each row is. */
async function laidOut(
	rows: readonly [offset: number, size: number, bytes?: string][],
	{ added = [] as string[], tableEnd = 10 as number | null, from = archive as Archive | null } = {},
) {
	const all = [
		...rows.map(([offset, size, bytes]) => ({
			entry: entry(offset, size),
			...(bytes === undefined ? {} : { bytes: text(bytes) }),
		})),
		...added.map((bytes) => ({ bytes: text(bytes) })),
	];
	const { pieces, places } = await layOut(from ?? undefined, all as never, 100, tableEnd ?? undefined);
	const data = new TextDecoder().decode(joinedBytes(pieces));
	return [data, ...places.map(({ offset, size }) => data.slice(offset - 100, offset - 100 + size))];
}

describe('the data of an archive that is changed', () => {
	test('stays in the order in which it lay, whatever the order of the entries', async () => {
		expect(await laidOut([[18, 4], [10, 4], [14, 4]])).toEqual(['abcdefghijkl', 'ijkl', 'abcd', 'efgh']);
		expect(await laidOut([[10, 4], [14, 4], [18, 4]])).toEqual(['abcdefghijkl', 'abcd', 'efgh', 'ijkl']);
		// Of entries that begin alike the shorter is first, and lies in the longer only where it is the same.
		expect(await laidOut([[10, 12], [10, 2]])).toEqual(['ababcdefghijkl', 'abcdefghijkl', 'ab']);
	});

	test('keeps what lies between, before and behind, where it follows the tables', async () => {
		expect(await laidOut([[12, 2], [18, 2]])).toEqual(['abcdefghijkl', 'cd', 'ij']);
		expect((await laidOut([[12, 2], [18, 2]], { tableEnd: null }))[0]).toBe('cdij');
		expect((await laidOut([[10, 12]]))[0]).toBe('abcdefghijkl');
		expect((await laidOut([]))[0]).toBe('abcdefghijkl');
	});

	test('is there once for entries that share it, and again for one that is replaced', async () => {
		expect(await laidOut([[10, 6], [16, 6], [10, 6]])).toEqual(['abcdefghijkl', 'abcdef', 'ghijkl', 'abcdef']);
		expect(await laidOut([[10, 6, 'NEW'], [16, 6], [10, 6]])).toEqual(['NEWabcdefghijkl', 'NEW', 'ghijkl', 'abcdef']);
		expect(await laidOut([[10, 6], [16, 6], [10, 6, 'NEW']])).toEqual(['abcdefNEWghijkl', 'abcdef', 'ghijkl', 'NEW']);
		expect(await laidOut([[10, 6, 'A'], [10, 6, 'B'], [16, 6]])).toEqual(['ABghijkl', 'A', 'B', 'ghijkl']);
	});

	test('ends with what is added', async () => {
		expect(await laidOut([[16, 6], [10, 6]], { added: ['one', '', 'two'] })).toEqual(['abcdefghijklonetwo', 'ghijkl', 'abcdef', 'one', '', 'two']);
		expect(await laidOut([], { added: ['one'], from: null, tableEnd: null })).toEqual(['one', 'one']);
	});
}); // biome-ignore format: rows

describe('types of resources', () => {
	test.each([
		['wok', 2016],
		['WOK', 2016],
		['lyt', 3000],
		['mdx', 3008],
		['64999', 64999],
		['65000', 65000],
		['65535', 65535],
		['65536', undefined],
		['123456', undefined],
		// It has a name, so nobody would find it by its number.
		['2016', undefined],
		['', undefined],
		['woks', undefined],
		['-1', undefined],
	])('of the extension %j: %j', (extension, type) => {
		expect(resourceOfFileName(`x.${extension}`)?.type).toBe(type);
		if (type !== undefined) expect(extensionOfType(type)).toBe(extension.toLowerCase());
	});

	test.each([
		['quay_01a.wok', { name: 'quay_01a', type: 2016 }],
		['a.b.LYT', { name: 'a.b', type: 3000 }],
		['.wok', { name: '', type: 2016 }],
		['x.64999', { name: 'x', type: 64999 }],
		['wok', undefined],
		['quay.', undefined],
		['quay.glb', undefined],
	])('of the file %j: %j', (file, resource) => {
		expect(resourceOfFileName(file)).toEqual(resource);
		if (resource !== undefined) expect(resourceFileName(resource).toLowerCase()).toBe(file.toLowerCase());
	});
});
