import { roomLinks } from '../../level/rooms/visibility.ts';
import type { Report } from '../../src/findings/report.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import { transitionAt } from '../../src/seams/perimeter-edges.ts';
import { gatherWorst, pairKey } from '../../src/seams/seam-search.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import { placeAt } from '../facts/links.ts';
import type { OpenSeam } from '../facts/seams.ts';

/** Two rooms whose edges run along each other too far apart for a seam. */
export interface NearSeam {
	/** The earlier one is the room of the finding. */
	readonly rooms: readonly [number, number];
	/** Where they are nearest. */
	readonly seam: OpenSeam;
}

/**
 * Finds pairs of rooms whose edges run along each other 0.1 to 0.5 m apart: too far for a seam, but nearer than any two unlinked rooms of the game.
 *
 * @param told rooms that are already reported to lie at a wrong place
 */
export function nearSeams(
	{ level, perimeter, near }: LevelFacts,
	seams: readonly OpenSeam[],
	told: ReadonlySet<number>,
): NearSeam[] {
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
			if (each.fit.distance > THRESHOLDS.snap && each.fit.kind !== 'overlap') found.push({ ...each, edge });
		}
	}
	const gathered = gatherWorst(
		found,
		({ edge, other }) => pairKey(rooms[edge], rooms[other]),
		({ fit }) => -fit.distance,
	);
	return [...gathered].map(({ worst }) => ({ rooms: [rooms[worst.edge], rooms[worst.other]], seam: worst }));
}

/**
 * One note for each pair of rooms.
 * @param told rooms that are already reported as unreachable, with what is nearest to them
 */
export function reportNearSeams(
	facts: LevelFacts,
	found: readonly NearSeam[],
	told: ReadonlySet<number>,
	report: Report,
): void {
	for (const each of found) if (!each.rooms.some((room) => told.has(room))) reportNearSeam(facts, each, report);
}

function reportNearSeam({ level, perimeter }: LevelFacts, { rooms, seam }: NearSeam, report: Report): void {
	const { edge, length, fit } = seam;
	const { name } = level.rooms[rooms[1]];
	const data = { other: rooms[1], name, length, gap: fit.distance, kind: fit.kind };
	report.add(LEVEL_CHECK_FINDINGS.SEAM_NEAR, { ...placeAt(level, perimeter, edge), otherRoom: name, at: fit.at }, data);
}
