import { type Fit, fitOf } from './fit.ts';
import {
	EdgeIndex,
	edgeLength,
	GREATEST_SNAP,
	isFolded,
	type Overlap,
	overlapOf,
	type PerimeterEdges,
	reverseDistance,
	runsOpposite,
} from './seams.ts';

/** An edge of another room that runs along one. */
export interface FacingEdge {
	/** As an index into `PerimeterEdges`. */
	readonly other: number;
	/** The greater of the two distances between their ends, metres. */
	readonly ends: number;
	/** How long they run along each other, metres. */
	readonly length: number;
	readonly fit: Fit;
}

/** Shorter pieces of a seam than this, in metres, count only where they make up half of an edge. */
const LEAST_LENGTH = 0.1;
const LEAST_PART = 0.5;

/**
 * For each perimeter edge those of other rooms (or pieces, for edges gathered within a room) that run along it in the opposite direction, within some reach. What is found once is
 * kept: the same few edges are asked for by links, seams and reach.
 */
export class FacingEdges {
	readonly #perimeter: PerimeterEdges;
	readonly #reach: number;
	readonly #tolerance: number;
	readonly #index: EdgeIndex;
	readonly #found = new Map<number, readonly FacingEdge[]>();

	/** @param reach metres @param tolerance edges this near coincide, metres */
	constructor(
		perimeter: PerimeterEdges,
		tolerance: number,
		reach: number = GREATEST_SNAP,
		index: EdgeIndex = new EdgeIndex(perimeter),
	) {
		this.#perimeter = perimeter;
		this.#tolerance = tolerance;
		this.#reach = reach;
		this.#index = index;
	}

	/** Those along an edge: first the one whose ends are nearest, equally near ones in the order of edges. */
	of(edge: number): readonly FacingEdge[] {
		const known = this.#found.get(edge);
		if (known !== undefined) return known;
		const { points } = this.#perimeter;
		const found: FacingEdge[] = [];
		for (const other of this.#index.opposite(edge, this.#reach)) {
			const overlap = this.#overlap(edge, other);
			if (overlap === undefined) continue;
			found.push({
				other,
				ends: reverseDistance(points, edge, other),
				length: overlap.to - overlap.from,
				fit: fitOf(points, edge, other, overlap, this.#tolerance),
			});
		}
		found.sort((p, q) => p.ends - q.ends || p.other - q.other);
		this.#found.set(edge, found);
		return found;
	}

	/** Short edges may lie on each other at an angle at which longer ones do not run along each other. */
	#overlap(edge: number, other: number): Overlap | undefined {
		const { points } = this.#perimeter;
		const shorter = Math.min(edgeLength(points, edge), edgeLength(points, other));
		const overlap = overlapOf(points, edge, other, this.#reach, Math.min(LEAST_LENGTH, LEAST_PART * shorter));
		if (overlap !== undefined) return overlap;
		const gap = reverseDistance(points, edge, other);
		const isCandidate =
			gap <= GREATEST_SNAP && runsOpposite(points, edge, other) && !isFolded(points, edge, other) && shorter > 0;
		return isCandidate ? { from: 0, to: edgeLength(points, edge), gap } : undefined;
	}
}
