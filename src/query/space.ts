import { edgeEnd } from '../mesh/half-edges.ts';
import { PlanIndex } from '../mesh/plan-index.ts';
import type { Vec3 } from '../mesh/vec3.ts';
import { walkableFaces } from '../walkmesh/surfaces.ts';
import { Clearance } from './clearance.ts';
import type { Effort } from './effort.ts';
import type { Ground } from './ground.ts';
import { NO_OBJECTS } from './level-index.ts';
import { creatureOf, type WalkOptions } from './walk.ts';

/** Measures the space around a point: the distance to where the ground ends, or to the nearest obstacle for a creature. */
export class Space {
	readonly #edges: Float64Array;
	readonly #index: PlanIndex;
	readonly #clearance: Clearance;
	readonly #radius: number;
	readonly #effort: Effort;

	constructor(ground: Ground, options: WalkOptions) {
		const size = creatureOf(options);
		this.#radius = size.radius;
		this.#clearance = new Clearance(
			ground.level.partsIn(EVERYWHERE[0], EVERYWHERE[1], NO_OBJECTS),
			size,
			ground.level.effort,
		);
		this.#effort = ground.level.effort;
		this.#edges = Float64Array.from(closedEdges(ground));
		const boxes = new Float64Array((this.#edges.length / 6) * 4);
		for (let i = 0; i < this.#edges.length / 6; i++) {
			const [ax, ay, , bx, by] = this.#edges.subarray(i * 6, i * 6 + 6);
			boxes.set([Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)], i * 4);
		}
		this.#index = new PlanIndex(boxes);
	}

	isFree(point: Vec3): boolean {
		return this.#clearance.distanceAt(point, this.#radius) >= this.#radius;
	}

	/** Space around a point in metres, at most `most`. */
	at(point: Vec3, most: number): number {
		const [x, y, z] = point;
		let least = this.#clearance.distanceAt(point, most);
		const near = this.#index.touching(x - least, y - least, x + least, y + least);
		this.#effort.spend(near.length * EDGE_STEPS);
		for (const edge of near) {
			const [ax, ay, az, bx, by, bz] = this.#edges.subarray(edge * 6, edge * 6 + 6);
			if (Math.min(az, bz) > z + 2 || Math.max(az, bz) < z - 2) continue;
			const [ux, uy] = [bx - ax, by - ay];
			const length = ux * ux + uy * uy;
			const along = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * ux + (y - ay) * uy) / length)) : 0;
			least = Math.min(least, Math.hypot(x - ax - ux * along, y - ay - uy * along));
		}
		return least;
	}
}

/** Measuring the distance to an edge costs as much as this many tests of boxes. */
const EDGE_STEPS = 24;

const EVERYWHERE: readonly [Vec3, Vec3] = [
	[-Infinity, -Infinity, -Infinity],
	[Infinity, Infinity, Infinity],
];

/** Edges at which the ground ends without a link: 6 values each, its two ends. */
function closedEdges(ground: Ground): number[] {
	const edges: number[] = [];
	for (const part of ground.level.rooms) {
		const room = part === undefined ? undefined : ground.room(part.room);
		if (room === undefined) continue;
		const { positions, faces, surfaces } = room.mesh;
		const walkable = walkableFaces(ground.level.surfaces, surfaces);
		for (let edge = 0; edge < faces.length; edge++) {
			if (walkable[Math.floor(edge / 3)] === 0 || room.neighbours[edge] >= 0 || ground.beyond(room, edge).length > 0)
				continue;
			for (const vertex of [faces[edge], faces[edgeEnd(edge)]])
				edges.push(...positions.subarray(vertex * 3, vertex * 3 + 3));
		}
	}
	return edges;
}
