/**
 * wokflow: modelled levels to Knights of the Old Republic walkmeshes and back.
 *
 * Everything the command line can do, a script can do through this module. Nothing here touches a disk but `openFile`,
 * `writeFilesAtomically`, `roomFiles`, `standardInput` and the build.
 */

export {
	ASCII_WRITE_DEFAULTS,
	type AsciiWriteContext,
	type AsciiWriteOptions,
	type WritableWalkmesh,
	writeAscii,
} from './exporters/ascii/write.ts';
export { encodeBwm } from './exporters/bwm/encode.ts';
export { INSPECTION_DEFAULTS, type InspectionOptions } from './exporters/gltf/inspection.ts';
export { GLTF_WRITE_DEFAULTS, type GltfWriteOptions, writeGltf } from './exporters/gltf/write.ts';
export { writeLyt } from './exporters/lyt/write.ts';
export { OBJ_WRITE_DEFAULTS, type ObjWriteOptions, writeMtl, writeObj } from './exporters/obj/write.ts';
export { findingPins } from './exporters/svg/marks.ts';
export { PLAN_DEFAULTS, type PlanOptions, type PlanPin, type PlanRoom } from './exporters/svg/options.ts';
export { writePlan } from './exporters/svg/plan.ts';
export { writeVis } from './exporters/vis/write.ts';
export { looksLikeAsciiWalkmesh } from './importers/ascii/detect.ts';
export {
	ASCII_DEFAULTS,
	type AsciiOptions,
	type VertexSpace,
} from './importers/ascii/parse.ts';
export { type AsciiContext, type AsciiWalkmesh, readAscii } from './importers/ascii/read.ts';
export { decodeBwm, looksLikeBwm } from './importers/bwm/decode.ts';
export { GLTF_DEFAULTS, GLTF_LIMITS, type GltfOptions } from './importers/gltf/options.ts';
export { type GltfContent, readGltf, readGltfScene } from './importers/gltf/read.ts';
export { readLyt } from './importers/lyt/read.ts';
export type { ObjSource } from './importers/obj/chunks.ts';
export { coloursOfLibrary } from './importers/obj/library.ts';
export { OBJ_DEFAULTS, type ObjOptions, readObjScene } from './importers/obj/read.ts';
export { readTwoDA } from './importers/twoda/read.ts';
export { readVis } from './importers/vis/read.ts';
export { type BuildOptions, type BuildStep, build, type TargetResult } from './incremental/build.ts';
export { CONFIG_NAMES, configFromValue, findConfig, type LoadedConfig, loadConfig } from './incremental/config.ts';
export type { OutputResult } from './incremental/context.ts';
export type { LockHolder } from './incremental/lock.ts';
export type { Manifest, OutputRecord, RoomRecord, TargetRecord } from './incremental/manifest.ts';
export { type CleanOptions, clean } from './incremental/outputs.ts';
export { type Collision, type CollisionSourceOptions, doorFromSource, hullFromSource } from './pipeline/collision.ts';
export {
	type ConfigStep,
	type ConvertTarget,
	defineConfig,
	type LevelTarget,
	type WokflowConfig,
} from './pipeline/config.ts';
export {
	type Conversion,
	type ConvertOptions,
	convert,
	findExporter,
	toWalkmeshes,
	type Wanted,
	wantedBy,
} from './pipeline/convert.ts';
export { createRegistry } from './pipeline/default-registry.ts';
export {
	type DiffPair,
	type DiffSourcesOptions,
	diffSources,
	type SourcesDiff,
	type WalkmeshIdentity,
} from './pipeline/diff.ts';
export {
	openFile,
	roomFiles,
	standardInput,
	writeFilesAtomically,
} from './pipeline/files.ts';
export { type Inspection, identifySource, inspect, type SourceIdentification } from './pipeline/inspect.ts';
export { keepStages } from './pipeline/keep.ts';
export { levelFromLayout, levelFromScene, type ReadLevelOptions, readLevel } from './pipeline/level.ts';
export { LEVEL_FILES_DEFAULTS, type LevelFilesOptions, levelFiles } from './pipeline/level-files.ts';
export { Pipeline, type PipelineOptions, type PipelineResult, pipeline } from './pipeline/pipeline.ts';
export { findImporter, readSource } from './pipeline/read.ts';
export {
	type ConvertRecipeOptions,
	convertRecipe,
	type LevelRecipeOptions,
	levelRecipe,
	type Recipe,
	type RecipeStep,
	resolveRecipe,
	runStages,
	type StageObserver,
	stagesOf,
} from './pipeline/recipe.ts';
export { Registry, type RegistryEntries } from './pipeline/registry.ts';
export {
	defineStage,
	type Stage,
	type StageContext,
	type StageFactory,
	type Subject,
	type Subjects,
} from './pipeline/stage.ts';
export {
	CHECK_MESH_OPTIONS,
	type CheckMeshOptions,
	checkMesh,
	dropDegenerate,
	dropDuplicate,
	dropUnused,
	findTJunctions,
	fixTJunctions,
	ORIENT_OPTIONS,
	type OrientOptions,
	orient,
	simplify,
	sort,
	type WeldStageOptions,
	weld,
} from './pipeline/stages/clean-up.ts';
export {
	checkLevel,
	conform,
	link,
	RELINK_STAGE_OPTIONS,
	type RelinkStageOptions,
	relink,
	snap,
} from './pipeline/stages/level.ts';
export {
	MIRROR_OPTIONS,
	type MirrorOptions,
	mirror,
	PLACE_OPTIONS,
	type PlaceOptions,
	place,
	placeRoom,
	ROTATE_OPTIONS,
	type RotateOptions,
	rotate,
	SCALE_OPTIONS,
	type ScaleOptions,
	scale,
	TRANSLATE_OPTIONS,
	type TranslateOptions,
	translate,
} from './pipeline/stages/motions.ts';
export { STAGES } from './pipeline/stages/stages.ts';
export { loadSurfaceTable } from './pipeline/surface-table.ts';
export { AABB_DEFAULTS, type AabbOptions, type AabbSplit, buildAabbTree } from './src/aabb/build.ts';
export { checkAabbTree } from './src/aabb/check.ts';
export type { AabbCheck, AabbCheckLists, CheckList } from './src/aabb/check-lists.ts';
export { queryAabbBox, queryAabbColumn, queryAabbSegment } from './src/aabb/query.ts';
export { type AabbTree, NODE_WORDS } from './src/aabb/tree.ts';
export { type WalkCost, type WalkLines, walkCost, walkLines } from './src/aabb/walk-cost.ts';
export { SNAP_OPTIONS, type SnapOptions } from './src/bwm/ascii.ts';
export {
	type BwmFile,
	type BwmTable,
	type BwmTableName,
	HEADER,
	HEADER_SIZE,
	HOOK_WORDS,
	type LooseBytes,
	MAGIC,
	POSITION_WORDS,
	packedOffsets,
	swapToHostOrder,
	TABLES,
	TYPE_AREA,
	TYPE_OBJECT,
	tableWords,
} from './src/bwm/bwm-file.ts';
export {
	DERIVE_DEFAULTS,
	type DeriveOptions,
	deriveBwm,
	type FileIdentity,
	walkmeshFromBwm,
} from './src/bwm/derive.ts';
export { type CheckContext, checkContext } from './src/check/context.ts';
export { DEGENERATE_OPTIONS, type Degeneracy, type DegenerateOptions, degeneracyOf } from './src/check/degenerate.ts';
export {
	DROP_DUPLICATE_OPTIONS,
	type DropDuplicateOptions,
	type Duplicates,
	findDuplicates,
} from './src/check/duplicates.ts';
export { countIslands } from './src/check/ground.ts';
export { checkLayout } from './src/check/layout.ts';
export { CHECK_LEVEL_DEFAULTS, type CheckLevelOptions, checkLevel as reportLevel } from './src/check/level.ts';
export { MESH_CHECKS, type MeshCheck, runMeshChecks } from './src/check/mesh.ts';
export { findNearMisses, NEAR_MISS_OPTIONS, type NearMisses, type NearMissOptions } from './src/check/near-misses.ts';
export { checkHooks, checkTables } from './src/check/tables.ts';
export { type ChildBase, checkTree } from './src/check/tree.ts';
export { DOOR_OPTIONS, type DoorOptions, makeDoor } from './src/collision/door.ts';
export { type FootprintShape, type Front, HULL_OPTIONS, type HullOptions, makeHull } from './src/collision/hull.ts';
export { type CollisionModel, convexOutline, type Outline, outlineArea, type Point } from './src/collision/solid.ts';
export {
	describeLocation,
	type Finding,
	type FindingCount,
	type FindingType,
	InputError,
	type Location,
	makeFinding,
	REPORT_DEFAULTS,
	Report,
	type ReportOptions,
	type Severity,
	UsageError,
} from './src/findings/report.ts';
export type {
	Exporter,
	Importer,
	InputSource,
	Loaded,
	LoadedWalkmesh,
	ReadContext,
	ReadOptions,
	RoomFiles,
	WriteContext,
	WriteOptions,
} from './src/formats/contracts.ts';
export { bytesSource, type OutputFile } from './src/formats/sources.ts';
export { diffWalkmeshes, type StaleTable, staleTables } from './src/inspect/diff.ts';
export {
	type ChangedJoin,
	type ChangedLink,
	DIFF_DEFAULTS,
	type DiffList,
	type DiffOptions,
	type HeaderDifference,
	type LoneFace,
	type MovedVertex,
	type PairedFace,
	type ResurfacedFace,
	type WalkmeshDiff,
} from './src/inspect/diff-moves.ts';
export {
	type AabbNode,
	aabbNode,
	type LinkFacts,
	type SurfaceFacts,
	type TreeFacts,
	treeFacts,
	type WalkmeshFacts,
	walkmeshFacts,
} from './src/inspect/facts.ts';
export {
	type Candidate,
	type Confidence,
	type Identification,
	identifyBwm,
	TOOL_NAMES,
	type ToolId,
} from './src/inspect/identify.ts';
export {
	type BoxHabit,
	boxHabits,
	type TableTraits,
	type TreeTraits,
	tableTraits,
	treeTraits,
} from './src/inspect/traits.ts';
export {
	CONFORM_DEFAULTS,
	type ConformOptions,
	type ConformResult,
	conformRooms,
	reportConform,
	type SeamSplit,
} from './src/level/conform.ts';
export {
	layoutOfRooms,
	ROOM_OPTIONS,
	type RoomOptions,
	roomsOfScene,
	roomWalkmesh,
	type SceneRoom,
} from './src/level/from-scene.ts';
export type { Move, Refusal } from './src/level/join-ends.ts';
export {
	checkModelName,
	type DuplicateName,
	findDuplicateNames,
	type Layout,
	type LayoutDoorHook,
	type LayoutEntry,
	type Level,
	LONGEST_NAME,
	type NameProblem,
	PLACEHOLDER_ROOM,
	type Room,
	roomIndex,
} from './src/level/level.ts';
export {
	existingLinks,
	GREATEST_SNAP,
	LINK_DEFAULTS,
	type Link,
	type LinkOptions,
	type LinkResult,
	linkRooms,
	type MisplacedTransitions,
	type RefusedLink,
	type ReplacedTransition,
	type Rival,
	reportLinks,
	type UnconfirmedTransition,
} from './src/level/link.ts';
export { LAYOUT_SECTIONS, type LayoutSection } from './src/level/lyt.ts';
export { MARKER_DEFAULTS, type MarkerOptions, Markers } from './src/level/markers.ts';
export {
	type Dangling,
	type DanglingTransition,
	followLayout,
	type MappedTransitions,
	type MovedRoom,
	RELINK_DEFAULTS,
	type RelinkOptions,
	type RelinkResult,
	relinkRooms,
	reportRelink,
} from './src/level/relink.ts';
export {
	checkVisibility,
	roomLinks,
	type SkeletonOptions,
	type Visibility,
	type VisibilityEntry,
	visibilitySkeleton,
} from './src/level/visibility.ts';
export { coincidentVertices } from './src/mesh/coincident.ts';
export {
	type Adjacency,
	buildAdjacency,
	edgeEnd,
	type OverfullEdge,
	openWalkableEdges,
	type Perimeters,
	walkPerimeters,
} from './src/mesh/half-edges.ts';
export { edgeLocation, edgeMiddle, faceLocation, faceMiddle } from './src/mesh/locations.ts';
export { SIMPLIFY_DEFAULTS, type Simplified, type SimplifyOptions, simplifyMesh } from './src/mesh/simplify.ts';
export {
	type EdgeSplit,
	findTJunctions as locateTJunctions,
	type Mending,
	mendTJunctions,
	splitEdges,
	splitEdgesTracked,
	T_JUNCTION_DEFAULTS,
	T_JUNCTION_LIMIT,
	type TJunctionOptions,
	type TJunctions,
} from './src/mesh/t-junctions.ts';
export {
	type Bounds,
	boundsOf,
	FACING,
	faceArea,
	faceNormals,
	planarDistances,
	walkableFacings,
} from './src/mesh/triangles.ts';
export { MAX_CORNERS, type RingProblem, type Triangulation, triangulate } from './src/mesh/triangulate.ts';
export { toFloat32, type Vec3, vec3At, ZERO } from './src/mesh/vec3.ts';
export {
	representatives,
	WELD_DEFAULTS,
	type Weld,
	type WeldOptions,
	weldMesh,
	weldPositions,
} from './src/mesh/weld.ts';
export {
	choice,
	degrees,
	flag,
	type GivenOf,
	metres,
	number,
	type Option,
	type Options,
	pairs,
	squareMetres,
	text,
	texts,
	type ValuesOf,
	vector,
} from './src/options/options.ts';
export { assembleScene, assembleWhole, mergeParts, type SceneWalkmeshes } from './src/scene/assemble.ts';
export {
	checkSize,
	checkUp,
	FRAME_DEFAULTS,
	type FrameOptions,
	type LengthUnit,
	METRES_PER_UNIT,
	NARROWEST_ROOM,
	toAreaAxes,
	UPRIGHT_SHARE,
	type UpAxis,
	WIDEST_ROOM,
} from './src/scene/frame.ts';
export {
	geometryChecksum,
	hookNames,
	type InspectionStamp,
	makeStamp,
	walkmeshNodeName,
} from './src/scene/inspection.ts';
export {
	collectGreens,
	createGreens,
	decidePaint,
	type Greens,
	paintedRooms,
	type RoomPaint,
} from './src/scene/painted-rooms.ts';
export {
	distinctObjects,
	type GeometryRole,
	type HookRole,
	hasHooks,
	isIgnoredName,
	type MarkerRole,
	type NodeMeaning,
	type NodeRole,
	nodeMeanings,
	nodeRole,
	type PlacedObject,
	parentsFirst,
	plainName,
} from './src/scene/roles.ts';
export type { ImportContext, Scene, SceneHook, SceneMarker, SceneNode, ScenePart } from './src/scene/scene.ts';
export { type SelectableNode, type Selection, type SelectOptions, selectNodes } from './src/scene/select.ts';
export {
	SURFACE_EXTRAS,
	SurfaceAssigner,
	type SurfaceClues,
	type SurfaceMapping,
	surfaceByValue,
	UNRESOLVED_SURFACE,
} from './src/scene/surfaces.ts';
export {
	dropUnusedVertices,
	type FaceOrder,
	flipFaces,
	openEdges,
	perimeterEdges,
	removeFaces,
	reorderFaces,
	sortWalkableFirst,
	walkableFirstOrder,
	walkableNeighbours,
} from './src/walkmesh/faces.ts';
export {
	type NamedSurface,
	nearestSurfaceName,
	surfaceByName,
	surfaceMaterialName,
} from './src/walkmesh/surface-names.ts';
export {
	type CellInteger,
	cellInteger,
	cellText,
	columnIndex,
	surfaceTableFromTwoDA,
	type TwoDA,
} from './src/walkmesh/surface-tables.ts';
export {
	isWalkable,
	K1,
	KOTORBLENDER,
	linearToSrgbByte,
	SURFACE_TABLES,
	type Surface,
	type SurfaceTable,
	surfaceColour,
	surfaceLabel,
	toHexColour,
	walkableFaces,
} from './src/walkmesh/surfaces.ts';
export {
	chooseSpace,
	guessSpace,
	type Motion,
	movePoints,
	moveWalkmesh,
	placeScene,
	placeWalkmesh,
	reflection,
	reportCollapsedFaces,
	rotation,
	type Space,
	type SpaceOption,
	scaling,
	translation,
} from './src/walkmesh/transform.ts';
export {
	createWalkmesh,
	DOOR_STATES,
	type DoorState,
	faceCount,
	facesByWalkability,
	type Hooks,
	NO_HOOKS,
	NONE,
	transitionEdges,
	vertexCount,
	type Walkmesh,
	type WalkmeshKind,
} from './src/walkmesh/walkmesh.ts';
