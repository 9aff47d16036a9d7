import { buildAdjacency } from '../mesh/half-edges.ts';
import { faceLocation } from '../mesh/locations.ts';
import { faceArea } from '../mesh/triangles.ts';
import { surfaceLabel } from '../walkmesh/surfaces.ts';
import { vertexCount } from '../walkmesh/walkmesh.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';

/** Greater faces are meant, such as a mat or a grating, square metres. */
const LARGEST = 0.25;

/** Reports single small faces of another surface amid ground of one surface: a click that went astray in the editor. */
export function checkSpecks({ mesh, surfaces, report }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const all = new Uint8Array(mesh.surfaces.length).fill(1);
	const { neighbours } = buildAdjacency(mesh.faces, all, vertexCount(mesh));
	for (let face = 0; face < mesh.surfaces.length; face++) {
		const around = [0, 1, 2].map((k) => neighbours[face * 3 + k]);
		if (around.some((edge) => edge < 0)) continue;
		const [one, ...others] = around.map((edge) => mesh.surfaces[Math.floor(edge / 3)]);
		if (one === mesh.surfaces[face] || others.some((surface) => surface !== one)) continue;
		if (!(faceArea(mesh.positions, mesh.faces, face) < LARGEST)) continue;
		const [surface, amid] = [mesh.surfaces[face], one].map((each) => surfaceLabel(surfaces, each));
		report.add(MESH_FINDINGS.SURFACE_SPECK, faceLocation(mesh, face), { surface, amid });
	}
}
