/**
 * Pictures of walkmeshes: plans and views as SVG and PNG, and the map that the game shows.
 *
 * @packageDocumentation
 * @module wokflow/pictures
 */

// biome-ignore-all assist/source/organizeImports: by subject, as a reader looks for them

export { writePicture } from '../pictures/svg/plan.ts';
export type { PlanOptions, PlanRoom } from '../pictures/svg/options.ts';
export { pngOfSvg } from '../pictures/png/render.ts';
export { type AreaMap, drawMinimap, mapOf } from '../pictures/minimap.ts';
