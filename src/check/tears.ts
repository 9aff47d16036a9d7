import { edgeLocation } from '../mesh/locations.ts';
import { WELD_DEFAULTS } from '../mesh/weld.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';

/**
 * Reports edges of walkable faces that lie on each other and are open all the same, since each face has vertices of its own there: the game links
 * faces by vertex, so nobody can cross. What a weld would close is torn. One finding, with how many and the first.
 *
 * @param tolerance of that weld, metres
 */
export function checkTears(
	{ mesh, walkable, report, facts }: CheckContext,
	tolerance: number = WELD_DEFAULTS.tolerance,
): void {
	if (mesh.kind !== 'area') return;
	const { facts: welded, merged } = facts.welded(tolerance);
	if (merged === 0) return;
	const before = facts.adjacency.neighbours;
	const after = welded.adjacency.neighbours;
	let first = -1;
	let torn = 0;
	for (let edge = 0; edge < before.length; edge++) {
		if (walkable[Math.floor(edge / 3)] !== 1 || before[edge] >= 0 || !(after[edge] >= 0)) continue;
		if (first < 0) first = edge;
		torn++;
	}
	if (torn > 0) report.add(MESH_FINDINGS.GROUND_TORN, edgeLocation(mesh, first), { edges: torn, tolerance });
}
