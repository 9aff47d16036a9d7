export {
	areaOf,
	type CheckContext,
	checkDegenerate,
	checkDuplicates,
	checkNearMisses,
	checkOrientation,
	checkTJunctions,
	checkUnwelded,
	reportDoubleSided,
	reportSurfaceOfCopy,
	reportTJunctions,
	reportVertical,
} from './checks.ts';
export { coincidentVertices } from './coincident.ts';
export {
	DEGENERATE_DEFAULTS,
	type Degeneracy,
	type DegenerateOptions,
	degeneracyOf,
	degenerateFaces,
} from './degenerate.ts';
export { type Duplicates, findDuplicates, inheritTransitions } from './duplicates.ts';
export { type Mending, mendTJunctions } from './mend-t-junctions.ts';
export { findNearMisses, NEAR_MISS_DEFAULTS, type NearMisses, type NearMissOptions } from './near-misses.ts';
export { indicesOf, openWalkableEdges } from './open-edges.ts';
export {
	flipFaces,
	LOOKS_DOWN,
	LOOKS_NOWHERE,
	LOOKS_SIDEWAYS,
	LOOKS_UP,
	walkableOrientation,
} from './orientation.ts';
export { edgePlace, facePlace } from './places.ts';
export { removeFaces, reportLostTransitions } from './remove-faces.ts';
export { representatives } from './representatives.ts';
export { SIMPLIFY_DEFAULTS, type Simplified, type SimplifyOptions, simplifyMesh } from './simplify.ts';
export { type EdgeSplit, splitEdges, splitEdgesTracked } from './split-edges.ts';
export {
	findTJunctions,
	T_JUNCTION_DEFAULTS,
	T_JUNCTION_LIMIT,
	type TJunctionOptions,
	type TJunctions,
} from './t-junctions.ts';
export { countUnused, dropUnusedVertices } from './unused.ts';
export { WELD_DEFAULTS, type Weld, type WeldOptions, weldMesh, weldPositions } from './weld.ts';
