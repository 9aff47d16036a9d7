import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import type { CheckContext } from '../../src/facts/context.ts';
import { type SharedPlan, visitShared } from '../../src/plan/plan-ground.ts';
import { isBroad } from '../../src/plan/plan-overlap.ts';
import { gatherWorst } from '../../src/seams/room-pairs.ts';

/** More pairs only happen where faces are heaped on one spot, which is reported. */
const MOST_PAIRS = 20_000;

/** Reports walkable ground above walkable ground in one room, however far: none of 108 real rooms has any. One finding for each two pieces. */
export function checkFloors({ mesh, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area' || facts.hasOneFloor) return;
	const { ground } = facts;
	const found: (SharedPlan & { readonly face: number; readonly of: number })[] = [];
	const looked = visitShared(
		ground,
		ground,
		(i, j, shared) => {
			// Edges that overlap are found by `checkCracks`.
			if (isBroad(shared)) found.push({ ...shared, face: ground.faces[j], of: ground.faces[i] });
			return found.length < MOST_PAIRS;
		},
		(i, j) => sharedCorners(mesh.faces, ground.faces[i], ground.faces[j]) >= 2,
	);
	if (looked !== undefined) report.add(MESH_FINDINGS.FACES_HEAPED, {}, { pairs: looked, what: 'floors above floors' });
	if (found.length === 0) return;
	const { pieces } = facts;
	// A number for two pieces in either order, as these may be thousands.
	const keyOf = ({ face, of }: (typeof found)[number]): number => {
		const [one, other] = [pieces.of[face], pieces.of[of]];
		return Math.min(one, other) * pieces.areas.length + Math.max(one, other);
	};
	for (const { worst, all } of gatherWorst(found, keyOf, ({ area }) => area)) {
		const { face, of, x, y, z, dz } = worst;
		const area = all.reduce((sum, each) => sum + each.area, 0);
		report.add(MESH_FINDINGS.GROUND_STACKED, { face, at: [x, y, z + dz] }, { area, dz, of });
	}
}

/** How many corners two faces share. With two of them they are a fold or back to back, which other checks report. */
function sharedCorners(faces: Uint32Array, one: number, other: number): number {
	let shared = 0;
	for (let corner = one * 3; corner < one * 3 + 3; corner++) {
		const vertex = faces[corner];
		if (vertex === faces[other * 3] || vertex === faces[other * 3 + 1] || vertex === faces[other * 3 + 2]) shared++;
	}
	return shared;
}
