import type { Report } from '../../src/findings/report.ts';
import { boxDepth, GRAIN, indexGrounds, visitShared } from '../../src/plan/plan-ground.ts';
import { isBroad } from '../../src/plan/plan-overlap.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';

/** With how many others a room is compared at most. */
const MOST_BESIDE = 256;

/**
 * Reports walkable ground of a room that lies under or over faces of an earlier room of the layout that are not walkable. The game takes the first
 * room that has any face at a point, so it finds no ground there. No room of 267 in the game is like that. Ground above ground is left to
 * `checkOverlaps`.
 */
export function checkHiddenGround({ level, rooms }: LevelFacts, report: Report): void {
	const index = indexGrounds(rooms.map((room) => room?.rest));
	for (const [high, later] of rooms.entries()) {
		if (later === undefined || later.ground.faces.length === 0) continue;
		const [minX, minY, maxX, maxY] = later.ground.box;
		for (const low of index.touching(minX, minY, maxX, maxY, MOST_BESIDE).sort((a, b) => a - b)) {
			const earlier = rooms[low];
			if (low >= high || earlier === undefined) continue;
			if (!(boxDepth(earlier.rest.box, 0, later.ground.box, 0) >= GRAIN)) continue;
			const found = { area: 0, largest: 0, face: -1, x: 0, y: 0, z: 0, dz: 0 };
			visitShared(later.ground, earlier.rest, (i, _, { area, extent, x, y, z, dz }) => {
				// A strip lies under the top of a wall that two rooms share.
				if (!isBroad({ area, extent })) return true;
				found.area += area;
				if (area > found.largest) Object.assign(found, { largest: area, face: later.ground.faces[i], x, y, z, dz });
				return true;
			});
			if (found.area === 0) continue;
			const { area, face, x, y, z, dz } = found;
			const { name } = level.rooms[low];
			report.add(
				LEVEL_CHECK_FINDINGS.GROUND_HIDDEN,
				{ room: level.rooms[high].name, otherRoom: name, face, at: [x, y, z] },
				{ area, by: low, name, dz },
			);
		}
	}
}
