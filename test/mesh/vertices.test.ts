import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edgeLocation, faceLocation, vertexOnEdgeLocation } from '../../src/geometry/faces.ts';
import { facesOfVertices, piecesOf, verticesOfEdges } from '../../src/geometry/half-edges.ts';
import {
	coincidentVertices,
	compactVertices,
	indicesOf,
	isPoint,
	mix,
	pickTriples,
	usesAll,
} from '../../src/geometry/vertices.ts';
import { Growing, greatest, groupBy, least } from '../../src/math/arrays.ts';
import { islands } from '../reference/derive.ts';
import { integerSoups } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

describe('the vertices that faces use', () => {
	const corner = fc.oneof(fc.nat(9), fc.integer({ min: 1000, max: 1009 }), fc.constant(4_000_000_000));
	it('are found in order, and faces are numbered by them, near together or scattered', () => {
		fc.assert(
			fc.property(fc.array(fc.oneof(fc.nat(9), corner), { maxLength: 24 }), (corners) => {
				const { used, faces } = compactVertices(Uint32Array.from(corners));
				const expected = [...new Set(corners)].sort((a, b) => a - b);
				expect([...used]).toEqual(expected);
				expect([...faces]).toEqual(corners.map((vertex) => expected.indexOf(vertex)));
			}),
			{ numRuns: runs(100) },
		);
	});

	it('are all of them, or not', () => {
		fc.assert(
			fc.property(fc.array(fc.nat(5), { maxLength: 12 }), fc.nat(6), (corners, count) => {
				const within = corners.filter((vertex) => vertex < count);
				expect(usesAll(within, count)).toBe(new Set(within).size === count);
			}),
			{ numRuns: runs(100) },
		);
	});

	it('are picked in the order of a list, as many as it has', () => {
		const values = Float64Array.of(1, 2, 3, 4, 5, 6);
		expect(pickTriples(values, Uint32Array.of(1, 0, 1))).toEqual(Float64Array.of(4, 5, 6, 1, 2, 3, 4, 5, 6));
		expect(pickTriples(Float32Array.from(values), Uint32Array.of(1))).toEqual(Float32Array.of(4, 5, 6));
		expect([...indicesOf(Uint8Array.of(1, 0, 2, 1, 0), 1)]).toEqual([0, 3]);
		expect([...indicesOf(Uint8Array.of(1, 0, 2, 1, 0), 0)]).toEqual([1, 4]);
	});

	it('of edges leave out those that are no points', () => {
		const positions = Float32Array.of(0, 0, 0, 1, 0, 0, NaN, 0, 0, 0, 1, 0, 0, 0, Infinity);
		const faces = Uint32Array.of(0, 1, 2, 3, 4, 0);
		expect([...verticesOfEdges(faces, Uint32Array.of(0), positions)]).toEqual([0, 1]);
		expect([...verticesOfEdges(faces, Uint32Array.of(1, 5), positions)]).toEqual([0, 1, 3]);
		expect([...verticesOfEdges(faces, Uint32Array.of(2, 3), positions)]).toEqual([0, 3]);
	});
});

describe('vertices at one place', () => {
	it('have the first of them for each; −0 is 0, and what is no point stays alone', () => {
		const value = fc.constantFrom(0, -0, 1, 2 ** -140, NaN, -1);
		fc.assert(
			fc.property(fc.array(fc.tuple(value, value, value), { maxLength: 30 }), (points) => {
				const expected = points.map((at, vertex) => {
					const first = points.findIndex((other) => other.every((each, axis) => each === at[axis]));
					return at.some(Number.isNaN) ? vertex : first;
				});
				expect([...coincidentVertices(Float32Array.from(points.flat()))]).toEqual(expected);
			}),
			{ numRuns: runs(100) },
		);
	});

	it('are points where all three coordinates are finite', () => {
		const spoilt = [NaN, Infinity, -Infinity].flatMap((bad) =>
			[0, 1, 2].map((axis) => [0, 1, 2].map((k) => (k === axis ? bad : k))),
		);
		expect(isPoint(Float64Array.of(...[NaN, NaN, NaN], 1, 2, 3), 1)).toBe(true);
		for (const point of spoilt) expect(isPoint(Float32Array.from([0, 0, 0, ...point]), 1), String(point)).toBe(false);
	});

	it('are told apart by numbers that spread over all bits, whichever coordinate differs', () => {
		const buckets = (of: (i: number) => number): number =>
			new Set(Array.from({ length: 256 }, (_, i) => of(i) & 1023)).size;
		// 256 random numbers fall on 226 of 1,024 places, give or take 5.
		for (const scale of [1, 0x10000]) {
			expect(buckets((i) => mix(i * scale, 0, 0))).toBeGreaterThan(195);
			expect(buckets((i) => mix(0, i * scale, 0))).toBeGreaterThan(195);
			expect(buckets((i) => mix(0, 0, i * scale))).toBeGreaterThan(195);
		}
	});
});

describe('faces', () => {
	it('are in as many pieces as a search finds, each with its first face and its area', () => {
		fc.assert(
			fc.property(integerSoups, ({ positions, faces, surfaces }) => {
				const walkable = Uint8Array.from(surfaces, (surface) => Number(surface !== 7));
				const pieces = piecesOf({ positions, faces }, walkable, undefined, (face) => (face === 0 ? NaN : 2 ** face));
				expect(pieces.areas).toHaveLength(islands(faces, walkable));
				for (const [face, piece] of pieces.of.entries()) expect(piece >= 0).toBe(walkable[face] === 1);
				for (const [piece, first] of pieces.firstFaces.entries()) {
					const own = [...pieces.of.keys()].filter((face) => pieces.of[face] === piece);
					expect(first).toBe(own[0]);
					expect(pieces.areas[piece]).toBe(own.reduce((sum, face) => sum + (face === 0 ? 0 : 2 ** face), 0));
				}
				expect(pieces.firstFaces).toEqual([...pieces.firstFaces].sort((a, b) => a - b));
			}),
			{ numRuns: runs(100) },
		);
	});

	it('of each vertex are those chosen ones that use it, in order', () => {
		const corners = Uint32Array.of(0, 1, 2, 2, 1, 3, 3, 3, 0);
		const listed = (chosen: Uint8Array): number[][] => {
			const { starts, faces } = facesOfVertices(corners, chosen, 5);
			return [0, 1, 2, 3, 4].map((vertex) => [...faces.subarray(starts[vertex], starts[vertex + 1])]);
		};
		expect(listed(Uint8Array.of(1, 1, 1))).toEqual([[0, 2], [0, 1], [0, 1], [1, 2, 2], []]);
		expect(listed(Uint8Array.of(1, 0, 1))).toEqual([[0, 2], [0], [0], [2, 2], []]);
	});

	it('and their edges are found by their middles, where these are points', () => {
		const mesh = { positions: [0, 0, 0, 6, 0, 3, 0, 3, 0, NaN, 0, 0], faces: [0, 1, 2, 0, 1, 3] };
		expect(faceLocation(mesh, 0)).toEqual({ face: 0, at: [2, 1, 1] });
		expect(faceLocation(mesh, 1)).toEqual({ face: 1 });
		expect(edgeLocation(mesh, 1)).toEqual({ face: 0, edge: 1, at: [3, 1.5, 1.5] });
		expect(edgeLocation(mesh, 2)).toEqual({ face: 0, edge: 2, at: [0, 1.5, 0] });
		expect(edgeLocation(mesh, 3)).toEqual({ face: 1, edge: 3, at: [3, 0, 1.5] });
		expect(edgeLocation(mesh, 4)).toEqual({ face: 1, edge: 4 });
		expect(vertexOnEdgeLocation(mesh, 4, 2)).toEqual({ face: 1, edge: 4, at: [0, 3, 0] });
		expect(vertexOnEdgeLocation(mesh, 4, 3)).toEqual({ face: 1, edge: 4 });
	});
});

it('lists are grouped in the order of their keys, and their ends are found, however long they are', () => {
	expect([...groupBy([3, 1, 5, 2], (value) => value % 2)]).toEqual([
		[1, [3, 1, 5]],
		[0, [2]],
	]);
	const long = new Array<number>(200_000).fill(1);
	expect([greatest(long), greatest([]), greatest([1, 3, 2]), greatest([1, NaN])]).toEqual([1, -Infinity, 3, NaN]);
	expect([least(long), least([]), least([2, 1, 3]), least([1, NaN])]).toEqual([1, Infinity, 1, NaN]);
});

it('a list that grows holds what was pushed, also beyond the room that it begins with, and gives the last ones back', () => {
	const list = new Growing(Uint32Array);
	for (let i = 0; i < 600; i++) list.push(i * 2);
	const expected = Array.from({ length: 600 }, (_, i) => i * 2);
	expect([[...list.view()], [...list.copy()], list.length]).toEqual([expected, expected, 600]);
	const copy = list.copy();
	list.length = 2;
	list.push(7);
	expect([[...list.view()], copy.length]).toEqual([[0, 2, 7], 600]);
	expect(list.copy().buffer.byteLength).toBe(12);
});
