/**
 * wokflow for Node: files, pipelines from path to path, whole levels, builds and their configs. What works on bytes is in `wokflow`.
 *
 * @packageDocumentation
 */

// Builds
export { type BuildOptions, build, type TargetResult } from './incremental/build.ts';
export { configFromValue, findConfig, type LoadedConfig, loadConfig } from './incremental/config.ts';
export { clean } from './incremental/outputs.ts';
export { writeFilesAtomically } from './pipeline/atomic.ts';
export { doorFromSource, hullFromSource } from './pipeline/collision.ts';
export { type ConvertTarget, defineConfig, type LevelTarget, type WokflowConfig } from './pipeline/config.ts';
export { diffSources } from './pipeline/diff.ts';
// Files
export { openFile, roomFiles, standardInput } from './pipeline/files.ts';
export { identifySource, inspect } from './pipeline/inspect.ts';
export { levelFromLayout, levelFromScene, readLevel } from './pipeline/level.ts';
export { linkLayout } from './pipeline/link-layout.ts';
export { type OutputOptions, type Written, writeOutputs } from './pipeline/outputs.ts';
// From path to path
export { type Pipeline, type PipelineOptions, type PipelineResult, pipeline } from './pipeline/pipeline.ts';
export { loadSurfaces, loadSurfaceTable } from './pipeline/surface-table.ts';
// Facts about a level
export { type LevelStats, levelStats } from './src/inspect/level-stats.ts';
