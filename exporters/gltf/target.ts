/**
 * What is drawn into: the part of glTF-Transform's `Document` that drawing needs. A document of the glTF-Transform host is one, and so is
 * `PlainDocument`, which files are written from.
 */

type Extras = Record<string, unknown>;
type Three = [number, number, number];
type Four = [number, number, number, number];

/** Modes of primitives as glTF numbers them. */
export const MODE = { points: 0, lines: 1, lineStrip: 3, triangles: 4 } as const;
export type Mode = (typeof MODE)[keyof typeof MODE];

export interface GltfDocument {
	getRoot(): GltfRoot;
	createNode(name?: string): GltfNode;
	createMesh(name?: string): GltfMesh;
	createMaterial(name?: string): GltfMaterial;
	createAccessor(name?: string): GltfAccessor;
	createPrimitive(): GltfPrimitive;
	createBuffer(): GltfBuffer;
}

export interface GltfRoot {
	listMaterials(): GltfMaterial[];
	listBuffers(): GltfBuffer[];
}

export interface GltfNode {
	getName(): string;
	setExtras(extras: Extras): this;
	getTranslation(): Three;
	setTranslation(translation: Three): this;
	setRotation(rotation: Four): this;
	getMesh(): GltfMesh | null;
	setMesh(mesh: GltfMesh | null): this;
	addChild(child: GltfNode): this;
	listChildren(): GltfNode[];
}

export interface GltfMesh {
	addPrimitive(primitive: GltfPrimitive): this;
}

export interface GltfPrimitive {
	setMode(mode: Mode): this;
	setAttribute(semantic: 'POSITION', accessor: GltfAccessor | null): this;
	setIndices(accessor: GltfAccessor | null): this;
	setMaterial(material: GltfMaterial | null): this;
	setExtras(extras: Extras): this;
}

export interface GltfMaterial {
	getName(): string;
	setExtras(extras: Extras): this;
	setBaseColorFactor(colour: Four): this;
	setRoughnessFactor(factor: number): this;
	setMetallicFactor(factor: number): this;
	setDoubleSided(isDoubleSided: boolean): this;
}

export interface GltfAccessor {
	setType(type: 'VEC3' | 'SCALAR'): this;
	setArray(array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): this;
	getBuffer(): GltfBuffer | null;
	setBuffer(buffer: GltfBuffer | null): this;
}

/** Where the arrays are; its identity is all that matters. */
export interface GltfBuffer {
	readonly propertyType?: string;
}
