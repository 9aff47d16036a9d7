import { type Gff, listOf, numberOf } from '../gff/gff.ts';
import type { PathPoint } from '../query/path-points.ts';

/** The points of a path graph with those that they are linked with; links that lead nowhere are left out. */
export function pathsOfPth({ root }: Gff): PathPoint[] {
	const points = listOf(root, 'Path_Points');
	const links = listOf(root, 'Path_Conections').map((link) => numberOf(link, 'Destination', -1));
	return points.map((point) => {
		const first = numberOf(point, 'First_Conection');
		// A count of millions is no reason to look farther than there are links.
		const own = links.slice(first, first + numberOf(point, 'Conections'));
		return {
			x: numberOf(point, 'X'),
			y: numberOf(point, 'Y'),
			links: own.filter((to) => to >= 0 && to < points.length),
		};
	});
}
