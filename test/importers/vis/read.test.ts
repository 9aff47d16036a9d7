import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVis } from '../../../level/formats/read-vis.ts';
import { writeVis } from '../../../level/formats/write.ts';
import { Report } from '../../../src/findings/report.ts';
import type { Visibility } from '../../../src/model/level.ts';
import { failureOf } from '../../support/codes.ts';
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
		['other blanks', crlf(...EXACT.map((line) => line.replace('  ', '      ')))],
		['blank lines', crlf(...EXACT.flatMap((line) => [line, ' ']))],
	])('%s', (habit, bytes) => {
		const { visibility, report } = read(bytes);
		expect(visibility).toEqual(READ);
		expect(report.findings).toMatchObject([{ code: 'VIS_FORM', data: { habits: [habit] } }]);
	});
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
