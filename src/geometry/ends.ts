import { coincidentVertices } from './coincident.ts';
import { bucketByLowerVertex, otherVertex, sortByOtherVertex } from './half-edges.ts';
import type { HeapedFaces } from './heaped.ts';

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
	const vertexCount = positions.length / 3;
	const { starts, edges } = bucketByLowerVertex(faces, new Uint8Array(walkable.length).fill(1), vertexCount);
	let count = 0;
	for (let vertex = 0; vertex < vertexCount; vertex++) {
		const end = starts[vertex + 1];
		if (end === starts[vertex]) continue;
		sortByOtherVertex(faces, edges, starts[vertex], end, vertex);
		for (let start = starts[vertex]; start < end; ) {
			const other = otherVertex(faces, edges[start], vertex);
			let next = start + 1;
			while (next < end && otherVertex(faces, edges[next], vertex) === other) next++;
			if (other !== vertex) count += endsAmong(positions, faces, walkable, edges, start, next);
			start = next;
		}
	}
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
	normalOf(positions, faces, face, NORMAL);
	normalOf(positions, faces, other, OTHER_NORMAL);
	const [x, y, z] = NORMAL;
	const [p, q, r] = OTHER_NORMAL;
	// Faces without area have a product of 0 here, and continue nothing.
	const size = (x * x + y * y + z * z) * (p * p + q * q + r * r);
	const along = x * p + y * q + z * r;
	return size > 0 && (along >= 0 || along * along <= FOLDED * FOLDED * size);
}

const NORMAL = new Float64Array(3);
const OTHER_NORMAL = new Float64Array(3);

function normalOf(positions: Float32Array, faces: Uint32Array, face: number, out: Float64Array): void {
	const a = faces[face * 3] * 3;
	const b = faces[face * 3 + 1] * 3;
	const c = faces[face * 3 + 2] * 3;
	const x = positions[a];
	const y = positions[a + 1];
	const z = positions[a + 2];
	const ux = positions[b] - x;
	const uy = positions[b + 1] - y;
	const uz = positions[b + 2] - z;
	const vx = positions[c] - x;
	const vy = positions[c + 1] - y;
	const vz = positions[c + 2] - z;
	out[0] = uy * vz - uz * vy;
	out[1] = uz * vx - ux * vz;
	out[2] = ux * vy - uy * vx;
}
