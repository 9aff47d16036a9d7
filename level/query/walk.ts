import { checkedValues, FROM_ZERO, metres } from '../../src/findings/options.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { NONE, PERSON } from '../../src/model/walkmesh.ts';
import { OBSTACLE, WALK } from '../../src/plan/face-index.ts';
import { hasWallBetween, requirePoint } from '../../src/plan/hits.ts';
import { alongLine, Clearance, type CreatureSize, type Line, leftOfLine } from './clearance.ts';
import { EFFORT_OPTIONS } from './effort.ts';
import { type Beyond, fanOf, GREATEST_GAP, type Ground, ONE_FLOOR, type RoomGround, standsAt } from './ground.ts';
import { type LevelPart, NO_OBJECTS, type ObjectOptions, objectKinds } from './level-index.ts';

const WALK_OPTIONS = {
	radius: metres('Radius of the creature that walks.', PERSON.radius, FROM_ZERO),
	height: metres('Height of the creature that walks.', PERSON.height, FROM_ZERO),
};

/** In one file: a walk, what ends it, and what its steps have in common. */

/** The options of walks on the command line. */
export const WALKING_OPTIONS = { ...WALK_OPTIONS, ...EFFORT_OPTIONS };

/** The size of the creature, and the objects that are in its way. */
export interface WalkOptions extends ObjectOptions {
	/** Radius of the creature, metres. Default: 0.35, a person's. */
	readonly radius?: number;
	/** Height of the creature, metres. Default: 1.8. */
	readonly height?: number;
	/** Most steps of the search. Default: 50 million, and more for more than 8,000 faces. */
	readonly maxSteps?: number | undefined;
}

/**
 * Why a walk ends before it arrives. `perimeter`: the ground ends. `missing link`: ground of another room continues, but the edge has no transition.
 * `gap`: the edge links to a room that has no ground there. `no ground`: there is none at the start.
 */
export type WalkStop =
	| 'perimeter'
	| 'missing link'
	| 'room without walkmesh'
	| 'Nonwalk face'
	| 'placeable'
	| 'door'
	| 'gap'
	| 'no ground';

/** The result of a walk. */
export interface Walk {
	readonly arrived: boolean;
	/** Null when it arrives. */
	readonly why: WalkStop | null;
	/** Where it ends, metres, on the ground. */
	readonly at: Vec3;
	/** The room it ends in, as an index into the layout; −1 without ground. */
	readonly room: number;
	/** The face it ends on; −1 without ground. */
	readonly face: number;
	/** Metres, in plan. */
	readonly distance: number;
	/** The obstacle: a face of a room, or of a placed object. */
	readonly blocker?: { readonly room: number; readonly object: number; readonly face: number };
}

/** Finding the faces that a walk begins on costs as much as this many tests of boxes. */
const BEGIN_STEPS = 64;
/** Finding out why an edge is closed costs as much as this many. */
const WHY_STEPS = 32;
/** Looking at the corners of a face costs as much as this many tests of boxes. */
const READ_STEPS = 8;
/**
 * Vertices within this distance of the line count as on it, metres, so that a walk along an edge or through a vertex is the same for the faces on
 * both sides.
 */
const ON_LINE = 1e-6;
/** A shorter step does not count as progress, metres. */
const STEP = 1e-9;
/** To find out why an edge is closed, ground is looked for this far beyond it; metres. */
const GLANCE = 5e-3;
/** Ground of another room counts as a continuation if its height differs by at most this; metres. */
const SAME_FLOOR = 0.5;

/** Where a line leaves a face. */
interface Exit {
	u: number;
	z: number;
	/** Edge 0 to 2 of the face; −1 for a vertex. */
	edge: number;
	/** Corner 0 to 2; −1 for an edge. */
	corner: number;
}

/** Where the creature is on its walk. */
interface Stand {
	room: RoomGround;
	face: number;
	u: number;
	z: number;
	/** The edge (0 to 2) over which it entered the face; −1 for none. */
	edge: number;
	/** The vertex over which it entered the face; −1 for none. */
	vertex: number;
}

/** A point from which walks begin, and the walkable faces there, several on edges and seams: the same for all walks from it. None where nobody can stand. */
export interface Beginning {
	readonly point: readonly number[];
	readonly stands: ReturnType<typeof standsAt>;
}

/**
 * Walks of a creature. Each follows a line from face to face through edges and vertices. Vertices within a thousandth of a millimetre of the line count
 * as on it everywhere, so that two faces never disagree about where the line passes.
 *
 * Choosing path points takes hundreds of thousands of walks, several from each point. What is known before a walk, such as the ground under its
 * beginning, is found out once, and all walks use the same memory: that was a third of their time.
 */
export class Walker {
	readonly #ground: Ground;
	readonly #taking: ReadonlySet<string>;
	readonly #asksWhy: boolean;
	readonly #reach: number;
	readonly #clearance: Clearance;
	#line: Line = { x: 0, y: 0, dx: 1, dy: 0 };
	#length = 0;
	readonly #u = new Float64Array(3);
	readonly #v = new Float64Array(3);
	readonly #z = new Float64Array(3);
	readonly #exit: Exit = { u: 0, z: 0, edge: -1, corner: -1 };

	/**
	 * @param asksWhy false where it does not matter why a walk ends, only where: then edges without a link are all told as `perimeter`, whatever is behind
	 * @throws UsageError for invalid sizes
	 */
	constructor(ground: Ground, options: WalkOptions, asksWhy = true) {
		const size = creatureOf(options);
		this.#ground = ground;
		this.#asksWhy = asksWhy;
		this.#taking = objectKinds(options);
		this.#reach = size.radius + GLANCE;
		this.#clearance = new Clearance([], size, ground.level.effort);
	}

	/** Finds the ground that walks from a point begin on. @param on a walkable face that it is known to be on, to find it sooner */
	begin(point: readonly number[], on?: Beyond): Beginning {
		const [x, y, feet = Infinity] = point;
		const z = feet + ONE_FLOOR;
		const known = on?.room.part.index.knownGround(on.face, x, y, z);
		const part = this.#ground.level.ground(x, y, z, WALK, known);
		if (part === undefined) return { point, stands: [] };
		const { face, height } = part.index;
		const stands = standsAt(this.#ground, point, height);
		if (stands.length === 0) stands.push({ room: this.#ground.room(part.room) as RoomGround, face, z: height });
		return { point, stands };
	}

	/** Walks straight to a point, as `walkStraight` does. */
	walk({ point: from, stands }: Beginning, to: readonly number[]): Walk {
		if (stands.length === 0) return this.#nowhere(from);
		const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
		const length = Math.sqrt(dx * dx + dy * dy);
		this.#length = length;
		this.#line = { x: from[0], y: from[1], dx: length > 0 ? dx / length : 1, dy: length > 0 ? dy / length : 0 };
		const { level } = this.#ground;
		const reach = this.#reach;
		const parts = level.partsIn(
			[Math.min(from[0], to[0]) - reach, Math.min(from[1], to[1]) - reach, -Infinity],
			[Math.max(from[0], to[0]) + reach, Math.max(from[1], to[1]) + reach, Infinity],
			this.#taking,
		);
		this.#clearance.aim(parts, this.#line, length);
		level.effort.spend(level.parts.length + BEGIN_STEPS);
		// On a seam between two rooms, or where faces only touch, the walk may be possible from one of the faces only.
		let best = this.#follow(stands[0].room, stands[0].face, stands[0].z);
		for (let i = 1; i < stands.length && !best.arrived; i++) {
			const walk = this.#follow(stands[i].room, stands[i].face, stands[i].z);
			if (walk.arrived || walk.distance > best.distance + STEP) best = walk;
		}
		return best;
	}

	/** A walk from where nobody can stand. */
	#nowhere([x, y, z]: readonly number[]): Walk {
		const ground = this.#ground.level.groundAt(x, y, z ?? Infinity);
		if (ground === undefined)
			return { arrived: false, why: 'no ground', at: [x, y, z ?? 0], room: -1, face: -1, distance: 0 };
		const { point, room, face } = ground;
		return { arrived: false, why: 'Nonwalk face', at: [...point], room, face, distance: 0 };
	}

	/** Follows the line from the face that it begins on. */
	#follow(room: RoomGround, face: number, z: number): Walk {
		const stand: Stand = { room, face, u: 0, z, edge: -1, vertex: -1 };
		this.#clearance.startAt(0);
		// A limit above the number of faces: more steps would mean going in a circle.
		let steps = this.#ground.level.mostFaces;
		const exit = this.#leave(stand);
		while (steps-- > 0) {
			if (exit.u >= this.#length - ON_LINE) {
				const share = exit.u > stand.u ? Math.min(1, (this.#length - stand.u) / (exit.u - stand.u)) : 1;
				return this.#advance(stand, this.#length, stand.z + (exit.z - stand.z) * share) ?? this.#result(stand, null);
			}
			const { edge, corner } = exit;
			const blocked = this.#advance(stand, Math.max(exit.u, stand.u), exit.z);
			if (blocked !== undefined) return blocked;
			const open = edge >= 0 ? this.#overEdge(stand, edge) : this.#overVertex(stand, corner);
			// Behind an edge, the way out of the next face is known already.
			if (open === undefined && edge >= 0) continue;
			const refused = open === undefined ? undefined : this.#intoNextRoom(stand, open);
			if (refused !== undefined) return this.#result(stand, refused);
			this.#leave(stand);
		}
		return this.#result(stand, 'perimeter');
	}

	/** Moves on to u, unless an obstacle is in the way. */
	#advance(stand: Stand, u: number, z: number): Walk | undefined {
		const at = this.#clearance.contact(this.#line, stand.u, u, () => this.#ground.footing(stand.room, stand.face));
		if (at < Infinity) {
			const share = u > stand.u ? (at - stand.u) / (u - stand.u) : 0;
			stand.z += (z - stand.z) * share;
			stand.u = at;
			const { face } = this.#clearance;
			// Where there is a contact, it is with a part.
			const { kind, room, object } = this.#clearance.part as LevelPart;
			const why = kind === undefined ? 'Nonwalk face' : kind === 'placeable' ? 'placeable' : 'door';
			return this.#result(stand, why, { room, object, face });
		}
		stand.u = u;
		stand.z = z;
		return undefined;
	}

	#result(stand: Stand, why: WalkStop | null, blocker?: Walk['blocker']): Walk {
		const { x, y, dx, dy } = this.#line;
		return {
			arrived: why === null,
			why,
			at: [x + dx * stand.u, y + dy * stand.u, stand.z],
			room: stand.room.part.room,
			face: stand.face,
			distance: stand.u,
			...(blocker === undefined ? {} : { blocker }),
		};
	}

	/** Computes the positions of a face's corners along the line and beside it. */
	#read({ mesh: { positions, faces } }: RoomGround, face: number): void {
		this.#ground.level.effort.spend(READ_STEPS);
		for (let corner = 0; corner < 3; corner++) {
			const vertex = faces[face * 3 + corner] * 3;
			const v = leftOfLine(this.#line, positions[vertex], positions[vertex + 1]);
			this.#u[corner] = alongLine(this.#line, positions[vertex], positions[vertex + 1]);
			this.#v[corner] = Math.abs(v) <= ON_LINE ? 0 : v;
			this.#z[corner] = positions[vertex + 2];
		}
	}

	/** Finds the last point of a face on the line, other than where it was entered. @returns always the same object */
	#leave({ room, face, u, edge, vertex }: Pick<Stand, 'room' | 'face' | 'u' | 'edge' | 'vertex'>): Exit {
		this.#read(room, face);
		const { faces } = room.mesh;
		const exit = this.#exit;
		exit.u = -Infinity;
		exit.edge = -1;
		exit.corner = -1;
		for (let corner = 0; corner < 3; corner++) {
			if (this.#v[corner] === 0 && faces[face * 3 + corner] !== vertex && this.#u[corner] > exit.u) {
				exit.u = this.#u[corner];
				exit.z = this.#z[corner];
				exit.corner = corner;
				exit.edge = -1;
			}
			if (corner === edge) continue;
			const crossing = this.#crossing(faces, face, corner);
			if (crossing > exit.u) {
				exit.u = crossing;
				exit.z = this.#crossingHeight(corner);
				exit.edge = corner;
				exit.corner = -1;
			}
		}
		if (exit.u === -Infinity) exit.u = Math.min(u, 0) - 1;
		return exit;
	}

	/** Where the line crosses an edge between its ends, the same value for both faces of the edge; NaN if it does not. */
	#crossing(faces: Uint32Array, face: number, corner: number): number {
		const next = corner === 2 ? 0 : corner + 1;
		if (!(this.#v[corner] * this.#v[next] < 0)) return Number.NaN;
		const forward = faces[face * 3 + corner] < faces[face * 3 + next];
		const [a, b] = forward ? [corner, next] : [next, corner];
		return this.#u[a] + (this.#u[b] - this.#u[a]) * (this.#v[a] / (this.#v[a] - this.#v[b]));
	}

	#crossingHeight(corner: number): number {
		const next = corner === 2 ? 0 : corner + 1;
		return this.#z[corner] + (this.#z[next] - this.#z[corner]) * (this.#v[corner] / (this.#v[corner] - this.#v[next]));
	}

	/** Steps over an edge, and finds the way out behind it. @returns the edges where the ground ends, if it does */
	#overEdge(stand: Stand, edge: number): number[] | undefined {
		const { room, face, u } = stand;
		const behind = room.neighbours[face * 3 + edge];
		if (behind < 0) return [face * 3 + edge];
		const next = { room, face: Math.floor(behind / 3), u, edge: behind % 3, vertex: -1 };
		// A face that is folded back under this one does not lead forward.
		if (this.#leave(next).u < u - ON_LINE) return [face * 3 + edge];
		stand.face = next.face;
		stand.edge = next.edge;
		stand.vertex = -1;
		return undefined;
	}

	/** Continues from a vertex, in the face around it in which the line gets farthest. @returns the edges where the ground ends, if it does */
	#overVertex(stand: Stand, corner: number): number[] | undefined {
		const { room, face, u } = stand;
		const vertex = room.mesh.faces[face * 3 + corner];
		const open: number[] = [];
		let best = -1;
		let farthest = u + STEP;
		for (const each of fanOf(room, face, vertex, open)) {
			const reach = this.#leave({ room, face: each, u, edge: -1, vertex }).u;
			if (reach > farthest) {
				farthest = reach;
				best = each;
			}
		}
		if (best < 0) return open;
		stand.face = best;
		stand.edge = -1;
		stand.vertex = vertex;
		return undefined;
	}

	/** Continues in the room that open edges link to. @returns why that is not possible, if so */
	#intoNextRoom(stand: Stand, open: readonly number[]): WalkStop | undefined {
		let why: WalkStop | undefined;
		for (const to of new Set(open.map((edge) => stand.room.mesh.transitions[edge]))) {
			if (to === NONE) continue;
			const room = this.#ground.room(to);
			if (room === undefined) why = 'room without walkmesh';
			else if (this.#enter(stand, room)) return undefined;
			else why ??= 'gap';
		}
		return why ?? this.#whyClosed(stand);
	}

	/** Looks for ground of a room at the current point, at the nearest height. */
	#enter(stand: Stand, room: RoomGround): boolean {
		const { x, y, dx, dy } = this.#line;
		const [px, py] = [x + dx * stand.u, y + dy * stand.u];
		const { index } = room.part;
		const count = index.facesInBounds(
			px - GREATEST_GAP,
			py - GREATEST_GAP,
			-Infinity,
			px + GREATEST_GAP,
			py + GREATEST_GAP,
			Infinity,
			WALK,
		);
		let best: { face: number; u: number; z: number; off: number; reach: number } | undefined;
		for (let i = 0; i < count; i++) {
			const face = index.list[i];
			const begin = this.#begin(room, face);
			const end = this.#leave({ room, face, u: stand.u, edge: -1, vertex: -1 });
			if (!(end.u > stand.u + STEP && begin.u <= stand.u + GREATEST_GAP)) continue;
			const u = Math.max(stand.u, begin.u);
			const z = begin.z + (end.z - begin.z) * (end.u > begin.u ? (u - begin.u) / (end.u - begin.u) : 0);
			const off = Math.abs(z - stand.z);
			if (best !== undefined && (off > best.off || (off === best.off && end.u <= best.reach))) continue;
			best = { face, u, z, off, reach: end.u };
		}
		if (best === undefined) return false;
		Object.assign(stand, { room, face: best.face, u: best.u, z: best.z, edge: -1, vertex: -1 });
		return true;
	}

	/** Finds the first point of a face on the line. */
	#begin(room: RoomGround, face: number): { u: number; z: number } {
		this.#read(room, face);
		const begin = { u: Infinity, z: 0 };
		for (let corner = 0; corner < 3; corner++) {
			if (this.#v[corner] === 0 && this.#u[corner] < begin.u) {
				begin.u = this.#u[corner];
				begin.z = this.#z[corner];
			}
			const crossing = this.#crossing(room.mesh.faces, face, corner);
			if (crossing < begin.u) {
				begin.u = crossing;
				begin.z = this.#crossingHeight(corner);
			}
		}
		return begin;
	}

	/** Finds out why an edge without a transition ends the walk, from what is just beyond it. */
	#whyClosed({ room, u, z }: Stand): WalkStop {
		const { x, y, dx, dy } = this.#line;
		const { level } = this.#ground;
		level.effort.spend(WHY_STEPS);
		if (!this.#asksWhy) return 'perimeter';
		const [px, py] = [x + dx * (u + GLANCE), y + dy * (u + GLANCE)];
		const low: Vec3 = [px, py, z - SAME_FLOOR];
		const high: Vec3 = [px, py, z + SAME_FLOOR];
		const near = level.partsIn(low, high, NO_OBJECTS).filter(({ room: other }) => other !== room.part.room);
		if (near.some(({ index }) => index.nearest(...high, ...low, WALK))) return 'missing link';
		if (room.part.index.nearest(px, py, z + SAME_FLOOR, px, py, z - SAME_FLOOR, OBSTACLE)) return 'Nonwalk face';
		// A wall that stands on the edge.
		const back: Vec3 = [x + dx * (u - GLANCE), y + dy * (u - GLANCE), z];
		return hasWallBetween(room.part.index, back, [px, py, z]) ? 'Nonwalk face' : 'perimeter';
	}
}

/**
 * Walks straight from one point to another by the engine's rules: from face to face over adjacent edges; over a perimeter edge with a transition,
 * into that room at the same point; not through faces that stop a creature of this size. Points are given in plan; an optional third number chooses
 * the floor at or below it.
 *
 * @throws UsageError for invalid points or sizes
 */
export function walkStraight(
	ground: Ground,
	from: readonly number[],
	to: readonly number[],
	options: WalkOptions,
): Walk {
	requirePoint(from, 'The start', 2);
	requirePoint(to, 'The end', 2);
	const walker = new Walker(ground, options);
	return walker.walk(walker.begin(from), to);
}

/** The size of the creature, with defaults. @throws UsageError for invalid sizes */
export function creatureOf({ radius, height }: WalkOptions): CreatureSize {
	// Path points ask for hundreds of thousands of walks, most of them a person's.
	if (radius === undefined && height === undefined) return PERSON;
	const given = { ...(radius === undefined ? {} : { radius }), ...(height === undefined ? {} : { height }) };
	return checkedValues(WALK_OPTIONS, given, 'a walk');
}
