import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { turnsOn } from '../../level/query/corners.ts';
import { Effort, usualSteps } from '../../level/query/effort.ts';
import { Ground, type RoomGround } from '../../level/query/ground.ts';
import { LevelIndex } from '../../level/query/level-index.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { Space } from '../../level/query/space.ts';
import { INSET, type TurnPoint } from '../../level/query/turn.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { groundNear, obstacleDistance } from '../reference/walk.ts';
import { EAST, fan, levelOf, NORTH, rectangle, ringEdge, SOUTH, WEST, withTransitions } from '../support/levels.ts';
import { linkedLevel } from '../support/linked-levels.ts';
import { walled } from '../support/own-floors.ts';
import { triples } from '../support/points.ts';
import { gridFloor, stoneMesh } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

const SIZE = { radius: 0.35, height: 1.8 };
/** Just outside of the radius, so that straight ways between two turns keep it. */
const RING = (SIZE.radius * 1.0005) / Math.cos(Math.PI / 16);

/** The turns on all faces of the first room, those on edges once. */
function turnsOf(rooms: readonly Walkmesh[], size = SIZE): TurnPoint[] {
	const ground = new Ground(new LevelIndex(levelOf(...rooms)));
	const room = ground.room(0) as RoomGround;
	const turns = [...rooms[0].surfaces].flatMap((surface, face) =>
		surface === 4 ? turnsOn(ground, room, face, size, new Set()) : [],
	);
	const known = new Map(turns.map((turn) => [turn.point.map((value) => value.toFixed(6)).join(' '), turn]));
	return [...known.values()];
}

const places = (turns: readonly TurnPoint[]): string[] =>
	turns.map(({ point: [x, y] }) => `${x.toFixed(4)} ${y.toFixed(4)}`).sort();

/** About a corner of a wall: evenly, and square to its edges, where a creature has room and there is more of it to one side. */
function expectedAbout(
	mesh: Walkmesh,
	[cx, cy]: readonly [number, number],
	edges: readonly (readonly [number, number])[],
): string[] {
	const level = levelOf(mesh);
	const distance = (x: number, y: number): number => obstacleDistance(level, [x, y, 0], SIZE.height);
	const even = Array.from({ length: 16 }, (_, i) => [Math.cos((i * Math.PI) / 8), Math.sin((i * Math.PI) / 8)]);
	const square = edges.flatMap(([x, y]) => [[-y, x], [y, -x]]); // biome-ignore format: one row
	const kept = [...even, ...square].filter(([dx, dy]) => {
		const [x, y] = [cx + dx * RING, cy + dy * RING];
		if (distance(x, y) < SIZE.radius) return false;
		return [-1, 1].some((side) => distance(x - (side * dy * RING) / 2, y + (side * dx * RING) / 2) > RING * 1.05);
	});
	return [...new Set(kept.map(([dx, dy]) => `${(cx + dx * RING).toFixed(4)} ${(cy + dy * RING).toFixed(4)}`))];
}

describe('turns about what stands in the way', () => {
	test('lie at the radius about the end of a wall, and point at it', () => {
		const mesh = walled(rectangle(0, 0, 8, 8), [4, -1, 4, 5]);
		const turns = turnsOf([mesh]);
		expect(places(turns)).toEqual(expectedAbout(mesh, [4, 5], [[0, 1]]).sort());
		expect(turns.length).toBeGreaterThan(8);
		for (const { point, inwards, edges } of turns) {
			const [dx, dy] = [4 - point[0], 5 - point[1]];
			expect(Math.hypot(dx, dy)).toBeCloseTo(RING, 6);
			expect(inwards?.[0]).toBeCloseTo(dx / RING, 6);
			expect(inwards?.[1]).toBeCloseTo(dy / RING, 6);
			expect(edges).toBeUndefined();
			expect(point[2]).toBe(0);
		}
	});

	test('are square to edges that run in no even direction', () => {
		const slant = walled(rectangle(0, 0, 8, 8), [2, -1, 5, 4.3]);
		const length = Math.hypot(3, 5.3);
		const near = turnsOf([slant]).filter(({ point: [x, y] }) => Math.hypot(x - 5, y - 4.3) < 0.4);
		expect(places(near)).toEqual(expectedAbout(slant, [5, Math.fround(4.3)], [[3 / length, 5.3 / length]]).sort());
	});

	test('are none along a wall, and none where a wall goes on in another', () => {
		expect(turnsOf([walled(rectangle(0, 0, 8, 8), [4, -1, 4, 9])])).toEqual([]);
		const goesOn = walled(rectangle(0, 0, 8, 8), [4, -1, 4, 3], [4, 3, 4, 9]);
		expect(turnsOf([goesOn])).toEqual([]);
	});

	test('lie in the middle of a gap that just lets somebody through, and a step to both sides', () => {
		const gap = (width: number): string[] => {
			const mesh = walled(rectangle(0, 0, 8, 8), [4, -1, 4, 3], [4, 3 + width, 4, 9]);
			const about = [
				...expectedAbout(mesh, [4, 3], [[0, 1]]),
				...expectedAbout(mesh, [4, Math.fround(3 + width)], [[0, 1]]),
			];
			return places(turnsOf([mesh])).filter((place) => !about.includes(place));
		};
		expect(gap(0.75)).toEqual(['3.6500 3.3750', '4.0000 3.3750', '4.3500 3.3750']);
		expect(gap(0.69)).not.toContain('4.0000 3.3450');
		expect(gap(0.87)).toEqual(['3.6500 3.4350', '4.0000 3.4350', '4.3500 3.4350']);
		expect(gap(0.88)).not.toContain('4.0000 3.4400');
		// Across both walls it is the same.
		const across = walled(rectangle(0, 0, 8, 8), [-1, 4, 3, 4], [3.75, 4, 9, 4]);
		expect(places(turnsOf([across]))).toEqual(
			expect.arrayContaining(['3.3750 3.6500', '3.3750 4.0000', '3.3750 4.3500']),
		);
	});

	test('lie on the ground, as high as it is', () => {
		const hill = rectangle(0, 0, 8, 8);
		const positions = hill.positions.map((value, i, all) =>
			i % 3 === 2 ? all[i - 2] * 0.25 + all[i - 1] * 0.125 : value,
		);
		const turns = turnsOf([walled({ ...hill, positions }, [4, 0, 4, 5])]);
		expect(turns.length).toBeGreaterThan(4);
		for (const { point } of turns) expect(point[2]).toBeCloseTo(point[0] * 0.25 + point[1] * 0.125, 6);
		// Those that would lie beside the ground are left out.
		const narrow = turnsOf([walled(rectangle(0, 0, 4.1, 8), [4, 0, 4, 5])]);
		expect(narrow.every(({ point }) => point[0] <= 4.1001)).toBe(true);
		expect(narrow.length).toBeLessThan(turns.length);
	});

	test('are none on faces without area, and for somebody without a radius', () => {
		const ground = new Ground(new LevelIndex(levelOf(walled(rectangle(0, 0, 8, 8), [4, 0, 4, 5]))));
		expect(turnsOn(ground, ground.room(0) as RoomGround, 2, SIZE, new Set())).toEqual([]);
		expect(turnsOf([walled(rectangle(0, 0, 8, 8), [4, 0, 4, 5])], { radius: 0, height: 1.8 })).toEqual([]);
	});
});

describe('turns at the end of ground', () => {
	/** Three squares of an L: ground everywhere but to the north-east of 4, 4. */
	const corner = stoneMesh([[0, 0, 0], [4, 0, 0], [8, 0, 0], [0, 4, 0], [4, 4, 0], [8, 4, 0], [0, 8, 0], [4, 8, 0]], // biome-ignore format: one row
		[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [3, 4, 7], [3, 7, 6]); // biome-ignore format: one row
	const off = INSET * Math.SQRT1_2;

	test('lie a centimetre inside of corners about which ways turn, and know the edges there', () => {
		for (const radius of [0, 0.35]) {
			const turns = turnsOf([corner], { radius, height: 1.8 });
			expect(places(turns)).toEqual([`${(4 - off).toFixed(4)} ${(4 - off).toFixed(4)}`]);
			expect(turns[0].edges?.toSorted(([a], [b]) => a - b)).toEqual([[0, 1], [1, 0]]); // biome-ignore format: one row
			expect(turns[0].inwards).toBeUndefined();
		}
	});

	test('are none at corners that stick out, along straight edges, and within the ground', () => {
		expect(turnsOf([rectangle(0, 0, 8, 8)])).toEqual([]);
		expect(turnsOf([gridFloor(3)])).toEqual([]);
	});

	test('are there where a link ends, at the corner that the ground of both rooms has together', () => {
		const ring = fan([0, 0, 0], [8, 0, 0], [8, 4, 0], [8, 8, 0], [0, 8, 0]);
		const room = withTransitions(ring, { [ringEdge(5, 1)]: 1 });
		for (const back of [{}, { [WEST]: 0 }]) {
			const turns = turnsOf([room, withTransitions(rectangle(8, 0, 4, 4), back)], { radius: 0, height: 1.8 });
			// At 8, 4 there is ground everywhere but to the north-east; at 8, 0 both rooms end along one line.
			expect(places(turns)).toEqual([`${(8 - off).toFixed(4)} ${(4 - off).toFixed(4)}`]);
			expect(turns[0].edges).toHaveLength(2);
		}
		// A link to nowhere is none.
		expect(turnsOf([withTransitions(rectangle(0, 0, 8, 8), { [EAST]: 1 })])).toEqual([]);
	});

	test('are there at a corner that belongs to three rooms, in the room between, which ends nowhere there itself', () => {
		// Around 4, 4: ground in the north-west, south-west and south-east.
		const northwest = withTransitions(rectangle(0, 4, 4, 4), { [SOUTH]: 1 });
		const southwest = withTransitions(rectangle(0, 0, 4, 4), { [NORTH]: 0, [EAST]: 2 });
		const southeast = withTransitions(rectangle(4, 0, 4, 4), { [WEST]: 1 });
		const rooms = [northwest, southwest, southeast];
		const query = new LevelQuery(levelOf(...rooms));
		const corner = [4 - off, 4 - off, 0].map((value) => expect.closeTo(value, 9));
		for (const [from, to] of [triples(3.5, 7, 0, 7, 3.5, 0), triples(7, 3.5, 0, 3.5, 7, 0)] as const)
			expect(query.route(from, to)).toMatchObject({ arrived: true, points: [from, corner, to] });
	});

	test('are none where something stands', () => {
		expect(turnsOf([walled(corner, [3.8, 3, 3.8, 5])]).some(({ edges }) => edges !== undefined)).toBe(false);
	});
});

test.each([
	[0, 50_000_000],
	[8000, 50_000_000],
	[8001, 50_000_000],
	[32_000, 400_000_000],
	[80_000, 1_581_000_000],
])('a search in a level of %d faces may take %d steps', (faces, steps) => {
	expect(usualSteps(faces)).toBe(steps);
	const effort = new Effort(faces);
	effort.spend(steps);
	expect(effort.spent).toBe(steps);
	expect(() => effort.spend(1)).toThrow(`more than ${steps} steps`);
});

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
