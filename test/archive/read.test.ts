import { describe, expect, test } from 'vitest';
import { type Archive, readEntry, resourceFileName } from '../../game/archives/archive.ts';
import { readArchive } from '../../game/archives/read-archive.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { blobSource, memorySource } from '../../src/formats/contracts.ts';
import { countedSource, type MadeEntry, madeBif, madeErf, madeKey, madeRim, wholeOf } from '../reference/archives.ts';
import { codesOf } from '../support/codes.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { THOROUGH } from '../support/thorough.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const ENTRIES: readonly MadeEntry[] = [
	{ name: 'quay_01a', type: 2016, bytes: text('first') },
	{ name: 'sixteen_letters_', type: 3000, bytes: text('a layout') },
	{ name: 'other', type: 60000, bytes: text('') },
];

async function contents(archive: Archive): Promise<[string, string][]> {
	return Promise.all(
		archive.entries.map(async (entry) => [
			resourceFileName(entry),
			new TextDecoder().decode(await readEntry(archive, entry)),
		]),
	);
}

const EXPECTED = [
	['quay_01a.wok', 'first'],
	['sixteen_letters_.lyt', 'a layout'],
	['other.60000', ''],
];

describe('archives are read', () => {
	const made = {
		MOD: madeErf(ENTRIES),
		ERF: madeErf(ENTRIES, { letters: 'ERF ', texts: 'abc' }),
		RIM: madeRim(ENTRIES),
	};
	test.each(Object.entries(made))('%s', async (_, sparse) => {
		const report = new Report({ strict: true });
		expect(await contents(await readArchive(countedSource(sparse), { report }))).toEqual(EXPECTED);
		expect(codesOf(report)).toEqual([]);
	});

	test('a file of a browser, by ranges', async () => {
		const archive = await readArchive(blobSource(new Blob([wholeOf(madeErf(ENTRIES))])));
		expect(await contents(archive)).toEqual(EXPECTED);
	});
});

test('an entry beyond 2³¹ bytes is read where it lies, and nothing else is', async () => {
	const far = { name: 'far', type: 2016, bytes: text('behind two gigabytes'), offset: 2 ** 31 + 12345 };
	const farther = { name: 'farther', type: 2016, bytes: text('nearly four'), offset: 2 ** 32 - 100 };
	for (const made of [madeErf([far, farther]), madeRim([far, farther])]) {
		const source = countedSource(made);
		expect(await contents(await readArchive(source))).toEqual([
			['far.wok', 'behind two gigabytes'],
			['farther.wok', 'nearly four'],
		]);
		expect(source.bytesRead).toBeLessThan(400);
	}
	const bif = countedSource(madeBif([far]));
	const archive = await readArchive(memorySource(madeKey({ 'data\\models.bif': [far] })), {
		openPart: async () => bif,
	});
	expect(await contents(archive)).toEqual([['far.wok', 'behind two gigabytes']]);
	expect(bif.bytesRead).toBeLessThan(200);
});

test.runIf(THOROUGH)('100,000 entries', async () => {
	const entries = Array.from({ length: 100_000 }, (_, i) => ({ name: `r${i}`, type: 2016, bytes: new Uint8Array(1) }));
	const source = countedSource(madeErf(entries));
	const archive = await readArchive(source);
	expect(archive.entries.length).toBe(100_000);
	expect(archive.entries[99_999].name).toBe('r99999');
	expect(source.bytesRead).toBeLessThan(100_000 * 32 + 200);
});

describe('what is damaged', () => {
	const failure = async (bytes: Uint8Array): Promise<string> => {
		const report = new Report();
		try {
			await readArchive(memorySource(bytes), { report });
		} catch (error) {
			if (error instanceof InputError) return error.finding.message;
			throw error;
		}
		return 'was read';
	};

	test('a count that the file has no room for is reported before anything is read by it', async () => {
		for (const made of [madeErf(ENTRIES, { count: 0xffffffff }), madeRim(ENTRIES, { count: 0xffffffff })])
			expect(await failure(wholeOf(made))).toMatch(/^Not a valid archive: its \w+.*4294967295 of them/);
	});

	test('a file cut off anywhere is read as far as its tables are there, or refused', async () => {
		const whole = wholeOf(madeErf(ENTRIES));
		for (let length = 0; length < whole.length; length += 3) {
			const report = new Report();
			const archive = await readArchive(memorySource(whole.subarray(0, length)), { report }).catch((error) => {
				expect(error).toBeInstanceOf(InputError);
				return undefined;
			});
			if (archive !== undefined) expect(archive.entries.length + report.total('warning')).toBe(ENTRIES.length);
		}
		expect(await failure(text('not an archive'))).toContain('begins with "not an a"');
	});

	test('an entry outside of the file costs itself, with its name', async () => {
		const damaged = { ...ENTRIES[0], name: 'damaged', size: 1_000_000 };
		for (const made of [madeErf([damaged, ...ENTRIES]), madeRim([damaged, ...ENTRIES])]) {
			const report = new Report();
			const archive = await readArchive(memorySource(wholeOf(made)), { report });
			expect(await contents(archive)).toEqual(EXPECTED);
			expect(codesOf(report)).toEqual(['ARCHIVE_ENTRY_DAMAGED']);
			expect(report.findings[0].message).toContain('"damaged.wok"');
		}
	});

	test('an archive that claims many times what it has is refused, before any of it is read', async () => {
		const big = new Uint8Array(100_000);
		const entries = Array.from({ length: 60 }, (_, i) => ({ name: `r${i}`, type: 2016, bytes: big, offset: 3000 }));
		expect(await failure(wholeOf(madeErf(entries)))).toMatch(/its 60 entries claim 6000000 bytes, and it has 103000\./);
		const { length } = (await readArchive(memorySource(wholeOf(madeErf(entries.slice(0, 9)))))).entries;
		expect(length).toBe(9);
		const large = Array.from({ length: 5 }, (_, i) => ({ ...entries[i], bytes: new Uint8Array(400_000) }));
		expect((await readArchive(memorySource(wholeOf(madeErf(large.slice(0, 4)))))).entries.length).toBe(4);
		expect(await failure(wholeOf(madeErf(large)))).toMatch('its 5 entries claim 2000000 bytes, and it has 403000.');
	});

	test('a BIF that an index names again and again is opened once', async () => {
		const names = ['data\\a.bif', 'DATA/A.bif', '.\\data\\\\a.bif'];
		const key = madeKey(Object.fromEntries(names.map((name) => [name, ENTRIES])));
		let opened = 0;
		const openPart = async (): Promise<ReturnType<typeof memorySource>> => {
			opened++;
			return memorySource(wholeOf(madeBif(ENTRIES)));
		};
		const archive = await readArchive(memorySource(key), { openPart });
		expect([archive.entries.length, opened]).toEqual([9, 1]);
	});
});

describe.skipIf(!corpusPresent)('real archives', () => {
	test('list what they hold', async () => {
		const files = corpusFiles('archives', '.mod', '.rim');
		expect(files.length).toBe(2);
		const listed = await Promise.all(
			files.map(async ({ bytes }) =>
				(await readArchive(memorySource(bytes))).entries.map((entry) => `${resourceFileName(entry)} ${entry.size}`),
			),
		);
		expect(listed).toEqual([
			['001ebo.are 4865', '001ebo.git 42565', '001ebo.pth 19788'],
			['m13aa.are 4096', 'm13aa.git 51747', 'module.ifo 1655'],
		]);
	});
});
