import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import { collectGreens, createGreens, decidePaint, paintedRooms } from '../../src/scene/painted-rooms.ts';

/** A strip of squares along x: vertices 0 1 (x = 0), 2 3 (x = 1), …; square i has triangles (2i, 2i+2, 2i+1), (2i+1, 2i+2, 2i+3). */
function strip(squares: number): Uint32Array {
	const triangles: number[] = [];
	for (let i = 0; i < squares; i++) triangles.push(2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3);
	return Uint32Array.from(triangles);
}

type Colour = readonly [number, number, number];

const WHITE: Colour = [1, 1, 1];

/** Colours of all vertices of a strip: `painted` at the first two, which are one edge, white elsewhere. */
function endPainted(squares: number, painted: Colour): number[] {
	return Array.from({ length: (squares + 1) * 2 }, (_, vertex) => (vertex < 2 ? painted : WHITE)).flat();
}

function read(colours: readonly number[], triangles: Uint32Array): { rooms: Int32Array | undefined; report: Report } {
	const report = new Report();
	const greens = createGreens();
	collectGreens(colours, greens);
	const paint = decidePaint(greens, report);
	const rooms = paint === undefined ? undefined : paintedRooms([{ colours, triangles }], paint, report)[0];
	return { rooms, report };
}

function linear(c: number): number {
	return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/** The same colour as files may hold it. */
const STORED: Readonly<Record<string, (green: number) => number>> = {
	'sRGB byte': (green) => Math.round(green * 255) / 255,
	'sRGB float': Math.fround,
	'sRGB short': (green) => Math.round(green * 65535) / 65535,
	'sRGB text of three decimals': (green) => Number(green.toFixed(3)),
	'linear float': (green) => Math.fround(linear(green)),
	'linear short': (green) => Math.round(linear(green) * 65535) / 65535,
};

/** Edge 2 of triangle 0 runs from vertex 1 to vertex 0; it is the painted one. */
const PAINTED_EDGE = 2;

describe('rooms that are painted', () => {
	describe.each(Object.entries(STORED))('%s', (_, store) => {
		// Further up there are rooms whose linear value is by chance nearly a whole byte.
		test.each(Array.from({ length: 45 }, (_, room) => room))('kotorblender, room %i', (room) => {
			const { rooms, report } = read(endPainted(8, [0, store((200 + room) / 255), 0]), strip(8));
			expect([...(rooms ?? [])].map((found, edge) => [edge, found]).filter(([, found]) => found !== -1)).toEqual([
				[PAINTED_EDGE, room],
			]);
			expect(report.findings.map(({ code }) => code)).toEqual(['PAINTED_ROOMS']);
		});

		test.each(Array.from({ length: 46 }, (_, room) => room))('KOTORMax, room %i', (room) => {
			const { rooms } = read(endPainted(8, [0, store((100 + room) / 255), 0]), strip(8));
			expect(rooms?.[PAINTED_EDGE]).toBe(room);
		});
	});

	test('linear bytes give the first 29 rooms of kotorblender; beyond, they are as good a sRGB code', () => {
		for (let room = 0; room < 29; room++) {
			const stored = Math.round(linear((200 + room) / 255) * 255) / 255;
			expect(read(endPainted(8, [0, stored, 0]), strip(8)).rooms?.[PAINTED_EDGE]).toBe(room);
		}
	});

	test('several rooms in one document decide the encoding together', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.integer({ min: 0, max: 44 }), { minLength: 1, maxLength: 6 }),
				fc.constantFrom(...Object.values(STORED)),
				(painted, store) => {
					const squares = 8 * painted.length;
					const colours = Array.from({ length: (squares + 1) * 2 }, () => WHITE);
					for (const [i, room] of painted.entries()) {
						colours[16 * i] = [0, store((200 + room) / 255), 0];
						colours[16 * i + 1] = colours[16 * i];
					}
					const { rooms } = read(colours.flat(), strip(squares));
					expect(painted.map((_, i) => rooms?.[16 * i * 3 + PAINTED_EDGE])).toEqual(painted);
				},
			),
		);
	});

	test('an edge is painted when both its ends carry the same room', () => {
		const colours = endPainted(8, WHITE);
		colours.splice(0, 3, 0, 203 / 255, 0);
		expect(read(colours, strip(8)).rooms).toBeUndefined();
		colours.splice(3, 3, 0, 204 / 255, 0);
		expect(read(colours, strip(8)).rooms).toBeUndefined();
		colours.splice(3, 3, 0, 203 / 255, 0);
		expect(read(colours, strip(8)).rooms?.[PAINTED_EDGE]).toBe(3);
	});
});

describe('colours that are no links', () => {
	test('white, grey, baked shade and coloured light', () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.oneof(
						fc.integer({ min: 0, max: 255 }).map((g): Colour => [g / 255, g / 255, g / 255]),
						fc
							.tuple(fc.integer({ min: 3, max: 255 }), fc.nat(255), fc.integer({ min: 3, max: 255 }))
							.map(([r, g, b]): Colour => [r / 255, g / 255, b / 255]),
					),
					{ minLength: 18, maxLength: 18 },
				),
				(colours) => {
					const { rooms, report } = read(colours.flat(), strip(8));
					expect(rooms).toBeUndefined();
					expect(report.findings).toEqual([]);
				},
			),
		);
	});

	test('masks of saturated green', () => {
		const { rooms, report } = read(endPainted(8, [0, 1, 0]), strip(8));
		expect(rooms).toBeUndefined();
		expect(report.findings).toMatchObject([{ code: 'PAINT_UNREAD', data: { why: 'saturated' } }]);
	});

	test('gradients and dark greens among the codes', () => {
		const colours = endPainted(8, [0, 203 / 255, 0]);
		colours.splice(6, 6, 0, 50 / 255, 0, 0, 50 / 255, 0);
		const { rooms, report } = read(colours, strip(8));
		expect(rooms).toBeUndefined();
		expect(report.findings).toMatchObject([{ code: 'PAINT_UNREAD', data: { why: 'foreign' } }]);
	});

	test('a green thing', () => {
		const { rooms, report } = read(Array.from({ length: 18 }, () => [0, 128 / 255, 0]).flat(), strip(8));
		expect(rooms).toBeUndefined();
		expect(report.findings).toMatchObject([{ code: 'PAINT_UNREAD', data: { why: 'everywhere' } }]);
	});

	test('a thousand greens, without a thousand findings', () => {
		const colours = Array.from({ length: 2002 }, (_, i) => [0, 0.4 + i / 5000, 0]).flat();
		expect(read(colours, strip(1000)).report.findings).toHaveLength(1);
	});

	test('not a number', () => {
		expect(read(endPainted(8, [0, Number.NaN, 0]), strip(8)).rooms).toBeUndefined();
		expect(read(endPainted(8, [Number.NaN, 0.5, 0]), strip(8)).rooms).toBeUndefined();
	});
});
