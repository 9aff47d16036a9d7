import { FLOAT, TRIANGLES, UNSIGNED_INT } from '../../src/formats/gltf.ts';
import type {
	GltfAccessor,
	GltfBuffer,
	GltfDocument,
	GltfMaterial,
	GltfMesh,
	GltfNode,
	GltfPrimitive,
	GltfRoot,
	Mode,
} from './target.ts';

/**
 * A glTF document for writing only: lists of plain values, where glTF-Transform keeps a graph that can be queried and edited. A level of thousands
 * of rooms is written many times faster, with the same bytes as glTF-Transform writes (test/exporters/gltf/plain-document.test.ts).
 */
export class PlainDocument implements GltfDocument {
	readonly nodes = new NumberedList<PlainNode>();
	readonly meshes = new NumberedList<PlainMesh>();
	readonly materials: PlainMaterial[] = [];
	/** Accessors in the order in which `setBuffer` was called, those of an earlier run together. */
	readonly accessors: AccessorRun[] = [];
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

export type Extras = Record<string, unknown>;
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

export class PlainPrimitive implements GltfPrimitive {
	mode: Mode = TRIANGLES;
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

/** Accessors as the file needs them: those with the positions of a primitive, which have a buffer view of their own, and then the others. */
export interface AccessorRun {
	/** For each its JSON object without the buffer view and without the last brace. */
	readonly words: readonly string[];
	/** Size of each in bytes. */
	readonly sizes: ArrayLike<number>;
	/** Number of those with positions. */
	readonly positions: number;
	/** How many of these were made before the first of the others. */
	readonly lead: number;
	/** Data of all, one after another. */
	readonly data: Uint8Array;
	/** Index of each in the file, set when it is written. */
	readonly numbers: number[];
}

export class PlainAccessor implements GltfAccessor, AccessorRun {
	readonly name: string;
	type: 'VEC3' | 'SCALAR' = 'SCALAR';
	array: Float32Array | Uint32Array = new Uint32Array();
	holdsPositions = false;
	readonly numbers: number[] = [];
	readonly #accessors: AccessorRun[];
	#buffer: GltfBuffer | null = null;

	/** @param accessors list to which `setBuffer` adds it */
	constructor(name: string, accessors: AccessorRun[]) {
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

	/** Index in the file. */
	get index(): number {
		return this.numbers[0];
	}

	get data(): Uint8Array {
		const { buffer, byteOffset, byteLength } = this.array;
		return new Uint8Array(buffer, byteOffset, byteLength);
	}

	get sizes(): readonly [number] {
		return [this.array.byteLength];
	}

	get positions(): number {
		return this.holdsPositions ? 1 : 0;
	}

	get lead(): number {
		return this.positions;
	}

	get words(): readonly [string] {
		return [JSON.stringify(accessorJson(this)).slice(0, -1)];
	}
}

function accessorJson({ name, type, array, holdsPositions }: PlainAccessor): Record<string, unknown> {
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
