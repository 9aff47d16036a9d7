import type { RoomFacts } from '../../src/facts/room-facts.ts';
import { edgeEnd, piecesOf } from '../../src/geometry/half-edges.ts';
import { FACING } from '../../src/geometry/triangles.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import type { PlanGround } from '../../src/plan/plan-ground.ts';
import { PlanIndex } from '../../src/plan/plan-index.ts';

/** What has more edges is no crate or pillar. */
const MOST_EDGES = 64;
/** Angles that are left out between sides that share a corner: what float32 makes of it. */
const GRAIN = 1e-3;

/**
 * Crates, pillars and counters that stand on ground which goes on below them: their upright sides make a closed line in plan. What lies within is no
 * place that anybody gets to, however low the top of the crate is. Walls about a room are a closed line as well, but its ground ends at them.
 */
export class StandingObstacles {
	/** By obstacle: 4 float64 an edge of its foot, from and to in plan, and its height above the sea. */
	readonly #feet: { readonly edges: readonly number[]; readonly z: number }[] = [];
	readonly #index: PlanIndex;

	constructor({ mesh, obstacles, facings, ground }: RoomFacts) {
		const { positions, faces } = mesh;
		const { of, firstFaces } = piecesOf(mesh, obstacles);
		const sides = firstFaces.map((): number[] => []);
		for (let face = 0; face < of.length; face++)
			if (of[face] >= 0 && facings[face] === FACING.vertical) sides[of[face]].push(face);
		const boxes: number[] = [];
		for (const own of sides) {
			if (own.length < 3 || own.length > MOST_EDGES * 2) continue;
			const heights = own.flatMap((face) => [0, 1, 2].map((corner) => positions[faces[face * 3 + corner] * 3 + 2]));
			const z = Math.min(...heights);
			const edges: number[] = [];
			for (const face of own) {
				for (let edge = face * 3; edge < face * 3 + 3; edge++) {
					const [a, b] = [faces[edge] * 3, faces[edgeEnd(edge)] * 3];
					if (positions[a + 2] > z + THRESHOLDS.foot || positions[b + 2] > z + THRESHOLDS.foot) continue;
					edges.push(positions[a], positions[a + 1], positions[b], positions[b + 1]);
				}
			}
			if (edges.length < 12 || edges.length > MOST_EDGES * 4 || !isAmid(edges, ground)) continue;
			const xs = edges.filter((_, i) => i % 2 === 0);
			const ys = edges.filter((_, i) => i % 2 === 1);
			boxes.push(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
			this.#feet.push({ edges, z });
		}
		this.#index = new PlanIndex(Float64Array.from(boxes));
	}

	/** True for a point of the ground that lies within one of them. */
	hold(x: number, y: number, z: number): boolean {
		return this.#index
			.touching(x, y, x, y, MOST_EDGES)
			.some((id) => this.#feet[id].z <= z + THRESHOLDS.foot && isAround(this.#feet[id].edges, x, y));
	}
}

/** True where the ground goes on below one of the edges. */
function isAmid(edges: readonly number[], ground: PlanGround): boolean {
	for (let i = 0; i < edges.length; i += 4) {
		const [dx, dy] = [edges[i + 2] - edges[i], edges[i + 3] - edges[i + 1]];
		const length = Math.hypot(dx, dy);
		if (length === 0) continue;
		const [x, y] = [edges[i] + dx / 2, edges[i + 1] + dy / 2];
		const [besideX, besideY] = [(-dy / length) * THRESHOLDS.besideFence, (dx / length) * THRESHOLDS.besideFence];
		if ([1, -1].every((side) => ground.at(x + besideX * side, y + besideY * side).length > 0)) return true;
	}
	return false;
}

/** True where edges leave no gap when one looks about from a point, whichever way they run. */
function isAround(edges: readonly number[], x: number, y: number): boolean {
	const spans: [from: number, to: number][] = [];
	for (let i = 0; i < edges.length; i += 4) {
		const from = Math.atan2(edges[i + 1] - y, edges[i] - x);
		let turn = Math.atan2(edges[i + 3] - y, edges[i + 2] - x) - from;
		if (turn > Math.PI) turn -= 2 * Math.PI;
		if (turn < -Math.PI) turn += 2 * Math.PI;
		const least = turn < 0 ? from + turn : from;
		const most = least + Math.abs(turn);
		spans.push([least, most]);
		// What reaches across the start of the circle is at its end as well.
		if (least < -Math.PI) spans.push([least + 2 * Math.PI, most + 2 * Math.PI]);
		if (most > Math.PI) spans.push([least - 2 * Math.PI, most - 2 * Math.PI]);
	}
	spans.sort(([a], [b]) => a - b);
	let seen = -Math.PI;
	for (const [from, to] of spans) {
		if (from > seen + GRAIN) return false;
		seen = Math.max(seen, to);
	}
	return seen >= Math.PI - GRAIN;
}
