import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropUnusedVertices } from '../../src/geometry/faces.ts';
import { integerSoups, stoneMesh } from '../support/soups.ts';

describe('dropUnusedVertices', () => {
	it('leaves every corner where it was, and no vertex without a face', () => {
		fc.assert(
			fc.property(integerSoups, (mesh) => {
				const { mesh: lean, dropped } = dropUnusedVertices(mesh);
				const corners = ({ positions, faces }: typeof mesh): number[] =>
					[...faces].flatMap((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]);
				expect(corners(lean)).toEqual(corners(mesh));
				expect(dropped).toBe(mesh.positions.length / 3 - new Set(mesh.faces).size);
				expect(new Set(lean.faces).size).toBe(lean.positions.length / 3);
				expect(lean.positions.length).toBe(mesh.positions.length - dropped * 3);
				expect(dropUnusedVertices(lean).mesh).toBe(lean);
			}),
		);
	});

	it('keeps the order of vertices', () => {
		const mesh = stoneMesh(
			[
				[9, 9, 9],
				[0, 0, 0],
				[8, 8, 8],
				[1, 0, 0],
				[0, 1, 0],
			],
			[4, 1, 3],
		);
		expect([...dropUnusedVertices(mesh).mesh.faces]).toEqual([2, 0, 1]);
	});
});
