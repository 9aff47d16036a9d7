import { FLATTER, largestOf } from '../facts/risers.ts';
import type { CheckContext } from '../facts/room-facts.ts';
import { degrees } from '../findings/options.ts';
import { faceLocation } from '../geometry/faces.ts';
import { FACING, faceVector, SLOPE_STRIDE } from '../geometry/triangles.ts';
import { surfaceByName, surfaceLabel } from '../model/surfaces.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { MESH_FINDINGS } from './findings.ts';
import { hangingPatches, walkableWalls } from './orientation.ts';

/**
 * Reports steep walkable faces, in one finding, those too steep to be meant, in another, and those that are risers of steps, in a third. Other vertical
 * faces have a finding of their own.
 */
export function checkSlope({ mesh, walkable, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const steep: { readonly face: number; readonly degrees: number }[] = [];
	const { slopes, facings } = facts;
	for (let face = 0; face < walkable.length; face++) {
		if (walkable[face] === 0 || (facings[face] !== FACING.up && facings[face] !== FACING.vertical)) continue;
		const height = Math.abs(slopes[face * SLOPE_STRIDE]);
		const length = slopes[face * SLOPE_STRIDE + 1];
		if (height > FLATTER * length) continue;
		const angle = (Math.acos(Math.min(1, height / length)) * 180) / Math.PI;
		if (angle >= THRESHOLDS.steep) steep.push({ face, degrees: angle });
	}
	if (steep.length === 0) return;
	const all = facts.risers;
	const isTooSteep = new Set(steep.filter(({ degrees }) => degrees >= THRESHOLDS.tooSteep).map(({ face }) => face));
	const risers = all.filter(({ faces }) => faces.some((face) => isTooSteep.has(face)));
	const told = new Set([...risers.flatMap(({ faces }) => faces), ...walkableWalls({ mesh, facts }).flat()]);
	const gentle = new Set(all.flatMap(({ faces }) => faces).filter((face) => !told.has(face)));
	const { GROUND_STEEP, GROUND_TOO_STEEP, STAIR_RISERS } = MESH_FINDINGS;
	for (const type of [GROUND_STEEP, GROUND_TOO_STEEP]) {
		const found = steep.filter(
			({ face }) =>
				facings[face] === FACING.up && !told.has(face) && isTooSteep.has(face) === (type === GROUND_TOO_STEEP),
		);
		if (found.length === 0) continue;
		const worst = found.reduce((most, each) => (each.degrees > most.degrees ? each : most));
		const ofSteps = found.filter(({ face }) => gentle.has(face)).length;
		const data = { degrees: worst.degrees, count: found.length, ...(ofSteps === 0 ? {} : { risers: ofSteps }) };
		report.add(type, faceLocation(mesh, worst.face), data);
	}
	if (risers.length === 0) return;
	const highest = risers.reduce((most, each) => (each.height > most.height ? each : most));
	const { height, faces } = highest;
	report.add(STAIR_RISERS, faceLocation(mesh, largestOf(facts, faces)), { height, count: risers.length });
}

export const CLOSE_STEEP_OPTIONS = {
	steepest: degrees(
		'Walkable faces at least this steep become Nonwalk; sides and undersides of floors, and ceilings, Obscuring.',
		THRESHOLDS.tooSteep,
		{
			limits: { above: 0, maximum: 90 },
		},
	),
};

/** Label of the surface that steep faces get: they are walls. */
const NONWALK = 'Nonwalk';
/** That of undersides, of the sides of floors and of ceilings: unlike a wall, it stops nobody who stands above it or beside it, only sight. */
const OBSCURING = 'Obscuring';

/**
 * Makes steep walkable faces, also vertical ones, Nonwalk, and those that hang above or below other ground Obscuring, with the sides between a floor
 * and its underside: Nonwalk sides would stop characters at the very seam that they close. @returns the walkmesh that was given where there are none
 */
export function closeSteep(context: CheckContext, steepest: number): Walkmesh {
	const { mesh, walkable, surfaces: table, report } = context;
	const nonwalk = surfaceByName(table, NONWALK)?.surface;
	if (nonwalk === undefined) return mesh;
	// Half a millionth of a degree less, as rounding may make 89.9999999 of 90.
	const most = Math.cos(((steepest - 5e-7) * Math.PI) / 180);
	const vector: [number, number, number] = [0, 0, 0];
	const isSteep = (face: number): boolean => {
		if (walkable[face] === 0) return false;
		const size = faceVector(mesh.positions, mesh.faces, face, vector);
		return size > 0 && Math.abs(vector[2]) <= most * size;
	};
	const hanging = facesOfSlabs(context, isSteep);
	const surfaces = mesh.surfaces.slice();
	const obscuring = surfaceByName(table, OBSCURING)?.surface ?? nonwalk;
	for (const face of hanging) surfaces[face] = obscuring;
	let count = 0;
	for (let face = 0; face < walkable.length; face++) {
		if (hanging.has(face) || !isSteep(face)) continue;
		surfaces[face] = nonwalk;
		count++;
	}
	if (count + hanging.size === 0) return mesh;
	const { GROUND_STEEP_CLOSED, FLOOR_SIDES_CLOSED } = MESH_FINDINGS;
	const closed = { degrees: steepest, surface: surfaceLabel(table, nonwalk) };
	if (count > 0) report.add(GROUND_STEEP_CLOSED, {}, { count, ...closed });
	const sides = { count: hanging.size, surface: surfaceLabel(table, obscuring) };
	if (hanging.size > 0) report.add(FLOOR_SIDES_CLOSED, {}, sides);
	return { ...mesh, surfaces };
}

/** The faces that hang above or below other ground, and the steep ones that connect the underside of a floor with its rim. */
function facesOfSlabs(context: CheckContext, isSteep: (face: number) => boolean): Set<number> {
	const found = new Set<number>();
	const undersides: number[] = [];
	for (const { faces, hanging } of hangingPatches(context)) {
		for (const face of faces) found.add(face);
		if (hanging.kind === 'underside') undersides.push(...faces);
	}
	if (undersides.length === 0) return found;
	const { allNeighbours } = context.facts;
	for (const face of undersides) {
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			const next = Math.floor(allNeighbours[edge] / 3);
			if (next < 0 || found.has(next) || !isSteep(next)) continue;
			found.add(next);
			undersides.push(next);
		}
	}
	return found;
}
