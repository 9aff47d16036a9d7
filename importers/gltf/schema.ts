import type { Report } from '../../src/findings/report.ts';
import {
	ARRAY_BUFFER,
	ELEMENT_ARRAY_BUFFER,
	UNSIGNED_BYTE,
	UNSIGNED_INT,
	UNSIGNED_SHORT,
} from '../../src/formats/gltf.ts';
import { PINS } from '../../src/pins/vocabulary.ts';
import { isObject } from '../../src/text/quote.ts';
import { checkAccessors } from './accessors.ts';
import {
	COMPONENT_BYTES,
	DRACO,
	ELEMENT_VALUES,
	FLOAT64,
	type GltfDocument,
	HUBS,
	INSTANCING,
	MESHOPT,
	MESHOPT_RATIFIED,
	QUANTIZATION,
	RESTART,
	shapesOf,
	tellFault,
	VARIANTS,
	VISIBILITY,
	variantsOf,
} from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';
import {
	anything,
	distinct,
	flag,
	index,
	list,
	named,
	numbers,
	oneOf,
	type Problem,
	type Rule,
	real,
	record,
	spare,
	text,
	type Walk,
	whole,
} from './rules.ts';

/** In one file: the properties of a document, in the order of the specification, and what checks them. */

/*
 * The objects of glTF 2.0 and of the extensions that are read, property by property: required ones, optional ones, extensions. Faults in properties
 * that reading depends on are errors. Faults in the others (`spare`) are only reported, so that a broken file does not go unnoticed.
 */

const name = spare(text);
const offset = { byteOffset: whole(0) };

const BUFFER = record(
	{ byteLength: whole(1) },
	{ uri: text, name },
	{ [MESHOPT]: anything, [MESHOPT_RATIFIED]: anything },
);

const MESHOPT_VIEW = record(
	{
		buffer: index('buffers'),
		byteLength: whole(1),
		byteStride: whole(1, 256),
		count: whole(1, 2 ** 32 - 1),
		mode: oneOf('ATTRIBUTES', 'TRIANGLES', 'INDICES'),
	},
	{ ...offset, filter: oneOf('NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR') },
);

const BUFFER_VIEW = record(
	{ buffer: index('buffers'), byteLength: whole(1) },
	{ ...offset, byteStride: whole(1), target: spare(oneOf(ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER)), name },
	{ [MESHOPT]: MESHOPT_VIEW, [MESHOPT_RATIFIED]: MESHOPT_VIEW },
);

const SPARSE = record({
	count: whole(1),
	indices: record(
		{ bufferView: index('bufferViews'), componentType: oneOf(UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT) },
		offset,
	),
	values: record({ bufferView: index('bufferViews') }, offset),
});

const ACCESSOR = record(
	{
		componentType: oneOf(...COMPONENT_BYTES.keys()),
		count: whole(1, 2 ** 32 - 1),
		type: oneOf(...ELEMENT_VALUES.keys()),
	},
	{
		bufferView: index('bufferViews'),
		...offset,
		normalized: flag,
		max: spare(numbers(1, 2, 3, 4, 9, 16)),
		min: spare(numbers(1, 2, 3, 4, 9, 16)),
		sparse: SPARSE,
		name,
	},
);

const ATTRIBUTES = named(index('accessors'));

const DRACO_PRIMITIVE = record({ bufferView: index('bufferViews'), attributes: named(whole(0, 2 ** 32 - 1)) });

const VARIANT_MAPPINGS = record({
	mappings: list(record({ material: index('materials'), variants: distinct(whole(0)) }, { name })),
});

const PRIMITIVE = record(
	{ attributes: ATTRIBUTES },
	{
		indices: index('accessors'),
		material: index('materials'),
		mode: oneOf(0, 1, 2, 3, 4, 5, 6),
		targets: spare(list(ATTRIBUTES)),
	},
	{ [DRACO]: DRACO_PRIMITIVE, [VARIANTS]: spare(VARIANT_MAPPINGS) },
);

const MESH = record({ primitives: list(PRIMITIVE) }, { weights: spare(numbers()), name });

const NODE = record(
	{},
	{
		camera: spare(index('cameras')),
		children: distinct(index('nodes')),
		skin: spare(index('skins')),
		matrix: numbers(16),
		mesh: index('meshes'),
		rotation: numbers(4),
		scale: numbers(3),
		translation: numbers(3),
		weights: spare(numbers()),
		name,
	},
	{ [INSTANCING]: record({ attributes: ATTRIBUTES }), [VISIBILITY]: record({}, { visible: flag }) },
);

const SCENE = record({}, { nodes: distinct(index('nodes')), name });

const ASSET = record({ version: text }, { minVersion: text, copyright: spare(text), generator: spare(text) });

const SKIN = record(
	{ joints: distinct(index('nodes')) },
	{ inverseBindMatrices: index('accessors'), skeleton: index('nodes'), name },
);

const unit = real(0, 1);

function fractions(length: number): Rule {
	const lengths = numbers(length);
	const items = list(unit);
	return (walk, value, pointer, fatal) => {
		lengths(walk, value, pointer, fatal);
		if (Array.isArray(value)) items(walk, value, pointer, fatal);
	};
}

const INDEXED = { index: index('textures') };
const TEXTURE_INFO = record(INDEXED, { texCoord: whole(0) });

const MATERIAL = record(
	{},
	{
		name,
		pbrMetallicRoughness: record(
			{},
			{
				baseColorFactor: fractions(4),
				baseColorTexture: TEXTURE_INFO,
				metallicFactor: unit,
				roughnessFactor: unit,
				metallicRoughnessTexture: TEXTURE_INFO,
			},
		),
		normalTexture: record(INDEXED, { texCoord: whole(0), scale: real() }),
		occlusionTexture: record(INDEXED, { texCoord: whole(0), strength: unit }),
		emissiveTexture: TEXTURE_INFO,
		emissiveFactor: fractions(3),
		alphaMode: oneOf('OPAQUE', 'MASK', 'BLEND'),
		alphaCutoff: real(0),
		doubleSided: flag,
	},
);

const CHANNEL_PATH = oneOf('translation', 'rotation', 'scale', 'weights', 'pointer');

const ANIMATION = record(
	{
		channels: list(record({ sampler: whole(0), target: record({ path: CHANNEL_PATH }, { node: index('nodes') }) })),
		samplers: list(
			record(
				{ input: index('accessors'), output: index('accessors') },
				{ interpolation: oneOf('LINEAR', 'STEP', 'CUBICSPLINE') },
			),
		),
	},
	{ name },
);

const CAMERA = record(
	{ type: oneOf('perspective', 'orthographic') },
	{
		orthographic: record({ xmag: real(), ymag: real(), zfar: real(0), znear: real(0) }),
		perspective: record({ yfov: real(0), znear: real(0) }, { aspectRatio: real(0), zfar: real(0) }),
		name,
	},
);

const IMAGE_TYPE = oneOf('image/jpeg', 'image/png', 'image/webp', 'image/ktx2', 'image/avif');
const IMAGE = record({}, { uri: text, mimeType: IMAGE_TYPE, bufferView: index('bufferViews'), name });

const WRAP = oneOf(33071, 33648, 10497);
const MIN_FILTER = oneOf(9728, 9729, 9984, 9985, 9986, 9987);
const SAMPLER = record({}, { magFilter: oneOf(9728, 9729), minFilter: MIN_FILTER, wrapS: WRAP, wrapT: WRAP, name });

const TEXTURE = record({}, { sampler: index('samplers'), source: index('images'), name });

const DOCUMENT = record(
	{ asset: ASSET },
	{
		scene: index('scenes'),
		scenes: list(SCENE),
		nodes: list(NODE),
		meshes: list(MESH),
		accessors: list(ACCESSOR),
		bufferViews: list(BUFFER_VIEW),
		buffers: list(BUFFER),
		extensionsUsed: distinct(text),
		extensionsRequired: distinct(text),
		skins: spare(list(SKIN)),
		materials: spare(list(MATERIAL)),
		animations: spare(list(ANIMATION)),
		cameras: spare(list(CAMERA)),
		images: spare(list(IMAGE)),
		samplers: spare(list(SAMPLER)),
		textures: spare(list(TEXTURE)),
	},
	{ [VARIANTS]: spare(record({ variants: list(record({ name: text })) })) },
);

/** A document whose shape was checked. */
export interface CheckedDocument {
	readonly document: GltfDocument;
	/** True for a document in which only materials have extensions, and these are valid. */
	readonly isPlain: boolean;
}

/**
 * Checks version, shape and extensions of a document: types, required properties, ranges, references, places of data.
 *
 * @throws InputError for another version, the first fault that matters to a walkmesh, and a required extension that is not followed;
 * other faults are findings
 */
export function checkDocument(json: Readonly<Record<string, unknown>>, report: Report): CheckedDocument {
	checkVersion(json, report);
	const walk: Walk = { root: json, problems: [], unknown: new Map(), carried: new Map() };
	DOCUMENT(walk, json, '', true);
	for (const { pointer, text, fatal } of walk.problems) if (!fatal) tellFault(report, pointer, text);
	for (const [property, { pointer, count }] of walk.unknown) {
		report.add(GLTF_FINDINGS.GLTF_PROPERTY_UNKNOWN, { pointer }, { property, count });
	}
	const [first, ...further] = walk.problems.filter((problem) => problem.fatal).sort(byDepth);
	if (first !== undefined) {
		report.fail(
			GLTF_FINDINGS.GLTF_INVALID,
			{ pointer: first.pointer },
			{ problem: first.text, further: further.length },
		);
	}
	const isSound = (collection: string): boolean => !walk.problems.some((each) => each.pointer.startsWith(collection));
	const document = withAllLists(json, isSound('/skins'));
	checkExtensions(document, walk.carried, report);
	checkAccessors(document, json, report);
	const carries = [...walk.carried.values()];
	return {
		document,
		isPlain: isSound('/materials') && carries.every((pointer) => pointer.startsWith('/materials/')),
	};
}

/** Sorts problems by depth: one near the root often explains those below it. */
function byDepth(a: Problem, b: Problem): number {
	return a.pointer.split('/').length - b.pointer.split('/').length;
}

/** The document with empty lists for missing ones, and without wrong values in lists whose faults are only reported. */
function withAllLists(json: Readonly<Record<string, unknown>>, areSkinsSound: boolean): GltfDocument {
	const listOf = (key: string): unknown[] => (Array.isArray(json[key]) ? json[key] : []);
	const { scene } = json;
	const document = {
		generator: (json['asset'] as { readonly generator?: unknown }).generator,
		...(scene === undefined ? {} : { scene }),
		scenes: listOf('scenes'),
		nodes: listOf('nodes'),
		meshes: listOf('meshes'),
		materials: listOf('materials').map((material) => (isObject(material) ? material : {})),
		accessors: listOf('accessors'),
		bufferViews: listOf('bufferViews'),
		buffers: listOf('buffers'),
		// A skin only places a mesh; one that is broken does not keep the mesh from being read.
		skins: areSkinsSound ? listOf('skins') : [],
		variants: variantsOf(json['extensions']),
		shapes: shapesOf(json['extensions']),
		extensionsUsed: listOf('extensionsUsed'),
		extensionsRequired: listOf('extensionsRequired'),
	};
	return document as unknown as GltfDocument;
}

/** The version comes first: of a glTF 1.0 document every property would be wrong. */
function checkVersion({ accessors, bufferViews, asset }: Readonly<Record<string, unknown>>, report: Report): void {
	const fail = (pointer: string, version: string): never =>
		report.fail(GLTF_FINDINGS.GLTF_VERSION, { pointer }, { version });
	// Only glTF 1.0 has these as objects, by name; its files do not always say their version.
	if (isObject(accessors) && isObject(bufferViews)) fail('/asset', '1.0');
	if (!isObject(asset) || typeof asset['version'] !== 'string') return;
	const { version, minVersion } = asset as { version: string; minVersion?: unknown };
	const needed = typeof minVersion === 'string' ? minVersion : version;
	const [major, minor] = /^(\d+)\.(\d+)$/.exec(needed)?.slice(1).map(Number) ?? [];
	if (Number.parseInt(version, 10) !== 2 || major !== 2) fail('/asset/version', needed.slice(0, 40));
	// A later 2.x may be read as 2.0 unless it says what it needs at least.
	if (minor > 0 && typeof minVersion === 'string') fail('/asset/minVersion', needed.slice(0, 40));
	if (version !== '2.0') tellFault(report, '/asset/version', `is ${version}; read as 2.0`);
}

/** Extensions that change what the triangles are, and are followed. */
const FOLLOWED = new Set([
	DRACO,
	MESHOPT,
	MESHOPT_RATIFIED,
	QUANTIZATION,
	INSTANCING,
	VISIBILITY,
	RESTART,
	FLOAT64,
	PINS,
	HUBS,
]);

/** Extensions that are known to leave triangles and nodes alone, by name or beginning of the name. */
const WITHOUT_EFFECT: readonly RegExp[] = [
	/^KHR_materials_\w+$/,
	/^KHR_techniques?_webgl$/,
	/^KHR_texture_\w+$/,
	/^(?:EXT|MSFT|GOOGLE|MOZ)_texture_\w+$/,
	/^KHR_lights_\w+$/,
	/^EXT_lights_\w+$/,
	/^KHR_animation_pointer$/,
	/^KHR_(?:xmp|xmp_json_ld)$/,
	/^KHR_audio\w*$/,
	/^KHR_node_(?:selectability|hoverability)$/,
	/^KHR_interactivity$/,
	/^EXT_(?:mesh_features|instance_features|structural_metadata|feature_metadata)$/,
	/^EXT_(?:mesh_manifold|primitive_edge_visibility)$/,
	/^CESIUM_primitive_outline$/,
	/^ADOBE_materials_\w+$/,
	/^AGI_(?:articulations|stk_metadata)$/,
	/^FB_(?:geometry_metadata|ngon_encoding)$/,
	/^MSFT_(?:lod|packing_\w+)$/,
	/^(?:KHR|OMI|MSFT)_physics_\w+$/,
	/^VRM\w*$/,
	/^(?:GODOT|OMI)_\w+$/,
	/^NEEDLE_\w+$/,
];

/** Compares the extensions that a document declares and carries with what is known here. */
function checkExtensions(
	{ extensionsUsed, extensionsRequired }: GltfDocument,
	carried: ReadonlyMap<string, string>,
	report: Report,
): void {
	const isKnown = (extension: string): boolean =>
		FOLLOWED.has(extension) || WITHOUT_EFFECT.some((pattern) => pattern.test(extension));
	const used = new Set(extensionsUsed);
	for (const [i, extension] of extensionsRequired.entries()) {
		const pointer = `/extensionsRequired/${i}`;
		const short = extension.slice(0, 80);
		if (!isKnown(extension)) report.fail(GLTF_FINDINGS.GLTF_EXTENSION_REQUIRED, { pointer }, { extension: short });
		if (!used.has(extension)) tellFault(report, pointer, `names ${short}, which extensionsUsed does not`);
	}
	for (const [i, extension] of extensionsUsed.entries()) {
		if (isKnown(extension)) continue;
		report.add(
			GLTF_FINDINGS.GLTF_EXTENSION_UNKNOWN,
			{ pointer: `/extensionsUsed/${i}` },
			{ extension: extension.slice(0, 80) },
		);
	}
	for (const [extension, pointer] of carried) {
		if (!used.has(extension)) {
			tellFault(report, pointer, `uses ${extension.slice(0, 80)}, which extensionsUsed does not name`);
		}
	}
}
