import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OBJ_FINDINGS } from '../../../importers/obj/findings.ts';
import { read, readTwice, reportLines } from './reading.ts';

const FOLDER = join(import.meta.dirname, 'fixtures');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.obj'));

/** Codes that take a file too large to keep (`limits.test.ts`), or an option (`back-ends.test.ts`). */
const ELSEWHERE = [
	'OBJ_READ_TWICE',
	'OBJ_PARSERS_DIFFER',
	'OBJ_PARSER_HABIT',
	'OBJ_TEXT_TOO_LONG',
	'OBJ_FACE_TOO_LARGE',
	'OBJ_NAME_TOO_LONG',
];

async function readFixture(name: string, isTwice = false) {
	const asked: string[] = [];
	const readSibling = async (path: string): Promise<Uint8Array> => {
		asked.push(path);
		if (!readdirSync(FOLDER).includes(path)) throw new Error('not there');
		return readFileSync(join(FOLDER, path));
	};
	const bytes = readFileSync(join(FOLDER, name));
	const reading = isTwice ? await readTwice(bytes, { readSibling }) : await read(bytes, {}, { readSibling });
	return { ...reading, asked };
}

describe('faulty OBJ files', () => {
	it.each(FILES)('%s is reported as its golden report says', async (name) => {
		const reading = await readFixture(name);
		await expect(reportLines(reading)).toMatchFileSnapshot(join(FOLDER, name.replace(/\.obj$/, '.report.txt')));
		for (const part of reading.scene?.parts ?? []) {
			expect(part.positions.every(Number.isFinite)).toBe(true);
			expect(part.triangles.every((vertex) => vertex * 3 < part.positions.length)).toBe(true);
		}
	});

	it.each(FILES)('%s gives the same scene and the same report with a second opinion', async (name) => {
		const [scanned, parsed] = [await readFixture(name), await readFixture(name, true)];
		expect(parsed.scene).toEqual(scanned.scene);
		expect(parsed.findings).toEqual(scanned.findings);
	});

	it('provoke every finding there is', async () => {
		const provoked = new Set(ELSEWHERE);
		for (const name of FILES) for (const { code } of (await readFixture(name)).findings) provoked.add(code);
		expect(Object.keys(OBJ_FINDINGS).filter((code) => !provoked.has(code))).toEqual([]);
	});

	it('ask for no file outside their folder', async () => {
		const { asked } = await readFixture('libraries.obj');
		expect(asked).toEqual([
			'missing.mtl',
			'two words.mtl',
			'two',
			'words.mtl',
			'colours.mtl missing.mtl',
			'colours.mtl',
			'missing.mtl',
		]);
	});

	it('ask for several libraries with blanks in their names', async () => {
		const { asked } = await readFixture('libraries-with-blanks.obj');
		expect(asked).toEqual([
			'two words.mtl more words.MTL',
			'two words.mtl',
			'more words.MTL',
			'two',
			'words.mtl',
			'more',
			'words.MTL',
			'first half.mtl second half.mtl',
			'first half.mtl',
			'second half.mtl',
		]);
	});

	it.each([1, 3, 7])('in UTF-16 are read in pieces of %i bytes, in either byte order', async (size) => {
		const whole = readFileSync(join(FOLDER, 'utf-16.obj'));
		const expected = await read(whole);
		expect(expected.scene?.nodes.map(({ name }) => name)).toEqual(['Straße']);
		for (const bytes of [Uint8Array.from(whole), Uint8Array.from(whole).map((_, at, all) => all[at ^ 1])]) {
			const pieces = function* (): Generator<Uint8Array> {
				for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
			};
			const { scene, findings } = await read(pieces());
			expect(scene).toEqual(expected.scene);
			expect(findings).toEqual(expected.findings);
		}
	});
});
