import { expect, test } from 'vitest';
import { DoorPlaces } from '../../check/things/door-places.ts';
import { shiftOf } from '../../check/things/shifted-doors.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Thing } from '../../src/model/level.ts';
import type { Doorway } from '../../src/seams/doorways.ts';

/** Where sills of 2 m along y have their middles: no two pairs of them lie alike. */
const MIDDLES = Array.from({ length: 60 }, (_, i): Vec3 => [i * 7 + (i * i) / 8, (i % 5) * 9 + i / 4, (i % 3) * 4]);

const places = new DoorPlaces([
	MIDDLES.map(([x, y, z]): Doorway => ({ to: 1, left: [x, y + 1], right: [x, y - 1], bottom: z, top: z + 2.5 })),
]);

function doorsAt(positions: readonly Vec3[]): Thing[] {
	return positions.map((position, index) => ({ kind: 'door', index, tag: '', template: '', position, bearing: 90 }));
}

/** The first so many doors, of which every so-manyth, from `first` on, stands far from everything; the others are off by one way. */
function off(count: number, every: number, first: number): Thing[] {
	return doorsAt(
		MIDDLES.slice(0, count).map(([x, y, z], i) =>
			i % every === first ? [x, y - 5000 - i * 40, z] : [x - 3.25, y - 61.5, z + 1],
		),
	);
}

test.each([3, 8, 31, 32, 33, 60])('of %d doors that are all off by one way, all are counted', (count) => {
	expect(shiftOf(off(count, 1, -1), places)).toEqual({ by: [3.25, 61.5, -1], doors: count });
});

test.each([8, 32, 60])('three quarters of %d doors are most of them, and fewer are not', (count) => {
	expect(shiftOf(off(count, 4, 0), places)).toEqual({ by: [3.25, 61.5, -1], doors: (count * 3) / 4 });
	expect(shiftOf(off(count, 3, 0), places)).toBeUndefined();
});

test('two doors may be off alike by chance, and half of the doors in their doorways say that nothing moved', () => {
	expect(shiftOf(off(2, 1, -1), places)).toBeUndefined();
	const half = [...doorsAt(MIDDLES.slice(0, 10)), ...off(30, 1, -1).slice(20)];
	expect(shiftOf(half, places)).toBeUndefined();
});
