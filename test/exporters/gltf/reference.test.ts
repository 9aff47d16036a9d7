import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeGltf } from '../../../exporters/gltf/write.ts';
import { Report } from '../../../src/findings/report.ts';
import { openEdges } from '../../../src/geometry/faces.ts';
import { K1, surfaceMaterialName } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { drawnTriangles } from '../../reference/glb.ts';
import { runs } from '../../support/thorough.ts';
import { anyWalkmesh } from '../../support/walkmeshes.ts';

/** What a viewer should draw: Y up, every face once, in the material of its surface, placeables and doors at their position. */
function expectedTriangles({ positions, faces, surfaces, kind, position }: Walkmesh): string[] {
	return Array.from(surfaces, (surface, face) => {
		const corners = [0, 1, 2].flatMap((k) => {
			const [x, y, z] = [0, 1, 2].map(
				(axis) => positions[faces[face * 3 + k] * 3 + axis] + (kind === 'area' ? 0 : position[axis]),
			);
			return [x, z, -y];
		});
		return line(surfaceMaterialName(K1, surface), corners);
	});
}

function line(material: string, corners: readonly number[]): string {
	return `${material} ${corners.map((value) => (Math.round(value * 100) / 100 + 0).toFixed(2)).join(' ')}`;
}

describe('inspection GLB, read in the most obvious way', () => {
	test('shows every face once, where it is, in the material of its surface', async () => {
		const coordinate = fc.integer({ min: -800, max: 800 }).map((value) => value / 8);
		await fc.assert(
			fc.asyncProperty(
				fc.array(anyWalkmesh({ coordinate, surface: fc.nat(18) }), { minLength: 1, maxLength: 3 }),
				fc.tuple(coordinate, coordinate, coordinate),
				async (anywhere, position) => {
					const meshes = anywhere.map((mesh) => ({ ...mesh, position }));
					const bytes = await writeGltf(meshes, { format: 'glb' }, { surfaces: K1, report: new Report() });
					const drawn = drawnTriangles(bytes);
					const isSign = (material: string): boolean => material === 'transition' || material === 'ignore_perimeter';
					const faces = drawn.filter(({ material }) => !isSign(material));
					const lines = faces.map(({ material, corners }) => line(material, corners));
					expect(lines.sort()).toEqual(meshes.flatMap(expectedTriangles).sort());
					// A transition is a strip of two triangles over its edge, and so is any other edge at which ground ends.
					const links = meshes.flatMap(({ transitions }) => [...transitions].filter((room) => room >= 0));
					const ribbons = drawn.filter(({ material }) => material === 'transition');
					expect(ribbons.length).toBe(links.length * 2);
					const ends = meshes.flatMap((mesh) => [...openEdges(mesh, K1)].filter((edge) => mesh.transitions[edge] < 0));
					expect(drawn.length - faces.length - ribbons.length).toBe(ends.length * 2);
				},
			),
			{ numRuns: runs(40) },
		);
	});
});
