import { metres } from '../findings/options.ts';
import { Report } from '../findings/report.ts';
import { edgeEnd } from '../geometry/half-edges.ts';
import { splitEdges } from '../geometry/split-edges.ts';
import { type Bounds, boundsOf, triangleVector } from '../geometry/triangles.ts';
import { groupBy } from '../math/arrays.ts';
import { dot, middleBetween, minus, type Vec3, vec3At } from '../math/vec3.ts';
import type { Level, Room } from '../model/level.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import { NONE, type Walkmesh } from '../model/walkmesh.ts';
import { ALL, FaceIndex } from '../plan/face-index.ts';
import { hasWallBetween, WALL_HEIGHTS } from '../plan/hits.ts';
import { FacingEdges, outwards } from '../seams/facing-edges.ts';
import { chooseLinks } from '../seams/link.ts';
import { directionOf, edgeLength, type PerimeterEdges, pointAlong, transitionAt } from '../seams/perimeter-edges.ts';
import { type Candidate, findCandidates } from '../seams/seam-search.ts';
import { DISTANCE_GRAIN } from '../seams/seams.ts';
import { MESH_FINDINGS } from './findings.ts';
import { NEAR_MISS_OPTIONS } from './near-misses.ts';

export const SILL_OPTIONS = {
	reach: metres('Gaps up to this wide get a sill.', THRESHOLDS.facing, {
		limits: { above: 0, maximum: THRESHOLDS.facing },
	}),
};

/** Edges nearer than this already meet, metres. */
const LEAST_GAP = 1e-3;
/** A cut nearer to an end than this, metres, would leave vertices that nearly meet. */
const END_MARGIN = NEAR_MISS_OPTIONS.reach.default;
/** Ground that rises more than this for each metre is a step, not a sill. */
const STEEPEST = Math.tan((THRESHOLDS.tooSteep * Math.PI) / 180);
/** Heights at which walls in a gap are looked for, metres above the ground. */
const GAP_HEIGHTS = [...WALL_HEIGHTS, 1.5];
/** What lies this far above or below the middle of a gap fills it, metres. */
const SAME_STOREY = 0.5;
/** Smaller triangles, square metres, are what meets at a point. */
const LEAST_AREA = 1e-6;

/**
 * Bridges gaps in the ground: where two open edges that lead nowhere face each other across a gap, faces are laid between them, with the surface of
 * the first, whose room gets them. Edges are cut where the other side of the gap ends; no vertex moves. A gap in which a wall stands or some face
 * lies already is meant to be one.
 *
 * @param reach widest gap, metres
 * @param gather the edges to look at: those within a room, or those between rooms
 * @returns the level that was given if nothing was bridged
 */
export function laySills(
	level: Level,
	table: SurfaceTable,
	reach: number,
	gather: (level: Level) => PerimeterEdges,
	report: Report = new Report(),
): Level {
	const indices = level.rooms.flatMap(({ walkmesh }) => {
		const box = walkmesh === undefined ? undefined : boundsOf(walkmesh.positions);
		if (walkmesh === undefined || box === undefined || walkmesh.surfaces.length === 0) return [];
		return [{ index: new FaceIndex(walkmesh, table), box }];
	});
	const isOpen = (current: Level, perimeter: PerimeterEdges, a: number, b: number): boolean =>
		transitionAt(current, perimeter, a) === NONE &&
		transitionAt(current, perimeter, b) === NONE &&
		isGap(perimeter, a, b, reach) &&
		!isFilled(indices, perimeter, a, b);
	const divided = divide(level, gather(level), reach, isOpen);
	const perimeter = gather(divided);
	// Ends of edges that are cut lie square across the gap; those of corners a little farther.
	const candidates = findCandidates(perimeter, Math.min(reach * 1.2, reach + 0.1)).filter(({ a, b }) =>
		isOpen(divided, perimeter, a, b),
	);
	const pairs = chooseLinks(candidates, perimeter.count);
	if (pairs.length === 0) return level;
	const used = new Set(pairs.flatMap(({ a, b }) => [perimeter.rooms[a], perimeter.rooms[b]]));
	const byRoom = groupBy(pairs, ({ a }) => perimeter.rooms[a]);
	const rooms = divided.rooms.map((room, index): Room => {
		const own = byRoom.get(index);
		if (own !== undefined && room.walkmesh !== undefined) {
			const { walkmesh, area, widest } = withSills(room.walkmesh, perimeter, own);
			report.add(MESH_FINDINGS.SILLS_LAID, { room: room.name }, { count: own.length, area, widest });
			return { ...room, walkmesh };
		}
		// Cuts that led to no sill are taken back.
		return used.has(index) ? room : level.rooms[index];
	});
	return { ...level, rooms };
}

/** Cuts the edges on both sides of each gap where the other side ends. */
function divide(
	level: Level,
	perimeter: PerimeterEdges,
	reach: number,
	isOpen: (level: Level, perimeter: PerimeterEdges, a: number, b: number) => boolean,
): Level {
	const facing = new FacingEdges(perimeter, LEAST_GAP, reach);
	const cuts: { edge: number; along: number }[] = [];
	for (let edge = 0; edge < perimeter.count; edge++) {
		const length = edgeLength(perimeter.points, edge);
		for (const { other } of facing.of(edge)) {
			if (!isOpen(level, perimeter, edge, other)) continue;
			for (const point of [other * 3, other * 3 + 1]) {
				const along = footOn(perimeter.points, edge, vec3At(perimeter.points, point));
				if (along > END_MARGIN && along < length - END_MARGIN) cuts.push({ edge, along });
			}
		}
	}
	const byRoom = groupBy(cuts, ({ edge }) => perimeter.rooms[edge]);
	return {
		...level,
		rooms: level.rooms.map((room, index): Room => {
			const own = byRoom.get(index);
			if (own === undefined || room.walkmesh === undefined) return room;
			const splits = [...groupBy(own, ({ edge }) => edge)].map(([edge, all]) => {
				const inOrder = all.map(({ along }) => along).sort((a, b) => a - b);
				const apart = inOrder.filter((along, i) => i === 0 || along - inOrder[i - 1] > END_MARGIN);
				return {
					edge: perimeter.edges[edge],
					points: Float32Array.from(apart.flatMap((along) => pointAlong(perimeter.points, edge, along))),
				};
			});
			return { ...room, walkmesh: splitEdges(room.walkmesh, splits) };
		}),
	};
}

function middleOf(points: Float64Array, edge: number): Vec3 {
	return pointAlong(points, edge, edgeLength(points, edge) / 2);
}

/** True where the second edge lies beyond the first, seen from above, at most so far, and not much higher or lower. */
function isGap({ points }: PerimeterEdges, a: number, b: number, reach: number): boolean {
	const [outX, outY] = outwards(points, a);
	const [x, y, z] = middleOf(points, a);
	// Where the middles are shifted along each other, the nearest point of the other edge counts.
	const [bx, by, bz] = nearestOn(points, b, [x, y, z]);
	const across = (bx - x) * outX + (by - y) * outY;
	return across > LEAST_GAP && across <= reach + DISTANCE_GRAIN && Math.abs(bz - z) <= across * STEEPEST;
}

/** Metres from an edge's start to the foot of a point. */
function footOn(points: Float64Array, edge: number, point: Vec3): number {
	return dot(directionOf(points, edge), minus(point, vec3At(points, edge * 3))) / edgeLength(points, edge);
}

function nearestOn(points: Float64Array, edge: number, point: Vec3): Vec3 {
	return pointAlong(points, edge, Math.min(edgeLength(points, edge), Math.max(0, footOn(points, edge, point))));
}

/** True where a wall of any room stands in the gap, or some face lies in it. */
function isFilled(
	indices: readonly { readonly index: FaceIndex; readonly box: Bounds }[],
	{ points }: PerimeterEdges,
	a: number,
	b: number,
): boolean {
	const from = middleOf(points, a);
	const to = nearestOn(points, b, from);
	const [x, y, z] = middleBetween(from, to);
	return indices.some(({ index, box }) => {
		const [far, aside] = [0, 1].map((axis) => Math.max(box[axis] - [x, y][axis], [x, y][axis] - box[axis + 3]));
		if (Math.max(far, aside) > THRESHOLDS.facing) return false;
		return (
			hasWallBetween(index, from, to, GAP_HEIGHTS) || index.nearest(x, y, z + SAME_STOREY, x, y, z - SAME_STOREY, ALL)
		);
	});
}

/** The walkmesh with a sill along each pair of edges; the first of a pair is its own. */
function withSills(
	mesh: Walkmesh,
	{ rooms, edges, points }: PerimeterEdges,
	pairs: readonly Candidate[],
): { walkmesh: Walkmesh; area: number; widest: number } {
	const positions = [...mesh.positions];
	const known = new Map<string, number>();
	const vertexAt = (point: number): number => {
		const at = vec3At(points, point);
		const key = at.join(' ');
		const vertex = known.get(key) ?? positions.push(...at) / 3 - 1;
		known.set(key, vertex);
		return vertex;
	};
	const faces: number[] = [];
	const surfaces: number[] = [];
	const vector: [number, number, number] = [0, 0, 0];
	let [area, widest] = [0, 0];
	for (const { a, b, distance } of pairs) {
		const own = edges[a];
		const [start, end] = [mesh.faces[own], mesh.faces[edgeEnd(own)]];
		const isOwn = rooms[a] === rooms[b];
		const [otherStart, otherEnd] = isOwn
			? [mesh.faces[edges[b]], mesh.faces[edgeEnd(edges[b])]]
			: [vertexAt(b * 3), vertexAt(b * 3 + 1)];
		widest = Math.max(widest, distance);
		for (const corners of [
			[end, start, otherEnd],
			[end, otherEnd, otherStart],
		]) {
			const size = triangleVector(positions, corners[0], corners[1], corners[2], vector) / 2;
			if (!(size > LEAST_AREA)) continue;
			faces.push(...corners);
			surfaces.push(mesh.surfaces[Math.floor(own / 3)]);
			area += size;
		}
	}
	const walkmesh = {
		...mesh,
		positions: Float32Array.from(positions),
		faces: Uint32Array.from([...mesh.faces, ...faces]),
		surfaces: Uint32Array.from([...mesh.surfaces, ...surfaces]),
		transitions: Int32Array.from([...mesh.transitions, ...faces.map(() => NONE)]),
	};
	return { walkmesh, area, widest };
}
