import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import type { CheckContext, RoomFacts } from '../../src/facts/room-facts.ts';
import { extentAbout, faceLocation } from '../../src/geometry/faces.ts';
import { buildAdjacency, edgeEnd } from '../../src/geometry/half-edges.ts';
import { FACING, SLOPE_STRIDE } from '../../src/geometry/triangles.ts';
import { type Vec3, vec3At } from '../../src/math/vec3.ts';
import { surfaceLabel } from '../../src/model/surfaces.ts';
import { THRESHOLDS, WALL_COSINE } from '../../src/model/thresholds.ts';
import { PERSON, vertexCount, type Walkmesh } from '../../src/model/walkmesh.ts';
import { type SharedPlan, visitShared } from '../../src/plan/plan-ground.ts';
import { isBroad } from '../../src/plan/plan-overlap.ts';
import { gatherWorst } from '../../src/seams/seam-search.ts';
import { StandingObstacles } from './standing.ts';

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
			report.add(
				MESH_FINDINGS.VERTEX_STRAY,
				{ face: faces[0], at },
				{ distance, size, faces: faces.length, extent: extentAbout(mesh, at, faces) },
			);
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

/** Reports single small faces of another surface amid ground of one surface: a slip of the mouse in an editor. */
export function checkSpecks({ mesh, surfaces, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const small = withoutKnown(smallAmidOthers(facts), facts);
	if (small.length === 0) return;
	const around = buildAdjacency(
		mesh.faces,
		facesBeside(mesh.faces, small, vertexCount(mesh)),
		vertexCount(mesh),
	).neighbours;
	for (const face of small) {
		const [a, b, c] = [around[face * 3], around[face * 3 + 1], around[face * 3 + 2]];
		if (a < 0 || b < 0 || c < 0) continue;
		const one = mesh.surfaces[Math.floor(a / 3)];
		if (one === mesh.surfaces[face] || mesh.surfaces[Math.floor(b / 3)] !== one) continue;
		if (mesh.surfaces[Math.floor(c / 3)] !== one) continue;
		const [surface, amid] = [mesh.surfaces[face], one].map((each) => surfaceLabel(surfaces, each));
		report.add(MESH_FINDINGS.SURFACE_SPECK, faceLocation(mesh, face), { surface, amid });
	}
}

/** Small faces whose corners all belong to faces of other surfaces as well, as those of every face amid another surface do. Ascending. */
function smallAmidOthers(facts: RoomFacts): number[] {
	const { faces, surfaces, positions } = facts.mesh;
	/** The surface of the faces around each vertex, plus one; 0 before the first face, −1 where there are several. */
	const about = new Int32Array(positions.length / 3);
	for (let face = 0; face < surfaces.length; face++) {
		const own = surfaces[face] + 1;
		noteSurface(about, faces[face * 3], own);
		noteSurface(about, faces[face * 3 + 1], own);
		noteSurface(about, faces[face * 3 + 2], own);
	}
	const small: number[] = [];
	for (let face = 0; face < surfaces.length; face++) {
		const at = face * 3;
		if ((about[faces[at]] & about[faces[at + 1]] & about[faces[at + 2]]) < 0 && facts.area(face) < THRESHOLDS.speckArea)
			small.push(face);
	}
	return small;
}

/** Leaves out walkable faces whose walkable neighbours show that they do not lie amid one surface. */
function withoutKnown(small: readonly number[], { mesh, walkable, adjacency }: RoomFacts): readonly number[] {
	const { faces, surfaces } = mesh;
	const { neighbours, overfull } = adjacency;
	// Where more than two faces share an edge, which are linked depends on all of them.
	if (small.length === 0 || overfull.length > 0) return small;
	const besideOthers = new Uint8Array(vertexCount(mesh));
	for (let face = 0; face < walkable.length; face++) {
		if (walkable[face] === 1) continue;
		for (let corner = face * 3; corner < face * 3 + 3; corner++) besideOthers[faces[corner]] = 1;
	}
	return small.filter((face) => {
		if (walkable[face] === 0) return true;
		let one = -1;
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			// A face that is not walkable may lie beyond it.
			if (besideOthers[faces[edge]] + besideOthers[faces[edgeEnd(edge)]] === 2) continue;
			if (neighbours[edge] < 0) return false;
			const surface = surfaces[Math.floor(neighbours[edge] / 3)];
			if (surface === surfaces[face] || (one >= 0 && surface !== one)) return false;
			one = surface;
		}
		return true;
	});
}

function noteSurface(about: Int32Array, vertex: number, own: number): void {
	const other = about[vertex];
	about[vertex] = other === 0 || other === own ? own : -1;
}

/** 1 a face with two corners of some faces or more, as all that share an edge with them have, and 0 another. */
function facesBeside(faces: Uint32Array, of: readonly number[], vertices: number): Uint8Array {
	const marked = new Uint8Array(vertices);
	for (const face of of) for (let corner = face * 3; corner < face * 3 + 3; corner++) marked[faces[corner]] = 1;
	const beside = new Uint8Array(faces.length / 3);
	for (let face = 0, at = 0; face < beside.length; face++, at += 3)
		beside[face] = Number(marked[faces[at]] + marked[faces[at + 1]] + marked[faces[at + 2]] > 1);
	return beside;
}

const MOST_PAIRS = 100_000;

/**
 * Reports faces that stop characters lower above walkable ground than a person is high: one finding for each piece of ground, at the lowest. Of 947
 * walkable faces of real rooms three have such a face above them. Left out are crates and pillars that stand on the ground: nobody gets below their tops.
 */
export function checkHeadroom({ mesh, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const { ground, blocking: above } = facts;
	const found: (SharedPlan & { readonly face: number; readonly of: number })[] = [];
	const looked = visitShared(ground, above, (i, j, shared) => {
		const isLow = shared.dz > THRESHOLDS.headroom && shared.dz < PERSON.height;
		if (isLow && isBroad(shared)) found.push({ ...shared, face: ground.faces[i], of: above.faces[j] });
		return found.length < MOST_PAIRS;
	});
	if (looked !== undefined) report.add(MESH_FINDINGS.FACES_HEAPED, {}, { pairs: looked, what: 'low ceilings' });
	if (found.length === 0) return;
	const { pieces } = facts;
	const standing = new StandingObstacles(facts);
	const gathered = gatherWorst(
		found.filter(({ x, y, z }) => !standing.hold(x, y, z)),
		({ face }) => String(pieces.of[face]),
		({ dz }) => -dz,
	);
	for (const { worst, all } of gathered) {
		const { face, of, x, y, z, dz } = worst;
		// The top and the underside of a table lie above the same ground.
		const [up, down] = [true, false].map((isUp) =>
			all.reduce((sum, each) => sum + ((facts.facings[each.of] === FACING.up) === isUp ? each.area : 0), 0),
		);
		const area = Math.max(up, down);
		report.add(MESH_FINDINGS.HEADROOM_LOW, { face, at: [x, y, z] }, { headroom: dz, area, of });
	}
}
