import { type Accessor, type Document, type Material, Primitive } from '@gltf-transform/core';
import type { Vec3 } from '../../src/mesh/vec3.ts';

/** A list of points, 3 values each, area axes. */
export function pointList(document: Document, name: string, points: Float32Array): Accessor {
	return document
		.createAccessor(name)
		.setType('VEC3')
		.setArray(positionsToGltfAxes(points))
		.setBuffer(document.getRoot().listBuffers()[0] ?? document.createBuffer());
}

/** Triangles over some points. */
export function indexed(document: Document, positions: Accessor, indices: Uint32Array): Primitive {
	const accessor = document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(positions.getBuffer());
	return document
		.createPrimitive()
		.setMode(Primitive.Mode.TRIANGLES)
		.setAttribute('POSITION', positions)
		.setIndices(accessor);
}

interface Look {
	/** Linear RGB. */
	readonly colour: Vec3;
	/** Seen from both sides. Default: true. */
	readonly isDoubleSided?: boolean;
	readonly extras?: Record<string, unknown>;
}

/** The material of a name, which is made where the document has none. */
export function material(
	document: Document,
	name: string,
	{ colour, isDoubleSided = true, extras = {} }: Look,
): Material {
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
		result[i] = positions[i];
		result[i + 1] = positions[i + 2];
		result[i + 2] = -positions[i + 1];
	}
	return result;
}

/** A place in glTF's axes. */
export function toGltfAxes([x, y, z]: Vec3): [number, number, number] {
	return [x + 0, z + 0, -y + 0];
}
