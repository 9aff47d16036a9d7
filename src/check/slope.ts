import { faceLocation } from '../mesh/locations.ts';
import { FACING, faceVector, SLOPE_STRIDE } from '../mesh/triangles.ts';
import { degrees } from '../options/options.ts';
import { surfaceByName, surfaceLabel } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';
import { hangingPatches } from './orientation.ts';

/** Degrees from which a walkable face is steep. In real rooms 90 % are flatter than 12°; 24 of 5,309 are steeper than 45°, 17 steeper than 60°. */
export const STEEP = 45;
/** z of the unit normal of such a slope, and a little more. A face with a greater one is flatter, and its angle need not be computed. */
const FLATTER = Math.cos((STEEP * Math.PI) / 180) + 1e-9;
/** Degrees from which a face is too steep: half a degree more than 60, as a slope of 4 to 7, drawn on a grid, has 60.3°. */
const TOO_STEEP = 60.5;

/** Reports steep walkable faces, in one finding, and those too steep to be meant, in another. Vertical faces have a finding of their own. */
export function checkSlope({ mesh, walkable, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const found = { steep: { count: 0, face: -1, degrees: 0 }, tooSteep: { count: 0, face: -1, degrees: 0 } };
	const { slopes, facings } = facts;
	for (let face = 0; face < walkable.length; face++) {
		if (walkable[face] === 0 || facings[face] !== FACING.up) continue;
		const height = slopes[face * SLOPE_STRIDE];
		const length = slopes[face * SLOPE_STRIDE + 1];
		if (height > FLATTER * length) continue;
		const angle = (Math.acos(Math.min(1, height / length)) * 180) / Math.PI;
		if (!(angle >= STEEP)) continue;
		const kind = angle >= TOO_STEEP ? found.tooSteep : found.steep;
		kind.count++;
		if (angle > kind.degrees) Object.assign(kind, { face, degrees: angle });
	}
	const { steep, tooSteep } = found;
	const tell = (type: typeof MESH_FINDINGS.GROUND_STEEP | typeof MESH_FINDINGS.GROUND_TOO_STEEP, of: typeof steep) =>
		report.add(type, faceLocation(mesh, of.face), { degrees: of.degrees, count: of.count });
	if (steep.count > 0) tell(MESH_FINDINGS.GROUND_STEEP, steep);
	if (tooSteep.count > 0) tell(MESH_FINDINGS.GROUND_TOO_STEEP, tooSteep);
}

export const CLOSE_STEEP_OPTIONS = {
	steepest: degrees(
		TOO_STEEP,
		'Walkable faces at least this steep become Nonwalk; sides and undersides of floors, and ceilings, Obscuring.',
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
