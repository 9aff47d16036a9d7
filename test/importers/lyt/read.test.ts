import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLyt } from '../../../level/formats/read-lyt.ts';
import { writeLyt } from '../../../level/formats/write.ts';
import { Report, UsageError } from '../../../src/findings/report.ts';
import type { Layout } from '../../../src/model/level.ts';
import { codesOf, failureOf } from '../../support/codes.ts';
import { crlf, damaged, layouts } from '../../support/layouts.ts';
import { runs, THOROUGH } from '../../support/thorough.ts';

const EXACT = [
	'#MAXLAYOUT ASCII',
	'filedependancy tower.max',
	'beginlayout',
	'   roomcount 3',
	'      Tower_01 10.0 -20.5 0.0',
	'      **** 0.0 0.0 0.0',
	'      tower_02 123.456 1e-007 3.84015e-007',
	'   trackcount 1',
	'      tower_mgt 0.0 0.0 0.0',
	'   obstaclecount 1',
	'      tower_mgo 1.0 2.0 3.0',
	'   doorhookcount 1',
	'      Tower_01 Door_01 0 12.0 -20.5 0.0 0.92388 0.0 0.0 -0.382683',
	'donelayout',
];

const READ: Layout = {
	dependency: 'tower.max',
	rooms: [
		{ model: 'Tower_01', position: [10, -20.5, 0] },
		{ model: '****', position: [0, 0, 0] },
		{ model: 'tower_02', position: [123.456, 1e-7, 3.84015e-7] },
	],
	tracks: [{ model: 'tower_mgt', position: [0, 0, 0] }],
	obstacles: [{ model: 'tower_mgo', position: [1, 2, 3] }],
	doorHooks: [
		{
			room: 'Tower_01',
			door: 'Door_01',
			flag: 0,
			position: [12, -20.5, 0],
			orientation: [0.92388, 0, 0, -0.382683],
		},
	],
};

interface Outcome {
	readonly layout: Layout;
	readonly report: Report;
}

function read(bytes: Uint8Array): Outcome {
	const report = new Report();
	return { layout: readLyt(bytes, report), report };
}

/** The exact file with some lines replaced; an empty list takes the line out. Line numbers from 1. */
function readWith(changes: Readonly<Record<number, readonly string[]>>): Outcome {
	return read(crlf(...EXACT.flatMap((line, index) => changes[index + 1] ?? [line])));
}

describe('a layout in the form of the game', () => {
	it('is read without a finding and written with the same bytes', () => {
		const { layout, report } = read(crlf(...EXACT));
		expect(report.findings).toEqual([]);
		expect(layout).toEqual(READ);
		expect(writeLyt(layout)).toEqual(crlf(...EXACT));
	});
});

describe('other forms', () => {
	it.each<[string, string, Uint8Array]>([
		['line ends other than CRLF', 'LF', new TextEncoder().encode(`${EXACT.join('\n')}\n`)],
		['line ends other than CRLF', 'CR', new TextEncoder().encode(`${EXACT.join('\r')}\r`)],
		['no line end after the last line', 'no last line end', new TextEncoder().encode(EXACT.join('\r\n'))],
		['a byte order mark', 'byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...crlf(...EXACT))],
		['tabs', 'tabs', crlf(...EXACT.map((line) => line.replace(/^ +/, '\t').replace(' ', '\t')))],
		['other blanks', 'blanks', crlf(...EXACT.map((line) => (line.startsWith('#') ? line : `  ${line}  `)))],
		[
			'keywords in other letters',
			'letter case',
			crlf(...EXACT.map((line) => line.replace(/^ *\w+count|^\w+layout/, (k) => k.toUpperCase()))),
		],
		[
			'numbers in another form',
			'fixed decimals',
			crlf(...EXACT.map((line) => line.replace(/ 10\.0 -20\.5 /, ' 10.000000 -2.05e+01 '))),
		],
		['numbers in another form', 'the flag', crlf(...EXACT.map((line) => line.replace('Door_01 0', 'Door_01 +00')))],
		['numbers in another form', 'a count', crlf(...EXACT.map((line) => line.replace('roomcount 3', 'roomcount 03')))],
		[
			'comments',
			'comments',
			crlf(...EXACT.flatMap((line) => (line.startsWith('#') ? [line] : [`${line} # note`, '  # another']))),
		],
		['blank lines', 'blank lines', crlf(...EXACT.flatMap((line) => [line, '', '  ']))],
		['no line "#MAXLAYOUT ASCII"', 'no header', crlf(...EXACT.slice(1))],
		[
			'"filedependancy" spelt otherwise',
			'correct spelling',
			crlf(...EXACT.map((line) => line.replace('ancy', 'ency'))),
		],
		[
			'"filedependancy" after "beginlayout"',
			'a late dependency',
			crlf(EXACT[0], EXACT[2], EXACT[1], ...EXACT.slice(3)),
		],
	])('%s: %s', (habit, _, bytes) => {
		const { layout, report } = read(bytes);
		expect(codesOf(report)).toEqual(['LAYOUT_FORM']);
		expect(report.findings[0].data?.['habits']).toContain(habit);
		expect(layout.rooms).toHaveLength(READ.rooms.length);
		expect({ ...layout, rooms: layout.rooms.map((room) => room.position.map(Math.fround)) }).toEqual({
			...READ,
			rooms: READ.rooms.map((room) => room.position.map(Math.fround)),
		});
		expect(writeLyt(layout)).toEqual(crlf(...EXACT));
	});

	it('takes a header that is not quite one for a comment', () => {
		const { report } = readWith({ 1: ['#MAXLAYOUT ASCII '] });
		expect(report.findings[0].data?.['habits']).toEqual(['comments', 'no line "#MAXLAYOUT ASCII"']);
	});

	it('takes a dependency without a name for none', () => {
		const { layout, report } = readWith({ 2: ['filedependancy'] });
		expect(layout.dependency).toBeUndefined();
		expect(report.findings[0].data?.['habits']).toEqual(['"filedependancy" without a name']);
	});
});

describe('damage that leaves something to read', () => {
	it('counts lines where a count is too small or too large', () => {
		for (const count of [1, 2, 4, 1_000_000_000]) {
			const { layout, report } = readWith({ 4: [`   roomcount ${count}`] });
			expect(layout).toEqual(READ);
			expect(report.findings).toMatchObject([
				{ code: 'LAYOUT_COUNT_MISMATCH', location: { line: 4 }, data: { section: 'room', count, found: 3 } },
			]);
		}
	});

	it('counts lines where there is no count', () => {
		for (const count of ['', ' x', ' -1', ' 3.0', ' 99999999999']) {
			const { layout, report } = readWith({ 4: [`   roomcount${count}`] });
			expect(layout).toEqual(READ);
			expect(codesOf(report)).toEqual(['LAYOUT_COUNT_INVALID']);
		}
	});

	it('takes missing sections for empty', () => {
		const { layout, report } = readWith({ 8: [], 9: [], 12: [], 13: [] });
		expect(layout).toEqual({ ...READ, tracks: [], doorHooks: [] });
		expect(report.findings.map(({ code, data }) => [code, data])).toEqual([
			['LAYOUT_SECTION_MISSING', { section: 'track' }],
			['LAYOUT_SECTION_MISSING', { section: 'doorhook' }],
		]);
	});

	it('takes sections in another order', () => {
		const { layout, report } = read(
			crlf(...EXACT.slice(0, 3), ...EXACT.slice(11, 13), ...EXACT.slice(3, 11), EXACT[13]),
		);
		expect(layout).toEqual(READ);
		expect(codesOf(report)).toEqual(['LAYOUT_SECTION_ORDER', 'LAYOUT_SECTION_ORDER', 'LAYOUT_SECTION_ORDER']);
		expect(report.findings[0].data).toEqual({ section: 'room', before: 'doorhook' });
	});

	it('joins repeated sections', () => {
		const { layout, report } = readWith({ 12: ['   roomcount 1', '      late 1.0 1.0 1.0', EXACT[11]] });
		expect(layout.rooms.map((room) => room.model)).toEqual(['Tower_01', '****', 'tower_02', 'late']);
		expect(codesOf(report)).toEqual(['LAYOUT_SECTION_REPEATED']);
	});

	it('leaves sections of other games out without taking their lines for rooms', () => {
		const { layout, report } = readWith({
			8: ['   artplaceablecount 2', '      ap1 1.0 2.0 3.0', '      ap2 1.0 2.0 3.0', EXACT[7]],
		});
		expect(layout).toEqual(READ);
		expect(report.findings).toMatchObject([
			{ code: 'LAYOUT_SECTION_UNKNOWN', location: { line: 8 }, data: { keyword: 'artplaceablecount', lines: 2 } },
		]);
	});

	it('reports what the game would not find: no beginlayout, no donelayout', () => {
		expect(codesOf(readWith({ 3: [] }).report)).toEqual(['LAYOUT_BEGIN_MISSING']);
		expect(codesOf(readWith({ 14: [] }).report)).toEqual(['LAYOUT_DONE_MISSING']);
		expect(readWith({ 3: [], 14: [] }).layout).toEqual(READ);
	});

	it('ignores text after donelayout', () => {
		const { layout, report } = readWith({ 14: ['donelayout', 'Tower_03', '   roomcount 1', '      x 1.0 1.0 1.0'] });
		expect(layout).toEqual(READ);
		expect(report.findings).toMatchObject([
			{ code: 'LAYOUT_TEXT_AFTER_END', location: { line: 15 }, data: { lines: 3 } },
		]);
	});

	it('ignores lines outside sections and repeated keywords', () => {
		const { layout, report } = readWith({
			3: ['what is this', 'beginlayout', 'beginlayout', 'filedependancy other.max', 'lonely 1.0 2.0 3.0'],
		});
		expect(layout).toEqual(READ);
		expect(report.findings.map(({ code, location: place }) => [code, place.line])).toEqual([
			['LAYOUT_LINE_IGNORED', 3],
			['LAYOUT_LINE_IGNORED', 5],
			['LAYOUT_LINE_IGNORED', 6],
			['LAYOUT_LINE_IGNORED', 7],
		]);
	});

	it('keeps a room in its place when its line cannot be read', () => {
		const lines: readonly [string, string][] = [
			['      Tower_01', 'lacks 3 numbers'],
			['      Tower_01 10.0 -20.5', 'lacks a number'],
			['      Tower_01 10.0 abc 0.0', 'has "abc" where a number belongs'],
			['      Tower_01 10.0 nan 0.0', 'has "nan" where a number belongs'],
			['      Tower_01 10.0 1e99 0.0', 'has "1e99" where a number belongs'],
			[
				'      Tower_01 10,0 -20,5 0,0',
				'has "10,0" where a number belongs, and 2 more; numbers have a point, no comma',
			],
		];
		for (const [line, problem] of lines) {
			const { layout, report } = readWith({ 5: [line] });
			expect(layout.rooms.map((room) => room.model)).toEqual(['Tower_01', '****', 'tower_02']);
			expect(report.findings[0]).toMatchObject({
				code: 'LAYOUT_ENTRY_INVALID',
				severity: 'error',
				location: { line: 5 },
				data: { problem },
			});
		}
	});

	it('ignores further words', () => {
		const { layout, report } = readWith({ 5: ['      Tower_01 10.0 -20.5 0.0 7.0 x'], 4: ['   roomcount 3 x'] });
		expect(layout).toEqual(READ);
		const ignored = report.findings.filter((finding) => finding.code === 'LAYOUT_FIELDS_IGNORED');
		expect(ignored.map(({ data }) => data?.['text'])).toEqual(['x', '7.0 x']);
	});

	it('takes a model name with a blank whole, as an error', () => {
		const { layout, report } = readWith({ 5: ['      Tower one 10.0 -20.5 0.0'] });
		expect(layout.rooms[0]).toEqual({ model: 'Tower one', position: [10, -20.5, 0] });
		expect(codesOf(report)).toContain('LAYOUT_ENTRY_INVALID');
	});
});

describe('door hooks', () => {
	it('with a blank in the door name are read from the end', () => {
		const { layout, report } = readWith({
			13: ['      Tower_01 force field a 0 12.0 -20.5 0.0 0.92388 0.0 0.0 -0.382683'],
		});
		expect(layout.doorHooks).toEqual([{ ...READ.doorHooks[0], door: 'force field a' }]);
		expect(codesOf(report)).toEqual(['LAYOUT_NAME_INVALID']);
	});

	it('without the integer are read', () => {
		const { layout, report } = readWith({ 13: ['      Tower_01 Door_01 12.0 -20.5 0.0 0.92388 0.0 0.0 -0.382683'] });
		expect(layout).toEqual(READ);
		expect(codesOf(report)).toContain('LAYOUT_DOORHOOK_FLAG_MISSING');
	});

	it('with too few or unreadable numbers are errors', () => {
		const cut = readWith({ 13: ['      Tower_01 Door_01 0 12.0 -20.5'] });
		expect(cut.layout.doorHooks).toEqual([{ ...READ.doorHooks[0], orientation: [0, 0, 0, 0] }]);
		expect(cut.report.findings[0].data).toMatchObject({ problem: 'lacks 5 numbers' });
		const odd = readWith({ 13: ['      Tower_01 Door_01 0.5 12.0 -20.5 0.0 0.92388 0.0 0.0 -0.382683'] });
		expect(odd.report.findings[0].data).toMatchObject({ problem: 'has "0.5" where an integer belongs' });
		const bare = readWith({ 13: ['      Tower_01'] });
		expect(bare.layout.doorHooks[0]).toMatchObject({ room: 'Tower_01', door: '' });
		expect(codesOf(bare.report)).toContain('LAYOUT_ENTRY_INVALID');
	});

	it('that name no room are reported', () => {
		const { report } = readWith({ 13: [EXACT[12].replace('Tower_01', 'nowhere')] });
		expect(report.findings).toMatchObject([
			{ code: 'LAYOUT_DOORHOOK_ROOM_UNKNOWN', severity: 'info', location: { line: 13 } },
		]);
	});
});

describe('names', () => {
	it('are checked and compared without regard to case', () => {
		const { report } = readWith({
			7: ['      TOWER_01 0.0 0.0 0.0'],
			9: ['      a_name_that_is_too_long 0.0 0.0 0.0'],
			11: ['      bad-name 0.0 0.0 0.0'],
		});
		expect(report.findings.map(({ code, location: place, data }) => [code, place.line, data])).toEqual([
			['LAYOUT_NAME_INVALID', 9, { name: 'a_name_that_is_too_long', problem: 'length' }],
			['LAYOUT_NAME_INVALID', 11, { name: 'bad-name', problem: 'characters' }],
			['LAYOUT_NAME_DUPLICATE', 7, { name: 'Tower_01', first: 0, again: 2 }],
		]);
	});
});

describe('what is no layout', () => {
	it.each<[string, string, Uint8Array]>([
		['nothing', 'LAYOUT_UNRECOGNIZED', Uint8Array.of()],
		['comments only', 'LAYOUT_UNRECOGNIZED', crlf('#MAXLAYOUT ASCII')],
		['a page', 'LAYOUT_UNRECOGNIZED', crlf('<!DOCTYPE html>', '<html>')],
		['a binary', 'LAYOUT_NOT_TEXT', Uint8Array.of(66, 87, 77, 32, 0, 0)],
		['something huge', 'LAYOUT_NOT_TEXT', new Uint8Array(3e6).fill(10)],
		['UTF-16', 'LAYOUT_NOT_TEXT', Uint8Array.of(0xff, 0xfe, 98, 0)],
	])('%s', (_, code, bytes) => {
		expect(failureOf(() => readLyt(bytes, new Report()))).toBe(code);
	});

	it('is named by its first line', () => {
		expect(() => readLyt(crlf('', '<html>'), new Report())).toThrow('This is a web page (HTML), not a layout.');
	});
});

describe('any text', () => {
	const words = [
		'roomcount',
		'trackcount 2',
		'donelayout',
		'beginlayout',
		'#',
		'-1',
		'99',
		'1e99',
		'-0.0',
		'\t',
		'x y',
		'0',
		'nan',
		'',
		'   doorhookcount 1',
		'filedependancy',
		'walkmeshrooms 3',
	];
	const texts = damaged(
		layouts.map((layout) => writeLyt(layout)),
		words,
	);

	it('is refused or read; read without a finding, it is written with the same bytes', () => {
		let exact = 0;
		const numRuns = runs(150, 6000);
		fc.assert(
			fc.property(texts, (bytes) => {
				let outcome: Outcome | undefined;
				const code = failureOf(() => {
					outcome = read(bytes);
				});
				if (outcome === undefined) {
					expect(['LAYOUT_NOT_TEXT', 'LAYOUT_UNRECOGNIZED']).toContain(code);
					return;
				}
				if (outcome.report.findings.length > 0) return;
				exact++;
				expect(Buffer.from(writeLyt(outcome.layout)).toString('latin1')).toBe(Buffer.from(bytes).toString('latin1'));
			}),
			{ numRuns },
		);
		// One in twenty, which of few examples may be hardly any.
		if (THOROUGH) expect(exact).toBeGreaterThan(numRuns / 60);
	});

	it('when it can be written, reads back as the same layout', () => {
		fc.assert(
			fc.property(texts, (bytes) => {
				let layout: Layout | undefined;
				failureOf(() => {
					layout = read(bytes).layout;
				});
				if (layout === undefined) return;
				let written: Uint8Array;
				try {
					written = writeLyt(layout);
				} catch (error) {
					expect(error).toBeInstanceOf(UsageError);
					return;
				}
				expect(writeLyt(read(written).layout)).toEqual(written);
			}),
			{ numRuns: runs(50, 2000) },
		);
	});

	it('of random bytes does no harm', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
				expect(failureOf(() => readLyt(bytes, new Report())) ?? '').toMatch(/^(?:LAYOUT_|$)/);
			}),
			{ numRuns: runs(100) },
		);
	});
});
