/**
 * wokflow for Node: files, pipelines from path to path, whole levels, builds and their configs, levels of ready-made
 * rooms, maps and pages. `wokflow/edit` checks, mends and edits files; what works on bytes is in `wokflow` and the entries beside it.
 *
 * @packageDocumentation
 * @module wokflow/node
 */

// Builds
export { type BuildOptions, build, type TargetResult } from './builds/build.ts';
export { configFromValue, findConfig, type LoadedConfig, loadConfig } from './builds/config/config.ts';
export type { ExpandedConfig } from './builds/config/levels.ts';
export { clean } from './builds/outputs.ts';
export { type Collision, doorFromSource, hullFromSource } from './jobs/collision.ts';
export {
	type ConvertTarget,
	defineConfig,
	type LevelsTarget,
	type LevelTarget,
	type WokflowConfig,
} from './jobs/config/config.ts';
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
// Levels of ready-made rooms
export { type Assembled, assembleLevel, kitRooms, readPlan } from './jobs/level/kit.ts';
export { levelFromLayout, levelFromScene, readLevel } from './jobs/level/level.ts';
export {
	type LayoutLinks,
	type LinkedFile,
	type LinkFaults,
	linkLayout,
	type NamedLink,
} from './jobs/level/link-layout.ts';
// The map that the game shows
export { areWithMap, mapOfLevel, minimapOf } from './jobs/level/module.ts';
export type { Plan, PlanRoom } from './jobs/level/plan-keys.ts';
// From path to path
export { type Pipeline, type PipelineOptions, type PipelineResult, pipeline } from './jobs/pipeline.ts';
// The page that shows a level
export { type ViewPageOptions, viewPage } from './jobs/view-file.ts';
export type { Joint, JointMisfit, KitRoom, PlannedRoom } from './level/kit/assemble.ts';
export type { KitDoorway } from './level/kit/kit.ts';
export { type AtomicallyWritten, writeFilesAtomically } from './pipeline/disk/transaction.ts';
