export {
	type Collision,
	type CollisionSourceOptions,
	doorFromSource,
	hullFromSource,
} from './collision.ts';
export {
	type ConfigStep,
	type ConvertTarget,
	defineConfig,
	type LevelTarget,
	type WokflowConfig,
} from './config/index.ts';
export { type Conversion, type ConvertOptions, convert, findExporter, wantedBy } from './convert.ts';
export { createRegistry } from './default-registry.ts';
export {
	type DiffPair,
	type DiffSourcesOptions,
	diffSources,
	type SourcesDiff,
	type WalkmeshIdentity,
} from './diff.ts';
export type { Exporter, WriteContext, WriteOptions } from './exporter.ts';
export { bytesSource, type OutputFile, openFile, roomFiles, standardInput, writeFilesAtomically } from './files.ts';
export { identifySource, type SourceIdentification } from './identify.ts';
export type { Importer, ReadContext, ReadOptions } from './importer.ts';
export { type Inspection, inspect } from './inspect.ts';
export { keepStages } from './keep.ts';
export { LEVEL_FILES_DEFAULTS, type LevelFilesOptions, levelFiles } from './level/level-files.ts';
export { levelFromLayout } from './level/read-layout.ts';
export { type ReadLevelOptions, readLevel } from './level/read-level.ts';
export { levelFromScene } from './level/read-scene.ts';
export type { Loaded, LoadedWalkmesh } from './loaded.ts';
export { Pipeline, type PipelineOptions, type PipelineResult, pipeline } from './pipeline.ts';
export { findImporter, readSource } from './read.ts';
export { type Recipe, type RecipeStep, resolveRecipe, runStages, type StageObserver, stagesOf } from './recipe.ts';
export { type ConvertRecipeOptions, convertRecipe, type LevelRecipeOptions, levelRecipe } from './recipes.ts';
export { Registry, type RegistryEntries } from './registry.ts';
export type { InputSource, RoomFiles } from './source.ts';
export { defineStage, type Stage, type StageContext, type StageFactory, type Subject, type Subjects } from './stage.ts';
export * from './stages/index.ts';
export { readSurfaceTable } from './surface-table.ts';
export { toWalkmeshes, type Wanted } from './to-walkmeshes.ts';
