import { ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER, FLOAT, GLB, UNSIGNED_INT } from '../../src/formats/gltf.ts';
import { joinedBytes, setAll } from '../../src/math/arrays.ts';
import type { Drawing, DrawnAccessor, DrawnMaterial, DrawnMesh, DrawnNode } from './drawing.ts';

/**
 * A drawing as a file, with the bytes that glTF-Transform would write (test/exporters/gltf/file.test.ts), but many times faster for a level of
 * thousands of rooms.
 */

interface Scene {
	readonly name: string;
	readonly nodes: readonly DrawnNode[];
}

/** JSON in which only `buffers` is missing, and the data of the buffer. Undefined values are left out when it is written. */
interface Contents {
	readonly json: Json;
	/** Arrays to be written one after another. */
	readonly data: readonly Uint8Array[];
	/** Bytes of all of them. */
	readonly size: number;
}

type Json = Record<string, unknown>;

/** The bytes of a GLB. */
export function glbFile(drawing: Drawing, scene: Scene): Uint8Array {
	const { json, data, size } = contentsOf(drawing, scene, (size) => (size > 0 ? { byteLength: size } : {}));
	const text = new TextEncoder().encode(JSON.stringify(json));
	const textAt = GLB.headerBytes + GLB.chunkHeaderBytes;
	const textEnd = textAt + Math.ceil(text.length / 4) * 4;
	const dataAt = textEnd + GLB.chunkHeaderBytes;
	const bytes = new Uint8Array(size > 0 ? dataAt + size : textEnd);
	setNumbers(bytes, 0, [GLB.magic, GLB.version, bytes.length]);
	setNumbers(bytes, GLB.headerBytes, [textEnd - textAt, GLB.json]);
	bytes.set(text, textAt);
	// Chunks end at a multiple of four bytes, with spaces behind JSON.
	bytes.fill(0x20, textAt + text.length, textEnd);
	if (size === 0) return bytes;
	setNumbers(bytes, textEnd, [size, GLB.binary]);
	setAll(bytes, data, dataAt);
	return bytes;
}

/** Writes 32-bit numbers one after another, from offset `at`. */
function setNumbers({ buffer }: Uint8Array, at: number, numbers: readonly number[]): void {
	const view = new DataView(buffer);
	for (const [i, value] of numbers.entries()) view.setUint32(at + i * 4, value, true);
}

/** JSON with the data of the buffer in a data URI. */
export function gltfFile(drawing: Drawing, scene: Scene): Uint8Array {
	const { json } = contentsOf(drawing, scene, (size, data) =>
		size === 0 ? {} : { uri: `data:application/octet-stream;base64,${toBase64(joinedBytes(data))}`, byteLength: size },
	);
	return new TextEncoder().encode(`${JSON.stringify(json, null, '\t')}\n`);
}

export function toBase64(bytes: Uint8Array): string {
	let binary = '';
	const step = 0x8000;
	for (let i = 0; i < bytes.length; i += step) binary += String.fromCharCode(...bytes.subarray(i, i + step));
	return btoa(binary);
}

/** @param bufferJson the JSON of the buffer, whose data only some files hold */
function contentsOf(
	drawing: Drawing,
	scene: Scene,
	bufferJson: (size: number, data: readonly Uint8Array[]) => Json,
): Contents {
	const { nodes, meshes, materials } = drawing;
	const { accessors, numbers, views, data, size } = packed(drawing.accessors);
	// glTF does not allow empty lists.
	const list = (items: readonly Json[]): readonly Json[] | undefined => (items.length === 0 ? undefined : items);
	const json = {
		asset: { generator: 'wokflow', version: '2.0' },
		accessors: list(accessors),
		bufferViews: list(views),
		buffers: list(data.length === 0 ? [] : [bufferJson(size, data)]),
		materials: list(materials.map(materialJson)),
		meshes: list(meshes.map((mesh) => meshJson(mesh, numbers))),
		nodes: list(nodes.map(nodeJson)),
		scenes: [{ name: scene.name, nodes: scene.nodes.map(({ index }) => index) }],
		scene: 0,
	};
	return { json, data, size };
}

/**
 * Assigns buffer views, in the order that glTF-Transform uses: each accessor of positions has its own, and all indices share one, at the position of
 * the first of them. All elements have 4 bytes, so no padding is needed.
 */
function packed(drawn: readonly DrawnAccessor[]): {
	readonly accessors: readonly Json[];
	/** Index of each in the file. */
	readonly numbers: ReadonlyMap<DrawnAccessor, number>;
	readonly views: readonly Json[];
	readonly data: readonly Uint8Array[];
	readonly size: number;
} {
	const indices = drawn.filter(isIndices);
	const first = indices.length === 0 ? drawn.length : drawn.indexOf(indices[0]);
	const before = drawn.slice(0, first);
	const after = drawn.slice(first).filter((each) => !isIndices(each));
	const accessors: Json[] = [];
	const numbers = new Map<DrawnAccessor, number>();
	const views: Json[] = [];
	const data: Uint8Array[] = [];
	let size = 0;
	const addView = (shared: readonly DrawnAccessor[], kind: Json): void => {
		const start = size;
		for (const each of shared) {
			const { buffer, byteOffset, byteLength } = each.array;
			numbers.set(each, accessors.length);
			accessors.push({ ...accessorJson(each), bufferView: views.length, byteOffset: size - start });
			data.push(new Uint8Array(buffer, byteOffset, byteLength));
			size += byteLength;
		}
		views.push({ buffer: 0, byteOffset: start, byteLength: size - start, ...kind });
	};
	const positions = { byteStride: 12, target: ARRAY_BUFFER };
	for (const each of before) addView([each], positions);
	if (indices.length > 0) addView(indices, { target: ELEMENT_ARRAY_BUFFER });
	for (const each of after) addView([each], positions);
	return { accessors, numbers, views, data, size };
}

function isIndices({ array }: DrawnAccessor): boolean {
	return array instanceof Uint32Array;
}

function accessorJson({ name, array }: DrawnAccessor): Json {
	const named = name === '' ? {} : { name };
	if (array instanceof Uint32Array)
		return { ...named, type: 'SCALAR', componentType: UNSIGNED_INT, count: array.length };
	return { ...named, type: 'VEC3', componentType: FLOAT, count: array.length / 3, ...extent(array) };
}

/** Maximum and minimum of the finite coordinates along each axis (x, y, z). */
function extent(array: ArrayLike<number>): { max: number[]; min: number[] } {
	const max = [-Infinity, -Infinity, -Infinity];
	const min = [Infinity, Infinity, Infinity];
	for (let axis = 0; axis < 3; axis++) {
		for (let i = axis; i < array.length; i += 3) {
			const value = array[i];
			if (!Number.isFinite(value)) continue;
			if (value > max[axis]) max[axis] = value;
			if (value < min[axis]) min[axis] = value;
		}
	}
	return { max, min };
}

function materialJson({ name, extras, colour, metallic, isDoubleSided }: DrawnMaterial): Json {
	const baseColorFactor = [...colour, 1];
	return {
		...propertyJson(name, extras),
		doubleSided: isDoubleSided ? true : undefined,
		pbrMetallicRoughness: {
			baseColorFactor: unlessNear(baseColorFactor, [1, 1, 1, 1]),
			metallicFactor: metallic === 1 ? undefined : metallic,
		},
	};
}

function meshJson({ name, primitives }: DrawnMesh, numbers: ReadonlyMap<DrawnAccessor, number>): Json {
	return {
		...propertyJson(name),
		primitives: primitives.map(({ mode, positions, indices, material, extras }) => ({
			attributes: { POSITION: numbers.get(positions) },
			mode,
			material: material?.index,
			...propertyJson('', extras),
			indices: indices === undefined ? undefined : numbers.get(indices),
		})),
	};
}

function nodeJson({ name, extras, translation, rotation, mesh, children }: DrawnNode): Json {
	return {
		...propertyJson(name, extras),
		translation: unlessNear(translation, [0, 0, 0]),
		rotation: unlessNear(rotation, [0, 0, 0, 1]),
		mesh: mesh?.index,
		children: children.length === 0 ? undefined : children.map(({ index }) => index),
	};
}

function propertyJson(name: string, extras: Readonly<Json> = {}): Json {
	return {
		...(name === '' ? {} : { name }),
		...(Object.keys(extras).length === 0 ? {} : { extras }),
	};
}

/** A value this near to its default is left out. */
const NEAR = 1e-5;

function unlessNear(values: readonly number[] = [], defaults: readonly number[]): readonly number[] | undefined {
	return values.some((value, i) => Math.abs(value - defaults[i]) > NEAR) ? values : undefined;
}
