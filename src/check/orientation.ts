import type { FindingType } from '../findings/report.ts';
import { faceLocation } from '../mesh/locations.ts';
import { FACING } from '../mesh/triangles.ts';
import { flipFaces } from '../walkmesh/faces.ts';
import { surfaceLabel } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';
import type { RoomFacts } from './room-facts.ts';
import { facesAgainstGround } from './winding.ts';

const { WALKABLE_FACE_DOWN, WALKABLE_FACE_FLIPPED, WALKABLE_FACE_VERTICAL, WALKABLE_UPSIDE_DOWN } = MESH_FINDINGS;

/** Reports walkable faces that face down or are vertical. */
export function checkOrientation(context: CheckContext): void {
	reportOrientation(context, WALKABLE_FACE_DOWN);
}

/** The same, but faces that face down are errors. */
export function refuseFacingDown(context: CheckContext): void {
	reportOrientation(context, { ...WALKABLE_FACE_DOWN, severity: 'error' });
}

/** The walkmesh with its walkable faces that face down flipped; each is reported. Vertical ones are reported and left. */
export function flipFacingDown(context: CheckContext): Walkmesh {
	const down = reportFaces(context, FACING.down, WALKABLE_FACE_FLIPPED);
	reportFaces(context, FACING.vertical, WALKABLE_FACE_VERTICAL);
	return flipFaces(context.mesh, down);
}

/** The walkmesh with those of its walkable faces flipped that can only be floor with its corners in the wrong order; each is reported. */
export function flipAgainstGround(context: CheckContext): Walkmesh {
	const { mesh, surfaces, report } = context;
	const wrong = facesAgainstGround(context);
	for (const face of wrong)
		report.add(WALKABLE_FACE_FLIPPED, faceLocation(mesh, face), {
			surface: surfaceLabel(surfaces, mesh.surfaces[face]),
		});
	return flipFaces(mesh, wrong);
}

function reportOrientation(context: CheckContext, type: FindingType<[{ surface: string }]>): void {
	const { facts } = context;
	const down = reportFaces(context, FACING.down, type);
	if (down.length > 0) {
		const total = (ids: Uint32Array): number => ids.reduce((sum, face) => sum + facts.area(face), 0);
		const areas = { up: total(walkableFacing(facts, FACING.up)), down: total(down) };
		if (areas.down > areas.up) context.report.add(WALKABLE_UPSIDE_DOWN, faceLocation(context.mesh, down[0]), areas);
	}
	reportFaces(context, FACING.vertical, WALKABLE_FACE_VERTICAL);
}

/** The walkable faces that face one way, ascending. */
function walkableFacing({ facings, walkable }: RoomFacts, facing: number): Uint32Array {
	const ids: number[] = [];
	for (let face = 0; face < facings.length; face++)
		if (facings[face] === facing && walkable[face] === 1) ids.push(face);
	return Uint32Array.from(ids);
}

/** Reports the faces that face one way. @returns these faces */
function reportFaces(
	{ mesh, surfaces, report, facts }: CheckContext,
	facing: number,
	type: FindingType<[{ surface: string }]>,
): Uint32Array {
	const ids = walkableFacing(facts, facing);
	for (const face of ids) {
		report.add(type, faceLocation(mesh, face), { surface: surfaceLabel(surfaces, mesh.surfaces[face]) });
	}
	return ids;
}
