import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { faceNormals, planarDistances } from '../../src/geometry/triangles.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import { bitsOf, floor } from '../support/walkmeshes.ts';

describe('edges', () => {
	test('are numbered 3f + k from corner k to corner k + 1', () => {
		// Face 0 is 0 1 2 and face 1 is 0 2 3 of a square; edge 2 and edge 3 are its diagonal.
		for (const [edge, from, to] of [
			[0, 0, 1],
			[1, 1, 2],
			[4, 2, 3],
			[5, 3, 0],
		]) {
			const transitions = new Int32Array(6).fill(-1);
			transitions[edge] = 9;
			const file = deriveBwm({ ...floor(), transitions }, K1, new Report());
			const row = [...file.edges].findIndex((value, i) => i % 2 === 1 && value === 9);
			expect(file.edges[row - 1]).toBe(edge);
			const [face, corner] = [Math.floor(edge / 3), edge % 3];
			expect([file.faces[face * 3 + corner], file.faces[face * 3 + ((corner + 1) % 3)]]).toEqual([from, to]);
		}
	});
});

describe('neighbours', () => {
	test('hold the number of the other face’s edge, both ways', () => {
		expect([...deriveBwm(floor(), K1, new Report()).adjacency]).toEqual([-1, -1, 3, 2, -1, -1]);
	});

	test('are found by vertex index: equal places of different vertices do not join', () => {
		const torn = createWalkmesh({
			positions: Float32Array.of(0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 0, 0, 2, 2, 0, 0, 2, 0),
			faces: Uint32Array.of(0, 1, 2, 3, 4, 5),
			surfaces: Uint32Array.of(4, 4),
		});
		const file = deriveBwm(torn, K1, new Report());
		expect([...file.adjacency]).toEqual(new Array(6).fill(-1));
		expect([...file.perimeters]).toEqual([3, 6]);
	});

	test('are walkable faces only, and only these have rows', () => {
		const file = deriveBwm({ ...floor(), surfaces: Uint32Array.of(4, 7) }, K1, new Report());
		expect([...file.adjacency]).toEqual([-1, -1, -1]);
		expect([...file.edges].filter((_, i) => i % 2 === 0)).toEqual([0, 1, 2]);
	});
});

describe('planes', () => {
	const coordinate = fc.float({ min: -500, max: 500, noNaN: true });
	const triangles = fc.array(fc.array(coordinate, { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 8 });

	test('have the normal of the corners and the distance of the first, in doubles, rounded once', () => {
		fc.assert(
			fc.property(triangles, (soup) => {
				const positions = Float32Array.from(soup.flat());
				const faces = Uint32Array.from({ length: soup.length * 3 }, (_, i) => i);
				const normals = faceNormals(positions, faces);
				const distances = planarDistances(positions, faces, normals);
				for (let face = 0; face < soup.length; face++) {
					const [a, b, c] = [0, 1, 2].map((k) => [...positions.subarray(face * 9 + k * 3, face * 9 + k * 3 + 3)]);
					const u = b.map((value, axis) => value - a[axis]);
					const v = c.map((value, axis) => value - a[axis]);
					const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
					const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
					const expected = length === 0 ? [1, 0, 0] : n.map((value) => value / length);
					expect(bitsOf(normals.slice(face * 3, face * 3 + 3))).toEqual(bitsOf(Float32Array.from(expected)));
					const [x, y, z] = normals.subarray(face * 3, face * 3 + 3);
					expect(distances[face]).toBe(Math.fround(-(x * a[0] + y * a[1] + z * a[2])));
				}
			}),
		);
	});

	test('look to the side from which the corners run counter-clockwise; floors to +z', () => {
		const up = deriveBwm(floor(), K1, new Report());
		expect([...up.normals]).toEqual([0, 0, 1, 0, 0, 1]);
		const down = deriveBwm({ ...floor(), faces: Uint32Array.of(2, 1, 0, 3, 2, 0) }, K1, new Report());
		expect([...down.normals].map((value) => value + 0)).toEqual([0, 0, -1, 0, 0, -1]);
	});

	test('of faces without area have the normal (1, 0, 0) and minus x as distance', () => {
		const positions = Float32Array.of(3, 1, 0, 4, 1, 0, 6, 1, 0);
		const faces = Uint32Array.of(0, 1, 2, 1, 1, 2);
		const normals = faceNormals(positions, faces);
		expect([...normals]).toEqual([1, 0, 0, 1, 0, 0]);
		expect([...planarDistances(positions, faces, normals)]).toEqual([-3, -4]);
	});
});
