import type { SurfaceTable } from '../../surfaces/index.ts';
import { NONE } from '../../walkmesh/index.ts';
import type { Level } from '../level.ts';
import { findCandidates } from '../seams/candidates.ts';
import { endsAreEqual } from '../seams/facing.ts';
import { gatherPerimeterEdges } from '../seams/perimeter-edges.ts';
import { GREATEST_SNAP } from './link.ts';
import type { Link } from './result.ts';
import { wantedRooms } from './transitions.ts';

/**
 * The links that a level has: pairs of edges that lie within 0.1 m of each other and are transitions of each other, by room and
 * edge of their first side. Where several edges would do, each is paired with the nearest.
 */
export function existingLinks(level: Level, table: SurfaceTable): Link[] {
	const perimeter = gatherPerimeterEdges(level, table);
	const { rooms, edges, points } = perimeter;
	const transitions = wantedRooms(level, perimeter);
	const { a, b, distances } = findCandidates(perimeter, GREATEST_SNAP);
	const mutual = a
		.map((_, i) => i)
		.filter((i) => transitions[a[i]] === rooms[b[i]] && transitions[b[i]] === rooms[a[i]])
		.sort((i, j) => distances[i] - distances[j] || a[i] - a[j] || b[i] - b[j]);
	const partners = new Int32Array(perimeter.count).fill(NONE);
	const chosen = mutual.filter((i) => {
		if (partners[a[i]] !== NONE || partners[b[i]] !== NONE) return false;
		partners[a[i]] = b[i];
		partners[b[i]] = a[i];
		return true;
	});
	return chosen
		.sort((i, j) => a[i] - a[j])
		.map((i) => ({
			roomA: rooms[a[i]],
			edgeA: edges[a[i]],
			roomB: rooms[b[i]],
			edgeB: edges[b[i]],
			distance: distances[i],
			exact: endsAreEqual(points, a[i], b[i]),
			snapped: false,
		}));
}
