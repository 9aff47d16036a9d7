import { UNRESOLVED_SURFACE } from '../surfaces/index.ts';
import { convexOutline, type Outline } from './outline.ts';

/** Surface 7, Nonwalk: the surface of every face of a placeable or door. */
export const COLLISION_SURFACE: number = UNRESOLVED_SURFACE;

/** Faces of collision geometry. */
export interface Solid {
	/** 3 floats a vertex. */
	readonly positions: Float32Array;
	/** 3 vertices a face. */
	readonly faces: Uint32Array;
}

/** Rounded to float32 once, and made convex again, as rounding can dent it; −0 becomes 0. */
export function roundOutline(outline: Outline, offset: readonly [number, number] = [0, 0]): Outline {
	return convexOutline(outline.map(([x, y]) => [Math.fround(x - offset[0]) + 0, Math.fround(y - offset[1]) + 0]));
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
