import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLyt } from '../../../level/formats/read-lyt.ts';
import { writeLyt } from '../../../level/formats/write.ts';
import { Report } from '../../../src/findings/report.ts';
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

describe('a layout in the form of the game', () => {
	it('is read without a finding and written with the same bytes', () => {
		const { layout, report } = read(crlf(...EXACT));
		expect(report.findings).toEqual([]);
		expect(layout).toEqual(READ);
		expect(writeLyt(layout)).toEqual(crlf(...EXACT));
	});
});

/** What the file of faulty layouts does not try: `faulty-files.test.ts` has the rest. */
describe('other forms', () => {
	it.each<[habit: string, bytes: Uint8Array]>([
		['line ends other than CRLF', new TextEncoder().encode(`${EXACT.join('\n')}\n`)],
		['line ends other than CRLF', new TextEncoder().encode(`${EXACT.join('\r')}\r`)],
		['no line end after the last line', new TextEncoder().encode(EXACT.join('\r\n'))],
		['tabs', crlf(...EXACT.map((line) => line.replace(/^ +/, '\t').replace(' ', '\t')))],
		['other blanks', crlf(...EXACT.map((line) => (line.startsWith('#') ? line : `  ${line}  `)))],
		[
			'keywords in other letters',
			crlf(...EXACT.map((line) => line.replace(/^ *\w+count|^\w+layout/, (k) => k.toUpperCase()))),
		],
		['numbers in another form', crlf(...EXACT.map((line) => line.replace(/ 10\.0 -20\.5 /, ' 10.000000 -2.05e+01 ')))],
		['blank lines', crlf(...EXACT.flatMap((line) => [line, '', '  ']))],
	])('%s', (habit, bytes) => {
		const { layout, report } = read(bytes);
		expect(codesOf(report)).toEqual(['LAYOUT_FORM']);
		expect(report.findings[0].data?.['habits']).toContain(habit);
		expect(layout).toEqual(READ);
		expect(writeLyt(layout)).toEqual(crlf(...EXACT));
	});

	it('leaves sections of other games out without taking their lines for rooms', () => {
		const other = ['   artplaceablecount 2', '      ap1 1.0 2.0 3.0', '      ap2 1.0 2.0 3.0'];
		const { layout, report } = read(crlf(...EXACT.slice(0, 7), ...other, ...EXACT.slice(7)));
		expect(layout).toEqual(READ);
		expect(report.findings).toMatchObject([
			{
				code: 'LAYOUT_FAULT',
				location: { line: 8 },
				data: { problem: 'ignoring the unknown section "artplaceablecount" and its 2 lines' },
			},
		]);
	});

	it('are not looked for in what is too large', () => {
		expect(failureOf(() => readLyt(new Uint8Array(3e6).fill(10), new Report()))).toBe('LAYOUT_INVALID');
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
					expect(code).toBe('LAYOUT_INVALID');
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
});
