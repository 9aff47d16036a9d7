/**
 * Files of the game other than walkmeshes: archives (MOD, ERF, RIM, KEY with BIFs), and GFF trees (GIT, ARE, IFO, PTH) with the things that they place
 * in an area.
 *
 * @packageDocumentation
 * @module wokflow/game
 */

// biome-ignore-all assist/source/organizeImports: by subject, as a reader looks for them

export { type Archive, type ArchiveEntry, type ArchivePart, readEntry } from '../game/archives/archive.ts';
export { readArchive } from '../game/archives/read-archive.ts';
export type { ResourceName } from '../game/archives/archive.ts';
export { blobSource } from '../src/formats/contracts.ts';
export type { Gff, GffField, GffStruct, GffTexts, GffType, GffValue } from '../game/gff/gff.ts';
export { readGff } from '../game/gff/gff.ts';
export { writeGff } from '../game/gff/write.ts';
export { thingsOfGit } from '../game/area/things.ts';
export { writePth } from '../game/area/things.ts';
export type { Thing, ThingKind } from '../src/model/level.ts';
export { localToWorld, worldToLocal } from '../level/query/placed.ts';
