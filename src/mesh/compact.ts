import type { Report } from '../findings/report.ts';
import { reorderFaces } from '../walkmesh/face-order.ts';
import { NONE, type Walkmesh } from '../walkmesh/walkmesh.ts';
import { MESH_FINDINGS } from './findings.ts';
import { indicesOf } from './half-edges.ts';
import { edgePlace } from './locations.ts';

/** The walkmesh without some faces; the others keep their order. @param gone 1 byte a face, 0 for those that stay */
export function removeFaces(mesh: Walkmesh, gone: Uint8Array): Walkmesh {
	const kept = indicesOf(gone, 0);
	return kept.length === gone.length ? mesh : reorderFaces(mesh, kept);
}

/** Reports the transitions of faces that are about to be removed. */
export function reportLostTransitions(mesh: Walkmesh, gone: Uint8Array, report: Report): void {
	for (let edge = 0; edge < mesh.transitions.length; edge++) {
		const room = mesh.transitions[edge];
		if (room !== NONE && gone[Math.floor(edge / 3)] !== 0) {
			report.add(MESH_FINDINGS.TRANSITION_LOST, edgePlace(mesh, edge), { room });
		}
	}
}

/** How many vertices no face uses. */
export function countUnused(mesh: Walkmesh): number {
	return usedVertices(mesh).reduce((count, used) => count + 1 - used, 0);
}

/**
 * The walkmesh without the vertices that no face uses; the others keep their order. The same walkmesh when all are
 * used.
 */
export function dropUnusedVertices(mesh: Walkmesh): { mesh: Walkmesh; dropped: number } {
	const used = usedVertices(mesh);
	const remap = new Uint32Array(used.length);
	let count = 0;
	for (let vertex = 0; vertex < used.length; vertex++) {
		remap[vertex] = count;
		count += used[vertex];
	}
	const dropped = used.length - count;
	if (dropped === 0) return { mesh, dropped };
	const positions = new Float32Array(count * 3);
	for (let vertex = 0; vertex < used.length; vertex++) {
		if (used[vertex] === 0) continue;
		for (let axis = 0; axis < 3; axis++) positions[remap[vertex] * 3 + axis] = mesh.positions[vertex * 3 + axis];
	}
	return { mesh: { ...mesh, positions, faces: mesh.faces.map((vertex) => remap[vertex]) }, dropped };
}

function usedVertices({ positions, faces }: Walkmesh): Uint8Array {
	const used = new Uint8Array(Math.floor(positions.length / 3));
	for (let i = 0; i < faces.length; i++) used[faces[i]] = 1;
	return used;
}
