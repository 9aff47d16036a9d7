import {
	checkedValues,
	choice,
	FROM_ZERO,
	flag,
	type GivenOf,
	metres,
	number,
	type Option,
	type ValuesOf,
	vector,
} from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import { reportFarMade } from '../../src/geometry/transform.ts';
import { NO_AREA } from '../../src/geometry/triangles.ts';
import { minus, toFloat32, type Vec3, ZERO } from '../../src/math/vec3.ts';
import { createWalkmesh, type Hooks, NO_HOOKS, type Walkmesh } from '../../src/model/walkmesh.ts';
import {
	alignedRectangle,
	convexOutline,
	cornersOf,
	growOutline,
	type Outline,
	outlineArea,
	type Point,
	reach,
	roundOutline,
	simplifyOutline,
	smallestRectangle,
} from '../../src/plan/outline.ts';
import { UNRESOLVED_SURFACE } from '../../src/scene/surfaces.ts';
import { COLLISION_FINDINGS } from './findings.ts';

/** A visual model: triangles in its own space, Z up, metres, surfaces and names left behind. */
export interface CollisionModel {
	readonly name: string;
	/** 3 values a vertex. */
	readonly positions: ArrayLike<number>;
	/** 3 vertices a triangle. */
	readonly triangles: ArrayLike<number>;
}

/** The lowest and highest z of what the triangles use; undefined without triangles. */
export function heightsOf({ positions, triangles }: CollisionModel): [lowest: number, highest: number] | undefined {
	if (triangles.length === 0) return undefined;
	let lowest = Infinity;
	let highest = -Infinity;
	for (let i = 0; i < triangles.length; i++) {
		const z = positions[triangles[i] * 3 + 2];
		if (z < lowest) lowest = z;
		if (z > highest) highest = z;
	}
	return [lowest, highest];
}

/**
 * The points in plan whose hull is that of everything between two heights: corners of triangles within, and where edges of triangles
 * pass the heights. A tall box has no vertex in between, and yet it stands there.
 */
export function pointsBetween({ positions, triangles }: CollisionModel, low: number, high: number): Point[] {
	const points: Point[] = [];
	for (let i = 0; i < triangles.length; i++) {
		const a = triangles[i] * 3;
		const b = triangles[i % 3 === 2 ? i - 2 : i + 1] * 3;
		const z = positions[a + 2];
		if (z >= low && z <= high) points.push([positions[a], positions[a + 1]]);
		for (const level of low === high ? [low] : [low, high]) {
			const end = positions[b + 2];
			if ((z < level && end > level) || (z > level && end < level)) {
				const t = (level - z) / (end - z);
				points.push([
					positions[a] + (positions[b] - positions[a]) * t,
					positions[a + 1] + (positions[b + 1] - positions[a + 1]) * t,
				]);
			}
		}
	}
	return points;
}

/** Surface 7, Nonwalk: the surface of every face of a placeable or door. */
export const COLLISION_SURFACE: number = UNRESOLVED_SURFACE;

/** Faces of collision geometry. */
export interface Solid {
	/** 3 floats a vertex. */
	readonly positions: Float32Array;
	/** 3 vertices a face. */
	readonly faces: Uint32Array;
}

/** A flat face-up footprint, as the game's placeables have it, and upright faces around it that look outwards, if wanted. */
export function footprintSolid(outline: Outline, floor: number, top?: number): Solid {
	const count = outline.length;
	const positions = [...ring(outline, floor), ...(top === undefined ? [] : ring(outline, top))];
	const faces = fan(0, count);
	if (top !== undefined) faces.push(...sides(count));
	return { positions: Float32Array.from(positions), faces: Uint32Array.from(faces) };
}

/** Upright faces around an outline that look outwards, and a lid that looks up. */
export function blockSolid(outline: Outline, floor: number, top: number): Solid {
	const count = outline.length;
	return {
		positions: Float32Array.from([...ring(outline, floor), ...ring(outline, top)]),
		faces: Uint32Array.from([...sides(count), ...fan(count, count)]),
	};
}

/** A closed box: upright faces that look outwards, a lid and a floor. Of a rectangle 8 vertices and 12 faces. */
export function boxSolid(outline: Outline, floor: number, top: number): Solid {
	const count = outline.length;
	const { positions, faces } = blockSolid(outline, floor, top);
	return { positions, faces: Uint32Array.from([...faces, ...fan(0, count).reverse()]) };
}

/** One upright quad above a line, which looks to the right of somebody who goes along it. */
export function sheetSolid([from, to]: readonly [Point, Point], floor: number, top: number): Solid {
	const positions = [...ring([from, to], floor), ...ring([to, from], top)];
	return {
		positions: Float32Array.from(positions, (value) => Math.fround(value) + 0),
		faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
	};
}

/** Several solids as one. */
export function joinSolids(solids: readonly Solid[]): Solid {
	const positions = Float32Array.from(solids.flatMap((solid) => [...solid.positions]));
	let first = 0;
	const faces: number[] = [];
	for (const solid of solids) {
		for (const vertex of solid.faces) faces.push(vertex + first);
		first += solid.positions.length / 3;
	}
	return { positions, faces: Uint32Array.from(faces) };
}

function ring(outline: Outline, z: number): number[] {
	return outline.flatMap(([x, y]) => [x, y, z]);
}

function fan(first: number, count: number): number[] {
	const faces: number[] = [];
	for (let i = 1; i + 1 < count; i++) faces.push(first, first + i, first + i + 1);
	return faces;
}

/** Between a lower ring and the one above it. */
function sides(count: number): number[] {
	const faces: number[] = [];
	for (let i = 0; i < count; i++) {
		const next = (i + 1) % count;
		faces.push(i, next, next + count, i, next + count, i + count);
	}
	return faces;
}

/** The side of a model that faces its user. */
export type Front = '-y' | 'y' | '-x' | 'x';

export const FRONTS: Readonly<Record<Front, Point>> = { '-y': [0, -1], y: [0, 1], '-x': [-1, 0], x: [1, 0] };

/** What placeables and doors have in common. */
export const SOLID_OPTIONS = {
	floor: metres('Where the floor is, on the z axis.', undefined, {
		limits: {},
		otherwise: 'the lowest point of the model',
	}),
	front: choice('The side of the model that hook 1 is on; hook 2 is opposite.', ['-y', 'y', '-x', 'x'], '-y'),
	hook1: hook('Hook 1, in the space of the model; of a door the closed one.'),
	hook2: hook('Hook 2, in the space of the model; of a door the closed one.'),
	position: vector<Vec3>('What is written as the position; vertices and hooks are stored relative to it.', 3, ZERO),
};

function hook(sentence: string): Option<Vec3 | undefined> {
	return vector<Vec3 | undefined>(sentence, 3, undefined, { otherwise: 'by distance' });
}

/** How a placeable's walkmesh is made of its model. The distance of the hooks is that of the one real placeable at hand, rounded. */
export const HULL_OPTIONS = {
	shape: choice(
		'Convex outline, smallest rectangle, or the rectangle along x and y.',
		['convex', 'box', 'aabb'],
		'convex',
	),
	floor: SOLID_OPTIONS.floor,
	height: metres('How much of the model above the floor counts: what characters can run into.', 1.5, FROM_ZERO),
	margin: metres('Distance kept all around.', 0, FROM_ZERO),
	corners: number('Corners that a convex outline may have.', 12, { limits: { minimum: 3, integer: true } }),
	walls: flag('Upright faces around the footprint, as high as what counts.', false),
	front: SOLID_OPTIONS.front,
	hookDistance: metres('How far hooks are from the footprint.', 0.5, FROM_ZERO),
	hook1: SOLID_OPTIONS.hook1,
	hook2: SOLID_OPTIONS.hook2,
	hooks: flag('Make use hooks; without, both are zero.', true),
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
	const made = createWalkmesh({
		name: model.name,
		kind: 'placeable',
		...solid,
		surfaces: new Uint32Array(solid.faces.length / 3).fill(COLLISION_SURFACE),
		position: toFloat32(settings.position),
		hooks: settings.hooks ? hooksOf(outline, floor, settings) : NO_HOOKS,
	});
	reportFarMade(model.positions, [made], report);
	return made;
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
			const added = rounded(outlineArea(outline) - outlineArea(grown));
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
	const relative = (hook: Vec3): Vec3 => toFloat32(minus(hook, settings.position));
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
