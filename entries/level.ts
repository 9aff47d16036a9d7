/**
 * Levels: layouts and visibility, links between rooms, and the collision of doors and placeables.
 *
 * @packageDocumentation
 * @module wokflow/level
 */

// biome-ignore-all assist/source/organizeImports: by subject, as a reader looks for them

// Rooms and their layout
export type {
	Layout,
	LayoutDoorHook,
	LayoutEntry,
	Level,
	ObjectPlacement,
	Room,
	Visibility,
	VisibilityEntry,
} from '../src/model/level.ts';
export { readLyt } from '../level/formats/read-lyt.ts';
export { writeLyt } from '../level/formats/write.ts';
export { readVis } from '../level/formats/read-vis.ts';
export { writeVis } from '../level/formats/write.ts';
export { visibilitySkeleton } from '../level/rooms/visibility.ts';

// Stages of levels
export { bridgeRooms, conform, link, relink } from '../level/stages.ts';

// Doors and placeables from visual models
export { makeDoor } from '../level/collision/door.ts';
export { makeHull } from '../level/collision/hull.ts';
