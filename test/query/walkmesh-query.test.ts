import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WalkmeshQuery } from '../../level/query/walkmesh-query.ts';
import { readWalkmesh } from '../../pipeline/bytes.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { createHit, type Hit, type QueryMask } from '../../src/plan/hits.ts';
import { buildAabbTree } from '../../src/tree/build.ts';
import { cornersOf, groundOf, hitsOf, squaredDistanceTo } from '../reference/query.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { generator } from '../support/mutate.ts';
import { triples } from '../support/points.ts';
import { gridFloor, stoneMesh } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';
import { floor } from '../support/walkmeshes.ts';

const whole = fc.integer({ min: -4, max: 4 });
const half = fc.integer({ min: -9, max: 9 }).map((value) => value / 2);
const point = fc.tuple(half, half, half);

/** Faces over a few points of whole numbers: upright, degenerate, coincident and overlapping ones are all common. */
const scenes: fc.Arbitrary<Walkmesh> = fc
	.record({
		points: fc.array(fc.tuple(whole, whole, whole), { minLength: 1, maxLength: 16 }),
		faces: fc.array(fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.constantFrom(0, 2, 4, 7, 8, 9, 18, 30, 77)), {
			maxLength: 30,
		}),
	})
	.map(({ points, faces }) =>
		createWalkmesh({
			positions: Float32Array.from(points.flat()),
			faces: Uint32Array.from(faces.flatMap(([a, b, c]) => [a, b, c].map((corner) => corner % points.length))),
			surfaces: Uint32Array.from(faces, ([, , , surface]) => surface),
		}),
	);

const COLUMNS: Readonly<Record<QueryMask, (surface: number) => boolean>> = {
	walk: (surface) => K1.surfaces[surface]?.walk ?? false,
	walkcheck: (surface) => K1.surfaces[surface]?.walkCheck ?? false,
	sight: (surface) => K1.surfaces[surface]?.lineOfSight ?? false,
	all: () => true,
};
const masks = fc.constantFrom<QueryMask>('walk', 'walkcheck', 'sight', 'all');

const takesPart =
	({ surfaces }: Walkmesh, mask: QueryMask) =>
	(face: number): boolean =>
		COLUMNS[mask](surfaces[face]);

describe('a ray', () => {
	it('hits what looking at every face finds: nearest, all and whether any', () => {
		fc.assert(
			fc.property(
				scenes,
				point,
				point,
				masks,
				fc.constantFrom('both', 'front', 'back'),
				(mesh, from, to, mask, sides) => {
					const query = new WalkmeshQuery(mesh);
					const expected = hitsOf(mesh, from, to, takesPart(mesh, mask)).filter(
						({ front }) => sides === 'both' || front === (sides === 'front'),
					);
					const all = query.raycast(from, to, { mask, sides, hit: 'all' });
					const byFace = (a: { face: number }, b: { face: number }): number => a.face - b.face;
					expect(all.map(({ face }) => face).sort((a, b) => a - b)).toEqual(
						[...expected].sort(byFace).map(({ face }) => face),
					);
					expect(all.map(({ distance }) => distance)).toEqual(
						all.map(({ distance }) => distance).sort((a, b) => a - b),
					);
					const nearest = query.raycast(from, to, { mask, sides });
					expect(nearest === undefined).toBe(expected.length === 0);
					expect(query.raycast(from, to, { mask, sides, hit: 'first' }) === undefined).toBe(expected.length === 0);
					if (nearest === undefined) return;
					const length = Math.hypot(...to.map((value, axis) => value - from[axis]));
					expect(nearest.distance).toBeCloseTo(expected[0].share * length, 9);
					const alike = expected.filter(({ share }) => Math.abs(share - expected[0].share) < 1e-12);
					expect(alike.map(({ face }) => face)).toContain(nearest.face);
					expect(nearest.surface).toBe(mesh.surfaces[nearest.face]);
					nearest.point.forEach((value, axis) => {
						expect(value).toBeCloseTo(from[axis] + expected[0].share * (to[axis] - from[axis]), 9);
					});
					expect(Math.hypot(...nearest.normal)).toBeCloseTo(1, 9);
				},
			),
			{ numRuns: runs(88, 4000) },
		);
	});

	it('does not slip between faces, however far from the origin and whatever the direction', () => {
		fc.assert(
			fc.property(
				fc.nat(1e6),
				fc.constantFrom(0, 1000, 30_000),
				fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
				(seed, far, [x, y, dx, dy, dz]) => {
					const bumpy = gridFloor(6, (i, j) => Math.sin(i * 12.9 + j * 78.2 + seed) * 0.4);
					const positions = bumpy.positions.map((value, i) => (i % 3 === 2 ? value : value + far));
					const query = new WalkmeshQuery({ ...bumpy, positions });
					const [a, b] = [far + 1 + (4 * Math.round(x * 8)) / 8, far + 1 + (4 * Math.round(y * 8)) / 8];
					const [u, v, w] = [dx - 0.5, dy - 0.5, dz + 0.6];
					expect(query.raycast([a + u, b + v, w], [a - u, b - v, -w])).toBeDefined();
					expect(query.heightAt(a, b)).toBeDefined();
				},
			),
			{ numRuns: runs(38, 5000) },
		);
	});

	it('fills the record it is given', () => {
		const query = new WalkmeshQuery(floor());
		const out: Hit = createHit();
		expect(query.raycast([2, 1, 5], [2, 1, -5], {}, out)).toBe(out);
		expect(out).toMatchObject({ face: 0, surface: 4, point: [2, 1, 0], normal: [0, 0, 1], distance: 5 });
		expect(query.raycast([2, 1, 5], [2, 1, 0])).toMatchObject({ distance: 5 });
		expect(query.raycast([2, 1, 5], [2, 1, 0.001])).toBeUndefined();
	});

	it('along an axis hits what faces it, on the sides that are asked for', () => {
		const query = new WalkmeshQuery(stoneMesh(triples(1, 0, 0, 1, 4, 0, 1, 0, 4), [0, 1, 2]));
		for (const hit of ['nearest', 'first'] as const)
			for (const [from, to, seen] of [
				[3, 0, 'front'],
				[0, 3, 'back'],
			] as const)
				for (const sides of ['both', 'front', 'back'] as const) {
					const found = query.raycast([from, 1, 1], [to, 1, 1], { mask: 'all', sides, hit });
					expect(found?.distance).toBe(sides === 'both' || sides === seen ? Math.abs(from - 1) : undefined);
				}
	});

	it('has room for what is hit in an empty record, and says there that nothing is', () => {
		const numbers = { point: [0, 0, 0], normal: [0, 0, 0], distance: 0 };
		expect(createHit()).toStrictEqual({ face: -1, surface: -1, room: -1, object: -1, ...numbers });
	});

	it('has a normal without negative zeros, and none at a face without area', () => {
		const corners = triples(0, 0, 0, 4, 0, 0, 0, 4, 0);
		for (const [face, z] of [
			[[0, 1, 2], 1],
			[[1, 2, 0], 1],
			[[2, 0, 1], 1],
			[[0, 2, 1], -1],
			[[2, 1, 0], -1],
			[[1, 0, 2], -1],
		] as const)
			for (const turn of [0, 1, 2]) {
				// The floor, and the walls that it becomes when the axes change places.
				const mesh = stoneMesh(
					corners.map((corner) => corner.map((_, axis) => corner[(axis + turn) % 3])),
					face,
				);
				const hit = new WalkmeshQuery(mesh).nearestWalkable([1, 1, 1]);
				expect(hit?.normal).toStrictEqual([0, 1, 2].map((axis) => ((axis + turn) % 3 === 2 ? z : 0)));
			}
		const line = new WalkmeshQuery(stoneMesh(corners, [0, 1, 1]));
		expect(line.nearestWalkable([1, 1, 1])?.normal).toStrictEqual([0, 0, 0]);
	});

	it('is refused with a mask or sides that are none', () => {
		const ask = (how: object) => () => new WalkmeshQuery(floor()).raycast([0, 0, 1], [0, 0, 0], how);
		expect(ask({ mask: 'walks' })).toThrow('mask is one of walk, walkcheck, sight, all, not "walks".');
		expect(ask({ sides: 'left' })).toThrow('sides is one of both, front, back, not "left".');
	});
});

it('ground is the highest walkable face not above a height, else the highest face, as looking at every one finds', () => {
	fc.assert(
		fc.property(scenes, half, half, fc.option(half, { nil: Infinity }), (mesh, x, y, z) => {
			const query = new WalkmeshQuery(mesh);
			const expected =
				groundOf(mesh, x, y, z, takesPart(mesh, 'walk')) ?? groundOf(mesh, x, y, z, takesPart(mesh, 'all'));
			const found = query.groundAt(x, y, z);
			expect(found === undefined).toBe(expected === undefined);
			expect(query.isWalkableAt(x, y, z)).toBe(groundOf(mesh, x, y, z, takesPart(mesh, 'walk')) !== undefined);
			if (found === undefined || expected === undefined) return;
			expect(found.point[2]).toBeCloseTo(expected.z, 9);
			expect(query.heightAt(x, y, z)).toBe(found.point[2]);
			expect(query.faceAt(x, y, z)).toBe(found.face);
			const same = groundOf({ ...mesh }, x, y, found.point[2], (face) => face === found.face);
			expect(same?.z).toBeCloseTo(expected.z, 9);
		}),
		{ numRuns: runs(88, 4000) },
	);
});

describe('the nearest walkable point', () => {
	it('is as near as the nearest of all faces', () => {
		fc.assert(
			fc.property(scenes, point, (mesh, from) => {
				const found = new WalkmeshQuery(mesh).nearestWalkable(from);
				const distances = [...mesh.surfaces.keys()]
					.filter(takesPart(mesh, 'walk'))
					.map((face) => squaredDistanceTo(from, cornersOf(mesh, face)));
				expect(found === undefined).toBe(distances.length === 0);
				if (found === undefined) return;
				expect(found.distance).toBeCloseTo(Math.sqrt(Math.min(...distances)), 4);
				expect(squaredDistanceTo(found.point, cornersOf(mesh, found.face))).toBeLessThan(1e-6);
				expect(found.distance).toBeCloseTo(Math.hypot(...from.map((value, axis) => value - found.point[axis])), 9);
			}),
			{ numRuns: runs(25, 2000) },
		);
	});

	it('is right below, seen from above', () => {
		const found = new WalkmeshQuery(floor()).nearestWalkable([12, 3]);
		expect(found).toMatchObject({ point: [10, 3, 0], distance: 2 });
		expect(new WalkmeshQuery(floor()).nearestWalkable([4, 3])).toMatchObject({ point: [4, 3, 0], distance: 0 });
		expect(new WalkmeshQuery(floor(7)).nearestWalkable([4, 3])).toBeUndefined();
	});
});

it('faces in a box are those that touch it: each has a point in it, and the others keep away from it', () => {
	fc.assert(
		fc.property(scenes, point, point, (mesh, a, b) => {
			const low = a.map((value, axis) => Math.min(value, b[axis])) as [number, number, number];
			const high = a.map((value, axis) => Math.max(value, b[axis])) as [number, number, number];
			const found = new WalkmeshQuery(mesh).facesInBox(low, high);
			for (let face = 0; face < mesh.surfaces.length; face++) {
				expect({ face, touches: found.includes(face) }).toEqual({
					face,
					touches: clipped(cornersOf(mesh, face), low, high),
				});
			}
		}),
		{ numRuns: runs(50, 2500) },
	);
});

/** Whether anything is left of a triangle after a box's six planes, each of which keeps what touches it, took their part. */
function clipped(corners: readonly (readonly number[])[], low: readonly number[], high: readonly number[]): boolean {
	let ring = corners.map((corner) => [...corner]);
	for (let axis = 0; axis < 3; axis++) {
		for (const [side, sign] of [
			[low[axis], 1],
			[high[axis], -1],
		]) {
			const off = (p: readonly number[]): number => (p[axis] - side) * sign;
			ring = ring.flatMap((p, i) => {
				const q = ring[(i + 1) % ring.length];
				const kept = off(p) >= -1e-12 ? [p] : [];
				if (off(p) * off(q) < 0) {
					const share = off(p) / (off(p) - off(q));
					kept.push(p.map((value, k) => (k === axis ? side : value + (q[k] - value) * share)));
				}
				return kept;
			});
			if (ring.length === 0) return false;
		}
	}
	return true;
}

describe('trees', () => {
	it('of either split give the same hits', () => {
		fc.assert(
			fc.property(scenes, point, point, (mesh, from, to) => {
				const [best, median] = (['best', 'median'] as const).map(
					(tree) => new WalkmeshQuery(mesh, { storedTree: buildAabbTree(mesh.positions, mesh.faces, { tree }) }),
				);
				expect(median.raycast(from, to)).toEqual(best.raycast(from, to));
				expect(median.groundAt(from[0], from[1], from[2])).toEqual(best.groundAt(from[0], from[1], from[2]));
				expect(median.nearestWalkable(from)).toEqual(best.nearestWalkable(from));
			}),
			{ numRuns: runs(38, 5000) },
		);
	});

	it('that files made end whatever their words', () => {
		const words = fc.array(fc.oneof(fc.integer({ min: -2, max: 12 }), fc.integer()), { maxLength: 110 });
		fc.assert(
			fc.property(words, fc.nat(20), point, point, (random, nodeCount, from, to) => {
				const i32 = Int32Array.from(random);
				const query = new WalkmeshQuery(floor(), { storedTree: { i32, f32: new Float32Array(i32.buffer), nodeCount } });
				const faces = [0, 1, -1];
				expect(faces).toContain(query.raycast(from, to)?.face ?? -1);
				expect(faces).toContain(query.faceAt(from[0], from[1]));
				expect(faces).toContain(query.nearestWalkable(from)?.face ?? -1);
				expect(query.facesInBox([-9, -9, -9], [9, 9, 9]).every((face) => faces.includes(face))).toBe(true);
				query.raycast(from, to, { hit: 'all' });
			}),
			{ numRuns: runs(38, 3000) },
		);
	});

	it('are walked down as the engine does: nearer child first, surfaces by mask', () => {
		const row = gridFloor(8);
		const query = new WalkmeshQuery(row);
		const along = query.checkAabbNode([0.2, 3.3, 1], [7.7, 3.4, -1]);
		const steep = query.raycast([0.2, 3.3, 1], [7.7, 3.4, -1], { hit: 'all' });
		expect(along.hits.map(({ face }) => face).sort()).toEqual(steep.map(({ face }) => face).sort());
		expect(along.boxes).toBeLessThan(query.index.tree.nodeCount);
		expect(query.checkAabbNode([0.2, 3.3, 1], [7.7, 3.4, -1], 1 << 7).hits).toEqual([]);
		expect(query.checkAabbNode([0.2, 3.3, 1], [7.7, 3.4, -1], 1 << 4).hits).toEqual(along.hits);
	});
});

const rooms = corpusFiles('rooms', '.wok');

describe.skipIf(!corpusPresent)(`on ${rooms.length} real rooms`, () => {
	it.each(rooms.map((room) => [room.name, room] as const))('%s', (name, { bytes }) => {
		const { walkmesh, file } = readWalkmesh(bytes, name.replace(/.*\//, ''));
		const built = new WalkmeshQuery(walkmesh);
		const stored = new WalkmeshQuery(walkmesh, { storedTree: file.aabb });
		const random = generator(11);
		const { positions } = walkmesh;
		const bounds = [0, 1, 2].map((axis) => {
			const values = [...positions].filter((_, i) => i % 3 === axis);
			return [Math.min(...values), Math.max(...values)];
		});
		const anywhere = (): [number, number, number] =>
			[0, 1, 2].map((axis) => bounds[axis][0] + random() * (bounds[axis][1] - bounds[axis][0])) as [
				number,
				number,
				number,
			];
		for (let i = 0; i < runs(60, 200); i++) {
			const [from, to] = [anywhere(), anywhere()];
			for (const mask of ['walk', 'walkcheck', 'sight', 'all'] as const) {
				const hit = built.raycast(from, to, { mask });
				expect(stored.raycast(from, to, { mask })).toEqual(hit);
				const [expected] = hitsOf(walkmesh, from, to, takesPart(walkmesh, mask));
				expect(hit === undefined).toBe(expected === undefined);
				if (hit === undefined) continue;
				expect(hit.distance).toBeCloseTo(
					expected.share * Math.hypot(...to.map((value, axis) => value - from[axis])),
					5,
				);
			}
			const ground = built.groundAt(from[0], from[1], from[2]);
			expect(stored.groundAt(from[0], from[1], from[2])).toEqual(ground);
			const expected =
				groundOf(walkmesh, from[0], from[1], from[2], takesPart(walkmesh, 'walk')) ??
				groundOf(walkmesh, from[0], from[1], from[2], takesPart(walkmesh, 'all'));
			expect(ground?.face ?? -1).toBe(expected?.face ?? -1);
		}
	});
});
