import { erfWriter } from '../exporters/erf/index.ts';
import { rimWriter } from '../exporters/rim/index.ts';
import { erfFormat } from '../importers/erf/index.ts';
import { keyFormat } from '../importers/key/index.ts';
import { rimFormat } from '../importers/rim/index.ts';
import type { ArchiveFormat, ArchiveWriter } from '../src/archive/archive.ts';

/**
 * The archives of the game. They are not a kind of entry that a plugin adds: a path that leads into one is a path like any other, also where
 * no registry is at hand.
 */
export const ARCHIVES: readonly ArchiveFormat[] = [erfFormat, rimFormat, keyFormat];

export const ARCHIVE_WRITERS: readonly ArchiveWriter[] = [erfWriter, rimWriter];
