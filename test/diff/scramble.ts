import fc from 'fast-check';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';

/** What to do to a walkmesh that does not change its meaning. */
export interface Scramble {
	/** Sort keys for vertices, faces and corners, used again from the start where there are too few. */
	readonly keys: readonly number[];
}

export const scrambles: fc.Arbitrary<Scramble> = fc.record({
	keys: fc.array(fc.integer({ min: 0, max: 1 << 20 }), { minLength: 1, maxLength: 64 }),
});

/** The same walkmesh with its vertices renumbered, its faces in another order and beginning with other corners. */
export function scramble(mesh: Walkmesh, { keys }: Scramble): Walkmesh {
	const key = (i: number): number => keys[i % keys.length] + i / 1e6;
	const vertices = Array.from({ length: mesh.positions.length / 3 }, (_, i) => i).sort((a, b) => key(a) - key(b));
	const newNumber = new Map(vertices.map((old, now) => [old, now]));
	const faces = Array.from({ length: mesh.surfaces.length }, (_, i) => i).sort((a, b) => key(b) - key(a));
	const turned = faces.map((face) => [0, 1, 2].map((k) => face * 3 + ((k + (keys[face % keys.length] % 3)) % 3)));
	return createWalkmesh({
		...mesh,
		positions: Float32Array.from(
			vertices.flatMap((vertex) => [...mesh.positions.subarray(vertex * 3, vertex * 3 + 3)]),
		),
		faces: Uint32Array.from(turned.flat().map((corner) => newNumber.get(mesh.faces[corner]) as number)),
		surfaces: Uint32Array.from(faces, (face) => mesh.surfaces[face]),
		transitions: Int32Array.from(turned.flat(), (corner) => mesh.transitions[corner]),
	});
}
