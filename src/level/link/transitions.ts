import { NONE, type Walkmesh } from '../../walkmesh/index.ts';
import type { Level } from '../level.ts';
import type { PerimeterEdges } from '../seams/perimeter-edges.ts';
import type { LinkResult, MisplacedTransitions, ReplacedTransition, UnconfirmedTransition } from './result.ts';

/** 1 a perimeter edge: the transition it has. */
export function wantedRooms(level: Level, { count, rooms, edges }: PerimeterEdges): Int32Array {
	const wanted = new Int32Array(count);
	for (let i = 0; i < count; i++) wanted[i] = level.rooms[rooms[i]].walkmesh?.transitions[edges[i]] ?? NONE;
	return wanted;
}

type Changes = Pick<LinkResult, 'level' | 'replaced' | 'unconfirmed' | 'misplaced'>;

/**
 * Gives every perimeter edge the transition that was found for it, and clears those of all other edges.
 *
 * @param targets 1 a perimeter edge: the room that was found, −1 = none
 */
export function setTransitions(
	level: Level,
	perimeter: PerimeterEdges,
	targets: Int32Array,
	unmatched: 'keep' | 'clear',
): Changes {
	const replaced: ReplacedTransition[] = [];
	const unconfirmed: UnconfirmedTransition[] = [];
	const misplaced: MisplacedTransitions[] = [];
	let changed = false;
	const rooms = level.rooms.map((room, index) => {
		const { walkmesh } = room;
		if (walkmesh === undefined) return room;
		const transitions = new Int32Array(walkmesh.transitions.length).fill(NONE);
		for (let i = perimeter.starts[index]; i < perimeter.starts[index + 1]; i++) {
			const edge = perimeter.edges[i];
			const from = walkmesh.transitions[edge];
			const to = targets[i];
			const kept = to === NONE && unmatched === 'keep';
			transitions[edge] = kept ? from : to;
			if (from === NONE || from === to) continue;
			if (to === NONE) unconfirmed.push({ room: index, edge, to: from, kept });
			else replaced.push({ room: index, edge, from, to });
		}
		misplaced.push(...misplacedIn(walkmesh, index, perimeter));
		if (equal(transitions, walkmesh.transitions)) return room;
		changed = true;
		return { ...room, walkmesh: { ...walkmesh, transitions } };
	});
	return { level: changed ? { ...level, rooms } : level, replaced, unconfirmed, misplaced };
}

function misplacedIn(walkmesh: Walkmesh, room: number, perimeter: PerimeterEdges): MisplacedTransitions[] {
	const own = perimeter.edges.subarray(perimeter.starts[room], perimeter.starts[room + 1]);
	const found = new Map<number, { room: number; edge: number; edges: number; to: number }>();
	let next = 0;
	for (let edge = 0; edge < walkmesh.transitions.length; edge++) {
		if (next < own.length && own[next] === edge) {
			next++;
			continue;
		}
		const to = walkmesh.transitions[edge];
		if (to === NONE) continue;
		const entry = found.get(to);
		if (entry === undefined) found.set(to, { room, edge, edges: 1, to });
		else entry.edges++;
	}
	if (found.size === 0) return [];
	const named = new Set(Array.from(own, (edge) => walkmesh.transitions[edge]));
	return [...found.values()].map((entry) => ({ ...entry, elsewhere: named.has(entry.to) }));
}

function equal(a: Int32Array, b: Int32Array): boolean {
	for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
	return a.length === b.length;
}
