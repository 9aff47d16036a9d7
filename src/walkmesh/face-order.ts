import { type SurfaceTable, walkableFaces } from './surfaces.ts';
import type { Walkmesh } from './walkmesh.ts';

/** Where faces come from: entry `i` is the old number of the face that is now `i`. */
export type FaceOrder = Uint32Array;

/** Every walkable face before every other one, each group in the order it had. */
export function walkableFirstOrder(
	table: SurfaceTable,
	surfaces: Uint32Array,
): { order: FaceOrder; walkableCount: number } {
	const walk = walkableFaces(table, surfaces);
	const order = new Uint32Array(surfaces.length);
	let at = 0;
	for (let face = 0; face < walk.length; face++) if (walk[face] === 1) order[at++] = face;
	const walkableCount = at;
	for (let face = 0; face < walk.length; face++) if (walk[face] === 0) order[at++] = face;
	return { order, walkableCount };
}

/** The same walkmesh with its faces in another order; surfaces and transitions follow. */
export function reorderFaces(mesh: Walkmesh, order: FaceOrder): Walkmesh {
	if (isIdentity(order) && order.length === mesh.surfaces.length) return mesh;
	const faces = new Uint32Array(order.length * 3);
	const surfaces = new Uint32Array(order.length);
	const transitions = new Int32Array(order.length * 3);
	for (let dst = 0; dst < order.length; dst++) {
		const src = order[dst];
		surfaces[dst] = mesh.surfaces[src];
		for (let corner = 0; corner < 3; corner++) {
			faces[dst * 3 + corner] = mesh.faces[src * 3 + corner];
			transitions[dst * 3 + corner] = mesh.transitions[src * 3 + corner];
		}
	}
	return { ...mesh, faces, surfaces, transitions };
}

/** The walkmesh with its walkable faces first. */
export function sortWalkableFirst(mesh: Walkmesh, table: SurfaceTable): { mesh: Walkmesh; walkableCount: number } {
	const { order, walkableCount } = walkableFirstOrder(table, mesh.surfaces);
	return { mesh: reorderFaces(mesh, order), walkableCount };
}

function isIdentity(order: FaceOrder): boolean {
	for (let i = 0; i < order.length; i++) if (order[i] !== i) return false;
	return true;
}
