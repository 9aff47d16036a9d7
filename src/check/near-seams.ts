import type { Report } from '../findings/report.ts';
import { transitionAt } from '../level/perimeter-edges.ts';
import { gatherWorst, pairKey } from '../level/room-pairs.ts';
import { GREATEST_SNAP } from '../level/seams.ts';
import { roomLinks } from '../level/visibility.ts';
import { NONE } from '../walkmesh/walkmesh.ts';
import type { LevelFacts } from './level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from './level-findings.ts';
import { placeAt } from './links.ts';
import type { OpenSeam } from './seams.ts';

/**
 * Reports pairs of rooms whose edges run along each other 0.1 to 0.5 m apart: too far for a seam, but nearer than any two unlinked rooms of the
 * game. One note for each pair, where the edges are nearest.
 *
 * @param told rooms that are already reported as unreachable, with what is nearest to them
 */
export function checkNearSeams(
	{ level, perimeter, near }: LevelFacts,
	seams: readonly OpenSeam[],
	told: ReadonlySet<number>,
	report: Report,
): void {
	const { rooms } = perimeter;
	const known = new Set([
		...roomLinks(level.rooms).map(([a, b]) => pairKey(a, b)),
		...seams.map(({ edge, other }) => pairKey(rooms[edge], rooms[other])),
	]);
	const found: OpenSeam[] = [];
	for (let edge = 0; edge < perimeter.count; edge++) {
		if (transitionAt(level, perimeter, edge) !== NONE || told.has(rooms[edge])) continue;
		for (const each of near.of(edge)) {
			const room = rooms[each.other];
			if (room < rooms[edge] || told.has(room) || known.has(pairKey(rooms[edge], room))) continue;
			if (each.fit.distance > GREATEST_SNAP && each.fit.kind !== 'overlap') found.push({ ...each, edge });
		}
	}
	const gathered = gatherWorst(
		found,
		({ edge, other }) => pairKey(rooms[edge], rooms[other]),
		({ fit }) => -fit.distance,
	);
	for (const { worst, all } of gathered) {
		const { edge, other, length, fit } = worst;
		const { name } = level.rooms[rooms[other]];
		const data = { other: rooms[other], name, length, gap: fit.distance, kind: fit.kind };
		const own = report.part('near seams', rooms[all[0].edge]);
		own.add(LEVEL_CHECK_FINDINGS.SEAM_NEAR, { ...placeAt(level, perimeter, edge), otherRoom: name, at: fit.at }, data);
	}
}
