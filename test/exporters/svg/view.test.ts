import { describe, expect, it } from 'vitest';
import { cameraOf, facetsOf, MOST_FACETS } from '../../../pictures/svg/facets.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { rectangle } from '../../support/levels.ts';
import { pictureText } from '../../support/svg.ts';
import { areaFromPixels, everyElement, inLayer, readXml, textOf, textsIn } from './reading.ts';

/** An upright wall of one surface that faces south, from x = 0 to 4, z = 0 to 3. */
function wall(y: number, surface: number): Walkmesh {
	return createWalkmesh({
		positions: Float32Array.of(0, y, 0, 4, y, 0, 4, y, 3, 0, y, 3),
		faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
		surfaces: Uint32Array.of(surface, surface),
	});
}

const box = [0, 0, 0, 4, 10, 3];
const room = (name: string, walkmesh: Walkmesh) => ({ name, walkmesh });

describe('a view', () => {
	it('shows faces that look at the eye only, the farthest first', () => {
		const [near, far] = [wall(1, 3), wall(9, 5)];
		const away = { ...wall(5, 9), faces: Uint32Array.of(0, 2, 1, 0, 3, 2) };
		const facets = facetsOf([near, far, away], cameraOf('front', box), 1000, K1);
		expect(facets.map(({ surface }) => surface)).toEqual([5, 5, 3, 3]);
	});

	it.each([
		['as often as they need', 3, 4 / 14],
		['less where there are many', 60, 8 / 14],
	])('divides large faces %s, and loses none of them', (_, walls, longest) => {
		const meshes = Array.from({ length: walls }, (_, i) => wall(i / walls, i % 2 === 0 ? 3 : 7));
		const facets = facetsOf(meshes, cameraOf('front', box), 4, K1);
		expect(facets.length).toBeLessThanOrEqual(MOST_FACETS);
		const areas = new Float64Array(walls);
		let longestSeen = 0;
		for (const { points, room: at } of facets) {
			const [ax, ay, bx, by, cx, cy] = points;
			areas[at] += ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
			const lengths = [Math.hypot(bx - ax, by - ay), Math.hypot(cx - bx, cy - by), Math.hypot(ax - cx, ay - cy)];
			longestSeen = Math.max(longestSeen, ...lengths);
		}
		expect(longestSeen).toBeLessThanOrEqual(longest);
		expect([...areas].every((area) => Math.abs(area - 12) < 1e-9)).toBe(true);
	});

	it('leaves faces whole where there are more than facets may be', () => {
		const faces = MOST_FACETS + 2;
		const corner = Float32Array.of(0, 1, 0, 4, 1, 0, 4, 1, 3);
		const crowd = createWalkmesh({
			positions: Float32Array.from({ length: faces * 9 }, (_, i) => corner[i % 9]),
			faces: Uint32Array.from({ length: faces * 3 }, (_, i) => i),
			surfaces: new Uint32Array(faces).fill(3),
		});
		expect(facetsOf([crowd], cameraOf('front', box), 4, K1)).toHaveLength(faces);
	});

	it.each(['front', 'side'] as const)('from the %s shows level ground edge-on, as a line', (view) => {
		const root = readXml(pictureText([room('floor', rectangle(0, 0, 4, 10, 2))], K1, { view, width: 600 }));
		const toArea = areaFromPixels(root);
		const heights = inLayer(root, 'faces').flatMap(({ attributes }) =>
			[...(attributes['d'] ?? '').matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) =>
				toArea([Number(x), Number(y)])[1].toFixed(1),
			),
		);
		expect(new Set(heights)).toEqual(new Set(['2.0']));
		// In perspective an upright face that is seen edge-on is nothing, and obstacles edge-on are none in any view.
		const obstacle = { ...rectangle(0, 0, 4, 10), surfaces: Uint32Array.of(7, 7) };
		expect(facetsOf([obstacle], cameraOf(view, box), 1000, K1)).toEqual([]);
	});

	it('in perspective fits the sheet, is the same on every run and names its rooms', () => {
		const rooms = [room('hall', rectangle(0, 0, 20, 12)), room('tower', rectangle(25, 4, 5, 5, 9))];
		const svg = pictureText(rooms, K1, { view: 'perspective' });
		expect(pictureText(structuredClone(rooms), K1, { view: 'perspective' })).toBe(svg);
		const root = readXml(svg);
		const sheet = everyElement(root).find(({ name }) => name === 'clipPath')?.children[0].attributes ?? {};
		for (const { attributes } of inLayer(root, 'faces')) {
			for (const [, x, y] of (attributes['d'] ?? '').matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
				expect(Number(x) >= Number(sheet['x']) && Number(x) <= Number(sheet['x']) + Number(sheet['width'])).toBe(true);
				expect(Number(y) >= Number(sheet['y']) && Number(y) <= Number(sheet['y']) + Number(sheet['height'])).toBe(true);
			}
		}
		expect(textsIn(root, 'names')).toEqual(['0 hall', '1 tower']);
	});

	/** The ends of each ruler: x, y, x, y in pixels. */
	const rulersOf = (root: ReturnType<typeof readXml>): number[][] =>
		inLayer(root, 'rulers').flatMap(({ attributes: { d } }) => {
			const [, ...numbers] = /^M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/.exec(d ?? '') ?? [];
			return numbers.length === 0 ? [] : [numbers.map(Number)];
		});

	it('names rooms that are seen only, on what is seen of them', () => {
		// The cellar lies wholly below the hall; of the street a strip in the south is seen.
		const rooms = [
			room('hall', rectangle(0, 0, 20, 20, 1)),
			room('cellar', rectangle(5, 5, 4, 4)),
			room('street', rectangle(0, -6, 20, 20)),
		];
		const root = readXml(pictureText(rooms, K1, { view: 'perspective' }));
		expect(textsIn(root, 'names')).toEqual(['0 hall', '2 street']);
		expect(textOf(root)).toContain('1 room hidden');
		// Its name is below the hall's southern edge: the ruler to the east tells pixels from what the camera sees.
		const camera = cameraOf('perspective', [0, -6, 0, 20, 20, 1]);
		const [start, end] = [camera.look(-0.78, -6.78, 0), camera.look(4.22, -6.78, 0)];
		const [x0, y0, x1] = rulersOf(root)[0];
		const scale = (x1 - x0) / (end[0] - start[0]);
		const name = inLayer(root, 'names').find((each) => textOf(each) === '2 street')?.attributes ?? {};
		const across = start[0] + (Number(name['x']) - x0) / scale;
		const up = start[1] - (Number(name['y']) - y0) / scale;
		const [west, east] = [camera.look(0, 0, 1), camera.look(20, 0, 1)];
		expect(up).toBeLessThan(west[1] + ((across - west[0]) / (east[0] - west[0])) * (east[1] - west[1]));
		expect(textOf(readXml(pictureText(rooms.slice(0, 1), K1, { view: 'perspective' })))).not.toContain('hidden');
	});

	it('names ground that is seen as a line above the line', () => {
		const root = readXml(pictureText([room('floor', rectangle(0, 0, 4, 10, 2))], K1, { view: 'front' }));
		const name = inLayer(root, 'names').find((each) => textOf(each) === '0 floor');
		const toArea = areaFromPixels(root);
		expect(toArea([0, Number(name?.attributes['y'])])[1]).toBeGreaterThan(2);
	});

	it('in perspective has rulers on the ground, to scale where they lie', () => {
		const rooms = [room('hall', rectangle(0, 0, 20, 12))];
		const root = readXml(pictureText(rooms, K1, { view: 'perspective' }));
		expect(textsIn(root, 'rulers')).toEqual(['+x 5 m', '+y (N) 5 m']);
		const ends = rulersOf(root);
		// Pixels of a metre of the ruler are those of a metre of the level's edge beside it, but for the distance between them.
		const camera = cameraOf('perspective', [0, 0, 0, 20, 12, 0]);
		const seen = (x: number, y: number): readonly number[] => camera.look(x, y, 0);
		const [a, b, c] = [seen(-0.6, -0.6), seen(4.4, -0.6), seen(-0.6, 4.4)];
		const ratio = Math.hypot(b[0] - a[0], b[1] - a[1]) / Math.hypot(c[0] - a[0], c[1] - a[1]);
		const length = ([x0, y0, x1, y1]: readonly number[]): number => Math.hypot(x1 - x0, y1 - y0);
		expect(length(ends[0]) / length(ends[1])).toBeCloseTo(ratio, 2);
		expect(inLayer(readXml(pictureText(rooms, K1, { view: 'front' })), 'rulers')).toEqual([]);
	});

	it('of nothing is an empty sheet', () => {
		for (const view of ['perspective', 'front', 'side'] as const)
			expect(() => readXml(pictureText([], K1, { view }))).not.toThrow();
	});
});
