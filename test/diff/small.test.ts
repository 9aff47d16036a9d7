import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffWalkmeshes } from '../../check/inspect/diff.ts';
import type { WalkmeshDiff } from '../../check/inspect/differences.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { naiveDiff } from '../reference/diff.ts';
import { triples } from '../support/points.ts';
import { gridFloor, integerSoups, stoneMesh } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

/** Small walkmeshes, so that each test is over in a moment. */

const diff = (a: Walkmesh, b: Walkmesh, options = {}): WalkmeshDiff => diffWalkmeshes(a, b, K1, options);
const wavy = gridFloor(3, (x, y) => Math.fround(Math.sin(x * 1.3) + Math.cos(y * 0.7)));

/** The same with some vertices elsewhere. */
function withVertices(mesh: Walkmesh, moves: Readonly<Record<number, readonly number[]>>): Walkmesh {
	const positions = mesh.positions.slice();
	for (const [vertex, by] of Object.entries(moves))
		for (let axis = 0; axis < 3; axis++) positions[Number(vertex) * 3 + axis] += by[axis];
	return { ...mesh, positions };
}

const at = ({ positions }: Walkmesh, vertex: number): number[] => [...positions.subarray(vertex * 3, vertex * 3 + 3)];
const counts = ({ moved, added, removed }: WalkmeshDiff): number[] => [moved.count, added.count, removed.count];

test('faces, links and joins that differ are as many as looking at all of them finds', () => {
	const changes = fc.array(
		fc.tuple(fc.nat(99), fc.constantFrom('surface', 'turn', 'drop', 'link', 'split'), fc.nat(9)),
		{
			maxLength: 6,
		},
	);
	fc.assert(
		fc.property(integerSoups, changes, (mesh, list) => {
			let other = mesh;
			for (const [pick, what, value] of list) {
				const count = other.surfaces.length;
				if (count === 0) break;
				const face = pick % count;
				const [faces, surfaces, transitions] = [other.faces.slice(), other.surfaces.slice(), other.transitions.slice()];
				if (what === 'surface') surfaces[face] = [1, 4, 7, 9][value % 4];
				if (what === 'link') transitions[face * 3 + (value % 3)] = value - 2;
				if (what === 'turn') faces.set([faces[face * 3], faces[face * 3 + 2], faces[face * 3 + 1]], face * 3);
				if (what === 'drop') {
					faces.copyWithin(face * 3, face * 3 + 3);
					surfaces.copyWithin(face, face + 1);
					transitions.copyWithin(face * 3, face * 3 + 3);
					const rest = {
						faces: faces.slice(0, -3),
						surfaces: surfaces.slice(0, -1),
						transitions: transitions.slice(0, -3),
					};
					other = { ...other, ...rest };
					continue;
				}
				let { positions } = other;
				if (what === 'split') {
					const vertex = faces[face * 3];
					faces[face * 3] = positions.length / 3;
					positions = Float32Array.from([...positions, ...positions.subarray(vertex * 3, vertex * 3 + 3)]);
				}
				other = { ...other, positions, faces, surfaces, transitions };
			}
			for (const [a, b] of [
				[mesh, other],
				[other, mesh],
			]) {
				const { added, removed, resurfaced, flipped, links, joins } = diff(a, b, { reach: 1e-6 });
				const found = Object.entries({ added, removed, resurfaced, flipped, links, joins });
				expect(Object.fromEntries(found.map(([key, { count }]) => [key, count]))).toEqual(naiveDiff(a, b));
			}
		}),
		{ numRuns: runs(13, 500) },
	);
});

describe('vertices that moved', () => {
	test('are found by distance, and by their faces where another lies nearer', () => {
		// The new place of each is nearer to the old place of the next.
		const moved = withVertices(wavy, { 5: [0.6, 0, 0], 6: [0.6, 0, 0] });
		const { first } = diff(wavy, moved).moved;
		expect(first.map(({ from, to }) => [from, to])).toEqual(
			[5, 6].map((vertex) => [at(wavy, vertex), at(moved, vertex)]),
		);
		expect(counts(diff(wavy, moved))).toEqual([2, 0, 0]);
	});

	test('are found ring by ring from those that stayed, farther than to the next vertex', () => {
		const flat = gridFloor(6);
		const inner = [...Array(49).keys()].filter(
			(vertex) => vertex % 7 > 0 && vertex % 7 < 6 && vertex > 6 && vertex < 42,
		);
		const all = withVertices(flat, Object.fromEntries(inner.map((vertex) => [vertex, [0.8, 0.1, 0]])));
		const { moved, added, removed } = diff(flat, all);
		expect([moved.count, added.count, removed.count]).toEqual([25, 0, 0]);
		expect(
			moved.first.map(({ from, to }) => to.map((value, axis) => (value - from[axis]).toFixed(3)).join(' ')),
		).toEqual(new Array(25).fill('0.800 0.100 0.000'));
		const two = withVertices(gridFloor(3), { 5: [0.8, 0, 0], 6: [0.8, 0, 0] });
		expect(diff(gridFloor(3), two).moved.first.map(({ from, to }) => [from[0], to[0].toFixed(1)])).toEqual([
			[1, '1.8'],
			[2, '2.8'],
		]);
	});

	test('are not found by faces that do not agree', () => {
		// A tent whose top came apart: each of its faces names another place for it.
		const ring = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]]; // biome-ignore format: one row
		const tent = stoneMesh([...ring, [1, 1, 1]], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]);
		const tops = [[1, 0.9, 1], [1.1, 1, 1], [1, 1.1, 1], [0.9, 1, 1]]; // biome-ignore format: one row
		const torn = stoneMesh([...ring, ...tops], [0, 1, 4], [1, 2, 5], [2, 3, 6], [3, 0, 7]);
		const there = diff(tent, torn);
		expect(counts(there)[0]).toBeLessThanOrEqual(1);
		expect(there.added.count).toBe(4 - there.faces.paired);
	});

	test('are found where all corners of a face moved', () => {
		const apart = stoneMesh(triples(0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 0, 0, 12, 0, 0, 9, 3, 5), [0, 1, 2], [3, 4, 5]);
		const by = withVertices(apart, { 0: [0.1, 0, 0], 1: [0, 0.2, 0], 2: [0, 0, 0.3] });
		const { moved } = diff(apart, by);
		expect(moved).toMatchObject({ count: 3, largest: expect.closeTo(0.3, 6), mean: expect.closeTo(0.2, 6) });
		expect(moved.first.map(({ distance }) => Number(distance.toFixed(5)))).toEqual([0.1, 0.2, 0.3]);
	});

	test('are found up to the reach, and no farther', () => {
		const apart = stoneMesh([[0, 0, 0], [4, 0, 0], [0, 4, 0], [9, 0, 0], [12, 0, 0], [9, 3, 5]], [0, 1, 2], [3, 4, 5]); // biome-ignore format: one row
		for (const axis of [0, 1, 2]) {
			const by = (metres: number) => [0, 1, 2].map((k) => (k === axis ? metres : 0));
			expect(counts(diff(apart, withVertices(apart, { 0: by(-1) })))).toEqual([1, 0, 0]);
			expect(counts(diff(apart, withVertices(apart, { 0: by(-1.001) })))).toEqual([0, 1, 1]);
			expect(counts(diff(apart, withVertices(apart, { 0: by(-0.5) }), { reach: 0.4 }))).toEqual([0, 1, 1]);
			expect(counts(diff(apart, withVertices(apart, { 0: by(-0.5) }), { reach: 0.4, tolerance: 0.6 }))).toEqual([
				0, 0, 0,
			]);
		}
	});

	test('are each other’s nearest: of two that may have become one, the nearer did', () => {
		const points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.5, 0, 0], [1.5, 0, 0], [0.5, 1, 0]]; // biome-ignore format: one row
		const two = stoneMesh(points, [0, 1, 2], [3, 4, 5]);
		const one = stoneMesh(
			points.slice(0, 3).map(([x, y]) => [x + 0.2, y, 0]),
			[0, 1, 2],
		);
		const { moved, removed } = diff(two, one);
		expect(moved.first.map(({ from }) => from[0])).toEqual([0, 1, 0]);
		expect(removed.first.map(({ face }) => face)).toEqual([1]);
	});

	test('of equally near ones the lowest is taken, in x, then y, then z', () => {
		for (const axis of [0, 1, 2]) {
			const beside = (off: number): number[][] =>
				[[0, 0, 0], [5, 0, 1], [0, 5, 2]].map((point) => point.map((value, k) => (k === axis ? value + off : value))); // biome-ignore format: one row
			const one = stoneMesh(beside(0), [0, 1, 2]);
			const two = stoneMesh([...beside(0.25), ...beside(-0.25)], [0, 1, 2], [3, 4, 5]);
			expect(diff(one, two).added.first.map(({ face }) => face)).toEqual([0]);
			expect(diff(two, one).removed.first.map(({ face }) => face)).toEqual([0]);
		}
	});

	test('are listed as many as asked for, and all counted', () => {
		const moved = withVertices(wavy, { 0: [0, 0, 0.1], 3: [0, 0, 0.1], 12: [0, 0, 0.1] });
		for (const [list, listed] of [[0, 0], [2, 2], [9, 3]]) // biome-ignore format: one row
			expect(diff(wavy, moved, { list }).moved).toMatchObject({ count: 3, first: { length: listed } });
	});

	test('say nothing where no face came along', () => {
		const points = [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0.1, 0, 0], [4, 0, 0], [4, 4, 0]]; // biome-ignore format: one row
		expect(counts(diff(stoneMesh(points, [0, 1, 2]), stoneMesh(points, [3, 4, 5])))).toEqual([0, 1, 1]);
	});
});

describe('a whole that moved', () => {
	const by = (mesh: Walkmesh, ...way: readonly number[]): Walkmesh => ({
		...mesh,
		positions: mesh.positions.map((value, i) => value + way[i % 3]),
	});
	const floor = gridFloor(4);

	test.each([[[0.5, 0, 0]], [[0, -7, 0]], [[0, 0, 0.25]], [[4, 0, 0]]])('by %j is one shift', (way) => {
		const moved = by(floor, ...way);
		expect(diff(floor, moved)).toMatchObject({ shift: way, moved: { count: 0 }, added: { count: 0 }, same: false });
	});

	test('by less than a millimetre, or than the tolerance, is none', () => {
		expect(diff(wavy, by(wavy, 0, 0, 0.0009))).not.toHaveProperty('shift');
		expect(diff(floor, by(floor, 0, 0, 0.25), { tolerance: 0.3 })).not.toHaveProperty('shift');
		expect(diff(floor, by(floor, 0, 0, 0.25), { tolerance: 0.3 }).same).toBe(true);
	});

	test('needs nine of ten places to fit, and boxes of one size', () => {
		const stirred = (...vertices: number[]): Walkmesh =>
			withVertices(by(floor, 100, 0, 0), Object.fromEntries(vertices.map((vertex) => [vertex, [0.3, 0.2, 0]])));
		expect(diff(floor, stirred(6, 12)).shift).toEqual([100, 0, 0]);
		expect(diff(floor, stirred(6, 12))).toMatchObject({ moved: { count: 2 }, same: false });
		expect(diff(floor, stirred(6, 8, 12))).not.toHaveProperty('shift');
		for (const axis of [0, 1, 2]) {
			const wider = [0, 1, 2].map((k) => (k === axis ? 0.01 : 0));
			expect(diff(floor, withVertices(by(floor, 100, 0, 0), { 24: wider }))).not.toHaveProperty('shift');
		}
	});

	test('is none where a tenth of the faces stayed', () => {
		const moved = by(floor, 100, 0, 0);
		const some = (count: number): Walkmesh => {
			const positions = Float32Array.from([...moved.positions, ...floor.positions]);
			const faces = moved.faces.map((vertex, i) => (i < count * 3 ? vertex + 25 : vertex));
			return { ...moved, positions, faces };
		};
		expect(diff(floor, some(4))).not.toHaveProperty('shift');
		expect(diff(floor, some(32)).same).toBe(true);
	});

	test('is none where it lies on itself: what stayed is told from what was added', () => {
		const wide = gridFloor(10);
		const steps = (count: number): WalkmeshDiff => diff(wide, by(wide, count, 0, 0));
		expect(steps(1)).not.toHaveProperty('shift');
		expect(counts(steps(1)).slice(1)).toEqual([20, 20]);
		expect(steps(8)).not.toHaveProperty('shift');
		expect(steps(9).shift).toEqual([9, 0, 0]);
	});

	test('is none with fewer than three places', () => {
		const line = stoneMesh([[0, 0, 0], [1, 0, 0]], [0, 1, 1]); // biome-ignore format: one row
		expect(diff(line, by(line, 50, 0, 0))).not.toHaveProperty('shift');
		const face = stoneMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 2]); // biome-ignore format: one row
		expect(diff(face, by(face, 50, 0, 0)).shift).toEqual([50, 0, 0]);
	});

	test('far from the origin is off by what float32 rounds, and no vertex moved', () => {
		const far = by(wavy, 3000.1, -2000.3, 500.7);
		expect(diff(wavy, far)).toMatchObject({ moved: { count: 0 } });
		expect(diff(wavy, far).moved.tolerated).toBeGreaterThan(0);
	});
});

describe('headers', () => {
	const made = (header: Partial<Walkmesh>): Walkmesh => createWalkmesh({ ...wavy, kind: 'door', ...header });
	const hooks = (what: string, value: readonly number[]): Partial<Walkmesh> => ({
		hooks: { ...wavy.hooks, [what]: value },
	});

	test.each(['relative1', 'relative2', 'absolute1', 'absolute2'] as const)('tell of %s', (what) => {
		const [a, b] = [made(hooks(what, [1, 2, 3])), made(hooks(what, [1, 2, 3.5]))];
		expect(diff(a, b).header).toEqual([{ what, a: [1, 2, 3], b: [1, 2, 3.5] }]);
		expect(diff(a, b, { tolerance: 0.5 }).header).toEqual([]);
		expect(diff(a, b, { tolerance: 0.49 }).header).toHaveLength(1);
	});

	test.each([0, 1, 2])('measure distances along axis %d', (axis) => {
		const position = [0, 1, 2].map((k) => (k === axis ? 2 : 5)) as unknown as Walkmesh['position'];
		const other = [5, 5, 5] as const;
		expect(diff(made({ position }), made({ position: other }), { tolerance: 3 }).header).toEqual([]);
		expect(diff(made({ position }), made({ position: other }), { tolerance: 2.9 }).header).toHaveLength(1);
	});

	test('tell of the kind', () => {
		expect(diff(made({}), made({ kind: 'placeable' })).header).toMatchObject([{ what: 'kind' }]);
	});

	test('that are damaged alike are the same', () => {
		const odd = [Number.NaN, Infinity, 0] as const;
		expect(diff(made({ position: odd }), made({ position: odd })).same).toBe(true);
		expect(diff(made({ position: [0, 0, 0] }), made({ position: [-0, 0, 0] })).same).toBe(true);
		expect(diff(made({ position: odd }), made({ position: [0, 0, 0] })).header).toHaveLength(1);
	});

	test('tell of door states only where both say one', () => {
		const { doorState: _, ...none } = made({ doorState: 'closed' });
		expect(diff(made({ doorState: 'closed' }), made({ doorState: 'open1' })).header).toEqual([
			{ what: 'doorState', a: 'closed', b: 'open1' },
		]);
		expect(diff(none, made({ doorState: 'open1' })).header).toEqual([]);
		expect(diff(made({ doorState: 'open1' }), none).header).toEqual([]);
	});
});

test('links on one edge are compared as a set', () => {
	const two = stoneMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, -1, 0]], [0, 1, 2], [1, 0, 3]); // biome-ignore format: one row
	const linked = (a: number, b: number): Walkmesh => ({ ...two, transitions: Int32Array.of(a, -1, -1, b, -1, -1) });
	const changes = (a: Walkmesh, b: Walkmesh) => diff(a, b).links.first.map(({ from, to }) => [from, to]);
	expect(changes(linked(2, 10), linked(10, 2))).toEqual([]);
	expect(changes(linked(2, 10), linked(10, 3))).toEqual([[2, 3]]);
	expect(changes(linked(2, -1), linked(10, 2))).toEqual([[-1, 10]]);
	expect(changes(linked(2, 2), linked(2, -1))).toEqual([[2, -1]]);
	expect(changes(linked(10, 9), linked(2, 1))).toEqual([[9, 1], [10, 2]]); // biome-ignore format: one row
	expect(diff(linked(2, -1), linked(-1, -1)).links.first[0].ends).toEqual([[0, 0, 0], [1, 0, 0]]); // biome-ignore format: one row
});

test('welds of placeables join nothing that anybody walks on', () => {
	const split = {
		...wavy,
		positions: Float32Array.from([...wavy.positions, ...at(wavy, 5)]),
		faces: wavy.faces.slice(),
	};
	split.faces[wavy.faces.indexOf(5)] = 16;
	expect(diff(wavy, split).joins.count).toBeGreaterThan(0);
	const kinds = [['placeable', 'placeable'], ['area', 'placeable'], ['placeable', 'area']] as const; // biome-ignore format: one row
	for (const [a, b] of kinds) expect(diff({ ...wavy, kind: a }, { ...split, kind: b }).joins.count).toBe(0);
});
