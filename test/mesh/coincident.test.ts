import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/findings/report.ts';
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
import { representatives, weldMesh, weldPositions } from '../../src/geometry/weld.ts';
import { Growing, greatest, groupBy, least } from '../../src/math/arrays.ts';
import { islands } from '../reference/derive.ts';
import * as reference from '../reference/points.ts';
import { gridFloor, integerSoups, stoneMesh } from '../support/soups.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

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

/** Points in crowds, some of them exactly at the same place. */
function crowds(spread: number, offset: number): fc.Arbitrary<number[]> {
	const step = fc.integer({ min: -12, max: 12 }).map((n) => offset + (n * spread) / 4);
	const close = fc.double({ min: offset - spread * 3, max: offset + spread * 3, noNaN: true });
	const coordinate = fc.oneof(step, close, fc.constantFrom(0, -0));
	return fc.array(fc.tuple(coordinate, coordinate, coordinate), { maxLength: 60 }).map((points) => points.flat());
}

describe('representatives', () => {
	for (const [tolerance, offset] of [
		[1e-4, 0],
		[1e-4, 300],
		[1e-4, 2500],
		[1e-4, -1e6],
		[0.5, 1e6],
		[2, 0],
		[0, 0],
		[0, 1e6],
	] as const) {
		it(`agrees with a search through all vertices: tolerance ${tolerance}, ${offset} m from the origin`, () => {
			fc.assert(
				fc.property(crowds(tolerance || 1, offset), (points) => {
					for (const positions of [Float32Array.from(points), Float64Array.from(points)]) {
						expect([...representatives(positions, tolerance)]).toEqual(reference.weld(positions, tolerance));
					}
				}),
				{ numRuns: runs(25, 1000) },
			);
		});
	}

	it('keeps every vertex within the tolerance of its representative and representatives apart', () => {
		fc.assert(
			fc.property(crowds(1e-3, 40), (points) => {
				const positions = Float32Array.from(points);
				const first = representatives(positions, 1e-3);
				const chosen = [...new Set(first)];
				for (const [vertex, other] of first.entries()) {
					expect(reference.squaredDistance(positions, vertex, other)).toBeLessThanOrEqual(1e-3 ** 2);
					expect(other).toBeLessThanOrEqual(vertex);
				}
				for (const a of chosen) {
					expect(first[a]).toBe(a);
					for (const b of chosen)
						if (a !== b) expect(reference.squaredDistance(positions, a, b)).toBeGreaterThan(1e-3 ** 2);
				}
			}),
		);
	});

	it('does not drift along a chain', () => {
		const chain = Float32Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? (i / 3) * 0.75 : 0));
		expect([...representatives(chain, 1)]).toEqual([0, 0, 2, 2, 4, 4, 6, 6, 8, 8]);
	});

	it('gives vertices at one place one representative, though a nearer one appeared in between', () => {
		const positions = Float32Array.from([0, 0, 0, 0.9, 0, 0, 1.1, 0, 0, 0.9, 0, 0]);
		expect([...representatives(positions, 1)]).toEqual([0, 0, 2, 0]);
	});

	it('merges doubles that rounding would tear apart, and floats that rounding puts together', () => {
		const step = 0.0625;
		// 1e6 + step/2 lies on the border between two floats.
		const torn = Float64Array.from([1e6 + step / 2 - 1e-5, 0, 0, 1e6 + step / 2 + 1e-5, 0, 0]);
		expect(Math.fround(torn[0])).not.toBe(Math.fround(torn[3]));
		expect(weldPositions(torn, 1e-4).merged).toBe(1);
		const joined = Float64Array.from([1e6, 0, 0, 1e6 + 0.01, 0, 0]);
		expect(weldPositions(joined, 1e-4).merged).toBe(1);
		expect(weldPositions(joined, 0).merged).toBe(1);
	});

	it('merges what rounding puts together wherever it lies', () => {
		// The tolerance is 3.28 steps of a float32 here: pairs are 3.98 of them apart, and 3 when both are rounded.
		const step = 2 ** -15;
		const pairs = Array.from({ length: 2000 }, (_, i) => 300 + i * 570 * step);
		const points = Float64Array.from(pairs.flatMap((x) => [x + 0.51 * step, 0, 0, x + 4.49 * step, 0, 0]));
		expect([...representatives(points, 1e-4)]).toEqual(pairs.flatMap((_, i) => [2 * i, 2 * i]));
	});

	it('leaves alone what is not finite', () => {
		const odd = [Number.NaN, 0, 0, Number.NaN, 0, 0, Infinity, 0, 0, Infinity, 0, 0, 0, 0, -Infinity, 1e300, 0, 0];
		for (const positions of [Float32Array.from(odd), Float64Array.from(odd)]) {
			for (const tolerance of [0, 1e-4, 10]) {
				expect([...representatives(positions, tolerance)]).toEqual([0, 1, 2, 3, 4, 5]);
			}
		}
	});

	it('merges the greatest floats only with themselves', () => {
		const most = 3.4028234663852886e38;
		const positions = Float32Array.from([most, most, most, -most, most, most, most, most, most, 1e-40, 0, 0, 0, 0, 0]);
		for (const tolerance of [1e-4, 1]) {
			expect([...representatives(positions, tolerance)]).toEqual([0, 1, 0, 3, 3]);
		}
	});

	it('finds the same in a crowd in the corner of a wide level, where wide cells overflow', () => {
		const points: number[] = [5e4, 5e4, 0, -5e4, -5e4, 0];
		const side = THOROUGH ? 12 : 8;
		for (let i = 0; i < side ** 3; i++) {
			points.push((i % side) / 8, (Math.floor(i / side) % side) / 8, Math.floor(i / side ** 2) / 8);
		}
		const crowd = Float32Array.from([...points, ...points]);
		expect([...representatives(crowd, 0.1)]).toEqual(reference.weld(crowd, 0.1));
	});

	const side = THOROUGH ? 59 : 36;
	it(`takes time in proportion where ${side ** 3} vertices crowd in one wide cell`, () => {
		const points: number[] = [1e4, 1e4, 1e4, -1e4, -1e4, -1e4];
		for (let i = 0; i < side ** 3; i++) {
			points.push((i % side) / 64, (Math.floor(i / side) % side) / 64, Math.floor(i / side ** 2) / 64);
		}
		const first = representatives(Float32Array.from(points), 1 / 65);
		expect(first.every((other, vertex) => other === vertex)).toBe(true);
	});

	it('refuses tolerances that are none', () => {
		for (const tolerance of [-1, Number.NaN, Infinity]) {
			expect(() => representatives(new Float32Array(3), tolerance)).toThrow(UsageError);
		}
	});
});

describe('weldPositions', () => {
	it('keeps the first of each group bit for bit and numbers groups in order', () => {
		fc.assert(
			fc.property(crowds(1, 0), (points) => {
				const positions = Float64Array.from(points);
				const { remap, positions: merged, merged: fewer } = weldPositions(positions, 1);
				const first = reference.weld(positions, 1);
				const kept = first.filter((other, vertex) => other === vertex);
				expect([...remap]).toEqual(first.map((vertex) => kept.indexOf(vertex)));
				const expected = Float32Array.from(kept.flatMap((vertex) => points.slice(vertex * 3, vertex * 3 + 3)));
				expect(new Uint32Array(merged.buffer)).toEqual(new Uint32Array(expected.buffer));
				expect(fewer).toBe(first.length - kept.length);
			}),
		);
	});

	it('changes nothing the second time', () => {
		fc.assert(
			fc.property(crowds(1e-4, 2500), (points) => {
				const once = weldPositions(Float64Array.from(points), 1e-4);
				expect(weldPositions(once.positions, 1e-4).merged).toBe(0);
			}),
		);
	});
});

describe('weldMesh', () => {
	it('makes of a soup with jitter the mesh it came from', () => {
		const grid = gridFloor(20, (x, y) => Math.sin(x) + y / 7);
		const soup = {
			...grid,
			positions: Float32Array.from(
				[...grid.faces].flatMap((vertex, i) =>
					[0, 1, 2].map((axis) => grid.positions[vertex * 3 + axis] + ((i * 7919) % 11) * 2e-6),
				),
			),
			faces: Uint32Array.from(grid.faces.keys()),
		};
		const { mesh, merged } = weldMesh(soup);
		expect(mesh.positions.length).toBe(grid.positions.length);
		expect(merged).toBe(soup.positions.length / 3 - grid.positions.length / 3);
		// Each vertex of the grid answers to one vertex of the weld.
		const pairs = new Set(Array.from(grid.faces, (vertex, i) => `${vertex} ${mesh.faces[i]}`));
		expect(pairs.size).toBe(grid.positions.length / 3);
	});

	it('answers with the same walkmesh when nothing merges, and leaves faces that collapse', () => {
		const apart = stoneMesh(
			[
				[0, 0, 0],
				[1, 0, 0],
				[0, 1, 0],
			],
			[0, 1, 2],
		);
		expect(weldMesh(apart).mesh).toBe(apart);
		const thin = stoneMesh(
			[
				[0, 0, 0],
				[1, 0, 0],
				[0, 5e-5, 0],
			],
			[0, 1, 2],
		);
		expect([...weldMesh(thin).mesh.faces]).toEqual([0, 1, 0]);
	});
});
