import fc from 'fast-check';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';

/**
 * Triangles over a few integer points: coincident points, repeated corners, faces without area, doubles and backs are
 * all common.
 */
export const integerSoups: fc.Arbitrary<Walkmesh> = fc
	.record({
		points: fc.array(fc.tuple(small(5), small(5), small(2)), { minLength: 1, maxLength: 14 }),
		corners: fc.array(fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)), { maxLength: 24 }),
		surfaces: fc.array(fc.constantFrom(1, 4, 7, 9), { minLength: 24, maxLength: 24 }),
		rooms: fc.array(fc.constantFrom(-1, -1, -1, 0, 3), { minLength: 72, maxLength: 72 }),
	})
	.map(({ points, corners, surfaces, rooms }) =>
		createWalkmesh({
			positions: Float32Array.from(points.flat()),
			faces: Uint32Array.from(corners.flat().map((corner) => corner % points.length)),
			surfaces: Uint32Array.from(surfaces.slice(0, corners.length)),
			transitions: Int32Array.from(rooms.slice(0, corners.length * 3)),
		}),
	);

function small(max: number): fc.Arbitrary<number> {
	return fc.integer({ min: 0, max });
}

/** Faces of stone over points given as x, y, z. */
export function stoneMesh(points: readonly (readonly number[])[], ...faces: readonly (readonly number[])[]): Walkmesh {
	return createWalkmesh({
		positions: Float32Array.from(points.flat()),
		faces: Uint32Array.from(faces.flat()),
		surfaces: new Uint32Array(faces.length).fill(4),
	});
}

/** A flat or wavy floor of `side` × `rows` squares, two faces each, one metre wide. */
export function gridFloor(
	side: number,
	height: (x: number, y: number) => number = () => 0,
	rows: number = side,
): Walkmesh {
	const points: number[][] = [];
	for (let y = 0; y <= rows; y++) for (let x = 0; x <= side; x++) points.push([x, y, height(x, y)]);
	const faces: number[][] = [];
	for (let y = 0; y < rows; y++) {
		for (let x = 0; x < side; x++) {
			const a = y * (side + 1) + x;
			faces.push([a, a + 1, a + side + 2], [a, a + side + 2, a + side + 1]);
		}
	}
	return createWalkmesh({
		positions: Float32Array.from(points.flat()),
		faces: Uint32Array.from(faces.flat()),
		surfaces: new Uint32Array(faces.length).fill(4),
	});
}

/** Sum of the areas of all faces, in 3D, square metres. */
export function totalArea({ positions, faces }: Walkmesh): number {
	let sum = 0;
	for (let i = 0; i < faces.length; i += 3) {
		const [a, b, c] = [0, 1, 2].map((corner) => [
			...positions.subarray(faces[i + corner] * 3, faces[i + corner] * 3 + 3),
		]);
		const [u, v] = [b, c].map((p) => p.map((value, axis) => value - a[axis]));
		sum += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
	}
	return sum;
}

/** Area of every face seen from above: positive where corners run counter-clockwise. */
export function planAreas({ positions, faces }: Walkmesh): number[] {
	return Array.from({ length: faces.length / 3 }, (_, face) => {
		const [a, b, c] = [0, 1, 2].map((corner) => faces[face * 3 + corner] * 3);
		const [ux, uy] = [positions[b] - positions[a], positions[b + 1] - positions[a + 1]];
		const [vx, vy] = [positions[c] - positions[a], positions[c + 1] - positions[a + 1]];
		return (ux * vy - uy * vx) / 2;
	});
}

/** Every edge with a transition: its face, its ends in no particular order, and the room. */
export function transitionEdges({ faces, transitions }: Walkmesh): string[] {
	const edges: string[] = [];
	for (let edge = 0; edge < faces.length; edge++) {
		if (transitions[edge] < 0) continue;
		const ends = [faces[edge], faces[edge % 3 === 2 ? edge - 2 : edge + 1]].sort((a, b) => a - b);
		edges.push(`${Math.floor(edge / 3)}: ${ends.join(' ')} → ${transitions[edge]}`);
	}
	return edges.sort();
}
