/**
 * The shape of many faces seen from above.
 *
 * Each face is turned so that it looks up; then the sum of all their borders, in which shared edges cancel, winds about every point as
 * often as faces cover it. Filled by the nonzero rule that is the union of the faces in plan, holes included, also where a ramp passes
 * over ground of the same surface: the even-odd rule would cut a hole there.
 */
import { buildAdjacency } from '../../src/geometry/adjacency.ts';
import { walkPerimeters } from '../../src/geometry/perimeters.ts';
import type { Walkmesh } from '../../src/walkmesh/index.ts';
import type { PlanPlaces } from './plan-places.ts';

export interface Region {
	/** Places of the borders, loop after loop; holes run the other way round. */
	readonly loop: Uint32Array;
	/** For each loop the index in `loop` just behind its last place. */
	readonly ends: Uint32Array;
	/** Upright faces, which from above are lines: two places each, every line once. */
	readonly lines: Uint32Array;
}

/** Twice the area in plan, over the square of its extent, up to which a face counts as upright. */
const UPRIGHT = 1e-6;

/** Merges the faces of one surface. */
export function mergeSurface(mesh: Walkmesh, surface: number, plan: PlanPlaces): Region {
	const corners = new Uint32Array(mesh.faces.length);
	const uprights: number[] = [];
	let at = 0;
	for (let face = 0; face < mesh.surfaces.length; face++) {
		if (mesh.surfaces[face] !== surface) continue;
		const a = mesh.faces[face * 3];
		const b = mesh.faces[face * 3 + 1];
		const c = mesh.faces[face * 3 + 2];
		const turn = planTurn(mesh.positions, a, b, c);
		const p = plan.places[a];
		const q = plan.places[b];
		const r = plan.places[c];
		if (turn === 0) {
			const line = longestSide(plan, p, q, r);
			if (line[0] !== line[1]) uprights.push(Math.min(...line) * plan.count + Math.max(...line));
			continue;
		}
		// With two corners in one place the border runs forth and back, which is nothing.
		if (p === q || q === r || r === p) continue;
		corners[at++] = p;
		corners[at++] = turn > 0 ? q : r;
		corners[at++] = turn > 0 ? r : q;
	}
	const { neighbours } = buildAdjacency(corners, at / 3, plan.count);
	const { edges, ends } = walkPerimeters(neighbours);
	return { loop: edges.map((edge) => corners[edge]), ends, lines: distinctLines(uprights, plan.count) };
}

/** 1 for a face that is counter-clockwise from above, −1 for one that is clockwise, 0 for an upright one. */
export function planTurn(positions: Float32Array, a: number, b: number, c: number): -1 | 0 | 1 {
	const ux = positions[b * 3] - positions[a * 3];
	const uy = positions[b * 3 + 1] - positions[a * 3 + 1];
	const vx = positions[c * 3] - positions[a * 3];
	const vy = positions[c * 3 + 1] - positions[a * 3 + 1];
	const extent = Math.max(ux * ux + uy * uy, vx * vx + vy * vy, (vx - ux) ** 2 + (vy - uy) ** 2);
	const area = ux * vy - uy * vx;
	return Math.abs(area) <= UPRIGHT * extent ? 0 : area > 0 ? 1 : -1;
}

function longestSide({ xs, ys }: PlanPlaces, p: number, q: number, r: number): [number, number] {
	const length = (a: number, b: number): number => (xs[a] - xs[b]) ** 2 + (ys[a] - ys[b]) ** 2;
	const [pq, qr, rp] = [length(p, q), length(q, r), length(r, p)];
	if (pq >= qr && pq >= rp) return [p, q];
	return qr >= rp ? [q, r] : [r, p];
}

function distinctLines(keys: readonly number[], count: number): Uint32Array {
	const sorted = Float64Array.from(keys)
		.sort()
		.filter((key, i, all) => i === 0 || key !== all[i - 1]);
	const lines = new Uint32Array(sorted.length * 2);
	sorted.forEach((key, i) => {
		lines[i * 2] = Math.floor(key / count);
		lines[i * 2 + 1] = key % count;
	});
	return lines;
}
