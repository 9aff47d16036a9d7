import { UsageError } from '../../findings/index.ts';
import type { Vec3 } from '../../geometry/vec3.ts';
import { splitEdges } from '../../mesh/split-edges.ts';
import type { SurfaceTable } from '../../surfaces/index.ts';
import type { Level, Room } from '../level.ts';
import { groupBy } from '../seams/group.ts';
import { gatherPerimeterEdges, type PerimeterEdges } from '../seams/perimeter-edges.ts';
import { type Cut, findCuts } from './find-cuts.ts';
import { soundCuts } from './sound-cuts.ts';

export interface ConformOptions {
	/** Edges of two rooms that run along each other at most this far apart are one seam, in metres; above 0, up to 0.1. */
	readonly tolerance?: number;
}

export const CONFORM_DEFAULTS: Required<ConformOptions> = { tolerance: 1e-3 };

const GREATEST_TOLERANCE = 0.1;
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
	const { tolerance } = { ...CONFORM_DEFAULTS, ...options };
	if (!(tolerance > 0 && tolerance <= GREATEST_TOLERANCE)) {
		throw new UsageError(
			`tolerance is ${tolerance}; it must be a number of metres above 0, up to ${GREATEST_TOLERANCE}`,
		);
	}
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
