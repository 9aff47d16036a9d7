import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ground, type RoomGround } from '../../level/query/ground.ts';
import { LevelIndex } from '../../level/query/level-index.ts';
import { Space } from '../../level/query/space.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { groundNear, obstacleDistance } from '../reference/walk.ts';
import { EAST, levelOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { linkedLevel } from '../support/linked-levels.ts';
import { triples } from '../support/points.ts';
import { stoneMesh } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

const spaceOf = (...rooms: (Walkmesh | undefined)[]): Space => {
	return new Space(new Ground(new LevelIndex(levelOf(...rooms))), {});
};

/** Two linked rooms of 8 m by 4 m together. */
const rooms = [
	withTransitions(rectangle(0, 0, 4, 4), { [EAST]: 1 }),
	withTransitions(rectangle(4, 0, 4, 4), { [WEST]: 0 }),
] as const;

test('a link into a room without ground there ends the ground', () => {
	expect(spaceOf(rooms[0]).at([3.5, 2, 0], 10)).toBeCloseTo(0.5, 9);
	expect(spaceOf(rooms[0], rectangle(5, 0, 4, 4)).at([3.5, 2, 0], 10)).toBeCloseTo(0.5, 9);
});

test('ground ends at faces that cannot be walked on, which are no ends themselves', () => {
	const half = { ...rectangle(0, 0, 4, 4), surfaces: Uint32Array.of(4, 7) };
	expect(spaceOf(half).at([3, 1, 0], 10)).toBeCloseTo(1, 9);
	// The diagonal is a metre and a half off; the edges of the other half are farther, and no ends.
	const rock = { ...rectangle(0, 0, 40, 40), surfaces: Uint32Array.of(4, 7) };
	expect(spaceOf(rock).at([21.5, 20, 0], 10)).toBeCloseTo(1.5 / Math.SQRT2, 6);
});

test.each([
	[2.1, 2],
	[1.9, 0.25],
	[-1.9, 0.25],
	[-2.1, 2],
])('ends of ground %d m above count up to two metres up and down', (z, space) => {
	const other = rectangle(2, 2.25, 4, 9, z);
	expect(spaceOf(...rooms, other).at([4, 2, 0], 10)).toBeCloseTo(space, 6);
});

test('what stops a creature takes room away, and a creature within its radius of it is not free', () => {
	const crate = createWalkmesh({ ...rectangle(5, 1, 1, 1, 0.5), surfaces: Uint32Array.of(7, 7) });
	const space = spaceOf(...rooms, crate);
	expect(space.at([4, 1.5, 0], 10)).toBeCloseTo(1, 9);
	const room = new Ground(new LevelIndex(levelOf(...rooms))).room(1) as RoomGround;
	for (const [x, y, free] of [[4.64, 1.5, true], [4.66, 1.5, false], [4.1, 0.01, true]] as const) // biome-ignore format: one row
		expect(space.isFree([x, y, 0], { room, face: 0 })).toBe(free);
});

test('is what looking at every edge and every face of a level finds', () => {
	const share = fc.double({ min: 0, max: 1, noNaN: true });
	fc.assert(
		fc.property(fc.nat(1000), share, share, fc.constantFrom(0.5, 3), (seed, a, b, most) => {
			const { level } = linkedLevel({ rooms: 4, trianglesPerRoom: 72, seed });
			const meshes = level.rooms.flatMap(({ walkmesh }) => (walkmesh === undefined ? [] : [walkmesh]));
			const [x, y] = [a * 16, b * 16];
			const z = meshes.map((mesh) => groundNear(mesh, x, y, 0)).find((height) => height !== undefined) ?? 0;
			const expected = Math.min(most, endDistance(meshes, x, y), obstacleDistance(level, [x, y, z], 1.8));
			expect(spaceOf(...meshes).at([x, y, z], most)).toBeCloseTo(expected, 5);
		}),
		{ numRuns: runs(20) },
	);
});

test('amid loose faces, edges farther away than the nearest are not measured', () => {
	const index = new LevelIndex(levelOf(looseFaces(20)));
	const space = new Space(new Ground(index), {});
	expect(space.at([30.2, 30.2, 0], 30)).toBeCloseTo(0.2, 6);
	// Three of 1,200 edges, 24 steps each, and a search that finds none.
	const { spent } = index.effort;
	expect(spent).toBeLessThan(24 * 300);
	expect(space.at([30.2, 30.2, 40], 30)).toBe(30);
	expect(index.effort.spent - spent).toBeGreaterThan(24 * 1200);
});

/** So many rows of as many loose faces, 3 m apart. */
function looseFaces(side: number): Walkmesh {
	const at = [...Array(side * side).keys()].map((i) => [(i % side) * 3, Math.floor(i / side) * 3]);
	const points = at.flatMap(([x, y]) => triples(x, y, 0, x + 1, y, 0, x, y + 1, 0));
	return stoneMesh(points, ...at.map((_, i) => [i * 3, i * 3 + 1, i * 3 + 2]));
}

/** From a point of the plan to the nearest edge of a walkable face that no other walkable face has, and that links nowhere. */
function endDistance(meshes: readonly Walkmesh[], x: number, y: number): number {
	let least = Infinity;
	for (const { positions, faces, surfaces, transitions } of meshes) {
		const sides = [...faces.keys()].filter((edge) => K1.surfaces[surfaces[Math.floor(edge / 3)]].walk);
		const keyOf = (edge: number): string =>
			[faces[edge], faces[edge % 3 === 2 ? edge - 2 : edge + 1]].sort((p, q) => p - q).join(' ');
		const known = new Map<string, number>();
		for (const edge of sides) known.set(keyOf(edge), (known.get(keyOf(edge)) ?? 0) + 1);
		for (const edge of sides) {
			if (known.get(keyOf(edge)) !== 1 || transitions[edge] !== NONE) continue;
			const [[ax, ay], [bx, by]] = keyOf(edge)
				.split(' ')
				.map((vertex) => [positions[Number(vertex) * 3], positions[Number(vertex) * 3 + 1]]);
			const share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
			const along = Math.min(1, Math.max(0, share));
			least = Math.min(least, Math.hypot(x - ax - (bx - ax) * along, y - ay - (by - ay) * along));
		}
	}
	return least;
}
