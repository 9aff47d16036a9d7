export { CHECK_LEVEL_DEFAULTS, type CheckLevelOptions, checkLevel } from './check/check-level.ts';
export { checkLayout, LAYOUT_SECTIONS, type LayoutSection } from './check-layout.ts';
export {
	CONFORM_DEFAULTS,
	type ConformOptions,
	type ConformResult,
	conformRooms,
	type SeamSplit,
} from './conform/conform.ts';
export { reportConform } from './conform/report.ts';
export {
	layoutOfRooms,
	ROOM_DEFAULTS,
	type RoomOptions,
	roomsOfScene,
	roomWalkmesh,
	type SceneRoom,
} from './from-scene.ts';
export { type Layout, type LayoutDoorHook, type LayoutEntry, PLACEHOLDER_ROOM, roomIndex } from './layout.ts';
export type { Level, Room } from './level.ts';
export type { Refusal } from './link/clusters.ts';
export { existingLinks } from './link/existing.ts';
export type { Move } from './link/join-ends.ts';
export { GREATEST_SNAP, LINK_DEFAULTS, type LinkOptions, linkRooms } from './link/link.ts';
export { reportLinks } from './link/report.ts';
export type {
	Link,
	LinkResult,
	MisplacedTransitions,
	RefusedLink,
	ReplacedTransition,
	Rival,
	UnconfirmedTransition,
} from './link/result.ts';
export { MARKER_DEFAULTS, type MarkerOptions, Markers } from './markers.ts';
export { checkModelName, type DuplicateName, findDuplicateNames, LONGEST_NAME, type NameProblem } from './names.ts';
export type { Dangling } from './relink/correspondence.ts';
export {
	type DanglingTransition,
	followLayout,
	type MappedTransitions,
	type MovedRoom,
	RELINK_DEFAULTS,
	type RelinkOptions,
	type RelinkResult,
	relinkRooms,
} from './relink/relink.ts';
export { reportRelink } from './relink/report.ts';
export {
	checkVisibility,
	roomLinks,
	type SkeletonOptions,
	type Visibility,
	type VisibilityEntry,
	visibilitySkeleton,
} from './visibility.ts';
