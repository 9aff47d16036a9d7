import { edgeMiddle } from '../geometry/faces.ts';
import { type Adjacency, buildAdjacency, edgeEnd, piecesOf } from '../geometry/half-edges.ts';
import { FACING, SLOPE_STRIDE } from '../geometry/triangles.ts';
import { greatest, groupBy, least } from '../math/arrays.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import { NONE, type Walkmesh } from '../model/walkmesh.ts';
import type { EndOfGround } from './end-of-ground.ts';

/** The largest of some faces. @param facts of their room (see `RoomFacts`) */
export function largestOf(facts: { area(face: number): number }, faces: readonly number[]): number {
	return faces.reduce((largest, each) => (facts.area(each) > facts.area(largest) ? each : largest));
}

/** Some faces in groups that are connected over edges and have one surface, in the order of their first faces. */
export function patchesOf(mesh: Walkmesh, ids: Uint32Array): Iterable<readonly number[]> {
	if (ids.length < 2) return [...ids].map((face) => [face]);
	const { faces, surfaces, positions } = mesh;
	const chosen = new Uint8Array(surfaces.length);
	for (const face of ids) chosen[face] = 1;
	const { neighbours } = buildAdjacency(faces, chosen, positions.length / 3);
	const isAlike = (other: number, edge: number): boolean =>
		other >= 0 && surfaces[Math.floor(other / 3)] === surfaces[Math.floor(edge / 3)];
	const { of } = piecesOf(
		mesh,
		chosen,
		neighbours.map((other, edge) => (isAlike(other, edge) ? other : NONE)),
	);
	return groupBy(ids, (face) => of[face]).values();
}

/** z of the unit normal of such a slope, and a little more. A face with a greater one is flatter, and its angle need not be computed. */
export const FLATTER: number = Math.cos((THRESHOLDS.steep * Math.PI) / 180) + 1e-9;

/** The facts of a room (see `RoomFacts`) that are needed for this. */
interface Slopes {
	readonly mesh: Walkmesh;
	readonly walkable: Uint8Array;
	readonly facings: Uint8Array;
	readonly slopes: Float64Array;
}

interface Steps extends Slopes {
	readonly adjacency: Adjacency;
}

/** The front of a step: a patch of steep faces between ground at its foot and at its head. */
export interface Riser {
	readonly faces: readonly number[];
	/** Metres. */
	readonly height: number;
}

/**
 * Finds the risers of a room that can be walked on: low patches of steep faces that share edges with flatter ground at their foot and at their head. At
 * the ends of a stair the one or the other may be ground of the next room: an open edge, which counts in a room with other risers.
 */
export function risersOf(facts: Steps): Riser[] {
	const { mesh, facings, adjacency } = facts;
	const found: (Riser & { readonly isBetween: boolean })[] = [];
	for (const faces of frontsOf(facts, 1)) {
		const { low, height } = rangeOf(mesh, faces);
		/** What lies beyond the edges at the foot and at the head: ground, or nothing. */
		const ends = [new Set<'ground' | 'open'>(), new Set<'ground' | 'open'>()];
		for (const edge of edgesOf(faces)) {
			const part = (edgeMiddle(mesh, edge)[2] - low) / height;
			// Neither the sides nor the edges between the triangles of a front.
			if (Math.abs(part - 0.5) < 0.25) continue;
			const end = ends[part < 0.5 ? 0 : 1];
			const beyond = Math.floor(adjacency.neighbours[edge] / 3);
			if (beyond < 0) end.add('open');
			else if (facings[beyond] === FACING.up && !isSteep(facts, beyond)) end.add('ground');
		}
		const isBetween = ends.every((end) => end.has('ground'));
		const isAtEnd = ends.every((end) => end.size > 0) && ends.some((end) => end.has('ground'));
		if (isAtEnd) found.push({ faces, height, isBetween });
	}
	return found.some(({ isBetween }) => isBetween) ? found : [];
}

/** The height of the riser that is not walkable and lies between two edges at which ground ends. */
export function closedRiserAt(facts: Slopes, { edge, other }: EndOfGround): number | undefined {
	const { faces: corners } = facts.mesh;
	// A wall may face either way, so that it is not adjacent in the sense of ground.
	const endsOf = (each: number): string => [corners[each], corners[edgeEnd(each)]].sort((a, b) => a - b).join();
	for (const faces of frontsOf(facts, 0)) {
		const ends = new Set(edgesOf(faces).map(endsOf));
		if (ends.has(endsOf(edge)) && ends.has(endsOf(other))) return rangeOf(facts.mesh, faces).height;
	}
	return undefined;
}

/** Patches of steep faces that are low enough for fronts of steps. */
function frontsOf(facts: Slopes, walkable: 0 | 1): readonly (readonly number[])[] {
	const { mesh, facings } = facts;
	if (mesh.kind !== 'area') return [];
	const isLow = (faces: readonly number[]): boolean => rangeOf(mesh, faces).height <= THRESHOLDS.riser;
	const fronts: number[] = [];
	for (const face of facings.keys()) {
		const isFront = facings[face] === FACING.vertical || (facings[face] === FACING.up && isSteep(facts, face));
		if (isFront && facts.walkable[face] === walkable && isLow([face])) fronts.push(face);
	}
	return [...patchesOf(mesh, Uint32Array.from(fronts))].filter(isLow);
}

function isSteep({ slopes }: Slopes, face: number): boolean {
	return slopes[face * SLOPE_STRIDE] <= FLATTER * slopes[face * SLOPE_STRIDE + 1];
}

function edgesOf(faces: readonly number[]): number[] {
	return faces.flatMap((face) => [face * 3, face * 3 + 1, face * 3 + 2]);
}

/** The least height of some faces, and from there to the greatest; metres. */
function rangeOf(
	{ positions, faces }: Walkmesh,
	ids: readonly number[],
): { readonly low: number; readonly height: number } {
	const heights = edgesOf(ids).map((corner) => positions[faces[corner] * 3 + 2]);
	const low = least(heights);
	return { low, height: greatest(heights) - low };
}
