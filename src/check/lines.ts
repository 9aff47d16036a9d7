import type { Finding } from '../findings/report.ts';
import { LEVEL_FINDINGS } from '../level/findings.ts';
import { edgeEnd } from '../mesh/half-edges.ts';
import { edgeMiddle, faceMiddle } from '../mesh/locations.ts';
import { squaredDistance } from '../mesh/triangles.ts';
import type { Vec3 } from '../mesh/vec3.ts';
import { NONE } from '../walkmesh/walkmesh.ts';
import type { EndOfGround } from './end-of-ground.ts';
import type { RoomFacts } from './room-facts.ts';

/**
 * Lines from where somebody would stand to where the ground ends, as the point files of other map makers: whoever follows one in an editor comes to the leak.
 */

/** Points in area space, metres, from the inside outwards. */
export type Line = readonly Vec3[];

/** A finding holds as many lines; a room in more pieces is broken otherwise. */
export const MOST_LINES = 10;

/**
 * The line over the faces of a piece of ground to one of its open edges. It begins in the longest doorway of that piece, or in the middle of its largest
 * face, and goes through the middles of the edges on the way.
 *
 * @param beyond points that follow, where the ground goes on
 */
export function lineTo(facts: RoomFacts, edge: number, beyond: readonly Vec3[] = []): Line {
	const { mesh, adjacency } = facts;
	const target = Math.floor(edge / 3);
	const crossed = edgesTowards(adjacency.neighbours, target);
	const start = startOf(facts, facts.pieces.of[target]);
	const points = [start.at];
	for (let face = start.face; face !== target; ) {
		const next = crossed.get(face);
		// The start is of the same piece, so that there is always one.
		if (next === undefined) break;
		points.push(edgeMiddle(mesh, next));
		face = Math.floor(adjacency.neighbours[next] / 3);
	}
	return [...points, edgeMiddle(mesh, edge), ...beyond].map(toMillimetres);
}

/** The line to the edge beyond which ground ends, and on to the edge where the rest of it begins. */
export function lineAcross(facts: RoomFacts, { edge, other }: EndOfGround): Line {
	return lineTo(facts, other, [edgeMiddle(facts.mesh, edge)]);
}

/** For each face of a piece the edge over which one gets nearer to a face of it. */
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

/** Where somebody comes into a piece of ground: its longest doorway, or the middle of its largest face. */
function startOf(facts: RoomFacts, piece: number): { readonly face: number; readonly at: Vec3 } {
	const { mesh, open, pieces } = facts;
	let doorway = { edge: NONE, size: 0 };
	for (const edge of open) {
		if (mesh.transitions[edge] === NONE || pieces.of[Math.floor(edge / 3)] !== piece) continue;
		const size = squaredDistance(mesh.positions, mesh.faces[edge], mesh.faces[edgeEnd(edge)]);
		if (size > doorway.size) doorway = { edge, size };
	}
	if (doorway.edge !== NONE) return { face: Math.floor(doorway.edge / 3), at: edgeMiddle(mesh, doorway.edge) };
	let largest = pieces.firstFaces[piece];
	for (let face = 0; face < pieces.of.length; face++)
		if (pieces.of[face] === piece && facts.area(face) > facts.area(largest)) largest = face;
	return { face: largest, at: faceMiddle(mesh, largest) };
}

function toMillimetres([x, y, z]: Vec3): Vec3 {
	const round = (value: number): number => Math.round(value * 1000) / 1000 + 0;
	return [round(x), round(y), round(z)];
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

/** The lines that findings hold, in their order, each once. */
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
 * The lines of findings as pictures show them, named `leak_quay_02a_1` by what they show, room and number.
 * @param rooms only those of these rooms; all unless given
 */
export function linesToShow(findings: readonly Finding[], rooms?: readonly string[]): ShownLine[] {
	const counts = new Map<string, number>();
	return linesOf(findings).flatMap(({ code, room, line }) => {
		if (rooms?.includes(room) === false) return [];
		const stem = `${code === LEVEL_FINDINGS.GROUND_LEAK.code ? 'leak' : 'separate'}_${room}`;
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
