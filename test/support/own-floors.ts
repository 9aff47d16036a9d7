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

/** Several walkmeshes as one, each with vertices of its own; surfaces and transitions as they are. */
export function appended(...meshes: readonly Walkmesh[]): Walkmesh {
	let first = 0;
	const faces = meshes.flatMap((mesh) => {
		const own = Array.from(mesh.faces, (vertex) => vertex + first);
		first += mesh.positions.length / 3;
		return own;
	});
	return createWalkmesh({
		positions: Float32Array.from(meshes.flatMap((mesh) => [...mesh.positions])),
		faces: Uint32Array.from(faces),
		surfaces: Uint32Array.from(meshes.flatMap((mesh) => [...mesh.surfaces])),
		transitions: Int32Array.from(meshes.flatMap((mesh) => [...mesh.transitions])),
	});
}

/** The same faces with another surface. */
export function surfaced(mesh: Walkmesh, surface: number): Walkmesh {
	return { ...mesh, surfaces: mesh.surfaces.map(() => surface) };
}

export const NONWALK = 7;

/** An upright wall between two points of the plan, 3 m high unless said otherwise. */
export function wall(x0: number, y0: number, x1: number, y1: number, low = 0, high = 3, surface = NONWALK): Walkmesh {
	return createWalkmesh({
		positions: Float32Array.of(x0, y0, low, x1, y1, low, x1, y1, high, x0, y0, high),
		faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
		surfaces: Uint32Array.of(surface, surface),
	});
}

/** A floor with walls on it, each by its ends in the plan. */
export function walled(floor: Walkmesh, ...walls: readonly (readonly [number, number, number, number])[]): Walkmesh {
	return appended(floor, ...walls.map((ends) => wall(...ends)));
}
