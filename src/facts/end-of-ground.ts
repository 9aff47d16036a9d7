import { edgeEnd, type Pieces } from '../geometry/half-edges.ts';
import { squaredDistanceToSegment } from '../geometry/spatial.ts';
import { squaredDistance } from '../geometry/triangles.ts';
import { middleBetween, type Vec3 } from '../math/vec3.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { PlanIndex, segmentBoxes } from '../plan/plan-index.ts';

/** The facts of a room (see `RoomFacts`) that are needed for this. */
interface Ground {
	readonly mesh: Walkmesh;
	readonly open: Uint32Array;
	readonly pieces: Pieces;
}

/** The two edges between which ground is interrupted. */
export interface EndOfGround {
	/** The open edge at which the one piece ends. */
	readonly edge: number;
	/** The nearest open edge of the other piece. */
	readonly other: number;
	/** Metres from the middle of `edge` to `other`. */
	readonly distance: number;
}

/** For each edge, this many others are measured: those whose boxes are nearest in plan. */
const MOST_MEASURED = 16;
/** This many edges are measured from; of twice as many every second one, and so on. */
const MOST_EDGES = 20_000;
/** Distances that differ by less than this part count as equal; of edges at equal distances the longest is named. */
const SAME_DISTANCE = 0.01;

/**
 * Finds the open edge of some pieces of ground that is nearest to other pieces of the room.
 *
 * @param isInside the pieces whose edges are measured from
 * @param most how far away the other pieces may be, metres: farther edges need not be found
 */
export function endOfGround(
	{ mesh, pieces, open }: Ground,
	isInside: (piece: number) => boolean,
	most = Infinity,
): EndOfGround | undefined {
	const [inside, outside]: [number[], number[]] = [[], []];
	for (const edge of open) (isInside(pieces.of[Math.floor(edge / 3)]) ? inside : outside).push(edge);
	return endBetween(mesh, inside, edgesNear(mesh, inside, outside, most));
}

/** The edges whose boxes are at most so far from the box around some others, in each axis. */
function edgesNear(
	{ positions, faces }: Walkmesh,
	others: readonly number[],
	edges: readonly number[],
	most: number,
): readonly number[] {
	const low = [Infinity, Infinity, Infinity];
	const high = [-Infinity, -Infinity, -Infinity];
	for (const edge of others) {
		for (const corner of [edge, edgeEnd(edge)]) {
			for (let axis = 0; axis < 3; axis++) {
				const value = positions[faces[corner] * 3 + axis];
				if (value < low[axis]) low[axis] = value;
				if (value > high[axis]) high[axis] = value;
			}
		}
	}
	return edges.filter((edge) => {
		const [a, b] = [faces[edge] * 3, faces[edgeEnd(edge)] * 3];
		for (let axis = 0; axis < 3; axis++) {
			const [p, q] = [positions[a + axis], positions[b + axis]];
			if (Math.max(p, q) < low[axis] - most || Math.min(p, q) > high[axis] + most) return false;
		}
		return true;
	});
}

/** The same, between edges of a walkmesh. */
export function endBetween(
	{ positions, faces }: Walkmesh,
	inside: readonly number[],
	outside: readonly number[],
): EndOfGround | undefined {
	const edges = [...inside, ...outside];
	const points = new Float64Array(edges.length * 6);
	for (let i = 0; i < edges.length; i++) {
		const [from, to] = [faces[edges[i]] * 3, faces[edgeEnd(edges[i])] * 3];
		for (let axis = 0; axis < 3; axis++) {
			points[i * 6 + axis] = positions[from + axis];
			points[i * 6 + 3 + axis] = positions[to + axis];
		}
	}
	const numbers = [...edges.keys()];
	const end = new EdgesInPlan(points, 6, numbers.slice(inside.length)).nearestTo(numbers.slice(0, inside.length));
	return end === undefined ? undefined : { ...end, edge: edges[end.edge], other: edges[end.other] };
}

/** Edges of any rooms, found by where they lie in plan. */
export class EdgesInPlan {
	readonly #points: Float64Array;
	readonly #stride: number;
	readonly #edges: readonly number[];
	readonly #index: PlanIndex;

	/**
	 * @param points start and end of each edge, 6 values in metres, then `stride − 6` others
	 * @param stride values an edge, a multiple of 3
	 * @param edges those to find, by their index into `points`
	 */
	constructor(points: Float64Array, stride: number, edges: readonly number[]) {
		this.#points = points;
		this.#stride = stride;
		this.#edges = edges;
		this.#index = new PlanIndex(segmentBoxes(points, stride, edges));
	}

	/**
	 * The same as `endOfGround`.
	 * @param inside edges by their index into the same points @param isOutside false for edges that do not count @param most from so many it is measured
	 */
	nearestTo(
		inside: readonly number[],
		isOutside?: (edge: number) => boolean,
		most: number = MOST_EDGES,
	): EndOfGround | undefined {
		const lengthOf = (edge: number): number => {
			const start = (edge * this.#stride) / 3;
			return Math.sqrt(squaredDistance(this.#points, start, start + 1));
		};
		let found: EndOfGround | undefined;
		const step = Math.ceil(inside.length / most);
		for (let at = 0; at < inside.length; at += step) {
			const reach = found === undefined ? Infinity : found.distance * (1 + SAME_DISTANCE);
			for (const end of this.around(inside[at], isOutside, reach)) {
				const { edge, distance } = end;
				const margin = SAME_DISTANCE * distance;
				const isBetter =
					found === undefined ||
					(edge === found.edge ? distance < found.distance : distance < found.distance - margin) ||
					(distance <= found.distance + margin && lengthOf(edge) > lengthOf(found.edge));
				if (isBetter) found = end;
			}
		}
		return found;
	}

	/** The edges about one, those whose boxes are nearest in plan. @param reach farther ones need not be found, metres */
	around(edge: number, isOutside: (edge: number) => boolean = () => true, reach = Infinity): EndOfGround[] {
		const isWanted = (id: number): boolean => isOutside(this.#edges[id]);
		const middle = middleBetween(...endsOf(this.#points, this.#stride, edge));
		return this.#index.nearest(middle[0], middle[1], MOST_MEASURED, reach, isWanted).map((id) => {
			const [from, to] = endsOf(this.#points, this.#stride, this.#edges[id]);
			const distance = Math.sqrt(squaredDistanceToSegment(middle, 0, { from, to }));
			return { edge, other: this.#edges[id], distance };
		});
	}
}

function endsOf(points: Float64Array, stride: number, edge: number): readonly [Vec3, Vec3] {
	const i = edge * stride;
	return [
		[points[i], points[i + 1], points[i + 2]],
		[points[i + 3], points[i + 4], points[i + 5]],
	];
}
