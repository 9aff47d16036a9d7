import { FRAME_DEFAULTS, type FrameOptions } from '../../src/scene/frame.ts';

export interface GltfOptions extends FrameOptions {
	/** Name or index of the scene to read; without it the document's default. */
	readonly scene?: string;
	/** Nodes that `KHR_node_visibility` hides are read too. */
	readonly hidden?: boolean;
	/** Globs on node names: what of the scene is walkmesh. */
	readonly nodes?: readonly string[];
}

export const GLTF_DEFAULTS: Required<Omit<GltfOptions, 'scene'>> = { ...FRAME_DEFAULTS, hidden: false, nodes: [] };

/** What no sane level reaches; beyond it a document is broken, or made to use up memory or time. */
export interface GltfLimits {
	/** Bytes of the JSON text: what fits into one string. */
	readonly jsonBytes: number;
	/** Brackets within brackets in the JSON. */
	readonly jsonDepth: number;
	/** Nodes below nodes. */
	readonly nodeDepth: number;
	/** Decoded values may take this many bytes, or four times those of the buffers, whichever is more. */
	readonly decodedBytes: number;
	/** Triangles after copies of meshes are made, or four times those of the lists of the document, whichever is more. */
	readonly triangles: number;
	/** Primitives at nodes: a mesh counts at every node that shows it. */
	readonly primitives: number;
	/** Copies of a node by instancing. */
	readonly instances: number;
}

export const GLTF_LIMITS: GltfLimits = {
	jsonBytes: 500_000_000,
	jsonDepth: 256,
	nodeDepth: 1024,
	decodedBytes: 2 ** 28,
	triangles: 2 ** 22,
	primitives: 2 ** 20,
	instances: 2 ** 18,
};
