import fc from 'fast-check';
import type { Vec3 } from '../../src/math/vec3.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';

const anyFloat = fc.float({ noNaN: true, noDefaultInfinity: true, min: Math.fround(-1e6), max: Math.fround(1e6) });
const number = fc.oneof(fc.integer({ min: -40, max: 40 }), anyFloat, fc.constantFrom(0, -0));
const point: fc.Arbitrary<Vec3> = fc.tuple(number, number, number);
const hook: fc.Arbitrary<Vec3> = fc.oneof(point, fc.constant<Vec3>([0, 0, 0]));

/**
 * Walkmeshes of all kinds with any faces over a few vertices, links, and hooks of which some are relative hook + position,
 * as in doors of the game, and some are not.
 */
export const walkmeshes: fc.Arbitrary<Walkmesh> = fc
	.record({
		kind: fc.constantFrom('area', 'placeable', 'door'),
		points: fc.array(point, { minLength: 3, maxLength: 9 }),
		corners: fc.array(fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)), { maxLength: 12 }),
		rooms: fc.array(fc.integer({ min: -1, max: 5 }), { minLength: 36, maxLength: 36 }),
		position: fc.oneof(point, fc.constant<Vec3>([0, 0, 0])),
		hooks: fc.record({ relative1: hook, relative2: hook, absolute1: hook, absolute2: hook }),
		derived: fc.tuple(fc.boolean(), fc.boolean()),
	})
	.map(({ kind, points, corners, rooms, position, hooks, derived }) => {
		const add = (a: Vec3, b: Vec3): Vec3 => [
			Math.fround(a[0] + b[0]),
			Math.fround(a[1] + b[1]),
			Math.fround(a[2] + b[2]),
		];
		return createWalkmesh({
			name: 'made',
			kind: kind as Walkmesh['kind'],
			positions: Float32Array.from(points.flat()),
			faces: Uint32Array.from(corners.flat().map((corner) => corner % points.length)),
			surfaces: Uint32Array.from(corners, (_, face) => face % 20),
			transitions: Int32Array.from(rooms.slice(0, corners.length * 3)),
			position,
			hooks: {
				...hooks,
				absolute1: derived[0] ? add(hooks.relative1, position) : hooks.absolute1,
				absolute2: derived[1] ? add(hooks.relative2, position) : hooks.absolute2,
			},
		});
	});

/** Every linked edge by its end points, in a form that does not depend on numbering or direction. */
export function linkedEdges(mesh: Walkmesh): readonly string[] {
	const edges: string[] = [];
	for (let edge = 0; edge < mesh.transitions.length; edge++) {
		if (mesh.transitions[edge] < 0) continue;
		const face = Math.floor(edge / 3);
		const ends = [mesh.faces[edge], mesh.faces[face * 3 + ((edge + 1) % 3)]];
		const points = ends.map((vertex) =>
			[...mesh.positions.subarray(vertex * 3, vertex * 3 + 3)].map((v) => v + 0).join(' '),
		);
		edges.push(`${face}: ${points.sort().join(' — ')} → ${mesh.transitions[edge]}`);
	}
	return edges.sort();
}

/** Area of every face seen from above: positive where corners run counter-clockwise. */
export function signedAreas({ positions, faces }: Walkmesh): number[] {
	return Array.from({ length: faces.length / 3 }, (_, face) => {
		const [a, b, c] = [0, 1, 2].map((corner) => faces[face * 3 + corner] * 3);
		const ux = positions[b] - positions[a];
		const uy = positions[b + 1] - positions[a + 1];
		const vx = positions[c] - positions[a];
		const vy = positions[c + 1] - positions[a + 1];
		return (ux * vy - uy * vx) / 2;
	});
}
