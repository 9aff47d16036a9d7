/** The vertices that some triangles use. */
export interface CompactVertices {
	/** 3 a vertex, in the order of the file. */
	readonly positions: Float64Array;
	/** 3 a vertex, if the file has colours. */
	readonly colours: Float32Array | undefined;
}

/** A part whose vertices lie scattered over more than this many times its corners is sorted instead of swept. */
const SCATTERED = 4;

/** Takes the vertices that triangles use out of those of a file, and renumbers the triangles in place. */
export class VertexCompactor {
	readonly #positions: Float64Array;
	readonly #colours: Float32Array | undefined;
	/** New number + 1 of a vertex; all 0 between parts. */
	readonly #numbers: Uint32Array;

	constructor(positions: Float64Array, colours: Float32Array | undefined) {
		this.#positions = positions;
		this.#colours = colours;
		this.#numbers = new Uint32Array(positions.length / 3);
	}

	/** @param triangles vertices of the file; vertices of the result afterwards */
	compact(triangles: Uint32Array): CompactVertices {
		const used = this.#usedVertices(triangles);
		const numbers = this.#numbers;
		const positions = new Float64Array(used.length * 3);
		const colours = this.#colours && new Float32Array(used.length * 3);
		for (let vertex = 0; vertex < used.length; vertex++) {
			numbers[used[vertex]] = vertex + 1;
			const from = used[vertex] * 3;
			const to = vertex * 3;
			positions[to] = this.#positions[from];
			positions[to + 1] = this.#positions[from + 1];
			positions[to + 2] = this.#positions[from + 2];
		}
		if (colours !== undefined) copyTriples(this.#colours as Float32Array, used, colours);
		for (let i = 0; i < triangles.length; i++) triangles[i] = numbers[triangles[i]] - 1;
		for (let vertex = 0; vertex < used.length; vertex++) numbers[used[vertex]] = 0;
		return { positions, colours };
	}

	/** In ascending order, each once. A file of many small parts must not be swept from end to end for each of them. */
	#usedVertices(triangles: Uint32Array): Uint32Array {
		let lowest = 0xffff_ffff;
		let highest = 0;
		for (let i = 0; i < triangles.length; i++) {
			const vertex = triangles[i];
			if (vertex < lowest) lowest = vertex;
			if (vertex > highest) highest = vertex;
		}
		if (highest - lowest >= triangles.length * SCATTERED) return sortedUnique(triangles);
		const numbers = this.#numbers;
		let count = 0;
		for (let i = 0; i < triangles.length; i++) {
			if (numbers[triangles[i]] !== 0) continue;
			numbers[triangles[i]] = 1;
			count++;
		}
		const used = new Uint32Array(count);
		for (let vertex = lowest, at = 0; at < count; vertex++) if (numbers[vertex] !== 0) used[at++] = vertex;
		return used;
	}
}

function sortedUnique(values: Uint32Array): Uint32Array {
	const sorted = values.slice().sort();
	let count = 0;
	for (let i = 0; i < sorted.length; i++) {
		if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i];
	}
	return sorted.slice(0, count);
}

function copyTriples(source: Float32Array, used: Uint32Array, target: Float32Array): void {
	for (let vertex = 0; vertex < used.length; vertex++) {
		const from = used[vertex] * 3;
		target.set(source.subarray(from, from + 3), vertex * 3);
	}
}
