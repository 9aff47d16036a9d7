import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffWalkmeshes } from '../../check/inspect/diff.ts';
import type { WalkmeshDiff } from '../../check/inspect/differences.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { gridFloor, integerSoups } from '../support/soups.ts';
import { anyWalkmesh } from '../support/walkmeshes.ts';
import { scramble, scrambles } from './scramble.ts';

const diff = (a: Walkmesh, b: Walkmesh, options = {}): WalkmeshDiff => diffWalkmeshes(a, b, K1, options);

/** A wavy floor: no two edges are alike, so nothing can be mistaken for something else. */
const wavy = gridFloor(8, (x, y) => Math.fround(Math.sin(x * 1.3) + Math.cos(y * 0.7)));

/** How many differences of each sort there are, without those of which there are none. */
function counts(result: WalkmeshDiff): Record<string, number> {
	const sorts = ['moved', 'added', 'removed', 'resurfaced', 'flipped', 'links', 'joins'] as const;
	const all = [...sorts.map((sort) => [sort, result[sort].count] as const), ['header', result.header.length] as const];
	return Object.fromEntries(all.filter(([, count]) => count > 0));
}

function withSurface(mesh: Walkmesh, face: number, surface: number): Walkmesh {
	const surfaces = mesh.surfaces.slice();
	surfaces[face] = surface;
	return { ...mesh, surfaces };
}

function withLink(mesh: Walkmesh, edge: number, room: number): Walkmesh {
	const transitions = mesh.transitions.slice();
	transitions[edge] = room;
	return { ...mesh, transitions };
}

function withVertex(mesh: Walkmesh, vertex: number, by: readonly number[]): Walkmesh {
	const positions = mesh.positions.slice();
	for (let axis = 0; axis < 3; axis++) positions[vertex * 3 + axis] += by[axis];
	return { ...mesh, positions };
}

function turnedOver(mesh: Walkmesh, face: number): Walkmesh {
	const faces = mesh.faces.slice();
	[faces[face * 3 + 1], faces[face * 3 + 2]] = [faces[face * 3 + 2], faces[face * 3 + 1]];
	return { ...mesh, faces };
}

describe('what means the same', () => {
	test('any walkmesh, renumbered, reordered and turned', () => {
		fc.assert(
			fc.property(fc.oneof(integerSoups, anyWalkmesh()), scrambles, (mesh, how) => {
				expect(diff(mesh, scramble(mesh, how))).toMatchObject({ same: true });
			}),
		);
	});

	test('unused vertices, negative zero, another name', () => {
		const other = createWalkmesh({
			...wavy,
			name: 'other',
			positions: Float32Array.from([...wavy.positions, 99, 99, 99], (value) => (value === 0 ? -0 : value)),
		});
		expect(diff(wavy, other).same).toBe(true);
	});

	test('nothing and nothing', () => {
		const nothing = createWalkmesh({
			positions: new Float32Array(0),
			faces: new Uint32Array(0),
			surfaces: new Uint32Array(0),
		});
		expect(diff(nothing, nothing).same).toBe(true);
		expect(counts(diff(nothing, wavy))).toEqual({ added: 128 });
		expect(counts(diff(wavy, nothing))).toEqual({ removed: 128 });
	});
});

describe('each change alone is found and named', () => {
	const faces = fc.nat(wavy.surfaces.length - 1);
	const check = (change: (how: number) => Walkmesh, range: fc.Arbitrary<number>, expected: Record<string, number>) =>
		fc.assert(
			fc.property(range, scrambles, (how, order) => {
				expect(counts(diff(wavy, scramble(change(how), order)))).toEqual(expected);
			}),
		);

	test('a surface', () => {
		check((face) => withSurface(wavy, face, 9), faces, { resurfaced: 1 });
		expect(diff(wavy, withSurface(wavy, 5, 7)).resurfaced.first).toMatchObject([
			{ faceA: 5, faceB: 5, from: 4, to: 7 },
		]);
	});

	test('a face turned over', () => {
		check((face) => turnedOver(wavy, face), faces, { flipped: 1 });
		expect(counts(diff(wavy, withSurface(turnedOver(wavy, 3), 3, 7)))).toEqual({ flipped: 1, resurfaced: 1 });
	});

	test('a link: gained, lost, changed', () => {
		check((edge) => withLink(wavy, edge, 3), fc.nat(wavy.faces.length - 1), { links: 1 });
		const linked = withLink(wavy, 4, 2);
		expect(diff(wavy, linked).links.first).toMatchObject([{ from: -1, to: 2 }]);
		expect(diff(linked, wavy).links.first).toMatchObject([{ from: 2, to: -1 }]);
		const { links } = diff(linked, withLink(wavy, 4, 0));
		expect(links.first).toMatchObject([{ from: 2, to: 0 }]);
		const ends = [4, 5].map((edge) => [...wavy.positions.subarray(wavy.faces[edge] * 3, wavy.faces[edge] * 3 + 3)]);
		expect(links.first[0].ends.map((end) => [...end]).sort()).toEqual(ends.sort());
	});

	test('a link whose face is turned over stays where it is', () => {
		const linked = withLink(wavy, 3, 5);
		const faces = turnedOver(linked, 1);
		// Edge 3 of (a, b, c) is edge 5 of (a, c, b).
		const moved = withLink(withLink(faces, 3, -1), 5, 5);
		expect(counts(diff(linked, moved))).toEqual({ flipped: 1 });
	});

	test('a vertex, moved by anything up to the reach', () => {
		fc.assert(
			fc.property(
				fc.nat(80),
				fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -500, max: 500 }).map((mm) => mm / 1000))),
				scrambles,
				(vertex, by, order) => {
					const moved = withVertex(wavy, vertex, by);
					const at = (mesh: Walkmesh) => [...mesh.positions.subarray(vertex * 3, vertex * 3 + 3)];
					const distance = Math.hypot(...at(moved).map((value, axis) => value - at(wavy)[axis]));
					const result = diff(wavy, scramble(moved, order));
					expect(counts(result)).toEqual(distance > 0 ? { moved: 1 } : {});
					if (distance > 0) {
						expect(result.moved.largest).toBe(distance);
						expect(result.moved.first[0]).toEqual({ from: at(wavy), to: at(moved), distance });
					}
				},
			),
		);
	});

	test('a weld that was undone', () => {
		const positions = Float32Array.from([...wavy.positions, ...wavy.positions.subarray(10 * 3, 11 * 3)]);
		const faces = wavy.faces.slice();
		const corner = faces.indexOf(10);
		faces[corner] = positions.length / 3 - 1;
		const result = diff(wavy, { ...wavy, positions, faces });
		expect(Object.keys(counts(result))).toEqual(['joins']);
		expect(result.joins.first.every(({ joinedIn }) => joinedIn === 'a')).toBe(true);
		const across = [...wavy.positions.subarray(30, 33)];
		expect(result.joins.first.every(({ ends }) => ends.some((end) => end.join() === across.join()))).toBe(true);
		expect(diff({ ...wavy, positions, faces }, wavy).joins).toMatchObject({ count: result.joins.count });
	});
});

describe('tolerance, noise', () => {
	test('what lies within the tolerance is the same and counted', () => {
		const moved = withVertex(wavy, 3, [0, 0, 0.001]);
		const result = diff(wavy, moved, { tolerance: 0.002 });
		expect(result).toMatchObject({ same: true, moved: { count: 0, tolerated: 1 } });
		expect(diff(wavy, moved, { tolerance: 0.0005 }).same).toBe(false);
	});

	test('noise on every vertex is so many small moves and nothing else', () => {
		const noisy = {
			...wavy,
			positions: wavy.positions.map((value, i) => value + Math.sin(i * 12.9898) * 1e-3),
		};
		const result = diff(wavy, noisy);
		expect(Object.keys(counts(result))).toEqual(['moved']);
		expect(result.moved.largest).toBeLessThan(2e-3);
		expect(diff(wavy, noisy, { tolerance: 2e-3 }).same).toBe(true);
	});
});

test('both ways round every face is paired or named', () => {
	fc.assert(
		fc.property(integerSoups, integerSoups, (a, b) => {
			const { faces, added, removed } = diff(a, b, { list: 0 });
			expect(faces.paired + removed.count).toBe(faces.a);
			expect(faces.paired + added.count).toBe(faces.b);
		}),
	);
});
