import { describe, expect, it } from 'vitest';
import {
	dropUnusedVertices,
	faceKind,
	faceKinds,
	faceSlope,
	flipFaces,
	openEdges,
	perimeterEdges,
	removeFaces,
	reorderFaces,
	sortWalkableFirst,
	walkableNeighbours,
} from '../../src/geometry/faces.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, facesByWalkability, type Walkmesh } from '../../src/model/walkmesh.ts';

/** A wall, then a square floor of two faces, whose diagonal is edge 5 of the one and edge 6 of the other. */
const MESH: Walkmesh = createWalkmesh({
	positions: Float32Array.of(0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 3),
	faces: Uint32Array.of(0, 4, 1, 0, 1, 2, 0, 2, 3),
	surfaces: Uint32Array.of(7, 4, 1),
	transitions: Int32Array.of(-1, -1, -1, 5, -1, -1, -1, 6, 8),
});

function listed({ faces, surfaces, transitions }: Walkmesh): number[][] {
	return [[...faces], [...surfaces], [...transitions]];
}

describe('reorderFaces', () => {
	it('takes surfaces and transitions along', () => {
		expect(listed(reorderFaces(MESH, Uint32Array.of(2, 0, 1)))).toEqual([
			[0, 2, 3, 0, 4, 1, 0, 1, 2],
			[1, 7, 4],
			[-1, 6, 8, -1, -1, -1, 5, -1, -1],
		]);
	});

	it('leaves out what the order leaves out, also at the end', () => {
		expect(listed(reorderFaces(MESH, Uint32Array.of(0, 1)))).toEqual([
			[0, 4, 1, 0, 1, 2],
			[7, 4],
			[-1, -1, -1, 5, -1, -1],
		]);
		expect(listed(removeFaces(MESH, Uint8Array.of(1, 0, 1)))).toEqual([[0, 1, 2], [4], [5, -1, -1]]);
	});

	it('answers with the same walkmesh where nothing changes', () => {
		expect(reorderFaces(MESH, Uint32Array.of(0, 1, 2))).toBe(MESH);
		expect(removeFaces(MESH, new Uint8Array(3))).toBe(MESH);
	});
});

it('sorts walkable faces first, each group in its order', () => {
	const { mesh, walkableCount } = sortWalkableFirst(MESH, K1);
	expect(walkableCount).toBe(2);
	expect([...mesh.surfaces]).toEqual([4, 1, 7]);
	expect(sortWalkableFirst(mesh, K1).mesh).toBe(mesh);
});

it('flips the faces that are named, transitions on their edges', () => {
	expect(listed(flipFaces(MESH, Uint32Array.of(2)))).toEqual([
		[0, 4, 1, 0, 1, 2, 0, 3, 2],
		[7, 4, 1],
		[-1, -1, -1, 5, -1, -1, 8, 6, -1],
	]);
	expect(flipFaces(MESH, new Uint32Array(0))).toBe(MESH);
	expect(listed(flipFaces(flipFaces(MESH)))).toEqual(listed(MESH));
});

it('drops the vertices that no face uses', () => {
	const floor = removeFaces(MESH, Uint8Array.of(1, 0, 0));
	const { mesh, dropped } = dropUnusedVertices({
		...floor,
		faces: floor.faces.map((vertex) => (vertex === 0 ? 4 : vertex)),
	});
	expect(dropped).toBe(1);
	expect([...mesh.positions]).toEqual([2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 3]);
	expect([...mesh.faces]).toEqual([3, 0, 1, 3, 1, 2]);
	expect(dropUnusedVertices(MESH)).toEqual({ mesh: MESH, dropped: 0 });
});

it('knows neighbours, open edges and loops of walkable faces that lie behind others', () => {
	expect([...walkableNeighbours(MESH, K1)]).toEqual([-1, -1, -1, -1, -1, 6, 5, -1, -1]);
	expect([...openEdges(MESH, K1)]).toEqual([3, 4, 7, 8]);
	const { edges, ends } = perimeterEdges(MESH, K1);
	expect([[...edges], [...ends]]).toEqual([[3, 4, 7, 8], [4]]);
});

it('faces are ground, or by the way they face obstacles, walls from 60° on, and ceilings', () => {
	expect([0, 90, 180].map((degrees) => faceKind(true, degrees))).toEqual([0, 0, 0]);
	expect([0, 60, 60.1, 90, 119.9, 120, 180].map((degrees) => faceKind(false, degrees))).toEqual([1, 1, 2, 2, 2, 3, 3]);
	const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1];
	const faces = [0, 1, 2, 0, 2, 1, 0, 1, 3, 0, 1, 4, 0, 0, 1];
	const slopes = [0, 1, 2, 3, 4].map((face) => faceSlope(positions, faces, face));
	for (const [i, degrees] of [0, 180, 90, 45, 0].entries()) expect(slopes[i]).toBeCloseTo(degrees, 9);
	const mesh = createWalkmesh({
		positions: Float32Array.from(positions),
		faces: Uint32Array.from(faces),
		surfaces: Uint32Array.of(7, 7, 7, 4, 4),
	});
	expect([...faceKinds(mesh, K1)]).toEqual([1, 3, 2, 0, 0]);
	expect([...facesByWalkability(mesh, K1), ...facesByWalkability(mesh, K1, false)]).toEqual([3, 4, 0, 1, 2]);
});

it('corners stay where they are when unused vertices are dropped; the same walkmesh comes back where there are none', () => {
	expect(dropUnusedVertices(MESH)).toEqual({ mesh: MESH, dropped: 0 });
	expect(dropUnusedVertices(MESH).mesh).toBe(MESH);
});
