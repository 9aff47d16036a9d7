import type { Report } from '../findings/report.ts';
import { LEVEL_FINDINGS } from '../level/findings.ts';
import type { Level } from '../level/level.ts';
import { type PerimeterEdges, transitionAt } from '../level/seams.ts';
import { vec3At } from '../mesh/vec3.ts';

/**
 * Reports rooms that cannot be entered from the others: the level's main part is the largest set of rooms linked both ways, of
 * equal ones that with the lowest room; from there the transitions are followed. Rooms without walkable ground are no matter.
 */
export function checkReach(level: Level, perimeter: PerimeterEdges, report: Report): void {
	const walkable = [...level.rooms.keys()].filter((room) => perimeter.starts[room] < perimeter.starts[room + 1]);
	if (walkable.length < 2) return;
	const ways = waysOut(level, perimeter);
	const main = mainPart(walkable, ways);
	const reached = new Set(main);
	for (const room of reached) for (const next of ways.get(room) ?? []) reached.add(next);
	for (const room of walkable) {
		if (reached.has(room)) continue;
		const { name, walkmesh } = level.rooms[room];
		const face = Math.floor(perimeter.edges[perimeter.starts[room]] / 3);
		const at = walkmesh === undefined ? {} : { at: vec3At(walkmesh.positions, walkmesh.faces[face * 3]) };
		const out = (ways.get(room)?.size ?? 0) > 0;
		report.add(
			LEVEL_FINDINGS.ROOM_UNREACHABLE,
			{ room: name, ...at },
			{ room, rooms: walkable.length, main: main.length, out },
		);
	}
}

/** The rooms that each room's transitions lead to, as far as there is ground. */
function waysOut(level: Level, perimeter: PerimeterEdges): Map<number, Set<number>> {
	const ways = new Map<number, Set<number>>();
	for (let index = 0; index < perimeter.count; index++) {
		const to = transitionAt(level, perimeter, index);
		if (!(perimeter.starts[to] < perimeter.starts[to + 1])) continue;
		const room = perimeter.rooms[index];
		const own = ways.get(room);
		if (own === undefined) ways.set(room, new Set([to]));
		else own.add(to);
	}
	return ways;
}

function mainPart(rooms: readonly number[], ways: ReadonlyMap<number, ReadonlySet<number>>): number[] {
	const seen = new Set<number>();
	let main: number[] = [];
	for (const first of rooms) {
		if (seen.has(first)) continue;
		const part = new Set([first]);
		for (const room of part) {
			seen.add(room);
			for (const next of ways.get(room) ?? []) if (ways.get(next)?.has(room)) part.add(next);
		}
		if (part.size > main.length) main = [...part];
	}
	return main;
}
