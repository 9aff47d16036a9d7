import { compactVertices } from '../mesh/compact.ts';
import { buildAdjacency } from '../mesh/half-edges.ts';
import { faceLocation } from '../mesh/locations.ts';
import { vec3At } from '../mesh/vec3.ts';
import { type SurfaceTable, walkableFaces } from '../walkmesh/surfaces.ts';
import { vertexCount, type Walkmesh } from '../walkmesh/walkmesh.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';

/** Reports a walkmesh without faces, one without ground, and surfaces that the table does not have. */
export function checkContent({ mesh, walkable, surfaces, report }: CheckContext): void {
	if (walkable.length === 0) {
		report.add(MESH_FINDINGS.MESH_WITHOUT_FACES, {}, {});
		return;
	}
	const beyond = new Map<number, { count: number; readonly first: number }>();
	for (let face = 0; face < walkable.length; face++) {
		const surface = mesh.surfaces[face];
		if (surface < surfaces.surfaces.length) continue;
		const seen = beyond.get(surface);
		if (seen === undefined) beyond.set(surface, { count: 1, first: face });
		else seen.count++;
	}
	for (const [surface, { count, first }] of beyond) {
		const data = { surface, count, table: surfaces.name };
		report.add(MESH_FINDINGS.SURFACE_BEYOND_TABLE, faceLocation(mesh, first), data);
	}
	if (mesh.kind === 'area' && !walkable.includes(1)) {
		report.add(MESH_FINDINGS.MESH_NOT_WALKABLE, {}, { faces: walkable.length });
	}
}

/** Reports how many vertices no face uses, with the first of them. */
export function checkUnused({ mesh, report }: CheckContext): void {
	const { used } = compactVertices(mesh.faces);
	const count = vertexCount(mesh) - used.length;
	if (count === 0) return;
	const gap = used.findIndex((vertex, i) => vertex !== i);
	const at = vec3At(mesh.positions, gap < 0 ? used.length : gap);
	report.add(MESH_FINDINGS.VERTICES_UNUSED, at.every(Number.isFinite) ? { at } : {}, { count });
}

/** Reports ground that is in several pieces. */
export function checkIslands({ mesh, walkable, report }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const pieces = islandsOf(mesh, walkable);
	if (pieces.length < 2) return;
	report.add(MESH_FINDINGS.WALKABLE_ISLANDS, faceLocation(mesh, pieces[1]), { count: pieces.length });
}

/** Connected pieces of the walkable faces, over shared edges. */
export function countIslands(mesh: Walkmesh, table: SurfaceTable): number {
	return islandsOf(mesh, walkableFaces(table, mesh.surfaces)).length;
}

/** The first face of each connected piece of the walkable faces. */
function islandsOf(mesh: Walkmesh, walkable: Uint8Array): number[] {
	const { neighbours } = buildAdjacency(mesh.faces, walkable, vertexCount(mesh));
	const seen = new Uint8Array(walkable.length);
	const islands: number[] = [];
	for (let first = 0; first < walkable.length; first++) {
		if (walkable[first] === 0 || seen[first] === 1) continue;
		islands.push(first);
		seen[first] = 1;
		const stack = [first];
		for (let face = stack.pop(); face !== undefined; face = stack.pop()) {
			for (let edge = face * 3; edge < face * 3 + 3; edge++) {
				const next = Math.floor(neighbours[edge] / 3);
				if (next < 0 || seen[next] === 1) continue;
				seen[next] = 1;
				stack.push(next);
			}
		}
	}
	return islands;
}
