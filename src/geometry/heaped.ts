import { countBelow, GOLDEN_PART } from '../math/arrays.ts';
import type { Vec3 } from '../math/vec3.ts';
import { faceMiddle } from './faces.ts';
import { visitSharedEdges } from './half-edges.ts';
import { faceVector } from './triangles.ts';
import { coincidentVertices } from './vertices.ts';

/**
 * Measures how many faces share the same space. In any mesh that was modelled, whatever its size, a face has only a few others around it. In a mesh
 * where every face crosses every other one, or all faces share one edge, each search takes the square of their number. The measure uses the boxes of
 * faces in space, so floors above floors, both sides of a sheet, nested levels of detail, foliage and scans stay low. Values seen: rooms of the game
 * up to 4, models of public collections up to 9, a hundred nested spheres 50, random faces within a metre a quarter of their number.
 */

/** The part of a mesh that is measured. */
export interface HeapedFaces {
	/** 3 values a vertex, Z up. */
	readonly positions: ArrayLike<number>;
	/** 3 vertices a face. */
	readonly faces: ArrayLike<number>;
}

/** Number of faces whose depth is measured; the mean over these is precise enough for a limit. */
const SAMPLES = 128;
/** Boxes are enlarged by this share of their coordinates, so that the middle of a flat face is inside its own box in spite of rounding. */
const ROUNDING = 1e-6;

/** Mean number of boxes of faces, its own included, that contain the middle of a face. Measured for `SAMPLES` faces spread over all meshes. */
export function heapDepth(meshes: readonly HeapedFaces[]): number {
	const middles = spreadMiddles(meshes);
	if (middles.length === 0) return 0;
	const across = middles.map(([x]) => x);
	let within = 0;
	for (const { positions, faces } of meshes) {
		for (let corner = 0; corner + 2 < faces.length; corner += 3) {
			const a = faces[corner] * 3;
			const b = faces[corner + 1] * 3;
			const c = faces[corner + 2] * 3;
			const least = Math.min(positions[a], positions[b], positions[c]);
			const greatest = Math.max(positions[a], positions[b], positions[c]);
			const room = roomFor(least, greatest);
			// Few boxes have a middle within their range of x.
			for (let i = countBelow(across, least - room); i < across.length && across[i] <= greatest + room; i++)
				if (isWithin(middles[i], positions, a, b, c)) within++;
		}
	}
	return within / middles.length;
}

/** True when the box of three corners contains a middle whose x is known to lie in it. */
function isWithin([, y, z]: Vec3, positions: ArrayLike<number>, a: number, b: number, c: number): boolean {
	return (
		isBetween(y, positions[a + 1], positions[b + 1], positions[c + 1]) &&
		isBetween(z, positions[a + 2], positions[b + 2], positions[c + 2])
	);
}

function isBetween(value: number, p: number, q: number, r: number): boolean {
	const least = Math.min(p, q, r);
	const greatest = Math.max(p, q, r);
	const room = roomFor(least, greatest);
	return value >= least - room && value <= greatest + room;
}

/** The margin for rounding. */
function roomFor(least: number, greatest: number): number {
	return ROUNDING * Math.max(Math.abs(least), Math.abs(greatest));
}

/** Number of faces of all meshes together. */
export function faceCount(meshes: readonly HeapedFaces[]): number {
	return meshes.reduce((sum, { faces }) => sum + faces.length / 3, 0);
}

/** Middles of sample faces spread over all meshes, sorted by x. Non-finite ones are left out. */
function spreadMiddles(meshes: readonly HeapedFaces[]): Vec3[] {
	const count = faceCount(meshes);
	const chosen = Array.from({ length: Math.min(SAMPLES, count) }, (_, i) =>
		count <= SAMPLES ? i : Math.floor(((i * GOLDEN_PART) % 1) * count),
	).sort((a, b) => a - b);
	const middles: Vec3[] = [];
	let first = 0;
	let next = 0;
	for (const mesh of meshes) {
		const end = first + mesh.faces.length / 3;
		for (; next < chosen.length && chosen[next] < end; next++) {
			const middle = faceMiddle(mesh, chosen[next] - first);
			if (middle.every(Number.isFinite)) middles.push(middle);
		}
		first = end;
	}
	return middles.sort(([x], [otherX]) => x - otherX);
}

/**
 * Counts the edges at which a mesh ends. Most checks, links and drawings work along such edges, so they cost far more than the faces within a mesh: a
 * piece of two loose faces costs as much as twenty faces of a floor. Real scenes of many ends, such as leaves and grass, store normals and texture
 * coordinates, so they need some 34 bytes for each.
 */

/** Faces, and which of them can be walked on. */
export interface EndingFaces extends HeapedFaces {
	/** 1 for a face that can be walked on, 0 for others. */
	readonly walkable: ArrayLike<number>;
}

/** Faces that turn by more than this angle (100°) at an edge do not continue each other: its cosine. */
const FOLDED = -0.17;
/** At an edge of many faces, this many others are looked at for each. */
const MOST_COMPARED = 8;

/**
 * Number of edges of faces behind which no other face continues the mesh: none uses the same two positions in the opposite direction, can be walked
 * on if this one can, and turns by less than 100°. So both sides of a leaf end at its outline, and ground ends at a wall, but not where only the
 * material or the node changes.
 */
export function endingEdges(meshes: readonly EndingFaces[]): number {
	const { positions, faces, walkable } = joined(meshes);
	let count = 0;
	visitSharedEdges(faces, new Uint8Array(walkable.length).fill(1), positions.length / 3, (edges, start, end) => {
		count += endsAmong(positions, faces, walkable, edges, start, end);
	});
	return count;
}

/** All meshes as one, in which vertices with the same position are one. Positions are rounded to float32, as files have them. */
function joined(meshes: readonly EndingFaces[]): { positions: Float32Array; faces: Uint32Array; walkable: Uint8Array } {
	const positions = new Float32Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
	const faces = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.faces.length, 0));
	const walkable = new Uint8Array(faces.length / 3);
	let [firstValue, firstCorner] = [0, 0];
	for (const mesh of meshes) {
		positions.set(mesh.positions, firstValue);
		walkable.set(mesh.walkable, firstCorner / 3);
		const firstVertex = firstValue / 3;
		for (let corner = 0; corner < mesh.faces.length; corner++)
			faces[firstCorner + corner] = mesh.faces[corner] + firstVertex;
		firstValue += mesh.positions.length;
		firstCorner += mesh.faces.length;
	}
	const first = coincidentVertices(positions);
	for (let corner = 0; corner < faces.length; corner++) faces[corner] = first[faces[corner]];
	return { positions, faces, walkable };
}

/** How many of the edges from `start` to `end`, which are all between the same two vertices, no other of them continues. */
function endsAmong(
	positions: Float32Array,
	faces: Uint32Array,
	walkable: Uint8Array,
	edges: Uint32Array,
	start: number,
	end: number,
): number {
	if (end - start === 1) return 1;
	let count = 0;
	for (let i = start; i < end; i++) {
		const last = Math.min(end, i + 1 + MOST_COMPARED);
		let isContinued = false;
		for (let j = Math.max(start, i - MOST_COMPARED); j < last && !isContinued; j++)
			isContinued = j !== i && continues(positions, faces, walkable, edges[i], edges[j]);
		if (!isContinued) count++;
	}
	return count;
}

/** True where the faces of two edges between the same vertices are one surface. */
function continues(positions: Float32Array, faces: Uint32Array, walkable: Uint8Array, a: number, b: number): boolean {
	if (faces[a] === faces[b]) return false;
	const [face, other] = [(a / 3) | 0, (b / 3) | 0];
	if (walkable[face] !== walkable[other]) return false;
	faceVector(positions, faces, face, NORMAL);
	faceVector(positions, faces, other, OTHER_NORMAL);
	const [x, y, z] = NORMAL;
	const [p, q, r] = OTHER_NORMAL;
	// Faces without area have a product of 0 here, and continue nothing.
	const size = (x * x + y * y + z * z) * (p * p + q * q + r * r);
	const along = x * p + y * q + z * r;
	return size > 0 && (along >= 0 || along * along <= FOLDED * FOLDED * size);
}

const NORMAL: [number, number, number] = [0, 0, 0];
const OTHER_NORMAL: [number, number, number] = [0, 0, 0];
