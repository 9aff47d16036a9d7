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
/** Stepping by this part of a number visits faces in an order that no file has, because it is far from any simple fraction. */
const GOLDEN_PART = 0.618034;
/** Boxes are enlarged by this share of their coordinates, so that the middle of a flat face is inside its own box in spite of rounding. */
const ROUNDING = 1e-6;

/** Mean number of boxes of faces, its own included, that contain the middle of a face. Measured for `SAMPLES` faces spread over all meshes. */
export function heapDepth(meshes: readonly HeapedFaces[]): number {
	const middles = spreadMiddles(meshes);
	if (middles.length === 0) return 0;
	// The middles are sorted by x, so for each box only those within its range of x are compared.
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

/** Number of faces of all meshes together. */
export function faceCount(meshes: readonly HeapedFaces[]): number {
	return meshes.reduce((sum, { faces }) => sum + faces.length / 3, 0);
}

/** Writes the box of three corners, with a margin for rounding: least x, y, z, then greatest x, y, z. */
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

/** Middles of sample faces spread over all meshes, sorted by x. Non-finite ones are left out. */
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

/** Index of the first of some sorted values that is not less than `least`. */
function firstFrom(sorted: Float64Array, least: number): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (sorted[middle] < least) low = middle + 1;
		else high = middle;
	}
	return low;
}
