import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOW_TIE } from '../../scripts/format-pictures.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { soup } from '../support/soup.ts';

function walkmeshOver(faces: readonly number[], vertexCount: number): Walkmesh {
	// Places do not matter: only indices make edges.
	return createWalkmesh({
		positions: Float32Array.from({ length: vertexCount * 3 }, (_, i) => (i * i) % 17),
		faces: Uint32Array.from(faces),
		surfaces: new Uint32Array(faces.length / 3).fill(4),
	});
}

const bowTie = walkmeshOver(BOW_TIE.faces.flat(), BOW_TIE.vertices.length);

/** The edges of each loop. */
function loopsOf(mesh: Walkmesh): number[][] {
	const { edges, perimeters } = deriveBwm(mesh, K1, new Report());
	const numbers = [...edges].filter((_, i) => i % 2 === 0);
	return [...perimeters].map((end, loop) => numbers.slice(loop === 0 ? 0 : perimeters[loop - 1], end));
}

/** The walk as the page words it, on the adjacency table alone. */
function walkOfThePage(adjacency: ArrayLike<number>): number[][] {
	const open = new Set(Array.from(adjacency).flatMap((behind, edge) => (behind < 0 ? [edge] : [])));
	const around = (edge: number): number => (edge % 3 === 2 ? edge - 2 : edge + 1);
	const loops: number[][] = [];
	while (open.size > 0) {
		const loop: number[] = [];
		let edge = Math.min(...open);
		while (open.delete(edge)) {
			loop.push(edge);
			edge = around(edge);
			while (adjacency[edge] >= 0) edge = around(adjacency[edge]);
		}
		loops.push(loop);
	}
	return loops;
}

describe('the perimeter', () => {
	test('of the bow-tie on the page is two loops in this order', () => {
		expect(loopsOf(bowTie)).toEqual([
			[0, 1, 4, 5],
			[6, 7, 10, 11],
		]);
	});

	test('is the walk of the page for any faces', () => {
		fc.assert(
			fc.property(soup, ({ faces, vertexCount }) => {
				const mesh = walkmeshOver([...faces], vertexCount);
				const { adjacency, perimeters, edges } = deriveBwm(mesh, K1, new Report());
				expect(loopsOf(mesh)).toEqual(walkOfThePage(adjacency));
				expect(perimeters.length === 0 ? 0 : perimeters[perimeters.length - 1]).toBe(edges.length / 2);
			}),
		);
	});
});

test('a transition stands beside the edge that it lies on, −1 beside the others', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: -1, max: 60 }), { minLength: 12, maxLength: 12 }), (rooms) => {
			const { edges } = deriveBwm({ ...bowTie, transitions: Int32Array.from(rooms) }, K1, new Report());
			for (let row = 0; row < edges.length; row += 2) expect(edges[row + 1]).toBe(rooms[edges[row]]);
		}),
	);
});
