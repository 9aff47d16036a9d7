import { type LINES, type POINTS, TRIANGLES } from '../../src/formats/gltf.ts';
import type { Vec3 } from '../../src/math/vec3.ts';

/**
 * The part of glTF-Transform's `Document` that drawing needs. A document of the glTF-Transform host implements it, and so does `PlainDocument`, from
 * which files are written.
 */

type Extras = Record<string, unknown>;
type Three = [number, number, number];
type Four = [number, number, number, number];

/** What primitives are drawn as. */
export type Mode = typeof POINTS | typeof LINES | typeof TRIANGLES;

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

/** The buffer that accessors are assigned to; only its identity matters. */
export interface GltfBuffer {
	readonly propertyType?: string;
}

/** An accessor of points: 3 values each, in area axes, converted to those of glTF. */
export function pointList(document: GltfDocument, name: string, points: Float32Array): GltfAccessor {
	return document
		.createAccessor(name)
		.setType('VEC3')
		.setArray(positionsToGltfAxes(points))
		.setBuffer(document.getRoot().listBuffers()[0] ?? document.createBuffer());
}

/** Triangles over some points. */
export function indexed(
	document: GltfDocument,
	positions: GltfAccessor,
	indices: Uint32Array<ArrayBuffer>,
): GltfPrimitive {
	const accessor = document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(positions.getBuffer());
	return document.createPrimitive().setMode(TRIANGLES).setAttribute('POSITION', positions).setIndices(accessor);
}

interface Look {
	/** Linear RGB. */
	readonly colour: Vec3;
	/** Seen from both sides. Default: true. */
	readonly isDoubleSided?: boolean;
	readonly extras?: Record<string, unknown>;
}

/** The material of a name; created if the document does not have it. */
export function material(
	document: GltfDocument,
	name: string,
	{ colour, isDoubleSided = true, extras = {} }: Look,
): GltfMaterial {
	const known = document
		.getRoot()
		.listMaterials()
		.find((each) => each.getName() === name);
	if (known !== undefined) return known;
	return document
		.createMaterial(name)
		.setBaseColorFactor([colour[0], colour[1], colour[2], 1])
		.setRoughnessFactor(1)
		.setMetallicFactor(0)
		.setDoubleSided(isDoubleSided)
		.setExtras(extras);
}

/** KotOR's (x, y, z), Z up, is glTF's (x, z, −y), Y up. Negating is exact, so this loses nothing. */
function positionsToGltfAxes(positions: Float32Array): Float32Array<ArrayBuffer> {
	const result = new Float32Array(positions.length);
	for (let i = 0; i < positions.length; i += 3) {
		result[i] = oneNaN(positions[i]);
		result[i + 1] = oneNaN(positions[i + 2]);
		result[i + 2] = oneNaN(-positions[i + 1]);
	}
	return result;
}

/** Replaces every NaN by the same one: NaN has many bit patterns, and which one a computation gives depends on the machine. */
function oneNaN(value: number): number {
	return Number.isNaN(value) ? Number.NaN : value;
}

/** A point in glTF's axes. */
export function toGltfAxes([x, y, z]: Vec3): [number, number, number] {
	return [x + 0, z + 0, -y + 0];
}
