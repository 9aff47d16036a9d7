import type { Report } from '../findings/report.ts';
import { LEVEL_FINDINGS } from '../level/findings.ts';
import { outwards } from '../level/fit.ts';
import type { Level } from '../level/level.ts';
import { edgeLength, edgeLocation, type PerimeterEdges, pointAlong, transitionAt } from '../level/seams.ts';
import { PlanIndex } from '../mesh/plan-index.ts';
import { heightAt, type PlanTriangle } from '../mesh/plan-overlap.ts';
import { FACING, walkableFacings } from '../mesh/triangles.ts';
import { vec3At } from '../mesh/vec3.ts';
import { NONE, type Walkmesh } from '../walkmesh/walkmesh.ts';
import { type Ground, inPlan, readTriangle } from './plan-ground.ts';

/** How far beyond an edge something is looked for, metres. */
const BEYOND = 0.05;
/** A wall stands this near an edge, metres. */
const AT_EDGE = 0.05;
/** What lies higher or lower beyond an edge than this, metres, is another floor. */
const SAME_STOREY = 2;
/** Shorter edges, metres, are corners. */
const LEAST_LENGTH = 0.5;

/** The faces of a room, to ask what lies at a point. */
interface RoomFaces {
	readonly flat: Ground;
	readonly flatIndex: PlanIndex;
	readonly mesh: Walkmesh;
	readonly walls: readonly number[];
	readonly wallIndex: PlanIndex;
}

/**
 * Reports ground that ends at nothing: open edges without a link, without a wall and without any face beyond, one finding for each room, at
 * the longest edge. Characters stop there all the same, but see the edge of the world, and a link may have been forgotten. Rooms that are
 * open for the most part are left out: many walkmeshes have no walls.
 */
export function checkLeaks(level: Level, perimeter: PerimeterEdges, report: Report): void {
	const rooms = level.rooms.map(({ walkmesh }) => (walkmesh === undefined ? undefined : facesOf(walkmesh)));
	const boxes = rooms.flatMap((room) => [...(room?.flat.box ?? [NaN, NaN, NaN, NaN])]);
	const index = new PlanIndex(Float64Array.from(boxes));
	for (const [room, own] of rooms.entries()) {
		if (own === undefined) continue;
		let [count, length, longest, closed] = [0, 0, -1, 0];
		for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
			const size = edgeLength(perimeter.points, edge);
			if (!(size >= LEAST_LENGTH) || transitionAt(level, perimeter, edge) !== NONE) continue;
			const [x, y, z] = pointAlong(perimeter.points, edge, size / 2);
			const [outX, outY] = outwards(perimeter.points, edge);
			const [bx, by] = [x + outX * BEYOND, y + outY * BEYOND];
			const isClosed =
				hasWall(own, x, y, z) || index.touching(bx, by, bx, by, 64).some((other) => covers(rooms[other], bx, by, z));
			if (isClosed) {
				closed += size;
				continue;
			}
			count++;
			length += size;
			if (longest < 0 || size > edgeLength(perimeter.points, longest)) longest = edge;
		}
		// A room that is open for the most part has no walls in its walkmesh at all.
		if (count > 0 && closed > length)
			report.add(LEVEL_FINDINGS.GROUND_LEAK, edgeLocation(level, room, perimeter.edges[longest]), { count, length });
	}
}

function facesOf(mesh: Walkmesh): RoomFaces {
	const { positions, faces } = mesh;
	const all = new Uint8Array(mesh.surfaces.length).fill(1);
	const facings = walkableFacings(positions, faces, all);
	const flat = inPlan(mesh, all);
	const walls = [...facings.keys()].filter((face) => facings[face] === FACING.vertical);
	const boxes = walls.flatMap((face) => {
		const corners = [0, 1, 2].map((k) => vec3At(positions, faces[face * 3 + k]));
		const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
		return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
	});
	return {
		flat,
		flatIndex: new PlanIndex(flat.boxes),
		mesh,
		walls,
		wallIndex: new PlanIndex(Float64Array.from(boxes)),
	};
}

/** True when an upright face stands at a point. */
function hasWall(
	{ mesh: { positions, faces }, walls, wallIndex }: RoomFaces,
	x: number,
	y: number,
	z: number,
): boolean {
	const near = wallIndex.touching(x - AT_EDGE, y - AT_EDGE, x + AT_EDGE, y + AT_EDGE, 64);
	return near.some((id) => {
		const heights = [0, 1, 2].map((k) => positions[faces[walls[id] * 3 + k] * 3 + 2]);
		return Math.min(...heights) - SAME_STOREY <= z && z <= Math.max(...heights) + AT_EDGE;
	});
}

/** True when a face lies at a point in plan, not much higher or lower. */
function covers(room: RoomFaces | undefined, x: number, y: number, z: number): boolean {
	if (room === undefined) return false;
	const triangle: PlanTriangle = new Float64Array(9);
	return room.flatIndex.touching(x, y, x, y, 64).some((id) => {
		readTriangle(room.flat, id, triangle);
		return isInside(triangle, x, y) && Math.abs(heightAt(triangle, x, y) - z) < SAME_STOREY;
	});
}

function isInside(t: PlanTriangle, x: number, y: number): boolean {
	for (let k = 0; k < 9; k += 3) {
		const next = (k + 3) % 9;
		if ((t[next] - t[k]) * (y - t[k + 1]) - (t[next + 1] - t[k + 1]) * (x - t[k]) < 0) return false;
	}
	return true;
}
