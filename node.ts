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
export { type LevelStats, type LinkStats, levelStats, type RoomStats } from './check/inspect/level-stats.ts';
export { type Collision, doorFromSource, hullFromSource } from './jobs/collision.ts';
export { type ConvertTarget, defineConfig, type LevelTarget, type WokflowConfig } from './jobs/config/config.ts';
export { type DiffPair, diffSources, type SourcesDiff } from './jobs/diff.ts';
// Files
export { openFile, roomFiles, standardInput } from './jobs/files/files.ts';
export { type OutputOptions, type Written, writeOutputs } from './jobs/files/outputs.ts';
export { loadSurfaces, loadSurfaceTable } from './jobs/files/surface-table.ts';
export {
	type BinaryIdentification,
	type Inspection,
	identifySource,
	inspect,
	type TextIdentification,
} from './jobs/inspect.ts';
export { levelFromLayout, levelFromScene, readLevel } from './jobs/level/level.ts';
export {
	type LayoutLinks,
	type LinkedFile,
	type LinkFaults,
	linkLayout,
	type NamedLink,
} from './jobs/level/link-layout.ts';
// From path to path
export { type Pipeline, type PipelineOptions, type PipelineResult, pipeline } from './jobs/pipeline.ts';
export { type AtomicallyWritten, writeFilesAtomically } from './pipeline/disk/transaction.ts';
