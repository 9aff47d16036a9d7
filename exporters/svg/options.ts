import type { Thing } from '../../src/area/thing.ts';
import type { ShownLine } from '../../src/check/lines.ts';
import type { Severity } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/mesh/vec3.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';

/** A room to draw. A room of a level fits as it is, rooms in the order of the layout. */
export interface PlanRoom {
	readonly name: string;
	/** Index into the LYT: what transitions mean. The place in the list unless given; −1 where it is not known. */
	readonly index?: number;
	/** Area space for rooms; placeables and doors are drawn at their position. */
	readonly walkmesh?: Walkmesh;
}

/** A place to point at, such as a defect. */
export interface PlanPin {
	/** Area space, metres. */
	readonly at: Vec3;
	readonly text: string;
	readonly severity: Severity;
}

export interface PlanOptions {
	/** Head line; the room's name or the number of rooms unless given. */
	readonly title?: string;
	/** Width of the picture in pixels, from 400 to 20000; the height follows from the rooms. */
	readonly width?: number;
	/** Lines of a metric grid. Its coordinates stand at the frame either way. */
	readonly grid?: boolean;
	/** Marked by number and listed in the legend, the worst first. */
	readonly pins?: readonly PlanPin[];
	/** Lines over the rooms, such as those to where the ground ends: dashed, with a dot at their end. */
	readonly lines?: readonly ShownLine[];
	/** `merged`: faces of one surface become one shape; `outlines`: every face is outlined besides. */
	readonly faces?: 'merged' | 'outlines';
	/** Rooms by LYT index, for transitions to rooms that are not in the picture. */
	readonly roomNames?: readonly string[];
	readonly theme?: 'light' | 'dark';
	/** What stands in the area. */
	readonly things?: readonly Thing[];
}

export const PLAN_DEFAULTS: Required<Pick<PlanOptions, 'width' | 'grid' | 'faces' | 'theme'>> = {
	width: 1600,
	grid: true,
	faces: 'merged',
	theme: 'light',
};

/** How area space falls onto the sheet: x to the right, y up. */
export interface Projection {
	/** Pixels a metre. */
	readonly scale: number;
	/** Pixel of the area's origin. */
	readonly originX: number;
	readonly originY: number;
	/** The sheet the plan is drawn on, pixels. */
	readonly sheet: Box;
}

/** An upright rectangle, pixels. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Empty margin about the rooms, pixels. */
const MARGIN = 36;

/** Height of the sheet over its width: long corridors neither make it a ribbon nor a tower. */
const LEAST_ASPECT = 0.3;
const MOST_ASPECT = 1.15;

/** A plan of a single point is this wide, metres. */
const LEAST_EXTENT = 1;

/**
 * Fits an area rectangle into a sheet of given width.
 *
 * @param bounds min x, y, max x, y in metres
 */
export function project(
	[minX, minY, maxX, maxY]: readonly [number, number, number, number],
	x: number,
	y: number,
	width: number,
): Projection {
	const largest = Math.max(maxX - minX, maxY - minY);
	const least = largest > 0 ? largest / 1e3 : LEAST_EXTENT;
	const [across, up] = [Math.max(maxX - minX, least), Math.max(maxY - minY, least)];
	const inner = width - 2 * MARGIN;
	const height = Math.round(
		Math.min(width * MOST_ASPECT, Math.max(width * LEAST_ASPECT, (inner * up) / across + 2 * MARGIN)),
	);
	const scale = Math.min(inner / across, (height - 2 * MARGIN) / up);
	return {
		scale,
		originX: x + width / 2 - ((minX + maxX) / 2) * scale,
		originY: y + height / 2 + ((minY + maxY) / 2) * scale,
		sheet: { x, y, width, height },
	};
}

/** 1, 2 or 5 times a power of ten, the least that is not below. */
export function roundStep(atLeast: number): number {
	const power = 10 ** Math.floor(Math.log10(atLeast));
	const step = [1, 2, 5, 10].find((each) => each * power >= atLeast * (1 - 1e-9)) as number;
	// 2 × 1e-1 is exact as a quotient, not as a product.
	return power < 1 ? step / Math.round(1 / power) : step * power;
}
