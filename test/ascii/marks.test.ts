import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AsciiDialect, formatMark, isMark, type Mark, parseMark } from '../../src/bwm/ascii.ts';

const float32 = fc.float({ noNaN: true, noDefaultInfinity: true });
const mark: fc.Arbitrary<Mark> = fc.oneof(
	fc.record({
		mark: fc.constant('banner' as const),
		kind: fc.constantFrom('area' as const, 'placeable' as const),
		name: fc.stringMatching(/^[!-~]{0,12}$/),
	}),
	fc.record({
		mark: fc.constant('banner' as const),
		kind: fc.constant('door' as const),
		doorState: fc.constantFrom('closed' as const, 'open1' as const, 'open2' as const),
		name: fc.stringMatching(/^[!-~]{0,12}$/),
	}),
	fc.record({
		mark: fc.constantFrom('offset', 'relative1', 'relative2', 'absolute1', 'absolute2'),
		value: fc.tuple(float32, float32, float32),
	}),
);

describe('marks', () => {
	it('are comments that read back', () => {
		fc.assert(
			fc.property(mark, (written) => {
				const line = formatMark(written);
				expect(line.startsWith('# wokflow ')).toBe(true);
				expect(isMark(line.slice(1))).toBe(true);
				expect(parseMark(line.slice(1))).toEqual(written);
			}),
		);
	});

	it('have no keyword of the format in them', () => {
		for (const name of ['offset', 'relative1', 'relative2', 'absolute1', 'absolute2'] as const) {
			const line = formatMark({ mark: name, value: [1, 2, 3] });
			expect(line).not.toMatch(/node|verts|faces|aabb|position|orientation|parent|roomlinks|endlist/);
		}
	});

	it.each<[Mark, AsciiDialect | undefined, string]>([
		[{ mark: 'banner', kind: 'area', name: '' }, undefined, '# wokflow area'],
		[{ mark: 'banner', kind: 'placeable', name: 'plc' }, 'mdlops', '# wokflow placeable plc'],
		[{ mark: 'banner', kind: 'door', name: '' }, undefined, '# wokflow door closed'],
		[{ mark: 'banner', kind: 'door', doorState: 'open2', name: 'dor' }, 'nwmax', '# wokflow door open2 dor'],
		[{ mark: 'offset', value: [1, 1e-7, 1e21] }, undefined, '# wokflow offset 1 1e-7 1e21'],
		[{ mark: 'offset', value: [1, 1e-7, -2] }, 'nwmax', '# wokflow offset 1 1e-7 -2'],
		[{ mark: 'relative1', value: [1, 1e-7, -2] }, 'mdlops', '# wokflow relative1 1 0.0000001 -2'],
	])('%j is written for %s as %s', (written, dialect, line) => {
		expect(formatMark(written, dialect)).toBe(line);
	});

	it.each([
		'wokflow door x',
		'wokflow door closed a b',
		'wokflow area a b',
		'wokflow offset 1 2',
		'wokflow offset 1 2 3 4',
		'wokflow offset 1 2 1e39',
		'wokflow offset 1 2 x',
		'wokflow offset 1 x 2',
		'wokflow offset x 1 2',
		'wokflow gate closed',
		'wokflow door',
		'wokflow something',
	])('%s says nothing known', (comment) => {
		expect(isMark(comment)).toBe(true);
		expect(parseMark(comment)).toBeUndefined();
	});

	it.each(['wokflow', 'wokflowers 1', 'made by wokflow today'])('%s is a comment like others', (comment) => {
		expect(isMark(comment)).toBe(false);
	});
});
