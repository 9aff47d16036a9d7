import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';

/** Several walkmeshes as one, vertices at the same point shared; surfaces as they are. */
export function merged(...meshes: readonly Walkmesh[]): Walkmesh {
	const vertices = new Map<string, number>();
	const positions: number[] = [];
	const faces: number[] = [];
	for (const mesh of meshes) {
		for (const corner of mesh.faces) {
			const point = [...mesh.positions.subarray(corner * 3, corner * 3 + 3)];
			const known = vertices.get(point.join());
			const vertex = known ?? positions.push(...point) / 3 - 1;
			vertices.set(point.join(), vertex);
			faces.push(vertex);
		}
	}
	return createWalkmesh({
		positions: Float32Array.from(positions),
		faces: Uint32Array.from(faces),
		surfaces: Uint32Array.from(meshes.flatMap((mesh) => [...mesh.surfaces])),
	});
}

/** Faces of another walkmesh beside those of one, with vertices of their own. */
export function appended(mesh: Walkmesh, more: Walkmesh): Walkmesh {
	const first = mesh.positions.length / 3;
	return createWalkmesh({
		positions: Float32Array.from([...mesh.positions, ...more.positions]),
		faces: Uint32Array.from([...mesh.faces, ...more.faces.map((vertex) => vertex + first)]),
		surfaces: Uint32Array.from([...mesh.surfaces, ...more.surfaces]),
	});
}

/** The same faces with another surface. */
export function surfaced(mesh: Walkmesh, surface: number): Walkmesh {
	return { ...mesh, surfaces: mesh.surfaces.map(() => surface) };
}

export const NONWALK = 7;
