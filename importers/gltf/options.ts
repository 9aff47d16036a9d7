import type { GltfLimits, ReadOptions } from '../../src/formats/contracts.ts';
import type { FrameOptions } from '../../src/scene/frame.ts';

/** What of the options of reading concerns glTF. */
export type GltfOptions = Pick<ReadOptions, keyof FrameOptions | 'scene' | 'hidden' | 'nodes' | 'limits'>;

export const GLTF_LIMITS: GltfLimits = {
	maxTriangles: 10_000_000,
	maxInstances: 2 ** 18,
	maxPrimitives: 2 ** 20,
	maxElements: 2 ** 20,
	maxDecodedBytes: 2 ** 28,
	maxNodeDepth: 1024,
};
