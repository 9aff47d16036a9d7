import { vertexOnEdgeLocation } from '../mesh/locations.ts';
import {
	findTJunctions,
	mendTJunctions,
	T_JUNCTION_OPTIONS,
	type TJunctions,
	tJunctionLimit,
} from '../mesh/t-junctions.ts';
import { vec3At } from '../mesh/vec3.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { type CheckContext, checkContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';

/** Reports vertices that lie partway along open edges of walkable faces. @param tolerance metres */
export function checkTJunctions(context: CheckContext, tolerance?: number): void {
	const { facts } = context;
	const { mesh, walkable } = facts;
	const isUsual = (tolerance ?? 0) <= T_JUNCTION_OPTIONS.tolerance.default;
	if (isUsual && facts.isClear) return;
	const open = isUsual ? facts.openNearOthers : facts.open;
	const most = tJunctionLimit(facts.open.length);
	report(context, findTJunctions(mesh, walkable, tolerance, most, open), MESH_FINDINGS.T_JUNCTION);
}

/** Mends T-junctions, and reports each, also those that had to stay. */
export function fixTJunctions(context: CheckContext, tolerance?: number): Walkmesh {
	const { mesh, mended, left } = mendTJunctions(context.mesh, context.walkable, tolerance);
	for (const vertex of mended)
		context.report.add(MESH_FINDINGS.T_JUNCTION_MENDED, { at: vec3At(mesh.positions, vertex) });
	report(checkContext(mesh, context.surfaces, context.report), left, MESH_FINDINGS.T_JUNCTION_LEFT);
	return mesh;
}

function report(
	{ mesh, report }: CheckContext,
	{ edges, vertices, distances, truncated, looked }: TJunctions,
	type: typeof MESH_FINDINGS.T_JUNCTION | typeof MESH_FINDINGS.T_JUNCTION_LEFT,
): void {
	if (looked !== undefined) report.add(MESH_FINDINGS.FACES_HEAPED, {}, { pairs: looked, what: 'T-junctions' });
	else if (truncated) {
		report.add(MESH_FINDINGS.T_JUNCTIONS_TOO_MANY, vertexOnEdgeLocation(mesh, edges[0], vertices[0]), {
			limit: edges.length,
		});
		return;
	}
	for (let i = 0; i < edges.length; i++) {
		report.add(type, vertexOnEdgeLocation(mesh, edges[i], vertices[i]), { distance: distances[i] });
	}
}
