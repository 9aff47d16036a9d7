import { FACING } from '../../src/geometry/triangles.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { surfaceLabel } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import { indexGrounds } from '../../src/plan/plan-ground.ts';
import { outwards } from '../../src/seams/facing-edges.ts';
import { edgeLength, pointAlong, transitionAt } from '../../src/seams/perimeter-edges.ts';
import { hasWall, Surroundings } from './leaks.ts';
import type { LevelFacts } from './level-facts.ts';

/** How far beyond an edge something is looked for, metres. */
const BEYOND = 0.05;
/** What lies higher or lower beyond an edge than this, metres, is another floor. */
const SAME_STOREY = 1;
/** Ground at the same height as this, metres, stops nobody: another finding says why the two are not linked. */
const LEAST_STEP = 0.01;
/** As many edges of a part are looked at. */
const MOST_EDGES = 2000;

/** A face of another room that lies where ground should go on. */
export interface BlockedEdge {
	/** As an index into `PerimeterEdges`, and its middle. */
	readonly edge: number;
	readonly at: Vec3;
	readonly room: number;
	readonly face: number;
	/** It is not walkable, faces down, or lies higher or lower. */
	readonly why: 'surface' | 'down' | 'height';
	readonly surface: string;
	/** How much higher the face is, metres. */
	readonly height: number;
}

/**
 * Looks beyond edges for the face of another room that keeps them from being a doorway: one that was given a surface which is not walkable, is turned
 * over, or is a step higher or lower. Edges without a wall come first, then what lies nearest in height.
 *
 * @param edges of the perimeter @param isInside true for rooms that are looked from
 */
export function blockedEdge(
	facts: LevelFacts,
	edges: Iterable<number>,
	isInside: (room: number) => boolean,
): BlockedEdge | undefined {
	const { level, perimeter, rooms } = facts;
	const index = indexGrounds(rooms.map((own) => own?.all));
	const walls = new Map<number, Surroundings>();
	let best: { readonly found: BlockedEdge; readonly rank: number } | undefined;
	let looked = 0;
	for (const edge of edges) {
		const length = edgeLength(perimeter.points, edge);
		if (!(length >= THRESHOLDS.leakLength) || transitionAt(level, perimeter, edge) !== NONE) continue;
		if (looked++ === MOST_EDGES) break;
		const at = pointAlong(perimeter.points, edge, length / 2);
		const [outX, outY] = outwards(perimeter.points, edge);
		const [x, y] = [at[0] + outX * BEYOND, at[1] + outY * BEYOND];
		const room = perimeter.rooms[edge];
		for (const other of index.touching(x, y, x, y, 64)) {
			if (isInside(other)) continue;
			const found = faceBeyond(facts, edge, other, at, x, y);
			if (found === undefined) continue;
			const own = rooms[room];
			const around = walls.get(room) ?? (own === undefined ? undefined : new Surroundings(own));
			if (around !== undefined) walls.set(room, around);
			const isWalled = around !== undefined && hasWall(around, ...at);
			const rank = Math.abs(found.height) + (isWalled ? SAME_STOREY * 2 : 0);
			if (best === undefined || rank < best.rank) best = { found, rank };
		}
	}
	return best?.found;
}

/** The face of a room nearest in height beyond an edge, if it is one that stops people. */
function faceBeyond(
	{ rooms }: LevelFacts,
	edge: number,
	room: number,
	at: Vec3,
	x: number,
	y: number,
): BlockedEdge | undefined {
	const facts = rooms[room];
	if (facts === undefined) return undefined;
	const { all, walkable, facings, mesh, surfaces } = facts;
	const nearest = all.nearestAt(x, y, at[2], SAME_STOREY);
	if (nearest === undefined) return undefined;
	const { face, height } = nearest;
	const why = walkable[face] === 0 ? 'surface' : facings[face] === FACING.down ? 'down' : 'height';
	if (why === 'height' && Math.abs(height) < LEAST_STEP) return undefined;
	return { edge, at, room, face, why, surface: surfaceLabel(surfaces, mesh.surfaces[face]), height };
}
