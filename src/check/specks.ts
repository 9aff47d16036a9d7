import { faceLocation } from '../mesh/locations.ts';
import { surfaceLabel } from '../walkmesh/surfaces.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';

/** Greater faces are meant, such as a mat or a grating, square metres. */
const LARGEST = 0.25;

/** Reports single small faces of another surface amid ground of one surface: a click that went astray in the editor. */
export function checkSpecks({ mesh, surfaces, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const around = facts.allNeighbours;
	for (let face = 0; face < mesh.surfaces.length; face++) {
		const [a, b, c] = [around[face * 3], around[face * 3 + 1], around[face * 3 + 2]];
		if (a < 0 || b < 0 || c < 0) continue;
		const one = mesh.surfaces[Math.floor(a / 3)];
		if (one === mesh.surfaces[face] || mesh.surfaces[Math.floor(b / 3)] !== one) continue;
		if (mesh.surfaces[Math.floor(c / 3)] !== one || !(facts.area(face) < LARGEST)) continue;
		const [surface, amid] = [mesh.surfaces[face], one].map((each) => surfaceLabel(surfaces, each));
		report.add(MESH_FINDINGS.SURFACE_SPECK, faceLocation(mesh, face), { surface, amid });
	}
}
