export { ASCII_DIALECTS, type AsciiDialect, type AsciiOrigin } from './dialects.ts';
export {
	type BannerMark,
	formatMark,
	isMark,
	type Mark,
	parseMark,
	type VectorMark,
	type VectorMarkName,
} from './marks.ts';
export { AABB_GROWTH, hooksByRule, LONGEST_LINE } from './rules.ts';
export { SNAP_DEFAULTS, SNAP_RULES, type SnapOptions, type Snapped, type SnapRule, snapPositions } from './snap.ts';
