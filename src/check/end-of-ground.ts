import { edgeEnd } from '../mesh/half-edges.ts';
import { edgeMiddle } from '../mesh/locations.ts';
import { PlanIndex } from '../mesh/plan-index.ts';
import { squaredDistanceToSegment } from '../mesh/spatial.ts';
import { squaredDistance } from '../mesh/triangles.ts';
import { vec3At } from '../mesh/vec3.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import type { RoomFacts } from './room-facts.ts';

/** Where one side of divided ground ends, and where the other goes on. */
interface EndOfGround {
	/** The edge where the ground ends. */
	readonly edge: number;
	/** The edge beyond, of another piece. */
	readonly other: number;
	/** Metres from the middle of the one to the other. */
	readonly distance: number;
}

/** Of the edges beyond, those whose boxes in plan are nearest are measured, so many for each edge. */
const MOST_MEASURED = 16;
/** So many edges are looked from; of more, every second, third or further one. */
const MOST_EDGES = 20_000;
/** Of edges about equally far from the other side the longest is named: this part of the distance is no difference. */
const SAME_DISTANCE = 0.01;

/**
 * Of the open edges of some pieces the one that comes nearest to the rest of the ground, measured from its middle; of about equally near
 * ones the longest.
 *
 * @param isInside which pieces are on the one side
 */
export function endOfGround(
	{ mesh, pieces, open }: RoomFacts,
	isInside: (piece: number) => boolean,
): EndOfGround | undefined {
	const { positions, faces } = mesh;
	const pieceOf = (edge: number): number => pieces.of[Math.floor(edge / 3)];
	const inside = [...open].filter((edge) => isInside(pieceOf(edge)));
	const outside = [...open].filter((edge) => !isInside(pieceOf(edge)));
	if (inside.length === 0 || outside.length === 0) return undefined;
	const index = new PlanIndex(Float64Array.from(outside.flatMap((edge) => planBox(mesh, edge))));
	let found: (EndOfGround & { readonly length: number }) | undefined;
	const step = Math.ceil(inside.length / MOST_EDGES);
	for (let at = 0; at < inside.length; at += step) {
		const edge = inside[at];
		const middle = edgeMiddle(mesh, edge);
		const length = Math.sqrt(squaredDistance(positions, faces[edge], faces[edgeEnd(edge)]));
		const reach = found === undefined ? Infinity : found.distance * (1 + SAME_DISTANCE);
		for (const id of index.nearest(middle[0], middle[1], MOST_MEASURED, reach)) {
			const other = outside[id];
			const segment = { from: vec3At(positions, faces[other]), to: vec3At(positions, faces[edgeEnd(other)]) };
			const distance = Math.sqrt(squaredDistanceToSegment(middle, 0, segment));
			const margin = SAME_DISTANCE * distance;
			const isBetter =
				found === undefined ||
				distance < found.distance - margin ||
				(distance <= found.distance + margin && length > found.length);
			if (isBetter) found = { edge, other, distance, length };
		}
	}
	return found === undefined ? undefined : { edge: found.edge, other: found.other, distance: found.distance };
}

function planBox({ positions, faces }: Walkmesh, edge: number): number[] {
	const [ax, ay] = vec3At(positions, faces[edge]);
	const [bx, by] = vec3At(positions, faces[edgeEnd(edge)]);
	return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}
