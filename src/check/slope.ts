import { faceLocation } from '../mesh/locations.ts';
import { FACING, faceVector, facingOf } from '../mesh/triangles.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';

/** Of the walkable faces of real rooms 90 % are flatter than 12°; 24 of 5,309 are steeper than 45°, 17 steeper than 60°. */
const STEEP = 45;
/** Half a degree more than what people mean by 60°: a slope of 4 to 7, drawn on a grid, has 60.3°. */
const TOO_STEEP = 60.5;

/** Reports walkable faces as steep as a ladder: one finding for the steep ones, one for those that are a slip. Vertical faces have their own. */
export function checkSlope({ mesh, walkable, report }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const found = { steep: { count: 0, face: -1, degrees: 0 }, tooSteep: { count: 0, face: -1, degrees: 0 } };
	const vector: [number, number, number] = [0, 0, 0];
	for (let face = 0; face < walkable.length; face++) {
		if (walkable[face] === 0) continue;
		const length = faceVector(mesh.positions, mesh.faces, face, vector);
		if (facingOf(vector, length) !== FACING.up) continue;
		const degrees = (Math.acos(Math.min(1, vector[2] / length)) * 180) / Math.PI;
		if (!(degrees >= STEEP)) continue;
		const kind = degrees >= TOO_STEEP ? found.tooSteep : found.steep;
		kind.count++;
		if (degrees > kind.degrees) Object.assign(kind, { face, degrees });
	}
	const { steep, tooSteep } = found;
	const tell = (type: typeof MESH_FINDINGS.GROUND_STEEP | typeof MESH_FINDINGS.GROUND_TOO_STEEP, of: typeof steep) =>
		report.add(type, faceLocation(mesh, of.face), { degrees: of.degrees, count: of.count });
	if (steep.count > 0) tell(MESH_FINDINGS.GROUND_STEEP, steep);
	if (tooSteep.count > 0) tell(MESH_FINDINGS.GROUND_TOO_STEEP, tooSteep);
}
