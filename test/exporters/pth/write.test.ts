import { expect, test } from 'vitest';
import { writePth } from '../../../game/area/things.ts';
import { readGff } from '../../../game/gff/gff.ts';
import { Report } from '../../../src/findings/report.ts';

test('a PTH has the points, and all links in the order of the points that they begin at', () => {
	const points = [
		{ x: 1.5, y: -2, links: [1, 2] },
		{ x: 3, y: 4.25, links: [] },
		{ x: 5, y: 6, links: [0] },
	];
	const point = (count: number, first: number, x: number, y: number): object => ({
		id: 2,
		fields: [
			{ label: 'Conections', type: 'dword', value: count },
			{ label: 'First_Conection', type: 'dword', value: first },
			{ label: 'X', type: 'float', value: x },
			{ label: 'Y', type: 'float', value: y },
		],
	});
	const link = (to: number): object => ({ id: 3, fields: [{ label: 'Destination', type: 'dword', value: to }] });
	expect(readGff(writePth(points), new Report())).toEqual({
		type: 'PTH ',
		root: {
			id: 0xffffffff,
			fields: [
				{ label: 'Path_Points', type: 'list', value: [point(2, 0, 1.5, -2), point(0, 2, 3, 4.25), point(1, 2, 5, 6)] },
				{ label: 'Path_Conections', type: 'list', value: [link(1), link(2), link(0)] },
			],
		},
	});
});
