import { edgeEnd } from '../mesh/half-edges.ts';
import { edgeLocation } from '../mesh/locations.ts';
import { FACING } from '../mesh/triangles.ts';
import { vec3At } from '../mesh/vec3.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';

/** The foot of a fence stands this near the ground, metres. */
const ON_GROUND = 0.1;
/** And so far inside a face on both sides: nearer to its edge it is a wall along the end of the ground. */
const INSIDE = 0.05;
/** Shorter pieces, metres, are posts. */
const LEAST_LENGTH = 0.5;

/**
 * Reports upright faces that are not walkable and stand amid a walkable face: the floor goes on underneath, so the way across is still
 * ground to everything that asks the floor alone. One finding for each room, at the longest.
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
