import { THING_FINDINGS } from '../../check/things/thing-findings.ts';
import type { PathPoint } from '../../level/query/path-points.ts';
import type { Report } from '../../src/findings/report.ts';
import { type Gff, type GffStruct, listOf, numberOf, TOP_STRUCT } from '../gff/gff.ts';
import { writeGff } from '../gff/write.ts';

/** Points may have links in common; in files of the game each link is that of one point. Of more than so many times the links, it is refused. */
const MOST_SHARED = 4;

/** The points of a path graph with those that they are linked with; links that lead nowhere are left out. @throws InputError for too many links */
export function pathsOfPth({ root }: Gff, report: Report): PathPoint[] {
	const points = listOf(root, 'Path_Points');
	const links = listOf(root, 'Path_Conections').map((link) => numberOf(link, 'Destination', -1));
	const within = (index: number): number => Math.max(0, Math.min(index, links.length));
	const ranges = points.map((point): [from: number, to: number] => {
		const first = numberOf(point, 'First_Conection');
		const from = within(first);
		return [from, Math.max(from, within(first + numberOf(point, 'Conections')))];
	});
	const claimed = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
	if (claimed > links.length * MOST_SHARED)
		report.fail(THING_FINDINGS.PATH_LINKS_REPEATED, {}, { claimed, links: links.length });
	return points.map((point, index) => ({
		x: numberOf(point, 'X'),
		y: numberOf(point, 'Y'),
		links: links.slice(...ranges[index]).filter((to) => to >= 0 && to < points.length),
	}));
}

/** Ids of the structs in the files of the game. */
const POINT = 2;
const LINK = 3;

/**
 * Writes a path graph (`PTH `): the points, and all links grouped by the point they begin at. Labels are spelt as the game spells them.
 *
 * @example
 * const pth = writePth([{ x: 0, y: 0, links: [1] }, { x: 5, y: 0, links: [0] }]);
 */
export function writePth(points: readonly PathPoint[]): Uint8Array {
	let first = 0;
	const structs = points.map(({ x, y, links }): GffStruct => {
		const fields = [
			{ label: 'Conections', type: 'dword', value: links.length },
			{ label: 'First_Conection', type: 'dword', value: first },
			{ label: 'X', type: 'float', value: x },
			{ label: 'Y', type: 'float', value: y },
		] as const;
		first += links.length;
		return { id: POINT, fields };
	});
	const links = points.flatMap(({ links: own }) =>
		own.map((to): GffStruct => ({ id: LINK, fields: [{ label: 'Destination', type: 'dword', value: to }] })),
	);
	return writeGff({
		type: 'PTH ',
		root: {
			id: TOP_STRUCT,
			fields: [
				{ label: 'Path_Points', type: 'list', value: structs },
				{ label: 'Path_Conections', type: 'list', value: links },
			],
		},
	});
}
