/** Points of the plan, by x and y, or other pairs of numbers. */
export const pairs = (...values: readonly number[]): [number, number][] => rows(values, 2) as [number, number][];

/** Points by x, y and z, or faces by their corners. */
export const triples = (...values: readonly number[]): [number, number, number][] =>
	rows(values, 3) as [number, number, number][];

function rows(values: readonly number[], width: number): number[][] {
	return Array.from({ length: values.length / width }, (_, row) => values.slice(row * width, (row + 1) * width));
}
