import { edgeEnd } from '../../geometry/adjacency.ts';
import type { Level, Room } from '../level.ts';
import type { PerimeterEdges } from '../seams/perimeter-edges.ts';
import { Clusters, type Refusal } from './clusters.ts';
import { spoiltFaces } from './face-health.ts';
import { findPlaces, type Places } from './places.ts';

/** Two linked perimeter edges, as indices into `PerimeterEdges`. */
export interface Pair {
	readonly a: number;
	readonly b: number;
	/** Metres between their ends. */
	readonly distance: number;
	/** False for pairs whose ends may stay as they are; they still move along where a required pair moves them. */
	readonly required: boolean;
}

export interface JoinedEnds {
	/** The level that was given if nothing moved. */
	readonly level: Level;
	/** 1 a pair: true when its ends are equal, bit for bit. */
	readonly equal: readonly boolean[];
	/** Required pairs that were left apart, by their index. */
	readonly refusals: ReadonlyMap<number, Refusal>;
	/** How many vertices of which rooms moved, and how far at most. */
	readonly moves: readonly Move[];
}

export interface Move {
	readonly room: number;
	readonly vertices: number;
	/** Metres. */
	readonly distance: number;
}

/**
 * Makes the ends of linked edges equal, bit for bit. Where several rooms meet all their vertices go to one place, that of the
 * lowest room in the layout. Every vertex that shares the place of a moved one moves along, in whatever room, so nothing
 * tears that was closed. Nearest pairs go first; what would harm a face, or move a vertex farther than `limit` metres, is left.
 */
export function joinEnds(level: Level, perimeter: PerimeterEdges, pairs: readonly Pair[], limit: number): JoinedEnds {
	if (!pairs.some((pair) => pair.required && !sameEnds(level, perimeter, pair))) {
		const equal = pairs.map((pair) => sameEnds(level, perimeter, pair));
		return { level, equal, refusals: new Map(), moves: [] };
	}
	const places = findPlaces(level);
	const ends = pairs.map((pair) => endVertices(level, perimeter, places, pair));
	const clusters = new Clusters(level, places, limit);
	const refusals = new Map<number, Refusal>();
	const nearestFirst = pairs.map((_, index) => index).sort((i, j) => pairs[i].distance - pairs[j].distance || i - j);
	for (const index of nearestFirst) {
		const [a0, b0, a1, b1] = ends[index];
		const refusal = clusters.joinBoth(a0, b0, a1, b1);
		if (refusal !== undefined && pairs[index].required) refusals.set(index, refusal);
	}
	const standIns = settle(level, places, clusters, pairs, ends);
	const equal = ends.map(([a0, b0, a1, b1]) => {
		const same = (p: number, q: number): boolean => places.placeOf[standIns[p]] === places.placeOf[standIns[q]];
		return same(a0, b0) && same(a1, b1);
	});
	pairs.forEach((pair, index) => {
		if (equal[index]) refusals.delete(index);
		else if (pair.required && !refusals.has(index)) refusals.set(index, 'face');
	});
	return { ...moveVertices(level, places, standIns), equal, refusals };
}

type Ends = readonly [startA: number, endB: number, endA: number, startB: number];

/**
 * Takes back what nobody needs and what would spoil a face, until nothing is left to take back.
 *
 * @returns 1 a vertex: the vertex whose place it takes
 */
function settle(
	level: Level,
	places: Places,
	clusters: Clusters,
	pairs: readonly Pair[],
	ends: readonly Ends[],
): Uint32Array {
	for (;;) {
		const needed = new Set<number>();
		pairs.forEach((pair, index) => {
			const [a0, b0, a1, b1] = ends[index];
			if (!pair.required || !clusters.together(a0, b0) || !clusters.together(a1, b1)) return;
			needed.add(clusters.rootOf(a0)).add(clusters.rootOf(a1));
		});
		clusters.keepOnly(needed);
		const standIns = clusters.standIns();
		const spoilt = spoiltFaces(level, places, standIns);
		if (spoilt.length === 0) return standIns;
		for (const corner of spoilt) clusters.dissolve(corner);
	}
}

function endVertices(level: Level, perimeter: PerimeterEdges, { offsets }: Places, { a, b }: Pair): Ends {
	const [a0, a1] = edgeVertices(level, perimeter, a);
	const [b0, b1] = edgeVertices(level, perimeter, b);
	const offsetA = offsets[perimeter.rooms[a]];
	const offsetB = offsets[perimeter.rooms[b]];
	return [offsetA + a0, offsetB + b1, offsetA + a1, offsetB + b0];
}

/** The vertices of a perimeter edge in its own walkmesh. */
function edgeVertices(level: Level, perimeter: PerimeterEdges, index: number): [start: number, end: number] {
	const faces = level.rooms[perimeter.rooms[index]].walkmesh?.faces ?? [];
	const edge = perimeter.edges[index];
	return [faces[edge], faces[edgeEnd(edge)]];
}

/** Equal to the bit: 0 and −0 are not. */
function sameEnds(level: Level, perimeter: PerimeterEdges, { a, b }: Pair): boolean {
	const positionsA = level.rooms[perimeter.rooms[a]].walkmesh?.positions ?? [];
	const positionsB = level.rooms[perimeter.rooms[b]].walkmesh?.positions ?? [];
	const [a0, a1] = edgeVertices(level, perimeter, a);
	const [b0, b1] = edgeVertices(level, perimeter, b);
	for (let axis = 0; axis < 3; axis++) {
		if (!Object.is(positionsA[a0 * 3 + axis], positionsB[b1 * 3 + axis])) return false;
		if (!Object.is(positionsA[a1 * 3 + axis], positionsB[b0 * 3 + axis])) return false;
	}
	return true;
}

function moveVertices(level: Level, places: Places, standIns: Uint32Array): { level: Level; moves: Move[] } {
	const { offsets, placeOf, bits } = places;
	const moves: Move[] = [];
	const rooms = level.rooms.map((room, index): Room => {
		const { walkmesh } = room;
		if (walkmesh === undefined) return room;
		let positions: Float32Array | undefined;
		let vertices = 0;
		let farthest = 0;
		for (let vertex = offsets[index]; vertex < offsets[index + 1]; vertex++) {
			const target = standIns[vertex];
			if (placeOf[target] === placeOf[vertex]) continue;
			positions ??= walkmesh.positions.slice();
			const i = (vertex - offsets[index]) * 3;
			new Uint32Array(positions.buffer).set(bits.subarray(target * 3, target * 3 + 3), i);
			vertices++;
			const before = walkmesh.positions;
			const distance = Math.hypot(
				positions[i] - before[i],
				positions[i + 1] - before[i + 1],
				positions[i + 2] - before[i + 2],
			);
			farthest = Math.max(farthest, distance);
		}
		if (positions === undefined) return room;
		moves.push({ room: index, vertices, distance: farthest });
		return { ...room, walkmesh: { ...walkmesh, positions } };
	});
	return { level: moves.length === 0 ? level : { ...level, rooms }, moves };
}
