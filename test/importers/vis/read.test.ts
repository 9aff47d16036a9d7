import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVis } from '../../../level/formats/read-vis.ts';
import { writeVis } from '../../../level/formats/write.ts';
import { Report } from '../../../src/findings/report.ts';
import type { Visibility } from '../../../src/model/level.ts';
import { codesOf, failureOf } from '../../support/codes.ts';
import { crlf, damaged } from '../../support/layouts.ts';
import { runs } from '../../support/thorough.ts';
import { visibilities } from '../../support/visibilities.ts';

const EXACT = ['Tower_01 2', '  tower_02', '  TOWER_03', 'tower_02 1', '  Tower_01', 'tower_03 0'];

const READ: Visibility = {
	entries: [
		{ room: 'Tower_01', visible: ['tower_02', 'TOWER_03'] },
		{ room: 'tower_02', visible: ['Tower_01'] },
		{ room: 'tower_03', visible: [] },
	],
};

interface Outcome {
	readonly visibility: Visibility;
	readonly report: Report;
}

function read(bytes: Uint8Array): Outcome {
	const report = new Report();
	return { visibility: readVis(bytes, report), report };
}

it('reads the form of the game without a finding, and it is written with the same bytes', () => {
	const { visibility, report } = read(crlf(...EXACT));
	expect(report.findings).toEqual([]);
	expect(visibility).toEqual(READ);
	expect(writeVis(visibility)).toEqual(crlf(...EXACT));
});

describe('other forms', () => {
	it.each<[string, Uint8Array]>([
		['line ends other than CRLF', new TextEncoder().encode(`${EXACT.join('\n')}\n`)],
		['no line end after the last line', new TextEncoder().encode(EXACT.join('\r\n'))],
		['a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...crlf(...EXACT))],
		['tabs', crlf(...EXACT.map((line) => line.replace('  ', '\t')))],
		['other blanks', crlf(...EXACT.map((line) => line.replace('  ', '      ')))],
		['blank lines', crlf(...EXACT.flatMap((line) => [line, ' ']))],
		['numbers in another form', crlf(...EXACT.map((line) => line.replace(/ (?=\d)/, ' 0')))],
	])('%s', (habit, bytes) => {
		const { visibility, report } = read(bytes);
		expect(visibility).toEqual(READ);
		expect(report.findings).toMatchObject([{ code: 'VIS_FORM', data: { habits: [habit] } }]);
	});
});

describe('the indentation decides', () => {
	it('where counts are wrong or missing', () => {
		const { visibility, report } = read(crlf('Tower_01 6', EXACT[1], EXACT[2], 'tower_02', EXACT[4], 'tower_03 -1'));
		expect(visibility).toEqual(READ);
		expect(report.findings.map(({ code, location: place }) => [code, place.line])).toEqual([
			['VIS_COUNT_MISMATCH', 1],
			['VIS_COUNT_MISSING', 4],
			['VIS_COUNT_MISMATCH', 6],
		]);
	});

	it('unless there is none: then the counts do', () => {
		const { visibility, report } = read(crlf(...EXACT.map((line) => line.trim())));
		expect(visibility).toEqual(READ);
		expect(codesOf(report)).toEqual(['VIS_INDENT_MISSING', 'VIS_FORM']);
		expect(report.findings[0].location.line).toBe(2);
	});
});

it('without indentation, a name that no count announced is a room', () => {
	const { visibility, report } = read(crlf('a 1', 'b', 'c', 'd 0'));
	expect(visibility.entries.map(({ room, visible }) => [room, ...visible])).toEqual([['a', 'b'], ['c'], ['d']]);
	expect(codesOf(report)).toContain('VIS_COUNT_MISSING');
});

describe('damage that leaves something to read', () => {
	it('joins entries of one room and drops repeated names', () => {
		const { visibility, report } = read(crlf(...EXACT, 'TOWER_02 2', '  tower_01', '  tower_03'));
		expect(visibility.entries[1]).toEqual({ room: 'tower_02', visible: ['Tower_01', 'tower_03'] });
		expect(report.findings.map(({ code, location: place }) => [code, place.line])).toEqual([
			['VIS_ENTRY_REPEATED', 7],
			['VIS_NAME_REPEATED', 8],
		]);
	});

	it('ignores what belongs to no room, version lines and further words', () => {
		const { visibility, report } = read(crlf('room V3.28', '  lost', 'Tower_01 1 x', '  tower_02 y z'));
		expect(visibility.entries).toEqual([{ room: 'Tower_01', visible: ['tower_02'] }]);
		expect(report.findings.map(({ code, location: place }) => [code, place.line]).slice(0, 4)).toEqual([
			['VIS_LINE_IGNORED', 1],
			['VIS_LINE_IGNORED', 2],
			['VIS_WORDS_IGNORED', 3],
			['VIS_WORDS_IGNORED', 4],
		]);
	});

	it('reports names that are none, and files without any', () => {
		expect(codesOf(read(crlf('<html> 0')).report)).toEqual(['VIS_NAME_INVALID']);
		expect(codesOf(read(Uint8Array.of()).report)).toEqual(['VIS_EMPTY']);
	});
});

it('refuses what is no text', () => {
	expect(failureOf(() => read(Uint8Array.of(65, 0)))).toBe('VIS_NOT_TEXT');
});

describe('any text', () => {
	const texts = damaged(
		visibilities.map((visibility) => writeVis(visibility)),
		['', '  ', '\t', 'x', '  x', '3', '-1', 'V3.28', 'a b c', '#'],
	);

	it('is refused or read; read without a finding, it is written with the same bytes', () => {
		let exact = 0;
		const numRuns = runs(750);
		fc.assert(
			fc.property(texts, (bytes) => {
				let outcome: Outcome | undefined;
				const code = failureOf(() => {
					outcome = read(bytes);
				});
				if (outcome === undefined) {
					expect(code).toBe('VIS_NOT_TEXT');
					return;
				}
				const { visibility, report } = outcome;
				if (report.findings.length === 0) {
					exact++;
					expect(writeVis(visibility)).toEqual(bytes);
				}
				expect(readVis(writeVis(visibility), new Report())).toEqual(visibility);
			}),
			{ numRuns },
		);
		expect(exact).toBeGreaterThan(numRuns / 60);
	});
});
