import type { Point } from './outline.ts';

/** A visual model: triangles in its own space, Z up, metres, surfaces and names left behind. */
export interface CollisionModel {
	readonly name: string;
	/** 3 values a vertex. */
	readonly positions: ArrayLike<number>;
	/** 3 vertices a triangle. */
	readonly triangles: ArrayLike<number>;
}

/** The lowest and highest z of what the triangles use; undefined without triangles. */
export function heightsOf({ positions, triangles }: CollisionModel): [lowest: number, highest: number] | undefined {
	if (triangles.length === 0) return undefined;
	let lowest = Infinity;
	let highest = -Infinity;
	for (let i = 0; i < triangles.length; i++) {
		const z = positions[triangles[i] * 3 + 2];
		if (z < lowest) lowest = z;
		if (z > highest) highest = z;
	}
	return [lowest, highest];
}

/**
 * The points in plan whose hull is that of everything between two heights: corners of triangles within, and where edges of triangles
 * pass the heights. A tall box has no vertex in between, and yet it stands there.
 */
export function pointsBetween({ positions, triangles }: CollisionModel, low: number, high: number): Point[] {
	const points: Point[] = [];
	for (let i = 0; i < triangles.length; i++) {
		const a = triangles[i] * 3;
		const b = triangles[i % 3 === 2 ? i - 2 : i + 1] * 3;
		const z = positions[a + 2];
		if (z >= low && z <= high) points.push([positions[a], positions[a + 1]]);
		for (const level of low === high ? [low] : [low, high]) {
			const end = positions[b + 2];
			if ((z < level && end > level) || (z > level && end < level)) {
				const t = (level - z) / (end - z);
				points.push([
					positions[a] + (positions[b] - positions[a]) * t,
					positions[a + 1] + (positions[b + 1] - positions[a + 1]) * t,
				]);
			}
		}
	}
	return points;
}
