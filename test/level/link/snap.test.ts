import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weldMesh } from '../../../src/geometry/weld.ts';
import type { Vec3 } from '../../../src/math/vec3.ts';
import type { Level } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { EDGE_STRIDE, gatherPerimeterEdges } from '../../../src/seams/perimeter-edges.ts';
import { conform, link } from '../../support/level-work.ts';
import { EAST, fan, levelOf, rectangle, transitionsOf, WEST } from '../../support/levels.ts';
import { generator } from '../../support/mutate.ts';
import { appended, surfaced } from '../../support/own-floors.ts';
import { pairs, triples } from '../../support/points.ts';
import { gridFloor } from '../../support/soups.ts';
import { runs } from '../../support/thorough.ts';
import { bitsOf } from '../../support/walkmeshes.ts';

const west = rectangle(0, 0, 10, 4);

describe('equal coordinates', () => {
	const near = fan([10.0005, 0, 0], [16, 0, 0], [16, 4, 0], [10, 4, 0.0007]);

	it('are taken from the lower room', () => {
		const { level, links, moved } = link(levelOf(west, near));
		expect(links[0].exact).toBe(true);
		expect(links[0].distance).toBeCloseTo(0.0007, 6);
		expect(positionsOf(level, 0)).toEqual([...west.positions]);
		expect(positionsOf(level, 1)).toEqual([10, 0, 0, 16, 0, 0, 16, 4, 0, 10, 4, 0]);
		expect(moved).toEqual([{ room: 1, vertices: 2, distance: expect.closeTo(0.0007, 6) }]);

		const swapped = link(levelOf(near, west));
		expect(positionsOf(swapped.level, 0)).toEqual([...near.positions]);
		expect(positionsOf(swapped.level, 1).slice(3, 6)).toEqual([...near.positions.slice(0, 3)]);
	});

	it('are left alone when not asked for', () => {
		const { level, links, moved } = link(levelOf(west, near), { exact: false });
		expect(links.map(({ exact }) => exact)).toEqual([false]);
		expect(moved).toEqual([]);
		expect(level.rooms[1].walkmesh?.positions).toBe(near.positions);
	});

	it('are equal to the bit, so −0 becomes 0', () => {
		const { level, links } = link(levelOf(rectangle(-5, 0, 5, 4), fan([-0, 0, -0], [6, 0, 0], [6, 4, 0], [-0, 4, 0])));
		expect(links).toMatchObject([{ distance: 0, exact: true }]);
		expect(Object.is(positionsOf(level, 1)[0], 0)).toBe(true);
		expect(Object.is(positionsOf(level, 1)[2], 0)).toBe(true);
	});

	it('are shared by all rooms that meet in a corner', () => {
		// Four rooms about (0, 0), each off by a little.
		const off = 0.0003;
		const level = levelOf(
			rectangle(-5, -5, 5, 5),
			rectangle(off, -5, 5, 5),
			rectangle(0, off, 5, 5, off),
			rectangle(-5, -off, 5, 5),
		);
		const { level: linked, links } = link(level);
		expect(links).toHaveLength(4);
		expect(links.every((found) => found.exact)).toBe(true);
		expect([1, 2, 3].map((room) => [0, 3, 6, 9].some((i) => isOrigin(positionsOf(linked, room), i)))).toEqual([
			true,
			true,
			true,
		]);
	});
});

describe('snapping', () => {
	const apart = rectangle(10.06, 0, 6, 4, 0.05);

	it('is only done when asked for, and up to its distance', () => {
		expect(link(levelOf(west, apart)).links).toEqual([]);
		expect(link(levelOf(west, apart), { snap: 0.07 }).links).toEqual([]);
		const { level, links } = link(levelOf(west, apart), { snap: 0.08 });
		expect(links).toEqual([
			{
				roomA: 0,
				edgeA: EAST,
				roomB: 1,
				edgeB: WEST,
				distance: expect.closeTo(Math.hypot(0.06, 0.05), 5),
				exact: true,
				snapped: true,
			},
		]);
		expect(positionsOf(level, 1).slice(0, 3)).toEqual([10, 0, 0]);
		expect(positionsOf(level, 1).slice(9)).toEqual([10, 4, 0]);
	});

	it('prefers what lies within the tolerance', () => {
		const inPlace = rectangle(10, 0, 6, 4);
		const { links } = link(levelOf(west, apart, inPlace), { snap: 0.1 });
		expect(links.map(({ roomA, roomB, snapped }) => [roomA, roomB, snapped])).toEqual([[0, 2, false]]);
	});

	it('takes along every vertex in the same place, of walls and of other rooms too', () => {
		const wall: Vec3[] = triples(10.06, 0, 0.05, 10.06, 0, 3, 16, 0, 0.05);
		const walled = withWall(apart, wall);
		const beside = fan([10.06, 0, 0.05], [10, -3, 0], [12, -3, 0]);
		const { level } = link(levelOf(west, walled, beside), { snap: 0.1 });
		expect(positionsOf(level, 1).slice(12, 15)).toEqual([10, 0, 0]);
		expect(positionsOf(level, 2).slice(0, 3)).toEqual([10, 0, 0]);
		// What is elsewhere stays.
		expect(positionsOf(level, 1).slice(15)).toEqual([...walled.positions.slice(15)]);
		expect(positionsOf(level, 2).slice(3)).toEqual([...beside.positions.slice(3)]);
	});

	it('takes pairs within the tolerance along though they need not be equal', () => {
		// Room 2 lies on room 1 within the tolerance; room 1 moves to room 0.
		const above = fan([10.0602, 4, 0.05], [16, 4, 0.05], [16, 8, 0.05], [10.06, 8, 0.05]);
		const { level, links } = link(levelOf(west, apart, above), { snap: 0.1, exact: false });
		expect(links.map(({ roomA, roomB, exact }) => [roomA, roomB, exact])).toEqual([
			[0, 1, true],
			[1, 2, true],
		]);
		expect(positionsOf(level, 2).slice(0, 3)).toEqual([10, 4, 0]);
	});

	it('never flattens or turns over a face', () => {
		// A sliver 4 cm wide: moving its western edge by 6 cm would turn it over.
		const sliver = rectangle(10.06, 0, 0.04, 4);
		const held = fan([10.1, 0, 0], [16, 0, 0], [16, 4, 0], [10.1, 4, 0]);
		const turned = fan([10, 0, 0], [9.94, 0, 0], [9.94, 4, 0], [10, 4, 0]);
		for (const level of [levelOf(west, turned, held), levelOf(west, sliver, held)]) {
			const { level: snapped } = link(level, { snap: 0.1 });
			expectSound(level, snapped);
		}
		const thin = fan([10.06, 0, 0], [10.065, 2, 0], [10.06, 4, 0]);
		const { links, refused, level } = link(levelOf(west, thin), { snap: 0.1 });
		expect(links).toHaveLength(1);
		expect(refused).toEqual([]);
		expectSound(levelOf(west, thin), level);
		const backwards = fan([9.96, 0, 0], [9.98, 2, 0], [9.96, 4, 0]);
		const kept = link(levelOf(west, backwards), { snap: 0.1 });
		expect(kept.links).toEqual([]);
		expect(kept.refused).toMatchObject([{ room: 0, other: 1, why: 'face', linked: false }]);
		expect(positionsOf(kept.level, 1)).toEqual([...backwards.positions]);
		expect(transitionsOf(kept.level)).toEqual([]);
	});

	it('lets walls at a seam lean over: a cut in their foot bends them, and joining the seam bends them back', () => {
		const east = rectangle(10.03, 0, 6, 4);
		// Both ends of the seam also carry an upright face, half a metre down.
		const wall = fan([10.03, 4, 0], [10.03, 0, 0], [10.03, 0, -0.5], [10.03, 4, -0.5]);
		const walled = appended(east, surfaced(wall, 7));
		const south = fan([0, 0, 0], [10, 0, 0], [10.02, 2, 0], [0, 2, 0]);
		const north = fan([0, 2, 0], [10.02, 2, 0], [10, 4, 0], [0, 4, 0]);
		const rooms = levelOf(south, north, weldMesh(walled, 1e-4).mesh);
		const { links, refused } = link(conform(rooms, { tolerance: 0.05 }).level, { snap: 0.05 });
		expect(links.map(({ roomA, roomB }) => [roomA, roomB])).toEqual(pairs(0, 2, 0, 1, 1, 2));
		expect(refused).toEqual([]);
	});

	it('never makes one of two corners of a face', () => {
		// Four rooms about (10, 0). The corner of room 1 is cut off: the ends of the short side, 5 cm long, both want to be there.
		const chipped = fan([10.04, 0, 0], [16, 0, 0], [16, 4, 0], [10.01, 4, 0], [10.01, 0.04, 0]);
		const southeast = fan([16, -0.03, 0], [10, -0.03, 0], [10, -4, 0], [16, -4, 0]);
		const level = levelOf(west, chipped, southeast, rectangle(0, -4, 10, 4));
		const { links, refused, level: snapped } = link(level, { snap: 0.1 });
		expect(links.map(({ roomA, roomB }) => [roomA, roomB])).toEqual(pairs(0, 3, 0, 1, 2, 3));
		expect(refused).toMatchObject([{ room: 1, other: 2, why: 'two-corners', linked: false }]);
		expectSound(level, snapped);
	});

	it('makes one of two points of a room that lies about a corner', () => {
		const about = appended(
			fan([10.02, 4, 0], [10.02, 0, 0], [16, 2, 0]),
			fan([10, -0.03, 0], [0, -0.03, 0], [5, -4, 0]),
		);
		const { level, links } = link(levelOf(west, about), { snap: 0.1 });
		expect(links).toHaveLength(2);
		expect(positionsOf(level, 1).slice(3, 6)).toEqual([10, 0, 0]);
		expect(positionsOf(level, 1).slice(9, 12)).toEqual([10, 0, 0]);
	});

	it('leaves pairs alone that need not be equal and lie elsewhere', () => {
		const level = levelOf(west, rectangle(10.06, 0, 6, 4), rectangle(40, 0, 4, 4), rectangle(44.0005, 0, 4, 4));
		const { moved, links } = link(level, { snap: 0.1, exact: false });
		expect(links.map(({ exact }) => exact)).toEqual([true, false]);
		expect(moved.map(({ room }) => room)).toEqual([1]);
	});

	it('does not leave a face that is hardly one', () => {
		// 4.01 cm high; a tenth of a millimetre would be left.
		const { links, refused } = link(levelOf(west, fan([9.96, 0, 0], [10.0001, 2, 0], [9.96, 4, 0])), { snap: 0.1 });
		expect(links).toEqual([]);
		expect(refused).toMatchObject([{ why: 'face' }]);
	});

	it('keeps crowded corners sound', () => {
		// Both ends of the short edge in the east are near the corner of room 0.
		const chipped = fan([10.02, 0, 0], [16, 0, 0], [16, 4, 0], [10.02, 0.03, 0]);
		const south = rectangle(0, -4, 10, 4);
		const wedge = fan([10, 0, 0], [10.02, 0.03, 0], [8, 3, 0]);
		for (const level of [levelOf(south, chipped), levelOf(wedge, chipped), levelOf(chipped, wedge, south)]) {
			const { level: snapped } = link(level, { snap: 0.1 });
			expectSound(level, snapped);
		}
	});

	it('moves nothing farther than its distance', () => {
		// A row of rooms whose facing corners are each 8 cm from the next: all to the first would be 16 cm.
		const level = levelOf(
			fan([0, 0, 0], [4, 0, 0], [4, 4, 0]),
			fan([4.08, 0, 0], [8, -4, 0], [8, 4, 0], [4.08, 4, 0]),
			fan([8, -4.08, 0], [4.16, -0.02, 0], [2, -5, 0]),
		);
		const { level: snapped, moved } = link(level, { snap: 0.1 });
		expect(moved.every(({ distance }) => distance <= 0.1)).toBe(true);
		expectSound(level, snapped);
	});

	it('keeps every face sound and every promise on shaken levels', () => {
		fc.assert(
			fc.property(
				fc.nat(1_000_000),
				fc.double({ min: 0, max: 0.12, noNaN: true }),
				fc.double({ min: 0, max: 0.1, noNaN: true }),
				fc.boolean(),
				(seed, shake, snap, exact) => {
					const level = shakenRooms(seed, shake);
					const { level: linked, links, moved, refused } = link(level, { snap, exact });
					expectSound(level, linked);
					// Coordinates are 32-bit numbers, so that each is rounded where it comes to lie.
					const limit = Math.max(snap, 2e-3) + 2e-6;
					expect(moved.every(({ distance }) => distance <= limit)).toBe(true);
					const perimeter = gatherPerimeterEdges(linked, K1);
					for (const found of links) {
						const [a, b] = [endsOf(perimeter, found.roomA, found.edgeA), endsOf(perimeter, found.roomB, found.edgeB)];
						const equal = a.every((value, i) => Object.is(value, b[(i + 3) % 6]));
						expect(found.exact).toBe(equal);
						if (found.snapped) expect(equal).toBe(true);
					}
					for (const pair of refused) expect(pair['linked']).toBe(!(Number(pair['distance']) > 1e-3));
				},
			),
			{ numRuns: runs(25, 1000) },
		);
	});

	it('has the same outcome for the same input', () => {
		const level = shakenRooms(5, 0.06);
		const [one, other] = [link(level, { snap: 0.1 }), link(level, { snap: 0.1 })];
		expect(other.links).toEqual(one.links);
		one.level.rooms.forEach(({ walkmesh }, room) => {
			expect(bitsOf(other.level.rooms[room].walkmesh?.positions ?? new Float32Array())).toEqual(
				bitsOf(walkmesh?.positions ?? new Float32Array()),
			);
		});
	});
});

/** Nine rooms of four by four cells side by side, each with its own vertices shaken. */
function shakenRooms(seed: number, shake: number): Level {
	const random = generator(seed);
	const rooms = Array.from({ length: 9 }, (_, room) => {
		const grid = gridFloor(4);
		const corner = [(room % 3) * 4, Math.floor(room / 3) * 4, 0];
		const positions = grid.positions.map((value, i) => (value + corner[i % 3]) * 0.4 + (random() - 0.5) * shake);
		return { ...grid, positions };
	});
	return levelOf(...rooms);
}

function expectSound(before: Level, after: Level): void {
	before.rooms.forEach(({ walkmesh }, room) => {
		const moved = after.rooms[room].walkmesh;
		if (walkmesh === undefined || moved === undefined) return;
		for (let face = 0; face < walkmesh.surfaces.length; face++) {
			const sign = Math.sign(planArea(walkmesh, face));
			expect(Math.sign(planArea(moved, face))).toBe(sign);
		}
	});
}

function planArea({ positions, faces }: Walkmesh, face: number): number {
	const [a, b, c] = [0, 1, 2].map((k) => faces[face * 3 + k] * 3);
	return (
		(positions[b] - positions[a]) * (positions[c + 1] - positions[a + 1]) -
		(positions[b + 1] - positions[a + 1]) * (positions[c] - positions[a])
	);
}

function endsOf(perimeter: ReturnType<typeof gatherPerimeterEdges>, room: number, edge: number): number[] {
	for (let i = perimeter.starts[room]; i < perimeter.starts[room + 1]; i++) {
		if (perimeter.edges[i] === edge) return [...perimeter.points.subarray(i * EDGE_STRIDE, i * EDGE_STRIDE + 6)];
	}
	throw new Error(`edge ${edge} of room ${room} is no perimeter edge`);
}

function positionsOf(level: Level, room: number): number[] {
	return [...(level.rooms[room].walkmesh?.positions ?? [])];
}

function isOrigin(positions: readonly number[], i: number): boolean {
	return positions[i] === 0 && positions[i + 1] === 0 && positions[i + 2] === 0;
}

/** With a face of wall whose vertices are its own. */
function withWall(mesh: Walkmesh, corners: readonly Vec3[]): Walkmesh {
	const first = mesh.positions.length / 3;
	return createWalkmesh({
		positions: Float32Array.of(...mesh.positions, ...corners.flat()),
		faces: Uint32Array.of(...mesh.faces, first, first + 1, first + 2),
		surfaces: Uint32Array.of(...mesh.surfaces, 7),
	});
}
