/**
 * wokflow: modelled levels to Knights of the Old Republic walkmeshes and back.
 *
 * Bytes in, bytes out: nothing here touches a disk, so it runs in a browser as it does in Node. Files, pipelines over paths and
 * builds are in `wokflow/node`.
 *
 * @packageDocumentation
 */

// biome-ignore-all assist/source/organizeImports: by subject, as a reader looks for them

// In one call
export { type ReadWalkmesh, readSurfaceTable, readWalkmesh, writeWalkmesh } from './pipeline/bytes.ts';
export { type ConvertBytesOptions, type ConvertedBytes, convertBytes } from './jobs/convert-bytes.ts';

// The walkmesh, and the file it lies in
export {
	createWalkmesh,
	type DoorState,
	type Hooks,
	type Walkmesh,
	type WalkmeshIdentity,
	type WalkmeshKind,
} from './src/model/walkmesh.ts';
export type { Vec3 } from './src/math/vec3.ts';
export type { BwmFile, LooseBytes } from './src/bwm/bwm-file.ts';
export type { AabbTree } from './src/tree/tree.ts';
export { deriveBwm, walkmeshFromBwm } from './src/bwm/derive.ts';
export { decodeBwm } from './importers/bwm/decode.ts';
export { encodeBwm } from './exporters/bwm/encode.ts';

// What a walkmesh says
export { aabbs, adjacency, box, type PerimeterEdge, perimeterEdges, walkableFaces } from './check/inspect/tables.ts';
export {
	type AabbNode,
	type LinkFacts,
	type SurfaceFacts,
	type WalkmeshFacts,
	walkmeshFacts,
} from './check/inspect/facts.ts';
export { diffWalkmeshes, type StaleTable } from './check/inspect/diff.ts';
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
} from './check/inspect/differences.ts';
export { type Candidate, type Identification, identifyBwm } from './check/inspect/identify.ts';
export type { TableTraits, TreeTraits } from './check/inspect/traits.ts';

// Surfaces
export { isWalkable, K1, SURFACE_TABLES, type Surface, type SurfaceTable } from './src/model/surfaces.ts';
export { type NamedSurface, surfaceByName } from './src/model/surfaces.ts';

// What a scene is that nobody prepared
export { type MaterialProposal, type Proposals, proposeDecisions, type ReadFrame } from './src/propose/propose.ts';
export { applyDecisions } from './src/propose/apply.ts';
export {
	acceptDecisions,
	type Confidence,
	type Decided,
	type Decisions,
	type FrameDecision,
	type MaterialDecision,
	type ObjectDecision,
	type ObjectRole,
	type RoomDecision,
	type SillsDecision,
} from './src/scene/decisions.ts';
export { decisionsText, readDecisions } from './pipeline/decisions-file.ts';

// Findings
export {
	defineFindings,
	type Finding,
	type FindingType,
	InputError,
	type Location,
	Report,
	type Severity,
} from './src/findings/report.ts';
export { UsageError } from './src/text/usage-error.ts';

// Levels
export type {
	Layout,
	LayoutDoorHook,
	LayoutEntry,
	Level,
	ObjectPlacement,
	Room,
	Visibility,
	VisibilityEntry,
} from './src/model/level.ts';
export { visibilitySkeleton } from './level/rooms/visibility.ts';
export { readLyt } from './level/formats/read-lyt.ts';
export { readVis } from './level/formats/read-vis.ts';
export { writeLyt } from './level/formats/write-lyt.ts';
export { writeVis } from './level/formats/write-vis.ts';

// Questions to walkmeshes and levels
export { query } from './level/query/level-query.ts';
export type { LevelQuery } from './level/query/level-query.ts';
export type { WalkmeshQuery } from './level/query/walkmesh-query.ts';

// Formats
export type {
	DocumentFormat,
	Exporter,
	Importer,
	InputSource,
	Loaded,
	LoadedWalkmesh,
	ReadContext,
	RoomFiles,
	WriteContext,
} from './src/formats/contracts.ts';
export { type ByteSource, bytesSource, type OutputFile } from './src/formats/sources.ts';
export type { Scene } from './src/scene/scene.ts';
export type { MaterialUse } from './src/scene/material-uses.ts';
export type { ReadOptions, WriteOptions } from './pipeline/options.ts';
export { Registry, type RegistryEntries } from './pipeline/registry.ts';
export { createRegistry } from './jobs/default-registry.ts';

// Files of the game beside walkmeshes: archives, GIT, ARE, IFO, PTH
export * as game from './game/installation/game-exports.ts';
export type { Archive, ArchiveEntry, ArchivePart } from './game/archives/archive.ts';
export type { ResourceName } from './game/archives/resource-types.ts';
export type { Thing, ThingKind } from './src/model/level.ts';

// Recipes and stages
export { type Conversion, type ConvertOptions, convert } from './pipeline/convert.ts';
export { convertRecipe, levelRecipe, type Recipe, type RecipeStep } from './pipeline/recipe.ts';
export {
	defineStage,
	type Stage,
	type StageContext,
	type StageFactory,
	type Subject,
	type Subjects,
} from './pipeline/stages/stage.ts';
export * as option from './src/findings/options.ts';
export type { GivenOf, Limits, Option, Options, Unit, ValuesOf } from './src/findings/options.ts';
export {
	dropDegenerate,
	dropDuplicate,
	fixTJunctions,
	orient,
	simplify,
	sort,
	weld,
} from './pipeline/stages/clean-up.ts';
export { mirror, place, rotate, scale, translate } from './pipeline/stages/motions.ts';
export { bridgeRooms, conform, link, relink } from './level/stages.ts';
export { snap } from './pipeline/stages/motions.ts';
export { checkLevel } from './check/stages.ts';

// Doors and placeables from visual models
export { makeDoor } from './level/collision/door.ts';
export { makeHull } from './level/collision/hull.ts';
