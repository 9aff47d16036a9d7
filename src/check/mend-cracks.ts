import { Report } from '../findings/report.ts';
import { cutAlike } from '../level/conform.ts';
import { joinEnds } from '../level/join-ends.ts';
import type { Level } from '../level/level.ts';
import { chooseLinks } from '../level/link.ts';
import { findCandidates, GREATEST_SNAP, gatherOwnEdges } from '../level/seams.ts';
import { edgeEnd } from '../mesh/half-edges.ts';
import { squaredDistance } from '../mesh/triangles.ts';
import { WELD_DEFAULTS, weldMesh } from '../mesh/weld.ts';
import { metres } from '../options/options.ts';
import { openEdges } from '../walkmesh/faces.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { MESH_FINDINGS } from './findings.ts';

export const MEND_SEAMS_OPTIONS = {
	snap: metres(0.01, 'Open edges up to this far apart are moved together.', {
		limits: { above: 0, maximum: GREATEST_SNAP },
	}),
};

/**
 * Closes the seams within a room as rooms are linked: edges are cut where the corners of others lie along them, their ends moved together,
 * and the vertices welded. What would flip or flatten a face stays as it is; what is still open, the checks tell.
 *
 * @param snap metres
 * @returns the walkmesh that was given if nothing was open
 */
export function mendOwnSeams(mesh: Walkmesh, table: SurfaceTable, snap: number, report: Report): Walkmesh {
	if (mesh.kind !== 'area') return mesh;
	const gather = (level: Level) => gatherOwnEdges(level.rooms[0].walkmesh as Walkmesh, table);
	const layout = { rooms: [], tracks: [], obstacles: [], doorHooks: [] };
	const level: Level = { name: mesh.name, layout, rooms: [{ name: mesh.name, walkmesh: mesh }], objects: [] };
	// Cuts that are given up leave a crack, which checking tells.
	const cuts = new Report({ keep: Infinity });
	const cut = cutAlike(level, snap, cuts, gather);
	const perimeter = gather(cut);
	const pairs = chooseLinks(findCandidates(perimeter, snap), perimeter.count);
	const required = pairs.map((pair) => ({ ...pair, required: true }));
	const { level: joined } = joinEnds(cut, perimeter, required, snap);
	if (joined === level) return mesh;
	const { mesh: whole } = weldMesh(joined.rooms[0].walkmesh as Walkmesh, WELD_DEFAULTS.tolerance);
	const open = perimetersLength(mesh, table) - perimetersLength(whole, table);
	if (!(open > snap)) return mesh;
	const offsets = cuts.findings.map(({ data }) => Number(data?.['offset']));
	const distance = Math.max(...offsets, ...pairs.map((pair) => pair.distance));
	report.add(MESH_FINDINGS.GROUND_CRACKS_MENDED, {}, { length: open / 2, distance });
	return whole;
}

/** How long all open edges are together, metres. */
function perimetersLength(mesh: Walkmesh, table: SurfaceTable): number {
	const { positions, faces } = mesh;
	return openEdges(mesh, table).reduce(
		(sum, edge) => sum + Math.sqrt(squaredDistance(positions, faces[edge], faces[edgeEnd(edge)])),
		0,
	);
}
