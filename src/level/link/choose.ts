import type { Candidates } from '../seams/candidates.ts';
import { EDGE_STRIDE, type PerimeterEdges } from '../seams/perimeter-edges.ts';

/** Which edge is linked with which. */
export interface Choice {
	/** 1 a perimeter edge: the edge it is linked with, −1 = none. Its own inverse. */
	readonly partners: Int32Array;
	/** 1 a perimeter edge: the distance to its partner, metres. */
	readonly distances: Float64Array;
	/** Candidates that lost against a better one and left an edge unlinked, or would have led to another room. */
	readonly rivals: readonly Rivalry[];
}

/** `edge` could have been linked with `rival`; one of the two, `taken`, is linked with another edge. Indices of perimeter edges. */
export interface Rivalry {
	readonly edge: number;
	readonly rival: number;
	readonly taken: number;
	readonly distance: number;
}

/** Distances that round to the same multiple of this are equal: it is the grain of float32 some hundred metres from the origin. */
export const DISTANCE_GRAIN = 1e-4;

/**
 * Makes at most one link of the candidates of each edge. Nearest first; among equals the pair that existing transitions or hints
 * agree with, then the lower rooms, then the place of the edges: never the order in which faces happen to be stored.
 *
 * @param wanted 1 a perimeter edge: the room that a transition or hint names, −1 = none
 */
export function chooseLinks(perimeter: PerimeterEdges, candidates: Candidates, wanted: Int32Array): Choice {
	const { a, b, distances } = candidates;
	const degrees = new Uint32Array(perimeter.count);
	for (let i = 0; i < a.length; i++) {
		degrees[a[i]]++;
		degrees[b[i]]++;
	}
	const partners = new Int32Array(perimeter.count).fill(-1);
	const chosen = new Float64Array(perimeter.count);
	const contested: number[] = [];
	for (let i = 0; i < a.length; i++) {
		if (degrees[a[i]] > 1 || degrees[b[i]] > 1) contested.push(i);
		else join(partners, chosen, a[i], b[i], distances[i]);
	}
	contested.sort(byMerit(perimeter, candidates, wanted));
	const lost = contested.filter((i) => {
		if (partners[a[i]] >= 0 || partners[b[i]] >= 0) return true;
		join(partners, chosen, a[i], b[i], distances[i]);
		return false;
	});
	return { partners, distances: chosen, rivals: lost.flatMap((i) => rivalry(perimeter, candidates, i, partners)) };
}

function join(partners: Int32Array, chosen: Float64Array, a: number, b: number, distance: number): void {
	partners[a] = b;
	partners[b] = a;
	chosen[a] = distance;
	chosen[b] = distance;
}

function byMerit(
	perimeter: PerimeterEdges,
	{ a, b, distances }: Candidates,
	wanted: Int32Array,
): (i: number, j: number) => number {
	const { rooms, points } = perimeter;
	const agreement = (i: number): number => Number(wanted[a[i]] === rooms[b[i]]) + Number(wanted[b[i]] === rooms[a[i]]);
	const grains = (i: number): number => Math.round(distances[i] / DISTANCE_GRAIN);
	return (i, j) =>
		grains(i) - grains(j) ||
		agreement(j) - agreement(i) ||
		rooms[a[i]] - rooms[a[j]] ||
		rooms[b[i]] - rooms[b[j]] ||
		distances[i] - distances[j] ||
		comparePlaces(points, a[i], a[j]) ||
		comparePlaces(points, b[i], b[j]) ||
		a[i] - a[j] ||
		b[i] - b[j];
}

function comparePlaces(points: Float64Array, p: number, q: number): number {
	for (let k = 0; k < EDGE_STRIDE; k++) {
		const difference = points[p * EDGE_STRIDE + k] - points[q * EDGE_STRIDE + k];
		if (difference !== 0) return difference;
	}
	return 0;
}

/**
 * Whether a lost candidate is worth telling. In a row of edges shorter than the reach each could also go to its neighbour's
 * partner; as long as all are linked, and with the same room, nothing was in doubt.
 */
function rivalry(
	{ rooms }: PerimeterEdges,
	{ a, b, distances }: Candidates,
	i: number,
	partners: Int32Array,
): Rivalry[] {
	const [p, q, distance] = [a[i], b[i], distances[i]];
	if (partners[p] < 0) return [{ edge: p, rival: q, taken: q, distance }];
	if (partners[q] < 0) return [{ edge: q, rival: p, taken: p, distance }];
	if (rooms[partners[p]] === rooms[q] && rooms[partners[q]] === rooms[p]) return [];
	return [{ edge: p, rival: q, taken: p, distance }];
}
