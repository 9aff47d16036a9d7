/**
 * What is wrong with walkmeshes and levels, what they hold in numbers, and how two of them differ.
 *
 * @packageDocumentation
 * @module wokflow/check
 */

// biome-ignore-all assist/source/organizeImports: by subject, as a reader looks for them

export { checkLevel } from '../check/stages.ts';
export {
	type LinkFacts,
	type SurfaceFacts,
	type WalkmeshFacts,
	walkmeshFacts,
} from '../check/inspect/facts.ts';
export { type LevelStats, type LinkStats, levelStats, type RoomStats } from '../check/inspect/level-stats.ts';
export type { Bounds } from '../src/geometry/triangles.ts';
export { diffWalkmeshes, type StaleTable } from '../check/inspect/diff.ts';
export type {
	ChangedJoin,
	ChangedLink,
	DiffList,
	HeaderDifference,
	LoneFace,
	MovedVertex,
	PairedFace,
	ResurfacedFace,
	WalkmeshDiff,
} from '../check/inspect/differences.ts';
export { type Candidate, type Identification, identifyBwm } from '../check/inspect/identify.ts';
export type { TableTraits, TreeTraits } from '../check/inspect/traits.ts';
