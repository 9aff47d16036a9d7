import { FRAME_DEFAULTS, type FrameOptions } from '../../src/scene/frame.ts';

export interface GltfOptions extends FrameOptions {
	/** Name or index of the scene to read; without it the document's default. */
	readonly scene?: string;
	/** Nodes that `KHR_node_visibility` hides are read too. */
	readonly hidden?: boolean;
	/** Globs on node names: what of the scene is walkmesh. */
	readonly nodes?: readonly string[];
	/** Limits that differ from `GLTF_LIMITS`. */
	readonly limits?: Partial<GltfLimits>;
}

export const GLTF_DEFAULTS: Required<Omit<GltfOptions, 'scene' | 'limits'>> = {
	...FRAME_DEFAULTS,
	hidden: false,
	nodes: [],
};

/**
 * What no sane level reaches. Beyond it a document is broken, or made to use up memory or time, so it is refused before any of the
 * work is done.
 */
export interface GltfLimits {
	/**
	 * Triangles of the scene, after copies of meshes are made. Unless this is stated, a document may ask for no more than four times those
	 * of the lists it holds either, or four million.
	 */
	readonly maxTriangles: number;
	/** Copies of a node by instancing. */
	readonly maxInstances: number;
	/** Primitives at nodes: a mesh counts at every node that shows it. */
	readonly maxPrimitives: number;
	/** Elements of accessors that no byte of the document stands for: a few characters can ask for billions. */
	readonly maxElements: number;
	/** Bytes of decoded values; four times the bytes of the buffers are always allowed. */
	readonly maxDecodedBytes: number;
	/** Nodes below nodes. */
	readonly maxNodeDepth: number;
}

export const GLTF_LIMITS: GltfLimits = {
	maxTriangles: 10_000_000,
	maxInstances: 2 ** 18,
	maxPrimitives: 2 ** 20,
	maxElements: 2 ** 20,
	maxDecodedBytes: 2 ** 28,
	maxNodeDepth: 1024,
};
