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
 * A glTF document for writing only: lists of plain values, where glTF-Transform keeps a graph that can be queried and edited. A level of thousands
 * of rooms is written many times faster, with the same bytes as glTF-Transform writes (test/exporters/gltf/plain-document.test.ts).
 */
export class PlainDocument implements GltfDocument {
	readonly nodes = new NumberedList<PlainNode>();
	readonly meshes = new NumberedList<PlainMesh>();
	readonly materials: PlainMaterial[] = [];
	/** Accessors in the order in which `setBuffer` was called. */
	readonly accessors: FileAccessor[] = [];
	readonly buffers: PlainBuffer[] = [];

	getRoot(): GltfRoot {
		return { listMaterials: () => this.materials, listBuffers: () => this.buffers };
	}

	createNode(name: string = ''): PlainNode {
		return this.nodes.add(new PlainNode(this.nodes.size, name));
	}

	createMesh(name: string = ''): PlainMesh {
		return this.meshes.add(new PlainMesh(this.meshes.size, name));
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

/** A list whose items are numbered in order. Ready-made text of an earlier run can stand for several items. */
class NumberedList<T> {
	readonly parts: (T | WrittenText)[] = [];
	#size = 0;

	/** Number of items, including those in ready-made texts. */
	get size(): number {
		return this.#size;
	}

	add(item: T): T {
		this.parts.push(item);
		this.#size++;
		return item;
	}

	/** Adds ready-made text for `count` items. */
	addWritten(text: WrittenText, count: number): void {
		this.parts.push(text);
		this.#size += count;
	}

	texts(write: (item: T) => string): string[] {
		return this.parts.map((part) => (part instanceof WrittenText ? part.text() : write(part)));
	}
}

/** A part of the JSON that was made in an earlier run. */
export class WrittenText {
	/** Gives the text; called when all items of the file have their numbers. */
	readonly text: () => string;

	constructor(text: () => string) {
		this.text = text;
	}
}

type Extras = Record<string, unknown>;
type Three = [number, number, number];
type Four = [number, number, number, number];

class PlainBuffer implements GltfBuffer {}

/** An object of the document with name, extras, and an index in its list. */
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

export class PlainMaterial extends Named implements GltfMaterial {
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

/** An accessor as the file needs it. */
export interface FileAccessor {
	/** True for positions of a primitive, which have a buffer view of their own. */
	readonly holdsPositions: boolean;
	/** Index in the file, set when it is written. */
	index: number;
	readonly bytes: Uint8Array;
	/** Its JSON object without the buffer view and without the last brace. */
	readonly words: string;
}

export class PlainAccessor implements GltfAccessor, FileAccessor {
	readonly name: string;
	type: 'VEC3' | 'SCALAR' = 'SCALAR';
	array: Float32Array | Uint32Array = new Uint32Array();
	holdsPositions = false;
	index = -1;
	readonly #accessors: FileAccessor[];
	#buffer: GltfBuffer | null = null;

	/** @param accessors list to which `setBuffer` adds it */
	constructor(name: string, accessors: FileAccessor[]) {
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

	get bytes(): Uint8Array {
		const { buffer, byteOffset, byteLength } = this.array;
		return new Uint8Array(buffer, byteOffset, byteLength);
	}

	get words(): string {
		return JSON.stringify(accessorJson(this)).slice(0, -1);
	}
}

/** A document as JSON, which only gives the length of the buffer, and the data of the buffer. */
export interface PlainFile {
	readonly text: string;
	/** Arrays to be written one after another. */
	readonly data: readonly Uint8Array[];
	/** Bytes of all of them. */
	readonly size: number;
}

type Json = Record<string, unknown>;

const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

/**
 * Assembles a file in the order that glTF-Transform uses: each accessor of positions has its own buffer view, and all indices share one, at the
 * position of the first of them.
 *
 * @param nodes nodes of the scene
 */
export function plainFile(
	{ accessors, buffers, materials, meshes, nodes }: PlainDocument,
	scene: { readonly name: string; readonly nodes: readonly PlainNode[] },
	generator: string,
): PlainFile {
	const packed = pack(accessors);
	const { size } = packed;
	// glTF does not allow empty lists.
	const list = (key: string, texts: readonly string[]): string =>
		texts.length === 0 ? '' : `"${key}":[${texts.join(',')}],`;
	const parts = [
		`{"asset":${JSON.stringify({ generator, version: '2.0' })},`,
		list('accessors', packed.accessors),
		list('bufferViews', packed.views),
		list(
			'buffers',
			buffers.map(() => JSON.stringify(size > 0 ? { byteLength: size } : {})),
		),
		list(
			'materials',
			materials.map((each) => JSON.stringify(materialJson(each))),
		),
		list(
			'meshes',
			meshes.texts((mesh) => meshText(mesh, BY_INDEX)),
		),
		list(
			'nodes',
			nodes.texts((node) => nodeText(node, BY_INDEX)),
		),
		`"scenes":[${JSON.stringify({ name: scene.name, nodes: scene.nodes.map(({ index }) => index) })}],"scene":0}`,
	];
	return { text: parts.join(''), data: packed.data, size };
}

/** The bytes of a GLB. */
export function plainGlb({ text: json, data, size: dataSize }: PlainFile): Uint8Array {
	const text = new TextEncoder().encode(json);
	const textSize = aligned(text.length);
	const hasData = dataSize > 0;
	const size = 12 + 8 + textSize + (hasData ? 8 + dataSize : 0);
	const bytes = new Uint8Array(size);
	const view = new DataView(bytes.buffer);
	for (const [at, value] of [GLB, 2, size, textSize, CHUNK.json].entries()) view.setUint32(at * 4, value, true);
	bytes.set(text, 20);
	bytes.fill(0x20, 20 + text.length, 20 + textSize);
	if (!hasData) return bytes;
	view.setUint32(20 + textSize, dataSize, true);
	view.setUint32(24 + textSize, CHUNK.binary, true);
	setAll(bytes, data, 28 + textSize);
	return bytes;
}

/** Copies arrays one after another into `bytes`, from offset `at`. */
export function setAll(bytes: Uint8Array, arrays: readonly Uint8Array[], at = 0): void {
	let end = at;
	for (const array of arrays) {
		bytes.set(array, end);
		end += array.length;
	}
}

/** `glTF`, `JSON` and `BIN\0` as little-endian 32-bit numbers. */
const GLB = 0x46546c67;
const CHUNK = { json: 0x4e4f534a, binary: 0x004e4942 } as const;

function aligned(size: number): number {
	return Math.ceil(size / 4) * 4;
}

interface Packed {
	readonly accessors: readonly string[];
	readonly views: readonly string[];
	readonly data: readonly Uint8Array[];
	readonly size: number;
}

/** Assigns buffer views. All elements have 4 bytes, so no padding is needed. */
function pack(accessors: readonly FileAccessor[]): Packed {
	const indices = accessors.filter(({ holdsPositions }) => !holdsPositions);
	const groups: (readonly FileAccessor[])[] = [];
	for (const accessor of accessors) {
		if (accessor.holdsPositions) groups.push([accessor]);
		else if (accessor === indices[0]) groups.push(indices);
	}
	const data: Uint8Array[] = [];
	const words: string[] = [];
	const views: string[] = [];
	let start = 0;
	for (const group of groups) {
		let end = start;
		for (const accessor of group) {
			const { bytes } = accessor;
			accessor.index = words.length;
			words.push(`${accessor.words},"bufferView":${views.length},"byteOffset":${end - start}}`);
			data.push(bytes);
			end += bytes.length;
		}
		const view = { buffer: 0, byteOffset: start, byteLength: end - start };
		const kind = group[0].holdsPositions ? { byteStride: 12, target: ARRAY_BUFFER } : { target: ELEMENT_ARRAY_BUFFER };
		views.push(JSON.stringify({ ...view, ...kind }));
		start = end;
	}
	return { accessors: words, views, data, size: start };
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

/** How parts of the file refer to each other: functions that give the text of an index. */
export interface PartNames {
	accessor(accessor: PlainAccessor): string;
	material(material: PlainMaterial): string;
	mesh(mesh: PlainMesh): string;
	node(node: PlainNode): string;
}

const byIndex = ({ index }: { readonly index: number }): string => String(index);
const BY_INDEX: PartNames = { accessor: byIndex, material: byIndex, mesh: byIndex, node: byIndex };

export function meshText({ name, extras, primitives }: PlainMesh, names: PartNames): string {
	return objectText([
		...propertyTexts(name, extras),
		`"primitives":[${primitives.map((primitive) => primitiveText(primitive, names)).join(',')}]`,
	]);
}

function primitiveText({ mode, positions, indices, material, extras }: PlainPrimitive, names: PartNames): string {
	return objectText([
		`"attributes":{${positions === undefined ? '' : `"POSITION":${names.accessor(positions)}`}}`,
		`"mode":${mode}`,
		...(material === undefined ? [] : [`"material":${names.material(material)}`]),
		...(extras === undefined ? [] : [`"extras":${JSON.stringify(extras)}`]),
		...(indices === undefined ? [] : [`"indices":${names.accessor(indices)}`]),
	]);
}

export function nodeText({ name, extras, translation, rotation, mesh, children }: PlainNode, names: PartNames): string {
	return objectText([
		...propertyTexts(name, extras),
		...(isNear(translation, [0, 0, 0]) ? [] : [`"translation":${JSON.stringify(translation)}`]),
		...(isNear(rotation, [0, 0, 0, 1]) ? [] : [`"rotation":${JSON.stringify(rotation)}`]),
		...(mesh === null ? [] : [`"mesh":${names.mesh(mesh)}`]),
		...(children.length === 0 ? [] : [`"children":[${children.map((child) => names.node(child)).join(',')}]`]),
	]);
}

function objectText(entries: readonly string[]): string {
	return `{${entries.join(',')}}`;
}

function propertyTexts(name: string, extras: Extras | undefined): string[] {
	const text = JSON.stringify(propertyJson(name, extras)).slice(1, -1);
	return text === '' ? [] : [text];
}

function propertyJson(name: string, extras: Record<string, unknown> | undefined): Json {
	return {
		...(name === '' ? {} : { name }),
		...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
	};
}

/** A value this near to its default is left out. */
const NEAR = 1e-5;

function isNear(values: readonly number[], defaults: readonly number[]): boolean {
	return !values.some((value, i) => Math.abs(value - defaults[i]) > NEAR);
}
