import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLyt } from '../../../level/formats/read-lyt.ts';
import { writeLyt } from '../../../level/formats/write.ts';
import { Report, UsageError } from '../../../src/findings/report.ts';
import type { Layout } from '../../../src/model/level.ts';
import { corpusFiles, corpusPresent } from '../../support/corpus.ts';
import { layouts } from '../../support/layouts.ts';
import { runs } from '../../support/thorough.ts';

const EMPTY: Layout = { rooms: [], tracks: [], obstacles: [], doorHooks: [] };

it('reads back what it writes, number by number', () => {
	fc.assert(
		fc.property(layouts, (layout) => {
			const report = new Report();
			expect(withFloat32(readLyt(writeLyt(layout), report))).toEqual(withFloat32(layout));
			expect(report.findings.filter((finding) => finding.code === 'LAYOUT_FORM')).toEqual([]);
		}),
		{ numRuns: runs(63, 2500) },
	);
});

it('writes empty sections', () => {
	expect(new TextDecoder().decode(writeLyt(EMPTY))).toBe(
		'#MAXLAYOUT ASCII\r\nbeginlayout\r\n   roomcount 0\r\n   trackcount 0\r\n   obstaclecount 0\r\n   doorhookcount 0\r\ndonelayout\r\n',
	);
});

it.each(['', 'a b', 'a\r\nroomcount 5', '#a', 'roomcount', 'DoneLayout', ' a', 'a\tb', '日', 'a\0'])(
	'refuses the name %j',
	(model) => {
		expect(() => writeLyt({ ...EMPTY, rooms: [{ model, position: [0, 0, 0] }] })).toThrow(UsageError);
	},
);

it('refuses numbers that a layout cannot hold', () => {
	for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1e39]) {
		expect(() => writeLyt({ ...EMPTY, tracks: [{ model: 'a', position: [0, value, 0] }] })).toThrow(UsageError);
	}
	const hook = { room: 'a', door: 'b', flag: 0.5, position: [0, 0, 0], orientation: [1, 0, 0, 0] } as const;
	expect(() => writeLyt({ ...EMPTY, doorHooks: [hook] })).toThrow(UsageError);
});

describe.skipIf(!corpusPresent)('real layouts', () => {
	const files = corpusFiles('layouts', '.lyt');

	it('are three', () => {
		expect(files.map((file) => file.name)).toEqual([
			'layouts/m40ad.lyt',
			'layouts/minigame.lyt',
			'layouts/stunt_starforge.lyt',
		]);
	});

	it.each(files)('$name is written as it was but for its line ends and blanks', ({ bytes }) => {
		const report = new Report();
		const written = new TextDecoder().decode(writeLyt(readLyt(bytes, report)));
		expect(report.total('error') + report.total('warning')).toBe(0);
		const source = new TextDecoder().decode(bytes);
		expect(tidied(written)).toBe(tidied(source));
		expect(written.replaceAll('\r\n', '').includes('\n')).toBe(false);
	});

	it.each([
		['layouts/stunt_starforge.lyt', 0],
		['layouts/m40ad.lyt', 1],
		['layouts/minigame.lyt', 10],
	])('%s differs from the exact form in %d lines', (name, different) => {
		const source = new TextDecoder().decode(files.find((file) => file.name === name)?.bytes);
		const written = new TextDecoder().decode(writeLyt(readLyt(new TextEncoder().encode(source), new Report())));
		const lines = source.split(/\r?\n/);
		expect(written.split('\r\n').filter((line, index) => line !== lines[index])).toHaveLength(different);
	});
});

function tidied(text: string): string {
	return text
		.replace(/[ \t]+/g, ' ')
		.replace(/\r?\n ?/g, '\n')
		.trim();
}

function withFloat32(layout: Layout): unknown {
	return JSON.parse(JSON.stringify(layout), (_, value) =>
		typeof value === 'number' ? (Object.is(value, -0) ? '-0' : Math.fround(value)) : value,
	);
}

/** The words of each line, with how deep it is indented. */
function linesOf(bytes: Uint8Array): { indent: number; words: string[] }[] {
	const lines = new TextDecoder().decode(bytes).split('\r\n');
	expect(lines.pop()).toBe('');
	return lines.map((line) => ({ indent: line.search(/\S/), words: line.trimStart().split(' ') }));
}

it('has every count, name and number in its place, as an obvious reader finds them', () => {
	fc.assert(
		fc.property(layouts, (layout) => {
			const { dependency, rooms, tracks, obstacles, doorHooks } = layout;
			const lines = linesOf(writeLyt(layout));
			let at = 0;
			const line = (indent: number, ...words: string[]): void => expect(lines[at++]).toEqual({ indent, words });
			const entry = (names: readonly string[], numbers: readonly number[]): void => {
				const { indent, words } = lines[at++];
				expect({ indent, names: words.slice(0, names.length) }).toEqual({ indent: 6, names });
				expect(words.slice(names.length).map((word) => Math.fround(Number(word)))).toEqual(numbers);
				expect(words.slice(names.length).every((word) => /^-?\d+(?:\.\d+)?(?:e[+-]\d{3})?$/.test(word))).toBe(true);
			};
			line(0, '#MAXLAYOUT', 'ASCII');
			if (dependency !== undefined) line(0, 'filedependancy', dependency);
			line(0, 'beginlayout');
			for (const [keyword, entries] of Object.entries({
				roomcount: rooms,
				trackcount: tracks,
				obstaclecount: obstacles,
			})) {
				line(3, keyword, String(entries.length));
				for (const { model, position } of entries) entry([model], position);
			}
			line(3, 'doorhookcount', String(doorHooks.length));
			for (const { room, door, flag, position, orientation } of doorHooks) {
				expect(lines[at].words[2]).toBe(String(flag));
				entry([room, door], [flag, ...position, ...orientation]);
			}
			line(0, 'donelayout');
			expect(at).toBe(lines.length);
		}),
	);
});
