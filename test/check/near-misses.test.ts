import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNearMisses } from '../../src/check/near-misses.ts';
import { weldMesh } from '../../src/mesh/weld.ts';
import { integerSoups, stoneMesh } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

function walkable(count: number): Uint8Array {
	return new Uint8Array(count).fill(1);
}

/** Two triangles side by side, `gap` metres apart. */
function torn(gap: number) {
	return stoneMesh(
		[
			[0, 0, 0],
			[1, 0, 0],
			[0, 1, 0],
			[1 + gap, 0, 0],
			[1 + gap, 1, 0],
			[gap, 1, 0],
		],
		[0, 1, 2],
		[3, 4, 5],
	);
}

describe('findNearMisses', () => {
	it('finds both ends of a tear that is wider than the tolerance', () => {
		const { places, distances } = findNearMisses(torn(2 ** -10), walkable(2), { tolerance: 1e-4 });
		expect([...distances]).toEqual([2 ** -10, 2 ** -10]);
		expect([...places]).toEqual([1, 0, 0, 1 + 2 ** -10, 0, 0, 0, 1, 0, 2 ** -10, 1, 0]);
	});

	it('finds nothing where vertices merge, are too far apart, or none is looked for', () => {
		expect(findNearMisses(torn(5e-5), walkable(2)).distances.length).toBe(0);
		expect(findNearMisses(torn(0.011), walkable(2)).distances.length).toBe(0);
		expect(findNearMisses(torn(1e-3), walkable(2), { reach: 0 }).distances.length).toBe(0);
		expect(findNearMisses(torn(2 ** -10), walkable(2), { tolerance: 2 ** -10 }).distances.length).toBe(0);
	});

	it('finds nothing on faces that cannot be walked on', () => {
		expect(findNearMisses(torn(1e-3), Uint8Array.of(1, 0)).distances.length).toBe(0);
	});

	it('does not take a short edge for a tear', () => {
		const short = stoneMesh(
			[
				[0, 0, 0],
				[1, 0, 0],
				[1, 1e-3, 0],
			],
			[0, 1, 2],
		);
		expect(findNearMisses(short, walkable(1)).distances.length).toBe(0);
	});

	it('takes the vertices that faces share by number', () => {
		const soup = stoneMesh(
			[
				[0, 0, 0],
				[1, 0, 0],
				[0, 1e-3, 0],
				[1, 0, 0],
				[1, 1, 0],
				[0, 1e-3, 0],
			],
			[0, 1, 2],
			[3, 4, 5],
		);
		expect(findNearMisses(weldMesh(soup).mesh, walkable(2)).distances.length).toBe(0);
		expect(findNearMisses(soup, walkable(2)).distances.length).toBeGreaterThan(0);
	});

	it('names for each vertex on the rim the nearest one that no face joins it to', () => {
		fc.assert(
			fc.property(integerSoups, fc.constantFrom(1, 1.5, 2.3), (soup, factor) => {
				const { mesh } = weldMesh(soup, 0.9);
				const { positions, faces, surfaces } = mesh;
				const walk = Uint8Array.from(surfaces, (surface) => (surface === 7 ? 0 : 1));
				const found = findNearMisses(mesh, walk, { tolerance: 0.9, reach: 0.9 * factor });
				// Points with integer coordinates are equal or at least 1 apart, so the weld merges equal ones only.
				const spot = (vertex: number): string => positions.subarray(vertex * 3, vertex * 3 + 3).join();
				const edges: [string, string][] = [];
				for (let edge = 0; edge < faces.length; edge++) {
					if (walk[Math.floor(edge / 3)] === 0) continue;
					edges.push([spot(faces[edge]), spot(faces[edge % 3 === 2 ? edge - 2 : edge + 1])]);
				}
				const joined = new Set(edges.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
				const rim = new Set(
					edges
						// Edges met more than twice are left out of the oracle: which of them pair up is another matter.
						.filter(([a, b]) => !edges.some(([c, d]) => a === d && b === c))
						.flat(),
				);
				for (let pair = 0; pair < found.distances.length; pair++) {
					const [a, b] = [0, 3].map((at) => found.places.subarray(pair * 6 + at, pair * 6 + at + 3));
					const distance = Math.hypot(...a.map((value, axis) => value - b[axis]));
					expect(found.distances[pair]).toBeCloseTo(distance, 9);
					expect(distance).toBeGreaterThan(0.9);
					expect(distance).toBeLessThanOrEqual(0.9 * factor);
					expect(joined.has(`${a.join()} ${b.join()}`)).toBe(false);
				}
				// Each vertex that surely is on the rim takes part when it has such a partner there.
				const parts = new Set<string>();
				for (let i = 0; i < found.places.length; i += 3) parts.add(found.places.subarray(i, i + 3).join());
				for (const a of rim) {
					const near = [...rim].some((b) => {
						if (a === b || joined.has(`${a} ${b}`)) return false;
						const [p, q] = [a, b].map((text) => text.split(',').map(Number));
						return Math.hypot(...p.map((value, axis) => value - q[axis])) <= 0.9 * factor;
					});
					if (near) expect(parts.has(a)).toBe(true);
				}
			}),
			{ numRuns: runs(400) },
		);
	});
});
