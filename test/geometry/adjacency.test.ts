import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildAdjacency, edgeEnd } from '../../src/geometry/half-edges.ts';
import { expectLinear } from '../support/linear.ts';
import { soup } from '../support/soup.ts';
import { THOROUGH } from '../support/thorough.ts';

const vertices = (faces: Uint32Array, edge: number): [number, number] => [faces[edge], faces[edgeEnd(edge)]];
const faceOf = (edge: number): number => Math.floor(edge / 3);

/** Every pair of edges looked at: what the bucketed search must agree with. */
function sharing(faces: Uint32Array, edge: number): number[] {
	const [from, to] = vertices(faces, edge);
	const edges: number[] = [];
	for (let other = 0; other < faces.length; other++) {
		const [a, b] = vertices(faces, other);
		if ((a === from && b === to) || (a === to && b === from)) edges.push(other);
	}
	return edges;
}

const all = (count: number): Uint8Array => new Uint8Array(count).fill(1);

describe('buildAdjacency', () => {
	test('faces that run the same way along an edge are no neighbours', () => {
		expect([...buildAdjacency(Uint32Array.of(0, 1, 2, 1, 2, 3), all(2), 4).neighbours]).toEqual(new Array(6).fill(-1));
	});

	test('only the first faces count', () => {
		expect([...buildAdjacency(Uint32Array.of(0, 1, 2, 2, 1, 3), Uint8Array.of(1, 0), 4).neighbours]).toEqual(
			new Array(6).fill(-1),
		);
	});

	test('four faces on one edge are linked in two pairs and reported once', () => {
		const faces = Uint32Array.of(0, 1, 2, 0, 1, 3, 1, 0, 4, 1, 0, 5);
		const { neighbours, overfull } = buildAdjacency(faces, all(4), 6);
		expect([neighbours[0], neighbours[3], neighbours[6], neighbours[9]]).toEqual([6, 9, 0, 3]);
		expect(overfull).toEqual([{ edge: 0, faces: 4 }]);
	});

	test('soups: symmetric, reverse, complete where an edge has two faces', () => {
		fc.assert(
			fc.property(soup, ({ faces, vertexCount }) => {
				const { neighbours, overfull } = buildAdjacency(faces, all(faces.length / 3), vertexCount);
				const reported = new Set(overfull.map(({ edge }) => edge));
				for (let edge = 0; edge < faces.length; edge++) {
					const [from, to] = vertices(faces, edge);
					const other = neighbours[edge];
					const set = sharing(faces, edge);
					if (other >= 0) {
						expect(neighbours[other]).toBe(edge);
						expect(vertices(faces, other)).toEqual([to, from]);
						expect(faceOf(other)).not.toBe(faceOf(edge));
					}
					if (from === to) expect(other).toBe(-1);
					else if (set.length === 2) {
						const twin = set.find((candidate) => candidate !== edge) as number;
						const fits = faces[twin] === to && faceOf(twin) !== faceOf(edge);
						expect(other).toBe(fits ? twin : -1);
					}
					expect(reported.has(edge)).toBe(from !== to && set.length > 2 && set[0] === edge);
				}
			}),
		);
	});

	test('no more pairs could be linked on an edge that many faces share', () => {
		fc.assert(
			fc.property(soup, ({ faces, vertexCount }) => {
				const { neighbours } = buildAdjacency(faces, all(faces.length / 3), vertexCount);
				for (let edge = 0; edge < faces.length; edge++) {
					if (neighbours[edge] >= 0 || faces[edge] === faces[edgeEnd(edge)]) continue;
					const free = sharing(faces, edge).filter(
						(other) => neighbours[other] < 0 && faces[other] !== faces[edge] && faceOf(other) !== faceOf(edge),
					);
					expect(free).toEqual([]);
				}
			}),
		);
	});

	const count = THOROUGH ? 100_000 : 20_000;

	test(`a fan and a pile of ${count} faces take linear time`, async () => {
		const fanOf = (faces: number): Uint32Array => {
			const fan = new Uint32Array(faces * 3);
			for (let face = 0; face < faces; face++) fan.set([0, face + 1, face + 2], face * 3);
			return fan;
		};
		const pileOf = (faces: number): Uint32Array => {
			const pile = new Uint32Array(faces * 3);
			for (let face = 0; face < faces; face++) pile.set(face % 2 === 0 ? [0, 1, 2] : [0, 2, 1], face * 3);
			return pile;
		};
		const fan = fanOf(count);
		const linked = buildAdjacency(fan, all(count), count + 2).neighbours;
		expect(linked.filter((neighbour) => neighbour < 0).length).toBe(count + 2);

		const { neighbours, overfull } = buildAdjacency(pileOf(count), all(count), 3);
		expect(neighbours.includes(-1)).toBe(false);
		expect(overfull.map(({ faces }) => faces)).toEqual([count, count, count]);

		for (const facesOf of [fanOf, pileOf])
			await expectLinear(count, (size) => {
				const faces = facesOf(size);
				return () => buildAdjacency(faces, all(size), size + 2);
			});
	});
});
