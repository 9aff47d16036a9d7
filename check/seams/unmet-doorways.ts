import type { Report } from '../../src/findings/report.ts';
import { greatest } from '../../src/math/arrays.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { distanceTo } from '../facts/fit.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import { MOST_OPENINGS, type Opening } from '../facts/openings.ts';

/**
 * Reports doorways between walls whose two sides lie at one spot and are not linked, because a gap or a step is between them that is too wide for a seam.
 * Where the rooms are linked elsewhere, nothing else would tell of it: characters have to go around.
 *
 * @param isTold true for two rooms of which something else is told, or that no link joins at all
 */
export function checkUnmetDoorways(
	{ level, near, facing }: LevelFacts,
	openings: readonly Opening[],
	isTold: (one: number, other: number) => boolean,
	report: Report,
): void {
	const unlinked = openings.filter(({ linked }) => linked === 0);
	if (unlinked.length > MOST_OPENINGS) return;
	for (const own of unlinked) {
		for (const other of unlinked) {
			if (other.room <= own.room || isTold(own.room, other.room) || distanceTo(own, other) > THRESHOLDS.facing)
				continue;
			const edges = new Set(other.edges);
			// Where some of it is near enough for a seam, that is told.
			if (own.edges.some((edge) => facing.of(edge).some((each) => edges.has(each.other)))) continue;
			const fits = own.edges.flatMap((edge) => near.of(edge).filter((each) => edges.has(each.other)));
			if (fits.length === 0) continue;
			const { fit } = fits.reduce((worst, each) => (each.fit.distance > worst.fit.distance ? each : worst));
			const { name } = level.rooms[other.room];
			const snap = greatest(fits.map((each) => each.fit.snap));
			const nearest = { room: other.room, name, distance: fit.distance, kind: fit.kind, snap };
			report.add(
				LEVEL_CHECK_FINDINGS.DOORWAY_UNMET,
				{ room: level.rooms[own.room].name, otherRoom: name, at: fit.at },
				{ width: own.length, nearest },
			);
		}
	}
}
