import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWalkableEdges } from '../../src/geometry/half-edges.ts';
import { findTJunctions, mendTJunctions } from '../../src/geometry/t-junctions.ts';
import { weldMesh } from '../../src/geometry/weld.ts';
import { createWalkmesh, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { HEAPS } from '../fuzz/heaps.ts';
import { generator } from '../support/mutate.ts';
import { integerSoups, planAreas, stoneMesh, totalArea } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

function walkable(mesh: Walkmesh): Uint8Array {
	return Uint8Array.from(mesh.surfaces, (surface) => (surface === 7 ? 0 : 1));
}

function end(edge: number): number {
	return edge % 3 === 2 ? edge - 2 : edge + 1;
}

/** One long edge on the left, two short ones on the right. */
function junction(offset = 0): Walkmesh {
	const mesh = stoneMesh(
		[
			[0, 0, 0],
			[2, 0, 0],
			[2, 2, 0],
			[2 + offset, 1, 0],
			[4, 1, 0],
		],
		[0, 1, 2],
		[1, 4, 3],
		[3, 4, 2],
	);
	return { ...mesh, transitions: Int32Array.of(1, 2, 3, 4, NONE, 5, NONE, 6, 7) };
}

/** Strips side by side, one metre wide and eight long, each cut at heights of its own; `off` moves the cuts across. */
const strips: fc.Arbitrary<Walkmesh> = fc
	.array(fc.array(fc.tuple(fc.integer({ min: 1, max: 511 }), fc.integer({ min: -8, max: 8 })), { maxLength: 5 }), {
		minLength: 2,
		maxLength: 5,
	})
	.map((columns) => {
		const points: number[][] = [];
		const faces: number[][] = [];
		for (const [x, cuts] of columns.entries()) {
			const heights = new Map([[0, 0], [512, 0], ...cuts]);
			const rows = [...heights].sort((a, b) => a[0] - b[0]);
			for (const [y, off] of rows) points.push([x + off / 2 ** 14, y / 64, 0], [x + 1 + off / 2 ** 14, y / 64, 0]);
			const first = points.length - rows.length * 2;
			for (let row = 0; row < rows.length - 1; row++) {
				const a = first + row * 2;
				faces.push([a, a + 1, a + 3], [a, a + 3, a + 2]);
			}
		}
		return weldMesh(stoneMesh(points, ...faces), 1e-3).mesh;
	});

describe('findTJunctions', () => {
	it('names edge, vertex and distance', () => {
		const found = findTJunctions(junction(2 ** -11), Uint8Array.of(1, 1, 1));
		expect([...found.edges]).toEqual([1]);
		expect([...found.vertices]).toEqual([3]);
		expect([...found.distances]).toEqual([2 ** -11]);
		expect(found.truncated).toBe(false);
	});

	it('finds nothing beyond the tolerance, beside faces that cannot be walked on, or at the ends', () => {
		expect(findTJunctions(junction(2e-3), Uint8Array.of(1, 1, 1)).edges.length).toBe(0);
		expect(findTJunctions(junction(), Uint8Array.of(0, 1, 1)).edges.length).toBe(0);
		expect(findTJunctions(junction(), Uint8Array.of(1, 0, 0)).edges.length).toBe(0);
		// At the end of an edge within the tolerance: a matter for welding.
		expect(findTJunctions(junction(), Uint8Array.of(1, 1, 1), 1).edges.length).toBe(0);
	});

	it('takes what lies exactly at the tolerance for a junction, and an edge just as long for none', () => {
		expect(findTJunctions(junction(2 ** -11), Uint8Array.of(1, 1, 1), 2 ** -11).edges.length).toBe(1);
		expect(findTJunctions(junction(2 ** -11), Uint8Array.of(1, 1, 1), 2 ** -11 - 2 ** -40).edges.length).toBe(0);
		// The vertex below lies nearer than a metre to the short edge and farther than a metre from its ends.
		const mesh = stoneMesh(
			[
				[0, 0, 0],
				[1, 0, 0],
				[0.5, 3, 0],
				[0.5, -0.95, 0],
				[-5, -20, 0],
				[6, -20, 0],
			],
			[0, 1, 2],
			[3, 4, 5],
		);
		expect(findTJunctions(mesh, walkable(mesh), 1).edges.length).toBe(0);
		expect([...findTJunctions(mesh, walkable(mesh), 0.99).vertices]).toEqual([3]);
	});

	it('stops at the limit and says so', () => {
		const points = Array.from({ length: 12 }, (_, i) => [i, 0, 0]);
		const mesh = stoneMesh([...points, [0, 9, 0]], [0, 11, 12], [0, 10, 12], [1, 11, 12], [2, 9, 12]);
		const all = findTJunctions(mesh, walkable(mesh));
		expect(all.truncated).toBe(false);
		const some = findTJunctions(mesh, walkable(mesh), 1e-3, 3);
		expect(some.truncated).toBe(true);
		expect(some.edges.length).toBe(3);
	});

	it('survives vertices that are no points', () => {
		const mesh = stoneMesh(
			[
				[0, 0, 0],
				[Number.NaN, 0, 0],
				[0, Infinity, 0],
				[0, 1, 0],
			],
			[0, 1, 3],
			[0, 3, 2],
		);
		expect(findTJunctions(mesh, walkable(mesh)).edges.length).toBe(0);
	});
});

describe('mendTJunctions', () => {
	it('leaves edges so long that floats cannot tell whether a vertex is between their ends', () => {
		// Found by fuzzing: rounding puts the vertex beyond the end.
		const mesh = stoneMesh(
			[
				[-3.4e38, 5.15744161605835, 0],
				[2.577157974243164, 5, 0],
				[2, 9, 0],
				[4.9741034507751465, 5, 0],
				[8, 5, 0],
				[8, 9, 0],
			],
			[0, 1, 2],
			[3, 4, 5],
		);
		const { mesh: mended, mended: cut, left } = mendTJunctions(mesh, walkable(mesh));
		expect(left.vertices).toContain(3);
		expect([mended, cut]).toEqual([mesh, []]);
	});

	it('cuts the long edge; its parts keep their transition and meet the faces behind', () => {
		const source = junction();
		const { mesh, mended, left, origins } = mendTJunctions(source, Uint8Array.of(1, 1, 1));
		expect(mended).toEqual([3]);
		expect(left.edges.length).toBe(0);
		expect([...origins]).toEqual([0, 0, 1, 2]);
		expect([...mesh.faces]).toEqual([1, 3, 0, 3, 2, 0, 1, 4, 3, 3, 4, 2]);
		expect([...mesh.transitions]).toEqual([2, NONE, 1, 2, 3, NONE, 4, NONE, 5, NONE, 6, 7]);
		expect(mesh.positions).toBe(source.positions);
		expect(openWalkableEdges(mesh.faces, new Uint8Array(4).fill(1), 5).length).toBe(4);
	});

	it('cuts faces whichever way they face', () => {
		const flat = junction();
		for (const order of [
			[0, 1, 2],
			[1, 0, 2],
			[0, 2, 1],
			[2, 0, 1],
			[1, 2, 0],
			[2, 1, 0],
		]) {
			const positions = flat.positions.map((_, i) => flat.positions[i - (i % 3) + order[i % 3]]);
			const { mended, left } = mendTJunctions({ ...flat, positions }, Uint8Array.of(1, 1, 1));
			expect([mended, [...left.edges]]).toEqual([[3], []]);
		}
	});

	it('joins strips that were cut at different heights, whatever the cuts', () => {
		fc.assert(
			fc.property(strips, (mesh) => {
				const width = Math.round(Math.max(...mesh.positions.filter((_, i) => i % 3 === 0)));
				const { mesh: mended, left, origins } = mendTJunctions(mesh, walkable(mesh));
				expect(left.edges.length).toBe(0);
				for (const area of planAreas(mended)) expect(area).toBeGreaterThan(0);
				expect(origins.length).toBe(mended.surfaces.length);
				const open = openWalkableEdges(mended.faces, walkable(mended), mended.positions.length / 3);
				for (const edge of open) {
					const [p, q] = [mended.faces[edge], mended.faces[end(edge)]];
					const isOn = (axis: number, value: number): boolean =>
						[p, q].every((vertex) => Math.abs(mended.positions[vertex * 3 + axis] - value) < 1e-3);
					expect(isOn(0, 0) || isOn(0, width) || isOn(1, 0) || isOn(1, 8)).toBe(true);
				}
			}),
			{ numRuns: runs(75, 3000) },
		);
	});

	it('keeps the area of any soup, and changes nothing the second time', () => {
		fc.assert(
			fc.property(integerSoups, (soup) => {
				const { mesh } = weldMesh(soup, 0);
				const once = mendTJunctions(mesh, walkable(mesh));
				expect(totalArea(once.mesh)).toBeCloseTo(totalArea(mesh), 9);
				expect([...once.mesh.surfaces]).toEqual(Array.from(once.origins, (face) => mesh.surfaces[face]));
				const twice = mendTJunctions(once.mesh, walkable(once.mesh));
				expect(twice.mesh).toBe(once.mesh);
				expect(twice.mended).toEqual([]);
			}),
			{ numRuns: runs(125, 5000) },
		);
	});

	// About a millimetre thick; the vertex lies beyond its far side, within a millimetre of both.
	const thin = [
		[0, 0, 0],
		[4, 0, 0],
		[3, 5e-4, 0],
		[2, 9e-4, 0],
		[2, -3, 0],
		[3, -3, 0],
		[2, 5, 0],
	];

	it('cuts the nearer edge of a thin face', () => {
		const points = thin.map(([x, y, z], i) => [x, i === 2 ? 1.2e-3 : y, z]);
		const mesh = stoneMesh(points, [0, 1, 2], [4, 3, 5]);
		const { mesh: mended, left, mended: vertices } = mendTJunctions(mesh, walkable(mesh));
		expect(vertices).toEqual([3]);
		expect(left.edges.length).toBe(0);
		expect([...mended.faces]).toEqual([2, 3, 1, 3, 0, 1, 4, 3, 5]);
	});

	it('leaves an edge alone where cutting would turn a thin face over, and mends the others', () => {
		const points = [...thin, [10, 0, 0], [14, 0, 0], [12, 5, 0], [12, 0, 0], [12, -3, 0], [13, -3, 0]];
		const faces = [
			[0, 1, 2],
			[0, 2, 6],
			[2, 1, 6],
			[4, 3, 5],
		];
		const mesh = stoneMesh(points, ...faces, [7, 8, 9], [11, 10, 12]);
		const { mesh: mended, left, mended: vertices } = mendTJunctions(mesh, walkable(mesh));
		expect(vertices).toEqual([10]);
		expect([...left.edges]).toEqual([0]);
		expect([...left.vertices]).toEqual([3]);
		expect([...mended.faces]).toEqual([...faces.flat(), 7, 10, 9, 10, 8, 9, 11, 10, 12]);
	});

	it('cuts the faces that cannot be walked on along with the floor', () => {
		const floor = junction();
		const mesh = {
			...floor,
			positions: Float32Array.from([...floor.positions, 2, 0, 3]),
			faces: Uint32Array.from([...floor.faces, 2, 1, 5]),
			surfaces: Uint32Array.of(4, 4, 4, 7),
			transitions: Int32Array.from([...floor.transitions, NONE, NONE, NONE]),
		};
		const { mesh: mended } = mendTJunctions(mesh, walkable(mesh));
		expect([...mended.surfaces]).toEqual([4, 4, 4, 4, 7, 7]);
		expect(totalArea(mended)).toBeCloseTo(totalArea(mesh), 9);
	});

	it('cuts nothing when there are more than the limit', () => {
		const mesh = junction();
		const { mesh: same, left } = mendTJunctions(mesh, walkable(mesh), 1e-3, 0);
		expect(same).toBe(mesh);
		expect(left.truncated).toBe(true);
	});
});

it('ends for edges through a heap when too much was looked at, not after the square of their number', () => {
	const { points, faces } = HEAPS['soup'](5000, generator(1));
	const heap = createWalkmesh({
		name: 'heap',
		positions: Float32Array.from(points.flat()),
		faces: Uint32Array.from(faces.flat()),
		surfaces: new Uint32Array(faces.length).fill(4),
	});
	const found = findTJunctions(heap, new Uint8Array(faces.length).fill(1), 1e-3);
	expect(found.truncated).toBe(true);
	expect(found.looked).toBeLessThan(500_000 + 60 * 15_000 + 5000);
});
