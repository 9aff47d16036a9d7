import type { RoomFacts } from '../../src/facts/room-facts.ts';
import type { Report } from '../../src/findings/report.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { FACING } from '../../src/geometry/triangles.ts';
import { vec3At } from '../../src/math/vec3.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { edgeLength, edgeLocation, transitionAt } from '../../src/seams/perimeter-edges.ts';
import { gatherWorst, pairKey } from '../../src/seams/room-pairs.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';

/**
 * Reports links with a wall on them: an upright face that is not walkable stands on the linked edge. None of 43 links of the game has one, but half
 * of those in building kits do, on the jambs of their doorways; so it is a note, one for each pair of rooms.
 */
export function checkWalledLinks({ level, rooms, perimeter }: LevelFacts, report: Report): void {
	const found: { readonly index: number; readonly to: number }[] = [];
	for (const [room, facts] of rooms.entries()) {
		if (facts === undefined) continue;
		let walls: ReadonlySet<string> | undefined;
		for (let index = perimeter.starts[room]; index < perimeter.starts[room + 1]; index++) {
			const to = transitionAt(level, perimeter, index);
			if (to === NONE || level.rooms[to] === undefined) continue;
			walls ??= feetOfWalls(facts);
			if (walls.has(keyOf(facts.mesh, perimeter.edges[index]))) found.push({ index, to });
		}
	}
	const gathered = gatherWorst(
		found,
		({ index, to }) => pairKey(perimeter.rooms[index], to),
		({ index }) => edgeLength(perimeter.points, index),
	);
	for (const { worst, count } of gathered) {
		const { index, to } = worst;
		const { name } = level.rooms[to];
		const location = { ...edgeLocation(level, perimeter.rooms[index], perimeter.edges[index]), otherRoom: name };
		const length = edgeLength(perimeter.points, index);
		report.add(LEVEL_CHECK_FINDINGS.LINK_WALLED, location, { to, name, count, length });
	}
}

/** The edges of upright faces that stop characters, as keys of their ends. */
function feetOfWalls({ mesh, obstacles, facings }: RoomFacts): Set<string> {
	const feet = new Set<string>();
	for (let face = 0; face < facings.length; face++) {
		if (obstacles[face] === 0 || facings[face] !== FACING.vertical) continue;
		for (let edge = face * 3; edge < face * 3 + 3; edge++) feet.add(keyOf(mesh, edge));
	}
	return feet;
}

/** A key of the ends of an edge, in either order. */
function keyOf({ positions, faces }: Walkmesh, edge: number): string {
	const ends = [edge, edgeEnd(edge)].map((corner) => vec3At(positions, faces[corner]).join(' '));
	return ends.sort().join(', ');
}
