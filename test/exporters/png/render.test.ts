import { describe, expect, it } from 'vitest';
import { strokeLines } from '../../../pictures/png/paths.ts';
import {
	and,
	box,
	circle,
	drawn,
	expectPainted,
	type Inside,
	near,
	not,
	or,
	SIZE,
	shareOf,
	turnedBack,
} from './painted.ts';

describe('a path', () => {
	it.each<[string, string, Inside]>([
		['from place to place', 'M3.5 4 L20 4 L20 22.4 L3.5 22.4 Z', box(3.5, 4, 20, 22.4)],
		['by steps', 'm3.5 4l16.5 0l0 18.4l-16.5 0z', box(3.5, 4, 20, 22.4)],
		['whose lines follow a move', 'M4 4 20 4 20 20 4 20Z', box(4, 4, 20, 20)],
		['whose steps follow a step', 'm4 4 16 0 0 16-16 0z', box(4, 4, 20, 20)],
		['along the axes', 'M4 4H20V20H4z', box(4, 4, 20, 20)],
		['along the axes by steps', 'M4 4h16v16h-16z', box(4, 4, 20, 20)],
		['of several steps for one command', 'M4 4h8 8v8 8h-8-8z', box(4, 4, 20, 20)],
		['that is not closed', 'M4 4h16v16h-16', box(4, 4, 20, 20)],
		['with numbers that only a sign or a point parts', 'M4.5.5l10-.0v10.5.5l-10 0z', box(4.5, 0.5, 14.5, 11.5)],
		['with an exponent', 'M40e-1 4h1.6 14.4v16h-16z', box(4, 4, 20, 20)],
		[
			'of parts, the second by steps from the first',
			'M2 2h8v8h-8zm12 12h8v8h-8z',
			or(box(2, 2, 10, 10), box(14, 14, 22, 22)),
		],
		['that goes on where a closed part began', 'M4 4h8v8h-8zh-2v-2h2z', or(box(4, 4, 12, 12), box(2, 2, 4, 4))],
		['whose parts overlap', 'M4 4h12v12h-12zM10 10h12v12h-12z', or(box(4, 4, 16, 16), box(10, 10, 22, 22))],
		['with a hole', 'M4 4h20v20h-20zM10 10v8h8v-8z', and(box(4, 4, 24, 24), not(box(10, 10, 18, 18)))],
		[
			'that reaches beyond the picture',
			'M-9-9h20v200h-20zM25 25h100v3h-100z',
			or(box(-9, -9, 11, 99), box(25, 25, 99, 28)),
		],
		[
			'of a triangle',
			'M2 2L30 9L9 30z',
			(x, y) => {
				const side = (ax: number, ay: number, bx: number, by: number): number =>
					(bx - ax) * (y - ay) - (by - ay) * (x - ax);
				return side(2, 2, 30, 9) > 0 && side(30, 9, 9, 30) > 0 && side(9, 30, 2, 2) > 0;
			},
		],
	])('%s', (_, d, inside) => {
		expectPainted(`<path d="${d}"/>`, inside);
	});

	/** The curve from one point to another with a control point in the middle between them, across. */
	const bow =
		(left: number, right: number, base: number, rise: number): Inside =>
		(x, y) => {
			const t = (x - left) / (right - left);
			const edge = base + 2 * t * (1 - t) * rise;
			return t > 0 && t < 1 && (y - base) * (y - edge) < 0;
		};
	it.each<[string, string, Inside]>([
		['a curve', 'M2 10Q12 40 22 10z', bow(2, 22, 10, 30)],
		['a curve by steps', 'M2 10q10 30 20 0z', bow(2, 22, 10, 30)],
		['a curve that goes on smoothly', 'M2 16Q9 30 16 16T30 16z', or(bow(2, 16, 16, 14), bow(16, 30, 16, -14))],
		['a curve that goes on smoothly by steps', 'M2 16q7 14 14 0t14 0z', or(bow(2, 16, 16, 14), bow(16, 30, 16, -14))],
		[
			'a smooth curve behind a line, which is one',
			'M2 10h10t10 10v-10z',
			(x, y) => x > 12 && x < 22 && y > 10 && y < x - 2,
		],
		['an arc with the clock', 'M6 16A10 10 0 0 1 26 16z', and(circle(16, 16, 10), box(0, 0, 32, 16))],
		['an arc against the clock', 'M6 16A10 10 0 0 0 26 16z', and(circle(16, 16, 10), box(0, 16, 32, 32))],
		['an arc by steps', 'M6 16a10 10 0 0 1 20 0z', and(circle(16, 16, 10), box(0, 0, 32, 16))],
		['an arc from right to left', 'M26 16A10 10 0 0 0 6 16z', and(circle(16, 16, 10), box(0, 0, 32, 16))],
		['a quarter of a circle', 'M16 6A10 10 0 0 1 26 16L16 16z', and(circle(16, 16, 10), box(16, 0, 32, 16))],
		[
			'a quarter of one that bends the other way',
			'M16 6A10 10 0 0 0 26 16L16 16z',
			and(box(16, 6, 26, 16), not(circle(26, 6, 10))),
		],
		[
			'an arc that is too small, which is half a circle',
			'M6 16A2 2 0 0 1 26 16z',
			and(circle(16, 16, 10), box(0, 0, 32, 16)),
		],
	])('%s', (_, d, inside) => {
		expectPainted(`<path d="${d}"/>`, inside, 0.45);
		// A curve of lines is a little less, nowhere much.
		const at = drawn(`<path d="${d}"/>`);
		let [found, wanted] = [0, 0];
		for (let i = 0; i < SIZE * SIZE; i++) {
			found += 1 - at(i % SIZE, Math.floor(i / SIZE))[0] / 255;
			wanted += shareOf(inside, i % SIZE, Math.floor(i / SIZE));
		}
		expect(found / wanted).toBeGreaterThan(0.93);
		expect(found / wanted).toBeLessThan(1.05);
	});
});

describe('a transform', () => {
	const RECT = '<rect x="2" y="1" width="6" height="4"/>';
	it.each<[string, Inside]>([
		['translate(5 7)', box(7, 8, 13, 12)],
		['translate(5,7)', box(7, 8, 13, 12)],
		['translate(5)', box(7, 1, 13, 5)],
		['scale(2)', box(4, 2, 16, 10)],
		['scale(2 3)', box(4, 3, 16, 15)],
		['rotate(30)', turnedBack(30, box(2, 1, 8, 5))],
		['matrix(2 0 0 1 3 4)', box(7, 5, 19, 9)],
		['matrix(0 1 -1 0 20 3)', box(15, 5, 19, 11)],
		['matrix(1 0 .5 1 4 2)', (x, y) => box(2, 1, 8, 5)(x - 4 - (y - 2) / 2, y - 2)],
		['translate(10 4) scale(2)', box(14, 6, 26, 14)],
		['scale(2) translate(3 4)', box(10, 10, 22, 18)],
	])('%s', (transform, inside) => {
		expectPainted(RECT.replace('/>', ` transform="${transform}"/>`), inside);
		expectPainted(`<g transform="${transform}"><g>${RECT}</g></g>`, inside);
	});

	it('makes circles larger and moves them, and lines wider', () => {
		expectPainted('<circle cx="3" cy="4" r="2" transform="translate(4 3) scale(3)"/>', circle(13, 15, 6), 0.25);
		expectPainted('<circle cx="4" cy="-8" r="3" transform="matrix(0 1 -1 0 5 9)"/>', circle(13, 13, 3), 0.35);
		const line = '<path d="M2 4h8" stroke="#000000" fill="none" stroke-width="1.5" transform="scale(2)"/>';
		expectPainted(line, box(4, 6.5, 20, 9.5));
	});
});

describe('a stroke', () => {
	const stroke = (d: string, more = ''): string => `<path d="${d}" fill="none" stroke="#000000" ${more}/>`;
	const ROUND = 'stroke-linecap="round" stroke-linejoin="round"';

	it.each<[string, string, string, Inside]>([
		['is one wide', 'M4 10.5h20', '', box(4, 10, 24, 11)],
		['ends where its line does', 'M4 10h20', 'stroke-width="4"', box(4, 8, 24, 12)],
		[
			'ends round',
			'M6 10h16',
			`stroke-width="6" ${ROUND}`,
			near(
				[
					[6, 10],
					[22, 10],
				],
				3,
			),
		],
		['is a dot where its line has no length', 'M16 16h0', `stroke-width="12" ${ROUND}`, circle(16, 16, 6)],
		['is nothing without round ends there', 'M16 16h0', 'stroke-width="12"', () => false],
		['has pointed corners', 'M4 26V6H26', 'stroke-width="4"', or(box(2, 4, 6, 26), box(2, 4, 26, 8))],
		['has pointed corners the other way', 'M26 6H4V26', 'stroke-width="4"', or(box(2, 4, 6, 26), box(2, 4, 26, 8))],
		[
			'has pointed corners all around',
			'M6 6h18v18h-18z',
			'stroke-width="4"',
			and(box(4, 4, 26, 26), not(box(8, 8, 22, 22))),
		],
		[
			'closes a line that ends where it began',
			'M6 6h18v18h-18v-18z',
			'stroke-width="4"',
			and(box(4, 4, 26, 26), not(box(8, 8, 22, 22))),
		],
		['has no corner where it goes straight on', 'M4 10h6h0h10', 'stroke-width="4"', box(4, 8, 20, 12)],
		[
			'has round corners',
			'M5 26V6L26 20',
			`stroke-width="6" ${ROUND}`,
			near(
				[
					[5, 26],
					[5, 6],
					[26, 20],
				],
				3,
			),
		],
		[
			'is dashed',
			'M2 10h20',
			'stroke-width="4" stroke-dasharray="5 3"',
			or(box(2, 8, 7, 12), box(10, 8, 15, 12), box(18, 8, 22, 12)),
		],
		[
			'is dashed around corners',
			'M4 6h10v20',
			'stroke-width="2" stroke-dasharray="8,4"',
			or(box(4, 5, 12, 7), box(13, 8, 15, 16), box(13, 20, 15, 26)),
		],
		[
			'is dashed in as many lengths as it says',
			'M2 10h26',
			'stroke-width="4" stroke-dasharray="6 2 2"',
			or(box(2, 8, 8, 12), box(10, 8, 12, 12), box(18, 8, 20, 12), box(22, 8, 28, 12)),
		],
		[
			'is dashed all around',
			'M4 4h8v8h-8z',
			'stroke-width="2" stroke-dasharray="4 4"',
			or(box(4, 3, 8, 5), box(11, 4, 13, 8), box(8, 11, 12, 13), box(3, 8, 5, 12)),
		],
		['is whole where dashes have no length', 'M4 10h20', 'stroke-width="4" stroke-dasharray="0 0"', box(4, 8, 24, 12)],
	])('%s', (_, d, more, inside) => {
		expectPainted(stroke(d, more), inside, 0.34);
	});

	it('cuts the points of sharp corners off', () => {
		// Both ways from the corner go left, so a point would lie far to the right.
		const [sharp, sharper] = ['M4 6L16 10L4 14', 'M4 8.5L16 10L4 11.5'].map((d) =>
			drawn(stroke(d, 'stroke-width="3"')),
		);
		const tip = (at: typeof sharp): number =>
			Math.max(...Array.from({ length: SIZE }, (_, x) => (at(x, 10)[0] < 200 ? x : 0)));
		expect(tip(sharp)).toBeGreaterThan(18);
		expect(tip(sharper)).toBeLessThan(18);
	});

	it('is drawn on top of what fills the shape', () => {
		const at = drawn('<rect x="6" y="6" width="20" height="20" fill="#ff0000" stroke="#0000ff" stroke-width="4"/>');
		expect([at(16, 16), at(7, 16), at(4, 16), at(3, 16)]).toEqual([
			[255, 0, 0],
			[0, 0, 255],
			[0, 0, 255],
			[255, 255, 255],
		]);
	});

	it('is painted below the fill where the group says so', () => {
		const group = (order: string): string =>
			`<g fill="#ffffff" stroke="#000000" stroke-width="4"${order}><rect x="6" y="6" width="20" height="20"/></g>`;
		expectPainted(group(''), and(box(4, 4, 28, 28), not(box(8, 8, 24, 24))));
		expectPainted(group(' paint-order="stroke"'), and(box(4, 4, 28, 28), not(box(6, 6, 26, 26))));
	});

	it('of a hundred million dashes is drawn, as many of them as there is memory for', () => {
		const line = [{ points: [0, 10, 1000, 10], closed: false }];
		const stroke = { width: 4, join: 'miter', cap: 'butt', dashes: [1e-5, 1e-5] } as const;
		expect(strokeLines(line, stroke).length).toBeLessThan(20_010);
	});
});

describe('what fills a shape', () => {
	const RECT = 'x="4" y="4" width="16" height="16"';
	it.each<[string, string, number[]]>([
		['black, unless it says otherwise', `<rect ${RECT}/>`, [0, 0, 0]],
		['a colour', `<rect ${RECT} fill="#12fe80"/>`, [0x12, 0xfe, 0x80]],
		['nothing', `<rect ${RECT} fill="none"/>`, [255, 255, 255]],
		['a share of it', `<rect ${RECT} fill="#000000" fill-opacity="0.4"/>`, [153, 153, 153]],
		['what its group says', `<g fill="#0000ff" fill-opacity=".5"><g><rect ${RECT}/></g></g>`, [128, 128, 255]],
		['what it says itself', `<g fill="#0000ff"><rect ${RECT} fill="#00ff00"/></g>`, [0, 255, 0]],
		[
			'one over the other',
			`<rect ${RECT} fill="#ff0000"/><rect ${RECT} fill="#0000ff" fill-opacity=".5"/>`,
			[128, 0, 128],
		],
		[
			'not what is only defined',
			`<defs><rect ${RECT}/></defs><title>a</title><clipPath><rect ${RECT}/></clipPath>`,
			[255, 255, 255],
		],
		[
			'what is defined where it is used',
			`<defs><rect id="a" ${RECT} fill="#ff0000"/></defs><use href="#a"/>`,
			[255, 0, 0],
		],
		['nothing where what is used is not there', '<use href="#b"/><use/>', [255, 255, 255]],
	])('%s', (_, body, colour) => {
		expect(drawn(body)(12, 12)).toEqual(colour);
		expect(drawn(body)(24, 12)).toEqual([255, 255, 255]);
	});

	it('of a line is a share of it, too', () => {
		const at = drawn('<g stroke="#ff0000" stroke-opacity=".5" stroke-width="8" fill="none"><path d="M0 16h32"/></g>');
		expect([at(16, 16), at(16, 10)]).toEqual([
			[255, 128, 128],
			[255, 255, 255],
		]);
	});

	it('is used where it was moved to', () => {
		expectPainted(
			'<defs><rect id="a" x="1" y="1" width="4" height="6"/></defs><use href="#a" transform="translate(8 9)"/>',
			box(9, 10, 13, 16),
		);
	});
});

describe('a clip', () => {
	const CLIPS =
		'<defs><clipPath id="a"><rect x="5" y="6" width="10" height="12"/></clipPath><clipPath id="b"><rect x="2" y="10" width="9" height="30"/></clipPath></defs>';
	const ALL = '<rect x="-9" y="-9" width="99" height="99"/>';
	it.each<[string, string, Inside]>([
		['of one', `<g clip-path="url(#a)">${ALL}</g>`, box(5, 6, 15, 18)],
		['of one in another', `<g clip-path="url(#a)"><g clip-path="url(#b)">${ALL}</g></g>`, box(5, 10, 11, 18)],
		[
			'of one in another, the other way round',
			`<g clip-path="url(#b)"><g clip-path="url(#a)">${ALL}</g></g>`,
			box(5, 10, 11, 18),
		],
		['that is not there', `<g clip-path="url(#c)">${ALL}</g>`, () => true],
		['of a line', '<path clip-path="url(#a)" d="M0 12h32" stroke="#000000" stroke-width="4"/>', box(5, 10, 15, 14)],
	])('%s', (_, body, inside) => {
		expectPainted(CLIPS + body, inside);
	});
});

describe('a pattern', () => {
	const pattern = (more: string, shape: string): string =>
		`<defs><pattern id="p" width="6" height="4" ${more}>${shape}</pattern></defs><rect x="0" y="0" width="32" height="32" fill="url(#p)"/>`;
	const tile = (x: number, size: number): number => ((x % size) + size) % size;
	const SHAPE = '<path d="M0 0h3v2h-3z"/>';
	const inTile: Inside = (x, y) => tile(x, 6) < 3 && tile(y, 4) < 2;

	it.each<[string, string, Inside]>([
		['', SHAPE, inTile],
		['', ` ${SHAPE} `, inTile],
		[
			'',
			'<path fill="none" stroke="#000000" d="M0 2h6" stroke-width="2"/>',
			(_, y) => tile(y, 4) > 1 && tile(y, 4) < 3,
		],
		['patternTransform="translate(2 1)"', SHAPE, (x, y) => inTile(x - 2, y - 1)],
		['patternTransform="scale(2)"', SHAPE, (x, y) => inTile(x / 2, y / 2)],
		['patternTransform="rotate(90)"', SHAPE, turnedBack(90, inTile)],
		['patternTransform="rotate(45)"', SHAPE, turnedBack(45, inTile)],
		['patternTransform="matrix(1 0 1 1 3 2)"', SHAPE, (x, y) => inTile(x - 3 - (y - 2), y - 2)],
	])('%s of %s', (more, shape, inside) => {
		expectPainted(pattern(more, shape), inside, 0.36);
	});

	it('has the colour and share of its shape', () => {
		const colours = (shape: string): number[][] => [0, 4].map((x) => drawn(pattern('', shape))(x, 0));
		const white = [255, 255, 255];
		expect(colours('<path d="M0 0h3v2h-3z" fill="#ff0000" fill-opacity=".5"/>')).toEqual([[255, 128, 128], white]);
		const stroked =
			'<path d="M1.5 0v4" fill="none" stroke="#0000ff" stroke-width="3" stroke-opacity=".5" fill-opacity="0"/>';
		expect(colours(stroked)).toEqual([[128, 128, 255], white]);
		expect(colours('<path d="M0 0h3v2h-3z" stroke="none"/>')).toEqual([[0, 0, 0], white]);
	});

	it('that is drawn twice is the same', () => {
		const twice = `${pattern('', SHAPE)}<rect x="0" y="0" width="32" height="32" fill="url(#p)"/>`;
		expectPainted(twice, inTile, 0.01);
	});
});
