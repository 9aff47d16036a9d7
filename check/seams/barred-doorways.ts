import type { Report } from '../../src/findings/report.ts';
import { mapped, middleBetween, type Vec3 } from '../../src/math/vec3.ts';
import { surfaceLabel } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { PERSON } from '../../src/model/walkmesh.ts';
import { indexGrounds } from '../../src/plan/plan-ground.ts';
import { outwards } from '../../src/seams/facing-edges.ts';
import { Surroundings, standsAt } from '../facts/leaks.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import { MOST_OPENINGS, type Opening } from '../facts/openings.ts';

/** How far apart points are looked at, metres. */
const STEP = 0.05;
/** What lies higher or lower than this, metres, does not go on from the ground before it. */
const LEVEL = 0.1;
/** At these parts of its width something has to lie in a doorway all the way, so that nobody walks past it. */
const SHARES = [0.1, 0.3, 0.5, 0.7, 0.9];

/** What lies between a doorway and the walkable ground beyond it. */
interface Bar {
	/** The first of its faces. */
	readonly face: number;
	/** From the doorway to the ground, metres. */
	readonly depth: number;
}

/**
 * Reports doorways between walls that are not linked because the floor of the room beyond begins with a strip that cannot be walked on: its faces were
 * given a wrong surface. Where the rooms are linked elsewhere, nothing else would tell of it.
 *
 * @param isTold true for two rooms of which something else is told, or that no link joins at all
 * @returns the perimeter edges of the sides that are open: what is wrong with their links is explained
 */
export function checkBarredDoorways(
	facts: LevelFacts,
	openings: readonly Opening[],
	isTold: (one: number, other: number) => boolean,
	report: Report,
): ReadonlySet<number> {
	const edges = new Set<number>();
	const unlinked = openings.filter(({ linked, length }) => linked === 0 && length >= 2 * PERSON.radius);
	if (unlinked.length === 0 || unlinked.length > MOST_OPENINGS) return edges;
	const { level, rooms } = facts;
	const index = indexGrounds(rooms.map((own) => own?.all));
	for (const own of unlinked) {
		const out = outwards(facts.perimeter.points, own.edges[0]);
		const [x, y] = middleBetween(own.start, own.end);
		for (const room of index.touching(
			x - THRESHOLDS.barrier,
			y - THRESHOLDS.barrier,
			x + THRESHOLDS.barrier,
			y + THRESHOLDS.barrier,
			MOST_OPENINGS,
		)) {
			if (room === own.room || isTold(own.room, room)) continue;
			const beyond = rooms[room];
			const bar = beyond && barOf(out, own, new Surroundings(beyond));
			if (beyond === undefined || bar === undefined) continue;
			for (const edge of own.edges) edges.add(edge);
			const { name } = level.rooms[room];
			const surface = surfaceLabel(beyond.surfaces, beyond.mesh.surfaces[bar.face]);
			report.add(
				LEVEL_CHECK_FINDINGS.DOORWAY_BARRED,
				{ room: name, otherRoom: level.rooms[own.room].name, face: bar.face, at: middleBetween(own.start, own.end) },
				{ to: own.room, name: level.rooms[own.room].name, width: own.length, depth: bar.depth, surface },
			);
		}
	}
	return edges;
}

/** The strip of the room beyond that lies in an opening, from jamb to jamb. @param out the way out of the opening, in plan */
function barOf(out: readonly [number, number], { start, end }: Opening, beyond: Surroundings): Bar | undefined {
	let deepest: Bar | undefined;
	for (const share of SHARES) {
		const from = mapped(start, (value, axis) => value + (end[axis] - value) * share);
		const bar = barAt(from, out, beyond);
		if (bar === undefined) return undefined;
		if (deepest === undefined || bar.depth > deepest.depth) deepest = bar;
	}
	return deepest;
}

/** The faces of a room from a point of an opening straight out to its walkable ground: none of them may be a wall, or missing. */
function barAt(from: Vec3, [outX, outY]: readonly [number, number], beyond: Surroundings): Bar | undefined {
	const { all, walkable } = beyond.facts;
	let first: number | undefined;
	let [, , z] = from;
	for (let depth = STEP / 2; depth <= THRESHOLDS.barrier; depth += STEP) {
		const [x, y] = [from[0] + outX * depth, from[1] + outY * depth];
		const under = all.nearestAt(x, y, z, LEVEL);
		if (under === undefined || standsAt(beyond, x, y, z)) return undefined;
		if (walkable[under.face] === 1) return first === undefined ? undefined : { face: first, depth };
		first ??= under.face;
		z += under.height;
	}
	return undefined;
}
