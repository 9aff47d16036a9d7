import type {
	PlainAccessor,
	PlainDocument,
	PlainMaterial,
	PlainMesh,
	PlainNode,
	PlainPrimitive,
} from './plain-document.ts';

/** A document as glTF has it: the JSON without its buffer's data, and these. */
export interface PlainFile {
	readonly json: Record<string, unknown>;
	readonly data: Uint8Array;
}

type Json = Record<string, unknown>;

const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

/**
 * Puts a document together in the order in which glTF-Transform does: positions have a buffer view each, all indices share one, which
 * stands where the first of them was.
 *
 * @param nodes of the scene
 */
export function plainFile(
	{ accessors, buffers, materials, meshes, nodes }: PlainDocument,
	scene: { readonly name: string; readonly nodes: readonly PlainNode[] },
	generator: string,
): PlainFile {
	const packed = pack(accessors);
	const size = packed.data.length;
	const json: Json = { asset: { generator, version: '2.0' } };
	// A list of nothing is not written.
	const lists: Record<string, readonly unknown[]> = {
		accessors: packed.accessors,
		bufferViews: packed.views,
		buffers: buffers.map(() => (size > 0 ? { byteLength: size } : {})),
		materials: materials.map(materialJson),
		meshes: meshes.map(meshJson),
		nodes: nodes.map(nodeJson),
	};
	for (const [key, list] of Object.entries(lists)) if (list.length > 0) json[key] = list;
	json['scenes'] = [{ name: scene.name, nodes: scene.nodes.map(({ index }) => index) }];
	json['scene'] = 0;
	return { json, data: packed.data };
}

/** The bytes of a GLB. */
export function plainGlb({ json, data }: PlainFile): Uint8Array {
	const text = new TextEncoder().encode(JSON.stringify(json));
	const textSize = aligned(text.length);
	const hasData = data.length > 0;
	const size = 12 + 8 + textSize + (hasData ? 8 + data.length : 0);
	const bytes = new Uint8Array(size);
	const view = new DataView(bytes.buffer);
	for (const [at, value] of [GLB, 2, size, textSize, CHUNK.json].entries()) view.setUint32(at * 4, value, true);
	bytes.set(text, 20);
	bytes.fill(0x20, 20 + text.length, 20 + textSize);
	if (!hasData) return bytes;
	view.setUint32(20 + textSize, data.length, true);
	view.setUint32(24 + textSize, CHUNK.binary, true);
	bytes.set(data, 28 + textSize);
	return bytes;
}

/** `glTF`, `JSON` and `BIN` as words. */
const GLB = 0x46546c67;
const CHUNK = { json: 0x4e4f534a, binary: 0x004e4942 } as const;

function aligned(size: number): number {
	return Math.ceil(size / 4) * 4;
}

interface Packed {
	readonly accessors: Json[];
	readonly views: Json[];
	readonly data: Uint8Array;
}

/** All elements are words, so nothing has to be aligned. */
function pack(accessors: readonly PlainAccessor[]): Packed {
	const indices = accessors.filter(({ holdsPositions }) => !holdsPositions);
	const groups: (readonly PlainAccessor[])[] = [];
	for (const accessor of accessors) {
		if (accessor.holdsPositions) groups.push([accessor]);
		else if (accessor === indices[0]) groups.push(indices);
	}
	const data = new Uint8Array(accessors.reduce((sum, { array }) => sum + array.byteLength, 0));
	const words: Json[] = [];
	const views: Json[] = [];
	let start = 0;
	for (const group of groups) {
		let end = start;
		for (const accessor of group) {
			const { array } = accessor;
			accessor.index = words.length;
			words.push({ ...accessorJson(accessor), bufferView: views.length, byteOffset: end - start });
			data.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), end);
			end += array.byteLength;
		}
		const view = { buffer: 0, byteOffset: start, byteLength: end - start };
		const kind = group[0].holdsPositions ? { byteStride: 12, target: ARRAY_BUFFER } : { target: ELEMENT_ARRAY_BUFFER };
		views.push({ ...view, ...kind });
		start = end;
	}
	return { accessors: words, views, data };
}

function accessorJson({ name, type, array, holdsPositions }: PlainAccessor): Json {
	return {
		...(name === '' ? {} : { name }),
		type,
		componentType: array instanceof Float32Array ? FLOAT : UNSIGNED_INT,
		count: array.length / (type === 'VEC3' ? 3 : 1),
		...(holdsPositions ? extent(array) : {}),
	};
}

/** Greatest and least of the finite coordinates along each axis. */
function extent(array: ArrayLike<number>): { max: number[]; min: number[] } {
	const max = [-Infinity, -Infinity, -Infinity];
	const min = [Infinity, Infinity, Infinity];
	for (let i = 0; i < array.length; i++) {
		const value = array[i];
		if (!Number.isFinite(value)) continue;
		if (value > max[i % 3]) max[i % 3] = value;
		if (value < min[i % 3]) min[i % 3] = value;
	}
	return { max, min };
}

function materialJson({ name, extras, colour, roughness, metallic, isDoubleSided }: PlainMaterial): Json {
	return {
		...propertyJson(name, extras),
		...(isDoubleSided ? { doubleSided: true } : {}),
		pbrMetallicRoughness: {
			...(isNear(colour, [1, 1, 1, 1]) ? {} : { baseColorFactor: colour }),
			...(roughness === 1 ? {} : { roughnessFactor: roughness }),
			...(metallic === 1 ? {} : { metallicFactor: metallic }),
		},
	};
}

function meshJson({ name, extras, primitives }: PlainMesh): Json {
	return { ...propertyJson(name, extras), primitives: primitives.map(primitiveJson) };
}

function primitiveJson({ mode, positions, indices, material, extras }: PlainPrimitive): Json {
	return {
		attributes: positions === undefined ? {} : { POSITION: positions.index },
		mode,
		...(material === undefined ? {} : { material: material.index }),
		...(extras === undefined ? {} : { extras }),
		...(indices === undefined ? {} : { indices: indices.index }),
	};
}

function nodeJson({ name, extras, translation, rotation, mesh, children }: PlainNode): Json {
	return {
		...propertyJson(name, extras),
		...(isNear(translation, [0, 0, 0]) ? {} : { translation }),
		...(isNear(rotation, [0, 0, 0, 1]) ? {} : { rotation }),
		...(mesh === null ? {} : { mesh: mesh.index }),
		...(children.length === 0 ? {} : { children: children.map(({ index }) => index) }),
	};
}

function propertyJson(name: string, extras: Record<string, unknown> | undefined): Json {
	return {
		...(name === '' ? {} : { name }),
		...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
	};
}

/** What is so near to a default is left out. */
const NEAR = 1e-5;

function isNear(values: readonly number[], defaults: readonly number[]): boolean {
	return !values.some((value, i) => Math.abs(value - defaults[i]) > NEAR);
}
