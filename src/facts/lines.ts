import type { Finding } from '../findings/report.ts';
import { edgeMiddle, faceMiddle } from '../geometry/faces.ts';
import { edgeEnd } from '../geometry/half-edges.ts';
import { squaredDistance } from '../geometry/triangles.ts';
import { mapped, type Vec3 } from '../math/vec3.ts';
import { NONE } from '../model/walkmesh.ts';
import { toMillimetres } from '../text/numbers.ts';
import type { EndOfGround } from './end-of-ground.ts';
import type { RoomFacts } from './room-facts.ts';

/**
 * Lines from a point where a character may stand to an edge at which the ground ends, like the point files of other level editors: whoever follows one
 * comes to the leak.
 */

/** Points in area space, metres, from the inside outwards. */
export type Line = readonly Vec3[];

/** How many lines a finding holds: a room in more pieces has other faults. */
export const MOST_LINES = 10;

/**
 * A line over the faces of a piece of ground to one of its open edges, through the middles of the edges in between. It begins in the longest doorway of
 * the piece, or in the middle of its largest face.
 *
 * @param beyond points to add at the end, where the ground goes on
 */
export function lineTo(facts: RoomFacts, edge: number, beyond: readonly Vec3[] = []): Line {
	return lineFrom(facts, startOf(facts, facts.pieces.of[Math.floor(edge / 3)]), edge, beyond);
}

/** Like `lineTo`, from where characters enter the piece. */
export function lineFrom(facts: RoomFacts, start: Entrance, edge: number, beyond: readonly Vec3[]): Line {
	const { mesh, adjacency } = facts;
	const target = Math.floor(edge / 3);
	const crossed = edgesTowards(adjacency.neighbours, target);
	const points = [start.at];
	for (let face = start.face; face !== target; ) {
		const next = crossed.get(face);
		// Never so: the start belongs to the same piece, so there is always a next edge.
		if (next === undefined) break;
		points.push(edgeMiddle(mesh, next));
		face = Math.floor(adjacency.neighbours[next] / 3);
	}
	return [...points, edgeMiddle(mesh, edge), ...beyond].map((point) => mapped(point, toMillimetres));
}

/** A line to the edge where a piece of ground ends, and on to the edge where the other piece begins. */
export function lineAcross(facts: RoomFacts, { edge, other }: EndOfGround): Line {
	return lineTo(facts, other, [edgeMiddle(facts.mesh, edge)]);
}

/** For the faces of a piece, the edge that leads towards a target face. */
function edgesTowards(neighbours: Int32Array, target: number): ReadonlyMap<number, number> {
	const crossed = new Map<number, number>([[target, NONE]]);
	for (const face of crossed.keys()) {
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			const back = neighbours[edge];
			if (back >= 0 && !crossed.has(Math.floor(back / 3))) crossed.set(Math.floor(back / 3), back);
		}
	}
	return crossed;
}

/** Where characters enter a piece of ground. */
export interface Entrance {
	readonly face: number;
	readonly at: Vec3;
}

/** Where characters enter a piece of ground: at its longest doorway, or else the middle of its largest face. */
export function startOf(facts: RoomFacts, piece: number): Entrance {
	const { mesh, open, pieces } = facts;
	let doorway = { edge: NONE, size: 0 };
	for (const edge of open) {
		if (mesh.transitions[edge] === NONE || pieces.of[Math.floor(edge / 3)] !== piece) continue;
		const size = squaredDistance(mesh.positions, mesh.faces[edge], mesh.faces[edgeEnd(edge)]);
		if (size > doorway.size) doorway = { edge, size };
	}
	if (doorway.edge !== NONE) return { face: Math.floor(doorway.edge / 3), at: edgeMiddle(mesh, doorway.edge) };
	let largest = pieces.firstFaces[piece];
	for (const face of pieces.of.keys())
		if (pieces.of[face] === piece && facts.area(face) > facts.area(largest)) largest = face;
	return { face: largest, at: faceMiddle(mesh, largest) };
}

/** A line in a picture. */
export interface ShownLine {
	readonly name: string;
	readonly points: Line;
}

/** A line of a finding, and what it shows. */
interface FoundLine {
	readonly code: string;
	readonly room: string;
	readonly line: Line;
}

/** The lines of findings, in order, without repetitions. */
function linesOf(findings: readonly Finding[]): FoundLine[] {
	const found = new Map<string, FoundLine>();
	for (const { code, location, data } of findings) {
		const { line, lines } = (data ?? {}) as { line?: unknown; lines?: unknown };
		for (const each of Array.isArray(lines) ? lines : [line]) {
			if (!isLine(each)) continue;
			found.set(`${code} ${each.join()}`, { code, room: location.room ?? '', line: each });
		}
	}
	return [...found.values()];
}

/**
 * The lines of findings for pictures, named by what they show, their room and a number: `leak_quay_02a_1`.
 * @param rooms only lines of these rooms; of all unless given
 */
export function linesToShow(findings: readonly Finding[], rooms?: readonly string[]): ShownLine[] {
	const counts = new Map<string, number>();
	return linesOf(findings).flatMap(({ code, room, line }) => {
		if (rooms?.includes(room) === false) return [];
		const stem = `${code === 'GROUND_LEAK' ? 'leak' : 'separate'}_${room}`;
		const count = (counts.get(stem) ?? 0) + 1;
		counts.set(stem, count);
		return [{ name: `${stem}_${count}`, points: line }];
	});
}

function isLine(value: unknown): value is Line {
	return (
		Array.isArray(value) &&
		value.length > 1 &&
		value.every((point) => Array.isArray(point) && point.length === 3 && point.every(Number.isFinite))
	);
}
