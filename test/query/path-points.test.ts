import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writePth } from '../../game/area/things.ts';
import { readGff } from '../../game/gff/gff.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { type PathGraph, pathGraph } from '../../level/query/path-points.ts';
import { Report } from '../../src/findings/report.ts';
import { faceArea } from '../../src/geometry/triangles.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { erased, levelOf, rectangle } from '../support/levels.ts';
import { linkedLevel } from '../support/linked-levels.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

/** m10aa has some 46 m² a point; twice its density is half of that. */
const LEAST_AREA = 23;

function expectSound(level: Level, { points, unreached }: PathGraph, query = new LevelQuery(level)): void {
	expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).sort((a, b) => a - b));
	for (const [i, { x, y, links }] of points.entries()) {
		expect(Math.fround(x)).toBe(x);
		for (const j of links) {
			expect(points[j].links).toContain(i);
			expect(query.walk([x, y], [points[j].x, points[j].y])).toMatchObject({ arrived: true });
		}
	}
	let area = 0;
	level.rooms.forEach(({ walkmesh }, room) => {
		for (let face = 0; walkmesh !== undefined && face < walkmesh.surfaces.length; face++) {
			if (!K1.surfaces[walkmesh.surfaces[face]].walk) continue;
			area += faceArea(walkmesh.positions, walkmesh.faces, face);
			if (unreached.some((each) => each.room === room && each.face === face)) continue;
			const middle = [0, 1, 2].map((axis) =>
				[0, 1, 2].reduce(
					(sum, corner) => sum + walkmesh.positions[walkmesh.faces[face * 3 + corner] * 3 + axis] / 3,
					0,
				),
			);
			const near = points.filter(({ x, y }) => Math.hypot(x - middle[0], y - middle[1]) <= 20.001);
			expect({ room, face, near: near.some(({ x, y }) => query.walk(middle, [x, y]).arrived) }).toMatchObject({
				near: true,
			});
		}
	});
	// In levels of a few small rooms corners and doorways decide, not the area: up to four points a room there.
	expect(points.length).toBeLessThanOrEqual(Math.max(level.rooms.length * 4, Math.ceil(area / LEAST_AREA)));
	// These levels have no nook too narrow for a creature.
	expect(unreached).toEqual([]);
}

/** How many parts a graph has. */
function partsOf({ points }: PathGraph): number {
	const seen = new Set<number>();
	let parts = 0;
	for (const first of points.keys()) {
		if (seen.has(first)) continue;
		parts++;
		const stack = [first];
		for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
			if (seen.has(at)) continue;
			seen.add(at);
			stack.push(...points[at].links);
		}
	}
	return parts;
}

const ROOMS = THOROUGH ? 4 : 3;

describe('a path graph', () => {
	it('of a square room is its middle', () => {
		const level = levelOf(rectangle(0, 0, 6, 6));
		const graph = pathGraph(new LevelQuery(level).index);
		expect(graph.points).toHaveLength(1);
		expectSound(level, graph);
	});

	it('joins what the ground joins, and nothing else', () => {
		fc.assert(
			fc.property(
				fc.nat(1000),
				fc.double({ min: 0, max: 7, noNaN: true }),
				fc.constantFrom(0, 900),
				(seed, turn, far) => {
					const { level } = linkedLevel({ rooms: ROOMS, trianglesPerRoom: 128, seed }, { turn, offset: [far, -far] });
					const graph = pathGraph(new LevelQuery(level).index);
					expectSound(level, graph);
					expect(partsOf(graph)).toBe(1);
					const apart = erased(level);
					const alone = pathGraph(new LevelQuery(apart).index);
					expectSound(apart, alone);
					expect(partsOf(alone)).toBe(ROOMS);
				},
			),
			{ numRuns: runs(1, 30) },
		);
	});

	it('is the same for the same level', () => {
		const { level } = linkedLevel({ rooms: 3, trianglesPerRoom: 128, seed: 3 });
		expect(pathGraph(new LevelQuery(level).index)).toEqual(pathGraph(new LevelQuery(level).index));
	});

	it('is written as the game has it', () => {
		const bytes = writePth([
			{ x: 1.5, y: 2, links: [1] },
			{ x: 3, y: 4.25, links: [0] },
		]);
		const { type, root } = readGff(bytes, new Report());
		const point = (links: number, first: number, x: number, y: number) => ({
			id: 2,
			fields: [
				{ label: 'Conections', type: 'dword', value: links },
				{ label: 'First_Conection', type: 'dword', value: first },
				{ label: 'X', type: 'float', value: x },
				{ label: 'Y', type: 'float', value: y },
			],
		});
		const link = (to: number) => ({ id: 3, fields: [{ label: 'Destination', type: 'dword', value: to }] });
		expect(type).toBe('PTH ');
		expect(root).toEqual({
			id: 0xffffffff,
			fields: [
				{ label: 'Path_Points', type: 'list', value: [point(1, 0, 1.5, 2), point(1, 1, 3, 4.25)] },
				{ label: 'Path_Conections', type: 'list', value: [link(1), link(0)] },
			],
		});
	});
});
