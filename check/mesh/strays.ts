import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import type { CheckContext } from '../../src/facts/context.ts';
import type { RoomFacts } from '../../src/facts/room-facts.ts';
import { FACING, SLOPE_STRIDE } from '../../src/geometry/triangles.ts';
import { type Vec3, vec3At } from '../../src/math/vec3.ts';
import { THRESHOLDS, WALL_COSINE } from '../../src/model/thresholds.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';

/** Fewer other corners than these may well have one that lies far out. */
const LEAST_OTHERS = 6;

/** Reports single vertices that lie far away from all others of a room: all that is wrong with their faces comes from that. */
export function checkStrays({ mesh, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	for (const at of outermost(mesh.positions)) {
		const { others, box } = boxWithout(mesh, at);
		const faces = facesAt(mesh, at);
		if (others === 0 || faces.length === 0) continue;
		const size = Math.hypot(...[0, 1, 2].map((axis) => box[axis + 3] - box[axis]));
		const off = [0, 1, 2].map((axis) => Math.max(box[axis] - at[axis], at[axis] - box[axis + 3], 0));
		const distance = Math.hypot(...off);
		const inPlan = Math.hypot(off[0], off[1]);
		const isFar =
			distance > Math.max(size * THRESHOLDS.strayShare, THRESHOLDS.strayDistance) &&
			faces.some((face) => isSpoilt(facts, face));
		const isVeryFar =
			others >= LEAST_OTHERS && inPlan > Math.max(size * THRESHOLDS.strayShareAlone, THRESHOLDS.strayDistanceAlone);
		if (isFar || isVeryFar) {
			report.add(MESH_FINDINGS.VERTEX_STRAY, { face: faces[0], at }, { distance, size, faces: faces.length });
			return;
		}
	}
}

/** Ground that nobody would model: walkable, and upright, turned over or a wall. */
function isSpoilt({ walkable, facings, slopes }: RoomFacts, face: number): boolean {
	if (walkable[face] === 0) return false;
	const [height, length] = [slopes[face * SLOPE_STRIDE], slopes[face * SLOPE_STRIDE + 1]];
	return facings[face] !== FACING.up || height < WALL_COSINE * length;
}

/** Points that are the only one at an end of the box around all, where a wide gap follows. */
function outermost(positions: Float32Array): Vec3[] {
	const found: Vec3[] = [];
	for (let side = 0; side < 6; side++) {
		const axis = side % 3;
		const sign = side < 3 ? 1 : -1;
		let [first, most, next, least] = [-1, -Infinity, -Infinity, Infinity];
		for (let i = axis; i < positions.length; i += 3) {
			const value = positions[i] * sign;
			if (value > most) {
				next = most;
				most = value;
				first = i - axis;
			} else if (value > next && !(value === most && isSame(positions, i - axis, first))) next = value;
			if (value < least) least = value;
		}
		if (first < 0 || !(most - next > (next - least) * (THRESHOLDS.strayShare / 2)) || !(most - next > 1)) continue;
		const at = vec3At(positions, first / 3);
		if (!found.some((each) => each.every((value, i) => value === at[i]))) found.push(at);
	}
	return found;
}

function isSame(positions: Float32Array, a: number, b: number): boolean {
	return [0, 1, 2].every((axis) => positions[a + axis] === positions[b + axis]);
}

/** The box around all corners but those at a point, and how many these are. */
function boxWithout({ positions, faces }: Walkmesh, at: Vec3): { others: number; box: number[] } {
	const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
	const seen = new Uint8Array(positions.length / 3);
	let others = 0;
	for (const vertex of faces) {
		if (seen[vertex] === 1) continue;
		seen[vertex] = 1;
		if (isAt(positions, vertex, at)) continue;
		others++;
		for (let axis = 0; axis < 3; axis++) {
			const value = positions[vertex * 3 + axis];
			if (value < box[axis]) box[axis] = value;
			if (value > box[axis + 3]) box[axis + 3] = value;
		}
	}
	return { others, box };
}

function facesAt({ positions, faces }: Walkmesh, at: Vec3): number[] {
	const found: number[] = [];
	for (let corner = 0; corner < faces.length; corner++)
		if (isAt(positions, faces[corner], at)) found.push(Math.floor(corner / 3));
	return found;
}

function isAt(positions: Float32Array, vertex: number, at: Vec3): boolean {
	return at.every((value, axis) => positions[vertex * 3 + axis] === value);
}
