import {
	type GltfAccessor,
	type GltfBuffer,
	type GltfDocument,
	type GltfMaterial,
	type GltfMesh,
	type GltfNode,
	type GltfPrimitive,
	type GltfRoot,
	MODE,
	type Mode,
} from './target.ts';

/**
 * A glTF document that is only written: lists of plain values, where glTF-Transform keeps a graph that can be asked and changed in every
 * direction. A level of thousands of rooms is written many times faster; the bytes are those that glTF-Transform writes of the same
 * (test/exporters/gltf/plain-document.test.ts).
 */
export class PlainDocument implements GltfDocument {
	readonly nodes: PlainNode[] = [];
	readonly meshes: PlainMesh[] = [];
	readonly materials: PlainMaterial[] = [];
	/** In the order in which they were given a buffer. */
	readonly accessors: PlainAccessor[] = [];
	readonly buffers: PlainBuffer[] = [];

	getRoot(): GltfRoot {
		return { listMaterials: () => this.materials, listBuffers: () => this.buffers };
	}

	createNode(name: string = ''): PlainNode {
		return added(this.nodes, new PlainNode(this.nodes.length, name));
	}

	createMesh(name: string = ''): PlainMesh {
		return added(this.meshes, new PlainMesh(this.meshes.length, name));
	}

	createMaterial(name: string = ''): PlainMaterial {
		return added(this.materials, new PlainMaterial(this.materials.length, name));
	}

	createAccessor(name: string = ''): PlainAccessor {
		return new PlainAccessor(name, this.accessors);
	}

	createPrimitive(): PlainPrimitive {
		return new PlainPrimitive();
	}

	createBuffer(): GltfBuffer {
		return added(this.buffers, new PlainBuffer());
	}
}

function added<T>(list: T[], item: T): T {
	list.push(item);
	return item;
}

type Extras = Record<string, unknown>;
type Three = [number, number, number];
type Four = [number, number, number, number];

class PlainBuffer implements GltfBuffer {}

/** What has a name and extras, and a number in its list. */
class Named {
	readonly index: number;
	readonly name: string;
	extras: Extras | undefined;

	constructor(index: number, name: string) {
		this.index = index;
		this.name = name;
	}

	getName(): string {
		return this.name;
	}

	setExtras(extras: Extras): this {
		this.extras = extras;
		return this;
	}
}

export class PlainNode extends Named implements GltfNode {
	translation: Three = [0, 0, 0];
	rotation: Four = [0, 0, 0, 1];
	mesh: PlainMesh | null = null;
	readonly children: PlainNode[] = [];

	getTranslation(): Three {
		return this.translation;
	}

	setTranslation(translation: Three): this {
		this.translation = translation;
		return this;
	}

	setRotation(rotation: Four): this {
		this.rotation = rotation;
		return this;
	}

	getMesh(): PlainMesh | null {
		return this.mesh;
	}

	setMesh(mesh: GltfMesh | null): this {
		this.mesh = mesh as PlainMesh | null;
		return this;
	}

	addChild(child: GltfNode): this {
		this.children.push(child as PlainNode);
		return this;
	}

	listChildren(): PlainNode[] {
		return this.children;
	}
}

export class PlainMesh extends Named implements GltfMesh {
	readonly primitives: PlainPrimitive[] = [];

	addPrimitive(primitive: GltfPrimitive): this {
		this.primitives.push(primitive as PlainPrimitive);
		return this;
	}
}

class PlainPrimitive implements GltfPrimitive {
	mode: Mode = MODE.triangles;
	positions: PlainAccessor | undefined;
	indices: PlainAccessor | undefined;
	material: PlainMaterial | undefined;
	extras: Extras | undefined;

	setMode(mode: Mode): this {
		this.mode = mode;
		return this;
	}

	setAttribute(_: 'POSITION', accessor: GltfAccessor): this {
		this.positions = accessor as PlainAccessor;
		this.positions.holdsPositions = true;
		return this;
	}

	setIndices(accessor: GltfAccessor): this {
		this.indices = accessor as PlainAccessor;
		return this;
	}

	setMaterial(material: GltfMaterial): this {
		this.material = material as PlainMaterial;
		return this;
	}

	setExtras(extras: Extras): this {
		this.extras = extras;
		return this;
	}
}

class PlainMaterial extends Named implements GltfMaterial {
	colour: Four = [1, 1, 1, 1];
	roughness = 1;
	metallic = 1;
	isDoubleSided = false;

	setBaseColorFactor(colour: Four): this {
		this.colour = colour;
		return this;
	}

	setRoughnessFactor(factor: number): this {
		this.roughness = factor;
		return this;
	}

	setMetallicFactor(factor: number): this {
		this.metallic = factor;
		return this;
	}

	setDoubleSided(isDoubleSided: boolean): this {
		this.isDoubleSided = isDoubleSided;
		return this;
	}
}

export class PlainAccessor implements GltfAccessor {
	readonly name: string;
	type: 'VEC3' | 'SCALAR' = 'SCALAR';
	array: Float32Array | Uint32Array = new Uint32Array();
	/** True for positions of a primitive, which have a buffer view of their own. */
	holdsPositions = false;
	/** Number in the file; known when it is written. */
	index = -1;
	readonly #accessors: PlainAccessor[];
	#buffer: GltfBuffer | null = null;

	/** @param accessors gets it as soon as it has a buffer */
	constructor(name: string, accessors: PlainAccessor[]) {
		this.name = name;
		this.#accessors = accessors;
	}

	setType(type: 'VEC3' | 'SCALAR'): this {
		this.type = type;
		return this;
	}

	setArray(array: Float32Array | Uint32Array): this {
		this.array = array;
		return this;
	}

	getBuffer(): GltfBuffer | null {
		return this.#buffer;
	}

	setBuffer(buffer: GltfBuffer | null): this {
		this.#buffer = buffer;
		this.#accessors.push(this);
		return this;
	}
}

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
