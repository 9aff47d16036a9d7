import { describe, expect, test } from 'vitest';
import { aabbNode, surfaceFacts, treeFacts, walkmeshFacts } from '../../check/inspect/facts.ts';
import { aabbs, adjacency, box, perimeterEdges, walkableFaces } from '../../check/inspect/tables.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import { buildAabbTree } from '../../src/tree/build.ts';
import { rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { pairs } from '../support/points.ts';

/** A floor of 4 m by 3 m with links to rooms 2 and 7, grass of a square metre beside it, and rock above. */
const floor = merged(
	rectangle(0, 0, 4, 3),
	surfaced(rectangle(9, 0, 1, 1, -2), 3),
	surfaced(rectangle(0, 0, 1, 1, 5), NONWALK),
);
const transitions = floor.transitions.slice();
transitions.set([7, 2], 0);
transitions[4] = 7;
const mesh = { ...floor, name: 'hall', transitions };

describe('facts of a walkmesh', () => {
	test('are its counts, areas, bounds, loops and links', () => {
		expect(walkmeshFacts(mesh, K1)).toEqual({
			name: 'hall',
			kind: 'area',
			vertices: 12,
			faces: 6,
			walkableFaces: 4,
			walkableArea: 13,
			surfaces: [
				{ surface: 3, label: 'Grass', walkable: true, faces: 2, area: 1 },
				{ surface: 4, label: 'Stone', walkable: true, faces: 2, area: 12 },
				{ surface: 7, label: 'Nonwalk', walkable: false, faces: 2, area: 1 },
			],
			bounds: [0, 0, -2, 10, 3, 5],
			islands: 2,
			perimeterEdges: 8,
			loops: 2,
			links: [
				{ room: 2, edges: 1, length: 3 },
				{ room: 7, edges: 2, length: 8 },
			],
			position: [0, 0, 0],
			hooks: mesh.hooks,
		});
	});

	test('of a door have its state, of nothing no bounds', () => {
		expect(walkmeshFacts({ ...mesh, kind: 'door', doorState: 'open1' }, K1)).toMatchObject({ doorState: 'open1' });
		const arrays = { positions: new Float32Array(0), faces: new Uint32Array(0), surfaces: new Uint32Array(0) };
		const nothing = walkmeshFacts(createWalkmesh(arrays), K1);
		expect(nothing).toMatchObject({ vertices: 0, walkableArea: 0, surfaces: [], islands: 0, links: [] });
		expect('bounds' in nothing).toBe(false);
		expect('doorState' in nothing).toBe(false);
		expect(surfaceFacts(createWalkmesh(arrays), K1)).toEqual([]);
	});

	test.each([
		[0, 0],
		[1, 0],
		[2, 1],
		[3, 2],
		[4, 2],
		[5, 3],
	])('a tree over %d faces has a depth of %d at least', (faces, leastDepth) => {
		const some = { ...mesh, faces: mesh.faces.slice(0, faces * 3), surfaces: mesh.surfaces.slice(0, faces) };
		const tree = buildAabbTree(some.positions, some.faces, { tree: 'median' });
		expect(treeFacts(tree, some)).toMatchObject({ nodes: Math.max(0, faces * 2 - 1), leastDepth });
	});

	test('a tree is told by its margins, and whether it holds every face', () => {
		const tree = buildAabbTree(mesh.positions, mesh.faces);
		const facts = treeFacts(tree, mesh);
		expect(facts).toMatchObject({ nodes: 11, complete: true });
		expect(facts.marginBelow).toBeCloseTo(0.01, 6);
		expect(facts.marginAbove).toBeCloseTo(0.0101, 6);
		expect(facts.depth).toBeGreaterThanOrEqual(facts.leastDepth);
	});
});

describe('tables of a walkmesh', () => {
	test('walkable faces, adjacency and box', () => {
		expect([...walkableFaces(mesh)]).toEqual([0, 1, 2, 3]);
		expect([...adjacency(mesh)].map((edge, i) => [i, edge]).filter(([, edge]) => edge >= 0)).toEqual(
			pairs(2, 3, 3, 2, 8, 9, 9, 8),
		);
		expect(box(mesh)).toEqual({ min: [0, 0, -2], max: [10, 3, 5] });
		expect(box({ ...mesh, positions: new Float32Array(0) })).toBeUndefined();
	});

	test('perimeter edges by loop, with their face, ends and rooms', () => {
		const edges = perimeterEdges(mesh);
		expect(edges.map(({ edge }) => edge).sort((a, b) => a - b)).toEqual([0, 1, 4, 5, 6, 7, 10, 11]);
		expect(edges.map(({ loop }) => loop)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
		for (const [i, { edge, face, start, end, transition, loop }] of edges.entries()) {
			expect(face).toBe(Math.floor(edge / 3));
			expect(transition).toBe(mesh.transitions[edge]);
			const vertex = mesh.faces[edge] * 3;
			expect(start).toEqual([...mesh.positions.subarray(vertex, vertex + 3)]);
			const next =
				edges.find((each, j) => each.loop === loop && j === i + 1) ?? edges.find((each) => each.loop === loop);
			expect(end).toEqual(next?.start);
		}
	});

	test('nodes of the tree, as they are in its arrays', () => {
		for (const split of ['best', 'median'] as const) {
			const tree = buildAabbTree(mesh.positions, mesh.faces, { tree: split });
			const nodes = aabbs(mesh, { tree: split });
			expect(nodes).toHaveLength(11);
			for (const [i, { min, max, face, plane, left, right }] of nodes.entries()) {
				expect([...min, ...max]).toEqual([...tree.f32.subarray(i * 11, i * 11 + 6)]);
				expect([face, 4, plane, left, right]).toEqual([...tree.i32.subarray(i * 11 + 6, i * 11 + 11)]);
			}
		}
	});

	test('a node that there is not is refused', () => {
		const tree = buildAabbTree(mesh.positions, mesh.faces);
		for (const node of [-1, 11, 0.5, Number.NaN])
			expect(() => aabbNode(tree, node)).toThrow(new RangeError(`There is no node ${node} of 11.`));
	});
});
