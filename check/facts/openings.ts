import { middleBetween, vec3At } from '../../src/math/vec3.ts';
import { numberEnds, straightRuns } from '../../src/seams/doorways.ts';
import { edgeLength, transitionAt } from '../../src/seams/perimeter-edges.ts';
import type { Side } from './fit.ts';
import { Surroundings, standsAt } from './leaks.ts';
import type { LevelFacts } from './level-facts.ts';

/** Of a doorway with as much of it linked nothing is missing. */
const WHOLE = 0.98;
/** Levels with more doorways that lead nowhere are not in one piece. */
export const MOST_OPENINGS = 200;
/** Rooms with more open edges are torn, and have no doorways to tell from the rest. */
const MOST_EDGES = 5000;

/** A straight row of edges between two walls, without a wall on it. */
export interface Opening extends Side {
	/** The edges without a wall, of other rooms, that it is linked with. */
	readonly partners: ReadonlySet<number>;
	/** The rooms of these. */
	readonly to: ReadonlySet<number>;
	/** How much of it is linked with these, metres. */
	readonly linked: number;
}

/** True for an opening that leads into other rooms from end to end. */
export function isMet({ linked, length }: Opening): boolean {
	return linked >= length * WHOLE;
}

/** The openings between walls of all rooms. */
export function openingsOf({ level, rooms, perimeter, facing }: LevelFacts): Opening[] {
	const { starts, points, edges } = perimeter;
	const isWalled = new Uint8Array(perimeter.count);
	const free: number[][] = [];
	for (const [room, own] of rooms.entries()) {
		free.push([]);
		if (own === undefined || starts[room + 1] - starts[room] > MOST_EDGES) continue;
		const around = new Surroundings(own);
		if (around.walls.faces.length === 0) continue;
		for (let edge = starts[room]; edge < starts[room + 1]; edge++) {
			const [x, y, z] = middleBetween(vec3At(points, edge * 3), vec3At(points, edge * 3 + 1));
			if (own.allNeighbours[edges[edge]] >= 0 || standsAt(around, x, y, z)) isWalled[edge] = 1;
			else free[room].push(edge);
		}
	}
	const partnersOf = (edge: number): number[] => {
		const to = transitionAt(level, perimeter, edge);
		if (to < 0) return [];
		const others = facing.of(edge).map(({ other }) => other);
		return others.filter((other) => perimeter.rooms[other] === to && isWalled[other] === 0);
	};
	return free.flatMap((own, room) => {
		const all = new Uint32Array(starts[room + 1] - starts[room]).map((_, i) => starts[room] + i);
		const walled = all.filter((edge) => isWalled[edge] === 1);
		if (own.length === 0 || walled.length === 0) return [];
		const numbers = numberEnds(points, all);
		const startOf = (edge: number): number => numbers[(edge - starts[room]) * 2];
		const endOf = (edge: number): number => numbers[(edge - starts[room]) * 2 + 1];
		const isJamb = new Uint8Array(numbers.length);
		for (const edge of walled) isJamb[startOf(edge)] = isJamb[endOf(edge)] = 1;
		return straightRuns(perimeter, own).flatMap((run): Opening[] => {
			const begins = new Set(run.map(startOf));
			const ends = new Set(run.map(endOf));
			const first = run.find((edge) => !ends.has(startOf(edge)));
			const last = run.find((edge) => !begins.has(endOf(edge)));
			if (first === undefined || last === undefined) return [];
			if (isJamb[startOf(first)] === 0 || isJamb[endOf(last)] === 0) return [];
			const lengthOf = (some: readonly number[]): number =>
				some.reduce((sum, edge) => sum + edgeLength(points, edge), 0);
			const partners = new Set(run.flatMap(partnersOf));
			return [
				{
					room,
					edges: run,
					start: vec3At(points, first * 3),
					end: vec3At(points, last * 3 + 1),
					length: lengthOf(run),
					partners,
					to: new Set([...partners].map((other) => perimeter.rooms[other])),
					linked: lengthOf(run.filter((edge) => partnersOf(edge).length > 0)),
				},
			];
		});
	});
}
