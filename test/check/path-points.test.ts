import { describe, expect, test } from 'vitest';
import { checkPathPoints } from '../../check/things/path-points.ts';
import { pathsOfPth } from '../../game/area/things.ts';
import { type Gff, TOP_STRUCT } from '../../game/gff/gff.ts';
import { query } from '../../level/query/level-query.ts';
import { type PathPoint, pathGraph } from '../../level/query/path-points.ts';
import { Report } from '../../src/findings/report.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { EAST, layoutOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { merged, wall } from '../support/own-floors.ts';

function levelOf(rooms: readonly Walkmesh[]): Level {
	const names = rooms.map((_, i) => `r${i}`);
	return {
		name: 'quay',
		layout: layoutOf(...names),
		rooms: rooms.map((walkmesh, i) => ({ name: names[i], walkmesh })),
		objects: [],
	};
}

const LEVEL = levelOf([
	withTransitions(rectangle(0, 0, 4, 4), { [EAST]: 1 }),
	withTransitions(rectangle(4, 0, 4, 4), { [WEST]: 0 }),
]);

function told(points: readonly PathPoint[], level = LEVEL) {
	const report = new Report();
	checkPathPoints(level, points, K1, report);
	return report.findings.map(({ code, data }) => [code, data?.['point'] ?? data?.['count']]);
}

const at = (x: number, y: number, ...links: number[]): PathPoint => ({ x, y, links });

test('points that claim more links than the file has are refused, and links are walked once each', () => {
	const dword = (label: string, value: number) => ({ label, type: 'dword' as const, value });
	const graph = (points: number, links: number, own: number): Gff => ({
		type: 'PTH ',
		root: {
			id: TOP_STRUCT,
			fields: [
				{
					label: 'Path_Points',
					type: 'list',
					value: Array.from({ length: points }, () => ({
						id: 2,
						fields: [dword('Conections', own), dword('First_Conection', 0)],
					})),
				},
				{
					label: 'Path_Conections',
					type: 'list',
					value: Array.from({ length: links }, (_, to) => ({ id: 3, fields: [dword('Destination', to % points)] })),
				},
			],
		},
	});
	const code = 'PATH_LINKS_REPEATED';
	const message = 'The path points claim 70000000 links, but the file has 10000.';
	expect(() => pathsOfPth(graph(7000, 10_000, 10_000), new Report())).toThrow(
		expect.objectContaining({ finding: expect.objectContaining({ code, message }) }),
	);
	const allowed = new Report();
	// Up to four times as many as there are.
	const shared = pathsOfPth(graph(4, 3, 2 ** 31), allowed);
	expect(shared.map(({ links }) => links)).toEqual(Array.from({ length: 4 }, () => [0, 1, 2]));
	expect(allowed.findings).toEqual([]);
	expect(() => pathsOfPth(graph(5, 3, 2 ** 31), new Report())).toThrow('The path points claim 15 links');
	// Each pair is walked once, however often it is named: the gap between the two is told as one link.
	const both = Array.from({ length: 2000 }, () => [0, 1]).flat();
	const gap = levelOf([rectangle(0, 0, 4, 4), rectangle(4.5, 0, 4, 4)]);
	expect(told([at(2, 2, ...both), at(6, 2, ...both)], gap)).toEqual([['PATH_LINK_BLOCKED', 1]]);
});

describe('path points beside a layout', () => {
	test('that were made for it are not spoken of', () => {
		expect(told(pathGraph(query(LEVEL).index).points)).toEqual([]);
	});

	test('a point moved off the ground is reported, and one on its edge is not', () => {
		expect(told([at(2, 2, 1), at(6, 9, 0)])).toEqual([['PATH_POINT_OFF_GROUND', 1]]);
		expect(told([at(2, 2), at(6, 4.01)])).toEqual([]);
	});

	test('a point is named where the ground would be below it', () => {
		const report = new Report();
		checkPathPoints(levelOf([rectangle(0, 0, 4, 4, 2)]), [at(6, 1)], K1, report);
		expect(report.findings).toMatchObject([{ location: { at: [6, 1, 2] }, data: { point: 0, distance: 2 } }]);
	});

	test('points of another level are reported once', () => {
		const far = [1, 2, 3, 4, 5].map((i) => at(90 + i, 50));
		expect(told([...far, at(2, 2)])).toEqual([['PATH_POINT_OFF_GROUND', 6]]);
		expect(told(far.slice(1))).toHaveLength(4);
	});

	test('a link through a wall is reported once for both ways, and one past it is not', () => {
		const level = levelOf([merged(rectangle(0, 0, 8, 4), wall(4, 0, 4, 3))]);
		expect(told([at(2, 1, 1), at(6, 1, 0)], level)).toEqual([['PATH_LINK_BLOCKED', 1]]);
		expect(told([at(2, 3.6, 1), at(6, 3.6, 0)], level)).toEqual([]);
	});

	test('nothing is said of what lies beyond rooms whose file is missing', () => {
		const level = { ...LEVEL, rooms: [LEVEL.rooms[0], { name: 'r1' }] };
		expect(told([at(2, 2, 1), at(6, 2, 0)], level)).toEqual([]);
	});
});
