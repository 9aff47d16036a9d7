import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import type { CheckContext } from '../../src/facts/context.ts';
import { edgeLocation } from '../../src/geometry/faces.ts';
import { WELD_DEFAULTS } from '../../src/geometry/weld.ts';

/**
 * Reports torn ground: edges of walkable faces that coincide but are open, because each face has vertices of its own. The game joins faces by
 * their vertices, so nobody can cross there; a weld would close the tear. One finding, with the number of edges and the first of them.
 *
 * @param tolerance of the weld, in metres
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
