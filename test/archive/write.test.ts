import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Archive, readEntry, resourceFileName } from '../../game/archives/archive.ts';
import { newArchive } from '../../game/archives/archives.ts';
import { readArchive } from '../../game/archives/read-archive.ts';
import { ARCHIVE_WRITERS, type ArchiveWriter } from '../../game/archives/write-archive.ts';
import { memorySource } from '../../src/formats/contracts.ts';
import { type MadeEntry, madeErf, madeRim, wholeOf } from '../reference/archives.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { runs } from '../support/thorough.ts';

const bytesOf = (...values: number[]): Uint8Array => Uint8Array.from(values);
const open = (bytes: Uint8Array): Promise<Archive> => readArchive(memorySource(bytes));

function writerOf({ format }: Archive): ArchiveWriter {
	return ARCHIVE_WRITERS.find(({ name }) => name === format) as ArchiveWriter;
}

async function contents(bytes: Uint8Array): Promise<Map<string, string>> {
	const archive = await open(bytes);
	const read = archive.entries.map(
		async (entry) => [resourceFileName(entry), String(await readEntry(archive, entry))] as const,
	);
	return new Map(await Promise.all(read));
}

/** An archive as it comes back when each of its entries is replaced by itself: all of it is put together again. */
async function rewritten(bytes: Uint8Array): Promise<Uint8Array> {
	const archive = await open(bytes);
	const same = await Promise.all(
		archive.entries.map(async (entry) => ({ ...entry, bytes: (await readEntry(archive, entry)).slice() })),
	);
	return writerOf(archive).change(archive, same);
}

const entry: fc.Arbitrary<MadeEntry> = fc.record({
	name: fc.stringMatching(/^[a-z_0-9]{1,16}$/),
	type: fc.constantFrom(2016, 3000, 2002, 65000),
	bytes: fc.uint8Array({ maxLength: 20 }),
});
const entries = fc.uniqueArray(entry, { selector: ({ name, type }) => `${name}.${type}`, minLength: 1, maxLength: 8 });
const made = fc
	.tuple(entries, fc.nat(40), fc.constantFrom('', 'texts'), fc.boolean())
	.map(
		([list, padding, texts, isErf]) =>
			new Uint8Array(wholeOf(isErf ? madeErf(list, { padding, texts }) : madeRim(list, { padding }))),
	);

describe('what is written', () => {
	test('is byte for byte what was read, where nothing is changed or all is replaced by itself', async () => {
		await fc.assert(
			fc.asyncProperty(made, async (bytes) => {
				const archive = await open(bytes);
				expect(await writerOf(archive).change(archive, [])).toEqual(bytes);
				expect(await rewritten(bytes)).toEqual(bytes);
			}),
			{ numRuns: runs(15, 600) },
		);
	});

	test('has the new entries, and the others as they were', async () => {
		await fc.assert(
			fc.asyncProperty(made, entries, async (bytes, changes) => {
				const archive = await open(bytes);
				const before = await contents(bytes);
				const after = await contents(await writerOf(archive).change(archive, changes));
				for (const each of changes) before.set(resourceFileName(each), String(each.bytes));
				expect(after).toEqual(before);
			}),
			{ numRuns: runs(15, 600) },
		);
	});
});

test('an entry that is replaced in an archive with damaged ones leaves those out', async () => {
	const list: MadeEntry[] = [
		{ name: 'bad', type: 2016, bytes: bytesOf(), offset: 999_999, size: 5 },
		{ name: 'good', type: 2016, bytes: bytesOf(1), offset: 300 },
	];
	const bytes = new Uint8Array(wholeOf(madeErf(list)).subarray(0, 301));
	const archive = await open(bytes);
	const changed = await writerOf(archive).change(archive, [{ name: 'GOOD', type: 2016, bytes: bytesOf(7, 8) }]);
	expect(await contents(changed)).toEqual(new Map([['good.wok', '7,8']]));
});

test('names that an archive does not hold are refused', async () => {
	const [erf] = ARCHIVE_WRITERS;
	const named = (name: string): Promise<Uint8Array> => erf.create([{ name, type: 2016, bytes: bytesOf() }], '.mod');
	await expect(named('seventeen_letters')).rejects.toThrow('has 17 characters; archives hold 16');
	for (const name of ['', 'a b', 'я']) await expect(named(name)).rejects.toThrow('it is not a name');
	const twice = ['a', 'A'].map((name) => ({ name, type: 2016, bytes: bytesOf() }));
	await expect(erf.create(twice, '.mod')).rejects.toThrow('Two entries');
});

describe.skipIf(!corpusPresent)('real archives', () => {
	const files = corpusFiles('archives', '.mod', '.rim');
	test.each(files.map(({ name, bytes }) => [name, bytes] as const))('%s comes back byte for byte', async (_, bytes) => {
		const archive = await open(bytes);
		expect(Buffer.compare(await writerOf(archive).change(archive, []), bytes)).toBe(0);
		expect(Buffer.compare(await rewritten(bytes), bytes)).toBe(0);
	});
});

test('the extension says which archive a new one is, in whatever letters it stands', async () => {
	const room = { name: 'hall', type: 2016, bytes: bytesOf(1, 2) };
	const kinds = await Promise.all(
		['quay.mod', 'QUAY.MOD', 'quay.rim'].map(async (path) => (await open(await newArchive(path, [room]))).type),
	);
	expect(kinds).toEqual(['MOD ', 'MOD ', 'RIM ']);
	await expect(newArchive('quay.key', [room])).rejects.toThrow('is not the name of an archive that can be written');
});
