import type { Report } from '../findings/report.ts';
import { NO_AREA } from '../mesh/triangles.ts';
import { toFloat32, type Vec3, ZERO } from '../mesh/vec3.ts';
import {
	checkedValues,
	choice,
	flag,
	type GivenOf,
	metres,
	number,
	type Option,
	type ValuesOf,
	vector,
} from '../options/options.ts';
import { createWalkmesh, type Hooks, NO_HOOKS, type Walkmesh } from '../walkmesh/walkmesh.ts';
import { COLLISION_FINDINGS } from './findings.ts';
import {
	COLLISION_SURFACE,
	type CollisionModel,
	convexOutline,
	footprintSolid,
	heightsOf,
	type Outline,
	outlineArea,
	type Point,
	pointsBetween,
	roundOutline,
	turn,
} from './solid.ts';

/**
 * An outline that holds everything within a distance of another one. Edges move outwards; where two of them turn by no more than a
 * right angle they meet in one corner, where they turn farther the corner is cut off. Outlines without area, and single points,
 * become proper ones.
 */
export function growOutline(whole: Outline, distance: number): Outline {
	if (distance === 0 || whole.length === 0) return whole;
	const outline = withoutNear(whole);
	if (outline.length === 1) {
		const [[x, y]] = outline;
		return [
			[x - distance, y - distance],
			[x + distance, y - distance],
			[x + distance, y + distance],
			[x - distance, y + distance],
		];
	}
	const normals = outline.map((corner, i) => outwards(corner, outline[(i + 1) % outline.length]));
	const grown = outline.flatMap((corner, i) => {
		const before = normals[(i + outline.length - 1) % outline.length];
		return cornerBetween(before, normals[i]).map(
			([x, y]): Point => [corner[0] + x * distance, corner[1] + y * distance],
		);
	});
	return convexOutline(grown);
}

/** The direction of a shorter edge is not reliable; metres. */
const SHORTEST = 1e-9;

/** Leaves out corners that coincide but for rounding. */
function withoutNear(outline: Outline): Outline {
	const far = ([x, y]: Point, [u, v]: Point): boolean => Math.max(Math.abs(x - u), Math.abs(y - v)) > SHORTEST;
	const kept = outline.filter((corner, i) => i === 0 || far(corner, outline[i - 1]));
	while (kept.length > 1 && !far(kept[0], kept[kept.length - 1])) kept.pop();
	return kept;
}

function outwards(from: Point, to: Point): Point {
	const length = Math.sqrt((to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2);
	return [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
}

/** Where lines at distance 1 along two normals meet; with a third line between them where they turn by more than a right angle. */
function cornerBetween(a: Point, b: Point): Point[] {
	const cosine = a[0] * b[0] + a[1] * b[1];
	if (cosine >= -1e-9) return [mitre(a, b, cosine)];
	// Straight ahead for an outline that turns back on itself, between both normals otherwise.
	const sum: Point = [a[0] + b[0], a[1] + b[1]];
	const length = Math.sqrt(sum[0] ** 2 + sum[1] ** 2);
	const middle: Point = length < 1e-6 ? [-a[1], a[0]] : [sum[0] / length, sum[1] / length];
	return [mitre(a, middle, a[0] * middle[0] + a[1] * middle[1]), mitre(middle, b, middle[0] * b[0] + middle[1] * b[1])];
}

function mitre(a: Point, b: Point, cosine: number): Point {
	return [(a[0] + b[0]) / (1 + cosine), (a[1] + b[1]) / (1 + cosine)];
}

/** A rectangle in plan. */
export interface Rectangle {
	readonly centre: Point;
	/** Direction of the first side, one long; the second is a quarter turn to the left of it. */
	readonly along: Point;
	/** Lengths of both sides, metres. */
	readonly size: readonly [number, number];
}

/** The rectangle along x and y around an outline. */
export function alignedRectangle(outline: Outline): Rectangle {
	return rectangleAlong(outline, [1, 0]);
}

/** A rotated rectangle is used only if it has less than this part of the area of the aligned one. */
const WORTH_TURNING = 0.99;

/**
 * The smallest rectangle around an outline. One of its sides lies on an edge of the outline, so each edge is tried: quadratic in the
 * corners of an outline, of which there are few. A model that stands straight, but for rounding, stays straight.
 */
export function smallestRectangle(outline: Outline): Rectangle {
	const aligned = alignedRectangle(outline);
	let best = aligned;
	for (let i = 0; i < outline.length && outline.length > 1; i++) {
		const from = outline[i];
		const to = outline[(i + 1) % outline.length];
		const length = Math.sqrt((to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2);
		if (length === 0) continue;
		const candidate = rectangleAlong(outline, [(to[0] - from[0]) / length, (to[1] - from[1]) / length]);
		if (areaOf(candidate) < areaOf(best)) best = candidate;
	}
	return areaOf(best) < areaOf(aligned) * WORTH_TURNING || isThinner(best, aligned) ? best : aligned;
}

/** Outlines without area: the one that lies along them. */
function isThinner(turned: Rectangle, aligned: Rectangle): boolean {
	return areaOf(aligned) > 0 && areaOf(turned) <= 0;
}

function areaOf({ size }: Rectangle): number {
	return size[0] * size[1];
}

function rectangleAlong(outline: Outline, along: Point): Rectangle {
	const across: Point = [-along[1], along[0]];
	const [low, high] = reach(outline, along);
	const [left, right] = reach(outline, across);
	const u = (low + high) / 2;
	const v = (left + right) / 2;
	return {
		centre: [along[0] * u + across[0] * v, along[1] * u + across[1] * v],
		along,
		size: [high - low, right - left],
	};
}

/** How far an outline reaches along a direction, to both sides. */
function reach(outline: Outline, [dx, dy]: Point): [low: number, high: number] {
	let low = Infinity;
	let high = -Infinity;
	for (const [x, y] of outline) {
		const value = x * dx + y * dy;
		if (value < low) low = value;
		if (value > high) high = value;
	}
	return [low, high];
}

/** The corners, counter-clockwise, with a margin on every side. */
export function cornersOf({ centre, along, size }: Rectangle, margin = 0): Outline {
	const [u, v] = [size[0] / 2 + margin, size[1] / 2 + margin];
	const corner = (a: number, b: number): Point => [
		centre[0] + along[0] * a - along[1] * b + 0,
		centre[1] + along[1] * a + along[0] * b + 0,
	];
	return [corner(-u, -v), corner(u, -v), corner(u, v), corner(-u, v)];
}

/**
 * Simplifies an outline to a number of corners, so that it still holds the whole of the original. As long as there are too many, the edge is removed
 * whose neighbours can be extended until they meet with the least area added. Stops where no edge can be removed: at a triangle or parallelogram.
 */
export function simplifyOutline(outline: Outline, corners: number): Outline {
	const kept = [...outline];
	while (kept.length > Math.max(3, corners)) {
		let best = -1;
		let least = Infinity;
		let meeting: Point = [0, 0];
		for (let i = 0; i < kept.length; i++) {
			const point = meetingBeyond(kept, i);
			if (point === undefined) continue;
			const added = Math.abs(turn(kept[i], kept[(i + 1) % kept.length], point));
			if (added >= least) continue;
			[best, least, meeting] = [i, added, point];
		}
		if (best < 0) break;
		kept[best] = meeting;
		kept.splice((best + 1) % kept.length, 1);
	}
	return kept;
}

/** Square metres that a simplified outline has more. */
function areaAdded(before: Outline, after: Outline): number {
	return outlineArea(after) - outlineArea(before);
}

/** The point where the edges before and after edge `i` meet when they are extended; undefined where they never do. */
function meetingBeyond(outline: Outline, i: number): Point | undefined {
	const count = outline.length;
	const a = outline[(i + count - 1) % count];
	const b = outline[i];
	const c = outline[(i + 1) % count];
	const d = outline[(i + 2) % count];
	const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
	const [vx, vy] = [c[0] - d[0], c[1] - d[1]];
	const cross = ux * -vy - uy * -vx;
	const lengths = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
	// Nearly parallel edges meet far away.
	if (cross <= lengths * 1e-6) return undefined;
	const t = ((c[0] - b[0]) * vy - (c[1] - b[1]) * vx) / (ux * vy - uy * vx);
	return [b[0] + ux * t, b[1] + uy * t];
}

/** The side of a model that faces its user. */
export type Front = '-y' | 'y' | '-x' | 'x';

export const FRONTS: Readonly<Record<Front, Point>> = { '-y': [0, -1], y: [0, 1], '-x': [-1, 0], x: [1, 0] };

/** What placeables and doors have in common. */
export const SOLID_OPTIONS = {
	floor: metres(undefined, 'Where the floor is, on the z axis.', {
		limits: {},
		otherwise: 'the lowest point of the model',
	}),
	front: choice(['-y', 'y', '-x', 'x'], '-y', 'The side of the model that hook 1 is on; hook 2 is opposite.'),
	hook1: hook('Hook 1, in the space of the model; of a door the closed one.'),
	hook2: hook('Hook 2, in the space of the model; of a door the closed one.'),
	position: vector<Vec3>(3, ZERO, 'What is written as the position; vertices and hooks are stored relative to it.'),
};

function hook(sentence: string): Option<Vec3 | undefined> {
	return vector<Vec3 | undefined>(3, undefined, sentence, { otherwise: 'by distance' });
}

/** How a placeable's walkmesh is made of its model. The distance of the hooks is that of the one real placeable at hand, rounded. */
export const HULL_OPTIONS = {
	shape: choice(
		['convex', 'box', 'aabb'],
		'convex',
		'Convex outline, smallest rectangle, or the rectangle along x and y.',
	),
	floor: SOLID_OPTIONS.floor,
	height: metres(1.5, 'How much of the model above the floor counts: what characters can run into.'),
	margin: metres(0, 'Distance kept all around.'),
	corners: number(12, 'Corners that a convex outline may have.', { limits: { minimum: 3, integer: true } }),
	walls: flag(false, 'Upright faces around the footprint, as high as what counts.'),
	front: SOLID_OPTIONS.front,
	hookDistance: metres(0.5, 'How far hooks are from the footprint.'),
	hook1: SOLID_OPTIONS.hook1,
	hook2: SOLID_OPTIONS.hook2,
	hooks: flag(true, 'Hooks are made; otherwise both are zero.'),
	position: SOLID_OPTIONS.position,
};
export type HullOptions = GivenOf<typeof HULL_OPTIONS>;

/** A model whose lowest point is higher than this above its origin hangs on a wall; metres. */
const HANGING = 0.25;

/**
 * Makes the walkmesh of a placeable from its model: a flat footprint on the floor, face up, of surface Nonwalk, as the game's files
 * have it, with use hooks in front and behind. Absolute hooks stay zero, as in the game's placeables.
 *
 * @param model vertices in metres, Z up, about the model's own origin
 * @returns undefined where the model gives no footprint; the report says why
 * @throws UsageError for an option that a hull does not have, and for a value that is not allowed
 *
 * @example
 * const sheet = { name: 'crate', positions: [0, 0, 0, 2, 0, 0, 2, 0.3, 2, 0, 0.3, 2], triangles: [0, 1, 2, 0, 2, 3] };
 * const crate = makeHull(sheet, { shape: 'box', margin: 0.05 }, report);
 */
export function makeHull(model: CollisionModel, options: HullOptions, report: Report): Walkmesh | undefined {
	const settings = checkedValues(HULL_OPTIONS, options, 'a hull');
	const heights = heightsOf(model);
	if (heights === undefined) {
		report.add(COLLISION_FINDINGS.COLLISION_NO_GEOMETRY, {}, { left: 0 });
		return undefined;
	}
	const [lowest, highest] = heights;
	const floor = options.floor ?? lowest;
	if (options.floor === undefined && lowest > HANGING) {
		report.add(COLLISION_FINDINGS.COLLISION_ABOVE_FLOOR, {}, { lowest: rounded(lowest) });
	}
	const points = pointsBetween(model, floor, floor + settings.height);
	if (points.length === 0) {
		const [from, to] = [rounded(floor), rounded(floor + settings.height)];
		report.add(
			COLLISION_FINDINGS.COLLISION_BAND_EMPTY,
			{},
			{ from, to, lowest: rounded(lowest), highest: rounded(highest) },
		);
		return undefined;
	}
	const outline = footprintOf(points, settings, report);
	if (outline === undefined) return undefined;
	const [x, y, z] = settings.position;
	const placed = roundOutline(outline, [x, y]);
	if (placed.length < 3) {
		report.add(COLLISION_FINDINGS.COLLISION_NO_AREA, {}, { points: points.length, extent: 0 });
		return undefined;
	}
	const top = Math.min(floor + settings.height, highest);
	const hasWalls = settings.walls && top > floor;
	const solid = footprintSolid(placed, Math.fround(floor - z) + 0, hasWalls ? Math.fround(top - z) + 0 : undefined);
	return createWalkmesh({
		name: model.name,
		kind: 'placeable',
		...solid,
		surfaces: new Uint32Array(solid.faces.length / 3).fill(COLLISION_SURFACE),
		position: toFloat32(settings.position),
		hooks: settings.hooks ? hooksOf(outline, floor, settings) : NO_HOOKS,
	});
}

function footprintOf(
	points: readonly Point[],
	{ shape, margin, corners }: Pick<Required<HullOptions>, 'shape' | 'margin' | 'corners'>,
	report: Report,
): Outline | undefined {
	const hull = convexOutline(points);
	let outline: Outline;
	if (shape === 'convex') {
		const grown = growOutline(hull, margin);
		outline = simplifyOutline(grown, corners);
		if (outline.length < grown.length) {
			const added = rounded(areaAdded(grown, outline));
			report.add(COLLISION_FINDINGS.COLLISION_CORNERS, {}, { before: grown.length, after: outline.length, added });
		}
	} else {
		outline = cornersOf(shape === 'box' ? smallestRectangle(hull) : alignedRectangle(hull), margin);
	}
	if (outlineArea(outline) >= NO_AREA) return outline;
	const extent = Math.max(...smallestRectangle(hull).size);
	report.add(COLLISION_FINDINGS.COLLISION_NO_AREA, {}, { points: points.length, extent: rounded(extent) });
	return undefined;
}

function hooksOf(outline: Outline, floor: number, settings: ValuesOf<typeof HULL_OPTIONS>): Hooks {
	const front = FRONTS[settings.front];
	const at = (direction: Point): Vec3 => {
		const across: Point = [-direction[1], direction[0]];
		const [, edge] = reach(outline, direction);
		const [left, right] = reach(outline, across);
		const ahead = edge + settings.hookDistance;
		const aside = (left + right) / 2;
		return [direction[0] * ahead + across[0] * aside, direction[1] * ahead + across[1] * aside, floor];
	};
	const relative = (hook: Vec3): Vec3 =>
		toFloat32([hook[0] - settings.position[0], hook[1] - settings.position[1], hook[2] - settings.position[2]]);
	return {
		...NO_HOOKS,
		relative1: relative(settings.hook1 ?? at(front)),
		relative2: relative(settings.hook2 ?? at([-front[0], -front[1]])),
	};
}

/** For messages: tenths of a millimetre. */
export function rounded(metres: number): number {
	return Number(metres.toFixed(4)) + 0;
}
