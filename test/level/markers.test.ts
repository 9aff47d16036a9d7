import fc from 'fast-check';
import { expect, it } from 'vitest';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { squaredDistanceToSegment } from '../../src/geometry/spatial.ts';
import { vec3At } from '../../src/math/vec3.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { MarkedEdges } from '../../src/seams/markers.ts';
import { runs } from '../support/thorough.ts';

const point = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 12 }).map((value) => value / 4)));
const triangles = fc.array(fc.tuple(point, point, point), { minLength: 1, maxLength: 20 });
const lines = fc.array(fc.tuple(point, point), { minLength: 1, maxLength: 6 });

function soup(corners: readonly (readonly number[])[]): Walkmesh {
	return createWalkmesh({
		positions: Float32Array.from(corners.flat()),
		faces: Uint32Array.from(corners.keys()),
		surfaces: new Uint32Array(corners.length / 3).fill(4),
	});
}

it('markers find the edges that a look at every edge finds', () => {
	fc.assert(
		fc.property(triangles, lines, (faces, marks) => {
			const mesh = soup(faces.flat());
			const edges = Uint32Array.from(mesh.faces.keys());
			const marked = new MarkedEdges(mesh, edges);
			const positions = Float64Array.from(marks.flat(2));
			const segments = marks.map(([from, to]) => ({ from: vec3At(from, 0), to: vec3At(to, 0) }));
			const on = [...edges].filter((edge) =>
				segments.some((segment) =>
					[edge, edgeEnd(edge)].every(
						(corner) => squaredDistanceToSegment(mesh.positions, mesh.faces[corner], segment) <= 0.01 ** 2,
					),
				),
			);
			expect([...marked.onLines(positions, 0.01)].sort((a, b) => a - b)).toEqual(on);
			for (const at of marks.flat()) {
				const distances = [...edges].map((edge) =>
					squaredDistanceToSegment(at, 0, {
						from: vec3At(mesh.positions, mesh.faces[edge]),
						to: vec3At(mesh.positions, mesh.faces[edgeEnd(edge)]),
					}),
				);
				const least = Math.min(...distances);
				const found = [...marked.atPoints(Float64Array.from(at), 0.5)];
				expect(found).toHaveLength(least < 0.25 ? 1 : 0);
				// Of edges that are as near as each other, to the last bits, any will do.
				for (const edge of found) expect(distances[edge]).toBeCloseTo(least, 12);
			}
		}),
		{ numRuns: runs(100) },
	);
});

it('9,000 markers on 36,000 edges measure few edges each', () => {
	const corners = Array.from({ length: 12_000 }, (_, i) => {
		const [x, y] = [(i % 110) * 2, Math.floor(i / 110) * 2];
		return [
			[x, y, 0],
			[x + 1, y, 0],
			[x, y + 1, 0],
		];
	}).flat();
	const mesh = soup(corners);
	const marked = new MarkedEdges(mesh, Uint32Array.from(mesh.faces.keys()));
	for (let i = 0; i < 9000; i++) marked.atPoints(Float64Array.of((i % 110) * 2, Math.floor(i / 110) * 2, 0), 0.5);
	expect(marked.looked).toBeLessThan(9000 * 12);
});
