import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readVis } from '../../../level/formats/read-vis.ts';
import { writeVis } from '../../../level/formats/write.ts';
import { Report, UsageError } from '../../../src/findings/report.ts';
import { visibilities } from '../../support/visibilities.ts';

it('reads back what it writes', () => {
	fc.assert(
		fc.property(visibilities, (visibility) => {
			const report = new Report();
			expect(readVis(writeVis(visibility), report)).toEqual(visibility);
			expect(report.findings.filter((finding) => finding.code !== 'VIS_FAULT')).toEqual([]);
		}),
	);
});

it.each(['', 'a b', 'a\r\nb', 'a\t', '日'])('refuses the name %j', (name) => {
	expect(() => writeVis({ entries: [{ room: name, visible: [] }] })).toThrow(UsageError);
	expect(() => writeVis({ entries: [{ room: 'a', visible: [name] }] })).toThrow(UsageError);
});

it('has every count and name in its place, as an obvious reader finds them', () => {
	fc.assert(
		fc.property(visibilities, (visibility) => {
			const text = new TextDecoder().decode(writeVis(visibility));
			const expected = visibility.entries.flatMap(({ room, visible }) => [
				`${room} ${visible.length}\r\n`,
				...visible.map((name) => `  ${name}\r\n`),
			]);
			expect(text).toBe(expected.join(''));
		}),
	);
});

it.each(['\xef\xbb\xbfa', '\xff\xfea', '\xfe\xffa'])(
	'refuses a first name that reads as a byte order mark: %j',
	(room) => {
		expect(() => writeVis({ entries: [{ room, visible: [] }] })).toThrow(UsageError);
		const second = { entries: [{ room: 'a', visible: [room] }] };
		expect(readVis(writeVis(second), new Report())).toEqual(second);
	},
);
