import type { Severity } from '../../src/findings/index.ts';
import type { Vec3 } from '../../src/geometry/vec3.ts';
import type { Walkmesh } from '../../src/walkmesh/index.ts';

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
	/** `merged`: faces of one surface become one shape; `outlines`: every face is outlined besides. */
	readonly faces?: 'merged' | 'outlines';
	/** Rooms by LYT index, for transitions to rooms that are not in the picture. */
	readonly roomNames?: readonly string[];
	readonly theme?: 'light' | 'dark';
}

export const PLAN_DEFAULTS: Required<Pick<PlanOptions, 'width' | 'grid' | 'faces' | 'theme'>> = {
	width: 1600,
	grid: true,
	faces: 'merged',
	theme: 'light',
};
