import type { CheckContext } from '../facts/context.ts';
import { FROM_ZERO, squareMetres } from '../findings/options.ts';
import { reportLostTransitions } from '../geometry/edges.ts';
import { removeFaces } from '../geometry/faces.ts';
import { edgeEnd } from '../geometry/half-edges.ts';
import { faceLocation } from '../geometry/locations.ts';
import { NO_AREA } from '../geometry/triangles.ts';
import { between } from '../math/vec3.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { MESH_FINDINGS } from './findings.ts';

export const DEGENERATE_OPTIONS = {
	minArea: squareMetres(
		'Faces smaller than this count as having no area. With 0 only those of exactly none do.',
		NO_AREA,
		FROM_ZERO,
	),
};

/** Why a face is degenerate: it uses a vertex twice, has no area, or has a corner that is not finite. */
type Degeneracy = 'repeated' | 'small' | 'not-finite';

/** Why a face of an area is degenerate; undefined for one that is not. */
export function degeneracyOf({ faces }: Walkmesh, face: number, area: number, minArea: number): Degeneracy | undefined {
	if (area > 0 && area >= minArea && area < Infinity) return undefined;
	if (!(area >= 0 && area < Infinity)) return 'not-finite';
	return repeatsVertex(faces, face) ? 'repeated' : 'small';
}

/** True when a face has two corners at one vertex. */
function repeatsVertex(faces: Uint32Array, face: number): boolean {
	const a = faces[face * 3];
	const b = faces[face * 3 + 1];
	const c = faces[face * 3 + 2];
	return a === b || b === c || c === a;
}

export function checkDegenerate({ mesh, report, facts }: CheckContext, minArea: number = NO_AREA): void {
	const { FACE_NOT_FINITE, FACE_DEGENERATE } = MESH_FINDINGS;
	for (let face = 0; face < mesh.surfaces.length; face++) {
		const area = facts.area(face);
		const reason = degeneracyOf(mesh, face, area, minArea);
		if (reason === undefined) continue;
		const location = faceLocation(mesh, face);
		if (reason === 'not-finite') report.add(FACE_NOT_FINITE, location);
		else report.add(FACE_DEGENERATE, location, { reason, area });
	}
}

/** A sliver with a larger area, in square metres, would be 100 m long: it is not looked at. */
const LARGEST_SLIVER = 0.05;

/** Reports faces that have an area but hardly any width: one finding, at the narrowest. */
export function checkSlivers({ mesh, report, facts }: CheckContext, minArea: number = NO_AREA): void {
	const narrowest = { face: -1, width: THRESHOLDS.sliver, long: 0 };
	let count = 0;
	for (let face = 0; face < mesh.surfaces.length; face++) {
		const area = facts.area(face);
		if (!(area < LARGEST_SLIVER) || degeneracyOf(mesh, face, area, minArea) !== undefined) continue;
		const long = Math.max(...[0, 1, 2].map((k) => edgeLength(mesh, face * 3 + k)));
		const width = (2 * area) / long;
		if (!(width < THRESHOLDS.sliver)) continue;
		count++;
		if (width < narrowest.width) Object.assign(narrowest, { face, width, long });
	}
	const { face, width, long } = narrowest;
	if (count > 0) report.add(MESH_FINDINGS.FACE_SLIVER, faceLocation(mesh, face), { count, width, length: long });
}

function edgeLength({ positions, faces }: Walkmesh, edge: number): number {
	const [x, y, z] = between(positions, faces[edge], faces[edgeEnd(edge)]);
	return Math.hypot(x, y, z);
}

/** The walkmesh without its degenerate faces; each is reported, and so is every transition that goes with one. */
export function dropDegenerateFaces({ mesh, report, facts }: CheckContext, minArea: number): Walkmesh {
	const { FACE_NOT_FINITE_DROPPED, FACE_DEGENERATE_DROPPED } = MESH_FINDINGS;
	let gone: Uint8Array | undefined;
	for (let face = 0; face < mesh.surfaces.length; face++) {
		const area = facts.area(face);
		const reason = degeneracyOf(mesh, face, area, minArea);
		if (reason === undefined) continue;
		gone ??= new Uint8Array(mesh.surfaces.length);
		gone[face] = 1;
		const location = faceLocation(mesh, face);
		if (reason === 'not-finite') report.add(FACE_NOT_FINITE_DROPPED, location);
		else report.add(FACE_DEGENERATE_DROPPED, location, { reason, area });
	}
	if (gone === undefined) return mesh;
	reportLostTransitions(mesh, gone, report);
	return removeFaces(mesh, gone);
}
