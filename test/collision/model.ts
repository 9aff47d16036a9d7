import type { CollisionModel } from '../../level/collision/hull.ts';

/** A closed box as a visual model: eight corners, twelve triangles. */
export function boxModel(low: readonly number[], high: readonly number[], turn = 0): CollisionModel {
	const positions: number[] = [];
	for (let corner = 0; corner < 8; corner++) {
		const [x, y, z] = [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? high[axis] : low[axis]));
		positions.push(x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn), z);
	}
	const quads = [
		[0, 2, 3, 1],
		[4, 5, 7, 6],
		[0, 1, 5, 4],
		[2, 6, 7, 3],
		[0, 4, 6, 2],
		[1, 3, 7, 5],
	];
	return { name: 'box', positions, triangles: quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

/** Several models as one. */
export function together(...models: readonly CollisionModel[]): CollisionModel {
	const positions: number[] = [];
	const triangles: number[] = [];
	for (const model of models) {
		const first = positions.length / 3;
		positions.push(...Array.from(model.positions));
		triangles.push(...Array.from(model.triangles, (vertex) => vertex + first));
	}
	return { name: 'together', positions, triangles };
}
