import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEntry } from '../../game/archives/archive.ts';
import { changedArchive, entryAt, intoArchives, openArchive } from '../../game/archives/archives.ts';
import { type MadeEntry, madeBif, madeErf, madeKey, wholeOf } from '../reference/archives.ts';
import { scratchFolder } from '../support/cli.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const entry = (name: string, bytes = name): MadeEntry => ({ name, type: 2016, bytes: Buffer.from(bytes) });

test('an index on disk finds its BIFs whatever the case and the slashes of their names, and none outside of its folder', async () => {
	const folder = scratchFolder();
	mkdirSync(join(folder, 'Data'));
	writeFileSync(join(folder, 'Data/Models.bif'), wholeOf(madeBif([entry('hall')])));
	writeFileSync(join(folder, 'outside.bif'), wholeOf(madeBif([entry('yard')])));
	const names = ['data\\\\.\\MODELS.BIF', 'data\\gone.bif', '..\\outside.bif'];
	const path = join(folder, 'chitin.key');
	writeFileSync(
		path,
		madeKey({ [names[0]]: [entry('hall')], [names[1]]: [entry('gone')], [names[2]]: [entry('yard')] }),
	);
	const { archive, entries, findings } = await openArchive(path);
	expect([...entries.keys()]).toEqual(['hall.wok']);
	expect(text(await readEntry(archive, archive.entries[0]))).toBe('hall');
	expect(findings.map(({ location, message }) => [location.file, message])).toEqual([
		[path, expect.stringContaining(`"${names[1]}" cannot be read (it does not exist): 1 resource is missing`)],
		[path, expect.stringContaining(`"${names[2]}" cannot be read (its name `)],
	]);
	await expect(changedArchive(path, [])).rejects.toThrow('cannot be written: it is the index of a game');
});

test('an archive on disk uses the first of entries with one name, and is read again when it has changed', async () => {
	const folder = scratchFolder();
	const path = join(folder, 'quay.mod');
	await expect(openArchive(path)).rejects.toMatchObject({
		finding: { code: 'FILE_UNREADABLE', location: { file: path } },
	});
	writeFileSync(path, 'no archive of the game');
	await expect(openArchive(path)).rejects.toMatchObject({
		finding: { code: 'ARCHIVE_INVALID', location: { file: path } },
	});
	writeFileSync(path, wholeOf(madeErf([entry('a', 'one'), entry('A', 'other'), entry('b')])));
	const { archive, findings } = await openArchive(path);
	expect(findings).toMatchObject([{ code: 'ARCHIVE_ENTRY_TWICE', data: { entry: 'a.wok', count: 2 } }]);
	expect((await openArchive(path)).archive).toBe(archive);
	const found = await entryAt(join(path, 'A.WOK'));
	expect(text(await readEntry(archive, found?.entry as never))).toBe('one');
	expect(await entryAt(join(folder, 'a.wok'))).toBeUndefined();
	writeFileSync(path, wholeOf(madeErf([entry('c')])));
	expect([...(await openArchive(path)).entries.keys()]).toEqual(['c.wok']);
});

test('an entry that is not what the caller saw is not replaced, nor one of a type that the game does not know', async () => {
	const path = join(scratchFolder(), 'quay.mod');
	writeFileSync(path, wholeOf(madeErf([entry('a')])));
	const bytes = Buffer.from('new');
	const change = (name: string, before?: string) =>
		intoArchives([{ path: join(path, name), bytes, ...(before === undefined ? {} : { before }) }]);
	await expect(change('A.wok', 'another digest')).rejects.toThrow();
	await expect(change('a.nothing')).rejects.toThrow(
		'"a.nothing" cannot be an entry of an archive: the game has no such type.',
	);
	const [made] = await change('a.wok');
	expect(made.path).toBe(path);
	expect(text(made.bytes)).toContain('new');
});
