import type { Mark } from '../../src/ascii/index.ts';
import type { Vec3 } from '../../src/geometry/vec3.ts';

/** What a text says, node by node, before anything is made of it. */
export interface AsciiDocument {
	readonly nodes: AsciiNode[];
	/** Nodes by name in lower case; of several of one name the first. */
	readonly byName: Map<string, AsciiNode>;
	/** True for a whole model (`newmodel`, `beginmodelgeom`), of which only some nodes are walkmesh. */
	isModel: boolean;
	/** True within `beginwalkmeshgeom`. */
	isWalkmeshGeom: boolean;
	layoutPosition: Vec3 | undefined;
	/** Words of comments by which a tool or a kind is known, upper case: `MDLEDIT`, `PWKMESH`. */
	readonly hints: Set<string>;
}

export interface AsciiNode {
	readonly line: number;
	/** Lower case: `aabb`, `trimesh`, `dummy`; empty when the line ends before it. */
	readonly type: string;
	/** Empty for a node without one. */
	readonly name: string;
	/** What `newmodel`, `beginmodelgeom` or `beginwalkmeshgeom` around it call the whole; empty without one. */
	readonly whole: string;
	parent: string;
	position: Vec3;
	/** Axis, and angle in radians. */
	orientation: readonly [x: number, y: number, z: number, angle: number];
	/** `# wokflow` comments before and within the node. */
	readonly marks: Mark[];
	vertices?: VertexBlock;
	faces?: FaceBlock;
	tree?: TreeBlock;
	links?: LinkBlock;
}

export interface VertexBlock {
	/** 3 doubles a vertex, as written. */
	readonly positions: Float64Array;
}

export interface FaceBlock {
	/** 3 vertex indices a face, not yet checked. */
	readonly corners: Uint32Array;
	/** 1 surface a face. */
	readonly surfaces: Uint32Array;
	/** Byte offset of each face's row. */
	readonly offsets: Uint32Array;
}

export interface TreeBlock {
	readonly line: number;
	/** Where the first node stands: on the keyword's line, on the next, or after a count. */
	readonly form: 'inline' | 'own-line' | 'counted';
	/** 6 doubles a node: min, max, as written. */
	readonly boxes: Float64Array;
	/** 1 a node: a face, or −1. */
	readonly faces: Int32Array;
	/** Why the rows cannot be used, when a row is not as it should be. */
	readonly problem?: string;
}

export interface LinkBlock {
	/** 3 a link: edge, room, line. */
	readonly rows: Float64Array;
}
