import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Ground, isReachable, standsAt } from '../../level/query/ground.ts';
import { LevelIndex } from '../../level/query/level-index.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { type PathGraph, pathGraph } from '../../level/query/path-points.ts';
import { faceArea } from '../../src/geometry/triangles.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { erased, levelOf, rectangle } from '../support/levels.ts';
import { linkedLevel } from '../support/linked-levels.ts';
import { walled } from '../support/own-floors.ts';
import { stoneMesh } from '../support/soups.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

/** Ground of squares of some metres, where a plan has a letter; a `#` is a wall that stands on the ground. */
function planned(size: number, ...rows: readonly string[]): Walkmesh {
	const points: number[][] = [];
	const faces: number[][] = [];
	const known = new Map<string, number>();
	const vertex = (x: number, y: number): number => {
		const key = `${x} ${y}`;
		if (!known.has(key)) known.set(key, points.push([x * size, y * size, 0]) - 1);
		return known.get(key) as number;
	};
	for (const [row, text] of rows.toReversed().entries()) {
		for (const [column, letter] of [...text].entries()) {
			if (letter === ' ') continue;
			const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => vertex(column + x, row + y)); // biome-ignore format: one row
			faces.push([corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]);
		}
	}
	return stoneMesh(points, ...faces);
}

const graphOf = (...rooms: (Walkmesh | undefined)[]): PathGraph => pathGraph(new LevelIndex(levelOf(...rooms)));
const apart = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.hypot(a.x - b.x, a.y - b.y);

/** What holds of every graph. @param unreached how many faces have room for nobody */
function expectSound(rooms: readonly (Walkmesh | undefined)[], graph: PathGraph, unreached = 0): void {
	const level = levelOf(...rooms);
	const query = new LevelQuery(level);
	const { points } = graph;
	const order = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
	expect(points).toEqual(order);
	for (const [i, point] of points.entries()) {
		expect([Math.fround(point.x), Math.fround(point.y)]).toEqual([point.x, point.y]);
		expect(point.links).toEqual([...point.links].sort((a, b) => a - b));
		expect(new Set(point.links).size).toBe(point.links.length);
		for (const j of point.links) {
			expect(j).not.toBe(i);
			expect(points[j].links).toContain(i);
			expect(query.walk([point.x, point.y], [points[j].x, points[j].y]).arrived).toBe(true);
			// A longer way by a third point, both parts of which are shorter, makes a link needless.
			const detour = points[j].links.some(
				(k) =>
					point.links.includes(k) &&
					apart(point, points[k]) < apart(point, points[j]) &&
					apart(points[k], points[j]) < apart(point, points[j]),
			);
			expect(detour).toBe(false);
		}
	}
	// Parts of the graph are pieces of the ground.
	const ground = new Ground(query.index);
	const standOf = ({ x, y }: { x: number; y: number }) => standsAt(ground, [x, y], query.heightAt(x, y) ?? 0);
	const parts = partsOf(graph);
	for (const [i, a] of points.entries())
		for (const [j, b] of points.entries())
			expect({ i, j, joined: parts[i] === parts[j] }).toEqual({
				i,
				j,
				joined: isReachable(ground, standOf(a), standOf(b)),
			});
	expect(graph.unreached).toHaveLength(unreached);
	const lost = new Set(graph.unreached.map(({ room, face }) => `${room} ${face}`));
	for (const [room, mesh] of rooms.entries()) {
		for (let face = 0; mesh !== undefined && face < mesh.surfaces.length; face++) {
			if (!K1.surfaces[mesh.surfaces[face]].walk || lost.has(`${room} ${face}`)) continue;
			const middle = middleOf(mesh, face);
			const near = points.filter(({ x, y }) => Math.hypot(x - middle[0], y - middle[1]) <= 20.001);
			expect({ room, face, served: near.some(({ x, y }) => query.walk(middle, [x, y]).arrived) }).toEqual({
				room,
				face,
				served: true,
			});
		}
	}
}

function middleOf({ positions, faces }: Walkmesh, face: number): number[] {
	return [0, 1, 2].map((axis) => [0, 1, 2].reduce((sum, k) => sum + positions[faces[face * 3 + k] * 3 + axis] / 3, 0));
}

/** The part that each point belongs to. */
function partsOf({ points }: PathGraph): number[] {
	const part = points.map((_, i) => i);
	for (let changed = true; changed; ) {
		changed = false;
		for (const [i, { links }] of points.entries()) {
			for (const j of links) {
				const least = Math.min(part[i], part[j]);
				if (part[i] !== least || part[j] !== least) changed = true;
				part[i] = least;
				part[j] = least;
			}
		}
	}
	return part;
}

describe('path points', () => {
	test.each<[string, number, readonly string[], number, number]>([
		['a hall', 3, ['aaa', 'aaa', 'aaa'], 1, 1],
		['a long corridor', 4, ['a'.repeat(25)], 4, 1],
		['two halls apart', 3, ['aa aa', 'aa aa'], 2, 2],
		['a corner', 3, ['a    ', 'a    ', 'a    ', 'aaaaa'], 1, 1],
		['a ring', 3, ['aaaaa', 'a   a', 'a   a', 'aaaaa'], 3, 1],
		['a comb', 3, ['a a a', 'a a a', 'a a a', 'aaaaa'], 3, 1],
		['a snake', 3, ['aaaa', '   a', 'aaaa', 'a   ', 'aaaa'], 4, 1],
	])('of %s are few, and joined as the ground is', (_, size, plan, count, parts) => {
		const room = planned(size, ...plan);
		const graph = graphOf(room);
		expectSound([room], graph);
		expect(graph.points).toHaveLength(count);
		expect(new Set(partsOf(graph)).size).toBe(parts);
	});

	test('stand where there is room: in the middle of a small hall, away from walls in a large one', () => {
		const [point] = graphOf(rectangle(0, 0, 6, 6)).points;
		expect(Math.min(point.x, point.y, 6 - point.x, 6 - point.y)).toBeGreaterThan(1.9);
		for (const { x, y } of graphOf(planned(3, 'aaaaa', 'aaaaa', 'aaaaa')).points)
			expect(Math.min(x, y, 15 - x, 9 - y)).toBeGreaterThan(0.87);
	});

	test('go round what stands in the way, at every turn that it takes', () => {
		const floor = planned(4, 'aaa', 'aaa', 'aaa');
		const solid = walled(floor, [4, 0, 4, 9], [8, 3, 8, 12]);
		const graph = graphOf(solid);
		expect(new Set(partsOf(graph)).size).toBe(1);
		const query = new LevelQuery(levelOf(solid));
		for (const point of graph.points)
			for (const j of point.links)
				expect(query.walk([point.x, point.y], [graph.points[j].x, graph.points[j].y]).arrived).toBe(true);
		expect(graph.points.some(({ x }) => x < 4)).toBe(true);
		expect(graph.points.some(({ x }) => x > 8)).toBe(true);
	});

	test('are not reached from nooks too narrow for the creature, nor from upright faces', () => {
		// A slot 0.5 m wide between two walls, closed at its end.
		const floor = rectangle(0, 0, 6, 6);
		const slot = [[0, 2.75, 1.5], [0, 3.25, 1.5]].flatMap(([x, y, length]) => [x, y, 0, x + length, y, 0, x + length, y, 3, x, y, 3]); // biome-ignore format: one row
		const nook = stoneMesh([[0.1, 2.8, 0], [0.8, 2.8, 0], [0.1, 3.2, 0]], [0, 1, 2]); // biome-ignore format: one row
		const all = createWalkmesh({
			positions: Float32Array.from([...floor.positions, ...nook.positions, ...slot]),
			faces: Uint32Array.from([
				...floor.faces,
				4,
				5,
				6,
				...[7, 11].flatMap((first) => [0, 1, 2, 0, 2, 3].map((corner) => first + corner)),
			]),
			surfaces: Uint32Array.of(4, 4, 4, 7, 7, 7, 7),
		});
		const { unreached } = graphOf(all);
		expect(unreached.map(({ room, face }) => [room, face])).toEqual([[0, 2]]);
		const at = middleOf(all, 2);
		expect(unreached[0].at).toEqual(at);
		// Walkable by its surface, but nobody stands on it.
		const upright = createWalkmesh({
			positions: Float32Array.from([...floor.positions, 0, 0, 0, 6, 0, 0, 6, 0, 3]),
			faces: Uint32Array.from([...floor.faces, 4, 5, 6]),
			surfaces: Uint32Array.of(4, 4, 4),
		});
		expect(graphOf(upright)).toEqual(graphOf(floor));
		expect(graphOf({ ...floor, surfaces: Uint32Array.of(7, 7) })).toEqual({ points: [], unreached: [] });
		expect(graphOf(undefined)).toEqual({ points: [], unreached: [] });
	});

	test('of a wide hall have no link longer than 40 m, none that others make needless', () => {
		const room = planned(12, 'aaaaa');
		const { points } = graphOf(room);
		expectSound([room], { points, unreached: [] });
		for (const point of points) for (const j of point.links) expect(apart(point, points[j])).toBeLessThanOrEqual(40);
	});

	test('are searched for no longer than stated', () => {
		const level = new LevelIndex(levelOf(planned(3, 'aaaa', 'aaaa')));
		expect(() => pathGraph(level, { maxSteps: 50 })).toThrow('The search over the ground takes more than 50 steps');
		expect(pathGraph(level, { maxSteps: 5_000_000 })).toEqual(pathGraph(level));
	});
});

describe('path graphs', () => {
	/** m10aa has some 46 m² a point; twice its density is half of that. */
	const LEAST_AREA = 23;

	/** What holds of graphs of levels without a nook too narrow for a creature. */
	function expectFew({ rooms }: Level, graph: PathGraph): void {
		const meshes = rooms.map(({ walkmesh }) => walkmesh);
		expectSound(meshes, graph);
		const areas = meshes.flatMap((mesh) => {
			const ground = mesh === undefined ? [] : [...mesh.surfaces.keys()];
			return ground
				.filter((face) => K1.surfaces[mesh?.surfaces[face] ?? 0].walk)
				.map((face) => faceArea(mesh!.positions, mesh!.faces, face));
		});
		const area = areas.reduce((sum, each) => sum + each, 0);
		// In levels of a few small rooms corners and doorways decide, not the area: up to four points a room there.
		expect(graph.points.length).toBeLessThanOrEqual(Math.max(rooms.length * 4, Math.ceil(area / LEAST_AREA)));
	}

	const ROOMS = THOROUGH ? 4 : 3;

	it('a path graph joins what the ground joins, and nothing else', () => {
		fc.assert(
			fc.property(
				fc.nat(1000),
				fc.double({ min: 0, max: 7, noNaN: true }),
				fc.constantFrom(0, 900),
				(seed, turn, far) => {
					const { level } = linkedLevel({ rooms: ROOMS, trianglesPerRoom: 128, seed }, { turn, offset: [far, -far] });
					const graph = pathGraph(new LevelQuery(level).index);
					expectFew(level, graph);
					expect(new Set(partsOf(graph)).size).toBe(1);
					const apart = erased(level);
					const alone = pathGraph(new LevelQuery(apart).index);
					expectFew(apart, alone);
					expect(new Set(partsOf(alone)).size).toBe(ROOMS);
				},
			),
			{ numRuns: runs(1, 30) },
		);
	});
});
