import { walkableNeighbours } from '../../src/geometry/faces.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { WALK } from '../../src/plan/face-index.ts';
import { type Footing, footingOn } from './footing.ts';
import { type LevelIndex, type LevelPart, NO_OBJECTS } from './level-index.ts';
import type { TurnPoint } from './turn.ts';

/** The ground of the next room may begin this far beyond a linked edge, in metres: as far as edges of links in the game and in kits are apart. */
export const GREATEST_GAP = 2e-3;

/** The ground of a room: its faces and their adjacency. */
export interface RoomGround {
	readonly part: LevelPart;
	readonly mesh: Walkmesh;
	/** 3 a face: the neighbour's edge across each edge, or −1. */
	readonly neighbours: Int32Array;
	/** 1 a vertex: 1 for vertices of open edges. */
	readonly ends: Uint8Array;
}

/** Marks the vertices of edges without a neighbour. */
function endsOf({ positions, faces, surfaces }: Walkmesh, neighbours: Int32Array, table: SurfaceTable): Uint8Array {
	const ends = new Uint8Array(positions.length / 3);
	const walkable = walkableFaces(table, surfaces);
	for (let edge = 0; edge < neighbours.length; edge++) {
		if (neighbours[edge] >= 0 || walkable[Math.floor(edge / 3)] === 0) continue;
		ends[faces[edge]] = 1;
		ends[faces[edgeEnd(edge)]] = 1;
	}
	return ends;
}

/** The ground of all rooms, and how it is connected. */
export class Ground {
	readonly level: LevelIndex;
	readonly #rooms: (RoomGround | undefined)[] = [];
	readonly #turns = new Map<string, Map<number, readonly TurnPoint[]>>();
	readonly #beyond = new Map<number, readonly Beyond[]>();
	readonly #footings: (Footing | undefined)[][] = [];

	constructor(level: LevelIndex) {
		this.level = level;
	}

	/** Undefined for an index outside the layout, and for rooms without a walkmesh. */
	room(room: number): RoomGround | undefined {
		const part = this.level.rooms[room];
		const mesh = this.level.level.rooms[room]?.walkmesh;
		if (part === undefined || mesh === undefined) return undefined;
		const known = this.#rooms[room];
		if (known !== undefined) return known;
		const neighbours = walkableNeighbours(mesh, this.level.surfaces);
		const made = { part, mesh, neighbours, ends: endsOf(mesh, neighbours, this.level.surfaces) };
		this.#rooms[room] = made;
		return made;
	}

	/** Turning points of a face, computed once for each `key`. */
	turnsOn(room: RoomGround, face: number, key: string, find: () => readonly TurnPoint[]): readonly TurnPoint[] {
		let own = this.#turns.get(key);
		if (own === undefined) {
			own = new Map();
			this.#turns.set(key, own);
		}
		const at = keyIn(room, face);
		const known = own.get(at) ?? find();
		own.set(at, known);
		return known;
	}

	/** The ground about somebody who stands on a face. */
	footing(room: RoomGround, face: number): Footing {
		this.#footings[room.part.room] ??= [];
		const own = this.#footings[room.part.room];
		own[face] ??= footingOn({ room, face }, (edge) => {
			const behind = room.neighbours[edge];
			return behind >= 0 ? [{ room, face: Math.floor(behind / 3) }] : this.beyond(room, edge);
		});
		return own[face];
	}

	/** The faces of the next room along an edge with a transition; none where it leads nowhere. */
	beyond(room: RoomGround, edge: number): readonly Beyond[] {
		const to = room.mesh.transitions[edge];
		if (to === NONE) return NOWHERE;
		const key = keyIn(room, edge);
		const known = this.#beyond.get(key);
		if (known !== undefined) return known;
		const next = this.room(to);
		const found = next === undefined ? NOWHERE : facesAlong(room, edge, next).map((face) => ({ room: next, face }));
		this.#beyond.set(key, found);
		return found;
	}
}

const NOWHERE: readonly Beyond[] = [];

/** A number for a face or an edge among those of all rooms. */
export function keyIn(room: RoomGround, index: number): number {
	return room.part.room * 2 ** 32 + index;
}

/** A face of another room across a linked edge. */
export interface Beyond {
	readonly room: RoomGround;
	readonly face: number;
}

/** A linked edge leads to a face when this much of it lies along the face, in metres, or half of a shorter edge. */
const LEAST_SHARED = 5e-3;

/** The faces of the next room along a linked edge. */
function facesAlong({ mesh: { positions, faces } }: RoomGround, edge: number, next: RoomGround): number[] {
	const [a, b] = [faces[edge] * 3, faces[edgeEnd(edge)] * 3];
	const [ax, ay, bx, by] = [positions[a], positions[a + 1], positions[b], positions[b + 1]];
	const length = Math.hypot(bx - ax, by - ay);
	const { index } = next.part;
	const count = index.facesInBounds(
		Math.min(ax, bx) - GREATEST_GAP,
		Math.min(ay, by) - GREATEST_GAP,
		-Infinity,
		Math.max(ax, bx) + GREATEST_GAP,
		Math.max(ay, by) + GREATEST_GAP,
		Infinity,
		WALK,
	);
	return [...index.list.subarray(0, count)].filter((face) => {
		const shared = sharedPart(next.mesh, face, ax, ay, bx, by);
		return shared * length >= Math.min(LEAST_SHARED, length / 2);
	});
}

/** The share of a segment that is within a face in plan, or no farther from it than a gap may be wide. */
function sharedPart(
	{ positions, faces }: Walkmesh,
	face: number,
	ax: number,
	ay: number,
	bx: number,
	by: number,
): number {
	const at = [0, 1, 2].map((corner) => faces[face * 3 + corner] * 3);
	const [x, y] = [at.map((vertex) => positions[vertex]), at.map((vertex) => positions[vertex + 1])];
	const turn = Math.sign((x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]));
	if (turn === 0) return 0;
	let [enter, leave] = [0, 1];
	for (let k = 0; k < 3; k++) {
		const next = (k + 1) % 3;
		const [ex, ey] = [x[next] - x[k], y[next] - y[k]];
		const reach = GREATEST_GAP * Math.hypot(ex, ey);
		// How far inside the edge the ends of the segment are.
		const p = turn * (ex * (ay - y[k]) - ey * (ax - x[k])) + reach;
		const q = turn * (ex * (by - y[k]) - ey * (bx - x[k])) + reach;
		if (p < 0 && q < 0) return 0;
		if (p < 0) enter = Math.max(enter, p / (p - q));
		if (q < 0) leave = Math.min(leave, p / (p - q));
	}
	return Math.max(0, leave - enter);
}

/** The faces around a vertex that are connected with a given one, which is included. @param open receives the open edges at the vertex */
export function* fanOf(
	{ mesh: { faces }, neighbours }: RoomGround,
	face: number,
	vertex: number,
	open: number[],
): Generator<number> {
	const seen = new Set([face]);
	for (const each of seen) {
		yield each;
		for (let edge = each * 3; edge < each * 3 + 3; edge++) {
			if (faces[edge] !== vertex && faces[edgeEnd(edge)] !== vertex) continue;
			if (neighbours[edge] < 0) open.push(edge);
			else seen.add(Math.floor(neighbours[edge] / 3));
		}
	}
}

/**
 * Walkable faces at a point are one floor if their heights differ by at most this; in one room, or in two that meet there. Who is this far below a floor
 * stands on it. Metres.
 */
export const ONE_FLOOR = 0.02;

/** All walkable faces that a point of the ground belongs to: several on edges and seams. */
export function standsAt(
	ground: Ground,
	[x, y]: readonly number[],
	z: number,
): { room: RoomGround; face: number; z: number }[] {
	const { level } = ground;
	const [low, high]: [Vec3, Vec3] = [
		[x, y, z - ONE_FLOOR],
		[x, y, z + ONE_FLOOR],
	];
	const stands: { room: RoomGround; face: number; z: number }[] = [];
	for (const { index, room } of level.partsIn(low, high, NO_OBJECTS)) {
		const own = ground.room(room);
		if (own === undefined) continue;
		const found = index.every(high, low, WALK);
		for (let i = 0; i < found.length; i += 2)
			stands.push({ room: own, face: found[i], z: high[2] + (low[2] - high[2]) * found[i + 1] });
	}
	return stands;
}

/** The ground that can be reached from a point over shared edges and, into other rooms, over linked ones. */
export interface Reach {
	/** For each room of the layout its faces, ascending. */
	readonly faces: readonly (readonly number[])[];
	/** Rooms with such faces, ascending. */
	readonly rooms: readonly number[];
}

/** Follows edges and links from the faces at a point, without regard to the size of a creature. */
export function reachableFrom(ground: Ground, starts: readonly Beyond[]): Reach {
	// All faces are visited at most once, so the cost is known in advance.
	ground.level.effort.spend(ground.level.faceCount);
	const seen = spread(ground, starts, () => false);
	const faces = seen.map((own) => [...own.keys()].filter((face) => own[face] === 1));
	return { faces, rooms: [...faces.keys()].filter((room) => faces[room].length > 0) };
}

/**
 * Visits the ground that is connected with some faces, except faces seen before.
 * @param seen made by `unseen`; visited faces are marked in it
 */
export function visitReachable(
	ground: Ground,
	starts: readonly Beyond[],
	seen: Uint8Array[],
	visit: (room: RoomGround, face: number) => void,
): void {
	spread(
		ground,
		starts,
		(room, face) => {
			visit(room, face);
			return false;
		},
		seen,
	);
}

/** Makes the marks for `visitReachable`: for each room of the layout 1 byte a face. */
export function unseen({ level }: Ground): Uint8Array[] {
	return level.rooms.map((part) => new Uint8Array(part?.index.surfaces.length ?? 0));
}

/** True if some faces are connected with others, whatever the size of a creature. */
export function isReachable(ground: Ground, starts: readonly Beyond[], ends: readonly Beyond[]): boolean {
	let found = false;
	spread(ground, starts, (room, face) => {
		found = ends.some((end) => end.face === face && end.room === room);
		return found;
	});
	return found;
}

/** Visits connected faces, each once, until `visit` ends it. @returns for each room of the layout 1 byte a face, 1 for those visited */
function spread(
	ground: Ground,
	starts: readonly Beyond[],
	visit: (room: RoomGround, face: number) => boolean,
	seen: Uint8Array[] = unseen(ground),
): Uint8Array[] {
	const rooms: RoomGround[] = [];
	const faces: number[] = [];
	const push = (room: RoomGround, face: number): boolean => {
		const own = seen[room.part.room];
		if (own[face] === 1) return false;
		own[face] = 1;
		ground.level.effort.spend(1);
		rooms.push(room);
		faces.push(face);
		return visit(room, face);
	};
	for (const { room, face } of starts) if (push(room, face)) return seen;
	for (let room = rooms.pop(); room !== undefined; room = rooms.pop()) {
		const face = faces.pop() as number;
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			const behind = room.neighbours[edge];
			if (behind >= 0) {
				if (push(room, Math.floor(behind / 3))) return seen;
			} else if (room.mesh.transitions[edge] !== NONE) {
				for (const beyond of ground.beyond(room, edge)) if (push(beyond.room, beyond.face)) return seen;
			}
		}
	}
	return seen;
}
