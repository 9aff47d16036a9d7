import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Clearance } from '../../level/query/clearance.ts';
import { Effort } from '../../level/query/effort.ts';
import { type Footing, footingOn, levelFooting } from '../../level/query/footing.ts';
import { LevelIndex, type LevelPart } from '../../level/query/level-index.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { cornersOf } from '../reference/query.ts';
import { obstacleDistance } from '../reference/walk.ts';
import { levelOf } from '../support/levels.ts';
import { runs } from '../support/thorough.ts';

const FLAT = levelFooting(0);
const SIZE = { radius: 0.5, height: 1.8 };

/** A part of what stops a creature: faces by their corners, of one surface. */
function obstacles(surface: number, ...faces: readonly (readonly (readonly number[])[])[]): Walkmesh {
	return createWalkmesh({
		positions: Float32Array.from(faces.flat(2)),
		faces: Uint32Array.from({ length: faces.length * 3 }, (_, i) => i),
		surfaces: new Uint32Array(faces.length).fill(surface),
	});
}

function clearanceOf(mesh: Walkmesh, size = SIZE): Clearance {
	const level = new LevelIndex(levelOf(mesh));
	return new Clearance(level.parts, size, level.effort);
}

/** Ground somewhere between two heights. */
const between = (low: number, high: number): Footing => ({
	...{ lows: [[0, 0, low]], highs: [[0, 0, high]] },
	...{ lowest: low, highest: high },
});

const whole = fc.integer({ min: -8, max: 8 }).map((value) => value / 2);
const triangles = fc.array(
	fc.tuple(fc.tuple(whole, whole, whole), fc.tuple(whole, whole, whole), fc.tuple(whole, whole, whole)),
	{
		minLength: 1,
		maxLength: 4,
	},
);
const real = fc.double({ min: -4, max: 4, noNaN: true });

describe('how far a point is from what stops a creature', () => {
	test('is what looking at every face finds', () => {
		fc.assert(
			fc.property(triangles, real, real, real, fc.constantFrom(0.3, 2, 9), (faces, x, y, z, most) => {
				const mesh = obstacles(7, ...faces);
				const expected = Math.min(most, obstacleDistance(levelOf(mesh), [x, y, z], SIZE.height));
				expect(clearanceOf(mesh).distanceAt([x, y], most, levelFooting(z))).toBeCloseTo(expected, 6);
			}),
			{ numRuns: runs(25, 1000) },
		);
	});

	test('counts all faces of placed objects, of rooms those that are checked and not walkable', () => {
		const face = [[1, -1, 0.2], [1, 1, 0.2], [2, 0, 0.2]]; // biome-ignore format: one row
		for (const [surface, distance] of [[4, 9], [7, 1], [2, 9]]) // biome-ignore format: one row
			expect(clearanceOf(obstacles(surface, face)).distanceAt([0, 0], 9, FLAT)).toBe(distance);
		const level = new LevelIndex(levelOf(), {
			objects: [{ walkmesh: { ...obstacles(4, face), kind: 'placeable' }, position: [0, 0, 0], bearing: 0 }],
		});
		expect(new Clearance(level.parts, SIZE, level.effort).distanceAt([0, 0], 9, FLAT)).toBe(1);
	});
});

test('the parts of a line that obstacles cover are one where they touch', () => {
	const wallAt = (x: number): number[][] => [[x, -1, 0], [x, 1, 0], [x, 0, 3]]; // biome-ignore format: one row
	const covered = (...xs: readonly number[]): number[] =>
		clearanceOf(obstacles(7, ...xs.map(wallAt)))
			.coveredParts({ x: 0, y: 0, dx: 1, dy: 0 }, 0, 9, [FLAT])
			.map((u) => Number(u.toFixed(3)));
	expect(covered(2)).toEqual([1.5, 2.5]);
	// Whichever way a face turns, its radius lies about its slanted side.
	const slanted = [[2, -3, 0.9], [8, -3, 0.9], [4, 3, 0.9]]; // biome-ignore format: one row
	for (const corners of [slanted, slanted.toReversed()]) {
		const [from] = clearanceOf(obstacles(7, corners)).coveredParts({ x: 0, y: 0, dx: 1, dy: 0 }, 0, 9, [FLAT]);
		expect(from).toBeCloseTo(3 - Math.sqrt(40) / 12, 4);
	}
	expect(covered(2.75, 2)).toEqual([1.5, 3.25]);
	expect(covered(4, 2, 2.25)).toEqual([1.5, 2.75, 3.5, 4.5]);
});

test.each([
	['room', -0.5, 0.09, 9],
	['room', -0.5, 0.11, 1],
	['room', 1.79, 3, 1],
	['room', 1.81, 3, 9],
	['placeable', -0.5, -0.11, 9],
	['placeable', -0.5, -0.09, 1],
	['placeable', 0, 0, 1],
	['placeable', 1.79, 3, 1],
	['placeable', 1.81, 3, 9],
] as const)(
	'what stops people counts from its lowest height on, up to the head: of a %s, %d to %d m',
	(kind, low, high, distance) => {
		const mesh = obstacles(7, [[1, -1, low], [1, 1, low], [1, 0, high]]); // biome-ignore format: one row
		const objects = kind === 'room' ? [] : [{ walkmesh: { ...mesh, kind }, position: [0, 0, 0] as const, bearing: 0 }];
		const level = new LevelIndex(levelOf(...(kind === 'room' ? [mesh] : [])), { objects });
		expect(new Clearance(level.parts, SIZE, level.effort).distanceAt([0, 0], 9, FLAT)).toBeCloseTo(distance, 4);
	},
);

describe('a creature that goes along a line', () => {
	/** Where it is stopped first, by looking every few centimetres; infinite where it is not. */
	function firstStop(
		mesh: Walkmesh,
		[x, y]: readonly number[],
		[dx, dy]: readonly number[],
		z: number,
		length: number,
	): number {
		const level = levelOf(mesh);
		for (let u = 0; u <= length; u += 0.05)
			if (obstacleDistance(level, [x + dx * u, y + dy * u, z], SIZE.height) < SIZE.radius - 1e-5) return u;
		return Infinity;
	}

	test('is stopped at its radius from the first face, as somebody sees who looks all the time', () => {
		const turn = fc.double({ min: 0, max: 6.28, noNaN: true });
		fc.assert(
			fc.property(triangles, real, real, real, turn, (faces, x, y, z, angle) => {
				const mesh = obstacles(7, ...faces);
				const level = levelOf(mesh);
				const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
				if (obstacleDistance(level, [x, y, z], SIZE.height) < SIZE.radius + 0.01) return;
				const clearance = clearanceOf(mesh);
				const found = clearance.contact({ x, y, dx, dy }, 0, 4, () => levelFooting(z));
				const expected = firstStop(mesh, [x, y], [dx, dy], z, 4);
				if (found < Infinity) {
					const at = [x + dx * found, y + dy * found, z];
					expect(obstacleDistance(level, at, SIZE.height)).toBeCloseTo(SIZE.radius, 4);
					// The face that is named is one that is so near there, the lowest of them.
					const own = (face: number): number =>
						obstacleDistance(levelOf(obstacles(7, cornersOf(mesh, face))), at, SIZE.height);
					expect(own(clearance.face)).toBeCloseTo(SIZE.radius, 4);
					expect(clearance.part?.room).toBe(0);
					expect(found).toBeLessThanOrEqual(expected + 1e-6);
				}
				// What is grazed for less than a step may be missed.
				else expect(expected).toBe(Infinity);
			}),
			{ numRuns: runs(7, 250) },
		);
	});

	const wall = obstacles(7, [[5, -9, -9], [5, 9, -9], [5, 0, 9]]); // biome-ignore format: one row
	const along = { x: 0, y: 0, dx: 1, dy: 0 };

	test.each([
		[0, 4.51, 4.5],
		[0, 4.49, Infinity],
		[4.5, 9, 4.5],
		[4.6, 9, 4.6],
		[4.6, 4.2, Infinity],
		[5.4, 9, Infinity],
		[5.6, 9, Infinity],
		[5.4, 5.2, Infinity],
		[5, 5, Infinity],
	])('from %d to %d m towards a wall at 5 m, it is stopped at %d m', (from, to, at) => {
		expect(clearanceOf(wall).contact(along, from, to, () => FLAT)).toBeCloseTo(at, 4);
	});

	test('is not stopped by what it stands in, unless it goes on', () => {
		const slab = obstacles(7, [[0, -9, 1], [9, 0, 1], [0, 9, 1]]); // biome-ignore format: one row
		expect(clearanceOf(slab).contact(along, 2, 3, () => FLAT)).toBe(2);
		expect(clearanceOf(slab).contact(along, -2, 3, () => FLAT)).toBeCloseTo(-0.5, 4);
	});

	test('of no radius is never stopped, one of hardly any is', () => {
		expect(clearanceOf(wall, { radius: 0, height: 1.8 }).contact(along, 0, 9, () => FLAT)).toBe(Infinity);
		expect(clearanceOf(wall, { radius: 1e-6, height: 1.8 }).contact(along, 0, 9, () => FLAT)).toBe(Infinity);
		expect(clearanceOf(wall, { radius: 1e-3, height: 1.8 }).contact(along, 0, 9, () => FLAT)).toBeCloseTo(4.999, 5);
	});

	test('may leave behind what it is near at the start, and nothing else that it comes near where the ground changes', () => {
		const low = obstacles(7, [[5, -9, -9], [5, 9, -9], [5, 0, 0.3]]); // biome-ignore format: one row
		const [high, ground] = [levelFooting(0.25), levelFooting(0)];
		const clearance = clearanceOf(low);
		clearance.startAt(4);
		// From above it is a kerb; below, it has come near without having been passed.
		expect(clearance.contact(along, 4, 5.2, () => high)).toBe(Infinity);
		expect(clearance.contact(along, 5.2, 9, () => ground)).toBe(5.2);
		clearance.startAt(5.2);
		expect(clearance.contact(along, 5.2, 5.3, () => ground)).toBe(Infinity);
		expect(clearance.contact(along, 5.3, 9, () => ground)).toBe(Infinity);
	});

	test('is stopped by the lowest face of the first part of several as near', () => {
		const twice = obstacles(7, [[5, -9, -9], [5, 9, -9], [5, 0, 9]], [[5, 9, -9], [5, -9, -9], [5, 0, 9]]); // biome-ignore format: one row
		const level = new LevelIndex(levelOf(twice, twice));
		const clearance = new Clearance(level.parts, SIZE, level.effort);
		clearance.contact(along, 0, 9, () => FLAT);
		expect([clearance.part?.room, clearance.face]).toEqual([0, 0]);
	});

	test('spends steps on every face that may be in the way', () => {
		const level = new LevelIndex(levelOf(wall));
		const spent = (ask: (clearance: Clearance) => unknown): number => {
			const effort = new Effort(1);
			ask(new Clearance(level.parts as readonly LevelPart[], SIZE, effort));
			return effort.spent;
		};
		// A box of the tree, and a face that takes as long as eight.
		expect(spent((clearance) => clearance.contact(along, 0, 9, () => FLAT))).toBe(9);
		expect(spent((clearance) => clearance.contact(along, 0, 1, () => FLAT))).toBe(1);
		expect(spent((clearance) => clearance.distanceAt([5, 0], 1, FLAT))).toBe(9);
		expect(spent((clearance) => clearance.distanceAt([0, 0], 1, FLAT))).toBe(1);
		expect(spent((clearance) => clearance.cornersNear([4, 0], [6, 0], 1, FLAT))).toBe(9);
	});
});

describe('corners of what stops a creature', () => {
	/** What of a triangle lies between two heights, by cutting it at both, as corners. */
	function cut(corners: readonly (readonly number[])[], low: number, high: number): number[][] {
		let ring = corners.map((corner) => [...corner]);
		for (const [sign, side] of [[1, low], [-1, high]]) // biome-ignore format: one row
			ring = ring.flatMap((p, i) => {
				const q = ring[(i + 1) % ring.length];
				const [offP, offQ] = [(p[2] - side) * sign, (q[2] - side) * sign];
				const kept = offP >= 0 ? [p] : [];
				if (offP >= 0 !== offQ >= 0) kept.push(p.map((value, k) => value + ((q[k] - value) * offP) / (offP - offQ)));
				return kept;
			});
		return ring;
	}

	/** In an order that rounding does not change. */
	const sorted = (rows: readonly (readonly number[])[]): (readonly number[])[] =>
		[...rows].sort(
			(a, b) => a.map((value, k) => Math.round(value * 1e4) - Math.round(b[k] * 1e4)).find((off) => off !== 0) ?? 0,
		);

	test('near a box are both ends of every edge, with its direction', () => {
		fc.assert(
			fc.property(
				triangles,
				fc.tuple(real, real, real),
				fc.tuple(real, real, real),
				fc.constantFrom(0.25, 2),
				(faces, a, b, reach) => {
					const mesh = obstacles(7, ...faces);
					const [low, high] = [Math.min, Math.max].map((pick) => [0, 1, 2].map((axis) => pick(a[axis], b[axis])));
					// Where a corner lies on the very border, rounding decides.
					const borders = [0, 1, 2].map((axis) =>
						axis < 2 ? [low[axis] - reach, high[axis] + reach] : [low[2] + 0.1, high[2] + 1.8],
					);
					const isClose = ([x, y, z]: readonly number[]): boolean =>
						[x, y, z].some((value, axis) => borders[axis].some((border) => Math.abs(value - border) < 1e-6));
					const cuts = faces.map((_, face) => cut(cornersOf(mesh, face), low[2] + 0.1, high[2] + 1.8));
					if (faces.flat().some(isClose) || cuts.flat().some(([x, y]) => isClose([x, y, Number.NaN]))) return;
					const expected = faces.flatMap((_, face) => {
						const ring = cuts[face];
						return ring.flatMap((p, i) => {
							const q = ring[(i + 1) % ring.length];
							const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
							return length > 1e-9
								? [p, q].map(([x, y]) => [x, y, (q[0] - p[0]) / length, (q[1] - p[1]) / length])
								: [];
						});
					});
					const near = expected.filter(
						([x, y]) => x >= low[0] - reach && x <= high[0] + reach && y >= low[1] - reach && y <= high[1] + reach,
					);
					const found = sorted(clearanceOf(mesh).cornersNear(low, high, reach, between(low[2], high[2])));
					expect(found).toHaveLength(near.length);
					for (const [i, row] of sorted(near).entries())
						for (const [k, value] of row.entries()) expect(found[i][k]).toBeCloseTo(value, 4);
				},
			),
			{ numRuns: runs(15, 600) },
		);
	});
});

test('a walk that looked for obstacles beforehand meets the same ones as one that did not', () => {
	const line = { x: -6, y: 0.25, dx: 0.8, dy: 0.6 };
	fc.assert(
		fc.property(triangles, real, fc.double({ min: 0, max: 12, noNaN: true }), real, (faces, y, length, z) => {
			const level = new LevelIndex(levelOf(obstacles(7, ...faces)));
			const along = { ...line, y };
			const [asked, aimed] = [0, 1].map(() => new Clearance(level.parts, SIZE, level.effort));
			aimed.aim(level.parts, along, length);
			for (let u = 0; u < length; u += 0.75) {
				const end = Math.min(length, u + 0.75);
				const on = (): Footing => levelFooting(z);
				expect(aimed.contact(along, u, end, on)).toBe(asked.contact(along, u, end, on));
				expect([aimed.part, aimed.face]).toEqual([asked.part, asked.face]);
			}
		}),
		{ numRuns: runs(50, 2000) },
	);
});

test('on a slope one stands no lower and no higher than on its ends', () => {
	const mesh = createWalkmesh({
		positions: Float32Array.of(0, 0, 1, 4, 0, 1, 0, 4, 3),
		faces: Uint32Array.of(0, 1, 2),
		surfaces: Uint32Array.of(4),
	});
	const { lows, highs, lowest, highest } = footingOn({ room: { mesh }, face: 0 }, () => []);
	expect([lowest, highest]).toEqual([1, 3]);
	expect(lows).toEqual([
		[expect.closeTo(0), 0.5, 1],
		[0, 0, 1],
	]);
	expect(highs).toEqual([
		[expect.closeTo(0), 0.5, 1],
		[0, 0, 3],
	]);
});
