import { type AabbTree, NODE_WORDS, treeOver } from '../tree/tree.ts';

/** The tables of a file, in the order they lie in it. */
export type BwmTableName =
	| 'vertices'
	| 'faces'
	| 'materials'
	| 'normals'
	| 'distances'
	| 'aabb'
	| 'adjacency'
	| 'edges'
	| 'perimeters';

/**
 * A binary walkmesh, every table exactly as it lies in the file. `decodeBwm` and `encodeBwm` are inverse, byte for byte, for every
 * file that can be decoded: offsets, junk and bytes that belong to no table included.
 */
export interface BwmFile {
	/** Header type: 1 = area (`.wok`), 0 = placeable or door (`.pwk`, `.dwk`). */
	readonly type: number;
	/** 12 floats: relative use hook 1 and 2, absolute use hook 1 and 2. */
	readonly hooks: Float32Array;
	/** 3 floats. */
	readonly position: Float32Array;
	/** 3 floats a vertex. */
	readonly vertices: Float32Array;
	/** 3 vertex indices a face. */
	readonly faces: Uint32Array;
	/** 1 surface id a face. */
	readonly materials: Uint32Array;
	/** 3 floats a face. */
	readonly normals: Float32Array;
	/** 1 float a face. */
	readonly distances: Float32Array;
	/** The nodes of the AABB tree, whose leaves name faces. */
	readonly aabb: AabbTree;
	/** Header field 0x6C: 0 in nearly every file, junk in some; the root is node 0 all the same. */
	readonly aabbRoot: number;
	/** 3 a walkable face: the neighbour's edge `3 * g + j`, or −1. */
	readonly adjacency: Int32Array;
	/** 2 an edge: edge `3 * f + k`, transition. */
	readonly edges: Int32Array;
	/** 1 a loop: the index just behind its last edge. */
	readonly perimeters: Uint32Array;
	/** Where each table lies, in bytes. Empty tables have an offset too, which the engine ignores. */
	readonly offsets: Readonly<Record<BwmTableName, number>>;
	/** Bytes behind the header that no table covers; none in files as the game has them. */
	readonly loose: readonly LooseBytes[];
}

/** Bytes of a file that belong to none of its tables. */
export interface LooseBytes {
	readonly offset: number;
	readonly bytes: Uint8Array;
}

/** The header type of an area walkmesh. */
export const TYPE_AREA = 1;
/** The header type of a placeable's or door's walkmesh. */
export const TYPE_OBJECT = 0;

/**
 * The layout of `BWM V1.0`, declared once for reader and writer. Every field and every table entry is a little-endian 4-byte word.
 */
export const MAGIC = 'BWM V1.0';
export const HEADER_SIZE = 0x88;

/** Where the header's own fields lie, in bytes. */
export const HEADER = { type: 0x08, hooks: 0x0c, position: 0x3c, aabbRoot: 0x6c } as const;

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

/** Tables that only an area can have, but that a file gives an offset. */
export function strayTables({ offsets }: BwmFile): readonly BwmTable[] {
	return TABLES.filter(({ areaOnly, name }) => areaOnly && offsets[name] !== 0);
}

/** Normals that other tools wrote differ by rounding. One that differs by more than this is wrong, or is not of length 1. */
export const NORMAL_TOLERANCE = 1e-3;

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

/** The tables of a file, without what the header says besides. */
export type Tables = Pick<BwmFile, BwmTableName>;

/**
 * Empty tables in one piece of memory, each where it lies in the file, so that writing the file copies nothing. The header is left out.
 * @param lengths words of each table
 */
export function allocateTables(lengths: Readonly<Record<BwmTableName, number>>): Tables {
	const buffer = new ArrayBuffer(HEADER_SIZE + 4 * TABLES.reduce((words, { name }) => words + lengths[name], 0));
	let at = HEADER_SIZE;
	const next = <T>(Words: new (buffer: ArrayBuffer, offset: number, length: number) => T, name: BwmTableName): T => {
		const words = new Words(buffer, at, lengths[name]);
		at += lengths[name] * 4;
		return words;
	};
	return {
		vertices: next(Float32Array, 'vertices'),
		faces: next(Uint32Array, 'faces'),
		materials: next(Uint32Array, 'materials'),
		normals: next(Float32Array, 'normals'),
		distances: next(Float32Array, 'distances'),
		aabb: treeOver(next(Int32Array, 'aabb')),
		adjacency: next(Int32Array, 'adjacency'),
		edges: next(Int32Array, 'edges'),
		perimeters: next(Uint32Array, 'perimeters'),
	};
}

/** The bytes of a file whose tables lie in one piece of memory as they lie in it; undefined for others. */
export function bytesAround(file: BwmFile): Uint8Array<ArrayBuffer> | undefined {
	const { buffer } = file.vertices;
	if (!LITTLE_ENDIAN_HOST || file.loose.length > 0 || !(buffer instanceof ArrayBuffer)) return undefined;
	let size = HEADER_SIZE;
	for (const { name } of TABLES) {
		const words = tableWords(file, name);
		if (words.length === 0) continue;
		if (words.buffer !== buffer || words.byteOffset !== file.offsets[name] || words.byteOffset < size) return undefined;
		size = words.byteOffset + words.byteLength;
	}
	return size === buffer.byteLength ? new Uint8Array(buffer) : undefined;
}

const LITTLE_ENDIAN_HOST = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * Turns 4-byte words between the file's little-endian order and this machine's, in place. On nearly every machine that is
 * nothing to do, which is why whole tables can be mapped to typed arrays.
 */
export function swapToHostOrder(bytes: Uint8Array): void {
	if (LITTLE_ENDIAN_HOST) return;
	for (let i = 0; i + 3 < bytes.length; i += 4) bytes.subarray(i, i + 4).reverse();
}
