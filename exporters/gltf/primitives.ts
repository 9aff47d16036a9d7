import type { Vec3 } from '../../src/mesh/vec3.ts';
import { type GltfAccessor, type GltfDocument, type GltfMaterial, type GltfPrimitive, MODE } from './target.ts';

/** A list of points, 3 values each, area axes. */
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
	return document.createPrimitive().setMode(MODE.triangles).setAttribute('POSITION', positions).setIndices(accessor);
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

/** NaN has many bit patterns, and which of them a sum or a copy has is not the same everywhere. */
function oneNaN(value: number): number {
	return Number.isNaN(value) ? Number.NaN : value;
}

/** A place in glTF's axes. */
export function toGltfAxes([x, y, z]: Vec3): [number, number, number] {
	return [x + 0, z + 0, -y + 0];
}
