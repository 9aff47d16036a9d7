import {
	defaultsOf,
	flag,
	type GivenOf,
	given,
	number,
	type Option,
	text,
	type ValuesOf,
	withDefaults,
} from '../../src/options/options.ts';
import { FRAME_OPTIONS } from '../../src/scene/frame.ts';
import { SELECT_OPTIONS } from '../../src/scene/select.ts';

/**
 * What no sane level reaches. Beyond it a glTF document is broken, or made to use up memory or time, so it is refused before any of the
 * work is done.
 */
const LIMIT_OPTIONS = {
	maxTriangles: limit(
		10_000_000,
		'Triangles of a glTF scene with all copies of meshes. Unless another number is stated, at most four times those of its lists, or four million.',
	),
	maxInstances: limit(2 ** 18, 'Copies of a glTF node by instancing.'),
	maxPrimitives: limit(2 ** 20, 'glTF primitives at nodes: a mesh counts at every node that shows it.'),
	maxElements: limit(2 ** 20, 'Elements of glTF accessors that no byte of the document stands for.'),
	maxDecodedBytes: limit(
		2 ** 28,
		'Bytes of decoded glTF values; four times the bytes of the buffers are always allowed.',
	),
	maxNodeDepth: limit(1024, 'glTF nodes below nodes.'),
};

function limit(most: number, sentence: string): Option<number> {
	return number(most, sentence, { limits: { minimum: 1, integer: true } });
}

export type GltfLimits = ValuesOf<typeof LIMIT_OPTIONS>;
export const GLTF_LIMITS: GltfLimits = defaultsOf(LIMIT_OPTIONS);

export const GLTF_READ_OPTIONS = {
	...SELECT_OPTIONS,
	scene: text('glTF scene to read, by name or index.', { placeholder: 'name', otherwise: 'the one the file shows' }),
	variant: text('Variant of the materials, by name or index (KHR_materials_variants).', {
		placeholder: 'name',
		otherwise: 'the materials without a variant',
	}),
	hidden: flag(false, 'Read hidden glTF nodes too.'),
	...FRAME_OPTIONS,
	...LIMIT_OPTIONS,
};
export type GltfOptions = GivenOf<typeof GLTF_READ_OPTIONS>;

/** The limits in force. */
export function limitsOf(options: GltfOptions): GltfLimits {
	return withDefaults(LIMIT_OPTIONS, given(LIMIT_OPTIONS, options));
}
