import type { AabbTree } from '../aabb/index.ts';

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

export interface LooseBytes {
	readonly offset: number;
	readonly bytes: Uint8Array;
}

/** The header type of an area walkmesh. */
export const TYPE_AREA = 1;
/** The header type of a placeable's or door's walkmesh. */
export const TYPE_OBJECT = 0;
