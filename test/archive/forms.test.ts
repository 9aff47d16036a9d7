import { describe, expect, test } from 'vitest';
import { type Archive, readEntry, resourceFileName } from '../../game/archives/archive.ts';
import { ARCHIVES, readArchive } from '../../game/archives/read-archive.ts';
import { ARCHIVE_WRITERS } from '../../game/archives/write-archive.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { memorySource } from '../../src/formats/contracts.ts';
import { type MadeEntry, madeBif, madeErf, madeKey, madeRim, wholeOf } from '../reference/archives.ts';
import { codesOf } from '../support/codes.ts';
import { pairs } from '../support/points.ts';

const bytesOf = (...values: number[]): Uint8Array => Uint8Array.from(values);
const ENTRIES: readonly MadeEntry[] = [
	{ name: 'sixteen_letters_', type: 2016, bytes: bytesOf(1, 2, 3) },
	{ name: 'quay', type: 3000, bytes: bytesOf(4) },
	{ name: 'module', type: 2014, bytes: bytesOf() },
];
const [ERF, RIM] = ARCHIVE_WRITERS;

async function contents(archive: Archive): Promise<Record<string, string>> {
	const read = archive.entries.map(async (entry) => [
		resourceFileName(entry),
		[...(await readEntry(archive, entry))].join(),
	]);
	return Object.fromEntries(await Promise.all(read));
}

const EXPECTED = { 'sixteen_letters_.wok': '1,2,3', 'quay.lyt': '4', 'module.ifo': '' };

describe('the letters that an archive begins with', () => {
	test.each(['ERF ', 'MOD ', 'SAV ', 'HAK '])('%s are of an ERF, and are kept', async (letters) => {
		const bytes = wholeOf(madeErf(ENTRIES, { letters }));
		expect(ARCHIVES.filter(({ sniff }) => sniff(bytes.subarray(0, 8))).map(({ name }) => name)).toEqual(['erf']);
		const archive = await readArchive(memorySource(bytes));
		expect(archive).toMatchObject({ format: 'erf', type: letters, parts: [{ name: '' }] });
		expect(archive.entries.map(({ part, row }) => [part, row])).toEqual(pairs(0, 0, 0, 1, 0, 2));
		const changed = await ERF.change(archive, [{ ...ENTRIES[1], bytes: bytesOf(9) }]);
		expect((await readArchive(memorySource(changed))).type).toBe(letters);
	});

	test('are not enough without their version', () => {
		for (const text of ['MOD V1.1', 'RIM V1  ', 'KEY V1.0', 'MOD', 'XXX V1.0', ''])
			expect(ARCHIVES.filter(({ sniff }) => sniff(Buffer.from(text)))).toEqual([]);
	});

	test.each([
		['.mod', 'MOD '],
		['.erf', 'ERF '],
		['.sav', 'SAV '],
		['.hak', 'HAK '],
		['.zip', 'ERF '],
	])('of a new %s are %j', async (extension, letters) => {
		expect(Buffer.from(await ERF.create([], extension)).toString('latin1', 0, 8)).toBe(`${letters}V1.0`);
	});
});

describe('a new archive is byte for byte what the format says', () => {
	test('ERF, but for who built it when', async () => {
		const expected = wholeOf(madeErf(ENTRIES));
		// Build year and day; no text describes it.
		for (const [at, word] of [
			[32, 0],
			[36, 0],
			[40, 0xffffffff],
		])
			expected.writeUInt32LE(word, at);
		expect(Buffer.from(await ERF.create(ENTRIES, '.mod')).equals(expected)).toBe(true);
	});

	test('RIM', async () => {
		expect(Buffer.from(await RIM.create(ENTRIES, '.rim')).equals(wholeOf(madeRim(ENTRIES)))).toBe(true);
	});
});

/** A part of an ERF, and where it lies. */
type Part = 'texts' | 'keys' | 'places' | 'data';

/** An ERF whose parts lie in any order, with a gap before each. */
function erfInOrder(order: readonly Part[], gap: number, texts: string): Buffer {
	const sizes = { texts: texts.length, keys: 24 * ENTRIES.length, places: 8 * ENTRIES.length, data: 4 };
	const at = { texts: 0, keys: 0, places: 0, data: 0 };
	let end = 160;
	for (const part of order) {
		at[part] = end + gap;
		end += gap + sizes[part];
	}
	const bytes = Buffer.alloc(end, 0xee);
	bytes.fill(0, 0, 160).write('MOD V1.0', 'latin1');
	for (const [index, word] of [1, texts.length, ENTRIES.length, at.texts, at.keys, at.places].entries())
		bytes.writeUInt32LE(word, 8 + index * 4);
	bytes.write(texts, at.texts, 'latin1');
	let from = at.data;
	for (const [index, { name, type, bytes: data }] of ENTRIES.entries()) {
		const key = at.keys + index * 24;
		bytes.fill(0, key, key + 24).write(name, key, 'latin1');
		bytes.writeUInt32LE(index, key + 16);
		bytes.writeUInt32LE(type, key + 20);
		bytes.writeUInt32LE(from, at.places + index * 8);
		bytes.writeUInt32LE(data.length, at.places + index * 8 + 4);
		bytes.set(data, from);
		from += data.length;
	}
	return bytes;
}

function ordersOf<T>(parts: readonly T[]): T[][] {
	return parts.length === 0
		? [[]]
		: parts.flatMap((part) => ordersOf(parts.filter((other) => other !== part)).map((rest) => [part, ...rest]));
}

test('the parts of an ERF may lie in any order: an entry is changed, and texts, ids and the others stay', async () => {
	for (const order of ordersOf<Part>(['texts', 'keys', 'places', 'data'])) {
		for (const [gap, texts] of [
			[0, 'some text'],
			[5, 'some text'],
			[5, ''],
		] as const) {
			const archive = await readArchive(memorySource(erfInOrder(order, gap, texts)));
			expect(await contents(archive), `${order}`).toEqual(EXPECTED);
			const added = { name: 'added', type: 2002, bytes: bytesOf(8) };
			const bytes = Buffer.from(await ERF.change(archive, [{ ...ENTRIES[0], bytes: bytesOf(7, 7) }, added]));
			const changed = await readArchive(memorySource(bytes));
			expect(await contents(changed), `${order}`).toEqual({
				...EXPECTED,
				'sixteen_letters_.wok': '7,7',
				'added.mdl': '8',
			});
			const [size, , textsAt, keysAt] = [0, 1, 2, 3].map((word) => bytes.readUInt32LE(12 + word * 4));
			expect(bytes.toString('latin1', textsAt, textsAt + size), `${order}`).toBe(texts);
			expect([0, 1, 2, 3].map((row) => bytes.readUInt32LE(keysAt + row * 24 + 16))).toEqual([0, 1, 2, 3]);
			// What lies before the tables, or between them, stays; old tables do not stay behind the new ones.
			expect(bytes.length).toBeLessThanOrEqual(160 + texts.length + 4 * 32 + 4 + gap * 4);
		}
	}
});

test('texts that an ERF does not have are left out when it is changed', async () => {
	const made = wholeOf(madeErf(ENTRIES));
	made.writeUInt32LE(1000, 12);
	const archive = await readArchive(memorySource(made));
	const changed = Buffer.from(await ERF.change(archive, [{ ...ENTRIES[0], bytes: bytesOf(7) }]));
	expect([changed.readUInt32LE(12), changed.readUInt32LE(20)]).toEqual([0, 160]);
	expect(await contents(await readArchive(memorySource(changed)))).toEqual({
		...EXPECTED,
		'sixteen_letters_.wok': '7',
	});
});

describe('the table of a RIM', () => {
	const changes = [{ ...ENTRIES[1], bytes: bytesOf(6, 6) }];
	const changed = { ...EXPECTED, 'quay.lyt': '6,6' };

	test('lies behind the header where that does not say, and still does not when it is changed', async () => {
		const made = wholeOf(madeRim(ENTRIES));
		made.writeUInt32LE(0, 16);
		const archive = await readArchive(memorySource(made));
		expect(archive).toMatchObject({ format: 'rim', type: 'RIM ', parts: [{ name: '' }] });
		expect(await contents(archive)).toEqual(EXPECTED);
		const bytes = Buffer.from(await RIM.change(archive, changes));
		expect(bytes.readUInt32LE(16)).toBe(0);
		expect(await contents(await readArchive(memorySource(bytes)))).toEqual(changed);
	});

	test.each([
		['behind the data', 4, 0],
		['behind more of a header', 0, 12],
	])('may lie %s', async (_, before, extra) => {
		const plain = wholeOf(madeRim(ENTRIES));
		const table = Buffer.from(plain.subarray(120, 120 + 96));
		const data = plain.subarray(216);
		const dataAt = before > 0 ? 120 : 216 + extra;
		for (let row = 0; row < 3; row++)
			table.writeUInt32LE(table.readUInt32LE(row * 32 + 24) - 216 + dataAt, row * 32 + 24);
		const head = Buffer.concat([plain.subarray(0, 120), Buffer.alloc(extra, 0xee)]);
		head.writeUInt32LE(before > 0 ? 124 : 120 + extra, 16);
		const made = Buffer.concat(before > 0 ? [head, data, table] : [head, table, data]);
		const archive = await readArchive(memorySource(made));
		expect(await contents(archive)).toEqual(EXPECTED);
		const bytes = Buffer.from(await RIM.change(archive, changes));
		expect(await contents(await readArchive(memorySource(bytes)))).toEqual(changed);
		expect(bytes.length).toBe(120 + extra + 96 + 5);
		expect(bytes.readUInt32LE(16)).toBe(120 + extra);
	});
});

test.each([
	['ERF', madeErf, ERF, (bytes: Buffer) => bytes.readUInt32LE(24) + 16, 24],
	['RIM', madeRim, RIM, () => 120 + 20, 32],
])('rows of an %s that move up behind a damaged one are numbered again', async (_, made, writer, idsAt, rowSize) => {
	const bad = { name: 'bad', type: 2016, bytes: bytesOf(), offset: 60, size: 9999 };
	const archive = await readArchive(memorySource(wholeOf(made([bad, ...ENTRIES]))));
	expect(archive.entries.map(({ row }) => row)).toEqual([1, 2, 3]);
	const bytes = Buffer.from(await writer.change(archive, [{ ...ENTRIES[0], bytes: bytesOf(5) }]));
	expect([0, 1, 2].map((row) => bytes.readUInt32LE(idsAt(bytes) + row * rowSize))).toEqual([0, 1, 2]);
	expect(await contents(await readArchive(memorySource(bytes)))).toEqual({ ...EXPECTED, 'sixteen_letters_.wok': '5' });
});

test.each([
	['ERF', madeErf, ERF, (bytes: Buffer) => bytes.readUInt32LE(24) + 16],
	['RIM', madeRim, RIM, () => 120 + 20],
])('an %s with odd ids, a damaged entry and bytes behind the data', async (_, made, writer, idsAt) => {
	const bad = { name: 'bad', type: 2016, bytes: bytesOf(), offset: 99, size: 9999 };
	const bytes = Buffer.concat([wholeOf(made([...ENTRIES, bad])), Buffer.alloc(5000, 1)]);
	bytes.writeUInt32LE(77, idsAt(bytes));
	const archive = await readArchive(memorySource(bytes));
	expect(Buffer.from(await writer.change(archive, [])).equals(bytes), 'is the same without changes').toBe(true);
	const changed = Buffer.from(await writer.change(archive, [{ ...ENTRIES[1], bytes: bytesOf(6) }]));
	expect(changed.readUInt32LE(idsAt(changed)), 'keeps an id whose row stays').toBe(77);
});

describe('a KEY', () => {
	const bif = (entries: readonly MadeEntry[]): Buffer => wholeOf(madeBif(entries));
	const BIFS = { 'data\\a.bif': ENTRIES.slice(0, 2), 'data\\b.bif': ENTRIES.slice(2) };

	async function opened(
		key: Buffer,
		parts: Readonly<Record<string, Buffer | Error | undefined>>,
	): Promise<{ archive: Archive; messages: string[]; codes: readonly string[] }> {
		const report = new Report();
		const archive = await readArchive(memorySource(key), {
			report,
			openPart: async (name) => {
				const part = parts[name];
				if (part instanceof Error) throw part;
				return part === undefined ? undefined : memorySource(part);
			},
		});
		return { archive, messages: report.findings.map(({ message }) => message), codes: codesOf(report) };
	}

	test('names its parts, and each entry has its part and row', async () => {
		const { archive, codes } = await opened(madeKey(BIFS), {
			'data\\a.bif': bif(BIFS['data\\a.bif']),
			'data\\b.bif': bif(BIFS['data\\b.bif']),
		});
		expect(archive).toMatchObject({
			format: 'key',
			type: 'KEY ',
			parts: [{ name: 'data\\a.bif' }, { name: 'data\\b.bif' }],
		});
		expect(archive.entries.map(({ part, row }) => [part, row])).toEqual(pairs(0, 0, 0, 1, 1, 2));
		expect(await contents(archive)).toEqual(EXPECTED);
		expect(codes).toEqual([]);
	});

	test.each<[string, Buffer | Error | undefined, string]>([
		['is not there', undefined, 'it does not exist'],
		['cannot be opened', new Error('EACCES: not allowed.'), 'EACCES: not allowed'],
		[
			'is no BIF',
			Buffer.from('MOD V1.0, not one'),
			'Not a valid archive: it begins with "MOD V1.0", not with "BIFFV1  "',
		],
		[
			'is cut off in its header',
			bif([]).subarray(0, 19),
			'Not a valid archive: its header takes 20 bytes, and the file has 19',
		],
		[
			'is cut off in its table',
			bif(ENTRIES.slice(0, 2)).subarray(0, 51),
			'Not a valid archive: its entries (2 of them at byte 20) lie outside of the file, which has 51 bytes',
		],
	])('whose BIF %s has the resources of the others', async (_, part, problem) => {
		const { archive, messages } = await opened(madeKey(BIFS), {
			'data\\a.bif': part,
			'data\\b.bif': bif(BIFS['data\\b.bif']),
		});
		expect(await contents(archive)).toEqual({ 'module.ifo': '' });
		expect(messages).toEqual([`"data\\a.bif" cannot be read (${problem}): 2 resources are missing.`]);
		expect(archive.parts.map(({ name, source }) => [name, source.size > 0])).toEqual([
			['data\\a.bif', false],
			['data\\b.bif', true],
		]);
	});

	test('says nothing of a BIF that no resource lies in', async () => {
		expect((await opened(madeKey({ 'data\\none.bif': [] }), {})).messages).toEqual([]);
	});

	test('has one BIF whose name lies outside of it', async () => {
		const key = madeKey(BIFS);
		key.writeUInt32LE(key.length, 64 + 4);
		const { archive, messages } = await opened(key, { 'data\\b.bif': bif(BIFS['data\\b.bif']) });
		expect(messages).toEqual([
			'"file 0" cannot be read (its name lies outside of the index): 2 resources are missing.',
		]);
		expect(Object.keys(await contents(archive))).toEqual(['module.ifo']);
	});

	test('says where an entry is to lie that is not there', async () => {
		const key = madeKey({ 'a.bif': ENTRIES });
		const idAt = (row: number): number => key.readUInt32LE(20) + row * 22 + 18;
		key.writeUInt32LE(3, idAt(0));
		key.writeUInt32LE(2 ** 20, idAt(1));
		const { archive, messages } = await opened(key, { 'a.bif': bif(ENTRIES) });
		expect(messages).toEqual([
			'Entry "sixteen_letters_.wok" cannot be read: "a.bif" has 3 entries, and it is to be entry 3.',
			'Entry "quay.lyt" cannot be read: the index has 1 files, and it is to lie in file 1.',
		]);
		expect(archive.entries.map(({ row }) => row)).toEqual([2]);
	});

	test('has an entry that lies outside of its BIF', async () => {
		const far = [{ ...ENTRIES[0], size: 500 }, ENTRIES[1]];
		const { archive, messages } = await opened(madeKey({ 'a.bif': far }), { 'a.bif': bif(far) });
		expect(messages).toEqual([
			'Entry "sixteen_letters_.wok" cannot be read: its 500 bytes at 52 lie outside of the file, which has 56.',
		]);
		expect(archive.entries.map(({ row }) => row)).toEqual([1]);
	});

	test('opens as many BIFs as ids can name, and no more', async () => {
		const key = madeKey({});
		const names = 4098;
		const table = Buffer.alloc(names * 12);
		key.writeUInt32LE(names, 8);
		key.writeUInt32LE(key.length, 16);
		const { archive } = await opened(Buffer.concat([key, table]), {});
		expect(archive.parts.length).toBe(4096);
	});

	test.each([
		[8, /its names of files \(4294967295 of them/],
		[12, /its keys \(4294967295 of them/],
	])('is refused where the count at byte %d is more than it has', async (at, message) => {
		const key = madeKey(BIFS);
		key.writeUInt32LE(0xffffffff, at);
		await expect(opened(key, {})).rejects.toThrow(message);
		await expect(opened(key, {})).rejects.toThrow(InputError);
	});
});
