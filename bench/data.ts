/** Data and figures that several benchmarks share. */

/** Even numbers in [0, 1) from a seed. */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

/** Hills, as an indexed grid of `side` × `side` squares of two faces. */
export function hills(side: number): { readonly positions: Float32Array; readonly faces: Uint32Array } {
	const row = side + 1;
	const positions = new Float32Array(row * row * 3);
	for (let i = 0; i < row * row; i++) {
		const [x, y] = [i % row, Math.floor(i / row)];
		positions.set([x, y, 3 * Math.sin(x / 17) * Math.cos(y / 23) + Math.sin(x * y)], i * 3);
	}
	const faces = new Uint32Array(side * side * 6);
	for (let square = 0; square < side * side; square++) {
		const a = Math.floor(square / side) * row + (square % side);
		faces.set([a, a + 1, a + row + 1, a, a + row + 1, a + row], square * 6);
	}
	return { positions, faces };
}

export function median(numbers: readonly number[]): number {
	return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

/** Times as columns: the first one, and the best and the median of the others; milliseconds. */
export function timeColumns([cold, ...warm]: readonly number[]): string[] {
	const figures = { cold, best: Math.min(...warm), median: median(warm) };
	return Object.entries(figures).map(([label, time]) => `${label} ${time.toFixed(0).padStart(4)}`);
}

/** All values in their order as one short text (FNV-1a). */
export function checksum(values: Iterable<number>): string {
	let hash = 2166136261;
	for (const value of values) hash = Math.imul(hash ^ value, 16777619);
	return (hash >>> 0).toString(16).padStart(8, '0');
}
