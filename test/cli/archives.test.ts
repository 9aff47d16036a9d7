import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type MadeEntry, madeErf, madeRim, wholeOf } from '../reference/archives.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';

const out = scratchFolder();
const at = (...names: string[]): string => join(out, ...names);
const run = (...args: string[]) => wokflow(args, { cwd: out });
const TYPES: Readonly<Record<string, number>> = { wok: 2016, lyt: 3000, vis: 3001 };

let entries: MadeEntry[];

beforeAll(async () => {
	expect(
		(await run('level', join(import.meta.dirname, '../../fixtures/small/two-rooms-seam.glb'), 'level', '-q')).code,
	).toBe(0);
	entries = readdirSync(at('level')).flatMap((file) => {
		const [name, extension] = file.split('.');
		const type = TYPES[extension];
		return type === undefined ? [] : [{ name, type, bytes: readFileSync(at('level', file)) }];
	});
	expect(entries.length).toBe(4);
	mkdirSync(at('mods'));
	writeFileSync(at('mods/two.mod'), wholeOf(madeErf(entries)));
	writeFileSync(at('mods/two.rim'), wholeOf(madeRim(entries)));
	writeFileSync(at('rooms.mod'), wholeOf(madeErf(entries.filter(({ type }) => type === TYPES['wok']))));
});

const roomFiles = (): string[] => entries.filter(({ type }) => type === 2016).map(({ name }) => `${name}.wok`);

describe('an archive is a folder of game resources', () => {
	test.each(['mods/two.mod', 'mods/two.rim', 'mods/*.mod', 'mods/'])('inspect %s', async (word) => {
		const { code, stdout } = await run('inspect', word, '--json');
		expect(code).toBe(0);
		const files = JSON.parse(stdout).walkmeshes.map(({ file }: { file: string }) => file.split('/').at(-1));
		expect(new Set(files)).toEqual(new Set(roomFiles()));
	});

	test('check looks at the level of its layout, alone, named by a pattern or by path', async () => {
		for (const word of ['mods/two.mod', 'mods/*.rim', 'mods/two.mod/two-rooms-seam.lyt']) {
			const { code, stdout } = await run('check', word, '--json');
			expect(code).toBe(0);
			expect(JSON.parse(stdout).checked.map((path: string) => path.split('/').at(-1))).toEqual(['two-rooms-seam.lyt']);
		}
	});

	test('convert makes a file of each of its rooms, or one of all', async () => {
		expect((await run('convert', 'mods/two.mod', '-o', 'glb', '--to', 'glb')).code).toBe(0);
		expect(readdirSync(at('glb')).sort()).toEqual(
			roomFiles()
				.map((name) => name.replace('wok', 'glb'))
				.sort(),
		);
		expect((await run('convert', 'mods/two.rim', 'area.glb')).code).toBe(0);
		expect((await run('convert', 'area.glb', '-o', 'back', '--to', 'wok')).code).not.toBe(3);
	});

	test.each([
		'inspect mods/two.mod',
		'inspect --writer mods/two.mod',
		'convert mods/two.mod limited.glb',
		'convert mods/two.mod -o limited --to glb',
		'rebuild mods/two.mod -o limited',
		'diff mods/two.mod mods/two.mod',
		'plan rooms.mod -o limited.svg',
		'view mods/two.mod -o limited.html',
		'view rooms.mod -o limited.html',
		'game sync check rooms.mod',
	])('%s refuses one of too many files, and takes the option that it names', async (line) => {
		const command = line.split(' ');
		const { code, stderr } = await run(...command, '--max-rooms', '1');
		expect(code).toBe(3);
		const [, option] = / (--max-rooms \d+)/.exec(stderr) ?? [];
		expect(option).toBe(`--max-rooms ${roomFiles().length}`);
		expect((await run(...command, ...option.split(' '))).stderr).not.toContain('TOO_MANY_ROOMS');
	});

	test('query, link, paths, level and identify take it, too', async () => {
		const lines = [
			'query mods/two.mod nearest 0,0',
			'link mods/two.mod --check',
			'paths mods/two.rim -o two.pth',
			'level mods/two.mod again',
			'inspect --writer mods/two.mod',
			'diff mods/two.mod mods/two.rim',
		];
		for (const line of lines) {
			const { code, stderr } = await run(...line.split(' '));
			expect({ line, code, stderr: code === 3 || code === 2 ? stderr : '' }).toEqual({ line, code: 0, stderr: '' });
		}
	});

	test('link --in-place changes its rooms and nothing else of it', async () => {
		const broken = entries.map((entry) =>
			entry.type === 2016 ? { ...entry, bytes: withoutTransitions(entry.bytes) } : entry,
		);
		const old = wholeOf(
			madeErf([{ name: 'other', type: 2029, bytes: Buffer.from('kept') }, ...broken], { padding: 8 }),
		);
		writeFileSync(at('mods/broken.mod'), old);
		const { code } = await run('link', 'mods/broken.mod', '-i');
		expect(code).toBe(0);
		const made = wholeOf(
			madeErf([{ name: 'other', type: 2029, bytes: Buffer.from('kept') }, ...entries], { padding: 8 }),
		);
		expect(Buffer.compare(readFileSync(at('mods/broken.mod')), made)).toBe(0);
		expect(Buffer.compare(readFileSync(at('mods/broken.mod.bak')), old)).toBe(0);
	});
});

test('a build takes files of archives, and notices when they change', async () => {
	writeFileSync(at('built.mod'), wholeOf(madeErf(entries)));
	const targets = {
		level: { level: 'built.mod/two-rooms-seam.lyt', out: 'built' },
		one: { input: `built.mod/${roomFiles()[0]}`, output: 'one.glb' },
	};
	writeFileSync(at('build.json'), JSON.stringify({ targets }));
	const statuses = async (): Promise<string[]> => {
		const { code, stdout, stderr } = await run('build', '--config', 'build.json', '--json');
		expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
		return JSON.parse(stdout).targets.map(({ status }: { status: string }) => status);
	};
	expect(await statuses()).toEqual(['built', 'built']);
	expect(await statuses()).toEqual(['up-to-date', 'up-to-date']);
	const changed = entries.map((entry) =>
		entry.type === 2016 ? { ...entry, bytes: withoutTransitions(entry.bytes) } : entry,
	);
	writeFileSync(at('built.mod'), wholeOf(madeErf(changed)));
	expect(await statuses()).toEqual(['built', 'built']);
});

test('rebuild and fix change rooms of an archive in place, and keep what it was before', async () => {
	for (const [command, ...options] of [['rebuild', '--tree', 'median'], ['fix']]) {
		const name = `${command}.mod`;
		writeFileSync(at(name), wholeOf(madeErf([{ name: 'other', type: 2029, bytes: Buffer.from('kept') }, ...entries])));
		const before = readFileSync(at(name));
		const { code, stderr } = await run(command, name, '-i', ...options);
		expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
		if (Buffer.compare(readFileSync(at(name)), before) === 0) continue;
		expect(Buffer.compare(readFileSync(at(`${name}.bak`)), before)).toBe(0);
		expect(existsSync(at(`${name}.bak2`))).toBe(false);
		const listed = JSON.parse((await run('inspect', name, '--json')).stdout).walkmeshes;
		expect(listed.length).toBe(2);
	}
	expect(existsSync(at('rebuild.mod.bak'))).toBe(true);
});

/** The transitions of a binary walkmesh set to none, by the offsets of its header. */
function withoutTransitions(bytes: Uint8Array): Uint8Array {
	const copy = Buffer.from(bytes);
	const count = copy.readUInt32LE(0x78);
	const offset = copy.readUInt32LE(0x7c);
	for (let row = 0; row < count; row++) copy.writeInt32LE(-1, offset + row * 8 + 4);
	return copy;
}

describe('what is wrong is said', () => {
	test('an entry that is not there, and one that is damaged, by name', async () => {
		const missing = await run('inspect', 'mods/two.mod/nowhere.wok');
		expect(missing.code).toBe(3);
		expect(missing.stderr).toContain(
			'mods/two.mod/nowhere.wok: error: Cannot read the file: the archive has no entry of this name; it has seam_01a.wok, ',
		);
		const damaged = { name: 'damaged', type: 2016, bytes: Buffer.from(''), size: 1e6 };
		writeFileSync(at('damaged.mod'), wholeOf(madeErf([damaged, ...entries])));
		const all = await run('inspect', 'damaged.mod', '--json');
		expect(all.code).toBe(0);
		expect(JSON.parse(all.stdout).walkmeshes.length).toBe(2);
		expect(JSON.parse(all.stdout).findings.map(({ code }: { code: string }) => code)).toContain(
			'ARCHIVE_ENTRY_DAMAGED',
		);
		const one = await run('inspect', 'damaged.mod/damaged.wok');
		expect([one.code, one.stderr]).toEqual([3, expect.stringContaining('Entry "damaged.wok" cannot be read')]);
	});

	test('a file that is no archive, and one without walkmeshes', async () => {
		writeFileSync(at('text.mod'), 'a text, not an archive');
		expect((await run('check', 'text.mod')).code).toBe(3);
		writeFileSync(at('empty.mod'), wholeOf(madeErf([{ name: 'x', type: 2029, bytes: Buffer.from('x') }])));
		const empty = await run('inspect', 'empty.mod');
		expect([empty.code, empty.stderr]).toEqual([3, expect.stringContaining('[INPUT_FOLDER_EMPTY]')]);
		expect(empty.stderr).toContain('This archive contains no files');
		writeFileSync(
			at('two-layouts.mod'),
			wholeOf(madeErf([...entries, { name: 'other', type: 3000, bytes: Buffer.from('') }])),
		);
		const both = await run('query', 'two-layouts.mod', 'room', '1,1');
		expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('has several layouts. Name one of them')]);
	});

	test('names that lead out, devices and marks of a terminal are left out; of names that differ in case the first is used', async () => {
		const wok = entries.find(({ type }) => type === 2016)?.bytes as Uint8Array;
		const names = ['../evil', '..', 'a/b', 'a\\b', 'con', 'aux', '\x1b[31m', '', 'ok', 'OK'];
		writeFileSync(at('hostile.mod'), wholeOf(madeErf(names.map((name) => ({ name, type: 2016, bytes: wok })))));
		const { code, stdout, stderr } = await run('convert', 'hostile.mod', '-o', 'from-hostile', '--to', 'glb', '--json');
		expect(code).toBe(0);
		expect(readdirSync(at('from-hostile'))).toEqual(['ok.glb']);
		expect(existsSync(at('evil.glb'))).toBe(false);
		const codes = JSON.parse(stdout).findings.map((each: { code: string }) => each.code);
		expect(codes.filter((each: string) => each === 'ARCHIVE_ENTRY_NAME').length).toBe(8);
		expect(codes).toContain('ARCHIVE_ENTRY_TWICE');
		expect(stdout + stderr).not.toContain('\x1b[31m');
	});

	test('an archive that is read is not written over', async () => {
		copyFileSync(at('mods/two.mod'), at('own.mod'));
		const before = readFileSync(at('own.mod'));
		const { code, stderr } = await run('convert', 'own.mod', 'own.mod/area.wok');
		expect([code, stderr]).toEqual([1, expect.stringMatching(/SEVERAL_FOR_OUTPUT|OUTPUT_IS_INPUT/)]);
		const one = await run('convert', `own.mod/${roomFiles()[0]}`, 'own.mod/copy.wok');
		expect([one.code, one.stderr]).toEqual([1, expect.stringContaining('[OUTPUT_IS_INPUT]')]);
		expect(Buffer.compare(readFileSync(at('own.mod')), before)).toBe(0);
		expect((await run('convert', `own.mod/${roomFiles()[0]}`, 'own.mod/copy.wok', '--force')).code).toBe(0);
		const { stdout } = await run('inspect', 'own.mod', '--json');
		expect(JSON.parse(stdout).walkmeshes.length).toBe(3);
	});
});
