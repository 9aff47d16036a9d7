import type { GLTF } from '@gltf-transform/core';
import type { Location, Report } from '../../src/findings/report.ts';
import { BYTE, DOUBLE, FLOAT, SHORT, UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT } from '../../src/formats/gltf.ts';
import { isObject } from '../../src/text/quote.ts';
import { GLTF_FINDINGS } from './findings.ts';
import type { GltfLimits } from './options.ts';

/**
 * The parts of a glTF 2.0 document that walkmeshes are read from, after the schema check: required properties exist and have the right type, every
 * index is within its list, and every list exists. Documents from files and `Document`s in memory have this form. Names, extras and skins may
 * still be anything, because their faults are only reported; see `textOf` and `extrasOf`.
 */
export interface GltfDocument {
	/** The program that wrote the document. */
	readonly generator?: unknown;
	readonly scene?: number;
	readonly scenes: readonly GltfScene[];
	readonly nodes: readonly GltfNode[];
	readonly meshes: readonly GltfMesh[];
	readonly materials: readonly GLTF.IMaterial[];
	readonly accessors: readonly GltfAccessor[];
	readonly bufferViews: readonly GltfBufferView[];
	readonly buffers: readonly GLTF.IBuffer[];
	readonly skins: readonly GLTF.ISkin[];
	/** Of `KHR_materials_variants`. */
	readonly variants: readonly { readonly name?: unknown }[];
	/** Shapes of colliders that physics extensions list, by extension. */
	readonly shapes: Readonly<Record<string, readonly unknown[]>>;
	readonly extensionsUsed: readonly string[];
	readonly extensionsRequired: readonly string[];
}

export type GltfScene = GLTF.IScene;
export type GltfNode = GLTF.INode;
export type GltfMesh = GLTF.IMesh;
export type GltfPrimitive = GLTF.IMeshPrimitive;
export type GltfAccessor = GLTF.IAccessor;
export type GltfBufferView = GLTF.IBufferView;
export type Extras = Readonly<Record<string, unknown>>;

/** Component types with the size of one value in bytes. */
export const COMPONENT_BYTES: ReadonlyMap<number, number> = new Map([
	[BYTE, 1],
	[UNSIGNED_BYTE, 1],
	[SHORT, 2],
	[UNSIGNED_SHORT, 2],
	[UNSIGNED_INT, 4],
	[FLOAT, 4],
	[DOUBLE, 8],
]);

/** Element types with the number of their values. */
export const ELEMENT_VALUES: ReadonlyMap<string, number> = new Map([
	['SCALAR', 1],
	['VEC2', 2],
	['VEC3', 3],
	['VEC4', 4],
	['MAT2', 4],
	['MAT3', 9],
	['MAT4', 16],
]);

export const DRACO = 'KHR_draco_mesh_compression';
export const MESHOPT = 'EXT_meshopt_compression';
export const MESHOPT_RATIFIED = 'KHR_meshopt_compression';
export const INSTANCING = 'EXT_mesh_gpu_instancing';
export const VISIBILITY = 'KHR_node_visibility';
export const VARIANTS = 'KHR_materials_variants';
export const QUANTIZATION = 'KHR_mesh_quantization';
export const RESTART = 'KHR_mesh_primitive_restart';
/** Components of Mozilla Hubs; one of them marks the mesh that people walk on. */
export const HUBS = 'MOZ_hubs_components';
export const FLOAT64 = 'KHR_accessor_float64';

/** Bytes of one element, without padding. */
export function elementBytes({
	componentType,
	type,
}: {
	readonly componentType: number;
	readonly type: string;
}): number {
	return (COMPONENT_BYTES.get(componentType) ?? 0) * (ELEMENT_VALUES.get(type) ?? 0);
}

/** The extras of an object of the document; undefined unless they are an object. */
export function extrasOf(value: { readonly extras?: unknown } | undefined): Extras | undefined {
	return isObject(value?.extras) ? value.extras : undefined;
}

/** A text such as a name; undefined for an empty one and for other types. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

export function materialOf({ materials }: GltfDocument, { material }: GltfPrimitive): GLTF.IMaterial | undefined {
	return material === undefined ? undefined : materials[material];
}

/** The meshopt extension of a compressed buffer view, under either name. */
export interface MeshoptView {
	readonly buffer: number;
	readonly byteOffset?: number;
	readonly byteLength: number;
	readonly byteStride: number;
	readonly count: number;
	readonly mode: string;
	readonly filter?: string;
}

export function meshoptOf({ extensions }: GltfBufferView): MeshoptView | undefined {
	return (extensions?.[MESHOPT] ?? extensions?.[MESHOPT_RATIFIED]) as MeshoptView | undefined;
}

/** The Draco extension of a primitive: the buffer view, and the ids of attributes in the data. */
export interface DracoPrimitive {
	readonly bufferView: number;
	readonly attributes: Readonly<Record<string, number>>;
}

export function dracoOf({ extensions }: GltfPrimitive): DracoPrimitive | undefined {
	return extensions?.[DRACO] as DracoPrimitive | undefined;
}

/** Accessors for the instances of a node, by attribute name (EXT_mesh_gpu_instancing); undefined for a node without instances. */
export function instancingOf({ extensions }: GltfNode): Readonly<Record<string, number>> | undefined {
	return (extensions?.[INSTANCING] as { attributes: Record<string, number> } | undefined)?.attributes;
}

/** True for a node that Hubs and its editors mark as the navigation mesh. The extension is not checked, so there may be anything. */
export function isNavigationMesh({ extensions }: GltfNode): boolean {
	const components: unknown = extensions?.[HUBS];
	return isObject(components) && isObject(components['nav-mesh']);
}

/** Where physics extensions list the shapes of colliders, for the extensions of nodes that refer to them. */
const COLLIDERS: readonly (readonly [node: RegExp, lists: readonly (readonly [extension: string, key: string])[]])[] = [
	[/^OMI_collider$/, [['OMI_collider', 'colliders']]],
	[/^OMI_physics_\w+$/, [['OMI_physics_shape', 'shapes']]],
	[
		/^(?:KHR|MSFT)_(?:physics_)?rigid_bodies$/,
		[
			['KHR_implicit_shapes', 'shapes'],
			['KHR_collision_shapes', 'shapes'],
			['MSFT_collision_primitives', 'shapes'],
		],
	],
];

/** The shapes that a document lists for colliders. */
export function shapesOf(extensions: unknown): Record<string, readonly unknown[]> {
	const found: Record<string, readonly unknown[]> = {};
	for (const [name, key] of COLLIDERS.flatMap(([, lists]) => lists)) {
		const extension = isObject(extensions) ? extensions[name] : undefined;
		const shapes = isObject(extension) ? extension[key] : undefined;
		if (Array.isArray(shapes)) found[name] = shapes;
	}
	return found;
}

/** Objects in a collider are nested no deeper than this. */
const COLLIDER_DEPTH = 5;

/** A mesh that a physics extension names as the collider of a node, with the extension. These are not checked, so there may be anything. */
export function colliderOf(
	{ meshes, shapes }: GltfDocument,
	{ extensions = {} }: GltfNode,
): { readonly extension: string; readonly mesh: number } | undefined {
	for (const [extension, value] of Object.entries(extensions)) {
		const lists = COLLIDERS.find(([pattern]) => pattern.test(extension))?.[1];
		const listed = lists?.map(([name]) => shapes[name]).find((each) => each !== undefined);
		const mesh = lists === undefined ? undefined : meshIn(value, listed ?? [], COLLIDER_DEPTH);
		if (mesh !== undefined && meshes[mesh] !== undefined) return { extension, mesh };
	}
	return undefined;
}

/** The first mesh that an object of a physics extension names, itself or by a shape of a list. What triggers touch is no collider. */
function meshIn(value: unknown, shapes: readonly unknown[], depth: number): number | undefined {
	if (!isObject(value) || depth === 0) return undefined;
	for (const [key, each] of Object.entries(value)) {
		if (/^(?:trigger|joint|motion|extras)$/.test(key)) continue;
		if (key === 'mesh' && typeof each === 'number') return each;
		const isShape = (key === 'shape' || key === 'collider') && typeof each === 'number';
		const found = meshIn(isShape ? shapes[each] : each, shapes, depth - 1);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The location of a finding about a node. */
export function nodeLocation({ name }: GltfNode, index: number): Location {
	const pointer = `/nodes/${index}`;
	return textOf(name) === undefined ? { pointer } : { pointer, node: (name as string).slice(0, 80) };
}

/** Reports a fault that does not prevent reading. */
export function tellFault(report: Report, location: string | Location, problem: string): void {
	report.add(GLTF_FINDINGS.GLTF_FAULT, typeof location === 'string' ? { pointer: location } : location, { problem });
}

/** Refuses a document because of a fault that prevents reading. @throws InputError always */
export function refuse(report: Report, pointer: string, problem: string): never {
	return report.fail(GLTF_FINDINGS.GLTF_INVALID, { pointer }, { problem, further: 0 });
}

/** Checks that data ends within its container. @throws InputError when it does not */
export function checkEnd(
	report: Report,
	pointer: string,
	{ what, end, within, bytes }: Readonly<Record<'what' | 'within', string> & Record<'end' | 'bytes', number>>,
): void {
	if (end <= bytes) return;
	const problem = `the ${what} ends at byte ${end}, but ${within} has ${bytes}`;
	report.fail(GLTF_FINDINGS.GLTF_DAMAGED, { pointer }, { problem });
}

/** Refuses a document that asks for more than a limit allows. @throws InputError always */
export function tooLarge(
	report: Report,
	limit: Exclude<keyof GltfLimits, 'maxTriangles'>,
	what: string,
	count: number,
	most: number,
): never {
	return report.fail(GLTF_FINDINGS.GLTF_TOO_LARGE, {}, { what, count, limit: most, option: limit });
}

/** An object of the document that users choose by name or index: a scene, a variant. */
interface Named {
	readonly name?: unknown;
}

/** Finds an object by its exact name, then without regard to letter case, then by index. @returns its index; −1 when there is none */
export function findNamed(list: readonly Named[], wanted: string): number {
	const exact = list.findIndex(({ name }) => name === wanted);
	if (exact >= 0) return exact;
	const lower = wanted.toLowerCase();
	const loose = list.findIndex(({ name }) => textOf(name)?.toLowerCase() === lower);
	if (loose >= 0) return loose;
	return /^\d+$/.test(wanted) && Number(wanted) < list.length ? Number(wanted) : -1;
}

export function nameOf({ name }: Named, index: number): string {
	return textOf(name) === undefined ? `${index} (without a name)` : JSON.stringify((name as string).slice(0, 60));
}

/** The first few names, for a message. */
export function namesOf(list: readonly Named[]): string {
	const shown = list.slice(0, 8).map(nameOf).join(', ');
	return list.length > 8 ? `${shown}, …` : shown;
}

/**
 * The document with the materials of a variant (`KHR_materials_variants`). The extension is only checked so far that faults in it
 * are reported, so there may be anything.
 *
 * @param wanted name or index of the variant; undefined for the materials without one
 * @throws InputError for a variant that is not there
 */
export function withVariant(document: GltfDocument, wanted: string | undefined, report: Report): GltfDocument {
	const { variants, meshes, materials } = document;
	if (wanted === undefined) {
		if (variants.length > 0) report.add(GLTF_FINDINGS.GLTF_VARIANTS, {}, { names: namesOf(variants) });
		return document;
	}
	const variant = findNamed(variants, wanted);
	if (variant < 0) {
		report.fail(GLTF_FINDINGS.GLTF_VARIANT_UNKNOWN, {}, { variant: wanted, names: namesOf(variants) });
	}
	const dressed = (primitive: GltfPrimitive): GltfPrimitive => {
		const mappings: unknown = (primitive.extensions?.[VARIANTS] as { mappings?: unknown } | undefined)?.mappings;
		const mapping = (Array.isArray(mappings) ? mappings : []).find((each: unknown) => {
			return isObject(each) && Array.isArray(each['variants']) && each['variants'].includes(variant);
		});
		return materials[mapping?.material] === undefined ? primitive : { ...primitive, material: mapping.material };
	};
	return { ...document, meshes: meshes.map((mesh) => ({ ...mesh, primitives: mesh.primitives.map(dressed) })) };
}

/** The variants that a document declares. */
export function variantsOf(extensions: unknown): { readonly name?: unknown }[] {
	const declared = isObject(extensions) ? extensions[VARIANTS] : undefined;
	const variants = isObject(declared) ? declared['variants'] : undefined;
	return Array.isArray(variants)
		? variants.map((each) => ({ name: textOf(isObject(each) ? each['name'] : undefined) }))
		: [];
}
