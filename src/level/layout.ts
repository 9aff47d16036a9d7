import type { Vec3 } from '../geometry/vec3.ts';

/** A room, track or obstacle line of a layout. */
export interface LayoutEntry {
	/** Model name as written; names are compared without regard to case. */
	readonly model: string;
	/** Place in the area, metres. */
	readonly position: Vec3;
}

/** A door hook line of a layout. */
export interface LayoutDoorHook {
	readonly room: string;
	readonly door: string;
	/** The number between door name and position; 0 in the game's files. */
	readonly flag: number;
	readonly position: Vec3;
	/** Quaternion in the order of the file: w, x, y, z. */
	readonly orientation: readonly [number, number, number, number];
}

/** An area layout (`.lyt`). The order of rooms is meaning: transitions are indices into it, `****` included. */
export interface Layout {
	/** What `filedependancy` names, if anything. */
	readonly dependency?: string;
	readonly rooms: readonly LayoutEntry[];
	readonly tracks: readonly LayoutEntry[];
	readonly obstacles: readonly LayoutEntry[];
	readonly doorHooks: readonly LayoutDoorHook[];
}

/** The name that stands for no room. */
export const PLACEHOLDER_ROOM = '****';

/** Index of a room by name, without regard to case; −1 when the layout does not have it. */
export function roomIndex(layout: Layout, name: string): number {
	const wanted = name.toLowerCase();
	return layout.rooms.findIndex((room) => room.model.toLowerCase() === wanted);
}
