import { flag, type GivenOf, given, text, type ValuesOf, withDefaults } from '../../src/findings/options.ts';
import { countLimit, LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { FRAME_OPTIONS } from '../../src/scene/frame.ts';
import { SELECT_OPTIONS } from '../../src/scene/select.ts';

/**
 * Limits far above any real level. A document beyond them is broken, or made to use up memory or time, so it is refused before it is processed.
 */
export const GLTF_LIMIT_OPTIONS = {
	maxInstances: countLimit(2 ** 18, 'Copies of a glTF node by instancing.'),
	maxPrimitives: countLimit(2 ** 16, 'glTF primitives at nodes: a mesh counts at every node that shows it.'),
	maxElements: countLimit(2 ** 20, 'Elements of glTF accessors that no byte of the document stands for.'),
	maxDecodedBytes: countLimit(
		2 ** 26,
		'Bytes of decoded glTF values. A large file may have more: four times its own, 32 times where they are compressed.',
	),
	maxNodeDepth: countLimit(1024, 'glTF nodes below nodes.'),
};

export type GltfLimits = ValuesOf<typeof GLTF_LIMIT_OPTIONS> & {
	/** Undefined when the user did not set it. */
	readonly maxTriangles: number | undefined;
};

export const GLTF_READ_OPTIONS = {
	...SELECT_OPTIONS,
	scene: text('glTF scene to read, by name or index.', { placeholder: 'name', otherwise: 'the one the file shows' }),
	variant: text('Variant of the materials, by name or index (KHR_materials_variants).', {
		placeholder: 'name',
		otherwise: 'the materials without a variant',
	}),
	hidden: flag('Read hidden glTF nodes too.', false),
	...FRAME_OPTIONS,
	...LIMIT_OPTIONS,
	...GLTF_LIMIT_OPTIONS,
};
export type GltfOptions = GivenOf<typeof GLTF_READ_OPTIONS>;

/** The limits in force. */
export function limitsOf(options: GltfOptions): GltfLimits {
	const { maxTriangles } = options;
	return { maxTriangles, ...withDefaults(GLTF_LIMIT_OPTIONS, given(GLTF_LIMIT_OPTIONS, options)) };
}
