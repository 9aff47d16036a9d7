import { THING_FINDINGS } from '../../check/things/thing-findings.ts';
import type { PathPoint } from '../../level/query/path-points.ts';
import type { Report } from '../../src/findings/report.ts';
import { type Gff, listOf, numberOf } from '../gff/gff.ts';

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
