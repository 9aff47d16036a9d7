import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/findings/report.ts';
import { faceArea } from '../../../src/geometry/triangles.ts';
import type { Level } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, NONE, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { conformRooms } from '../../../src/seams/conform.ts';
import { linkRooms } from '../../../src/seams/link.ts';
import { conform } from '../../support/level-work.ts';
import { EAST, fan, levelOf, rectangle, WEST, withTransitions } from '../../support/levels.ts';
import { pairs, triples } from '../../support/points.ts';

const west = rectangle(0, 0, 10, 4);

describe('a long edge beside short ones', () => {
	const lower = rectangle(10, 0, 6, 1);
	const upper = rectangle(10, 1, 6, 3);

	it('is cut where they meet', () => {
		const { level, splits, refused } = conform(levelOf(west, lower, upper));
		expect(splits).toEqual([{ room: 0, edge: EAST, at: [10, 1, 0], other: 1, offset: 0 }]);
		expect(refused).toEqual([]);
		const mesh = meshOf(level, 0);
		expect(mesh.surfaces).toHaveLength(3);
		expect([...mesh.positions.slice(12)]).toEqual([10, 1, 0]);
		expect(pairsOf(level)).toEqual(pairs(0, 1, 0, 2, 1, 2));
	});

	it('hands its transition to its parts', () => {
		const { level } = conform(levelOf(withTransitions(west, { [EAST]: 9, 0: 8 }), lower, upper));
		const given = [...meshOf(level, 0).transitions].filter((to) => to !== NONE).sort();
		expect(given).toEqual([8, 9, 9]);
	});
});

describe('the cut', () => {
	it('has the other room’s coordinates, bit for bit, though they are off the line', () => {
		const corner = [10.0004, 1.7, 0.0003] as const;
		const off = fan(corner, [16, 1, 0], [16, 4, 0], [10, 4, 0]);
		const { level, splits } = conform(levelOf(west, off));
		const written = corner.map(Math.fround);
		expect([...meshOf(level, 0).positions.slice(12)]).toEqual(written);
		expect(splits[0].at).toEqual(written);
		expect(splits[0].offset).toBeCloseTo(0.0005, 5);
		expect(linkRooms(level, K1).links).toMatchObject([{ distance: 0, exact: true }]);
	});

	it('goes through walls that stand on the edge', () => {
		const walled = withWallOn(west);
		const { level } = conform(levelOf(walled, rectangle(10, 1, 6, 3)));
		const mesh = meshOf(level, 0);
		expect([...mesh.surfaces].filter((surface) => surface === 7)).toHaveLength(2);
		expect(areaOf(mesh)).toBeCloseTo(areaOf(walled), 9);
	});

	it('may fall on several edges of one face', () => {
		// One triangle, with a room along each of its sides.
		const triangle = fan([0, 0, 0], [8, 0, 0], [0, 8, 0]);
		const level = levelOf(
			triangle,
			rectangle(2, -4, 3, 4),
			rectangle(-4, 2, 4, 3),
			fan([3, 5, 0], [5, 3, 0], [6, 6, 0]),
		);
		const { level: conformed, splits } = conform(level);
		expect(splits).toHaveLength(6);
		expect(meshOf(conformed, 0).surfaces).toHaveLength(7);
		expect(areaOf(meshOf(conformed, 0))).toBeCloseTo(32, 5);
		expect(linkRooms(conformed, K1).links).toHaveLength(3);
	});

	it('goes on to a third room that lies on one of the two', () => {
		// Rooms 1 and 2 overlap; both face room 0, neither the other.
		const level = levelOf(west, rectangle(10, 1, 6, 3), rectangle(10, 0, 6, 3));
		const { level: conformed, splits } = conform(level);
		expect(splits.map(({ room, edge, at }) => [room, edge, at[1]])).toEqual(
			triples(0, EAST, 1, 0, EAST, 3, 1, WEST, 3, 2, WEST, 1),
		);
		expect(pairsOf(conformed)).toEqual(pairs(0, 2, 0, 1, 0, 1));
	});

	it('is not made in an edge that has its partner', () => {
		const level = levelOf(west, rectangle(10, 0, 6, 4), rectangle(10, 1, 6, 2));
		expect(conformRooms(level, K1)).toBe(level);
	});

	it('is made once where corners of two rooms nearly coincide', () => {
		const lower = fan([10, 0, 0], [16, 0, 0], [16, 1, 0], [10, 1, 0]);
		const upper = fan([10, 1.0004, 0], [16, 1, 0], [16, 4, 0], [10, 4, 0]);
		const { splits, level } = conform(levelOf(west, upper, lower));
		expect(splits.map(({ other }) => other)).toEqual([1]);
		expect(linkRooms(level, K1).links).toHaveLength(3);
	});
});

describe('no cut', () => {
	it.each<[string, Walkmesh]>([
		['for edges that lie on each other', rectangle(10, 0, 6, 4)],
		['for edges that touch at a point', rectangle(10, 4, 6, 4)],
		['for a corner that ends on an edge', fan([10, 2, 0], [14, 0, 0], [14, 4, 0])],
		['for edges that run the same way', rectangle(5, 1, 5, 2)],
		['for edges above each other', rectangle(10, 1, 6, 2, 0.5)],
		['for edges beside each other', rectangle(10.0021, 1, 6, 2)],
		['for a floor that looks down', flipped(rectangle(5, 1, 5, 2))],
		['for edges that leave each other', fan([10, 3, 0], [10.1, 1, 0], [16, 2, 0])],
		['within the tolerance of an end', rectangle(10, 0.0008, 6, 3.9988)],
		['for what is no number', fan([10, NaN, 0], [16, 1, 0], [10, 3, 0])],
	])('%s', (_, other) => {
		for (const level of [levelOf(west, other), levelOf(other, west)]) {
			expect(conformRooms(level, K1)).toBe(level);
		}
	});

	it('that would turn over a face; it is told instead', () => {
		// A face 0.4 mm high beside a corner that reaches 0.8 mm into it.
		const sliver = fan([10, 4, 0], [9.9996, 2, 0], [10, 0, 0]);
		const corner = fan([9.9992, 2.5, 0], [16, 2.5, 0], [16, 4, 0], [9.9999, 3.9, 0]);
		const level = levelOf(sliver, corner);
		const { level: conformed, splits, refused } = conform(level);
		expect(splits.filter(({ room }) => room === 0).every(({ offset }) => offset < 4e-4)).toBe(true);
		expect(refused.length).toBeGreaterThan(0);
		expect(refused.every(({ room, other }) => room === 0 && other === 1)).toBe(true);
		for (const { walkmesh } of conformed.rooms) expect(looksUp(walkmesh)).toBe(true);
	});
});

it.each([0, -1, NaN, 0.2])('refuses a tolerance of %d', (tolerance) => {
	expect(() => conformRooms(levelOf(west), K1, { tolerance })).toThrow(UsageError);
});

describe('a corner that is moved to a near one of another room', () => {
	// Beside the seam of south and north, at x = 10, the rooms in the east are divided 8 to 11 mm farther south.
	const south = fan([0, 0, 0], [10, 0, 0], [10, 4.0004, 0], [0, 4, 0]);
	const north = rectangle(0, 4, 10, 4);
	const eastAt = (y: number): [Walkmesh, Walkmesh] => [rectangle(10, 0, 6, y), rectangle(10, y, 6, 8 - y)];

	it.each([3.992, 3.9902, 3.99])('takes corners with it that coincide with it, so that no long seam opens: %f', (y) => {
		const [southeast, northeast] = eastAt(y);
		const seams = [
			['south', 'north'],
			['south', 'southeast'],
			['north', 'northeast'],
			['southeast', 'northeast'],
		];
		const rooms = { south, north, southeast, northeast };
		for (const order of [
			['south', 'north', 'southeast', 'northeast'],
			['northeast', 'southeast', 'south', 'north'],
			['southeast', 'north', 'northeast', 'south'],
		] as const) {
			const level = levelOf(...order.map((name) => ({ ...rooms[name], name })));
			const { links } = linkRooms(conformRooms(level, K1), K1);
			const found = new Set(links.map(({ roomA, roomB }) => [order[roomA], order[roomB]].sort().join()));
			expect(seams.filter((seam) => !found.has(seam.toSorted().join()))).toEqual([]);
		}
	});
});

it('joins seams that are apart when the tolerance says so', () => {
	const level = levelOf(west, rectangle(10.05, 1, 6, 2));
	expect(conform(level).splits).toEqual([]);
	const { level: conformed } = conform(level, { tolerance: 0.1 });
	const { links } = linkRooms(conformed, K1, { snap: 0.1 });
	expect(links).toHaveLength(1);
	expect(linkRooms(conformed, K1, { snap: 0.1 }).level.rooms[1].walkmesh?.transitions[WEST]).toBe(0);
});

/** The rooms of all links, by the first room's edges. */
function pairsOf(level: Level): number[][] {
	return linkRooms(level, K1).links.map(({ roomA, roomB }) => [roomA, roomB]);
}

function meshOf(level: Level, room: number): Walkmesh {
	const { walkmesh } = level.rooms[room];
	if (walkmesh === undefined) throw new Error(`room ${room} has no walkmesh`);
	return walkmesh;
}

function areaOf(mesh: Walkmesh): number {
	let sum = 0;
	for (let face = 0; face < mesh.surfaces.length; face++) sum += faceArea(mesh.positions, mesh.faces, face);
	return sum;
}

function looksUp(mesh: Walkmesh | undefined): boolean {
	const { positions: p, faces } = mesh ?? west;
	return Array.from({ length: faces.length / 3 }, (_, face) => [0, 1, 2].map((k) => faces[face * 3 + k] * 3)).every(
		([a, b, c]) => (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a]) > 0,
	);
}

function flipped(mesh: Walkmesh): Walkmesh {
	return { ...mesh, faces: mesh.faces.toReversed() };
}

/** The floor with a wall that stands on its eastern edge and shares its vertices. */
function withWallOn(mesh: Walkmesh): Walkmesh {
	return createWalkmesh({
		positions: Float32Array.of(...mesh.positions, 10, 2, 3),
		faces: Uint32Array.of(...mesh.faces, 2, 1, 4),
		surfaces: Uint32Array.of(...mesh.surfaces, 7),
	});
}
