import type { RoomFacts } from '../../src/facts/room-facts.ts';
import { InputError, type Report } from '../../src/findings/report.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { boundsOf, FACING } from '../../src/geometry/triangles.ts';
import { between, dot, minus, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { NONE, PERSON, STEP, type Walkmesh } from '../../src/model/walkmesh.ts';
import { PlanIndex } from '../../src/plan/plan-index.ts';
import { clippedBetween, distanceToOutline } from '../../src/plan/plan-overlap.ts';
import { DOORWAY_HEIGHT, type Doorway } from '../../src/seams/doorways.ts';
import type { FacingEdge } from '../../src/seams/facing-edges.ts';
import { edgeLength, edgeLocation, pointAlong, transitionAt } from '../../src/seams/perimeter-edges.ts';
import { gatherWorst, pairKey } from '../../src/seams/seam-search.ts';
import { Surroundings, standsAt } from '../facts/leaks.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import type { OnFoot } from '../facts/on-foot.ts';

/** Who has come so far from a doorway, on either side of it, is through; metres. */
const THROUGH = 1.1;
/** Nobody hits their head at what hangs so high above the ground; metres. */
const HEAD: number = PERSON.height - 0.1;
/** Points are looked at so far from each other, metres, and a way is wide enough that is narrower by less than that. */
const APART = 0.1;
const ENOUGH: number = PERSON.radius - APART / 2;

/** A face that may stop somebody at a doorway. */
interface Obstacle {
	readonly facts: RoomFacts;
	readonly face: number;
}

/** How many more points at the doorways of a room, and faces there, are looked at. What is not known by then is not told. */
export interface Looks {
	left: number;
}

/** Far more than walled doorways take: one of 2 m some ten thousand. */
export function looksAt({ mesh }: RoomFacts): Looks {
	return { left: 30_000 + 100 * mesh.surfaces.length };
}

/**
 * The faces of walls that stand in a doorway: across it, or a little before it. Walls of both rooms count. Without these faces, the fewest of all, one can
 * walk straight through. Whether one gets through as it is, `isPassable` says.
 *
 * @param doorway its straight parts, which touch each other
 * @param rooms on both sides
 * @param looks are reduced by those that it takes
 */
export function wallsIn(doorway: readonly Doorway[], rooms: readonly RoomFacts[], looks: Looks): readonly Obstacle[] {
	const obstacles = new Obstacles(
		rooms.flatMap((facts) => obstaclesAt(doorway, facts)),
		looks,
	);
	if (obstacles.count === 0) return [];
	const fewest = doorway
		.flatMap(waysThrough)
		.map((way) => obstacles.along(pointsOf(way)))
		.reduce((least, each) => (each.length < least.length ? each : least));
	return looks.left > 0 ? fewest : [];
}

/**
 * True where people get from one side of a doorway to the other, straight or around what stands in it, by the rules of all walks; and where there is too
 * little ground on a side to tell.
 */
export function isPassable(doorway: readonly Doorway[], width: number, onFoot: OnFoot): boolean {
	const { query } = onFoot;
	const standsOn = (points: readonly Vec3[]): Vec3[] => {
		for (const [x, y, z] of points.slice(0, DEEP)) {
			const ground = onFoot.standsAt(x, y, z + STANDING)?.point[2] ?? -Infinity;
			if (ground > z - STANDING) return [[x, y, ground + ABOVE]];
		}
		return [];
	};
	const ways = doorway.flatMap(waysThrough).map((way) => {
		const points = pointsOf(way);
		return { from: standsOn(points), to: standsOn(points.toReversed()) };
	});
	const [from] = ways.flatMap((way) => way.from);
	const [to] = ways.flatMap((way) => way.to);
	if (from === undefined || to === undefined) return true;
	try {
		for (const way of ways)
			if (way.from.some((start) => way.to.some((end) => query.walk(start, end, { maxSteps: MOST_STEPS }).arrived)))
				return true;
		const { arrived, length } = query.route(from, to, { maxSteps: MOST_STEPS });
		return arrived && length <= 2 * THROUGH + width + PERSON.height;
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return false;
	}
}
/** Of the points of a way on one side, those at which somebody has passed what stands in the doorway. */
const DEEP = 7;
/** Of a search for a way through one doorway; a sound one takes some thousand. */
const MOST_STEPS = 500_000;
/** Ground is looked for from so far above a spot, and above the foot of a doorway; metres. */
const ABOVE = 0.05;
const STANDING: number = PERSON.height / 2;

/** A straight way through a doorway: the point where it passes, x, y, and the height of the ground, and its direction in plan. */
interface Way {
	readonly at: Vec3;
	readonly out: readonly [x: number, y: number];
}

/** Straight ways through a doorway, side by side. */
function waysThrough({ left, right, bottom }: Doorway): Way[] {
	const [dx, dy] = [right[0] - left[0], right[1] - left[1]];
	const width = Math.hypot(dx, dy);
	const count = Math.max(1, Math.ceil(width / (2 * APART)));
	// From the middle to the sides, as most doorways are open in the middle.
	const shares = Array.from({ length: count }, (_, i) => (i + 0.5) / count);
	shares.sort((p, q) => Math.abs(p - 0.5) - Math.abs(q - 0.5));
	return shares.map((share) => ({
		at: [left[0] + dx * share, left[1] + dy * share, bottom],
		out: [-dy / width, dx / width],
	}));
}

function pointsOf({ at: [x, y, z], out: [outX, outY] }: Way): Vec3[] {
	const points: Vec3[] = [];
	for (let away = -THROUGH; away <= THROUGH; away += APART) points.push([x + outX * away, y + outY * away, z]);
	return points;
}

/** Faces that stop people, found by the points where these would touch them between knee and head. */
class Obstacles {
	readonly #all: readonly Obstacle[];
	/** Least x and y, greatest x and y a face. */
	readonly #index: PlanIndex;
	/** Least and greatest z a face. */
	readonly #heights: Float64Array;
	readonly #looks: Looks;

	constructor(all: readonly Obstacle[], looks: Looks) {
		this.#all = all;
		this.#looks = looks;
		const boxes = new Float64Array(all.length * 4);
		this.#heights = new Float64Array(all.length * 2);
		for (const [i, { facts, face }] of all.entries()) {
			const { positions, faces } = facts.mesh;
			const bounds = boundsOf(positions, faces.subarray(face * 3, face * 3 + 3)) ?? [NaN, NaN, NaN, NaN, NaN, NaN];
			boxes.set([bounds[0], bounds[1], bounds[3], bounds[4]], i * 4);
			this.#heights.set([bounds[2], bounds[5]], i * 2);
		}
		this.#index = new PlanIndex(boxes);
	}

	get count(): number {
		return this.#all.length;
	}

	/** The faces that a person would touch on the way through these points. */
	along(points: readonly Vec3[]): Obstacle[] {
		return Array.from(new Set(points.flatMap((at) => this.#touched(at))), (i) => this.#all[i]);
	}

	/** The numbers of the faces that a person touches at a point. */
	#touched([x, y, z]: Vec3): number[] {
		const touched: number[] = [];
		for (const i of this.#index.touching(x - ENOUGH, y - ENOUGH, x + ENOUGH, y + ENOUGH)) {
			if (--this.#looks.left <= 0) break;
			if (this.#heights[i * 2] > z + HEAD || this.#heights[i * 2 + 1] < z + STEP) continue;
			const { facts, face } = this.#all[i];
			if (distanceToOutline(clippedBetween(facts.mesh, face, z + STEP, z + HEAD), x, y) < ENOUGH) touched.push(i);
		}
		return touched;
	}
}

/** The faces of a room about a doorway that stop people, at any height that ground there may have. */
function obstaclesAt(doorway: readonly Doorway[], facts: RoomFacts): Obstacle[] {
	const ends = doorway.flatMap(({ left, right }) => [left, right]);
	const reach = THROUGH + 2 * APART + PERSON.radius;
	const heights = {
		low: Math.min(...doorway.map(({ bottom }) => bottom)) - THRESHOLDS.otherFloor,
		high: Math.max(...doorway.map(({ top }) => top)) - DOORWAY_HEIGHT + THRESHOLDS.otherFloor + HEAD,
	};
	const low = [...[0, 1].map((axis) => Math.min(...ends.map((end) => end[axis])) - reach), heights.low];
	const high = [...[0, 1].map((axis) => Math.max(...ends.map((end) => end[axis])) + reach), heights.high];
	const { mesh, obstacles } = facts;
	const { positions, faces } = mesh;
	const found: Obstacle[] = [];
	for (let face = 0; face < obstacles.length; face++) {
		if (obstacles[face] === 0) continue;
		const [a, b, c] = [faces[face * 3] * 3, faces[face * 3 + 1] * 3, faces[face * 3 + 2] * 3];
		let isHere = true;
		for (let axis = 0; axis < 3 && isHere; axis++) {
			const [p, q, r] = [positions[a + axis], positions[b + axis], positions[c + axis]];
			isHere = Math.min(p, q, r) <= high[axis] && Math.max(p, q, r) >= low[axis];
		}
		if (isHere) found.push({ facts, face });
	}
	return found;
}

/** An edge whose middle is this near a doorway is part of it; metres. */
const ON_DOORWAY = 0.01;

/** What has to be known of a level. */
type LinkFacts = Pick<LevelFacts, 'level' | 'rooms' | 'perimeter'>;

/**
 * What two rooms share where walls of both stand on their seam, all along: a wall. They are linked there because their floors end at one line, as in
 * rooms that were built against each other. It may still be a doorway, in which walls were forgotten, where a room has no link without a wall on it.
 */
type SharedWall = 'wall' | 'only way';

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

/**
 * Reports links with a wall on them: an upright face that is not walkable stands on the linked edge. None of 43 links of the game has one, but half
 * of those in building kits do, on the jambs of their doorways; so it is a note, one for each pair of rooms.
 */
export function checkWalledLinks({ level, rooms, perimeter }: LevelFacts, report: Report): void {
	const found: { readonly index: number; readonly to: number }[] = [];
	for (const [room, facts] of rooms.entries()) {
		if (facts === undefined) continue;
		let walls: ReadonlySet<string> | undefined;
		for (let index = perimeter.starts[room]; index < perimeter.starts[room + 1]; index++) {
			const to = transitionAt(level, perimeter, index);
			if (to === NONE || level.rooms[to] === undefined) continue;
			walls ??= feetOfWalls(facts);
			if (walls.has(keyOf(facts.mesh, perimeter.edges[index]))) found.push({ index, to });
		}
	}
	const gathered = gatherWorst(
		found,
		({ index, to }) => pairKey(perimeter.rooms[index], to),
		({ index }) => edgeLength(perimeter.points, index),
	);
	for (const { worst, count } of gathered) {
		const { index, to } = worst;
		const { name } = level.rooms[to];
		const location = { ...edgeLocation(level, perimeter.rooms[index], perimeter.edges[index]), otherRoom: name };
		const length = edgeLength(perimeter.points, index);
		report.add(LEVEL_CHECK_FINDINGS.LINK_WALLED, location, { to, name, count, length });
	}
}

/** The edges of upright faces that stop characters, as keys of their ends. */
function feetOfWalls({ mesh, obstacles, facings }: RoomFacts): Set<string> {
	const feet = new Set<string>();
	for (let face = 0; face < facings.length; face++) {
		if (obstacles[face] === 0 || facings[face] !== FACING.vertical) continue;
		for (let edge = face * 3; edge < face * 3 + 3; edge++) feet.add(keyOf(mesh, edge));
	}
	return feet;
}

/** A key of the ends of an edge, in either order. */
function keyOf({ positions, faces }: Walkmesh, edge: number): string {
	const ends = [edge, edgeEnd(edge)].map((corner) => vec3At(positions, faces[corner]).join(' '));
	return ends.sort().join(', ');
}
