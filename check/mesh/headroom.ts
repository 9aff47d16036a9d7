import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import type { CheckContext } from '../../src/facts/context.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { PERSON } from '../../src/model/walkmesh.ts';
import { type SharedPlan, visitShared } from '../../src/plan/plan-ground.ts';
import { isBroad } from '../../src/plan/plan-overlap.ts';
import { gatherWorst } from '../../src/seams/room-pairs.ts';
import { StandingObstacles } from './standing.ts';

const MOST_PAIRS = 100_000;

/**
 * Reports faces that stop characters lower above walkable ground than a person is high: one finding for each piece of ground, at the lowest. Of 947
 * walkable faces of real rooms three have such a face above them. Left out are crates and pillars that stand on the ground: nobody gets below their tops.
 */
export function checkHeadroom({ mesh, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const { ground, blocking: above } = facts;
	const found: (SharedPlan & { readonly face: number; readonly of: number })[] = [];
	const looked = visitShared(ground, above, (i, j, shared) => {
		const isLow = shared.dz > THRESHOLDS.headroom && shared.dz < PERSON.height;
		if (isLow && isBroad(shared)) found.push({ ...shared, face: ground.faces[i], of: above.faces[j] });
		return found.length < MOST_PAIRS;
	});
	if (looked !== undefined) report.add(MESH_FINDINGS.FACES_HEAPED, {}, { pairs: looked, what: 'low ceilings' });
	if (found.length === 0) return;
	const { pieces } = facts;
	const standing = new StandingObstacles(facts);
	const gathered = gatherWorst(
		found.filter(({ x, y, z }) => !standing.hold(x, y, z)),
		({ face }) => String(pieces.of[face]),
		({ dz }) => -dz,
	);
	for (const { worst, all } of gathered) {
		const { face, of, x, y, z, dz } = worst;
		const area = all.reduce((sum, each) => sum + each.area, 0);
		report.add(MESH_FINDINGS.HEADROOM_LOW, { face, at: [x, y, z] }, { headroom: dz, area, of });
	}
}
