/**
 * wokflow: modelled levels to Knights of the Old Republic walkmeshes and back.
 *
 * Everything the command line can do, a script can do through this module. Nothing here touches a disk but `openFile`,
 * `writeFilesAtomically`, `roomFiles`, `standardInput` and the build.
 */
export * from './exporters/index.ts';
export * from './importers/index.ts';
export * from './incremental/index.ts';
export * from './pipeline/index.ts';
// Stages and the kernels below them share two names; the stages keep them.
export { checkLevel, findTJunctions } from './pipeline/index.ts';
export * from './src/index.ts';
export { checkLevel as reportLevel } from './src/level/index.ts';
export { findTJunctions as locateTJunctions } from './src/mesh/index.ts';
