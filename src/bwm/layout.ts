import { NODE_WORDS } from '../aabb/index.ts';
import type { BwmFile, BwmTableName } from './bwm-file.ts';

/**
 * The layout of `BWM V1.0`, declared once for reader and writer. Every field and every table entry is a little-endian 4-byte word.
 */
export const MAGIC = 'BWM V1.0';
export const HEADER_SIZE = 0x88;

/** Where the header's own fields lie, in bytes. */
export const HEADER: {
	readonly type: number;
	readonly hooks: number;
	readonly position: number;
	readonly aabbRoot: number;
} = { type: 0x08, hooks: 0x0c, position: 0x3c, aabbRoot: 0x6c };

/** Words in the header's float fields. */
export const HOOK_WORDS = 12;
export const POSITION_WORDS = 3;

/** One table: where the header holds its count and offset, and how many words an entry has. */
export interface BwmTable {
	readonly name: BwmTableName;
	/** Words an entry. */
	readonly words: number;
	/** Byte of the header that holds the number of entries; several tables share one. */
	readonly countAt: number;
	/** Byte of the header that holds the table's offset. */
	readonly offsetAt: number;
	/** Placeables and doors do not have it. */
	readonly areaOnly: boolean;
}

/** In the order the tables lie in a file. */
export const TABLES: readonly BwmTable[] = [
	{ name: 'vertices', words: 3, countAt: 0x48, offsetAt: 0x4c, areaOnly: false },
	{ name: 'faces', words: 3, countAt: 0x50, offsetAt: 0x54, areaOnly: false },
	{ name: 'materials', words: 1, countAt: 0x50, offsetAt: 0x58, areaOnly: false },
	{ name: 'normals', words: 3, countAt: 0x50, offsetAt: 0x5c, areaOnly: false },
	{ name: 'distances', words: 1, countAt: 0x50, offsetAt: 0x60, areaOnly: false },
	{ name: 'aabb', words: NODE_WORDS, countAt: 0x64, offsetAt: 0x68, areaOnly: true },
	{ name: 'adjacency', words: 3, countAt: 0x70, offsetAt: 0x74, areaOnly: true },
	{ name: 'edges', words: 2, countAt: 0x78, offsetAt: 0x7c, areaOnly: true },
	{ name: 'perimeters', words: 1, countAt: 0x80, offsetAt: 0x84, areaOnly: true },
];

/** The words of a table, whatever their type, as a view of the file's own arrays. */
export function tableWords(file: Omit<BwmFile, 'offsets' | 'loose'>, name: BwmTableName): Uint32Array {
	const array = name === 'aabb' ? file.aabb.i32 : file[name];
	return new Uint32Array(array.buffer, array.byteOffset, array.length);
}

/**
 * Offsets of tables packed back to back behind the header. An empty table of an area file stores the next free byte, one that
 * placeables and doors do not have stores 0, as the game's files do.
 */
export function packedOffsets(file: Omit<BwmFile, 'offsets' | 'loose'>, isArea: boolean): Record<BwmTableName, number> {
	const offsets: Partial<Record<BwmTableName, number>> = {};
	let at = HEADER_SIZE;
	for (const table of TABLES) {
		offsets[table.name] = table.areaOnly && !isArea ? 0 : at;
		at += tableWords(file, table.name).byteLength;
	}
	return offsets as Record<BwmTableName, number>;
}
