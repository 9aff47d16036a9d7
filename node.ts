/**
 * wokflow for Node: files, pipelines from path to path, whole levels, builds and their configs. What works on bytes is in `wokflow`.
 *
 * @packageDocumentation
 */

// Builds
export { type BuildOptions, build, type TargetResult } from './builds/build.ts';
export { configFromValue, findConfig, type LoadedConfig, loadConfig } from './builds/config/config.ts';
export { clean } from './builds/outputs.ts';
// Facts about a level
export { type LevelStats, levelStats } from './check/inspect/level-stats.ts';
export { doorFromSource, hullFromSource } from './jobs/collision.ts';
export { type ConvertTarget, defineConfig, type LevelTarget, type WokflowConfig } from './jobs/config/config.ts';
export { diffSources } from './jobs/diff.ts';
// Files
export { openFile, roomFiles, standardInput } from './jobs/files/files.ts';
export { type OutputOptions, type Written, writeOutputs } from './jobs/files/outputs.ts';
export { loadSurfaces, loadSurfaceTable } from './jobs/files/surface-table.ts';
export { identifySource, inspect } from './jobs/inspect.ts';
export { levelFromLayout, levelFromScene, readLevel } from './jobs/level/level.ts';
export { linkLayout } from './jobs/level/link-layout.ts';
// From path to path
export { type Pipeline, type PipelineOptions, type PipelineResult, pipeline } from './jobs/pipeline.ts';
export { writeFilesAtomically } from './pipeline/disk/transaction.ts';
