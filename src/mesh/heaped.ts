/**
 * How deep faces lie in a heap. In a mesh that something was modelled with, whatever its size, a face has a few others about it; in one where every face
 * goes through every other, or all lie at one edge, each search takes the square of their number. Seen from the boxes of faces, in space: floors above floors, both
 * sides of a sheet, details of several levels, foliage and scans are as shallow as a floor. Rooms of the game come to 4, the models of public collections to 9,
 * a hundred spheres within each other to 50, and faces of any corners within a metre to a quarter of their number.
 */

/** A mesh, as far as it matters here. */
export interface HeapedFaces {
	/** 3 values a vertex, Z up. */
	readonly positions: ArrayLike<number>;
	/** 3 vertices a face. */
	readonly faces: ArrayLike<number>;
}

/** Of so many faces spread over all it is counted how deep they lie, which is as near as a limit needs. */
const SAMPLES = 128;
/** A step that leads through faces in no order that a file could have: far from simple parts of their number. */
const GOLDEN_PART = 0.618034;
/** Boxes are larger by this part of where they lie, so that the middle of a flat face is within its own box. */
const ROUNDING = 1e-6;

/** Within the boxes of how many faces the middle of a face lies, its own included: the mean of faces spread over all meshes. */
export function heapDepth(meshes: readonly HeapedFaces[]): number {
	const middles = spreadMiddles(meshes);
	if (middles.length === 0) return 0;
	// The faces about a middle are looked for among those middles alone that their boxes reach along x.
	const across = Float64Array.from(middles, ([x]) => x);
	const along = Float64Array.from(middles, ([, y]) => y);
	const up = Float64Array.from(middles, ([, , z]) => z);
	const count = middles.length;
	const box = new Float64Array(6);
	let within = 0;
	for (const { positions, faces } of meshes) {
		for (let corner = 0; corner + 2 < faces.length; corner += 3) {
			const a = faces[corner] * 3;
			const b = faces[corner + 1] * 3;
			const c = faces[corner + 2] * 3;
			boxOf(positions, a, b, c, box);
			for (let i = firstFrom(across, box[0]); i < count && across[i] <= box[3]; i++) {
				if (along[i] >= box[1] && along[i] <= box[4] && up[i] >= box[2] && up[i] <= box[5]) within++;
			}
		}
	}
	return within / middles.length;
}

/** How many faces some meshes have together. */
export function faceCount(meshes: readonly HeapedFaces[]): number {
	return meshes.reduce((sum, { faces }) => sum + faces.length / 3, 0);
}

/** Writes the least and the greatest corner of three corners, with room for rounding. */
function boxOf(positions: ArrayLike<number>, a: number, b: number, c: number, box: Float64Array): void {
	for (let axis = 0; axis < 3; axis++) {
		const p = positions[a + axis];
		const q = positions[b + axis];
		const r = positions[c + axis];
		const least = Math.min(p, q, r);
		const greatest = Math.max(p, q, r);
		const room = ROUNDING * Math.max(Math.abs(least), Math.abs(greatest));
		box[axis] = least - room;
		box[axis + 3] = greatest + room;
	}
}

/** The middles of faces spread over all meshes, by x. Those that are not finite lie nowhere. */
function spreadMiddles(meshes: readonly HeapedFaces[]): number[][] {
	const count = faceCount(meshes);
	const chosen = Array.from({ length: Math.min(SAMPLES, count) }, (_, i) =>
		count <= SAMPLES ? i : Math.floor(((i * GOLDEN_PART) % 1) * count),
	).sort((a, b) => a - b);
	const middles: number[][] = [];
	let first = 0;
	let next = 0;
	for (const { positions, faces } of meshes) {
		const end = first + faces.length / 3;
		for (; next < chosen.length && chosen[next] < end; next++) {
			const corner = (chosen[next] - first) * 3;
			const middle = [0, 1, 2].map((axis) => {
				const sum = [0, 1, 2].reduce((all, k) => all + positions[faces[corner + k] * 3 + axis], 0);
				return sum / 3;
			});
			if (middle.every(Number.isFinite)) middles.push(middle);
		}
		first = end;
	}
	return middles.sort(([x], [otherX]) => x - otherX);
}

/** The first of sorted values that is not less than one. */
function firstFrom(sorted: Float64Array, least: number): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (sorted[middle] < least) low = middle + 1;
		else high = middle;
	}
	return low;
}
