export { DOOR_DEFAULTS, type DoorOptions, makeDoor } from './door.ts';
export { type FootprintShape, type Front, HULL_DEFAULTS, type HullOptions, makeHull } from './hull.ts';
export type { CollisionModel } from './model.ts';
export { convexOutline, type Outline, outlineArea, type Point } from './outline.ts';
