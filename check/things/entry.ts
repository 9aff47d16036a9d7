import type { LevelQuery } from '../../level/query/level-query.ts';
import type { Report } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { THING_FINDINGS } from './thing-findings.ts';

/** Reports a player who enters a module beside the walkable ground. The height does not count: the game looks for the ground itself. */
export function checkEntry(query: LevelQuery, at: Vec3, report: Report): void {
	const [x, y] = at;
	if (query.isWalkableAt(x, y)) return;
	const near = query.nearestWalkable([x, y]);
	if (near !== undefined && near.distance <= THRESHOLDS.thingBeside) return;
	const known = near === undefined ? {} : { distance: near.distance, nearest: near.point };
	report.add(THING_FINDINGS.MODULE_ENTRY_OFF_GROUND, { at }, known);
}
