import type { Report } from '../findings/report.ts';
import {
	degeneracyOf,
	degenerateFaces,
	LOOKS_DOWN,
	LOOKS_SIDEWAYS,
	LOOKS_UP,
	walkableOrientation,
} from '../mesh/degenerate.ts';
import { type Duplicates, findDuplicates } from '../mesh/duplicates.ts';
import { MESH_FINDINGS } from '../mesh/findings.ts';
import { indicesOf } from '../mesh/half-edges.ts';
import { facePlace, vertexOnEdgePlace } from '../mesh/locations.ts';
import { findNearMisses, type NearMissOptions } from '../mesh/near-misses.ts';
import { findTJunctions, type TJunctions } from '../mesh/t-junctions.ts';
import { faceVector } from '../mesh/triangles.ts';
import { type Vec3, vec3At } from '../mesh/vec3.ts';
import { weldMesh } from '../mesh/weld.ts';
import { type SurfaceTable, surfaceLabel } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';

/** What the checks look at: a walkmesh, its walkable faces (1 byte each), and where to report. Nothing is changed. */
export interface CheckContext {
	readonly mesh: Walkmesh;
	readonly walkable: Uint8Array;
	readonly surfaces: SurfaceTable;
	readonly report: Report;
}

/** Area of a face in square metres. */
export function areaOf(mesh: Walkmesh, face: number): number {
	return faceVector(mesh.positions, mesh.faces, face, [0, 0, 0]) / 2;
}

export function checkDegenerate({ mesh, report }: CheckContext, minArea?: number): void {
	const entries = degenerateFaces(mesh, minArea);
	for (let face = 0; face < entries.length; face++) {
		const reason = degeneracyOf(entries[face]);
		if (reason === undefined) continue;
		if (reason === 'not-finite') report.add(MESH_FINDINGS.FACE_NOT_FINITE, facePlace(mesh, face));
		else report.add(MESH_FINDINGS.FACE_DEGENERATE, facePlace(mesh, face), { reason, area: areaOf(mesh, face) });
	}
}

export function checkDuplicates(context: CheckContext): void {
	const { mesh, walkable, report } = context;
	const duplicates = findDuplicates(mesh.faces, walkable);
	for (let face = 0; face < walkable.length; face++) {
		const of = duplicates.copyOf[face];
		if (of < 0) continue;
		report.add(MESH_FINDINGS.FACE_DUPLICATE, facePlace(mesh, face), { of });
		reportSurfaceOfCopy(context, face, of);
	}
	reportDoubleSided(context, duplicates);
}

/** Two faces at one place with different surfaces. */
export function reportSurfaceOfCopy({ mesh, surfaces, report }: CheckContext, face: number, of: number): void {
	if (mesh.surfaces[face] === mesh.surfaces[of]) return;
	report.add(MESH_FINDINGS.FACE_DUPLICATE_SURFACE, facePlace(mesh, face), {
		of,
		surface: surfaceLabel(surfaces, mesh.surfaces[face]),
		kept: surfaceLabel(surfaces, mesh.surfaces[of]),
	});
}

/** Fronts with backs: each pair of walkable ones, and how many others. */
export function reportDoubleSided({ mesh, walkable, report }: CheckContext, { backOf }: Duplicates): void {
	let pairs = 0;
	for (let face = 0; face < walkable.length; face++) {
		const of = backOf[face];
		if (of < 0 || of > face) continue;
		if (walkable[face] === 1 && walkable[of] === 1)
			report.add(MESH_FINDINGS.FACE_DOUBLE_SIDED, facePlace(mesh, face), { of });
		else pairs++;
	}
	if (pairs > 0) report.add(MESH_FINDINGS.FACES_DOUBLE_SIDED, {}, { pairs });
}

/** Walkable faces that face down, and vertical ones. @param down the code for those that face down */
export function checkOrientation(
	context: CheckContext,
	down:
		| typeof MESH_FINDINGS.WALKABLE_FACE_DOWN
		| typeof MESH_FINDINGS.WALKABLE_FACE_DOWN_REFUSED = MESH_FINDINGS.WALKABLE_FACE_DOWN,
): void {
	const { mesh, walkable, surfaces, report } = context;
	const looks = walkableOrientation(mesh, walkable);
	const ids = indicesOf(looks, LOOKS_DOWN);
	for (const face of ids) {
		report.add(down, facePlace(mesh, face), { surface: surfaceLabel(surfaces, mesh.surfaces[face]) });
	}
	if (ids.length > 0) {
		const total = (faces: Uint32Array): number => faces.reduce((sum, face) => sum + areaOf(mesh, face), 0);
		const areas = { up: total(indicesOf(looks, LOOKS_UP)), down: total(ids) };
		if (areas.down > areas.up) report.add(MESH_FINDINGS.WALKABLE_UPSIDE_DOWN, {}, areas);
	}
	reportVertical(context, looks);
}

/** @param looks as `walkableOrientation` answers */
export function reportVertical({ mesh, surfaces, report }: CheckContext, looks: Uint8Array): void {
	for (let face = 0; face < looks.length; face++) {
		if (looks[face] !== LOOKS_SIDEWAYS) continue;
		const surface = surfaceLabel(surfaces, mesh.surfaces[face]);
		report.add(MESH_FINDINGS.WALKABLE_FACE_VERTICAL, facePlace(mesh, face), { surface });
	}
}

/** Vertices that a weld with the tolerance would merge. */
export function checkUnwelded({ mesh, report }: CheckContext, tolerance: number): void {
	const { merged } = weldMesh(mesh, tolerance);
	if (merged > 0) report.add(MESH_FINDINGS.VERTICES_UNWELDED, {}, { vertices: merged, tolerance });
}

/** @param context a mesh welded with the tolerance */
export function checkNearMisses({ mesh, walkable, report }: CheckContext, options: Required<NearMissOptions>): void {
	const { places, distances } = findNearMisses(mesh, walkable, options);
	for (let pair = 0; pair < distances.length; pair++) {
		const at: Vec3 = vec3At(places, pair * 2);
		report.add(MESH_FINDINGS.VERTEX_NEAR_MISS, { at }, { distance: distances[pair], tolerance: options.tolerance });
	}
}

export function checkTJunctions(context: CheckContext, tolerance?: number): void {
	const { mesh, walkable } = context;
	reportTJunctions(context, findTJunctions(mesh, walkable, tolerance), MESH_FINDINGS.T_JUNCTION);
}

export function reportTJunctions(
	{ mesh, report }: CheckContext,
	{ edges, vertices, distances, truncated }: TJunctions,
	type: typeof MESH_FINDINGS.T_JUNCTION | typeof MESH_FINDINGS.T_JUNCTION_LEFT,
): void {
	if (truncated) {
		report.add(MESH_FINDINGS.T_JUNCTIONS_TOO_MANY, vertexOnEdgePlace(mesh, edges[0], vertices[0]), {
			limit: edges.length,
		});
		return;
	}
	for (let i = 0; i < edges.length; i++) {
		report.add(type, vertexOnEdgePlace(mesh, edges[i], vertices[i]), { distance: distances[i] });
	}
}
