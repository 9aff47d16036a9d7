import type { ShownLine } from '../../src/facts/lines.ts';
import { choice, flag, type GivenOf, number, text } from '../../src/findings/options.ts';
import { type Severity, UsageError } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Thing } from '../../src/model/level.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';

/** A room to draw. A room of a level fits as it is, rooms in the order of the layout. */
export interface PlanRoom {
	readonly name: string;
	/** Index in the LYT, which transitions refer to. Default: the index in the list; −1 if not known. */
	readonly index?: number;
	/** Area space for rooms; placeables and doors are drawn at their position. */
	readonly walkmesh?: Walkmesh;
}

/** A point to mark, such as that of a finding. */
export interface PlanPin {
	/** Area space, metres. */
	readonly at: Vec3;
	readonly text: string;
	readonly severity: Severity;
	/** Pins of the same cause share a number and an entry in the legend. Default: the text of the pin. */
	readonly cause?: string;
}

/** Where several floors are drawn: a sheet each where they lie over each other, one sheet, the floor at a height, or from one height to another. */
const FLOOR_WORDS = 'auto|one|-?[0-9]+([.][0-9]+)?(,-?[0-9]+([.][0-9]+)?)?';

/** Widths of pictures, in pixels. */
const WIDTHS = { minimum: 400, maximum: 20000, integer: true };

/** Options of pictures, in every picture format. */
const PICTURE_OPTIONS = {
	width: number('Width of pictures, pixels.', 1600, { limits: WIDTHS }),
	palette: choice(
		'Colours of surfaces in pictures. game: those that tools of the field show them in.',
		['muted', 'game'],
		'muted',
	),
	theme: choice('Background of pictures.', ['light', 'dark'], 'light'),
};

export const PLAN_OPTIONS = {
	...PICTURE_OPTIONS,
	view: choice(
		'Where pictures look from: above, the south-west above, the south, the east.',
		['plan', 'perspective', 'front', 'side'],
		'plan',
	),
	floor: text(
		'Floors of plans. auto: a sheet for each where floors lie over each other. one: a single sheet. Z: the floor at a height only. Z0,Z1: only what lies between two heights.',
		{ placeholder: 'auto|one|Z|Z0,Z1', pattern: FLOOR_WORDS, otherwise: 'auto' },
	),
	heights: flag('Write heights on plans.', false),
	slopes: flag('Draw arrows up the slopes of plans.', false),
};

/** @throws UsageError when a picture cannot be drawn in this width */
export function checkWidth(width: number, picture: 'plan' | 'picture'): void {
	const { minimum, maximum } = WIDTHS;
	if (width >= minimum && width <= maximum) return;
	throw new UsageError(`A ${picture} is ${minimum} to ${maximum} pixels wide, not ${width}.`);
}

/** What a picture shows: the options of the SVG format, and what only code can give. */
export interface PlanOptions extends GivenOf<typeof PLAN_OPTIONS> {
	/** Heading. Default: the room's name or the number of rooms. */
	readonly title?: string;
	/** Whether to draw the lines of a metric grid. Its coordinates are always shown at the frame. */
	readonly grid?: boolean;
	/** Marked by number and listed in the legend, the worst first. */
	readonly pins?: readonly PlanPin[];
	/** Lines over the rooms, such as those to leaks: dashed, with a dot at their end. */
	readonly lines?: readonly ShownLine[];
	/** `merged`: faces of one surface become one shape; `outlines`: every face is outlined besides. */
	readonly faces?: 'merged' | 'outlines';
	/** Rooms by LYT index, for transitions to rooms that are not in the picture. */
	readonly roomNames?: readonly string[];
	/** Things in the area. */
	readonly things?: readonly Thing[];
	/** Changes from an older state. */
	readonly changes?: PlanChanges;
}

/** Changes from an older state, drawn over a plan of the newer one. */
export interface PlanChanges {
	/** Faces that are only in the older state, in the newer one, or in both with another surface: three corners each, area space. */
	readonly removed: readonly Corners[];
	readonly added: readonly Corners[];
	readonly resurfaced: readonly Corners[];
	/** Moved vertices. */
	readonly moved: readonly Move[];
	/** Rooms that moved as a whole: the middle of one face of each. */
	readonly shifted: readonly Move[];
	/** Edges with a changed transition: index of the room before and after, −1 for none. */
	readonly relinked: readonly { readonly ends: readonly [Vec3, Vec3]; readonly from: number; readonly to: number }[];
}

/** A point before and after. */
export interface Move {
	readonly from: Vec3;
	readonly to: Vec3;
}

export type Corners = readonly [Vec3, Vec3, Vec3];

/** The mapping from area space (x to the right, y up) to the pixels of a sheet. */
export interface Projection {
	/** Pixels a metre. */
	readonly scale: number;
	/** Pixel of the area's origin. */
	readonly originX: number;
	readonly originY: number;
	/** The sheet the plan is drawn on, pixels. */
	readonly sheet: Box;
}

/** The pixel that a point of the area is drawn at. */
export function onSheet({ scale, originX, originY }: Projection, x: number, y: number): [x: number, y: number] {
	return [originX + x * scale, originY - y * scale];
}

/** An upright rectangle, pixels. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** The smallest number of the form 1, 2 or 5 times a power of ten that is at least `atLeast`. */
export function roundStep(atLeast: number): number {
	const power = 10 ** Math.floor(Math.log10(atLeast));
	const step = [1, 2, 5, 10].find((each) => each * power >= atLeast * (1 - 1e-9)) as number;
	// Dividing by 10 gives the nearest number; multiplying by 0.1 may not.
	return power < 1 ? step / Math.round(1 / power) : step * power;
}
