/**
 * The properties of a glTF 2.0 document that this importer reads, as the schema check leaves them: present where required,
 * of the right type, every index within its list.
 */

export type Extras = Readonly<Record<string, unknown>>;
export type Extensions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Named {
	readonly name?: string;
	/** Any JSON value; tools write objects. */
	readonly extras?: unknown;
	readonly extensions?: Extensions;
}

export interface GltfBuffer extends Named {
	readonly uri?: string;
	readonly byteLength: number;
}

export interface GltfBufferView extends Named {
	readonly buffer: number;
	readonly byteOffset?: number;
	readonly byteLength: number;
	readonly byteStride?: number;
}

export interface GltfSparse {
	readonly count: number;
	readonly indices: { readonly bufferView: number; readonly byteOffset?: number; readonly componentType: number };
	readonly values: { readonly bufferView: number; readonly byteOffset?: number };
}

export interface GltfAccessor extends Named {
	readonly bufferView?: number;
	readonly byteOffset?: number;
	readonly componentType: number;
	readonly normalized?: boolean;
	readonly count: number;
	readonly type: string;
	readonly min?: readonly number[];
	readonly max?: readonly number[];
	readonly sparse?: GltfSparse;
}

export interface GltfPrimitive {
	readonly attributes: Readonly<Record<string, number>>;
	readonly indices?: number;
	readonly material?: number;
	readonly mode?: number;
	readonly targets?: readonly Readonly<Record<string, number>>[];
	readonly extras?: unknown;
	readonly extensions?: Extensions;
}

export interface GltfMesh extends Named {
	readonly primitives: readonly GltfPrimitive[];
	readonly weights?: readonly number[];
}

export interface GltfNode extends Named {
	readonly mesh?: number;
	readonly skin?: number;
	readonly camera?: number;
	readonly children?: readonly number[];
	readonly matrix?: readonly number[];
	readonly translation?: readonly number[];
	readonly rotation?: readonly number[];
	readonly scale?: readonly number[];
	readonly weights?: readonly number[];
}

export interface GltfScene extends Named {
	readonly nodes?: readonly number[];
}

export interface GltfSkin extends Named {
	readonly joints: readonly number[];
	readonly inverseBindMatrices?: number;
}

export interface GltfDocument {
	readonly asset: { readonly version: string; readonly minVersion?: string };
	readonly scene?: number;
	readonly scenes?: readonly GltfScene[];
	readonly nodes?: readonly GltfNode[];
	readonly meshes?: readonly GltfMesh[];
	readonly materials?: readonly Named[];
	readonly accessors?: readonly GltfAccessor[];
	readonly bufferViews?: readonly GltfBufferView[];
	readonly buffers?: readonly GltfBuffer[];
	readonly skins?: readonly GltfSkin[];
	readonly extensionsUsed?: readonly string[];
	readonly extensionsRequired?: readonly string[];
}

/** Component types by their GL number, with the size of one value in bytes. */
export const COMPONENT_BYTES: Readonly<Record<number, number>> = {
	5120: 1,
	5121: 1,
	5122: 2,
	5123: 2,
	5125: 4,
	5126: 4,
	5130: 8,
};

export const BYTE = 5120;
export const UNSIGNED_BYTE = 5121;
export const SHORT = 5122;
export const UNSIGNED_SHORT = 5123;
export const UNSIGNED_INT = 5125;
export const FLOAT = 5126;
/** Of `KHR_accessor_float64`. */
export const DOUBLE = 5130;

/** Element types with the number of their values. */
export const ELEMENT_VALUES: Readonly<Record<string, number>> = {
	SCALAR: 1,
	VEC2: 2,
	VEC3: 3,
	VEC4: 4,
	MAT2: 4,
	MAT3: 9,
	MAT4: 16,
};

export const POINTS = 0;
export const LINES = 1;
export const LINE_LOOP = 2;
export const TRIANGLES = 4;
export const TRIANGLE_STRIP = 5;
export const TRIANGLE_FAN = 6;

export const DRACO = 'KHR_draco_mesh_compression';
export const MESHOPT = 'EXT_meshopt_compression';
export const MESHOPT_RATIFIED = 'KHR_meshopt_compression';
export const INSTANCING = 'EXT_mesh_gpu_instancing';
export const VISIBILITY = 'KHR_node_visibility';
export const QUANTIZATION = 'KHR_mesh_quantization';
export const RESTART = 'KHR_mesh_primitive_restart';
export const FLOAT64 = 'KHR_accessor_float64';

/** Extras where they are an object; anything else says nothing. */
export function extrasOf(value: { readonly extras?: unknown } | undefined): Extras | undefined {
	const extras = value?.extras;
	return typeof extras === 'object' && extras !== null && !Array.isArray(extras) ? (extras as Extras) : undefined;
}

/** The material of a primitive. Faults in the list of materials are only told, so there may be anything in it. */
export function materialOf(document: GltfDocument, { material }: GltfPrimitive): Named | undefined {
	const found: unknown = material === undefined ? undefined : document.materials?.[material];
	return typeof found === 'object' && found !== null ? found : undefined;
}

/** What a compressed buffer view says of its data, under either name of the extension. */
export interface MeshoptView {
	readonly buffer: number;
	readonly byteOffset?: number;
	readonly byteLength: number;
	readonly byteStride: number;
	readonly count: number;
	readonly mode: string;
	readonly filter?: string;
}

export function meshoptOf(view: GltfBufferView): MeshoptView | undefined {
	return (view.extensions?.[MESHOPT] ?? view.extensions?.[MESHOPT_RATIFIED]) as MeshoptView | undefined;
}

/** What a primitive says of its Draco data. */
export interface DracoPrimitive {
	readonly bufferView: number;
	readonly attributes: Readonly<Record<string, number>>;
}

export function dracoOf(primitive: GltfPrimitive): DracoPrimitive | undefined {
	return primitive.extensions?.[DRACO] as DracoPrimitive | undefined;
}

/** Attributes of the copies of a node, by their names. */
export function instancingOf(node: GltfNode): Readonly<Record<string, number>> | undefined {
	const instancing = node.extensions?.[INSTANCING] as { attributes?: Record<string, number> } | undefined;
	return instancing?.attributes;
}
