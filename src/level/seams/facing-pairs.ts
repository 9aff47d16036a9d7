import { EDGE_STRIDE, type PerimeterEdges } from './perimeter-edges.ts';
import { type Boxes, sweepBoxes, sweepPairs } from './sweep.ts';

/**
 * Calls `visit` once for each pair of perimeter edges of two rooms whose boxes come within `reach` metres of each other, as
 * indices into `perimeter`; the edge of the lower room first. Rooms that are apart cost nothing: of 1,000 rooms in a grid a few thousand
 * pairs remain, and in each only the edges near the other room are swept.
 */
export function visitNearEdges(perimeter: PerimeterEdges, reach: number, visit: (a: number, b: number) => void): void {
	const edgeBounds = boundEdges(perimeter, reach / 2);
	const roomBounds = boundRooms(perimeter, edgeBounds);
	const pairs: [number, number][] = [];
	sweepPairs(roomBounds, (low, high) => pairs.push([low, high]));
	pairs.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
	for (const [low, high] of pairs) {
		const a = edgesNear(perimeter, edgeBounds, low, roomBounds, high);
		const b = edgesNear(perimeter, edgeBounds, high, roomBounds, low);
		if (a.ids.length > 0 && b.ids.length > 0) sweepBoxes(a, b, visit);
	}
}

function boundEdges(perimeter: PerimeterEdges, margin: number): Float64Array {
	const { points, count } = perimeter;
	const bounds = new Float64Array(count * 6);
	for (let edge = 0; edge < count; edge++) {
		for (let axis = 0; axis < 3; axis++) {
			const p = points[edge * EDGE_STRIDE + axis];
			const q = points[edge * EDGE_STRIDE + 3 + axis];
			bounds[edge * 6 + axis] = Math.min(p, q) - margin;
			bounds[edge * 6 + 3 + axis] = Math.max(p, q) + margin;
		}
	}
	return bounds;
}

function boundRooms(perimeter: PerimeterEdges, edgeBounds: Float64Array): Float64Array {
	const roomCount = perimeter.starts.length - 1;
	const bounds = new Float64Array(roomCount * 6);
	for (let room = 0; room < roomCount; room++) {
		bounds.fill(Infinity, room * 6, room * 6 + 3).fill(-Infinity, room * 6 + 3, room * 6 + 6);
		for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
			for (let axis = 0; axis < 3; axis++) {
				// Written with comparisons, so that an edge without finite coordinates leaves the box alone.
				const least = edgeBounds[edge * 6 + axis];
				const most = edgeBounds[edge * 6 + 3 + axis];
				if (least < bounds[room * 6 + axis]) bounds[room * 6 + axis] = least;
				if (most > bounds[room * 6 + 3 + axis]) bounds[room * 6 + 3 + axis] = most;
			}
		}
	}
	return bounds;
}

function edgesNear(
	perimeter: PerimeterEdges,
	edgeBounds: Float64Array,
	room: number,
	roomBounds: Float64Array,
	other: number,
): Boxes {
	const ids: number[] = [];
	const o = other * 6;
	for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
		const e = edge * 6;
		if (
			edgeBounds[e] <= roomBounds[o + 3] &&
			edgeBounds[e + 3] >= roomBounds[o] &&
			edgeBounds[e + 1] <= roomBounds[o + 4] &&
			edgeBounds[e + 4] >= roomBounds[o + 1] &&
			edgeBounds[e + 2] <= roomBounds[o + 5] &&
			edgeBounds[e + 5] >= roomBounds[o + 2]
		) {
			ids.push(edge);
		}
	}
	const bounds = new Float64Array(ids.length * 6);
	for (let i = 0; i < ids.length; i++) bounds.set(edgeBounds.subarray(ids[i] * 6, ids[i] * 6 + 6), i * 6);
	return { ids: Uint32Array.from(ids), bounds };
}
