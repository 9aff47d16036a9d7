import { describe, expect, it } from 'vitest';
import { checkOrientation, facesAgainstGround } from '../../src/clean/orientation.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { triples } from '../support/points.ts';
import { gridFloor, stoneMesh } from '../support/soups.ts';
import { flipped } from './codes/subjects.ts';

type Corner = readonly [number, number, number];

const against = (mesh: Walkmesh): number[] => [...facesAgainstGround(checkContext(mesh, K1, new Report()))];

/** A floor of squares of which some faces are turned over: the two of square i are 2i and 2i + 1. */
const turned = (faces: readonly number[], columns = 3, rows = 3): Walkmesh =>
	flipped(
		gridFloor(columns, () => 0, rows),
		faces,
	);

describe('faces amid ground that faces up', () => {
	it('are none where all of it does, or all of it faces down', () => {
		expect(against(turned([]))).toEqual([]);
		expect(against(turned([...Array(18).keys()]))).toEqual([]);
	});

	it('are those that face down, one or several, at the rim and in the middle, in order', () => {
		expect(against(turned([8]))).toEqual([8]);
		expect(against(turned([17, 0, 9]))).toEqual([0, 9, 17]);
	});

	it('are reported up to half of the area, and not from there on', () => {
		expect(against(turned([0], 1, 1))).toEqual([]);
		expect(against(turned([0], 2, 1))).toEqual([0]);
		expect(against(turned([0, 1], 2, 1))).toEqual([]);
		expect(against(turned([0, 1, 2], 2, 1))).toEqual([]);
	});

	it('count by area, not by number', () => {
		// A large face up and, along its three sides, small ones down.
		const corners: Corner[] = triples(0, 0, 0, 10, 0, 0, 0, 10, 0, 5, -1, 0, 6, 6, 0, -1, 5, 0);
		const up: [number, number, number] = [0, 1, 2];
		expect(against(stoneMesh(corners, up, [0, 1, 3], [1, 2, 4], [2, 0, 5]))).toEqual([1, 2, 3]);
	});

	it('are not those of another piece, of which some may hang above', () => {
		const apart = stoneMesh(triples(0, 0, 0, 4, 0, 0, 0, 4, 0, 9, 0, 0, 12, 0, 0, 9, 3, 0), [0, 1, 2], [3, 5, 4]);
		expect(against(apart)).toEqual([]);
	});

	it('are not those that lie folded back over it, or meet it along an edge with a third face', () => {
		const corners: Corner[] = triples(0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 2, 4, -2, 0, 1, -1, 1);
		expect(against(stoneMesh(corners, [0, 1, 2], [0, 3, 1]))).toEqual([]);
		expect(against(stoneMesh(corners, [0, 1, 2], [0, 1, 4]))).toEqual([1]);
		expect(against(stoneMesh(corners, [0, 1, 2], [0, 1, 4], [0, 1, 5]))).toEqual([]);
	});

	it('are found behind others that face down', () => {
		// A strip in which the only way to the last one that faces down leads over one that does as well.
		expect(against(turned([2, 3], 4, 1))).toEqual([2, 3]);
	});
});

describe('faces that face down', () => {
	const told = (mesh: Walkmesh): [code: string, face: number | undefined, count: unknown][] => {
		const report = new Report();
		checkOrientation(checkContext(mesh, K1, report));
		return report.findings.map(({ code, location, data }) => [code, location.face, data?.['count']]);
	};

	it('are one finding for each connected patch, with their number', () => {
		expect(told(turned([0, 1, 3, 16]))).toEqual([
			['WALKABLE_FACE_DOWN', 0, 3],
			['WALKABLE_FACE_DOWN', 16, 1],
		]);
	});

	it('are apart where they meet at a corner only, or differ in surface', () => {
		expect(told(turned([0, 1, 8, 9]))).toHaveLength(2);
		const mesh = turned([0, 1]);
		expect(told({ ...mesh, surfaces: mesh.surfaces.map((surface, face) => (face === 1 ? 3 : surface)) })).toHaveLength(
			2,
		);
	});
});
