import { edgeEnd } from '../../src/geometry/half-edges.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';

/** A plane z = gx·x + gy·y + base. */
export type Plane = readonly [gx: number, gy: number, base: number];

/**
 * The ground about somebody who stands on a face, against which the heights of walls are measured, out to their radius: whether a wall is a kerb does not
 * depend on the side that one comes from. The ground goes on as the face does, up to the heights that the face has, and beyond its edges as the faces
 * there do. Where these differ, what stops fewer people counts: whoever crosses a wall stands at its foot, and there they agree.
 */
export interface Footing {
	/** What stops somebody is above all of these, by a step. */
	readonly lows: readonly Plane[];
	/** And below all of these, by the height of the creature. */
	readonly highs: readonly Plane[];
	readonly lowest: number;
	readonly highest: number;
}

/** Level ground at a height, as far as one looks. */
export function levelFooting(z: number): Footing {
	const plane: Plane = [0, 0, z];
	return { lows: [plane], highs: [plane], lowest: z, highest: z };
}

/** The part of a face's normal that points up, below which the face is upright: nobody stands on it. */
const UPRIGHT = 1e-3;
/** Rounding makes slopes that differ by less. */
const SAME_SLOPE = 1e-6;

/** A face of a room, as far as its shape is concerned. */
interface FaceOf {
	readonly room: { readonly mesh: Pick<Walkmesh, 'positions' | 'faces'> };
	readonly face: number;
}

/** @param across the faces on the other side of an edge, also over a link */
export function footingOn({ room, face }: FaceOf, across: (edge: number) => readonly FaceOf[]): Footing {
	const { positions, faces } = room.mesh;
	const [p, q, r] = [faces[face * 3] * 3 + 2, faces[face * 3 + 1] * 3 + 2, faces[face * 3 + 2] * 3 + 2];
	const lowest = Math.min(positions[p], positions[q], positions[r]);
	const highest = Math.max(positions[p], positions[q], positions[r]);
	const own = planeOf(positions, faces, face);
	// Those who go over it stand on what is above and below it.
	if (own === undefined) return { lows: [[0, 0, highest]], highs: [[0, 0, lowest]], lowest, highest };
	const [lows, highs] = [[own], [own]];
	if (lowest < highest) {
		lows.push([0, 0, lowest]);
		highs.push([0, 0, highest]);
	}
	for (let edge = face * 3; edge < face * 3 + 3; edge++) {
		const [a, b, c] = [faces[edge] * 3, faces[edgeEnd(edge)] * 3, faces[edgeEnd(edgeEnd(edge))] * 3];
		const [dx, dy] = [positions[b] - positions[a], positions[b + 1] - positions[a + 1]];
		const length = Math.hypot(dx, dy);
		if (!(length > 0)) continue;
		// The way out over the edge, in plan.
		const inside = dx * (positions[c + 1] - positions[a + 1]) - dy * (positions[c] - positions[a]);
		const [nx, ny] = inside > 0 ? [dy / length, -dx / length] : [-dy / length, dx / length];
		for (const each of across(edge)) {
			const other = planeOf(each.room.mesh.positions, each.room.mesh.faces, each.face);
			if (other === undefined) continue;
			const bend = (other[0] - own[0]) * nx + (other[1] - own[1]) * ny;
			if (Math.abs(bend) < SAME_SLOPE) continue;
			// Hinged at the edge: beyond it, the ground of the next face.
			const base = own[2] - bend * (nx * positions[a] + ny * positions[a + 1]);
			(bend > 0 ? lows : highs).push([own[0] + bend * nx, own[1] + bend * ny, base]);
		}
	}
	return { lows, highs, lowest, highest };
}

/** The plane of a face; undefined for one that is upright. */
function planeOf(positions: Float32Array, faces: Uint32Array, face: number): Plane | undefined {
	const [a, b, c] = [faces[face * 3] * 3, faces[face * 3 + 1] * 3, faces[face * 3 + 2] * 3];
	const [x, y, z] = [positions[a], positions[a + 1], positions[a + 2]];
	const [ux, uy, uz] = [positions[b] - x, positions[b + 1] - y, positions[b + 2] - z];
	const [vx, vy, vz] = [positions[c] - x, positions[c + 1] - y, positions[c + 2] - z];
	const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
	if (!(Math.abs(nz) > UPRIGHT * Math.hypot(nx, ny, nz))) return undefined;
	const [gx, gy] = [-nx / nz, -ny / nz];
	return [gx, gy, z - gx * x - gy * y];
}
