import type { Doorway } from '../level/doorways.ts';
import type { FacingEdge } from '../level/facing-edges.ts';
import { edgeLength, pointAlong, transitionAt } from '../level/perimeter-edges.ts';
import { distanceToOutline } from '../mesh/clipped.ts';
import { between, dot, minus, type Vec3, vec3At } from '../mesh/vec3.ts';
import { Surroundings, standsAt } from './leaks.ts';
import type { LevelFacts } from './level-facts.ts';

/** An edge whose middle is this near a doorway is part of it; metres. */
const ON_DOORWAY = 0.01;

/** What has to be known of a level. */
type LinkFacts = Pick<LevelFacts, 'level' | 'rooms' | 'perimeter'>;

/**
 * What two rooms share where walls of both stand on their seam, all along: a wall. They are linked there because their floors end at one line, as in
 * rooms that were built against each other. It may still be a doorway, in which walls were forgotten, where a room has no link without a wall on it.
 */
export type SharedWall = 'wall' | 'only way';

/**
 * Tells whether a doorway is a wall that two rooms share; undefined where it is none.
 * @param doorway its straight parts @param one, other the rooms on its sides
 */
export function sharedWallAt(
	facts: LinkFacts,
	doorway: readonly Pick<Doorway, 'left' | 'right'>[],
	one: number,
	other: number,
): SharedWall | undefined {
	const sides = [one, other].map((room) => walledLinks(facts, room, doorway));
	if (!sides.every(({ isDoorway }) => isDoorway)) return undefined;
	return sides.some(({ isRoom }) => isRoom) ? 'only way' : 'wall';
}

/** Finds seams on both sides of which walls stand: nobody wants to cross there, whether the two rooms are linked or not. */
export class WalledSeams {
	readonly #facts: LinkFacts;
	readonly #walls = new Map<number, Surroundings | undefined>();

	constructor(facts: LinkFacts) {
		this.#facts = facts;
	}

	/** True where walls of their rooms stand on both edges, in the middle of what they have in common. */
	has({ edge, other, fit: { at } }: FacingEdge & { readonly edge: number }): boolean {
		return [edge, other].every((each) => this.#stands(each, at));
	}

	/** True where a wall stands on an edge, at the point of it that is nearest to another. */
	#stands(edge: number, near: Vec3): boolean {
		const { perimeter, rooms } = this.#facts;
		const room = perimeter.rooms[edge];
		if (!this.#walls.has(room)) this.#walls.set(room, rooms[room] && new Surroundings(rooms[room]));
		const walls = this.#walls.get(room);
		const length = edgeLength(perimeter.points, edge);
		const from = between(perimeter.points, edge * 3, edge * 3 + 1);
		const to = minus(near, vec3At(perimeter.points, edge * 3));
		const along = Math.min(length, Math.max(0, dot(from, to) / length));
		return walls !== undefined && standsAt(walls, ...pointAlong(perimeter.points, edge, along));
	}
}

/** Whether walls of a room stand on all its linked edges that are part of a doorway, and on all that it has. */
function walledLinks(
	{ level, rooms, perimeter }: LinkFacts,
	room: number,
	doorway: readonly Pick<Doorway, 'left' | 'right'>[],
): { readonly isDoorway: boolean; readonly isRoom: boolean } {
	const own = rooms[room];
	const walls = own && new Surroundings(own);
	let [isDoorway, isRoom] = [walls !== undefined, walls !== undefined];
	for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1] && isDoorway; edge++) {
		if (walls === undefined || level.rooms[transitionAt(level, perimeter, edge)] === undefined) continue;
		const at = pointAlong(perimeter.points, edge, edgeLength(perimeter.points, edge) / 2);
		if (standsAt(walls, ...at)) continue;
		isRoom = false;
		const isPart = doorway.some(
			({ left, right }) => distanceToOutline([...left, 0, ...right, 0], at[0], at[1]) <= ON_DOORWAY,
		);
		if (isPart) isDoorway = false;
	}
	return { isDoorway, isRoom };
}
