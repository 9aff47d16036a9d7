export {
	SURFACE_EXTRAS,
	SurfaceAssigner,
	type SurfaceClues,
	type SurfaceMapping,
	surfaceByValue,
	UNRESOLVED_SURFACE,
} from './assign.ts';
export { K1, KOTORBLENDER, SURFACE_TABLES } from './builtin.ts';
export { linearToSrgbByte, surfaceColour, toHexColour } from './colours.ts';
export { surfaceTableFromTwoDA } from './from-twoda.ts';
export { type NamedSurface, nearestSurfaceName, surfaceByName, surfaceMaterialName } from './names.ts';
export { isWalkable, type Surface, type SurfaceTable, surfaceLabel, walkableFaces } from './table.ts';
