import { buildAdjacency } from '../mesh/half-edges.ts';
import { faceLocation } from '../mesh/locations.ts';
import { surfaceLabel } from '../walkmesh/surfaces.ts';
import { vertexCount, type Walkmesh } from '../walkmesh/walkmesh.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';

/** Larger faces are meant, such as a mat or a grating; square metres. */
const LARGEST = 0.25;

/** Reports single small faces of another surface amid ground of one surface: a slip of the mouse in an editor. */
export function checkSpecks({ mesh, surfaces, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const corners = mixedCorners(mesh);
	if (!corners.includes(3)) return;
	const near = corners.map((mixed) => Number(mixed > 1));
	// A face that shares an edge with a speck has at least two mixed corners, so faces with fewer can be left out of the adjacency.
	const around = buildAdjacency(mesh.faces, near, vertexCount(mesh)).neighbours;
	for (let face = 0; face < mesh.surfaces.length; face++) {
		if (corners[face] < 3) continue;
		const [a, b, c] = [around[face * 3], around[face * 3 + 1], around[face * 3 + 2]];
		if (a < 0 || b < 0 || c < 0) continue;
		const one = mesh.surfaces[Math.floor(a / 3)];
		if (one === mesh.surfaces[face] || mesh.surfaces[Math.floor(b / 3)] !== one) continue;
		if (mesh.surfaces[Math.floor(c / 3)] !== one || !(facts.area(face) < LARGEST)) continue;
		const [surface, amid] = [mesh.surfaces[face], one].map((each) => surfaceLabel(surfaces, each));
		report.add(MESH_FINDINGS.SURFACE_SPECK, faceLocation(mesh, face), { surface, amid });
	}
}

/** 1 byte a face: how many of its corners also belong to faces of other surfaces. A face amid another surface has three. */
function mixedCorners({ faces, surfaces, positions }: Walkmesh): Uint8Array {
	/** The surface of the faces around each vertex, plus one; 0 before the first face, −1 where there are several. */
	const about = new Int32Array(positions.length / 3);
	for (let corner = 0, face = 0; corner < faces.length; corner += 3, face++) {
		const own = surfaces[face] + 1;
		for (let i = corner; i < corner + 3; i++) {
			const other = about[faces[i]];
			about[faces[i]] = other === 0 || other === own ? own : -1;
		}
	}
	const mixed = new Uint8Array(surfaces.length);
	for (let corner = 0; corner < faces.length; corner++) if (about[faces[corner]] < 0) mixed[Math.floor(corner / 3)]++;
	return mixed;
}
