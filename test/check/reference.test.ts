import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countIslands } from '../../check/mesh/ground.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { findNearMisses } from '../../src/clean/near-misses.ts';
import { Report } from '../../src/findings/report.ts';
import { flipFaces, openEdges, perimeterEdges, walkableNeighbours } from '../../src/geometry/faces.ts';
import { buildAdjacency, openWalkableEdges } from '../../src/geometry/half-edges.ts';
import { findTJunctions } from '../../src/geometry/t-junctions.ts';
import { weldMesh } from '../../src/geometry/weld.ts';
import { vec3At } from '../../src/math/vec3.ts';
import { K1, walkableFaces } from '../../src/model/surfaces.ts';
import { NONE, vertexCount, type Walkmesh } from '../../src/model/walkmesh.ts';
import * as reference from '../reference/derive.ts';
import { nearMisses, tJunctions } from '../reference/seams.ts';
import { integerSoups } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

/** Soups of few vertices, whose faces meet in every way there is. */
const crowded = integerSoups.map(
	(mesh): Walkmesh => ({ ...mesh, faces: mesh.faces.map((vertex) => vertex % Math.min(6, vertexCount(mesh))) }),
);
const soups = fc.oneof(integerSoups, crowded);

function loopsOf({ edges, ends }: { edges: Uint32Array; ends: Uint32Array }): number[][] {
	return [...ends].map((end, loop) => [...edges.subarray(loop === 0 ? 0 : ends[loop - 1], end)]);
}

describe('tables of walkmeshes with faces in any order equal those by obvious loops', () => {
	test('neighbours, edges that too many faces share, open edges, perimeters, islands', () => {
		fc.assert(
			fc.property(soups, (mesh) => {
				const walk = walkableFaces(K1, mesh.surfaces);
				expect([...walkableNeighbours(mesh, K1)]).toEqual(reference.adjacency(mesh.faces, walk));
				const { overfull } = buildAdjacency(mesh.faces, walk, vertexCount(mesh));
				expect(overfull.map(({ edge, faces }) => [edge, faces])).toEqual(reference.overfull(mesh.faces, walk));
				expect([...openEdges(mesh, K1)]).toEqual(reference.openEdges(mesh.faces, walk));
				expect(loopsOf(perimeterEdges(mesh, K1))).toEqual(reference.perimeters(mesh.faces, walk));
				expect(countIslands(mesh, K1)).toBe(reference.islands(mesh.faces, walk));
			}),
			{ numRuns: runs(63, 5000) },
		);
	});

	test('the tables of a file, whose walkable faces come first', () => {
		fc.assert(
			fc.property(soups, (mesh) => {
				const order = reference.walkableFirst(walkableFaces(K1, mesh.surfaces));
				const file = deriveBwm(mesh, K1, new Report());
				const faces = order.flatMap((face) => [...mesh.faces.subarray(face * 3, face * 3 + 3)]);
				const rooms = order.flatMap((face) => [...mesh.transitions.subarray(face * 3, face * 3 + 3)]);
				const walk = walkableFaces(K1, file.materials);
				const walkableCount = walk.filter((flag) => flag === 1).length;
				expect([...file.faces]).toEqual(faces);
				expect([...file.materials]).toEqual(order.map((face) => mesh.surfaces[face]));
				expect([...file.adjacency]).toEqual(reference.adjacency(faces, walk).slice(0, walkableCount * 3));
				const loops = reference.perimeters(faces, walk);
				expect([...file.edges]).toEqual(loops.flat().flatMap((edge) => [edge, rooms[edge]]));
				let end = 0;
				expect([...file.perimeters]).toEqual(loops.map((loop) => (end += loop.length)));
			}),
			{ numRuns: runs(63, 5000) },
		);
	});

	test('transitions that no file can hold are reported, and no others', () => {
		fc.assert(
			fc.property(soups, (mesh) => {
				const report = new Report({ keep: 1000 });
				deriveBwm(mesh, K1, report);
				const open = new Set(reference.openEdges(mesh.faces, walkableFaces(K1, mesh.surfaces)));
				const lost = [...mesh.transitions].filter((room, edge) => room !== NONE && !open.has(edge)).length;
				const told = report.findings.filter(({ code }) => code === 'TRANSITION_NOT_ON_PERIMETER').length;
				expect(told).toBe(lost);
			}),
			{ numRuns: runs(25, 2000) },
		);
	});

	test('an edit in place is seen', () => {
		const faces = Uint32Array.of(0, 1, 2, 0, 2, 3);
		const walkable = Uint8Array.of(1, 1);
		const open = (): number => openWalkableEdges(faces, walkable, 4).length;
		expect(open()).toBe(4);
		faces[4] = 1;
		expect(open()).toBe(6);
		walkable[1] = 0;
		expect(open()).toBe(3);
	});
});

test('flipped faces have their neighbours behind the same edges', () => {
	fc.assert(
		fc.property(soups, (mesh) => {
			const flipped = flipFaces(mesh);
			const old = (edge: number): number => (edge < 0 ? edge : edge - (edge % 3) + (2 - (edge % 3)));
			const walk = walkableFaces(K1, mesh.surfaces);
			// Where more than two meet, which pair up goes by their numbers.
			if (reference.overfull(mesh.faces, walk).length > 0) return;
			const before = walkableNeighbours(mesh, K1);
			const after = walkableNeighbours(flipped, K1);
			expect([...after.keys()].map((edge) => old(after[old(edge)]))).toEqual([...before]);
			expect([...after.keys()].map((edge) => flipped.transitions[old(edge)])).toEqual([...mesh.transitions]);
		}),
		{ numRuns: runs(25, 2000) },
	);
});

/** A welded soup with points on a grid of a quarter metre. */
const grids = integerSoups.map((mesh): Walkmesh => {
	const positions = mesh.positions.map((value) => value / 4);
	return weldMesh({ ...mesh, positions }, 0).mesh;
});

describe('searches equal a look at everything', () => {
	// No distance on the grid is one of these: rounding decides nothing.
	const tolerances = fc.constantFrom(0.01, 0.1531, 0.3061, 0.7013);

	test('T-junctions', () => {
		fc.assert(
			fc.property(grids, tolerances, (mesh, tolerance) => {
				const walk = walkableFaces(K1, mesh.surfaces);
				const { edges, vertices } = findTJunctions(mesh, walk, tolerance);
				const found = [...edges].map((edge, i) => [edge, vertices[i]]);
				expect(found).toEqual(tJunctions(mesh, walk, tolerance));
			}),
			{ numRuns: runs(63, 5000) },
		);
	});

	test('near misses', () => {
		fc.assert(
			fc.property(grids, tolerances, fc.constantFrom(0.26, 0.36, 0.51, 1.01), (mesh, tolerance, reach) => {
				const walk = walkableFaces(K1, mesh.surfaces);
				const { places } = findNearMisses(mesh, walk, { tolerance, reach });
				const expected = nearMisses(mesh, walk, tolerance, reach);
				expect([...places]).toEqual(expected.flat().flatMap((vertex) => [...vec3At(mesh.positions, vertex)]));
			}),
			{ numRuns: runs(63, 5000) },
		);
	});
});
