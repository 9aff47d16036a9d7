import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { Growing } from '../../src/math/arrays.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { walkableFaces } from '../../src/model/surfaces.ts';
import { PlanIndex, segmentBoxes } from '../../src/plan/plan-index.ts';
import { Clearance } from './clearance.ts';
import type { Effort } from './effort.ts';
import { type Footing, levelFooting } from './footing.ts';
import type { Beyond, Ground } from './ground.ts';
import { NO_OBJECTS } from './level-index.ts';
import { creatureOf, type WalkOptions } from './walk.ts';

/** Measures the space around a point: the distance to where the ground ends, or to the nearest obstacle for a creature. */
export class Space {
	readonly #edges: Float64Array;
	readonly #index: PlanIndex;
	readonly #ground: Ground;
	readonly #clearance: Clearance;
	readonly #radius: number;
	readonly #effort: Effort;

	constructor(ground: Ground, options: WalkOptions) {
		const size = creatureOf(options);
		this.#radius = size.radius;
		this.#ground = ground;
		this.#clearance = new Clearance([], size, ground.level.effort);
		this.#effort = ground.level.effort;
		this.#edges = closedEdges(ground);
		this.#index = new PlanIndex(segmentBoxes(this.#edges, 6));
	}

	/** @param on the face of the ground that it is on */
	isFree(point: Vec3, { room, face }: Beyond): boolean {
		return this.#obstacleWithin(point, this.#radius, this.#ground.footing(room, face)) >= this.#radius;
	}

	/** The distance to the nearest obstacle within `most`, otherwise `most`. */
	#obstacleWithin(point: Vec3, most: number, footing: Footing): number {
		const [x, y] = point;
		const [low, high] = [
			[x - most, y - most, -Infinity],
			[x + most, y + most, Infinity],
		];
		this.#clearance.parts = this.#ground.level.partsIn(low, high, NO_OBJECTS);
		return this.#clearance.distanceAt(point, most, footing);
	}

	/**
	 * Space around a point in metres, at most `most`. Edges are looked for in growing squares: amid loose faces one is near, and hundreds lie within a
	 * few metres.
	 */
	at(point: Vec3, most: number): number {
		for (let reach = most / FIRST_SQUARE; ; reach = Math.min(most, reach * 2)) {
			const least = this.#nearestEdge(point, reach);
			if (least < reach || reach === most) return this.#obstacleWithin(point, least, levelFooting(point[2]));
		}
	}

	/** The distance to the nearest edge within `most`, otherwise `most`. */
	#nearestEdge([x, y, z]: Vec3, most: number): number {
		let least = most;
		const near = this.#index.touching(x - most, y - most, x + most, y + most);
		this.#effort.spend(near.length * EDGE_STEPS);
		for (const edge of near) least = this.#distanceTo(edge, x, y, z, least);
		return least;
	}

	/** The distance to an edge in plan, if it is at about the height of a point and nearer than `most`; otherwise `most`. */
	#distanceTo(edge: number, x: number, y: number, z: number, most: number): number {
		const edges = this.#edges;
		const at = edge * 6;
		if (Math.min(edges[at + 2], edges[at + 5]) > z + 2 || Math.max(edges[at + 2], edges[at + 5]) < z - 2) return most;
		const [ax, ay] = [edges[at], edges[at + 1]];
		const [ux, uy] = [edges[at + 3] - ax, edges[at + 4] - ay];
		const length = ux * ux + uy * uy;
		const along = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * ux + (y - ay) * uy) / length)) : 0;
		const [dx, dy] = [x - ax - ux * along, y - ay - uy * along];
		// The exact distance takes long, and few edges are nearer than the nearest so far.
		return dx * dx + dy * dy > most * most * (1 + 1e-12) ? most : Math.min(most, Math.hypot(dx, dy));
	}
}

/** The first square that is looked through is this part of the last. */
const FIRST_SQUARE = 8;

/** Measuring the distance to an edge costs as much as this many tests of boxes. */
const EDGE_STEPS = 24;

/** Edges at which the ground ends without a link: 6 values each, its two ends. */
function closedEdges(ground: Ground): Float64Array {
	const edges = new Growing(Float64Array);
	for (const part of ground.level.rooms) {
		const room = part === undefined ? undefined : ground.room(part.room);
		if (room === undefined) continue;
		const { positions, faces, surfaces } = room.mesh;
		const walkable = walkableFaces(ground.level.surfaces, surfaces);
		for (let edge = 0; edge < faces.length; edge++) {
			if (walkable[Math.floor(edge / 3)] === 0 || room.neighbours[edge] >= 0 || ground.beyond(room, edge).length > 0)
				continue;
			for (const vertex of [faces[edge], faces[edgeEnd(edge)]])
				for (let axis = 0; axis < 3; axis++) edges.push(positions[vertex * 3 + axis]);
		}
	}
	return edges.copy();
}
