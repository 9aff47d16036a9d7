import { checkedValues, type GivenOf, metres } from '../findings/options.ts';
import { type Location, Report } from '../findings/report.ts';
import { edgeEnd } from '../geometry/half-edges.ts';
import { squaredDistanceToSegment } from '../geometry/spatial.ts';
import { splitEdges, splitTriangle } from '../geometry/split-edges.ts';
import { triangleVector } from '../geometry/triangles.ts';
import { groupBy } from '../math/arrays.ts';
import { between, dot, type Vec3, vec3At } from '../math/vec3.ts';
import type { Level, Room } from '../model/level.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { LEVEL_FINDINGS } from './findings.ts';
import { type Join, joinVertices, type RoomVertex } from './join-ends.ts';
import { gatherPerimeterEdges, type PerimeterEdges, type PerimeterOf } from './perimeter-edges.ts';
import { findCandidates, visitNearEdges } from './seam-search.ts';
import { overlapOf } from './seams.ts';

export const CONFORM_OPTIONS = {
	tolerance: metres(
		'Edges of two rooms that run along each other at most this far apart are one seam.',
		THRESHOLDS.link,
		{
			limits: { above: 0, maximum: THRESHOLDS.snap },
		},
	),
};
export type ConformOptions = GivenOf<typeof CONFORM_OPTIONS>;

/**
 * One round is enough for two rooms. More are needed where several rooms lie over each other: a point that one receives has to be passed on to the
 * next.
 */
const MOST_ROUNDS = 16;

/**
 * Divides rooms in the same way along the seams they share: where a corner of one room lies within an edge of another that runs along it, that edge
 * and its faces are cut there. The new vertex has the coordinates of the other room's corner, bit for bit, so afterwards each part of a shared seam
 * is one edge on both sides. Only existing points are used, so the ground moves by no more than the width of the gap at the seam. Corners within a
 * centimetre of each other along a seam are moved together before: a cut between them would leave an edge of a few millimetres that links to nothing.
 * Where such a move would take an edge away from a corner that lies on it, the edge is cut at that corner first.
 *
 * @param report receives a finding for each cut, and for each one left out because it would flip or bend a face
 * @param perimeterOf gathers the perimeter edges; callers that keep them pass their own
 * @returns the same level object if nothing was cut
 * @throws UsageError for a tolerance outside the range above 0 and up to 0.1
 */
export function conformRooms(
	level: Level,
	table: SurfaceTable,
	options: ConformOptions = {},
	report: Report = new Report(),
	perimeterOf: PerimeterOf = (each) => gatherPerimeterEdges(each, table),
): Level {
	const { tolerance } = checkedValues(CONFORM_OPTIONS, options, 'conforming');
	return cutAlike(joinNearEnds(level, table, tolerance, report, perimeterOf), tolerance, report, perimeterOf);
}

/**
 * Cuts edges where corners of other rooms lie on them, in rounds, until both sides of each seam are divided in the same way. @param gather gathers
 * the perimeter edges of a level
 */
export function cutAlike(level: Level, tolerance: number, report: Report, gather: PerimeterOf): Level {
	const { SEAM_CUT, SEAM_NOT_CUT } = LEVEL_FINDINGS;
	let current = level;
	for (let round = 0; ; round++) {
		const perimeter = gather(current);
		const { sound, spoiling } = soundCuts(current, perimeter, findCuts(perimeter, tolerance));
		const tell = (type: typeof SEAM_CUT | typeof SEAM_NOT_CUT, cuts: Iterable<Cut>): void =>
			tellCuts(cuts, { type, report, perimeter, current: current.rooms, original: level.rooms });
		if (sound.length === 0 || round === MOST_ROUNDS) {
			tell(SEAM_NOT_CUT, spoiling);
			tell(SEAM_NOT_CUT, sound);
			return current;
		}
		tell(SEAM_CUT, sound);
		current = cutRooms(current, perimeter, sound);
	}
}

/** What is needed to tell of cuts. */
interface CutsTold {
	readonly type: typeof LEVEL_FINDINGS.SEAM_CUT | typeof LEVEL_FINDINGS.SEAM_NOT_CUT;
	readonly report: Report;
	readonly perimeter: PerimeterEdges;
	/** The rooms that are cut, and these rooms before any cut. */
	readonly current: readonly Room[];
	readonly original: readonly Room[];
}

function tellCuts(cuts: Iterable<Cut>, { type, report, perimeter, current, original }: CutsTold): void {
	for (const cut of cuts) {
		const { otherRoom, offset } = cut;
		const location = locationOf(perimeter, cut, current, original);
		report.add(type, location, { other: otherRoom, name: original[otherRoom].name, offset });
	}
}

/** Corners of two rooms within this distance along a seam, in metres, were meant to coincide: no two vertices within a real room are nearer. */
const NEAR_END = 0.01;

/** Moves corners of different rooms together where they are farther apart along a seam than the tolerance and within `NEAR_END`. */
function joinNearEnds(
	level: Level,
	table: SurfaceTable,
	tolerance: number,
	report: Report,
	perimeterOf: PerimeterOf,
): Level {
	if (!(tolerance < NEAR_END)) return level;
	const perimeter = perimeterOf(level);
	const joins = nearEnds(level, perimeter, tolerance);
	if (joins.length === 0) return level;
	const tried = joinVertices(level, table, joins, NEAR_END);
	const lost = cutsLost(level, tried.level, perimeter, tolerance);
	const { sound } = soundCuts(level, perimeter, lost);
	const [type, rooms] = [LEVEL_FINDINGS.SEAM_CUT, level.rooms];
	tellCuts(sound, { type, report, perimeter, current: rooms, original: rooms });
	const cut = cutRooms(level, perimeter, sound);
	const { level: joined, moves } = joinVertices(cut, table, nearEnds(cut, perimeterOf(cut), tolerance), NEAR_END);
	for (const { room, vertices, distance } of moves) {
		report.add(LEVEL_FINDINGS.SEAM_ENDS_MOVED, { room: level.rooms[room].name }, { vertices, distance });
	}
	return joined;
}

/**
 * Pairs of corners of different rooms that follow each other along a common edge and are farther apart than the tolerance but within `NEAR_END`.
 * Corners within the tolerance of such a corner go with it: edges that coincide would otherwise be torn apart.
 */
function nearEnds(level: Level, perimeter: PerimeterEdges, tolerance: number): Join[] {
	const { points, rooms } = perimeter;
	const along = new Map<number, Set<number>>();
	const coinciding: (readonly [p: number, q: number])[] = [];
	const addTo = (edge: number, other: number): void => {
		const own = along.get(edge) ?? new Set([edge * 3, edge * 3 + 1]);
		along.set(edge, own.add(other * 3).add(other * 3 + 1));
	};
	visitNearEdges(perimeter, tolerance, (a, b) => {
		for (const p of [a * 3, a * 3 + 1])
			for (const q of [b * 3, b * 3 + 1]) if (distance(points, p, q) <= tolerance) coinciding.push([p, q]);
		if (overlapOf(points, a, b, tolerance, NEAR_END) === undefined) return;
		addTo(a, b);
		addTo(b, a);
	});
	const near: (readonly [p: number, q: number])[] = [];
	for (const [edge, own] of along) {
		const direction = between(points, edge * 3, edge * 3 + 1);
		const inOrder = [...own]
			.map((point) => ({ point, t: dot(direction, between(points, edge * 3, point)) }))
			.sort((p, q) => p.t - q.t || p.point - q.point);
		inOrder.forEach(({ point }, i) => {
			const next = inOrder[i + 1]?.point;
			if (next === undefined || rooms[Math.floor(point / 3)] === rooms[Math.floor(next / 3)]) return;
			const apart = distance(points, point, next);
			if (apart > tolerance && apart <= NEAR_END) near.push([point, next]);
		});
	}
	const joinOf = ([p, q]: readonly [number, number], required: boolean): Join => ({
		ends: [[vertexOf(level, perimeter, p), vertexOf(level, perimeter, q)]],
		required,
		distance: distance(points, p, q),
	});
	return [
		...near.map((pair) => joinOf(pair, true)),
		...connectedWith(new Set(near.flat()), coinciding).map((pair) => joinOf(pair, false)),
	];
}

/** The pairs that are connected with some points, by any number of pairs. */
function connectedWith(
	points: Set<number>,
	pairs: readonly (readonly [p: number, q: number])[],
): (readonly [p: number, q: number])[] {
	const around = new Map<number, number[]>();
	const add = (p: number, q: number): void => void around.set(p, [...(around.get(p) ?? []), q]);
	for (const [p, q] of pairs) {
		add(p, q);
		add(q, p);
	}
	// A set visits what is added while it is walked through.
	for (const point of points) for (const other of around.get(point) ?? []) points.add(other);
	return pairs.filter(([p]) => points.has(p));
}

/** The vertex at an end of a perimeter edge. @param point index in `PerimeterEdges.points` */
function vertexOf({ rooms: all }: Level, { rooms, edges }: PerimeterEdges, point: number): RoomVertex {
	const edge = Math.floor(point / 3);
	const corner = point % 3 === 0 ? edges[edge] : edgeEnd(edges[edge]);
	return { room: rooms[edge], vertex: all[rooms[edge]].walkmesh?.faces[corner] ?? 0 };
}

/**
 * Cuts that are not found any more once corners have been moved: the end of a long edge moved by some millimetres takes the edge away from a corner that
 * lay on it.
 *
 * @param perimeter of the level before
 */
function cutsLost(before: Level, after: Level, perimeter: PerimeterEdges, tolerance: number): Cut[] {
	if (after === before) return [];
	const placeOf = (point: number): Vec3 => {
		const { room, vertex } = vertexOf(after, perimeter, point);
		return vec3At(after.rooms[room].walkmesh?.positions ?? [], vertex);
	};
	return findCuts(perimeter, tolerance).filter(({ edge, point }) => {
		const [from, to] = [placeOf(edge * 3), placeOf(edge * 3 + 1)];
		return squaredDistanceToSegment(placeOf(point), 0, { from, to }) > tolerance ** 2;
	});
}

function cutRooms(level: Level, { rooms, edges, points }: PerimeterEdges, cuts: readonly Cut[]): Level {
	const byRoom = groupBy(cuts, (cut) => rooms[cut.edge]);
	return {
		...level,
		rooms: level.rooms.map((room, index): Room => {
			const own = byRoom.get(index);
			if (own === undefined || room.walkmesh === undefined) return room;
			const splits = own.map(({ edge, point }) => ({
				edge: edges[edge],
				points: Float32Array.from(vec3At(points, point)),
			}));
			return { ...room, walkmesh: splitEdges(room.walkmesh, splits) };
		}),
	};
}

/**
 * Location of a cut for findings. The edge is only given for a room that has not been cut before: after that, edges have other numbers than in the
 * input.
 */
function locationOf(
	{ rooms, edges, points }: PerimeterEdges,
	{ edge, point }: Cut,
	current: readonly Room[],
	original: readonly Room[],
): Location {
	const room = rooms[edge];
	const ofOriginal = current[room] === original[room] ? { edge: edges[edge] } : {};
	return { room: original[room].name, ...ofOriginal, at: vec3At(points, point) };
}

/** A point of one room at which an edge of another is to be cut. */
interface Cut {
	/** Index of the edge in `PerimeterEdges`. */
	readonly edge: number;
	/** Index of the point in `PerimeterEdges.points`: an end of an edge of the other room. */
	readonly point: number;
	/** Metres from the start of the edge to the foot of the perpendicular from the point. */
	readonly along: number;
	/** Metres from the point to the edge. */
	readonly offset: number;
	/** Room that the point belongs to. */
	readonly otherRoom: number;
}

/** A foot nearer to an end of the edge than this part of the tolerance, or of the edge's length, counts as that end. */
const END_MARGIN = 0.01;
const END_PART = 1e-6;

/**
 * Finds the cuts that divide rooms in the same way along their seams, sorted by edge and by distance along it. Of points within `tolerance` of each
 * other only the one of the lowest room is kept.
 */
function findCuts(perimeter: PerimeterEdges, tolerance: number): Cut[] {
	// An edge that matches an edge of another room as a whole needs no cut. Without this check, the short edges that cuts leave near a sharp corner
	// would also count as running along the far side of the wedge.
	const matched = new Set(findCandidates(perimeter, tolerance).flatMap(({ a, b }) => [a, b]));
	const cuts: Cut[] = [];
	visitNearEdges(perimeter, tolerance, (a, b) => {
		if (matched.has(a) || matched.has(b)) return;
		if (overlapOf(perimeter.points, a, b, tolerance, tolerance) === undefined) return;
		cuts.push(...cutsAtEnds(perimeter, a, b, tolerance), ...cutsAtEnds(perimeter, b, a, tolerance));
	});
	cuts.sort((p, q) => p.edge - q.edge || p.along - q.along || p.otherRoom - q.otherRoom || p.point - q.point);
	return thinOut(perimeter.points, cuts, tolerance);
}

/** Cuts of `edge` at the ends of `other` that lie between the ends of `edge` and farther than the tolerance from both. */
function cutsAtEnds({ points, rooms }: PerimeterEdges, edge: number, other: number, tolerance: number): Cut[] {
	const start = edge * 3;
	const length = distance(points, start, start + 1);
	const margin = Math.max(tolerance * END_MARGIN, length * END_PART);
	const [x, y, z] = between(points, start, start + 1);
	const direction: Vec3 = [x / length, y / length, z / length];
	return [other * 3, other * 3 + 1].flatMap((point) => {
		const along = dot(direction, between(points, start, point));
		if (!(along > margin && along < length - margin)) return [];
		if (!(distance(points, start, point) > tolerance && distance(points, start + 1, point) > tolerance)) return [];
		const [startX, startY, startZ] = vec3At(points, start);
		const foot = [startX + direction[0] * along, startY + direction[1] * along, startZ + direction[2] * along];
		const offset = Math.sqrt(vec3At(points, point).reduce((sum, value, axis) => sum + (value - foot[axis]) ** 2, 0));
		return [{ edge, point, along, offset, otherRoom: rooms[other] }];
	});
}

function thinOut(points: Float64Array, cuts: readonly Cut[], tolerance: number): Cut[] {
	const isClear = (cut: Cut, before: Cut | undefined): boolean =>
		before?.edge !== cut.edge || distance(points, before.point, cut.point) > tolerance;
	const kept: Cut[] = [];
	for (const cut of cuts) {
		const last = kept.at(-1);
		if (last === undefined || isClear(cut, last)) kept.push(cut);
		else if (cut.otherRoom < last.otherRoom && isClear(cut, kept.at(-2))) kept[kept.length - 1] = cut;
	}
	return kept;
}

function distance(points: Float64Array, p: number, q: number): number {
	return Math.hypot(...between(points, p, q));
}

/**
 * The parts of a cut face may lean up to 75° away from it; this is the cosine. A part is as narrow as its piece of the edge, so over a few
 * millimetres a point that is off by a tenth of a millimetre makes it lean visibly. Only its normal is affected by that; being flipped is the real
 * damage.
 */
const LEAST_COSINE = 0.25;

/**
 * Separates cuts that leave every face sound from those that would flip a part of a face or leave it without area. All faces on the edge count, not
 * only the walkable one. Of the points of a spoiled part, the one farthest from its edge is given up.
 */
function soundCuts(
	level: Level,
	perimeter: PerimeterEdges,
	cuts: readonly Cut[],
): { sound: Cut[]; spoiling: ReadonlySet<Cut> } {
	const spoiling = new Set<Cut>();
	for (const [room, own] of groupBy(cuts, (cut) => perimeter.rooms[cut.edge])) {
		const { walkmesh } = level.rooms[room];
		if (walkmesh === undefined) continue;
		for (let left = own, found = left; found.length > 0; left = left.filter((cut) => !spoiling.has(cut))) {
			found = spoilingIn(walkmesh, perimeter, left);
			for (const cut of found) spoiling.add(cut);
		}
	}
	return { sound: cuts.filter((cut) => !spoiling.has(cut)), spoiling };
}

function spoilingIn(mesh: Walkmesh, { edges, points }: PerimeterEdges, cuts: readonly Cut[]): Cut[] {
	const { faces, positions } = mesh;
	const keyOf = (edge: number): number => {
		const [from, to] = [faces[edge], faces[edgeEnd(edge)]];
		return Math.min(from, to) * (positions.length / 3) + Math.max(from, to);
	};
	// From the lower vertex of an edge to the higher one. Where more than two faces meet, two perimeter edges have the same ends; they get the same
	// cuts, so those of either can be used.
	const inOrder = (edge: number, own: readonly Cut[]): readonly Cut[] =>
		faces[edge] < faces[edgeEnd(edge)] ? own : own.toReversed();
	const byKey = new Map<number, readonly Cut[]>();
	for (const [edge, own] of groupBy(cuts, (cut) => edges[cut.edge])) byKey.set(keyOf(edge), inOrder(edge, own));
	const spoiling: Cut[] = [];
	for (let face = 0; face * 3 < faces.length; face++) {
		const along = [0, 1, 2].map((corner) => inOrder(face * 3 + corner, byKey.get(keyOf(face * 3 + corner)) ?? []));
		if (along.every((own) => own.length === 0)) continue;
		spoiling.push(...spoilingFace(mesh, points, face, along));
	}
	return spoiling;
}

/** Cuts one face as a trial. @param along the cuts of each of its three edges @returns the cut to give up if a part would not be sound, or nothing */
function spoilingFace(mesh: Walkmesh, points: Float64Array, face: number, along: readonly (readonly Cut[])[]): Cut[] {
	const trial: number[] = [];
	const cutAt = new Map<number, Cut>();
	const add = (point: Vec3): number => trial.push(...point) / 3 - 1;
	const [a, b, c] = [0, 1, 2].map((corner) => add(vec3At(mesh.positions, mesh.faces[face * 3 + corner])));
	const [ab, bc, ca] = along.map((cuts) =>
		cuts.map((cut) => {
			const vertex = add(vec3At(points, cut.point));
			cutAt.set(vertex, cut);
			return vertex;
		}),
	);
	const whole: [number, number, number] = [0, 0, 0];
	const part: [number, number, number] = [0, 0, 0];
	const size = triangleVector(trial, a, b, c, whole);
	if (!(size > 0)) return [];
	let worst: Cut | undefined;
	splitTriangle([a, b, c], [ab, bc, ca], (p, q, r) => {
		const partSize = triangleVector(trial, p, q, r, part);
		if (dot(part, whole) / (partSize * size) >= LEAST_COSINE) return;
		for (const vertex of [p, q, r]) {
			const cut = cutAt.get(vertex);
			if (cut !== undefined && cut.offset >= (worst?.offset ?? 0)) worst = cut;
		}
	});
	return worst === undefined ? [] : [worst];
}
