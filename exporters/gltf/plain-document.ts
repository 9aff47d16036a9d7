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
import { MODE } from './target.ts';

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

export class PlainPrimitive implements GltfPrimitive {
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
