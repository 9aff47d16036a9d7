import { defineFindings } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { AabbTree } from '../../src/tree/tree.ts';

/**
 * The layout of a binary model (`.mdl`), declared once for reader and writer: its tree of nodes and its meshes, nothing else. Offsets in a model count
 * from the end of the first 12 bytes. All numbers are little-endian.
 */

/** Size of the file header, which offsets do not count: 0, size of the model, size of the `.mdx`. */
export const FILE_HEADER = 12;

/** Offsets of the fields of the model header, which follows the file header. */
export const MODEL = { kind: 0, name: 8, root: 40, mdxSize: 176, names: 184, size: 196 } as const;

/** Bytes of the name of a model. */
export const MODEL_NAME_SIZE = 32;

/** The first number of a model tells the game: it is the address of a function in its executables. */
export const MODEL_KINDS: ReadonlyMap<number, 'k1' | 'k2'> = new Map([
	[4273776, 'k1'],
	[4254992, 'k1'],
	[4285200, 'k2'],
	[4285872, 'k2'],
]);

/** Offsets of the fields of a node. */
export const NODE = { flags: 0, name: 4, parent: 12, position: 16, orientation: 28, children: 44, size: 80 } as const;

export const HAS_MESH = 0x20;
export const HAS_AABB = 0x200;
/** Lights, emitters and references have further data between the node and a mesh. No model has a node with both. */
export const HAS_OTHER = 0x1c;
/** Lightsabers have their vertices in other fields. */
export const HAS_SABER = 0x800;

/** Offsets of the fields of a mesh, which follows its node. Use `meshField` for those that are elsewhere in KotOR 2. */
export const MESH = {
	faces: 8,
	bounds: 20,
	radius: 44,
	average: 48,
	indexCounts: 176,
	indexOffsets: 188,
	rowSize: 252,
	rowOffsets: 260,
	vertexCount: 304,
	isDrawn: 313,
	area: 316,
	rows: 324,
	vertices: 328,
	size: 332,
} as const;

/** Meshes of KotOR 2 are this many bytes longer, and the fields at their end as much farther behind. */
const K2_MESH_EXTRA = 8;

/** Fields of a row of the `.mdx`, in the order of their offsets in a mesh: −1 for those that a row does not have. */
export const ROW_FIELDS = { position: 0, normal: 1 } as const;
export const ROW_FIELD_COUNT = 11;

/** A face of a mesh, in bytes, and the offsets of its fields. */
export const FACE_SIZE = 32;
export const FACE = { normal: 0, distance: 12, surface: 16, adjacent: 20, corners: 26 } as const;
/** In place of a neighbour, where a face has none. */
export const NO_FACE = 0xffff;
/** Corners and neighbours have 16 bits. */
export const MOST_VERTICES = 0xffff;

/** A node of the tree, in bytes, and the offsets of its fields; its box comes first. */
export const TREE_NODE_SIZE = 40;
export const TREE_NODE = { left: 24, right: 28, face: 32, plane: 36 } as const;
/** How far boxes reach beyond their faces on the side of greater coordinates; metres. */
export const TREE_MARGIN = 0.0001;

/** A mesh of a node. */
export interface MdlMesh {
	/** Offset of the mesh, not counting the file header. */
	readonly offset: number;
	/** 3 floats a vertex, in the space of the node. */
	readonly positions: Float32Array;
	/** 3 vertices a face. */
	readonly faces: Uint32Array;
	/** 1 a face. */
	readonly surfaces: Uint32Array;
	/** The game draws it. */
	readonly isDrawn: boolean;
	/** The bytes of its vertices in the `.mdx`, including the row that ends them. */
	readonly rows: { readonly start: number; readonly size: number };
}

/** A node of a model, in the order of the tree, parents first. */
export interface MdlNode {
	readonly name: string;
	readonly offset: number;
	readonly flags: number;
	/** Index of the parent among the nodes; −1 for the root. */
	readonly parent: number;
	readonly position: Vec3;
	/** w, x, y, z */
	readonly orientation: readonly [number, number, number, number];
	readonly mesh?: MdlMesh;
}

/** The walkmesh in a room's model (its AABB node), which camera, mouse and shadows use: the twin of the room's walkmesh file. */
export interface MdlWalkmesh {
	/** Index of its node. */
	readonly node: number;
	readonly mesh: MdlMesh;
	/** Its tree in the form of walkmesh files, with faces and boxes of the model. Undefined where it is damaged. */
	readonly tree?: AabbTree;
	/** Offset of the root of the tree, and how many bytes from there belong to the tree only. */
	readonly treeOffset: number;
	readonly treeSize: number;
}

/** A part of the file that a node or the model uses. */
export interface MdlRegion {
	readonly start: number;
	readonly end: number;
	/** Index of the node that uses it; −1 for the model. */
	readonly node: number;
	/** What of the node it is, such as its faces. */
	readonly part: string;
}

/** A model: its nodes and their meshes. */
export interface Mdl {
	readonly name: string;
	readonly game: 'k1' | 'k2';
	readonly nodes: readonly MdlNode[];
	/** Only in models of rooms. */
	readonly walkmesh: MdlWalkmesh | undefined;
	readonly regions: readonly MdlRegion[];
}

/** The offset of a field of a mesh that depends on the game. @param field a name in `MESH` */
export function meshField(game: Mdl['game'], field: 'area' | 'rows' | 'vertices' | 'size'): number {
	return MESH[field] + (game === 'k2' ? K2_MESH_EXTRA : 0);
}

/** Rotation and translation of a node: its point p is the point `axes` · p + `origin` of the model. */
export interface MdlPlacement {
	/** The directions of x, y and z of the node in the model: 3 numbers each. */
	readonly axes: readonly number[];
	readonly origin: Vec3;
}

/** The transform of a node in its model, with those of all nodes above it. */
export function placementOf({ nodes }: Pick<Mdl, 'nodes'>, node: number): MdlPlacement {
	let placement: MdlPlacement = { axes: UNTURNED, origin: [0, 0, 0] };
	for (let at = node; at >= 0; at = nodes[at].parent) {
		const { position, orientation } = nodes[at];
		const axes = axesOf(orientation);
		const turned = (v: Vec3): Vec3 => turn(axes, v);
		const [x, y, z] = turned(placement.origin);
		placement = {
			axes: [0, 3, 6].flatMap((i) => turned([placement.axes[i], placement.axes[i + 1], placement.axes[i + 2]])),
			origin: [x + position[0], y + position[1], z + position[2]],
		};
	}
	return placement;
}

/** Transforms points of a node into the space of the model, float64. */
export function toModel({ axes, origin }: MdlPlacement, positions: ArrayLike<number>): Float64Array {
	const result = new Float64Array(positions.length);
	for (let i = 0; i < positions.length; i += 3) {
		const [x, y, z] = turn(axes, [positions[i], positions[i + 1], positions[i + 2]]);
		result[i] = x + origin[0];
		result[i + 1] = y + origin[1];
		result[i + 2] = z + origin[2];
	}
	return result;
}

/** Transforms points of the model into the space of a node, float32: the inverse of `toModel`. */
export function toNode({ axes, origin }: MdlPlacement, positions: ArrayLike<number>): Float32Array {
	const result = new Float32Array(positions.length);
	for (let i = 0; i < positions.length; i += 3) {
		const x = positions[i] - origin[0];
		const y = positions[i + 1] - origin[1];
		const z = positions[i + 2] - origin[2];
		for (let axis = 0; axis < 3; axis++)
			result[i + axis] = axes[axis * 3] * x + axes[axis * 3 + 1] * y + axes[axis * 3 + 2] * z;
	}
	return result;
}

function turn(axes: readonly number[], [x, y, z]: Vec3): Vec3 {
	return [
		axes[0] * x + axes[3] * y + axes[6] * z,
		axes[1] * x + axes[4] * y + axes[7] * z,
		axes[2] * x + axes[5] * y + axes[8] * z,
	];
}

const UNTURNED: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** The axes after the rotation of a quaternion. One whose length is 0 or not finite counts as no rotation. */
function axesOf([w, x, y, z]: MdlNode['orientation']): readonly number[] {
	const square = w * w + x * x + y * y + z * z;
	if (!(square > 0 && square < Infinity)) return UNTURNED;
	const s = 2 / square;
	return [
		1 - s * (y * y + z * z),
		s * (x * y + w * z),
		s * (x * z - w * y),
		s * (x * y - w * z),
		1 - s * (x * x + z * z),
		s * (y * z + w * x),
		s * (x * z + w * y),
		s * (y * z - w * x),
		1 - s * (x * x + y * y),
	];
}

/** What can be wrong with binary models. */
export const MDL_FINDINGS = defineFindings({
	MDL_MAGIC: {
		severity: 'fatal',
		meaning: 'The file does not begin like a compiled model of the game. Nothing was read.',
		message: (_: Record<string, never>): string => 'This is not a binary model of the game.',
		help: 'A model in text form is compiled by MDLOps, MDLedit or kotorblender first.',
	},
	MDL_INVALID: {
		severity: 'fatal',
		meaning:
			'The model was cut off or altered: part of it lies beyond the end of the file, its nodes form a cycle, a face refers to a vertex that does not exist, a coordinate is NaN, or it claims more faces than it has bytes for. The game could crash on it.',
		message: (d: { problem: string }): string => `The model is damaged: ${d.problem}.`,
		help: 'Check that the file is complete and is a binary model of Knights of the Old Republic.',
	},
	MDL_TREE: {
		severity: 'warning',
		meaning:
			'The AABB tree in the model, which camera and mouse use, is damaged. They may pass through floors and walls.',
		message: (d: { problem: string }): string =>
			`The AABB tree of the model is damaged: ${d.problem}. The faces are read without it.`,
		help: 'Copy the walkmesh of the room into the model again.',
		actions: () => [{ command: 'game', arguments: ['sync', 'LAYOUT'], options: [{ option: 'inPlace' }] }],
	},
	MDL_SEVERAL: {
		severity: 'warning',
		meaning: 'The model contains several walkmeshes, and the game uses one. The others may be left over from editing.',
		message: (d: { taken: string; count: number }): string =>
			`The model has ${d.count} AABB nodes; "${d.taken}", the first, is read.`,
		help: 'Rooms of the game have one.',
	},
	MDL_WITHOUT_WALKMESH: {
		severity: 'fatal',
		meaning: 'The model contains no walkmesh, so it is a creature, door, placeable or decoration.',
		message: (d: { meshes: number }): string =>
			`The model has no walkmesh (AABB node), only ${d.meshes} other meshes, so it is not a room.`,
		help: 'The walkmesh of a placeable or door is a separate file, which can be generated from this model.',
		actions: () => [
			{ command: 'collision', arguments: ['FILE', 'OUTPUT'], options: [{ option: 'hull' }] },
			{ command: 'collision', arguments: ['FILE', 'OUTPUT'], options: [{ option: 'door' }] },
		],
	},
});

/** True when the bytes begin like a binary model of the game. */
export function looksLikeMdl(head: Uint8Array): boolean {
	if (head.length < FILE_HEADER + 4) return false;
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	return view.getUint32(0, true) === 0 && MODEL_KINDS.has(view.getUint32(FILE_HEADER, true));
}
