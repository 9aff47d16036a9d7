import { describe, expect, it } from 'vitest';
import { and, box, drawn, expectPainted, type Inside, or, SIZE } from './painted.ts';

describe('a text', () => {
	// A character that the font does not have is a box: 0.6 of its size wide, with a rim.
	const UNKNOWN = '漢';
	const glyph =
		(x: number, base: number, size: number): Inside =>
		(px, py) => {
			const [u, v] = [((px - x) / size) * 256, ((py - base) / size) * 256];
			return box(20, -180, 130, 0)(u, v) && !box(36, -164, 114, -16)(u, v);
		};
	const text = (more: string, content = UNKNOWN): string =>
		`<text x="8" y="26" font-size="24" ${more}>${content}</text>`;

	it.each<[string, string, Inside]>([
		['at its point', text(''), glyph(8, 26, 24)],
		['at the origin in size 16', `<g transform="translate(2 20)"><text>${UNKNOWN}</text></g>`, glyph(2, 20, 16)],
		['of two letters', text('', UNKNOWN + UNKNOWN).replace('24', '16'), or(glyph(8, 26, 16), glyph(17.6, 26, 16))],
		['about its middle', text('text-anchor="middle"').replace('"8"', '"16"'), glyph(8.8, 26, 24)],
		['before its end', text('text-anchor="end"').replace('"8"', '"30"'), glyph(15.6, 26, 24)],
		[
			'in a group with a size',
			`<g font-size="24" text-anchor="start"><text x="8" y="26">${UNKNOWN}</text></g>`,
			glyph(8, 26, 24),
		],
		['made larger', `<text x="4" y="13" font-size="12" transform="scale(2)">${UNKNOWN}</text>`, glyph(8, 26, 24)],
		['moved', `<text x="5" y="20" font-size="24" transform="translate(3 6)">${UNKNOWN}</text>`, glyph(8, 26, 24)],
		[
			'turned, upright at its place',
			`<text x="26" y="-8" font-size="24" transform="rotate(90)">${UNKNOWN}</text>`,
			glyph(8, 26, 24),
		],
		[
			'of parts',
			`<text x="2" y="26" font-size="16">${UNKNOWN}<tspan font-size="24">${UNKNOWN}</tspan></text>`,
			or(glyph(2, 26, 16), glyph(11.6, 26, 24)),
		],
		[
			'cut off by a clip',
			`<defs><clipPath id="a"><rect x="0" y="0" width="14" height="20"/></clipPath></defs><g clip-path="url(#a)">${text('')}</g>`,
			and(glyph(8, 26, 24), box(0, 0, 14, 20)),
		],
		['that leaves the picture', text('').replace('"8"', '"-6"').replace('"26"', '"36"'), glyph(-6, 36, 24)],
	])('%s', (_, body, inside) => {
		expectPainted(body, inside, 0.36);
	});

	it('has its colour, and an outline below all of its letters', () => {
		const more = 'fill="#ff0000" stroke="#0000ff" stroke-width="14"';
		const at = drawn(`<text x="2" y="26" font-size="32" ${more}>${UNKNOWN}${UNKNOWN}</text>`);
		// The rims of the first box and the second, which the outline of the other reaches, and between them.
		expect([5, 17, 24, 20].map((x) => at(x, 15))).toEqual([
			[255, 0, 0],
			[255, 0, 0],
			[255, 0, 0],
			[0, 0, 255],
		]);
	});

	it('is painted as much as it says', () => {
		const dark = (more: string): number => {
			const at = drawn(text(more));
			return Math.min(...Array.from({ length: SIZE }, (_, x) => at(x, 20)[0]));
		};
		expect(dark('fill="#000000"')).toBeLessThan(40);
		expect(dark('fill="#000000" fill-opacity=".5"')).toBeGreaterThan(120);
		expect(dark('fill="none"')).toBe(255);
	});

	/** Dark pixels in each column. */
	const ink = (body: string): number[] => {
		const at = drawn(body);
		return Array.from({ length: SIZE }, (_, x) =>
			Array.from({ length: SIZE }, (_, y) => 255 - at(x, y)[0]).reduce((a, b) => a + b),
		);
	};
	const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);

	it('is bold where it says so', () => {
		const [regular, bold] = ['', 'font-weight="bold"'].map((more) => sum(ink(text(more, 'l'))));
		expect(bold).toBeGreaterThan(regular * 1.15);
		expect(sum(ink(text('font-weight="bold"')))).toBe(sum(ink(text(''))));
	});

	it.each(['&lt;', '&gt;', '&quot;', '&#39;', '&amp;'])('shows %s as one letter', (escaped) => {
		// In size 8 from x = 8 on, so that a second letter would lie beyond 16.
		const found = ink(text('', escaped).replace('"24"', '"8"'));
		expect(sum(found.slice(8, 16))).toBeGreaterThan(300);
		expect(sum(found.slice(16))).toBe(0);
	});

	it.each([
		['&gt;', '>'],
		['&quot;', '"'],
		['&#39;', "'"],
	])('shows %s as %s', (escaped, plain) => {
		expect(ink(text('', escaped))).toEqual(ink(text('', plain)));
	});
});
