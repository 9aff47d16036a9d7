/** Questions about points by looking at all of them: what searches through grids and trees must equal. */

export function distance(positions: ArrayLike<number>, a: number, b: number): number {
	return Math.sqrt(squaredDistance(positions, a, b));
}

export function squaredDistance(positions: ArrayLike<number>, a: number, b: number): number {
	const [x, y, z] = [0, 1, 2].map((axis) => positions[a * 3 + axis] - positions[b * 3 + axis]);
	return x * x + y * y + z * z;
}

/** For each vertex itself, or the lowest earlier one within the tolerance, as it is or rounded, that is not merged itself. */
export function weld(positions: Float32Array | Float64Array, tolerance: number): number[] {
	const rounded = Float32Array.from(positions);
	const result: number[] = [];
	for (let vertex = 0; vertex < positions.length / 3; vertex++) {
		const near = (other: number): boolean =>
			squaredDistance(positions, vertex, other) <= tolerance ** 2 ||
			squaredDistance(rounded, vertex, other) <= tolerance ** 2;
		result.push(result.find((first, other) => first === other && near(other)) ?? vertex);
	}
	return result;
}

/** How far a vertex lies from the line between two others, and how far along it, in metres. */
export function besideEdge(
	positions: ArrayLike<number>,
	a: number,
	b: number,
	vertex: number,
): { off: number; along: number; length: number } {
	const length = distance(positions, a, b);
	const way = [0, 1, 2].map((axis) => (positions[b * 3 + axis] - positions[a * 3 + axis]) / length);
	const from = [0, 1, 2].map((axis) => positions[vertex * 3 + axis] - positions[a * 3 + axis]);
	const along = from[0] * way[0] + from[1] * way[1] + from[2] * way[2];
	return { off: Math.hypot(...from.map((value, axis) => value - along * way[axis])), along, length };
}
