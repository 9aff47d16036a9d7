/** Corners and faces, whatever they belong to. */
export interface Triangles {
	readonly positions: ArrayLike<number>;
	readonly faces: ArrayLike<number>;
}

/** A face with the same corners. */
export interface FoundFace {
	readonly face: number;
	/** How far apart each of the corners is. */
	readonly distances: readonly number[];
}

/** So many free faces at one place are looked at, and so many in all: heaps of faces are no reason to look at each for each. */
const MOST_AT_ONE_PLACE = 64;
const MOST_LOOKED_AT = 4096;

/** Faces by where their middle is, to find the one with given corners. */
export class FaceIndex {
	readonly #mesh: Triangles;
	readonly #tolerance: number;
	readonly #cells = new Map<string, number[]>();

	constructor(mesh: Triangles, tolerance: number) {
		this.#mesh = mesh;
		this.#tolerance = tolerance;
		for (let face = 0; face < mesh.faces.length / 3; face++) {
			const key = middleOf(mesh, face)
				.map((value) => Math.floor(value / this.#size))
				.join(' ');
			const cell = this.#cells.get(key);
			if (cell === undefined) this.#cells.set(key, [face]);
			else cell.push(face);
		}
	}

	get #size(): number {
		return this.#tolerance * 4;
	}

	/** The first free face that has the corners of a face of another mesh, in the same sense, each within the tolerance. @param taken −1 for free ones */
	find(mesh: Triangles, face: number, taken: Int32Array): FoundFace | undefined {
		const middle = middleOf(mesh, face);
		const low = middle.map((value) => Math.floor((value - this.#tolerance) / this.#size));
		const high = middle.map((value) => Math.floor((value + this.#tolerance) / this.#size));
		let best: FoundFace | undefined;
		let looked = 0;
		let free = 0;
		for (let x = low[0]; x <= high[0]; x++)
			for (let y = low[1]; y <= high[1]; y++)
				for (let z = low[2]; z <= high[2]; z++)
					for (const other of this.#cells.get(`${x} ${y} ${z}`) ?? []) {
						if (looked++ > MOST_LOOKED_AT) return best;
						if (taken[other] >= 0) continue;
						if (free++ > MOST_AT_ONE_PLACE) return best;
						const distances = this.#distances(other, mesh, face);
						if (distances !== undefined && (best === undefined || other < best.face)) best = { face: other, distances };
					}
		return best;
	}

	/** Undefined unless all are within the tolerance, begun at whichever corner. */
	#distances(other: number, mesh: Triangles, face: number): number[] | undefined {
		for (let turn = 0; turn < 3; turn++) {
			const distances = [0, 1, 2].map((corner) => {
				const a = this.#mesh.faces[other * 3 + ((corner + turn) % 3)] * 3;
				const b = mesh.faces[face * 3 + corner] * 3;
				const p = this.#mesh.positions;
				const q = mesh.positions;
				return Math.hypot(p[a] - q[b], p[a + 1] - q[b + 1], p[a + 2] - q[b + 2]);
			});
			if (distances.every((distance) => distance <= this.#tolerance)) return distances;
		}
		return undefined;
	}
}

function middleOf({ positions, faces }: Triangles, face: number): [number, number, number] {
	const [a, b, c] = [faces[face * 3] * 3, faces[face * 3 + 1] * 3, faces[face * 3 + 2] * 3];
	return [0, 1, 2].map((axis) => (positions[a + axis] + positions[b + axis] + positions[c + axis]) / 3) as [
		number,
		number,
		number,
	];
}
