export { diffWalkmeshes } from './diff.ts';
export { DIFF_DEFAULTS, type DiffOptions } from './options.ts';
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
} from './result.ts';
export { type StaleTable, staleTables } from './tables.ts';
