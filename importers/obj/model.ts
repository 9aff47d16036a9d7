import type { NodeTable } from './nodes.ts';

/** No material was named. */
export const NO_MATERIAL = 0;

/** No node was named. */
export const NO_NODE = 0xffff_ffff;

/** An OBJ file as read: flat, in its own axes and unit, every index a vertex of the file, from 0. */
export interface ObjModel {
	/** 3 doubles a vertex. */
	readonly positions: Float64Array;
	/** 3 a vertex, 0 to 1; white where a vertex has none; undefined when none has. */
	readonly colours: Float32Array | undefined;
	/** The vertices of all faces, face after face. */
	readonly corners: Uint32Array;
	/** Corners of each face, 3 or more. */
	readonly faceSizes: Uint32Array;
	/** Line of each face. */
	readonly faceLines: Uint32Array;
	/** Faces that share node and material, in the order of the file. */
	readonly runs: readonly FaceRun[];
	readonly polylines: Elements;
	readonly points: Elements;
	readonly nodes: NodeTable;
	/** Names by material number; number 0 is no material. */
	readonly materials: readonly string[];
	/** What `mtllib` statements say, as written, each once. */
	readonly libraries: readonly Library[];
	/** Where vertices were declared: 2 values a run, its first vertex and its node (or `NO_NODE`). Those before the first run have none. */
	readonly declared: Uint32Array;
	/** How many `f` statements there were, those included that were refused. */
	readonly faceStatements: number;
}

export interface FaceRun {
	readonly node: number;
	readonly material: number;
	readonly firstFace: number;
}

/** Polylines (`l`) or sets of points (`p`). */
export interface Elements {
	readonly vertices: Uint32Array;
	/** Vertices of each element. */
	readonly sizes: Uint32Array;
	readonly nodes: Uint32Array;
	readonly lines: Uint32Array;
}

export interface Library {
	readonly text: string;
	readonly line: number;
}
