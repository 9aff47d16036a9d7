import { walkableNeighbours } from '../../src/geometry/faces.ts';
import { faceVector } from '../../src/geometry/triangles.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';

/** Level ground and slopes. */

/** Ground that is steeper than this is a slope, degrees. */
export const SLOPE = 3;
/** Faces belong to one piece while they face within this angle of its first one, degrees. */
const ALIKE = 8;

/** Walkable faces that join and face alike. */
export interface Piece {
	readonly faces: readonly number[];
	/** Square metres in plan. */
	readonly area: number;
	/** Unit vector, upwards. */
	readonly normal: Vec3;
	/** Of its slope, degrees. */
	readonly angle: number;
	readonly middle: Vec3;
}

/** The pieces of the ground of a walkmesh, in the order of their first faces. */
export function piecesOf(mesh: Walkmesh, table: SurfaceTable): Piece[] {
	const walkable = walkableFaces(table, mesh.surfaces);
	const neighbours = walkableNeighbours(mesh, table);
	const crosses = Array.from(mesh.surfaces, (_, face) => (walkable[face] === 1 ? upwards(mesh, face) : undefined));
	const alike = Math.cos((ALIKE * Math.PI) / 180);
	const seen = new Uint8Array(mesh.surfaces.length);
	const pieces: Piece[] = [];
	crosses.forEach((cross, first) => {
		if (cross === undefined || seen[first] === 1) return;
		const own = unit(cross);
		const faces = [first];
		seen[first] = 1;
		const sum: [number, number, number] = [0, 0, 0];
		for (const face of faces) {
			const each = crosses[face] as Vec3;
			for (let axis = 0; axis < 3; axis++) sum[axis] += each[axis];
			for (let edge = face * 3; edge < face * 3 + 3; edge++) {
				const other = Math.floor(neighbours[edge] / 3);
				const beside = crosses[other];
				if (beside === undefined || seen[other] === 1) continue;
				const [x, y, z] = unit(beside);
				if (x * own[0] + y * own[1] + z * own[2] < alike) continue;
				seen[other] = 1;
				faces.push(other);
			}
		}
		const normal = unit(sum);
		const angle = (Math.acos(Math.min(1, normal[2])) * 180) / Math.PI;
		pieces.push({ faces, area: sum[2] / 2, normal, angle, middle: middleOf(mesh, faces, crosses) });
	});
	return pieces;
}

/** Twice the area of a face as a vector that points up; undefined for faces without an area in plan. */
function upwards({ positions, faces }: Walkmesh, face: number): Vec3 | undefined {
	const cross: [number, number, number] = [0, 0, 0];
	faceVector(positions, faces, face, cross);
	if (cross[2] === 0) return undefined;
	return cross[2] > 0 ? cross : [-cross[0], -cross[1], -cross[2]];
}

function unit([x, y, z]: Vec3): Vec3 {
	const length = Math.hypot(x, y, z);
	return [x / length, y / length, z / length];
}

/** The middle of some faces, each weighed by its area in plan. */
function middleOf(
	{ positions, faces }: Walkmesh,
	own: readonly number[],
	crosses: readonly (Vec3 | undefined)[],
): Vec3 {
	const sum: [number, number, number] = [0, 0, 0];
	let weight = 0;
	for (const face of own) {
		const area = (crosses[face] as Vec3)[2];
		weight += area;
		for (let corner = face * 3; corner < face * 3 + 3; corner++) {
			for (let axis = 0; axis < 3; axis++) sum[axis] += (positions[faces[corner] * 3 + axis] * area) / 3;
		}
	}
	return [sum[0] / weight, sum[1] / weight, sum[2] / weight];
}
