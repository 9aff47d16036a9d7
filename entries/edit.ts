/**
 * What is wrong with files, mended and changed, in Node: what the commands `check`, `fix`, `edit` and `game sync` do.
 *
 * @packageDocumentation
 * @module wokflow/edit
 */

// biome-ignore-all assist/source/organizeImports: by subject, as a reader looks for them

// What is wrong
export { type CheckOptions, checkSource } from '../jobs/check.ts';
export type { CheckProfile } from '../check/profiles.ts';

// Mended, and single values changed
export { type Fixed, type FixedFile, fixFile, fixLayout } from '../jobs/fix.ts';
export { editFile } from '../jobs/edit/edit.ts';
export type { EditedFile } from '../jobs/edit/edit-steps.ts';
export type { OtherSide } from '../jobs/edit/edit-steps.ts';
export type { EditOptions, FixOptions } from '../jobs/edit/remedies.ts';

// Walkmeshes within room models, kept in step
export {
	compareRooms,
	type RoomTwins,
	roomsOfLayout,
	type SyncFiles,
	type SyncOptions,
	type SyncRoom,
} from '../jobs/edit/sync.ts';
export type { TwinComparison } from '../game/mdl/twin.ts';
