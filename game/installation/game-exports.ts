/**
 * Files of the game other than walkmeshes: archives (MOD, ERF, RIM, KEY with BIFs), and GFF trees (GIT, ARE, IFO, PTH) with the things
 * that they place in an area. The library exports them as one namespace, `game`.
 */

export { localToWorld, worldToLocal } from '../../level/query/placed.ts';
export { type ByteSource, blobSource } from '../../src/formats/sources.ts';
export type { Thing, ThingKind } from '../../src/model/level.ts';
export { type Archive, readEntry } from '../archives/archive.ts';
export { readArchive } from '../archives/read-archive.ts';
export { thingsOfGit } from '../area/things.ts';
export type { Gff, GffField, GffStruct, GffTexts, GffType, GffValue } from '../gff/gff.ts';
export { readGff } from '../gff/read.ts';
export { writeGff } from '../gff/write.ts';
