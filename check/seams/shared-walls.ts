import { between, dot, minus, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { distanceToOutline } from '../../src/plan/plan-overlap.ts';
import type { Doorway } from '../../src/seams/doorways.ts';
import type { FacingEdge } from '../../src/seams/facing-edges.ts';
import { edgeLength, pointAlong, transitionAt } from '../../src/seams/perimeter-edges.ts';
import { Surroundings, standsAt } from '../facts/leaks.ts';
import type { LevelFacts } from '../facts/level-facts.ts';

/** An edge whose middle is this near a doorway is part of it; metres. */
const ON_DOORWAY = 0.01;

/** What has to be known of a level. */
type LinkFacts = Pick<LevelFacts, 'level' | 'rooms' | 'perimeter'>;

/**
 * What two rooms share where walls of both stand on their seam, all along: a wall. They are linked there because their floors end at one line, as in
 * rooms that were built against each other. It may still be a doorway, in which walls were forgotten, where a room has no link without a wall on it.
 */
export type SharedWall = 'wall' | 'only way';

/** Finds walls that two rooms share. What is looked at of a room is looked at once. */
export class SharedWalls {
	readonly #facts: LinkFacts;
	/** By room. */
	readonly #walls = new Map<number, Surroundings | undefined>();
	/** By room: the middles of its linked edges on which none of its walls stands; undefined for one without a walkmesh. */
	readonly #open = new Map<number, readonly Vec3[] | undefined>();

	constructor(facts: LinkFacts) {
		this.#facts = facts;
	}

	/**
	 * Tells whether a doorway is a wall that two rooms share; undefined where it is none.
	 * @param doorway its straight parts @param rooms on its sides
	 */
	at(doorway: readonly Pick<Doorway, 'left' | 'right'>[], rooms: readonly [number, number]): SharedWall | undefined {
		const isPart = ([x, y]: Vec3): boolean =>
			doorway.some(({ left, right }) => distanceToOutline([...left, 0, ...right, 0], x, y) <= ON_DOORWAY);
		const open = rooms.map((room) => this.#openOf(room));
		if (open.some((own) => own === undefined || own.some(isPart))) return undefined;
		return open.some((own) => own?.length === 0) ? 'only way' : 'wall';
	}

	/** True where walls of both rooms stand on a seam, in the middle of it: nobody wants to cross there, whether the two are linked or not. */
	onSeam({ edge, other, fit: { at } }: FacingEdge & { readonly edge: number }): boolean {
		return [edge, other].every((each) => this.#stands(each, at));
	}

	/** True where a wall stands on an edge, at the point of it that is nearest to another. */
	#stands(edge: number, near: Vec3): boolean {
		const { points, rooms } = this.#facts.perimeter;
		const length = edgeLength(points, edge);
		const to = minus(near, vec3At(points, edge * 3));
		const along = Math.min(length, Math.max(0, dot(between(points, edge * 3, edge * 3 + 1), to) / length));
		const walls = this.#wallsOf(rooms[edge]);
		return walls !== undefined && standsAt(walls, ...pointAlong(points, edge, along));
	}

	#wallsOf(room: number): Surroundings | undefined {
		const facts = this.#facts.rooms[room];
		if (!this.#walls.has(room)) this.#walls.set(room, facts && new Surroundings(facts));
		return this.#walls.get(room);
	}

	#openOf(room: number): readonly Vec3[] | undefined {
		const { level, perimeter } = this.#facts;
		const walls = this.#wallsOf(room);
		if (walls === undefined || this.#open.has(room)) return this.#open.get(room);
		const open: Vec3[] = [];
		for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
			if (level.rooms[transitionAt(level, perimeter, edge)] === undefined) continue;
			const at = pointAlong(perimeter.points, edge, edgeLength(perimeter.points, edge) / 2);
			if (!standsAt(walls, ...at)) open.push(at);
		}
		this.#open.set(room, open);
		return open;
	}
}
