/**
 * Files of the game other than walkmeshes: archives (MOD, ERF, RIM, KEY with BIFs), and GFF trees (GIT, ARE, IFO, PTH) with the things
 * that they place in an area. The library exports them as one namespace, `game`.
 */
export { writeGff } from '../exporters/gff/write.ts';
export { readGff } from '../importers/gff/read.ts';
export { type Archive, readEntry } from '../src/archive/archive.ts';
export type { Thing, ThingKind } from '../src/area/thing.ts';
export { thingsOfGit } from '../src/area/things.ts';
export { type ByteSource, blobSource } from '../src/formats/sources.ts';
export type { Gff, GffField, GffStruct, GffTexts, GffType, GffValue } from '../src/gff/gff.ts';
export { localToWorld, worldToLocal } from '../src/query/placed.ts';
export { readArchive } from './read-archive.ts';
