import type { Location } from '../findings/report.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { edgeEnd } from './half-edges.ts';
import { type Vec3, vec3At } from './vec3.ts';

/**
 * A face and its middle, for findings; numbered as in the walkmesh that is looked at, which is not always the one
 * written.
 */
export function facePlace({ positions, faces }: Walkmesh, face: number): Location {
	const [a, b, c] = [0, 1, 2].map((corner) => vec3At(positions, faces[face * 3 + corner]));
	return { face, ...at([0, 1, 2].map((axis) => (a[axis] + b[axis] + c[axis]) / 3)) };
}

/** An edge and its middle. */
export function edgePlace({ positions, faces }: Walkmesh, edge: number): Location {
	const a = vec3At(positions, faces[edge]);
	const b = vec3At(positions, faces[edgeEnd(edge)]);
	return { face: Math.floor(edge / 3), edge, ...at([0, 1, 2].map((axis) => (a[axis] + b[axis]) / 2)) };
}

/** A vertex that lies on an edge. */
export function vertexOnEdgePlace(mesh: Walkmesh, edge: number, vertex: number): Location {
	return { face: Math.floor(edge / 3), edge, ...at(vec3At(mesh.positions, vertex)) };
}

function at(point: readonly number[]): { at?: Vec3 } {
	return point.every(Number.isFinite) ? { at: [point[0], point[1], point[2]] } : {};
}
