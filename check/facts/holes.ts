import polylabel from 'polylabel';
import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import type { RoomFacts } from '../../src/facts/room-facts.ts';
import type { Report } from '../../src/findings/report.ts';
import { edgeLocation, edgeMiddle } from '../../src/geometry/faces.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import { planDistance, vec3At } from '../../src/math/vec3.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import { PlanIndex } from '../../src/plan/plan-index.ts';
import { hasWall, Surroundings } from './leaks.ts';

/** A hole in the ground of a room, as seen from above. */
interface Hole {
	/** Its open edges in the walkmesh, in a row. */
	readonly edges: Uint32Array;
	/** 3 values for the start of each of them, metres. */
	readonly outline: readonly number[];
	/** Square metres in plan. */
	readonly area: number;
	/** The point in it that is farthest from its edges, and how wide it is there, metres. */
	readonly x: number;
	readonly y: number;
	readonly width: number;
}

/** So far from its exact position the widest place of a hole may lie, metres. */
const PRECISION = 0.01;
/** Of a hole so many times longer than wide, the widest place is not looked for. */
const MOST_SLENDER = 100;
/** With so many rooms or faces at a hole, there is something in it. */
const MOST_NEAR = 4096;

/**
 * Reports holes: loops of open edges that have ground all around, no links, no walls on them and nothing in them. A face is missing there, so that characters
 * stop at nothing. A pillar, a pool or a pit has its walls, or a face that fills it.
 *
 * @param rooms of the level: what lies in a hole may belong to any of them
 * @returns the edges around holes, by room
 */
export function checkHoles(
	rooms: readonly (RoomFacts | undefined)[],
	reportOf: (room: number) => Report,
): ReadonlySet<number>[] {
	const all = rooms.map((each) => (each === undefined ? undefined : new Surroundings(each)));
	let boxes: PlanIndex | undefined;
	return rooms.map((facts, room) => {
		const around = new Set<number>();
		for (const hole of facts === undefined ? [] : holesOf(facts)) {
			boxes ??= indexRooms(rooms);
			const near = boxes
				.touching(...planBox(hole), MOST_NEAR)
				.flatMap((each) => (all[each] === undefined ? [] : [all[each]]));
			const { mesh } = facts as RoomFacts;
			if (
				near.length === MOST_NEAR ||
				hasWalls(hole, facts as RoomFacts, near) ||
				near.some((each) => fills(each, hole))
			)
				continue;
			const { edges, area, width, x, y } = hole;
			for (const edge of edges) around.add(edge);
			const z = edges.reduce((sum, edge) => sum + edgeMiddle(mesh, edge)[2] / edges.length, 0);
			// What is larger is the place of a building or a lake, unless a single face is missing.
			const isMissed = area <= THRESHOLDS.holeArea || edges.length === 3;
			const { GROUND_HOLE, GROUND_HOLE_SMALL } = MESH_FINDINGS;
			const type = width >= THRESHOLDS.passage && isMissed ? GROUND_HOLE : GROUND_HOLE_SMALL;
			const location = { ...edgeLocation(mesh, edges[0]), at: [x, y, z] as const };
			reportOf(room).add(type, location, { area, width, edges: edges.length });
		}
		return around;
	});
}

/** Loops that run clockwise, so that the ground lies around them; narrow ones are cracks, which have a finding of their own. */
function holesOf({ mesh: { positions, faces, transitions }, perimeters: { edges, ends } }: RoomFacts): Hole[] {
	const holes: Hole[] = [];
	for (let loop = 0; loop < ends.length; loop++) {
		const own = edges.subarray(loop === 0 ? 0 : ends[loop - 1], ends[loop]);
		const outline = Array.from(own).flatMap((edge) => [...vec3At(positions, faces[edge])]);
		let twice = 0;
		let length = 0;
		for (let i = 0, j = outline.length - 3; i < outline.length; j = i, i += 3) {
			const [x, y] = [outline[i] - outline[0], outline[i + 1] - outline[1]];
			const [lastX, lastY] = [outline[j] - outline[0], outline[j + 1] - outline[1]];
			twice += lastX * y - lastY * x;
			length += Math.hypot(x - lastX, y - lastY);
		}
		// Nowhere wider than twice its area by its length.
		if (!(twice < 0 && -twice * 2 > THRESHOLDS.holeWidth * length) || own.some((edge) => transitions[edge] !== NONE))
			continue;
		const area = -twice / 2;
		const [x, y, radius] = widestIn(outline) ?? [...edgeMiddle({ positions, faces }, own[0]), area / length];
		if (radius * 2 > THRESHOLDS.holeWidth) holes.push({ edges: own, outline, area, x, y, width: radius * 2 });
	}
	return holes;
}

/** The widest place of an outline, and the distance from there to it. */
function widestIn(outline: readonly number[]): [x: number, y: number, radius: number] | undefined {
	const [x0, y0] = outline;
	const ring = Array.from({ length: outline.length / 3 }, (_, i) => [outline[i * 3] - x0, outline[i * 3 + 1] - y0]);
	const [wide, tall] = [0, 1].map(
		(axis) => Math.max(...ring.map((point) => point[axis])) - Math.min(...ring.map((point) => point[axis])),
	);
	if (!(Math.max(wide, tall) < MOST_SLENDER * Math.min(wide, tall))) return undefined;
	const found = polylabel([ring as [number, number][]], Math.max(PRECISION, Math.min(wide, tall) / 1000));
	return [found[0] + x0, found[1] + y0, found.distance];
}

function planBox({ outline }: Hole): [number, number, number, number] {
	const [minX, minY, , maxX, maxY] = boundsOf(outline) ?? [0, 0, 0, 0, 0, 0];
	return [minX, minY, maxX, maxY];
}

/** True when walls stand along most of a hole, or faces that cannot be walked on share its edges. */
function hasWalls({ edges }: Hole, { mesh, allNeighbours }: RoomFacts, near: readonly Surroundings[]): boolean {
	let length = 0;
	let closed = 0;
	for (const edge of edges) {
		const size = planDistance(
			vec3At(mesh.positions, mesh.faces[edge]),
			vec3At(mesh.positions, mesh.faces[edgeEnd(edge)]),
		);
		const [x, y, z] = edgeMiddle(mesh, edge);
		length += size;
		if (allNeighbours[edge] >= 0 || near.some((each) => hasWall(each, x, y, z))) closed += size;
	}
	return closed * 2 >= length;
}

/** True when a face of a room lies in a hole or stands in it, about as high. */
function fills({ facts: { all, mesh }, walls }: Surroundings, hole: Hole): boolean {
	const [, , minZ, , , maxZ] = boundsOf(hole.outline) ?? [];
	const [low, high] = [(minZ ?? 0) - THRESHOLDS.otherFloor, (maxZ ?? 0) + THRESHOLDS.otherFloor];
	if (all.at(hole.x, hole.y).some((id) => isBetween(all.heightAt(id, hole.x, hole.y), low, high))) return true;
	const flat = all.index.touching(...planBox(hole), MOST_NEAR);
	const upright = walls.index.touching(...planBox(hole), MOST_NEAR);
	if (Math.max(flat.length, upright.length) === MOST_NEAR) return true;
	return [...flat.map((id) => all.faces[id]), ...upright.map((id) => walls.faces[id])].some((face) => {
		const [a, b, c] = [0, 1, 2].map((k) => vec3At(mesh.positions, mesh.faces[face * 3 + k]));
		if (Math.min(a[2], b[2], c[2]) > high || Math.max(a[2], b[2], c[2]) < low) return false;
		return isInHole(hole, (a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3);
	});
}

const isBetween = (value: number, low: number, high: number): boolean => value >= low && value <= high;

/** True when a point lies in a hole, as seen from above. */
function isInHole({ outline }: Hole, x: number, y: number): boolean {
	let isIn = false;
	for (let i = 0, j = outline.length - 3; i < outline.length; j = i, i += 3) {
		const [ax, ay, bx, by] = [outline[i], outline[i + 1], outline[j], outline[j + 1]];
		if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
	}
	return isIn;
}

/** Finds rooms by their boxes in plan, walls and all. */
function indexRooms(rooms: readonly (RoomFacts | undefined)[]): PlanIndex {
	const boxes = new Float64Array(rooms.length * 4).fill(Number.NaN);
	for (const [room, each] of rooms.entries()) {
		if (each?.bounds === undefined) continue;
		const [minX, minY, , maxX, maxY] = each.bounds;
		boxes.set([minX, minY, maxX, maxY], room * 4);
	}
	return new PlanIndex(boxes);
}
