import { type LINES, type POINTS, TRIANGLES } from '../../src/formats/gltf.ts';
import type { Vec3 } from '../../src/math/vec3.ts';

/**
 * A glTF document that is only written: lists of plain values, in the order in which a file has them. `file.ts` makes the file; the glTF-Transform
 * plugin copies it into a document of its user.
 */
export class Drawing {
	readonly nodes: DrawnNode[] = [];
	readonly meshes: DrawnMesh[] = [];
	readonly materials: DrawnMaterial[] = [];
	readonly accessors: DrawnAccessor[] = [];

	node(name: string, rest: Partial<Omit<DrawnNode, 'index' | 'name'>> = {}): DrawnNode {
		return added(this.nodes, { index: this.nodes.length, name, children: [], ...rest });
	}

	mesh(name: string, primitives: readonly DrawnPrimitive[]): DrawnMesh {
		return added(this.meshes, { index: this.meshes.length, name, primitives });
	}

	/** The material of a name; created if there is none. */
	material(name: string, look: Look): DrawnMaterial {
		const known = this.materials.find((each) => each.name === name);
		const { length: index } = this.materials;
		return known ?? added(this.materials, { index, name, metallic: 0, isDoubleSided: true, extras: {}, ...look });
	}

	/** An accessor of points. @param points 3 values each, in area axes, which are converted to those of glTF */
	points(name: string, points: Float32Array): DrawnAccessor {
		return this.accessor(positionsToGltfAxes(points), name);
	}

	accessor(array: DrawnAccessor['array'], name = ''): DrawnAccessor {
		return added(this.accessors, { name, array });
	}

	/** Triangles over some points. */
	triangles(
		positions: DrawnAccessor,
		indices: Uint32Array<ArrayBuffer>,
		material: DrawnMaterial,
		extras: Extras = {},
	): DrawnPrimitive {
		return {
			mode: TRIANGLES,
			positions,
			indices: this.accessor(indices),
			material,
			extras,
		};
	}
}

function added<T>(list: T[], item: T): T {
	list.push(item);
	return item;
}

export type Extras = Readonly<Record<string, unknown>>;
export type Three = [number, number, number];
export type Four = [number, number, number, number];

export interface DrawnNode {
	readonly index: number;
	readonly name: string;
	readonly extras?: Extras;
	translation?: Three;
	readonly rotation?: Four;
	mesh?: DrawnMesh;
	readonly children: DrawnNode[];
}

export interface DrawnMesh {
	readonly index: number;
	readonly name: string;
	readonly primitives: readonly DrawnPrimitive[];
}

export interface DrawnPrimitive {
	readonly mode: typeof POINTS | typeof LINES | typeof TRIANGLES;
	readonly positions: DrawnAccessor;
	readonly indices?: DrawnAccessor;
	readonly material?: DrawnMaterial;
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

export interface DrawnMaterial extends Required<Look> {
	readonly index: number;
	readonly name: string;
}

/** Positions, 3 values each, or indices. */
export interface DrawnAccessor {
	readonly name: string;
	readonly array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
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
