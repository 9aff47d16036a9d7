import type { Accessor, Document, Material, Mesh, Node, Primitive } from '@gltf-transform/core';
import { LINES, POINTS, TRIANGLES } from '../../src/formats/gltf.ts';
import type { Vec3 } from '../../src/math/vec3.ts';

/** What is drawn into a glTF document: a new one, or that of somebody who uses glTF-Transform. */
export class Drawing {
	readonly #document: Document;
	/** Materials by their names. Those that the document has already are used. */
	readonly #materials: Map<string, Material>;

	constructor(document: Document) {
		this.#document = document;
		this.#materials = new Map(
			document
				.getRoot()
				.listMaterials()
				.toReversed()
				.map((each) => [each.getName(), each]),
		);
	}

	node(name: string, { translation, rotation, mesh, extras }: NodeParts = {}): Node {
		const node = this.#document.createNode(name);
		if (translation !== undefined) node.setTranslation(translation);
		if (rotation !== undefined) node.setRotation(rotation);
		if (mesh !== undefined) node.setMesh(mesh);
		return extras === undefined ? node : node.setExtras(extras);
	}

	mesh(name: string, primitives: readonly Primitive[]): Mesh {
		const mesh = this.#document.createMesh(name);
		for (const primitive of primitives) mesh.addPrimitive(primitive);
		return mesh;
	}

	/** The material of a name; created if there is none. */
	material(name: string, { colour, metallic = 0, isDoubleSided = true, extras = {} }: Look): Material {
		const known = this.#materials.get(name);
		if (known !== undefined) return known;
		const made = this.#document.createMaterial(name).setBaseColorFactor([...colour, 1]);
		this.#materials.set(name, made.setMetallicFactor(metallic).setDoubleSided(isDoubleSided).setExtras(extras));
		return made;
	}

	/** An accessor of points. @param points 3 values each, in area axes, which are converted to those of glTF */
	points(name: string, points: Float32Array): Accessor {
		return this.#accessor(name, 'VEC3', positionsToGltfAxes(points));
	}

	/** Triangles over some points. */
	triangles(
		positions: Accessor,
		indices: Uint32Array<ArrayBuffer>,
		material: Material,
		extras: Extras = {},
	): Primitive {
		const primitive = this.#primitive(TRIANGLES, positions).setIndices(this.#accessor('', 'SCALAR', indices));
		return primitive.setMaterial(material).setExtras(extras);
	}

	/** Lines between each two points, in glTF's axes. */
	lines(points: readonly Three[], material: Material): Primitive {
		const positions = this.#accessor('', 'VEC3', Float32Array.from(points.flat()));
		return this.#primitive(LINES, positions).setMaterial(material);
	}

	/** Points alone. */
	pointCloud(positions: Accessor): Primitive {
		return this.#primitive(POINTS, positions);
	}

	#primitive(mode: typeof POINTS | typeof LINES | typeof TRIANGLES, positions: Accessor): Primitive {
		return this.#document.createPrimitive().setMode(mode).setAttribute('POSITION', positions);
	}

	#accessor(
		name: string,
		type: 'VEC3' | 'SCALAR',
		array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
	): Accessor {
		const buffer = this.#document.getRoot().listBuffers()[0] ?? this.#document.createBuffer();
		return this.#document.createAccessor(name).setType(type).setArray(array).setBuffer(buffer);
	}
}

type Extras = Record<string, unknown>;
type Three = [number, number, number];

interface NodeParts {
	readonly translation?: Three;
	readonly rotation?: [number, number, number, number];
	readonly mesh?: Mesh | undefined;
	readonly extras?: Extras;
}

interface Look {
	/** Linear RGB. */
	readonly colour: Vec3;
	/** Default: 0. */
	readonly metallic?: number;
	/** Seen from both sides. Default: true. */
	readonly isDoubleSided?: boolean;
	readonly extras?: Extras;
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
export function toGltfAxes([x, y, z]: Vec3): Three {
	return [x + 0, z + 0, -y + 0];
}
