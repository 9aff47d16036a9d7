import type { Walkmesh } from '../walkmesh/index.ts';
import type { Layout } from './layout.ts';

/** A room of a level and its walkmesh in area space. */
export interface Room {
	readonly name: string;
	/** Undefined for placeholders and for rooms whose walkmesh is not there. */
	readonly walkmesh?: Walkmesh;
}

/** An area: rooms in the order of the layout, and the doors and placeables found with them. */
export interface Level {
	readonly name: string;
	readonly layout: Layout;
	/** Room `i` is the layout's room `i`. */
	readonly rooms: readonly Room[];
	/** Walkmeshes of doors and placeables, each in its own space. */
	readonly objects: readonly Walkmesh[];
}
