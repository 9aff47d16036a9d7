/**
 * Questions to walkmeshes and levels: ground, rays, rooms, straight walks, routes, and the path points of an area.
 *
 * @packageDocumentation
 * @module wokflow/query
 */

// biome-ignore-all assist/source/organizeImports: by subject, as a reader looks for them

export { type LevelQuery, query } from '../level/query/level-query.ts';
export type { WalkmeshQuery } from '../level/query/walkmesh-query.ts';
export { type PathGraph, type PathPoint, pathGraph } from '../level/query/path-points.ts';
export type { Walk, WalkOptions, WalkStop } from '../level/query/walk.ts';
export type { LevelIndex, LevelQueryOptions, ObjectOptions } from '../level/query/level-index.ts';
export type { FaceIndex } from '../src/plan/face-index.ts';
export type { Hit, QueryMask, QuerySides } from '../src/plan/hits.ts';
