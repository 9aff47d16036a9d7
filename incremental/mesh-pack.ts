import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { FlatArray } from './pack.ts';

/** What of a walkmesh is no array. */
export type MeshHead = Omit<Walkmesh, 'positions' | 'faces' | 'surfaces' | 'transitions'>;

export function headOf(mesh: Walkmesh): MeshHead {
	const { positions: _, faces: __, surfaces: ___, transitions: ____, ...head } = mesh;
	return head;
}

/** The arrays of a walkmesh, in the order that `meshOf` takes them. */
export function arraysOf({ positions, faces, surfaces, transitions }: Walkmesh): FlatArray[] {
	return [positions, faces, surfaces, transitions];
}

/** A walkmesh from its head and four arrays. */
export function meshOf(head: MeshHead, arrays: readonly FlatArray[]): Walkmesh {
	const [positions, faces, surfaces, transitions] = arrays as [Float32Array, Uint32Array, Uint32Array, Int32Array];
	return { ...head, positions, faces, surfaces, transitions };
}
