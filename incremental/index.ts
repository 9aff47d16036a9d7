export { type BuildOptions, type BuildStep, build, type TargetResult } from './build.ts';
export { type CleanOptions, clean } from './clean.ts';
export type { OutputResult } from './context.ts';
export { CONFIG_NAMES, configFromValue, findConfig, type LoadedConfig, loadConfig } from './load-config.ts';
export type { LockHolder } from './lock.ts';
export type { Manifest, OutputRecord, RoomRecord, TargetRecord } from './manifest.ts';
