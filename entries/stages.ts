/**
 * Conversions in steps: stages that clean, move and sort walkmeshes, recipes of them, and how to declare a stage of your own.
 *
 * @packageDocumentation
 * @module wokflow/stages
 */

// biome-ignore-all assist/source/organizeImports: by subject, as a reader looks for them

// Conversions and their recipes
export { type Conversion, type ConvertOptions, convert } from '../pipeline/convert.ts';
export { convertRecipe, levelRecipe, type Recipe, type RecipeStep } from '../pipeline/recipe.ts';

// Stages of one walkmesh; those of levels are in wokflow/level
export {
	dropDegenerate,
	dropDuplicate,
	fixTJunctions,
	orient,
	simplify,
	sort,
	weld,
} from '../pipeline/stages/clean-up.ts';
export { mirror, place, rotate, scale, snap, translate } from '../pipeline/stages/motions.ts';

// A stage of your own
export {
	defineStage,
	type Stage,
	type StageContext,
	type StageFactory,
	type Subject,
	type Subjects,
} from '../pipeline/stages/stage.ts';
export type { Point } from '../src/plan/outline.ts';
export * as option from '../pipeline/stages/option.ts';
export type { GivenOf, Limits, Option, Options, Unit, ValuesOf } from '../src/findings/options.ts';
