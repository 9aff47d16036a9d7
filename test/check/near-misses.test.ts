import { describe, expect, it } from 'vitest';
import { checkNearMisses, checkUnwelded, findNearMisses } from '../../src/clean/near-misses.ts';
import { checkTJunctions } from '../../src/clean/t-junctions.ts';
import { type CheckContext, checkContext } from '../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { weldMesh } from '../../src/geometry/weld.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { EAST, fan, rectangle, WEST } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { merged } from '../support/own-floors.ts';
import { triples } from '../support/points.ts';
import { gridFloor, stoneMesh } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

function walkable(count: number): Uint8Array {
	return new Uint8Array(count).fill(1);
}

/** Two triangles side by side, `gap` metres apart. */
function torn(gap: number) {
	return stoneMesh(triples(0, 0, 0, 1, 0, 0, 0, 1, 0, 1 + gap, 0, 0, 1 + gap, 1, 0, gap, 1, 0), [0, 1, 2], [3, 4, 5]);
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
		const short = stoneMesh(triples(0, 0, 0, 1, 0, 0, 1, 1e-3, 0), [0, 1, 2]);
		expect(findNearMisses(short, walkable(1)).distances.length).toBe(0);
	});

	it('takes the vertices that faces share by number', () => {
		const soup = stoneMesh(triples(0, 0, 0, 1, 0, 0, 0, 1e-3, 0, 1, 0, 0, 1, 1, 0, 0, 1e-3, 0), [0, 1, 2], [3, 4, 5]);
		expect(findNearMisses(weldMesh(soup).mesh, walkable(2)).distances.length).toBe(0);
		expect(findNearMisses(soup, walkable(2)).distances.length).toBeGreaterThan(0);
	});
});

it('a tear is reported once, however many vertices lie along it, and mended by what is told to type', () => {
	const wide = gridFloor(4);
	// All that lies beyond the second column has vertices of its own, four millimetres away.
	const beyond = { ...wide, positions: wide.positions.map((value, i) => (i % 3 === 0 ? value + 4 + 4e-3 : value)) };
	const report = new Report();
	checkNearMisses(checkContext(merged(wide, beyond), K1, report));
	// At the first of pairs that are as far apart.
	const location = { at: [4, 0, 0] };
	expect(report.findings).toMatchObject([
		{ code: 'VERTEX_NEAR_MISS', location, data: { count: 5 }, actions: [{ option: 'weld', value: 0.0042 }] },
	]);
	const apart = { ...wide, positions: wide.positions.map((value, i) => (i % 3 === 0 ? value + 20 : value)) };
	const further = { ...wide, positions: apart.positions.map((value, i) => (i % 3 === 0 ? value + 4 + 4e-3 : value)) };
	const two = new Report();
	checkNearMisses(checkContext(merged(wide, beyond, apart, further), K1, two));
	expect(two.findings).toHaveLength(2);
});

it('the tears of loose leaves are those that a walk from pair to pair finds', () => {
	const random = generator(5);
	for (let trial = 0; trial < runs(4, 20); trial++) {
		// Leaves in a few spots, most of whose corners are near some others.
		const spot = (): number[] => [0, 1, 2].map(() => Math.floor(random() * 3) + random() * 0.008);
		const leaves = Array.from({ length: 30 }, (_, leaf) => [leaf * 3, leaf * 3 + 1, leaf * 3 + 2]);
		const points = leaves.flat().map(spot);
		const mesh = stoneMesh(points, ...leaves);
		const { vertices, distances } = findNearMisses(weldMesh(mesh).mesh, walkable(leaves.length));
		const { mesh: welded } = weldMesh(mesh);
		const pairs = Array.from(distances, (_, pair) => [...vertices.slice(pair * 2, pair * 2 + 2)]);
		const isEdge = (a: number, b: number): boolean =>
			leaves.some((_, leaf) => {
				const corners = welded.faces.slice(leaf * 3, leaf * 3 + 3);
				return corners.includes(a) && corners.includes(b);
			});
		const isBeside = (one: number, other: number): boolean =>
			pairs[one].some((a) => pairs[other].some((b) => a === b || isEdge(a, b)));
		const tears: number[][] = [];
		for (const first of pairs.keys()) {
			if (tears.flat().includes(first)) continue;
			const tear = new Set([first]);
			for (const pair of tear) for (const next of pairs.keys()) if (isBeside(pair, next)) tear.add(next);
			tears.push([...tear].sort((a, b) => a - b));
		}
		const place = (vertex: number): number[] => [...welded.positions.slice(vertex * 3, vertex * 3 + 3)];
		// From a vertex to the farthest one that nearly meets it.
		const widthAt = (vertex: number): number =>
			Math.max(
				...[...new Set(pairs.flat())]
					.filter((other) => other !== vertex && !isEdge(vertex, other))
					.map((other) => Math.hypot(...place(other).map((value, axis) => value - place(vertex)[axis])))
					.filter((distance) => distance <= 0.01 * Math.SQRT2),
			);
		const report = new Report();
		checkNearMisses(checkContext(mesh, K1, report));
		expect(report.findings.map(({ data, location }) => ({ ...data, at: location.at }))).toEqual(
			tears.map((tear) => {
				const widths = tear.map((pair) => Math.max(...pairs[pair].map(widthAt)));
				const distance = Math.max(...widths);
				const [vertex] = pairs[tear[widths.indexOf(distance)]];
				return { distance: expect.closeTo(distance, 12), tolerance: 1e-4, count: tear.length, at: place(vertex) };
			}),
		);
	}
});

/** What a check says of a walkmesh. */
function told(check: (context: CheckContext) => void, mesh: Walkmesh): readonly Finding[] {
	const report = new Report();
	check(checkContext(mesh, K1, report));
	return report.findings;
}

it('pairs at the ends of one edge are one tear, whichever way the edge runs', () => {
	// Leaves that touch nothing but the ends of the long edge.
	const leaf = (x: number): Walkmesh => fan([x, 0.004, 0], [x + 0.5, 1, 0], [x - 0.5, 1, 0]);
	const below = fan([0, 0, 0], [0, -4, 0], [4, 0, 0]);
	for (const parts of [
		[leaf(0), leaf(4), below],
		[leaf(4), leaf(0), below],
	])
		expect(told(checkNearMisses, merged(...parts))).toMatchObject([{ data: { count: 2 } }]);
	expect(told(checkNearMisses, merged(leaf(0), leaf(4), fan([0, 0, 0], [0, -4, 0], [2, -2, 0])))).toHaveLength(1);
});

it('a tear wider than is usual is reported where it is asked for', () => {
	// Farther than edges are looked at that keep clear of each other.
	const lookFor = (reach: number, tolerance: number) =>
		told((each) => checkNearMisses(each, { reach, tolerance }), torn(0.25));
	expect(lookFor(0.24, 1e-4)).toEqual([]);
	expect(lookFor(0.26, 1e-4)).toMatchObject([{ data: { count: 2, distance: 0.25 } }]);
	// What a weld reaches is none: of a lesser reach than the weld has, nothing is left.
	expect(lookFor(0.26, 0.26)).toEqual([]);
	expect(lookFor(0.26, 0.27)).toEqual([]);
});

it('vertices that a weld merges are counted', () => {
	expect(told(checkUnwelded, torn(5e-5))).toMatchObject([{ data: { vertices: 2, tolerance: 1e-4 } }]);
	expect(told(checkUnwelded, torn(2e-4))).toEqual([]);
	expect(told((each) => checkUnwelded(each, 3e-4), torn(2e-4))).toMatchObject([
		{ data: { vertices: 2, tolerance: 3e-4 } },
	]);
});

it('T-junctions are reported beside corners that nearly meet, each at its vertex, and farther from the edge where it is asked for', () => {
	const beside = (x: number, gap: number, by: number): Walkmesh =>
		merged(rectangle(x, 0, 2, 2), rectangle(x + 2 + gap, by, 2, 2));
	const found = told(checkTJunctions, merged(beside(0, 0, 2 ** -7), beside(20, 2 ** -11, 0.5)));
	// Each room has two faces; the third begins with edge 12.
	expect(found.map(({ location, data }) => [location.edge, location.at, data?.['distance']])).toEqual([
		[12 + EAST, [22 + 2 ** -11, 0.5, 0], 2 ** -11],
		[18 + WEST, [22, 2, 0], 2 ** -11],
	]);
	const wide = beside(0, 0.15, 0.5);
	expect(told((each) => checkTJunctions(each, 0.14), wide)).toEqual([]);
	expect(told((each) => checkTJunctions(each, 0.16), wide)).toHaveLength(2);
});

it('a corner that nearly meets the end of an edge is a crack to weld, and one farther along the edge a T-junction', () => {
	/** Two tiles of 2 m side by side, one shifted along the other. */
	const tiles = (by: number): Walkmesh => merged(moved(rectangle(0, 0, 2, 2), 0), moved(rectangle(2, 0, 2, 2), by));
	const moved = (mesh: Walkmesh, by: number): Walkmesh => ({
		...mesh,
		positions: mesh.positions.map((value, i) => (i % 3 === 1 ? value + by : value)),
	});
	const toldOf = (mesh: Walkmesh): readonly Finding[] => {
		const report = new Report();
		const context = checkContext(mesh, K1, report);
		checkTJunctions(context);
		checkNearMisses(context);
		return report.findings;
	};
	const near = toldOf(tiles(9e-3));
	expect(near).toMatchObject([{ code: 'VERTEX_NEAR_MISS', data: { count: 2 }, actions: [{ option: 'weld' }] }]);
	const [{ value } = {}] = near[0].actions as readonly { readonly value?: number }[];
	expect(toldOf(weldMesh(tiles(9e-3), value).mesh)).toEqual([]);
	expect(toldOf(tiles(11e-3)).map(({ code }) => code)).toEqual(['T_JUNCTION', 'T_JUNCTION']);
	// An edge of five millimetres: welding its ends would spoil its face.
	const short = stoneMesh(triples(0, 0, 0, 2, 0, 0, 0, 2, 0, 5e-3, 0, 0, 0, -2, 0), [0, 1, 2], [0, 4, 3]);
	expect(toldOf(short).map(({ code }) => code)).toEqual(['T_JUNCTION']);
});

it('the weld that is told for corners of four tiles reaches those across', () => {
	const gap = 3e-3;
	const tiles = [0, 1].flatMap((i) => [0, 1].map((j) => rectangle(i * (2 + gap), j * (2 + gap), 2, 2)));
	const report = new Report();
	checkNearMisses(checkContext(merged(...tiles), K1, report));
	// 3 mm · √2 is 4.243 mm.
	expect(report.findings).toMatchObject([{ actions: [{ option: 'weld', value: 0.0044 }] }]);
	const again = new Report();
	checkNearMisses(checkContext(weldMesh(merged(...tiles), 0.0044).mesh, K1, again));
	expect(again.findings).toEqual([]);
});
