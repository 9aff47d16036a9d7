import { withinTurn } from '../../src/math/affine.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { middleBetween, planDistance, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { type LayoutDoorHook, levelOfRoom } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { ALL, FaceIndex } from '../../src/plan/face-index.ts';
import { hasWallBetween } from '../../src/plan/hits.ts';
import { convexOutline, type Outline, reach } from '../../src/plan/outline.ts';
import { endsOfRun, straightRuns } from '../../src/seams/doorways.ts';
import { AT_EDGE, outwards } from '../../src/seams/facing-edges.ts';
import { edgeLength, gatherPerimeterEdges, type PerimeterEdges, pointAlong } from '../../src/seams/perimeter-edges.ts';
import { Effort, spreadFaces } from '../query/effort.ts';

/** An opening of a room at which another room of the kit can be put. */
export interface KitDoorway {
	/** Numbered from 1 by bearing, so that the number is the same in every listing of the room. */
	readonly number: number;
	/** The ends of its sill, at the left and right hand of a person leaving the room; metres, in the space of the walkmesh. */
	readonly left: Vec3;
	readonly right: Vec3;
	readonly middle: Vec3;
	/** Metres. */
	readonly width: number;
	/** Metres from the sill up to the lintel or ceiling; undefined where there is none. */
	readonly height: number | undefined;
	/** The direction of leaving in degrees, counter-clockwise from +x, 0 up to 360. */
	readonly bearing: number;
	/**
	 * How it was recognized: by a transition on its edges, a door hook of the layout, a missing wall in a room with walls, or as an outermost edge.
	 */
	readonly by: 'transition' | 'hook' | 'no wall' | 'outermost edge';
}

/** Narrower openings fit no creature, and wider ones are open ground; metres. */
const NARROWEST = 0.5;
const WIDEST = 12;
/** In a room without walls, an outermost edge up to this width is a doorway; metres. Those of kits are 4.47 m to 4.575 m wide. */
const WIDEST_STUB = 8;
/** A door hook belongs to the nearest opening whose middle is within this distance; metres. */
const HOOK_REACH = 2;
/** Testing one box with a ray costs about as much as this many steps of other searches that share the budget. */
const RAY_STEPS = 4;
/** A room that extends farther beyond an edge than this has more ground there, so the edge is not an outermost one; metres. */
const BEYOND = 0.01;
/** Above a ceiling higher than this a room counts as open; metres. */
const SKY = 50;

/**
 * Finds the doorways of a room, as straight runs of open edges. The first rule that yields any applies:
 * 1. edges with a transition, whatever room it names;
 * 2. edges at the door hooks of its layout;
 * 3. edges without a wall, in a room that has walls;
 * 4. the outermost edges, which the whole room lies behind.
 *
 * @param hooks door hooks of the room, in the space of the walkmesh
 * @param effort budget of the search for walls
 */
export function kitDoorways(
	mesh: Walkmesh,
	table: SurfaceTable,
	hooks: readonly Pick<LayoutDoorHook, 'position'>[] = [],
	effort: Effort = new Effort(spreadFaces([mesh])),
): KitDoorway[] {
	const perimeter = gatherPerimeterEdges(levelOfRoom(mesh), table);
	const index = new FaceIndex(mesh, table);
	const [by, runs] = runsOf(mesh, perimeter, index, hooks, effort);
	const found = runs.map((edges) => doorwayOf(perimeter, edges, index, by)).filter(({ width }) => width >= NARROWEST);
	const order = (a: Omit<KitDoorway, 'number'>, b: Omit<KitDoorway, 'number'>): number =>
		Math.round(a.bearing) - Math.round(b.bearing) || a.middle[0] - b.middle[0] || a.middle[1] - b.middle[1];
	return found.sort(order).map((doorway, i) => ({ ...doorway, number: i + 1 }));
}

function runsOf(
	{ transitions }: Walkmesh,
	perimeter: PerimeterEdges,
	index: FaceIndex,
	hooks: readonly Pick<LayoutDoorHook, 'position'>[],
	effort: Effort,
): readonly [KitDoorway['by'], number[][]] {
	const all = Array.from({ length: perimeter.count }, (_, edge) => edge);
	const transitionOf = (edge: number): number => transitions[perimeter.edges[edge]];
	if (all.some((edge) => transitionOf(edge) !== NONE)) {
		const byRoom = groupBy(
			all.filter((edge) => transitionOf(edge) !== NONE),
			transitionOf,
		);
		return ['transition', [...byRoom.values()].flatMap((edges) => straightRuns(perimeter, edges))];
	}
	const open = all.filter((edge) => {
		const before = index.tests;
		const isOpen = !isWalled(perimeter, edge, index);
		effort.spend((index.tests - before) * RAY_STEPS);
		return isOpen;
	});
	const runs = straightRuns(perimeter, open).filter((edges) => lengthOf(perimeter, edges) <= WIDEST);
	if (hooks.length > 0) {
		const chosen = hooks
			.map(({ position }) => nearestRun(perimeter, runs, position))
			.filter((run) => run !== undefined);
		if (chosen.length > 0) return ['hook', [...new Set(chosen)]];
	}
	if (open.length < all.length) return ['no wall', runs];
	const outline = outlineOf(perimeter);
	const outermost = runs.filter(
		(edges) => lengthOf(perimeter, edges) <= WIDEST_STUB && isOutermost(perimeter, edges[0], outline),
	);
	const narrow = outermost.filter((edges) => isNarrow(perimeter, edges, outline));
	return ['outermost edge', narrow.length > 0 ? narrow : outermost];
}

/**
 * An edge that takes up more than this part of a side of the room is that side and no doorway, unless it is the end of a long, narrow part: at most
 * `END_WIDTH` metres wide, and at most `PART_OF_DEPTH` of the room's depth.
 */
const PART_OF_SIDE = 0.6;
const END_WIDTH = 5;
const PART_OF_DEPTH = 0.5;

/** True for edges that are the end of a stub or of a corridor. */
function isNarrow(perimeter: PerimeterEdges, edges: readonly number[], outline: Outline): boolean {
	const { points } = perimeter;
	const [outX, outY] = outwards(points, edges[0]);
	const [right, left] = reach(outline, [-outY, outX]);
	const [back, front] = reach(outline, [outX, outY]);
	const along = left - right;
	const deep = front - back;
	const width = lengthOf(perimeter, edges);
	if (width < PART_OF_SIDE * along) return true;
	return width <= END_WIDTH && width <= PART_OF_DEPTH * deep;
}

function lengthOf({ points }: PerimeterEdges, edges: readonly number[]): number {
	return edges.reduce((sum, edge) => sum + edgeLength(points, edge), 0);
}

/** True where a non-walkable face stands on an edge. */
function isWalled({ points }: PerimeterEdges, edge: number, index: FaceIndex): boolean {
	const [outX, outY] = outwards(points, edge);
	const [x, y, z] = pointAlong(points, edge, edgeLength(points, edge) / 2);
	const [dx, dy] = [outX * AT_EDGE, outY * AT_EDGE];
	return hasWallBetween(index, [x - dx, y - dy, z], [x + dx, y + dy, z]);
}

/** True where the room does not extend beyond an edge. */
function isOutermost({ points }: PerimeterEdges, edge: number, outline: Outline): boolean {
	const [outX, outY] = outwards(points, edge);
	if (outX === 0 && outY === 0) return false;
	const [x, y] = vec3At(points, edge * 3);
	return reach(outline, [outX, outY])[1] - (x * outX + y * outY) <= BEYOND;
}

/** The convex outline of the room's open edges, seen from above. */
function outlineOf({ points, count }: PerimeterEdges): Outline {
	const corners = Array.from({ length: count }, (_, edge) => [points[edge * 9], points[edge * 9 + 1]] as const);
	return convexOutline(corners);
}

function nearestRun(perimeter: PerimeterEdges, runs: readonly number[][], [x, y]: Vec3): number[] | undefined {
	let nearest: number[] | undefined;
	let shortest = HOOK_REACH;
	for (const run of runs) {
		const { left, right } = endsOfRun(perimeter.points, run);
		const middle = middleBetween(left, right);
		const distance = Math.hypot(middle[0] - x, middle[1] - y);
		if (distance > shortest) continue;
		shortest = distance;
		nearest = run;
	}
	return nearest;
}

function doorwayOf(
	perimeter: PerimeterEdges,
	edges: readonly number[],
	index: FaceIndex,
	by: KitDoorway['by'],
): Omit<KitDoorway, 'number'> {
	const { left, right, out } = endsOfRun(perimeter.points, edges);
	const middle = middleBetween(left, right);
	const [x, y, z] = [middle[0] - out[0] * AT_EDGE, middle[1] - out[1] * AT_EDGE, middle[2]];
	const isClosedAbove = index.nearest(x, y, z + 0.5, x, y, z + SKY, ALL);
	const height = isClosedAbove ? 0.5 + index.share * (SKY - 0.5) : undefined;
	return { left, right, middle, width: planDistance(left, right), height, bearing: bearingOf(left, right), by };
}

/** Bearing of leaving through a sill: perpendicular to it, in degrees from 0 up to 360. */
export function bearingOf(left: Vec3, right: Vec3): number {
	// The direction from right to left is a quarter turn counter-clockwise from the direction out.
	return withinTurn((Math.atan2(right[0] - left[0], left[1] - right[1]) * 180) / Math.PI);
}
