import fc from 'fast-check';
import type { Vec3 } from '../../src/math/vec3.ts';
import { createWalkmesh, type Hooks, type Walkmesh } from '../../src/model/walkmesh.ts';

/** Any float32 that a file may hold, −0 and subnormals included. */
export const float32: fc.Arbitrary<number> = fc.float({ noNaN: true, noDefaultInfinity: true });

const vec3: fc.Arbitrary<Vec3> = fc.tuple(float32, float32, float32);

const hooks: fc.Arbitrary<Hooks> = fc.record({ relative1: vec3, relative2: vec3, absolute1: vec3, absolute2: vec3 });

export interface WalkmeshChoice {
	readonly coordinate?: fc.Arbitrary<number>;
	readonly surface?: fc.Arbitrary<number>;
	readonly kind?: Walkmesh['kind'];
}

/** Walkmeshes of a few faces with whatever coordinates, surfaces, links and hooks: nothing about them is sensible. */
export function anyWalkmesh({
	coordinate = float32,
	surface = fc.nat(30),
	kind,
}: WalkmeshChoice = {}): fc.Arbitrary<Walkmesh> {
	return fc
		.record({
			vertexCount: fc.integer({ min: 3, max: 8 }),
			kind:
				kind === undefined
					? fc.constantFrom('area' as const, 'placeable' as const, 'door' as const)
					: fc.constant(kind),
			position: vec3,
			hooks,
			state: fc.constantFrom('closed' as const, 'open1' as const, 'open2' as const),
		})
		.chain((base) =>
			fc.record({
				base: fc.constant(base),
				coordinates: fc.array(coordinate, { minLength: base.vertexCount * 3, maxLength: base.vertexCount * 3 }),
				faces: fc.array(
					fc.record({
						corners: fc.tuple(...[0, 1, 2].map(() => fc.nat(base.vertexCount - 1))),
						surface,
						links: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -1, max: 3 }))),
					}),
					{ maxLength: 10 },
				),
			}),
		)
		.map(({ base, coordinates, faces }) =>
			createWalkmesh({
				name: 'any',
				kind: base.kind,
				...(base.kind === 'door' ? { doorState: base.state } : {}),
				positions: Float32Array.from(coordinates),
				faces: Uint32Array.from(faces.flatMap(({ corners }) => corners)),
				surfaces: Uint32Array.from(faces, (face) => face.surface),
				transitions: Int32Array.from(faces.flatMap(({ links }) => (base.kind === 'area' ? links : [-1, -1, -1]))),
				position: base.position,
				hooks: base.hooks,
			}),
		);
}

/** The words of arrays, so that −0 and 0 differ. */
export function bitsOf(array: Float32Array | Uint32Array | Int32Array): number[] {
	return [...new Uint32Array(array.buffer, array.byteOffset, array.length)];
}

/** A flat square floor, two faces, counter-clockwise from above. */
export function floor(surface = 4, size = 10): Walkmesh {
	return createWalkmesh({
		name: 'floor',
		positions: Float32Array.of(0, 0, 0, size, 0, 0, size, size, 0, 0, size, 0),
		faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
		surfaces: Uint32Array.of(surface, surface),
	});
}
