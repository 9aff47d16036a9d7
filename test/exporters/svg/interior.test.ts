import { describe, expect, it } from 'vitest';
import { interiorOf } from '../../../pictures/svg/interior.ts';
import { generator } from '../../support/mutate.ts';
import { runs } from '../../support/thorough.ts';

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
