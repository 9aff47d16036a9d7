import type { Location, Report } from '../findings/report.ts';
import { edgeEnd } from '../mesh/half-edges.ts';
import { splitEdges, splitTriangle } from '../mesh/t-junctions.ts';
import { triangleVector } from '../mesh/triangles.ts';
import type { Vec3 } from '../mesh/vec3.ts';
import { checkedValues, defaultsOf, type GivenOf, metres, type ValuesOf } from '../options/options.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { LEVEL_FINDINGS } from './findings.ts';
import type { Level, Room } from './level.ts';
import {
	EDGE_STRIDE,
	findCandidates,
	gatherPerimeterEdges,
	groupBy,
	type Overlap,
	overlapOf,
	type PerimeterEdges,
	visitNearEdges,
} from './seams.ts';

/** A point of one room at which an edge of another is to be cut. */
export interface Cut {
	/** The edge, as an index into `PerimeterEdges`. */
	readonly edge: number;
	/** Where in `PerimeterEdges.points` the point's x stands. */
	readonly point: number;
	/** Metres from the edge's start to the foot of the point. */
	readonly along: number;
	/** Metres from the point to the edge. */
	readonly offset: number;
	/** The room the point belongs to. */
	readonly otherRoom: number;
}

/** Nearer to an end than this part of the tolerance, or of the edge, a foot is not told from the end itself. */
const END_MARGIN = 0.01;
const END_PART = 1e-6;

/**
 * Where perimeter edges have to be cut so that rooms are divided alike along their seams: by edge, and along each edge in
 * order. Of points within `tolerance` of each other one is kept, that of the lowest room.
 */
export function findCuts(perimeter: PerimeterEdges, tolerance: number): Cut[] {
	const cuts: Cut[] = [];
	const overlap: Overlap = { from: 0, to: 0, gap: 0 };
	const consider = (edge: number, other: number, point: number): void => {
		const cut = cutAt(perimeter, edge, other, point, tolerance);
		if (cut !== undefined) cuts.push(cut);
	};
	const matched = wholeMatches(perimeter, tolerance);
	visitNearEdges(perimeter, tolerance, (a, b) => {
		if (matched[a] + matched[b] > 0 || !overlapOf(perimeter.points, a, b, tolerance, tolerance, overlap)) return;
		for (const end of [0, 3]) {
			consider(a, b, b * EDGE_STRIDE + end);
			consider(b, a, a * EDGE_STRIDE + end);
		}
	});
	cuts.sort((p, q) => p.edge - q.edge || p.along - q.along || p.otherRoom - q.otherRoom || p.point - q.point);
	return thinOut(perimeter.points, cuts, tolerance);
}

/**
 * 1 for each edge that lies whole on one of another room: it has its partner and needs no cut. Without this the short edges
 * that cuts leave near a sharp corner would be taken to run along the far side of the wedge too.
 */
function wholeMatches(perimeter: PerimeterEdges, tolerance: number): Uint8Array {
	const matched = new Uint8Array(perimeter.count);
	const { a, b } = findCandidates(perimeter, tolerance);
	for (let i = 0; i < a.length; i++) matched[a[i]] = matched[b[i]] = 1;
	return matched;
}

/** The cut of `edge` at an end of `other`, if that lies between its ends and farther than the tolerance from both. */
function cutAt(
	{ points, rooms }: PerimeterEdges,
	edge: number,
	other: number,
	point: number,
	tolerance: number,
): Cut | undefined {
	const start = edge * EDGE_STRIDE;
	const end = start + 3;
	const length = distance(points, start, end);
	const margin = Math.max(tolerance * END_MARGIN, length * END_PART);
	let along = 0;
	for (let axis = 0; axis < 3; axis++) {
		along += ((points[end + axis] - points[start + axis]) / length) * (points[point + axis] - points[start + axis]);
	}
	if (!(along > margin && along < length - margin)) return undefined;
	if (!(distance(points, start, point) > tolerance && distance(points, end, point) > tolerance)) return undefined;
	let offset = 0;
	for (let axis = 0; axis < 3; axis++) {
		const foot = points[start + axis] + ((points[end + axis] - points[start + axis]) / length) * along;
		offset += (points[point + axis] - foot) ** 2;
	}
	return { edge, point, along, offset: Math.sqrt(offset), otherRoom: rooms[other] };
}

function thinOut(points: Float64Array, cuts: readonly Cut[], tolerance: number): Cut[] {
	const kept: Cut[] = [];
	for (const cut of cuts) {
		const last = kept.at(-1);
		if (last === undefined || last.edge !== cut.edge || distance(points, last.point, cut.point) > tolerance) {
			kept.push(cut);
			continue;
		}
		const before = kept.at(-2);
		const clear =
			before === undefined || before.edge !== cut.edge || distance(points, before.point, cut.point) > tolerance;
		if (cut.otherRoom < last.otherRoom && clear) kept[kept.length - 1] = cut;
	}
	return kept;
}

function distance(points: Float64Array, p: number, q: number): number {
	return Math.hypot(points[p] - points[q], points[p + 1] - points[q + 1], points[p + 2] - points[q + 2]);
}

/**
 * How far the parts of a cut face may lean away from it: 75°. A part is as narrow as its piece of the edge, so one of a few millimetres
 * leans visibly for a point a tenth of a millimetre off, and nothing but its normal shows it; turned over it must not be.
 */
const LEAST_COSINE = 0.25;

/**
 * Parts cuts into those that leave every face sound, and those that would turn over a part of a face or leave it without area, be
 * it the walkable face or another on the same edge. Of the points of such a part the one farthest from its edge is given up.
 */
export function soundCuts(
	level: Level,
	perimeter: PerimeterEdges,
	cuts: readonly Cut[],
): { sound: Cut[]; spoiling: Cut[] } {
	const spoiling = new Set<Cut>();
	for (const [room, own] of groupBy(cuts, (cut) => perimeter.rooms[cut.edge])) {
		const { walkmesh } = level.rooms[room];
		if (walkmesh === undefined) continue;
		let left = own;
		for (;;) {
			const found = spoilingIn(walkmesh, perimeter, left);
			if (found.size === 0) break;
			for (const cut of found) spoiling.add(cut);
			left = left.filter((cut) => !found.has(cut));
		}
	}
	return { sound: cuts.filter((cut) => !spoiling.has(cut)), spoiling: [...spoiling] };
}

function spoilingIn(mesh: Walkmesh, perimeter: PerimeterEdges, cuts: readonly Cut[]): Set<Cut> {
	const vertexCount = mesh.positions.length / 3;
	const byKey = new Map<number, Cut[]>();
	for (const [edge, own] of groupBy(cuts, (cut) => perimeter.edges[cut.edge])) {
		const [from, to] = [mesh.faces[edge], mesh.faces[edgeEnd(edge)]];
		// Two perimeter edges can have the same ends, where more than two faces meet. They get the same cuts.
		const key = Math.min(from, to) * vertexCount + Math.max(from, to);
		byKey.set(key, from < to ? own : own.toReversed());
	}
	const touched = new Uint8Array(vertexCount);
	for (const key of byKey.keys()) {
		touched[Math.floor(key / vertexCount)] = 1;
		touched[key % vertexCount] = 1;
	}
	const alongEdge = (edge: number): readonly Cut[] => {
		const from = mesh.faces[edge];
		const to = mesh.faces[edgeEnd(edge)];
		const own = byKey.get(Math.min(from, to) * vertexCount + Math.max(from, to)) ?? [];
		return from < to ? own : own.toReversed();
	};
	const spoiling = new Set<Cut>();
	for (let edge = 0; edge < mesh.faces.length; edge += 3) {
		if (touched[mesh.faces[edge]] + touched[mesh.faces[edge + 1]] + touched[mesh.faces[edge + 2]] < 2) continue;
		const along = [alongEdge(edge), alongEdge(edge + 1), alongEdge(edge + 2)] as const;
		if (along.every((own) => own.length === 0)) continue;
		const cut = spoilingFace(mesh, perimeter.points, edge, along);
		if (cut !== undefined) spoiling.add(cut);
	}
	return spoiling;
}

/** Cuts a face on trial. @param edge its first edge @returns the cut to give up, if a part would not be sound */
function spoilingFace(
	mesh: Walkmesh,
	points: Float64Array,
	edge: number,
	along: readonly [readonly Cut[], readonly Cut[], readonly Cut[]],
): Cut | undefined {
	const trial: number[] = [];
	const cutAt = new Map<number, Cut>();
	const add = (source: ArrayLike<number>, at: number): number =>
		trial.push(source[at], source[at + 1], source[at + 2]) / 3 - 1;
	const corner = (k: number): number => add(mesh.positions, mesh.faces[edge + k] * 3);
	const corners = [corner(0), corner(1), corner(2)] as const;
	const onEdge = (k: number): number[] =>
		along[k].map((cut) => {
			const vertex = add(points, cut.point);
			cutAt.set(vertex, cut);
			return vertex;
		});
	const whole: [number, number, number] = [0, 0, 0];
	const part: [number, number, number] = [0, 0, 0];
	const size = triangleVector(trial, ...corners, whole);
	if (!(size > 0)) return undefined;
	let worst: Cut | undefined;
	splitTriangle(corners, [onEdge(0), onEdge(1), onEdge(2)], (a, b, c) => {
		const partSize = triangleVector(trial, a, b, c, part);
		const cosine = (part[0] * whole[0] + part[1] * whole[1] + part[2] * whole[2]) / (partSize * size);
		if (cosine >= LEAST_COSINE) return;
		for (const vertex of [a, b, c]) {
			const cut = cutAt.get(vertex);
			if (cut !== undefined && cut.offset >= (worst?.offset ?? 0)) worst = cut;
		}
	});
	return worst;
}

const GREATEST_TOLERANCE = 0.1;

export const CONFORM_OPTIONS = {
	tolerance: metres(1e-3, 'Edges of two rooms that run along each other at most this far apart are one seam.', {
		limits: { above: 0, maximum: GREATEST_TOLERANCE },
	}),
};
export type ConformOptions = GivenOf<typeof CONFORM_OPTIONS>;
export const CONFORM_DEFAULTS: ValuesOf<typeof CONFORM_OPTIONS> = defaultsOf(CONFORM_OPTIONS);

/** One round suffices for two rooms; where several lie over each other a point goes from one to the next. */
const MOST_ROUNDS = 16;

export interface ConformResult {
	/** The level, its rooms divided alike along their seams; the level that was given if they were. */
	readonly level: Level;
	readonly splits: readonly SeamSplit[];
	/** Cuts that would have turned over or bent a face. */
	readonly refused: readonly SeamSplit[];
}

/** A point at which a perimeter edge of a room was cut. */
export interface SeamSplit {
	readonly room: number;
	/** The edge in the walkmesh that was given; undefined for a part of an edge that had been cut before. */
	readonly edge: number | undefined;
	/** The point, bit for bit that of a vertex of `otherRoom`. */
	readonly at: Vec3;
	readonly otherRoom: number;
	/** How far the point lies from the edge, metres. */
	readonly offset: number;
}

/**
 * Divides rooms alike along the seams they share: where a corner of one room lies within an edge of another that runs along it,
 * the edge and its faces are cut there. The new vertex has the other room's coordinates, bit for bit, so that afterwards every part of a
 * shared seam is one edge on both sides. No vertex is moved and no new point invented, so the ground stays what it was
 * within the distance at which the seam was apart.
 *
 * @throws UsageError for a tolerance that is no number above 0 and up to 0.1
 */
export function conformRooms(level: Level, table: SurfaceTable, options: ConformOptions = {}): ConformResult {
	const { tolerance } = checkedValues(CONFORM_OPTIONS, options, 'conforming');
	const splits: SeamSplit[] = [];
	let current = level;
	for (let round = 0; ; round++) {
		const perimeter = gatherPerimeterEdges(current, table);
		const cuts = findCuts(perimeter, tolerance);
		const { sound, spoiling } = soundCuts(current, perimeter, cuts);
		const describe = (cut: Cut): SeamSplit => describeCut(perimeter, cut, current.rooms, level.rooms);
		if (sound.length === 0 || round === MOST_ROUNDS) {
			return { level: current, splits, refused: [...spoiling, ...sound].map(describe) };
		}
		splits.push(...sound.map(describe));
		current = cutRooms(current, perimeter, sound);
	}
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
				points: Float32Array.from(points.subarray(point, point + 3)),
			}));
			return { ...room, walkmesh: splitEdges(room.walkmesh, splits) };
		}),
	};
}

function describeCut(
	{ rooms, edges, points }: PerimeterEdges,
	{ edge, point, otherRoom, offset }: Cut,
	current: readonly Room[],
	original: readonly Room[],
): SeamSplit {
	const room = rooms[edge];
	return {
		room,
		edge: current[room] === original[room] ? edges[edge] : undefined,
		at: [points[point], points[point + 1], points[point + 2]],
		otherRoom,
		offset,
	};
}

/** Tells where `conformRooms` cut the edges of a level. */
export function reportConform(level: Level, { splits, refused }: ConformResult, report: Report): void {
	for (const [type, cuts] of [
		[LEVEL_FINDINGS.SEAM_CUT, splits],
		[LEVEL_FINDINGS.SEAM_NOT_CUT, refused],
	] as const) {
		for (const cut of cuts) {
			const name = level.rooms[cut.otherRoom].name;
			report.add(type, placeOf(level, cut), { other: cut.otherRoom, name, offset: cut.offset });
		}
	}
}

function placeOf(level: Level, { room, edge, at }: SeamSplit): Location {
	return { room: level.rooms[room].name, ...(edge === undefined ? {} : { edge }), at };
}
