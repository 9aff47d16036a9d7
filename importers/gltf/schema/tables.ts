import {
	COMPONENT_BYTES,
	DRACO,
	ELEMENT_VALUES,
	INSTANCING,
	MESHOPT,
	MESHOPT_RATIFIED,
	VISIBILITY,
} from '../document.ts';
import {
	anything,
	flag,
	index,
	list,
	named,
	numbers,
	oneOf,
	type Rule,
	real,
	record,
	spare,
	text,
	whole,
} from './rules.ts';

/**
 * The objects of glTF 2.0 and of the extensions that are read here, property by property. What a walkmesh depends on is
 * checked in earnest; the rest (`spare`) only so that a broken file does not pass for a sound one.
 */

const name = spare(text);

const BUFFER = record({
	properties: { uri: text, byteLength: whole(1), name },
	required: ['byteLength'],
	extensions: { [MESHOPT]: anything, [MESHOPT_RATIFIED]: anything },
});

const MESHOPT_VIEW = record({
	properties: {
		buffer: index('buffers'),
		byteOffset: whole(0),
		byteLength: whole(1),
		byteStride: whole(1, 256),
		count: whole(1, 2 ** 32 - 1),
		mode: oneOf('ATTRIBUTES', 'TRIANGLES', 'INDICES'),
		filter: oneOf('NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'),
	},
	required: ['buffer', 'byteLength', 'byteStride', 'count', 'mode'],
});

const BUFFER_VIEW = record({
	properties: {
		buffer: index('buffers'),
		byteOffset: whole(0),
		byteLength: whole(1),
		byteStride: whole(1),
		target: spare(oneOf(34962, 34963)),
		name,
	},
	required: ['buffer', 'byteLength'],
	extensions: { [MESHOPT]: MESHOPT_VIEW, [MESHOPT_RATIFIED]: MESHOPT_VIEW },
});

const SPARSE = record({
	properties: {
		count: whole(1),
		indices: record({
			properties: { bufferView: index('bufferViews'), byteOffset: whole(0), componentType: oneOf(5121, 5123, 5125) },
			required: ['bufferView', 'componentType'],
		}),
		values: record({
			properties: { bufferView: index('bufferViews'), byteOffset: whole(0) },
			required: ['bufferView'],
		}),
	},
	required: ['count', 'indices', 'values'],
});

const ACCESSOR = record({
	properties: {
		bufferView: index('bufferViews'),
		byteOffset: whole(0),
		componentType: oneOf(...Object.keys(COMPONENT_BYTES).map(Number)),
		normalized: flag,
		count: whole(1, 2 ** 32 - 1),
		type: oneOf(...Object.keys(ELEMENT_VALUES)),
		max: spare(numbers(1, 2, 3, 4, 9, 16)),
		min: spare(numbers(1, 2, 3, 4, 9, 16)),
		sparse: SPARSE,
		name,
	},
	required: ['componentType', 'count', 'type'],
});

const ATTRIBUTES = named(index('accessors'));

const PRIMITIVE = record({
	properties: {
		attributes: ATTRIBUTES,
		indices: index('accessors'),
		material: index('materials'),
		mode: oneOf(0, 1, 2, 3, 4, 5, 6),
		targets: spare(list(ATTRIBUTES)),
	},
	required: ['attributes'],
	extensions: {
		[DRACO]: record({
			properties: { bufferView: index('bufferViews'), attributes: named(whole(0, 2 ** 32 - 1)) },
			required: ['bufferView', 'attributes'],
		}),
	},
});

const MESH = record({
	properties: { primitives: list(PRIMITIVE), weights: spare(numbers()), name },
	required: ['primitives'],
});

const NODE = record({
	properties: {
		camera: spare(index('cameras')),
		children: list(index('nodes'), { distinct: true }),
		skin: spare(index('skins')),
		matrix: numbers(16),
		mesh: index('meshes'),
		rotation: numbers(4),
		scale: numbers(3),
		translation: numbers(3),
		weights: spare(numbers()),
		name,
	},
	extensions: {
		[INSTANCING]: record({ properties: { attributes: ATTRIBUTES }, required: ['attributes'] }),
		[VISIBILITY]: record({ properties: { visible: flag } }),
	},
});

const SCENE = record({ properties: { nodes: list(index('nodes'), { distinct: true }), name } });

const ASSET = record({
	properties: { version: text, minVersion: text, copyright: spare(text), generator: spare(text) },
	required: ['version'],
});

const SKIN = record({
	properties: {
		inverseBindMatrices: index('accessors'),
		skeleton: index('nodes'),
		joints: list(index('nodes'), { distinct: true }),
		name,
	},
	required: ['joints'],
});

const TEXTURE_INFO = { index: index('textures'), texCoord: whole(0) };

const unit = real(0, 1);

function fractions(length: number): Rule {
	const lengths = numbers(length);
	const items = list(unit);
	return (walk, value, pointer, fatal) => {
		lengths(walk, value, pointer, fatal);
		if (Array.isArray(value)) items(walk, value, pointer, fatal);
	};
}

const MATERIAL = record({
	properties: {
		name,
		pbrMetallicRoughness: record({
			properties: {
				baseColorFactor: fractions(4),
				baseColorTexture: record({ properties: TEXTURE_INFO, required: ['index'] }),
				metallicFactor: unit,
				roughnessFactor: unit,
				metallicRoughnessTexture: record({ properties: TEXTURE_INFO, required: ['index'] }),
			},
		}),
		normalTexture: record({ properties: { ...TEXTURE_INFO, scale: real() }, required: ['index'] }),
		occlusionTexture: record({ properties: { ...TEXTURE_INFO, strength: unit }, required: ['index'] }),
		emissiveTexture: record({ properties: TEXTURE_INFO, required: ['index'] }),
		emissiveFactor: fractions(3),
		alphaMode: oneOf('OPAQUE', 'MASK', 'BLEND'),
		alphaCutoff: real(0),
		doubleSided: flag,
	},
});

const ANIMATION = record({
	properties: {
		channels: list(
			record({
				properties: {
					sampler: whole(0),
					target: record({
						properties: {
							node: index('nodes'),
							path: oneOf('translation', 'rotation', 'scale', 'weights', 'pointer'),
						},
						required: ['path'],
					}),
				},
				required: ['sampler', 'target'],
			}),
		),
		samplers: list(
			record({
				properties: {
					input: index('accessors'),
					interpolation: oneOf('LINEAR', 'STEP', 'CUBICSPLINE'),
					output: index('accessors'),
				},
				required: ['input', 'output'],
			}),
		),
		name,
	},
	required: ['channels', 'samplers'],
});

const CAMERA = record({
	properties: {
		orthographic: record({
			properties: { xmag: real(), ymag: real(), zfar: real(0), znear: real(0) },
			required: ['xmag', 'ymag', 'zfar', 'znear'],
		}),
		perspective: record({
			properties: { aspectRatio: real(0), yfov: real(0), zfar: real(0), znear: real(0) },
			required: ['yfov', 'znear'],
		}),
		type: oneOf('perspective', 'orthographic'),
		name,
	},
	required: ['type'],
});

const IMAGE = record({
	properties: {
		uri: text,
		mimeType: oneOf('image/jpeg', 'image/png', 'image/webp', 'image/ktx2', 'image/avif'),
		bufferView: index('bufferViews'),
		name,
	},
});

const WRAPS = oneOf(33071, 33648, 10497);

const SAMPLER = record({
	properties: {
		magFilter: oneOf(9728, 9729),
		minFilter: oneOf(9728, 9729, 9984, 9985, 9986, 9987),
		wrapS: WRAPS,
		wrapT: WRAPS,
		name,
	},
});

const TEXTURE = record({ properties: { sampler: index('samplers'), source: index('images'), name } });

/** The document itself. */
export const DOCUMENT: Rule = record({
	properties: {
		asset: ASSET,
		scene: index('scenes'),
		scenes: list(SCENE),
		nodes: list(NODE),
		meshes: list(MESH),
		accessors: list(ACCESSOR),
		bufferViews: list(BUFFER_VIEW),
		buffers: list(BUFFER),
		extensionsUsed: list(text, { distinct: true }),
		extensionsRequired: list(text, { distinct: true }),
		skins: spare(list(SKIN)),
		materials: spare(list(MATERIAL)),
		animations: spare(list(ANIMATION)),
		cameras: spare(list(CAMERA)),
		images: spare(list(IMAGE)),
		samplers: spare(list(SAMPLER)),
		textures: spare(list(TEXTURE)),
	},
	required: ['asset'],
});
