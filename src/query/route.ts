import { edgeEnd } from '../mesh/half-edges.ts';
import type { Vec3 } from '../mesh/vec3.ts';
import { NONE } from '../walkmesh/walkmesh.ts';
import type { CreatureSize } from './clearance.ts';
import { turnsOn } from './corners.ts';
import { type Beyond, type Ground, isReachable, type RoomGround, standsAt } from './ground.ts';
import { requirePoint } from './hits.ts';
import { objectKinds } from './level-index.ts';
import { Sight } from './sight.ts';
import { bendsAbout, mayTouch, type TurnPoint } from './turn.ts';
import { creatureOf, type WalkOptions, type WalkStop, walkStraight } from './walk.ts';

/** Linked edges of a room that hang together and lead into one other room: nobody leaves it but by one of these. */
export interface DoorwayBox {
	readonly room: number;
	readonly to: number;
	/** Bounds seen from above. */
	readonly x0: number;
	readonly y0: number;
	readonly x1: number;
	readonly y1: number;
}

/** Ground does not change: what it has is gathered once, for all routes over it. */
const gathered = new WeakMap<Ground, readonly (readonly DoorwayBox[])[]>();

/** The ways out of each room. */
export function doorwayBoxes(ground: Ground): readonly (readonly DoorwayBox[])[] {
	const known = gathered.get(ground) ?? gather(ground);
	gathered.set(ground, known);
	return known;
}

function gather(ground: Ground): DoorwayBox[][] {
	return ground.level.rooms.map((part, index) => {
		const room = part === undefined ? undefined : ground.room(index);
		if (room === undefined) return [];
		const { positions, faces, transitions } = room.mesh;
		const boxes: { -readonly [K in keyof DoorwayBox]: DoorwayBox[K] }[] = [];
		const byVertex = new Map<string, (typeof boxes)[number]>();
		for (let edge = 0; edge < transitions.length; edge++) {
			const to = transitions[edge];
			if (to === NONE || ground.beyond(room, edge).length === 0) continue;
			const ends = [faces[edge], faces[edgeEnd(edge)]];
			const known = ends.map((vertex) => byVertex.get(`${to} ${vertex}`)).find((box) => box !== undefined);
			const box = known ?? { room: index, to, x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
			if (known === undefined) boxes.push(box);
			for (const vertex of ends) {
				byVertex.set(`${to} ${vertex}`, box);
				box.x0 = Math.min(box.x0, positions[vertex * 3]);
				box.y0 = Math.min(box.y0, positions[vertex * 3 + 1]);
				box.x1 = Math.max(box.x1, positions[vertex * 3]);
				box.y1 = Math.max(box.y1, positions[vertex * 3 + 1]);
			}
		}
		return boxes;
	});
}

/**
 * The least that is left of a way to a goal: straight to a doorway, from doorway to doorway, and straight to the goal. Between rooms that is
 * nearly what ways come to, where the straight line alone would have every corner of a level looked at that is on no way at all.
 */
export class Estimate {
	readonly #goalX: number;
	readonly #goalY: number;
	readonly #goalRooms: ReadonlySet<number>;
	readonly #boxes: readonly (readonly DoorwayBox[])[];
	/** From a doorway on; missing where no way leads from it to the goal. */
	readonly #left = new Map<DoorwayBox, number>();

	constructor(boxes: readonly (readonly DoorwayBox[])[], goal: readonly number[], stands: readonly Beyond[]) {
		this.#boxes = boxes;
		this.#goalX = goal[0];
		this.#goalY = goal[1];
		this.#goalRooms = new Set(stands.map(({ room }) => room.part.room));
		this.#spread();
	}

	/** Dijkstra's way, from the goal back. */
	#spread(): void {
		const into = new Map<number, DoorwayBox[]>();
		for (const box of this.#boxes.flat()) into.set(box.to, [...(into.get(box.to) ?? []), box]);
		const open = new Map<DoorwayBox, number>();
		for (const room of this.#goalRooms)
			for (const box of into.get(room) ?? []) open.set(box, distanceTo(box, this.#goalX, this.#goalY));
		while (open.size > 0) {
			let nearest: DoorwayBox | undefined;
			let least = Infinity;
			for (const [box, left] of open) {
				if (left >= least && nearest !== undefined) continue;
				nearest = box;
				least = left;
			}
			if (nearest === undefined) break;
			open.delete(nearest);
			this.#left.set(nearest, least);
			for (const before of into.get(nearest.room) ?? []) {
				if (this.#left.has(before)) continue;
				const left = least + between(before, nearest);
				if (left < (open.get(before) ?? Infinity)) open.set(before, left);
			}
		}
	}

	/** Metres that are left at least from a point of a room. */
	from(room: number, x: number, y: number): number {
		const straight = Math.sqrt((x - this.#goalX) ** 2 + (y - this.#goalY) ** 2);
		if (this.#goalRooms.has(room)) return straight;
		let least = Infinity;
		for (const box of this.#boxes[room] ?? []) {
			const left = this.#left.get(box);
			if (left !== undefined) least = Math.min(least, left + distanceTo(box, x, y));
		}
		return Math.max(least, straight);
	}
}

function distanceTo({ x0, y0, x1, y1 }: DoorwayBox, x: number, y: number): number {
	const dx = Math.max(x0 - x, x - x1, 0);
	const dy = Math.max(y0 - y, y - y1, 0);
	return Math.sqrt(dx * dx + dy * dy);
}

function between(a: DoorwayBox, b: DoorwayBox): number {
	const dx = Math.max(a.x0 - b.x1, b.x0 - a.x1, 0);
	const dy = Math.max(a.y0 - b.y1, b.y0 - a.y1, 0);
	return Math.sqrt(dx * dx + dy * dy);
}

/** The shortest way on foot. */
export interface Route {
	readonly arrived: boolean;
	/** Null when it arrives; `not connected`: no edges or links lead there; `too narrow`: only for somebody smaller. */
	readonly why: WalkStop | 'not connected' | 'too narrow' | null;
	/** From the start to the end, or to the turn nearest to it that can be reached; between two of them one can walk straight. */
	readonly points: readonly Vec3[];
	/** Metres seen from above. */
	readonly length: number;
	readonly at: Vec3;
	/** Room and face that it ends on; −1 without ground. */
	readonly room: number;
	readonly face: number;
}

/** A place of the ground at which a way begins, turns or ends. */
interface Turn extends TurnPoint {
	/** Faces it belongs to. */
	readonly stands: readonly Beyond[];
	/** Metres from the start, once that is known. */
	length: number;
	from: Turn | undefined;
}

/** A leg that may be the next one of a shortest way, if it can be walked. */
interface Leg {
	readonly turn: Turn;
	readonly from: Turn | undefined;
	readonly length: number;
	/** With the straight line to the end: no way over this leg is shorter. */
	readonly least: number;
}

/** A face that is seen, whose turns are worked out when one of them could be the next. It lies in a circle, seen from above. */
interface FaceInSight {
	readonly room: RoomGround;
	readonly face: number;
	readonly x: number;
	readonly y: number;
	readonly radius: number;
	/** The least that is left to the end from anywhere in the circle. */
	readonly left: number;
	/** No way to the end over this face is shorter. */
	least: number;
	/** The turns that it was seen from. */
	readonly from: Turn[];
}

/** All legs to a face that is in sight. */
interface LegsToFace {
	readonly over: FaceInSight;
	readonly least: number;
}

/** Where a leg ends at another height than the turn is at, it came to another floor. */
const SAME_GROUND = 0.05;

/**
 * Finds shortest ways among the turns of a level for creatures of one size. A shortest way goes straight but for turns about corners, so
 * from each turn only those matter that can be seen from it (`Sight`). The turns of a face are worked out, and whether a leg can really be
 * walked is found out, when it would be the next of the shortest way, which most never are.
 */
class Planner {
	readonly #ground: Ground;
	readonly #size: CreatureSize;
	readonly #taking: ReadonlySet<string>;
	readonly #options: WalkOptions;
	readonly #sight: Sight;
	#looks = 0;
	/** Whether the last look saw the end. */
	#endSeen = false;
	/** By room: for each face in which look it was seen last. */
	readonly #seen: Int32Array[] = [];
	/** Names size and objects: turns are the same for all routes with these. */
	readonly #key: string;
	/** By room: the turns on each of its faces, once they are needed. */
	readonly #turns: (readonly Turn[])[][] = [];

	constructor(ground: Ground, options: WalkOptions) {
		this.#ground = ground;
		this.#size = creatureOf(options);
		this.#taking = objectKinds(options);
		this.#options = options;
		this.#sight = new Sight(ground);
		this.#key = [this.#size.radius, this.#size.height, ...[...this.#taking].sort()].join(' ');
	}

	#turnsOn(room: RoomGround, face: number): readonly Turn[] {
		this.#turns[room.part.room] ??= [];
		const own = this.#turns[room.part.room];
		own[face] ??= this.#ground
			.turnsOn(room, face, this.#key, () => turnsOn(this.#ground, room, face, this.#size, this.#taking))
			.map((turn) => ({ ...turn, stands: [{ room, face }], length: Number.NaN, from: undefined }));
		return own[face];
	}

	plan(start: Turn, end: Turn): Turn {
		const heap = new Heap();
		const estimate = new Estimate(doorwayBoxes(this.#ground), end.point, end.stands);
		const push = (turn: Turn, from: Turn | undefined): void => {
			const { point, stands } = turn;
			const left = Math.min(...stands.map(({ room }) => estimate.from(room.part.room, point[0], point[1])));
			// From there nothing leads to the end.
			if (left === Infinity) return;
			const length = from === undefined ? 0 : from.length + apart(from, turn);
			heap.push({ turn, from, length, least: length + left });
		};
		/** By room. */
		const inSight: FaceInSight[][] = [];
		const pushAll = (turns: readonly Turn[], from: Turn): void => {
			for (const turn of turns) if (Number.isNaN(turn.length) && isTaut(from, turn)) push(turn, from);
		};
		let nearest = start;
		push(start, undefined);
		for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
			if ('over' in next) {
				const { room, face, from } = next.over;
				const turns = this.#turnsOn(room, face);
				for (const each of from.splice(0)) pushAll(turns, each);
				continue;
			}
			const { turn, from, length } = next;
			if (!Number.isNaN(turn.length) || !this.#canWalk(from, turn)) continue;
			turn.length = length;
			turn.from = from;
			if (turn === end) return end;
			if (apart(turn, end) < apart(nearest, end)) nearest = turn;
			this.#look(turn, end, (room, face) => {
				const known = this.#turns[room.part.room]?.[face];
				if (known !== undefined) return pushAll(known, turn);
				inSight[room.part.room] ??= [];
				inSight[room.part.room][face] ??= faceInSight(room, face, estimate);
				const waiting = inSight[room.part.room][face];
				if (waiting.left === Infinity) return;
				waiting.from.push(turn);
				const { x, y, radius, left } = waiting;
				const to = Math.max(0, planApart(x, y, turn.point[0], turn.point[1]) - radius);
				const least = length + to + left;
				if (least >= waiting.least) return;
				waiting.least = least;
				heap.push({ over: waiting, least });
			});
			if (this.#endSeen && isTaut(turn, end)) push(end, turn);
		}
		return nearest;
	}

	#canWalk(from: Turn | undefined, { point, stands }: Turn): boolean {
		if (from === undefined) return true;
		const { arrived, at, room } = walkStraight(this.#ground, from.point, point, this.#options);
		return arrived && Math.abs(at[2] - point[2]) <= SAME_GROUND && stands.some((each) => each.room.part.room === room);
	}

	/** Calls `see` once with each face that a straight walk from a turn could come to. */
	#look(turn: Turn, end: Turn, see: (room: RoomGround, face: number) => void): void {
		const stamp = ++this.#looks;
		this.#endSeen = false;
		this.#sight.look(turn.stands, turn.point[0], turn.point[1], (room, face) => {
			this.#seen[room.part.room] ??= new Int32Array(room.neighbours.length / 3);
			const seen = this.#seen[room.part.room];
			if (seen[face] === stamp) return;
			seen[face] = stamp;
			see(room, face);
			this.#endSeen ||= end.stands.some((each) => each.room === room && each.face === face);
		});
	}
}

function faceInSight(room: RoomGround, face: number, estimate: Estimate): FaceInSight {
	const { positions, faces } = room.mesh;
	const [a, b, c] = [faces[face * 3] * 3, faces[face * 3 + 1] * 3, faces[face * 3 + 2] * 3];
	const x = (positions[a] + positions[b] + positions[c]) / 3;
	const y = (positions[a + 1] + positions[b + 1] + positions[c + 1]) / 3;
	const radius = Math.max(
		planApart(x, y, positions[a], positions[a + 1]),
		planApart(x, y, positions[b], positions[b + 1]),
		planApart(x, y, positions[c], positions[c + 1]),
	);
	const left = Math.max(0, estimate.from(room.part.room, x, y) - radius);
	return { room, face, x, y, radius, left, least: Infinity, from: [] };
}

/** True where a shortest way may go on from a turn, as it came to it, straight to another. */
function isTaut(turn: Turn, next: Turn): boolean {
	const { from } = turn;
	const dx = next.point[0] - turn.point[0];
	const dy = next.point[1] - turn.point[1];
	const length = Math.sqrt(dx * dx + dy * dy);
	if (!(length > 0)) return true;
	const [x, y] = [dx / length, dy / length];
	// Where the way begins it may stand nearer to a wall than its radius.
	if (from === undefined) return true;
	const inX = turn.point[0] - from.point[0];
	const inY = turn.point[1] - from.point[1];
	const inLength = Math.sqrt(inX * inX + inY * inY);
	if (!(inLength > 0)) return true;
	return (
		mayTouch(turn, x, y, length) &&
		mayTouch(next, x, y, length) &&
		bendsAbout(turn, inX / inLength, inY / inLength, x, y, Math.min(length, inLength))
	);
}

function apart({ point: [ax, ay] }: Turn, { point: [bx, by] }: Turn): number {
	return planApart(ax, ay, bx, by);
}

function planApart(ax: number, ay: number, bx: number, by: number): number {
	return Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
}

/** Legs, that with the least way first. */
class Heap {
	readonly #legs: (Leg | LegsToFace)[] = [];

	push(leg: Leg | LegsToFace): void {
		const legs = this.#legs;
		let at = legs.length;
		legs.push(leg);
		while (at > 0) {
			const above = (at - 1) >> 1;
			if (legs[above].least <= leg.least) break;
			legs[at] = legs[above];
			at = above;
		}
		legs[at] = leg;
	}

	pop(): Leg | LegsToFace | undefined {
		const legs = this.#legs;
		const first = legs[0];
		const last = legs.pop();
		if (last === undefined || legs.length === 0) return first;
		let at = 0;
		for (let below = 1; below < legs.length; below = at * 2 + 1) {
			if (below + 1 < legs.length && legs[below + 1].least < legs[below].least) below++;
			if (legs[below].least >= last.least) break;
			legs[at] = legs[below];
			at = below;
		}
		legs[at] = last;
		return first;
	}
}

/** A point of the ground as the end of a way; undefined without walkable ground. */
function turnAt(ground: Ground, point: readonly number[]): Turn | undefined {
	const { level } = ground;
	const top = point[2] ?? Infinity;
	const hit = level.isWalkableAt(point[0], point[1], top) ? level.groundAt(point[0], point[1], top) : undefined;
	if (hit === undefined) return undefined;
	return {
		point: [...hit.point],
		stands: standsAt(ground, point, hit.point[2]),
		length: Number.NaN,
		from: undefined,
	};
}

/**
 * The shortest way from one point to another for a creature of this size: legs between turns, each of which it can walk straight.
 * @throws UsageError for points or sizes that are none
 */
export function findRoute(ground: Ground, from: readonly number[], to: readonly number[], options: WalkOptions): Route {
	requirePoint(from, 'The start', 2);
	requirePoint(to, 'The end', 2);
	const start = turnAt(ground, from);
	const end = turnAt(ground, to);
	if (start === undefined) {
		const at: Vec3 = [from[0], from[1], from[2] ?? 0];
		return { arrived: false, why: 'no ground', points: [], length: 0, at, room: -1, face: -1 };
	}
	if (end === undefined) return routeTo(start, 'no ground');
	if (!isReachable(ground, start.stands, end.stands)) return routeTo(start, 'not connected');
	const last = new Planner(ground, options).plan(start, end);
	return routeTo(last, last === end ? null : 'too narrow');
}

function routeTo(last: Turn, why: Route['why']): Route {
	const points: Vec3[] = [];
	for (let turn: Turn | undefined = last; turn !== undefined; turn = turn.from) points.unshift(turn.point);
	const [{ room, face }] = last.stands;
	return {
		arrived: why === null,
		why,
		points,
		length: Number.isNaN(last.length) ? 0 : last.length,
		at: last.point,
		room: room.part.room,
		face,
	};
}
