import { describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { smallModel } from '../../fixtures/make/model.ts';
import { type GffField, type GffStruct, readGff } from '../../game/gff/gff.ts';
import { writeGff } from '../../game/gff/write.ts';
import { decodeMdl } from '../../game/mdl/decode.ts';
import { mdlImporter, sceneOfMdl, walkmeshOfMdl } from '../../game/mdl/importer.ts';
import { bwmImporter, decodeBwm, fileIdentity } from '../../importers/bwm/decode.ts';
import { twoDAFormat } from '../../importers/twoda/read.ts';
import { lytFormat } from '../../level/formats/read-lyt.ts';
import { visFormat } from '../../level/formats/read-vis.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { describeLocation, InputError, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { encodeLatin } from '../../src/text/cursor.ts';
import { rectangle } from '../support/levels.ts';
import { binaryTable } from '../support/tables.ts';

/**
 * Small files with one thing wrong each: every word that is reported, with its place, and what was read in spite of it. The goldens hold what a
 * person reads; look at them when they change.
 */

type Case = readonly [name: string, bytes: Uint8Array];

function told(cases: readonly Case[], read: (bytes: Uint8Array, report: Report) => unknown): string {
	const lines = cases.flatMap(([name, bytes]) => {
		const report = new Report();
		let result = 'not read';
		const { findings } = report;
		const all = [...findings];
		try {
			result = JSON.stringify(read(bytes, report), (_, value) => (Object.is(value, -0) ? '-0' : value));
			all.push(...report.findings);
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
			all.push(...report.findings, error.finding);
		}
		const words = all.map(({ severity, code, location, message }) => {
			const place = describeLocation(location);
			return `${severity} ${code}${place === '' ? '' : ` ${place}`}\n  ${message}`;
		});
		return [`# ${name}`, ...words, `= ${result}`];
	});
	return `${lines.join('\n')}\n`;
}

const latin = (text: string): Uint8Array => encodeLatin(text);
const crlf = (lines: readonly string[]): Uint8Array => latin(lines.map((line) => `${line}\r\n`).join(''));

/** A text with some of its lines replaced, by number from 1; an empty list takes a line out. */
function changed(lines: readonly string[], changes: Readonly<Record<number, readonly string[]>>): Uint8Array {
	return crlf(lines.flatMap((line, index) => changes[index + 1] ?? [line]));
}

describe('what is reported about faulty files', () => {
	test('layouts', async () => {
		const LINES = [
			'#MAXLAYOUT ASCII',
			'filedependancy a b.max',
			'beginlayout',
			'   roomcount 2',
			'      r_01 1.5 -2.0 3.0',
			'      r_02 0.0 0.0 0.0',
			'   trackcount 0',
			'   obstaclecount 0',
			'   doorhookcount 1',
			'      r_01 d_01 3 1.0 2.0 3.0 1.0 0.0 0.0 0.0',
			'donelayout',
		];
		const room = (line: string): Uint8Array => changed(LINES, { 5: [line] });
		const hook = (line: string): Uint8Array => changed(LINES, { 10: [line] });
		const cases: Case[] = [
			['good', crlf(LINES)],
			['no text', Uint8Array.of(66, 0, 1)],
			['UTF-16', Uint8Array.of(0xff, 0xfe, 98, 0)],
			['nothing', latin('')],
			['only a comment', crlf(['#MAXLAYOUT ASCII'])],
			['prose', crlf(['', '   It was a dark night.  '])],
			['a page', crlf(['<html>'])],
			['only the beginning', crlf(['beginlayout'])],
			['only an unknown section', crlf(['soundcount 1'])],
			['no end', changed(LINES, { 11: [] })],
			['text behind the end', changed(LINES, { 11: ['donelayout', 'more'] })],
			['two lines behind the end', changed(LINES, { 11: ['donelayout', '', 'more', 'roomcount 1'] })],
			['words behind the end', changed(LINES, { 11: ['donelayout now please'] })],
			['no beginning', changed(LINES, { 3: [] })],
			['two beginnings', changed(LINES, { 3: ['beginlayout', 'beginlayout'] })],
			['a beginning with words', changed(LINES, { 3: ['beginlayout all of it'] })],
			['a beginning behind a section', changed(LINES, { 3: [], 6: [LINES[5], 'beginlayout'] })],
			['a section missing', changed(LINES, { 7: [], 8: [] })],
			['sections in another order', changed(LINES, { 7: [LINES[7]], 8: [LINES[6]] })],
			['a section twice', changed(LINES, { 7: [LINES[3], LINES[5], LINES[6]] })],
			[
				'unknown sections',
				changed(LINES, { 7: ['soundcount 0', 'walkmeshrooms 1', ' a', 'xcount 2', ' b', ' c', LINES[6]] }),
			],
			['no section', changed(LINES, { 7: [LINES[6], 'soundcount x', 'soundcount 1 2', 'sounds 1'] })],
			['no count', changed(LINES, { 4: ['   roomcount'] })],
			['a count that is no number', changed(LINES, { 4: ['   roomcount x'] })],
			['a count below zero', changed(LINES, { 4: ['   roomcount -1'] })],
			['a count in another form', changed(LINES, { 4: ['   roomcount 02'] })],
			['a count with words', changed(LINES, { 4: ['   roomcount 2 of them'] })],
			['counts that are wrong', changed(LINES, { 4: ['   roomcount 3'], 9: ['   doorhookcount 0'] })],
			['a line of no section', changed(LINES, { 3: [LINES[2], '   stray  words '] })],
			['a blank in a name', room('      r 01 1.5 -2.0 3.0')],
			['blanks in a name', room('      r of ours 1.5 -2.0 3.0')],
			['a name and two words', room('      r 01 1.5 2.0')],
			['a number missing', room('      r_01 1.5 2.0')],
			['numbers missing', room('      r_01')],
			['no number', room('      r_01 1.5 y 3.0')],
			['words behind the numbers', room('      r_01 1.5 -2.0 3.0 4.0 end')],
			['numbers in another form', room('      r_01 1.50 -2 3')],
			['a comma for a point', room('      r_01 1,5 -2,0 3.0')],
			['numbers beyond float32', room('      r_01 1e99 nan 3.0')],
			['a count beyond all lines', changed(LINES, { 4: ['   roomcount 1000000000'] })],
			['a count beyond 32 bits', changed(LINES, { 4: ['   roomcount 99999999999'] })],
			['a name that no model has', room('      r-01 0.0 0.0 0.0')],
			['a name that is too long', room('      a_name_that_is_too_long 0.0 0.0 0.0')],
			['a hook without its number', hook('      r_01 d_01 1.0 2.0 3.0 1.0 0.0 0.0 0.0')],
			['a hook with nine words', hook('      r_01 d_01 x 2.0 3.0 1.0 0.0 0.0 0.0')],
			['a hook whose number is none', hook('      r_01 d_01 x 1.0 2.0 3.0 1.0 0.0 0.0 0.0')],
			['a hook whose number is not whole', hook('      r_01 d_01 0.5 1.0 2.0 3.0 1.0 0.0 0.0 0.0')],
			['a hook whose number has another form', hook('      r_01 d_01 +3 1.0 2.0 3.0 1.0 0.0 0.0 0.0')],
			['a hook of a door with a blank', hook('      r_01 d 01 3 1.0 2.0 3.0 1.0 0.0 0.0 0.0')],
			['a hook of a door with blanks', hook('      r_01 d of ours 3 1.0 2.0 3.0 1.0 0.0 0.0 0.0')],
			['a hook with words behind it', hook('      r_01 d_01 3 1.0 2.0 3.0 1.0 0.0 0.0 0.0 7 end')],
			['a hook with a number behind it', hook('      r_01 d_01 3 1.0 2.0 3.0 1.0 0.0 0.0 0.0 7.0')],
			['a hook with numbers missing', hook('      r_01 d_01 3 1.0 2.0 3.0')],
			['a hook with a room alone', hook('      r_01')],
			['a hook of no room', hook('      r_09 d_01 3 1.0 2.0 3.0 1.0 0.0 0.0 0.0')],
			['two dependencies', changed(LINES, { 2: [LINES[1], 'filedependancy c.max'] })],
			['a dependency without a name', changed(LINES, { 2: ['filedependancy'] })],
			['a dependency spelt otherwise', changed(LINES, { 2: ['FileDependency a.max'] })],
			['a dependency behind the beginning', changed(LINES, { 2: [], 3: [LINES[2], LINES[1]] })],
			['a dependency behind a section', changed(LINES, { 2: [], 3: [], 7: [LINES[6], LINES[1]] })],
			['a mark at the beginning', latin(`\xef\xbb\xbf${LINES.join('\r\n')}\r\n`)],
			['no first line', changed(LINES, { 1: [] })],
			['a first line that comes later', changed(LINES, { 1: [], 3: [LINES[2], LINES[0]] })],
			['a first line behind a word', changed(LINES, { 1: ['stray', LINES[0]] })],
			['a first line twice', changed(LINES, { 1: [LINES[0], LINES[0]] })],
			['comments', changed(LINES, { 5: [`${LINES[4]} #here`, '# there'] })],
		];
		expect(lytFormat).toMatchObject({ name: 'lyt', extensions: ['.lyt'] });
		await expect(told(cases, lytFormat.read)).toMatchFileSnapshot('./goldens/lyt.txt');
	});

	test('visibility files', async () => {
		const LINES = ['r_01 2', '  r_02', '  r_03', 'r_02 1', '  r_01', 'r_03 0'];
		const cases: Case[] = [
			['good', crlf(LINES)],
			['no text', Uint8Array.of(65, 0)],
			['nothing', latin('')],
			['a name that is none', latin('<html> 0\r\n')],
			['a count below zero', changed(LINES, { 6: ['r_03 -1'] })],
			['numbers in another form', changed(LINES, { 6: ['r_03 00'] })],
			['only blanks', latin(' \t\r\n  \r\n')],
			['a count too large', changed(LINES, { 4: ['r_02 3'] })],
			['a count too small', changed(LINES, { 1: ['r_01 1'] })],
			['no count', changed(LINES, { 4: ['r_02'] })],
			['a count that is no number', changed(LINES, { 4: ['r_02 x'] })],
			['a count and words', changed(LINES, { 4: ['r_02 1 of  them'] })],
			['no count and words', changed(LINES, { 4: ['r_02 one of them'] })],
			['a version line', changed(LINES, { 1: ['room V3.28 ', LINES[0]] })],
			['a version line behind a room', changed(LINES, { 4: ['room v3', '  lost  ', LINES[3]] })],
			['a word with a version in it', changed(LINES, { 4: ['r_02 xv3'] })],
			['a line of no room', latin('  lost\tone \r\nr_01 0\r\n')],
			['an entry twice', crlf([...LINES, 'R_02 2', '  r_01', '  r_03'])],
			['a room that is seen twice', crlf([...LINES, 'r_04 2', '  Ä_1', '  ä_1', 'r_05 2', '  r_01', '  R_01'])],
			['words behind a room that is seen', changed(LINES, { 2: ['  r_02 and  r_07'] })],
			['names that are none', changed(LINES, { 2: ['  r-2'], 6: ['a_name_that_is_much_too_long 0'] })],
			['no indents', crlf(LINES.map((line) => line.trim()))],
			['no indents and words', crlf(['r_01 2', 'r_02', 'r_03 more', 'r_04 0'])],
			['no indents and blank lines', crlf(['r_01 1', '   ', 'r_02', '\t'])],
			['an indent in the first line alone', crlf(['  lost', 'r_01 1', 'r_02', 'r_03 0'])],
			['tabs', crlf(LINES.map((line) => line.replace('  ', '\t')))],
			['a mark at the beginning', latin(`\xef\xbb\xbf${LINES.join('\r\n')}\r\n`)],
			['several habits', latin(`${LINES.join('\n').replace('  r_02', '     r_02')}`)],
		];
		expect(visFormat).toMatchObject({ name: 'vis', extensions: ['.vis'] });
		await expect(told(cases, visFormat.read)).toMatchFileSnapshot('./goldens/vis.txt');
	});

	test('tables', async () => {
		const TABLE = {
			columns: ['label', 'walk'],
			rows: [
				{ label: '0', cells: ['Stone', '1'] },
				{ label: '1', cells: ['', '0'] },
			],
		};
		const binary = binaryTable(TABLE);
		const at = (bytes: Uint8Array, offset: number, word: number): Uint8Array => {
			const copy = Uint8Array.from(bytes);
			new DataView(copy.buffer).setUint16(offset, word, true);
			return copy;
		};
		// Magic, names, count and labels of the rows.
		const cells = 9 + 'label\twalk\t\0'.length + 4 + '0\t1\t'.length;
		const text = (...lines: string[]): Uint8Array => latin(lines.join('\n'));
		const cases: Case[] = [
			['good, binary', binary],
			['good, text', text('2DA V2.0', '', 'a b', '0 x 1', '1 **** "y z"')],
			['nothing', latin('')],
			['another format', latin('BWM V1.0')],
			['a page', latin('<html>')],
			['another version', latin('2DA V1.0\n')],
			['an empty line above the magic', latin('\n2DA V2.0\n\na\n0 x\n')],
			['a mark at the beginning', Uint8Array.of(0xef, 0xbb, 0xbf, ...binary)],
			['blanks behind the magic', latin('2DA V2.b \r\n\ta\t\0\0\0\0\0\0\0')],
			['no columns', latin('2DA V2.b\n\0\0\0\0\0\0\0')],
			...[8, 9, 12, 15, 21, 22, 24, 26, 27, 28, 30, 37, 39, 40].map(
				(end): Case => [`cut at ${end}`, binary.subarray(0, end)],
			),
			['names that end with NUL', binaryTable(TABLE, { separator: '\0' })],
			['a size of the strings that is wrong', binaryTable(TABLE, { stated: 99 })],
			['too many rows', latin('2DA V2.b\na\tb\t\0\x06\0\0\x000\t1\t2\t3\t4\t5\t\0\0')],
			['as many rows as there is room for', latin('2DA V2.b\na\t\0\x01\0\0\0\t\0\0\0\0')],
			['one row more', latin('2DA V2.b\na\t\0\x02\0\0\0\t\0\0\0\0')],
			['a cell behind the strings', at(binary, cells + 2, 10)],
			['a cell at the last byte of the strings', at(binary, cells + 2, 8)],
			['a cell beyond them', at(binary, cells + 6, 500)],
			['a string without an end', binary.subarray(0, binary.length - 1)],
			['columns of one name', text('2DA V2.0', 'Walk walk WALK', '0 1 2 3')],
			['rows that are short', text('2DA V2.0', 'DEFAULT: "no ne"', 'a b c', '0 1', '1', '2 1 2')],
			['rows that are short, without a default', text('2DA V2.0', 'a b', '0 1')],
			['a default that is blank', text('2DA V2.0', 'DEFAULT: ****', 'a b', '0 1')],
			['a default without a blank', text('2DA V2.0', 'default:none', 'a b', '0 1')],
			['a default behind a tab', text('2DA V2.0', 'Default:\tnone', 'a b', '0 1')],
			[
				'blank lines and a quote',
				text('2DA V2.0   ', '', '  \t ', '  Label  Walk', '', '0 Stone 1', '   7\t"Deep water"\t****', ''),
			],
			['a default of nothing', text('2DA V2.0', 'DEFAULT:', 'a b', '0 1')],
			['a default within its word', text('2DA V2.0', 'default:x', 'a b', '0 1')],
			['a column that ends like one', text('2DA V2.0', 'xdefault: b', '0 1 2')],
			['two defaults, the second one columns', text('2DA V2.0', 'DEFAULT: x', 'DEFAULT: b', '0 1')],
			['rows that are long', text('2DA V2.0', 'a b', '0 1 2 3')],
			['a quote that is open', text('2DA V2.0', 'a b', '0 "x" "y', '1 2 3')],
			['no columns, text', text('2DA V2.0', 'DEFAULT: x')],
			['no text', latin('2DA V2.0\n\0a')],
		];
		expect(twoDAFormat).toMatchObject({ name: '2da', extensions: ['.2da'] });
		await expect(told(cases, twoDAFormat.read)).toMatchFileSnapshot('./goldens/2da.txt');
	});

	test('GFFs', async () => {
		const nested = (depth: number): GffStruct => ({
			id: depth,
			fields: depth === 0 ? [] : [{ label: 'a', type: 'struct', value: nested(depth - 1) }],
		});
		const bytes = writeGff({
			type: 'GIT ',
			root: {
				id: 7,
				fields: [
					{ label: 'Text', type: 'string', value: 'ab' },
					{ label: 'Name', type: 'resref', value: 'c' },
					{ label: 'Texts', type: 'texts', value: { reference: 3, texts: [{ id: 1, text: 'de' }] } },
					{ label: 'Bytes', type: 'void', value: Uint8Array.of(1, 2) },
					{ label: 'Wide', type: 'double', value: 0.5 },
					{ label: 'Place', type: 'vector', value: [1, 2, 3] },
					{ label: 'Turn', type: 'orientation', value: [0, 0, 0, 1] },
					{ label: 'List', type: 'list', value: [{ id: 1, fields: [] }] },
				] satisfies GffField[],
			},
		});
		const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		const word = (at: number): number => view.getUint32(at, true);
		const withWord = (at: number, value: number): Uint8Array => {
			const copy = bytes.slice();
			new DataView(copy.buffer).setUint32(at, value, true);
			return copy;
		};
		const [structs, fields, , data, fieldIndices, listIndices] = [8, 16, 24, 32, 40, 48].map(word);
		/** Where the value of a field stands. */
		const value = (field: number): number => fields + field * 12 + 8;
		const cases: Case[] = [
			['good', bytes],
			['too short', bytes.subarray(0, 55)],
			['another version', withWord(4, 0x30315856)],
			['a header alone', bytes.subarray(0, 56)],
			...([8, 16, 24, 32, 40, 48] as const).flatMap((at): Case[] => [
				[`the table at ${at} begins behind the end`, withWord(at, bytes.length)],
				[`the table at ${at} is shorter by one`, withWord(at + 4, word(at + 4) - 1)],
			]),
			['cut off by a byte', bytes.subarray(0, bytes.length - 1)],
			['more fields than there are', withWord(structs + 8, 9)],
			['a list of fields behind its table', withWord(structs + 4, 4)],
			['a field that is not there', withWord(fieldIndices, 8)],
			['a label that is not there', withWord(fields + 4, 8)],
			['a type that is not known', withWord(fields, 18)],
			['a text that is longer than the data', withWord(data, 0xffff)],
			...[0, 1, 2, 3, 4, 5, 6].map(
				(field): Case => [`the value of field ${field} lies at the end`, withWord(value(field), word(36))],
			),
			['more structs in a list than there are', withWord(listIndices, 2)],
			['a list that is behind the others', withWord(value(7), 5)],
			['a struct that is not there', withWord(listIndices + 4, 2)],
			['a struct in itself', withWord(listIndices + 4, 0)],
			['201 structs within each other', writeGff({ type: 'GIT ', root: nested(201) })],
		];
		const read = (each: Uint8Array, report: Report): unknown => {
			const gff = readGff(each, report);
			return { ...gff, root: JSON.parse(JSON.stringify(gff.root)) };
		};
		await expect(told(cases, read)).toMatchFileSnapshot('./goldens/gff.txt');
		expect(() => readGff(writeGff({ type: 'GIT ', root: nested(200) }), new Report())).not.toThrow();
	});

	test('binary walkmeshes', async () => {
		const bytes = encodeBwm(deriveBwm({ ...rectangle(0, 0, 4, 3), name: 'a' }, K1, new Report()));
		const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		const withWord = (...changes: (readonly [at: number, value: number])[]): Uint8Array => {
			const copy = Uint8Array.from(bytes);
			for (const [at, value] of changes) new DataView(copy.buffer).setUint32(at, value, true);
			return copy;
		};
		const [NAN, INFINITE] = [0x7fc00000, 0x7f800000];
		const [vertices, faces, materials] = [0x4c, 0x54, 0x58].map((at) => view.getUint32(at, true));
		const tables = [0x48, 0x50, 0x64, 0x70, 0x78, 0x80];
		const longer = new Uint8Array(bytes.length + 5);
		longer.set(bytes);
		const cases: Case[] = [
			['good', bytes],
			['nothing', latin('')],
			['something else', latin('BMW V1.0')],
			['letters that are none', Uint8Array.of(0x42, 0x00, 0xe4, 0x7f, 0x7e, 0x20)],
			['another version', latin('BWM V2.0'.padEnd(200))],
			['a part of the magic', latin('BWM V')],
			['a header that is short by a byte', bytes.subarray(0, 135)],
			['another type', withWord([8, 2])],
			...tables.flatMap((at): Case[] => [
				[`a count of millions at ${at}`, withWord([at, 0x7fffffff])],
				[`a table in the header, ${at}`, withWord([at === 0x64 ? 0x68 : at + 4, 135])],
				[`a table that ends behind the file, ${at}`, withWord([at === 0x64 ? 0x68 : at + 4, bytes.length - 4])],
			]),
			['tables over each other', withWord([0x58, vertices])],
			['bytes behind the last table', longer],
			['cut off by a byte', bytes.subarray(0, bytes.length - 1)],
			['a hook that is no place', withWord([0x0c, NAN], [0x18 + 4, INFINITE], [0x24 + 8, NAN], [0x30, NAN])],
			['a position that is none', withWord([0x3c + 8, NAN])],
			['a vertex that is no place', withWord([vertices + 16, NAN])],
			['a vertex that is too far', withWord([vertices + 36, INFINITE])],
			['a face with a vertex that is not there', withWord([faces + 16, 4])],
			['a face with the last vertex', withWord([faces + 16, 3])],
			['a surface of any number', withWord([materials, 1000])],
		];
		const read = (each: Uint8Array, report: Report): unknown => {
			const file = decodeBwm(each, report);
			return [file.type, file.materials.length, file.loose.map((gap) => [gap.offset, gap.bytes.length])];
		};
		await expect(told(cases, read)).toMatchFileSnapshot('./goldens/bwm.txt');
		const { name, extensions, roomExtensions, sniff } = bwmImporter;
		expect([name, ...extensions, ...(roomExtensions ?? [])]).toEqual(['bwm', '.wok', '.pwk', '.dwk', '.wok']);
		expect(['BWM V1.0', 'BWM ', 'BWM', 'bwm V1.0', ' BWM V1.0'].map((text) => sniff?.(latin(text)))).toEqual([
			true,
			true,
			false,
			false,
			false,
		]);
		expect(() => decodeBwm(bytes, new Report(), 2)).not.toThrow();
		expect(() => decodeBwm(bytes, new Report(), 1)).toThrow(InputError);
	});

	test('binary models', async () => {
		const { mdl } = smallModel();
		const view = new DataView(mdl.buffer, mdl.byteOffset, mdl.byteLength);
		/** Offsets count from behind the header of the file. */
		const word = (at: number): number => view.getUint32(at + 12, true);
		const withWord = (...changes: (readonly [at: number, value: number])[]): Uint8Array => {
			const copy = Uint8Array.from(mdl);
			for (const [at, value] of changes) new DataView(copy.buffer).setUint32(at + 12, value, true);
			return copy;
		};
		const withShort = (at: number, value: number): Uint8Array => {
			const copy = Uint8Array.from(mdl);
			new DataView(copy.buffer).setUint16(at + 12, value, true);
			return copy;
		};
		const root = word(40);
		const children = word(root + 44);
		const [light, , drawn, walkmesh] = [0, 1, 2, 3].map((i) => word(children + i * 4));
		const mesh = walkmesh + 80;
		const tree = word(mesh + 332);
		const [NAN, INFINITE] = [0x7fc00000, 0x7f800000];
		// Nodes lie one behind the other: 10 faces have 19.
		const leaf = Array.from({ length: 19 }, (_, i) => tree + i * 40).filter((at) => word(at + 32) !== 0xffffffff);
		const cases: Case[] = [
			['good', mdl],
			['a text', latin('newmodel a\nnode dummy a\n')],
			['nothing', latin('')],
			['too short to tell', mdl.subarray(0, 19)],
			['a header alone', mdl.subarray(0, 20)],
			['another kind', withWord([0, 1234567])],
			['a size without a header', withWord([-8, 100])],
			['cut off by a byte', mdl.subarray(0, mdl.length - 1)],
			['bytes behind it', Uint8Array.from([...mdl, 1, 2, 3])],
			['a root that lies elsewhere', withWord([40, 0xfffffff0])],
			['a root that is its own child', withWord([children, root])],
			['a node that is reached twice', withWord([children + 4, light])],
			['four thousand million children', withWord([root + 48, 0xffffffff])],
			['children that lie elsewhere', withWord([root + 44, mdl.length])],
			['names that lie elsewhere', withWord([184, mdl.length])],
			['fewer names than there are', withWord([188, 2])],
			['a name without an end', withWord([word(184), 8])],
			['a node whose name is not there', withShort(light + 4, 99)],
			['a node that is nowhere', withWord([light + 16, NAN])],
			['a node that is turned nowhere', withWord([light + 28 + 12, INFINITE])],
			['a light that is a mesh as well', withShort(light, 0x23)],
			['a saber', withShort(walkmesh, 0xa21)],
			['more faces than it has bytes', withWord([mesh + 12, 0x7fffffff])],
			['a face more than it has', withWord([mesh + 12, 11])],
			['faces that lie elsewhere', withWord([mesh + 8, mdl.length])],
			['no faces', withWord([mesh + 12, 0])],
			['vertices that lie elsewhere', withWord([mesh + 328, 0xffffff])],
			['a vertex that is no place', withWord([word(mesh + 328) + 16, NAN])],
			['a corner that there is not', withShort(word(mesh + 8) + 32 + 28, word(mesh + 304) & 0xffff)],
			['a vertex less than it has', withShort(mesh + 304, (word(mesh + 304) & 0xffff) - 1)],
			['counts of corners that lie elsewhere', withWord([mesh + 176, mdl.length])],
			['lists of corners that lie elsewhere', withWord([mesh + 188, mdl.length])],
			['corners that lie elsewhere', withWord([word(mesh + 188), mdl.length])],
			['no lists of corners', withWord([mesh + 192, 0], [mesh + 188, mdl.length])],
			['a drawn mesh that is not drawn', withShort(drawn + 80 + 312, 0)],
			['two walkmeshes', withShort(drawn, 0x221)],
			['no walkmesh', withShort(walkmesh, 0x21)],
			['a tree that lies elsewhere', withWord([mesh + 332, 0xfffffff0])],
			['a tree with a circle', withWord([tree + 24, tree])],
			['a tree with a node twice', withWord([tree + 28, word(tree + 24)])],
			['a tree with a node elsewhere', withWord([tree + 28, mdl.length])],
			['a tree that is divided along nothing', withWord([tree + 36, 3])],
			['a tree of one leaf', withWord([tree + 32, 0])],
			['a tree with a face twice', withWord([leaf[1] + 32, word(leaf[0] + 32)])],
			['a tree with a face that there is not', withWord([leaf[0] + 32, 10])],
			[
				'a tree with a leaf that is divided',
				withWord([leaf[9] + 32, 0xffffffff], [leaf[9] + 36, 1], [leaf[9] + 24, tree + 4]),
			],
			['a plane of a leaf', withWord([leaf[0] + 36, 5])],
		];
		const read = (each: Uint8Array, report: Report): unknown => {
			const model = decodeMdl(each, report);
			const { walkmesh: twin } = model;
			const scene = sceneOfMdl(model, 'a');
			return {
				name: model.name,
				game: model.game,
				nodes: model.nodes.map(({ name, parent, flags, position, mesh: own }) =>
					[name, parent, flags, position, own?.surfaces.length, own?.isDrawn, own?.rows.start, own?.rows.size].join(
						' ',
					),
				),
				scene: scene.parts.map((part) => [part.name, part.positions.length, part.triangles.length].join(' ')),
				...(twin === undefined
					? {}
					: {
							node: twin.node,
							surfaces: [...twin.mesh.surfaces].join(),
							tree: [twin.treeOffset - tree, twin.treeSize, twin.tree?.nodeCount, twin.tree?.i32.join()].join(' '),
							positions: walkmeshOfMdl(model, twin, 'a').walkmesh.positions.length,
						}),
			};
		};
		await expect(told(cases, read)).toMatchFileSnapshot('./goldens/mdl.txt');
		expect(mdlImporter).toMatchObject({ name: 'mdl', extensions: ['.mdl'] });
		expect(
			[mdl, mdl.subarray(0, 16), mdl.subarray(0, 15), latin('newmodel a'.padEnd(30))].map((each) =>
				mdlImporter.sniff?.(each),
			),
		).toEqual([true, true, false, false]);
		expect(() => decodeMdl(mdl, new Report(), 12)).not.toThrow();
		expect(() => decodeMdl(mdl, new Report(), 11)).toThrow(InputError);
	});
});

test.each([
	['crate.pwk', { name: 'crate', kind: 'placeable' }],
	['a.b.wok', { name: 'a.b', kind: 'placeable' }],
	['crate', { name: 'crate', kind: 'placeable' }],
	['door.dwk', { name: 'door', kind: 'door' }],
	['door0.DWK', { name: 'door', kind: 'door', doorState: 'closed' }],
	['door1.dwk', { name: 'door', kind: 'door', doorState: 'open1' }],
	['door2.dwk', { name: 'door', kind: 'door', doorState: 'open2' }],
	['door3.dwk', { name: 'door3', kind: 'door' }],
	['door12.dwk', { name: 'door1', kind: 'door', doorState: 'open2' }],
	['door0.dwk.pwk', { name: 'door0.dwk', kind: 'placeable' }],
])('the name of a file says what a binary walkmesh is: %s', (fileName, identity) => {
	expect(fileIdentity(fileName)).toEqual(identity);
});
