import { InputError } from '../../src/findings/report.ts';
import { squaredDistanceToSegment } from '../../src/geometry/spatial.ts';
import { type Vec3, vec3At } from '../../src/math/vec3.ts';
import { requirePoint } from '../../src/plan/hits.ts';
import type { CreatureSize } from './clearance.ts';
import { turnsOn } from './corners.ts';
import { doorwayBoxes, Estimate } from './estimate.ts';
import { type Beyond, GREATEST_GAP, type Ground, isReachable, ONE_FLOOR, type RoomGround, standsAt } from './ground.ts';
import { Heap } from './heap.ts';
import { objectKinds } from './level-index.ts';
import { Sight } from './sight.ts';
import { bendsAbout, mayTouch, type TurnPoint } from './turn.ts';
import { type Beginning, creatureOf, Walker, type WalkOptions, type WalkStop } from './walk.ts';

/** The shortest route on foot. */
export interface Route {
	readonly arrived: boolean;
	/** Null on arrival. `not connected`: no edges or links lead there. `too narrow`: only a smaller creature could pass. */
	readonly why: WalkStop | 'not connected' | 'too narrow' | null;
	/**
	 * Start, turns and end; or up to the turn nearest to the end that can be reached. Between any two consecutive points a creature can walk
	 * straight.
	 */
	readonly points: readonly Vec3[];
	/** Metres, in plan. */
	readonly length: number;
	readonly at: Vec3;
	/** Room and face that the route ends on; −1 without ground. */
	readonly room: number;
	readonly face: number;
}

/** A point of the ground at which a route begins, turns or ends. */
interface Turn extends TurnPoint {
	/** The faces that it is on. */
	readonly stands: readonly Beyond[];
	/** What walks from there begin with; undefined until there is one. */
	beginning: Beginning | undefined;
	/** Shortest distance from the start, metres; NaN until it is known. */
	length: number;
	from: Turn | undefined;
}

/** A candidate for the next leg of a shortest route; whether it can be walked is tested later. */
interface Leg {
	readonly turn: Turn;
	readonly from: Turn | undefined;
	readonly length: number;
	/** Lower bound of the length of any route over this leg, metres. */
	readonly least: number;
}

/**
 * A face that was seen. Its turns are only computed when one of them could be the next of the shortest route. In plan, the face is inside a circle of
 * `radius` about x, y.
 */
interface FaceInSight {
	readonly room: RoomGround;
	readonly face: number;
	readonly x: number;
	readonly y: number;
	readonly radius: number;
	/** Lower bound of the distance to the end from anywhere in the circle, metres. */
	readonly left: number;
	/** Lower bound of the length of any route over this face, metres. */
	least: number;
	/** Turns from which the face was seen. */
	readonly from: Turn[];
}

/** Stands for all legs to a face whose turns are not computed yet. */
interface LegsToFace {
	readonly over: FaceInSight;
	readonly least: number;
}

/** If the height at the end of a straight walk differs from that of its goal by more than this, it ended on another floor; metres. */
export const SAME_GROUND = 0.05;

/**
 * Finds shortest routes among the turns of a level for creatures of one size. A shortest route is straight except for turns around corners, so from
 * each turn only turns within sight matter (see `Sight`). The turns of a face are computed, and legs are tested by walking them, only when they would
 * be the next of the shortest route; most never are.
 */
class Planner {
	readonly #ground: Ground;
	readonly #size: CreatureSize;
	readonly #taking: ReadonlySet<string>;
	readonly #walker: Walker;
	readonly #sight: Sight;
	#looks = 0;
	/** True if the last call of `#look` saw the end. */
	#endSeen = false;
	/** By room, 1 entry a face: the number of the last look that saw it. */
	readonly #seen: Int32Array[] = [];
	/** Identifies creature size and kinds of objects: turns are the same for all routes with the same key. */
	readonly #key: string;
	/** By room: the turns on each face, once they are needed. */
	readonly #turns: (readonly Turn[])[][] = [];

	constructor(ground: Ground, options: WalkOptions) {
		this.#ground = ground;
		this.#size = creatureOf(options);
		this.#taking = objectKinds(options);
		this.#walker = new Walker(ground, options, false);
		this.#sight = new Sight(ground);
		this.#key = [this.#size.radius, this.#size.height, ...[...this.#taking].sort()].join(' ');
	}

	#turnsOn(room: RoomGround, face: number): readonly Turn[] {
		this.#turns[room.part.room] ??= [];
		const own = this.#turns[room.part.room];
		own[face] ??= this.#ground
			.turnsOn(room, face, this.#key, () => turnsOn(this.#ground, room, face, this.#size, this.#taking))
			.map((turn) => ({
				...turn,
				stands: [{ room, face }],
				length: Number.NaN,
				from: undefined,
				beginning: undefined,
			}));
		return own[face];
	}

	plan(start: Turn, end: Turn): Turn {
		const heap = new Heap<Leg | LegsToFace>();
		const estimate = new Estimate(doorwayBoxes(this.#ground), end.point, end.stands);
		const push = (turn: Turn, from: Turn | undefined): void => {
			const { point, stands } = turn;
			const left = Math.min(...stands.map(({ room }) => estimate.from(room.part.room, point[0], point[1])));
			// No path leads from there to the end.
			if (left === Infinity) return;
			const length = from === undefined ? 0 : from.length + apart(from, turn);
			heap.push({ turn, from, length, least: length + left });
		};
		/** By room and face: faces that were seen. */
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
		from.beginning ??= this.#walker.begin(from.point);
		const { arrived, at, room } = this.#walker.walk(from.beginning, point);
		if (!arrived || Math.abs(at[2] - point[2]) > SAME_GROUND) return false;
		// Where rooms meet, a rounding error decides in which of them a walk ends.
		return stands.some((each) => each.room.part.room === room || isOnBorder(each, point));
	}

	/** Calls `see` once for each face that a straight walk from a turn may reach. */
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

/** True if a point of a face is as near to one of its edges as linked edges may be apart. */
function isOnBorder({ room: { mesh }, face }: Beyond, point: Vec3): boolean {
	const corners = [0, 1, 2].map((corner) => vec3At(mesh.positions, mesh.faces[face * 3 + corner]));
	return corners.some((from, corner) => {
		const to = corners[(corner + 1) % 3];
		return squaredDistanceToSegment(point, 0, { from, to }) <= GREATEST_GAP ** 2;
	});
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

/** True if a shortest route that came to a turn may go straight on to the next one. */
function isTaut(turn: Turn, next: Turn): boolean {
	const { from } = turn;
	const dx = next.point[0] - turn.point[0];
	const dy = next.point[1] - turn.point[1];
	const length = Math.sqrt(dx * dx + dy * dy);
	if (!(length > 0)) return true;
	const [x, y] = [dx / length, dy / length];
	// At the start a creature may stand nearer to a wall than its radius, so nothing can be excluded.
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

/** Makes a point of the ground the end of a route; undefined without walkable ground there. */
function turnAt(ground: Ground, point: readonly number[]): Turn | undefined {
	const { level } = ground;
	const top = (point[2] ?? Infinity) + ONE_FLOOR;
	const hit = level.isWalkableAt(point[0], point[1], top) ? level.groundAt(point[0], point[1], top) : undefined;
	if (hit === undefined) return undefined;
	return {
		point: [...hit.point],
		stands: standsAt(ground, point, hit.point[2]),
		length: Number.NaN,
		from: undefined,
		beginning: undefined,
	};
}

/**
 * Finds the shortest route between two points for a creature of a given size, as legs between turns that it can each walk straight.
 * @throws UsageError for invalid points or sizes
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
	if (last === end) return routeTo(last, null);
	// Around corners at exactly the radius, rounding may hide in one direction what it shows in the other.
	return backwards(ground, from, to, options) ?? routeTo(last, 'too narrow');
}

/** A route that is found from its end; undefined where there is none, or where looking takes too long. */
function backwards(
	ground: Ground,
	from: readonly number[],
	to: readonly number[],
	options: WalkOptions,
): Route | undefined {
	const [start, end] = [turnAt(ground, from), turnAt(ground, to)];
	if (start === undefined || end === undefined) return undefined;
	try {
		if (new Planner(ground, options).plan(end, start) !== start) return undefined;
	} catch (error) {
		if (error instanceof InputError) return undefined;
		throw error;
	}
	const route = routeTo(start, null);
	const [{ room, face }] = end.stands;
	return { ...route, points: route.points.toReversed(), at: end.point, room: room.part.room, face };
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
