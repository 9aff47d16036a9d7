import type { Outline, Point } from '../../src/plan/outline.ts';
import { UNRESOLVED_SURFACE } from '../../src/scene/surfaces.ts';

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

/** Surface 7, Nonwalk: the surface of every face of a placeable or door. */
export const COLLISION_SURFACE: number = UNRESOLVED_SURFACE;

/** Faces of collision geometry. */
export interface Solid {
	/** 3 floats a vertex. */
	readonly positions: Float32Array;
	/** 3 vertices a face. */
	readonly faces: Uint32Array;
}

/** A flat face-up footprint, as the game's placeables have it, and upright faces around it that look outwards, if wanted. */
export function footprintSolid(outline: Outline, floor: number, top?: number): Solid {
	const count = outline.length;
	const positions = [...ring(outline, floor), ...(top === undefined ? [] : ring(outline, top))];
	const faces = fan(0, count);
	if (top !== undefined) faces.push(...sides(count));
	return { positions: Float32Array.from(positions), faces: Uint32Array.from(faces) };
}

/** Upright faces around an outline that look outwards, and a lid that looks up. */
export function blockSolid(outline: Outline, floor: number, top: number): Solid {
	const count = outline.length;
	return {
		positions: Float32Array.from([...ring(outline, floor), ...ring(outline, top)]),
		faces: Uint32Array.from([...sides(count), ...fan(count, count)]),
	};
}

/** A closed box: upright faces that look outwards, a lid and a floor. Of a rectangle 8 vertices and 12 faces. */
export function boxSolid(outline: Outline, floor: number, top: number): Solid {
	const count = outline.length;
	const { positions, faces } = blockSolid(outline, floor, top);
	return { positions, faces: Uint32Array.from([...faces, ...fan(0, count).reverse()]) };
}

/** One upright quad above a line, which looks to the right of somebody who goes along it. */
export function sheetSolid([from, to]: readonly [Point, Point], floor: number, top: number): Solid {
	const positions = [...ring([from, to], floor), ...ring([to, from], top)];
	return {
		positions: Float32Array.from(positions, (value) => Math.fround(value) + 0),
		faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
	};
}

/** Several solids as one. */
export function joinSolids(solids: readonly Solid[]): Solid {
	const positions = Float32Array.from(solids.flatMap((solid) => [...solid.positions]));
	let first = 0;
	const faces: number[] = [];
	for (const solid of solids) {
		for (const vertex of solid.faces) faces.push(vertex + first);
		first += solid.positions.length / 3;
	}
	return { positions, faces: Uint32Array.from(faces) };
}

function ring(outline: Outline, z: number): number[] {
	return outline.flatMap(([x, y]) => [x, y, z]);
}

function fan(first: number, count: number): number[] {
	const faces: number[] = [];
	for (let i = 1; i + 1 < count; i++) faces.push(first, first + i, first + i + 1);
	return faces;
}

/** Between a lower ring and the one above it. */
function sides(count: number): number[] {
	const faces: number[] = [];
	for (let i = 0; i < count; i++) {
		const next = (i + 1) % count;
		faces.push(i, next, next + count, i, next + count, i + count);
	}
	return faces;
}
