import type { Report } from '../findings/index.ts';
import { toFloat32, type Vec3, ZERO } from '../geometry/vec3.ts';
import { createWalkmesh, type Hooks, NO_HOOKS, type Walkmesh } from '../walkmesh/index.ts';
import { growOutline } from './grow.ts';
import { type CollisionModel, heightsOf, pointsBetween } from './model.ts';
import { convexOutline, type Outline, outlineArea, type Point } from './outline.ts';
import { alignedRectangle, cornersOf, reach, smallestRectangle } from './rectangle.ts';
import { areaAdded, simplifyOutline } from './simplify-outline.ts';
import { COLLISION_SURFACE, footprintSolid, roundOutline } from './solid.ts';

/** What a footprint is: the convex outline, the smallest rectangle, or the rectangle along x and y. */
export type FootprintShape = 'convex' | 'box' | 'aabb';

/** The side of a model that faces its user. */
export type Front = '-y' | 'y' | '-x' | 'x';

export const FRONTS: Readonly<Record<Front, Point>> = { '-y': [0, -1], y: [0, 1], '-x': [-1, 0], x: [1, 0] };

/** How a placeable's walkmesh is made of its model. */
export interface HullOptions {
	readonly shape?: FootprintShape;
	/** Where the floor is, metres; the lowest point of the model unless said. */
	readonly floor?: number;
	/** How much of the model above the floor counts, metres: what characters can run into. */
	readonly height?: number;
	/** Distance kept all around, metres. */
	readonly margin?: number;
	/** Corners that a convex outline may have. */
	readonly corners?: number;
	/** Upright faces around the footprint, as high as what counts. */
	readonly walls?: boolean;
	/** Where hook 1 is; hook 2 is opposite. */
	readonly front?: Front;
	/** How far hooks are from the footprint, metres. */
	readonly hookDistance?: number;
	/** Hooks in the model's space. */
	readonly hook1?: Vec3;
	readonly hook2?: Vec3;
	/** False leaves both hooks zero. */
	readonly hooks?: boolean;
	/** What is written as the position; vertices and hooks are stored relative to it. */
	readonly position?: Vec3;
}

/** The distance of the hooks is that of the one real placeable at hand, rounded. */
export const HULL_DEFAULTS: Required<Omit<HullOptions, 'floor' | 'hook1' | 'hook2'>> = {
	shape: 'convex',
	height: 1.5,
	margin: 0,
	corners: 12,
	walls: false,
	front: '-y',
	hookDistance: 0.5,
	hooks: true,
	position: ZERO,
};

/** Outlines with less area than this count as lines, square metres. */
const LEAST_AREA = 1e-6;
/** A model that begins higher than this above its origin hangs, metres. */
const HANGING = 0.25;

/**
 * Makes the walkmesh of a placeable from its model: a flat footprint on the floor, face up, of surface Nonwalk, as the game's files
 * have it, with use hooks in front and behind. Absolute hooks stay zero, as in the game's placeables.
 *
 * @returns undefined where the model gives no footprint; the report says why
 */
export function makeHull(model: CollisionModel, options: HullOptions, report: Report): Walkmesh | undefined {
	const settings = { ...HULL_DEFAULTS, ...options };
	const heights = heightsOf(model);
	if (heights === undefined) {
		report.add('COLLISION_NO_GEOMETRY', {}, { left: 0 });
		return undefined;
	}
	const [lowest, highest] = heights;
	const floor = options.floor ?? lowest;
	if (options.floor === undefined && lowest > HANGING) {
		report.add('COLLISION_ABOVE_FLOOR', {}, { lowest: rounded(lowest) });
	}
	const points = pointsBetween(model, floor, floor + settings.height);
	if (points.length === 0) {
		const [from, to] = [rounded(floor), rounded(floor + settings.height)];
		report.add('COLLISION_BAND_EMPTY', {}, { from, to, lowest: rounded(lowest), highest: rounded(highest) });
		return undefined;
	}
	const outline = footprintOf(points, settings, report);
	if (outline === undefined) return undefined;
	const [x, y, z] = settings.position;
	const placed = roundOutline(outline, [x, y]);
	if (placed.length < 3) {
		report.add('COLLISION_NO_AREA', {}, { points: points.length, extent: 0 });
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
			report.add('COLLISION_CORNERS', {}, { before: grown.length, after: outline.length, added });
		}
	} else {
		outline = cornersOf(shape === 'box' ? smallestRectangle(hull) : alignedRectangle(hull), margin);
	}
	if (outlineArea(outline) >= LEAST_AREA) return outline;
	const extent = Math.max(...smallestRectangle(hull).size);
	report.add('COLLISION_NO_AREA', {}, { points: points.length, extent: rounded(extent) });
	return undefined;
}

function hooksOf(
	outline: Outline,
	floor: number,
	settings: typeof HULL_DEFAULTS & Pick<HullOptions, 'hook1' | 'hook2'>,
): Hooks {
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
