import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeVis } from '../../../exporters/vis/write.ts';
import { readVis } from '../../../importers/vis/read.ts';
import { Report, UsageError } from '../../../src/findings/report.ts';
import { visibilities } from '../../support/visibilities.ts';

it('reads back what it writes', () => {
	fc.assert(
		fc.property(visibilities, (visibility) => {
			const report = new Report();
			expect(readVis(writeVis(visibility), report)).toEqual(visibility);
			expect(report.findings.filter((finding) => finding.code !== 'VIS_EMPTY')).toEqual([]);
		}),
	);
});

it.each(['', 'a b', 'a\r\nb', 'a\t', '日'])('refuses the name %j', (name) => {
	expect(() => writeVis({ entries: [{ room: name, visible: [] }] })).toThrow(UsageError);
	expect(() => writeVis({ entries: [{ room: 'a', visible: [name] }] })).toThrow(UsageError);
});
