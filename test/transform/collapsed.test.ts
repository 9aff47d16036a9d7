import { describe, expect, it } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import { moveWalkmesh, reportCollapsedFaces, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';

/** Faces 0 and 3 are 100 m wide, faces 1 and 2 a metre; float32s about 1e8 lie 8 m apart. */
const MESH: Walkmesh = createWalkmesh({
	positions: Float32Array.of(0, 0, 0, 100, 0, 0, 0, 100, 0, 1, 0, 0, 0, 1, 0),
	faces: Uint32Array.of(0, 1, 2, 0, 3, 4, 4, 0, 3, 1, 2, 0),
	surfaces: Uint32Array.of(1, 1, 1, 1),
});

function reported(before: Walkmesh, by: Vec3): Report['findings'] {
	const report = new Report();
	reportCollapsedFaces(before, moveWalkmesh(before, translation(by)), report);
	return report.findings;
}

describe('reportCollapsedFaces', () => {
	it('tells how many faces lost a corner, and where the first one is', () => {
		expect(reported(MESH, [1e8, 1e8, 0])).toMatchObject([
			{ code: 'TRANSFORM_FACES_COLLAPSED', location: { face: 1, at: [1e8, 1e8, 0] }, data: { faces: 2 } },
		]);
	});

	it.each<[string, Vec3]>([
		['x', [1e8, 0, 0]],
		['y', [0, 1e8, 0]],
	])('needs two corners alone to meet, along %s', (_, by) => {
		expect(reported(MESH, by)).toMatchObject([{ data: { faces: 2 } }]);
	});

	it('says nothing where all corners stay apart, or nothing moves', () => {
		expect(reported(MESH, [1e4, 1e4, 0])).toEqual([]);
		expect(reported(MESH, [0, 0, 1e8])).toEqual([]);
		expect(reported(MESH, [0, 0, 0])).toEqual([]);
	});

	it('says nothing of faces that had no three corners before', () => {
		const collapsed = { ...MESH, faces: Uint32Array.of(0, 1, 2, 0, 3, 3, 4, 0, 4, 1, 2, 0) };
		expect(reported(collapsed, [1e8, 1e8, 0])).toEqual([]);
	});
});
