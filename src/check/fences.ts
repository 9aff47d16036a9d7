import { edgeEnd } from '../mesh/half-edges.ts';
import { edgeLocation } from '../mesh/locations.ts';
import { FACING } from '../mesh/triangles.ts';
import { vec3At } from '../mesh/vec3.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';

/** The foot of a fence is at most this far above or below the ground; metres. */
const ON_GROUND = 0.1;
/** The ground goes on at least this far on both sides of a fence, in metres; otherwise it is a wall along the end of the ground. */
const INSIDE = 0.05;
/** Anything shorter is a post; metres. */
const LEAST_LENGTH = 0.5;

/**
 * Reports upright faces that are not walkable and stand amid a walkable face. The floor goes on underneath, so the adjacency of faces leads across
 * the fence. One finding for each room, at the longest fence.
 */
export function checkFences({ mesh, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const { positions, faces } = mesh;
	const { obstacles, facings, ground } = facts;
	let longest = { edge: -1, length: 0 };
	let count = 0;
	for (let face = 0; face < obstacles.length; face++) {
		if (obstacles[face] === 0 || facings[face] !== FACING.vertical) continue;
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			const [a, b] = [vec3At(positions, faces[edge]), vec3At(positions, faces[edgeEnd(edge)])];
			const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
			if (!(length >= LEAST_LENGTH)) continue;
			const [x, y, z] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
			const stands = ground
				.at(x, y)
				.some((id) => ground.depthOf(id, x, y) > INSIDE && Math.abs(ground.heightAt(id, x, y) - z) < ON_GROUND);
			if (!stands) continue;
			count++;
			if (length > longest.length) longest = { edge, length };
		}
	}
	if (count > 0)
		report.add(MESH_FINDINGS.FENCE_ON_GROUND, edgeLocation(mesh, longest.edge), { count, length: longest.length });
}
