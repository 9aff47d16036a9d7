import type { Location } from '../findings/report.ts';
import { middleBetween, type Vec3, vec3At } from '../math/vec3.ts';
import { edgeEnd } from './half-edges.ts';

/** Triangles: 3 floats a vertex, 3 vertex indices a face. */
export interface Triangles {
	readonly positions: ArrayLike<number>;
	readonly faces: ArrayLike<number>;
}

/** The middle of a face: the mean of its corners. */
export function faceMiddle({ positions, faces }: Triangles, face: number): Vec3 {
	const a = vec3At(positions, faces[face * 3]);
	const b = vec3At(positions, faces[face * 3 + 1]);
	const c = vec3At(positions, faces[face * 3 + 2]);
	return [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
}

/** The middle of an edge `3 * face + corner`. */
export function edgeMiddle({ positions, faces }: Triangles, edge: number): Vec3 {
	const a = vec3At(positions, faces[edge]);
	const b = vec3At(positions, faces[edgeEnd(edge)]);
	return middleBetween(a, b);
}

/**
 * Location of a face for findings: its number and its middle. The number is that of the mesh at hand, which may differ from the file that is written.
 */
export function faceLocation(mesh: Triangles, face: number): Location {
	return { face, ...pointOf(faceMiddle(mesh, face)) };
}

/** Location of an edge `3 * face + corner` for findings: its numbers and its middle. */
export function edgeLocation(mesh: Triangles, edge: number): Location {
	return { face: Math.floor(edge / 3), edge, ...pointOf(edgeMiddle(mesh, edge)) };
}

/** Location of a vertex on an edge for findings: the numbers of the edge, and the coordinates of the vertex. */
export function vertexOnEdgeLocation(mesh: Triangles, edge: number, vertex: number): Location {
	return { face: Math.floor(edge / 3), edge, ...pointOf(vec3At(mesh.positions, vertex)) };
}

function pointOf(at: Vec3): { at?: Vec3 } {
	return at.every(Number.isFinite) ? { at } : {};
}
