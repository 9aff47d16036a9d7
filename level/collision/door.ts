import {
	checkedValues,
	choice,
	degrees,
	FROM_ZERO,
	type GivenOf,
	metres,
	type Option,
	orWords,
	type ValuesOf,
	vector,
} from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import { reportFarMade } from '../../src/geometry/transform.ts';
import { turnOf } from '../../src/math/affine.ts';
import { minus, plus, toFloat32, type Vec3, ZERO } from '../../src/math/vec3.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, DOOR_STATES, type DoorState, type Hooks, type Walkmesh } from '../../src/model/walkmesh.ts';
import {
	alignedRectangle,
	convexOutline,
	cornersOf,
	type Outline,
	type Point,
	type Rectangle,
	roundOutline,
	smallestRectangle,
} from '../../src/plan/outline.ts';
import { shutStates } from './door-states.ts';
import { COLLISION_FINDINGS } from './findings.ts';
import {
	blockSolid,
	boxSolid,
	COLLISION_SURFACE,
	type CollisionModel,
	FRONTS,
	type Front,
	footprintSolid,
	heightsOf,
	joinSolids,
	pointsBetween,
	rounded,
	SOLID_OPTIONS,
	type Solid,
	sheetSolid,
} from './hull.ts';

/** Leaves are at least this thick, in metres: characters walk through thinner ones. */
const LEAST_THICKNESS = 0.1;

/** Two directions in plan whose cosines differ by no more are equally near to a third. */
const SAME_DIRECTION = 1e-6;

/** How the walkmeshes of a door are made of its model. */
export const DOOR_OPTIONS = {
	shape: choice('The smallest rectangle around the model in plan, or the one along x and y.', ['box', 'aabb'], 'box'),
	form: choice(
		'As in the game, a closed box and one upright quad for each open leaf; or boxes without a floor for all states, or footprints on the floor.',
		['game', 'box', 'flat'],
		'game',
	),
	floor: SOLID_OPTIONS.floor,
	height: metres('Height of the box.', undefined, { limits: { above: 0 }, otherwise: 'that of the model' }),
	thickness: metres('Thickness of a leaf.', undefined, {
		limits: { above: 0 },
		otherwise: `that of the model, at least ${LEAST_THICKNESS} m`,
	}),
	hinge: orWords(
		vector<Point | undefined>(
			"What a leaf turns about: its left or right end seen from the front, or a point in the model's space.",
			2,
			undefined,
		),
		['left', 'right'],
		{ default: 'left' },
	) as Option<'left' | 'right' | Point>,
	angle: degrees('How far it opens.', 90),
	slide: orWords(
		metres('Leaves slide aside instead of turning, by so much or by their own width.', undefined, FROM_ZERO),
		['width'],
		{
			bare: 'width',
		},
	),
	leaves: choice('Leaves of the door; a second one mirrors the first.', [1, 2], 1),
	front: SOLID_OPTIONS.front,
	hookDistance: metres('How far hooks are from the closed door.', 1, FROM_ZERO),
	hook1: SOLID_OPTIONS.hook1,
	hook2: SOLID_OPTIONS.hook2,
	open1Hook: vector<Vec3 | undefined>(
		'The hook of the door that opened away from the front; by default in front of it.',
		3,
		undefined,
	),
	open2Hook: vector<Vec3 | undefined>(
		'The hook of the door that opened towards the front; by default behind it.',
		3,
		undefined,
	),
	position: SOLID_OPTIONS.position,
};
export type DoorOptions = GivenOf<typeof DOOR_OPTIONS>;

/** A narrower model is not a door; metres. */
const LEAST_WIDTH = 1e-3;
/** A model thicker than this part of its width holds more than a door. */
const STOUT = 0.5;

/** A door seen from above, closed. */
interface Plan {
	readonly centre: Point;
	/** To the right, seen from the front. */
	readonly right: Point;
	readonly front: Point;
	readonly width: number;
	readonly thickness: number;
	readonly floor: number;
	readonly top: number;
}

type Settings = ValuesOf<typeof DOOR_OPTIONS>;

/**
 * Makes the three walkmeshes of a door from its model, in the order closed, open1, open2: the leaf where it stands, and where it
 * is when it opened away from the front and towards it. Leaves that slide are in the same place in both. The surface is Nonwalk.
 *
 * Hooks follow the game's files: absolute = relative + position; the closed door uses both, open ones hook 1 only, so that absolute
 * hook 2 equals the position. The hook of open1 is in front, on the side of the closed door's hook 1, and that of open2 behind.
 *
 * @param model vertices in metres, Z up, about the model's own origin
 * @returns nothing where the model gives no door; the report says why
 * @throws UsageError for an option that a door does not have, and for a value that is not allowed
 *
 * @example
 * const sheet = { name: 'gate', positions: [0, 0, 0, 2, 0, 0, 2, 0.3, 2, 0, 0.3, 2], triangles: [0, 1, 2, 0, 2, 3] };
 * const [closed, open1, open2] = makeDoor(sheet, { hinge: 'right' }, report);
 */
export function makeDoor(model: CollisionModel, options: DoorOptions, report: Report): Walkmesh[] {
	const settings = checkedValues(DOOR_OPTIONS, options, 'a door');
	const plan = planOf(model, settings, report);
	if (plan === undefined) return [];
	const made = DOOR_STATES.map((doorState) => {
		const solid = joinSolids(stateSolids(plan, settings, doorState));
		return createWalkmesh({
			name: model.name,
			kind: 'door',
			doorState,
			...solid,
			surfaces: new Uint32Array(solid.faces.length / 3).fill(COLLISION_SURFACE),
			position: toFloat32(settings.position),
			hooks: hooksOf(plan, settings, doorState),
		});
	});
	reportFarMade(model.positions, made, report);
	const states = shutStates(made, K1);
	const { angle, slide } = settings;
	if (states.length > 0)
		report.add(COLLISION_FINDINGS.DOOR_OPENS_LITTLE, {}, { states, ...(slide === undefined ? { angle } : { slide }) });
	return made;
}

function planOf(model: CollisionModel, settings: Settings, report: Report): Plan | undefined {
	const heights = heightsOf(model);
	if (heights === undefined) {
		report.add(COLLISION_FINDINGS.COLLISION_NO_GEOMETRY, {}, { left: 0 });
		return undefined;
	}
	const floor = settings.floor ?? heights[0];
	const top = settings.height === undefined ? heights[1] : floor + settings.height;
	const points = top < floor ? [] : pointsBetween(model, floor, top);
	if (points.length === 0 || top <= floor) {
		const [lowest, highest] = heights.map(rounded);
		report.add(
			COLLISION_FINDINGS.COLLISION_BAND_EMPTY,
			{},
			{ from: rounded(floor), to: rounded(top), lowest, highest },
		);
		return undefined;
	}
	const outline = convexOutline(points);
	const rectangle = settings.shape === 'box' ? smallestRectangle(outline) : alignedRectangle(outline);
	const { along, width, measured } = broadside(rectangle);
	if (width < LEAST_WIDTH || roundOutline(cornersOf(rectangle, LEAST_THICKNESS)).length < 3) {
		report.add(COLLISION_FINDINGS.COLLISION_NO_AREA, {}, { points: points.length, extent: rounded(width) });
		return undefined;
	}
	const thickness = settings.thickness ?? Math.max(measured, LEAST_THICKNESS);
	if (settings.thickness === undefined && thickness > measured) {
		report.add(COLLISION_FINDINGS.COLLISION_THIN, {}, { measured: rounded(measured), used: thickness });
	}
	if (measured > width * STOUT) {
		report.add(COLLISION_FINDINGS.COLLISION_WIDE, {}, { width: rounded(width), thickness: rounded(measured) });
	}
	const front = frontOf(along, FRONTS[settings.front]);
	const used = sideTowards(front);
	// At 45 degrees two sides are equally near; none is nearer than the one that was given.
	if (dot(front, FRONTS[used]) > Math.abs(dot(front, FRONTS[settings.front])) + SAME_DIRECTION)
		report.add(COLLISION_FINDINGS.DOOR_FRONT_ASIDE, {}, { front: settings.front, used });
	// For somebody who looks at the front, right is the front's normal rotated by a quarter turn to the left.
	const right: Point = [-front[1], front[0]];
	return { centre: rectangle.centre, right, front, width, thickness, floor, top };
}

function broadside({ along, size }: Rectangle): { along: Point; width: number; measured: number } {
	const isFirst = size[0] >= size[1];
	return {
		along: isFirst ? along : [-along[1], along[0]],
		width: Math.max(size[0], size[1]),
		measured: Math.min(size[0], size[1]),
	};
}

/** The normal of the broad side that faces the wanted front; where that is along the door, the one to the left of it. */
function frontOf(along: Point, wanted: Point): Point {
	const normal: Point = [along[1] + 0, -along[0] + 0];
	const towards = dot(normal, wanted);
	const aside = dot(normal, [-wanted[1], wanted[0]]);
	return (Math.abs(towards) > SAME_DIRECTION ? towards : aside) >= 0 ? normal : [-normal[0] + 0, -normal[1] + 0];
}

/** The side of the model that a direction points to. */
function sideTowards(direction: Point): Front {
	const sides = Object.keys(FRONTS) as Front[];
	return sides.reduce((best, side) => (dot(direction, FRONTS[side]) > dot(direction, FRONTS[best]) ? side : best));
}

function dot(a: Point, b: Point): number {
	return a[0] * b[0] + a[1] * b[1];
}

/** A leaf in plan: its start and end along the door, measured from the middle, and its hinge. */
interface Leaf {
	readonly from: number;
	readonly to: number;
	readonly pivot: Point;
	/** 1 where it turns to the left to open away from the front, −1 where to the right. */
	readonly sense: 1 | -1;
}

function leavesOf(plan: Plan, { hinge, leaves }: Settings): Leaf[] {
	const half = plan.width / 2;
	const left = { pivot: pointOn(plan, -half), sense: 1 } as const;
	const right = { pivot: pointOn(plan, half), sense: -1 } as const;
	if (leaves === 2) {
		return [
			{ from: -half, to: 0, ...left },
			{ from: 0, to: half, ...right },
		];
	}
	const whole = { from: -half, to: half };
	if (hinge === 'left') return [{ ...whole, ...left }];
	if (hinge === 'right') return [{ ...whole, ...right }];
	const [x, y] = hinge;
	const ahead = (plan.centre[0] - x) * plan.right[0] + (plan.centre[1] - y) * plan.right[1];
	return [{ ...whole, pivot: hinge, sense: ahead >= 0 ? 1 : -1 }];
}

function pointOn({ centre, right }: Plan, along: number): Point {
	return [centre[0] + right[0] * along, centre[1] + right[1] * along];
}

function leafOutlines(plan: Plan, settings: Settings, state: DoorState): Outline[] {
	return leavesOf(plan, settings).map((leaf) => {
		const width = leaf.to - leaf.from;
		const outline = cornersOf({
			centre: pointOn(plan, (leaf.from + leaf.to) / 2),
			along: plan.right,
			size: [width, plan.thickness],
		});
		if (state === 'closed') return outline;
		if (settings.slide !== undefined) {
			const way = (settings.slide === 'width' ? width : settings.slide) * -leaf.sense;
			return outline.map(([x, y]): Point => [x + plan.right[0] * way, y + plan.right[1] * way]);
		}
		return rotate(outline, leaf.pivot, settings.angle * leaf.sense * (state === 'open1' ? 1 : -1));
	});
}

function rotate(outline: Outline, [px, py]: Point, degrees: number): Outline {
	const { quarters, cosine, sine } = turnOf(degrees);
	return outline.map(([x, y]): Point => {
		let [u, v] = [x - px, y - py];
		for (let i = 0; i < quarters; i++) [u, v] = [-v, u];
		return [px + u * cosine - v * sine, py + u * sine + v * cosine];
	});
}

/** The shapes of a state: in the game, 52 of 52 closed doors are one box of 12 faces, and 44 of 52 open ones an upright quad. */
function stateSolids(plan: Plan, settings: Settings, state: DoorState): Solid[] {
	const outlines = leafOutlines(plan, settings, state);
	if (settings.form !== 'game') return outlines.map((outline) => leafSolid(outline, plan, settings));
	const [x, y, z] = settings.position;
	const [low, high] = [plan.floor, plan.top].map((height) => Math.fround(height - z) + 0);
	if (state === 'closed') {
		const whole = cornersOf({ centre: plan.centre, along: plan.right, size: [plan.width, plan.thickness] });
		return [boxSolid(roundOutline(whole, [x, y]), low, high)];
	}
	return outlines.map((outline) => {
		const [from, to] = middleLine(outline).map(([px, py]): Point => [px - x, py - y]);
		const [cx, cy] = [plan.centre[0] - x - from[0], plan.centre[1] - y - from[1]];
		const aside = (to[1] - from[1]) * cx - (to[0] - from[0]) * cy;
		const ahead = (to[1] - from[1]) * plan.front[0] - (to[0] - from[0]) * plan.front[1];
		// Seen from the doorway; a leaf that slid away stands beside it and is seen from the front.
		const looksRight = Math.abs(aside) > LEAST_WIDTH ? aside > 0 : ahead > 0;
		return sheetSolid(looksRight ? [from, to] : [to, from], low, high);
	});
}

/** Between the middles of the two short sides of a leaf. */
function middleLine(outline: Outline): [Point, Point] {
	const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
	const [a, b, c, d] = outline;
	const isFirstShort = Math.hypot(b[0] - a[0], b[1] - a[1]) < Math.hypot(c[0] - b[0], c[1] - b[1]);
	return isFirstShort ? [middle(a, b), middle(c, d)] : [middle(b, c), middle(d, a)];
}

function leafSolid(outline: Outline, { floor, top }: Plan, { form, position: [x, y, z] }: Settings): Solid {
	const placed = roundOutline(outline, [x, y]);
	const low = Math.fround(floor - z) + 0;
	return form === 'flat' ? footprintSolid(placed, low) : blockSolid(placed, low, Math.fround(top - z) + 0);
}

function hooksOf(plan: Plan, settings: Settings, state: DoorState): Hooks {
	const ahead = plan.thickness / 2 + settings.hookDistance;
	const at = (side: 1 | -1): Vec3 => [
		plan.centre[0] + plan.front[0] * ahead * side,
		plan.centre[1] + plan.front[1] * ahead * side,
		plan.floor,
	];
	// In all doors of the game the hook of open1 is on the side of the closed door's hook 1: it opens away from who stands there.
	const side = state === 'open1' ? 1 : -1;
	if (state === 'closed') return hooksAt(settings.position, settings.hook1 ?? at(1), settings.hook2 ?? at(-1));
	return hooksAt(settings.position, (state === 'open1' ? settings.open1Hook : settings.open2Hook) ?? at(side));
}

/** As in all of the game's doors: absolute = relative + position, in float32; without hook 2 the relative one is zero. */
function hooksAt(position: Vec3, hook1: Vec3, hook2?: Vec3): Hooks {
	const base = toFloat32(position);
	const relative = (hook: Vec3): Vec3 => toFloat32(minus(hook, base));
	const absolute = (hook: Vec3): Vec3 => toFloat32(plus(hook, base));
	const relative1 = relative(hook1);
	const relative2 = hook2 === undefined ? ZERO : relative(hook2);
	return { relative1, relative2, absolute1: absolute(relative1), absolute2: absolute(relative2) };
}
