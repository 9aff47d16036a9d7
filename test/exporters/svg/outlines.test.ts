import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelChanges } from '../../../jobs/diff.ts';
import { interiorOf } from '../../../pictures/svg/interior.ts';
import { type PlanPlaces, withoutSpikes, withoutStraight } from '../../../pictures/svg/outline.ts';
import type { Level } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { EAST, levelOf, rectangle, withTransitions } from '../../support/levels.ts';
import { generator } from '../../support/mutate.ts';
import { pictureText } from '../../support/svg.ts';
import { runs } from '../../support/thorough.ts';
import { inLayer, type Point, readXml, signedArea, textsIn } from './reading.ts';

/** The cells of a room that a test of every cell against every triangle finds. */
function cellsOf(triangles: Float64Array, columns: number, count: number, minX: number, minY: number, size: number) {
	const ground = new Uint8Array(count);
	for (let at = 0; at < triangles.length; at += 6) {
		const [ax, bx, cx] = [0, 2, 4].map((i) => (triangles[at + i] - minX) / size + 0.5);
		const [ay, by, cy] = [1, 3, 5].map((i) => (triangles[at + i] - minY) / size + 0.5);
		ground[Math.round((ay + by + cy) / 3) * columns + Math.round((ax + bx + cx) / 3)] = 1;
		for (let cell = 0; cell < count; cell++) {
			const [x, y] = [cell % columns, Math.floor(cell / columns)];
			if (x < Math.min(ax, bx, cx) || x > Math.max(ax, bx, cx)) continue;
			if (y < Math.min(ay, by, cy) || y > Math.max(ay, by, cy)) continue;
			const sides = [
				(bx - ax) * (y - ay) - (by - ay) * (x - ax),
				(cx - bx) * (y - by) - (cy - by) * (x - bx),
				(ax - cx) * (y - cy) - (ay - cy) * (x - cx),
			];
			if (sides.every((side) => side >= 0) || sides.every((side) => side <= 0)) ground[cell] = 1;
		}
	}
	return ground;
}

describe('the cells of a room in which a name may stand', () => {
	it('are those that lie in a face, whichever way it turns, also on its sides, and where it is a line', () => {
		const random = generator(3);
		for (let trial = 0; trial < runs(24, 100); trial++) {
			// On whole numbers up to 36, sides run through the middles of cells; some faces have no area.
			const value = (): number => (trial % 2 === 0 ? Math.floor(random() * 37) : random() * 36);
			const triangles = Float64Array.from([0, 0, 36, 0, 36, 0.01, ...Array.from({ length: 18 }, value)]);
			const { covers, bounds } = interiorOf(triangles);
			const size = Math.max(bounds.width, bounds.height) / 36;
			const [columns, rows] = [bounds.width, bounds.height].map((length) => Math.floor(length / size) + 3);
			const ground = Uint8Array.from({ length: columns * rows }, (_, cell) => {
				const [x, y] = [cell % columns, Math.floor(cell / columns)];
				return Number(covers(bounds.x + (x - 0.5) * size, bounds.y + (y - 0.5) * size));
			});
			expect(ground).toEqual(cellsOf(triangles, columns, ground.length, bounds.x, bounds.y, size));
		}
	});

	it('have the same best place however often a loop lies on itself', () => {
		const loop = [
			[0, 0],
			[30, 0],
			[30, 20],
			[0, 20],
		] as const;
		const triangles = Float64Array.from([0, 0, 30, 0, 30, 20, 0, 0, 30, 20, 0, 20]);
		const [once, ...others] = [1, 3, 5].map((count) => interiorOf(triangles, Array(count).fill(loop)));
		for (const { places } of others) expect(places).toEqual(once.places);
	});
});

/** Hundredths of a pixel; places are numbered as given. */
function placesOf(points: readonly Point[]): PlanPlaces {
	return {
		places: Uint32Array.from(points.keys()),
		xs: Int32Array.from(points, ([x]) => x),
		ys: Int32Array.from(points, ([, y]) => y),
		count: points.length,
	};
}

function distanceToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
	const [dx, dy] = [bx - ax, by - ay];
	const squared = dx * dx + dy * dy;
	const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
	return Math.hypot(x - ax - dx * share, y - ay - dy * share);
}

const point = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 6 }));

describe('withoutStraight', () => {
	it('leaves out only corners that lie on the line that is left', () => {
		fc.assert(
			fc.property(fc.uniqueArray(point, { selector: String, minLength: 2, maxLength: 20 }), (points) => {
				const kept = withoutStraight([...points.keys()], placesOf(points));
				expect([kept[0], kept[kept.length - 1]]).toEqual([0, points.length - 1]);
				for (let i = 1; i < kept.length; i++) {
					for (let corner = kept[i - 1] + 1; corner < kept[i]; corner++) {
						const distance = distanceToSegment(points[corner], points[kept[i - 1]], points[kept[i]]);
						expect(distance, `corner ${corner}`).toBeLessThan(1.51);
					}
				}
			}),
		);
	});

	it('leaves nothing but the ends of a slanted line of rounded corners', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -9999, max: 9999 }),
				fc.integer({ min: -9999, max: 9999 }),
				fc.integer({ min: 2, max: 30 }),
				(x, y, parts) => {
					const points = Array.from(
						{ length: parts + 1 },
						(_, i): Point => [Math.round((x * i) / parts), Math.round((y * i) / parts)],
					);
					fc.pre(Math.hypot(x, y) / parts > 2);
					expect(withoutStraight([...points.keys()], placesOf(points))).toEqual([0, parts]);
				},
			),
		);
	});
});

describe('withoutSpikes', () => {
	it('keeps the area of any loop', () => {
		fc.assert(
			fc.property(fc.uniqueArray(point, { selector: String, minLength: 3, maxLength: 12 }), (points) => {
				const kept = withoutSpikes([...points.keys()], 0, points.length, placesOf(points));
				expect(signedArea(kept.map((place) => points[place]))).toBeCloseTo(signedArea(points), 9);
			}),
		);
	});
});

const west = withTransitions(rectangle(0, 0, 10, 8), { [EAST]: 1 });
const east = rectangle(10, 0, 6, 8);
const before = levelOf(west, east);

function changed(first: Partial<Walkmesh>, second: Partial<Walkmesh> = {}): Level {
	return levelOf({ ...west, ...first }, { ...east, ...second });
}

function drawn(after: Level): ReturnType<typeof readXml> {
	const rooms = after.rooms.map((room, index) => ({ ...room, index }));
	return readXml(pictureText(rooms, K1, { changes: levelChanges(before, after, K1) }));
}

const legend = (root: ReturnType<typeof readXml>): string[] => textsIn(root, 'legend');

describe('a plan of what changed', () => {
	it('says so where nothing did', () => {
		const words = legend(drawn(before));
		expect(words.slice(words.indexOf('Different from before') + 1)).toEqual(['nothing']);
	});

	it('says of a room that moved as a whole that it did so, like diff, and points the way with one arrow', () => {
		const root = drawn(changed({}, { positions: east.positions.map((value, i) => value + [2, 0, 1][i % 3]) }));
		const words = legend(root);
		expect(words.slice(words.indexOf('Different from before') + 1)).toEqual(['1 room moved as a whole']);
		expect(inLayer(root, 'changes').filter(({ attributes }) => 'transform' in attributes)).toHaveLength(1);
	});

	it('shows rooms that came and went with all their faces', () => {
		const [, other] = before.rooms;
		const after = { ...before, rooms: [before.rooms[0], { ...other, name: 'new' }] };
		const words = legend(drawn(after));
		expect(words).toEqual(expect.arrayContaining(['2 faces removed', '2 faces added']));
	});
});
