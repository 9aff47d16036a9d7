/** A triangle as a viewer draws it: the material's name and nine coordinates in the space of the document. */
export interface DrawnTriangle {
	readonly material: string;
	readonly corners: readonly number[];
}

type Matrix = readonly (readonly number[])[];

/** What a node shows, in the space of the document: Y up. */
export interface DrawnPrimitive {
	readonly mode: number;
	// biome-ignore lint/suspicious/noExplicitAny: as the file has it.
	readonly material: any;
	readonly extras: unknown;
	readonly points: readonly (readonly number[])[];
	/** Numbers of points, in the order in which they are drawn. */
	readonly indices: readonly number[];
}

export interface DrawnNode {
	readonly name: string;
	/** Name of the node above. */
	readonly above: string | undefined;
	readonly extras: unknown;
	/** Where its origin is. */
	readonly at: readonly number[];
	readonly mesh: number | undefined;
	readonly primitives: readonly DrawnPrimitive[];
}

/** Reads the nodes of the scene of a GLB in the most obvious way: JSON, one buffer, float32 positions, 16 or 32 bit indices. */
export function drawnNodes(bytes: Uint8Array): DrawnNode[] {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const jsonLength = view.getUint32(12, true);
	const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonLength)));
	const binary = 20 + jsonLength + 8;
	const values = (accessor: number): number[] => {
		const { bufferView, byteOffset = 0, count, type, componentType } = json.accessors[accessor];
		const { byteOffset: start = 0, byteStride } = json.bufferViews[bufferView];
		const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[type as string] as number;
		const size = { 5121: 1, 5123: 2, 5125: 4, 5126: 4 }[componentType as number] as number;
		return Array.from({ length: count * width }, (_, i) => {
			const row = Math.floor(i / width) * (byteStride ?? width * size);
			const at = binary + start + byteOffset + row + (i % width) * size;
			if (componentType === 5126) return view.getFloat32(at, true);
			return size === 4 ? view.getUint32(at, true) : size === 2 ? view.getUint16(at, true) : view.getUint8(at);
		});
	};
	const nodes: DrawnNode[] = [];
	const visit = (index: number, above: string | undefined, outer: Matrix): void => {
		const node = json.nodes[index];
		const matrix = product(outer, localMatrix(node));
		const primitives = node.mesh === undefined ? [] : json.meshes[node.mesh].primitives;
		nodes.push({
			name: node.name ?? '',
			above,
			extras: node.extras,
			at: [0, 1, 2].map((row) => matrix[row][3]),
			mesh: node.mesh,
			primitives: primitives.map(
				(primitive: DrawnPrimitive & { attributes: { POSITION: number }; indices?: number }) => {
					const positions = values(primitive.attributes.POSITION);
					const points = Array.from({ length: positions.length / 3 }, (_, i) => {
						const point = positions.slice(i * 3, i * 3 + 3).concat(1);
						return [0, 1, 2].map((row) => matrix[row].reduce((sum, value, column) => sum + value * point[column], 0));
					});
					return {
						mode: primitive.mode ?? 4,
						material: json.materials?.[primitive.material],
						extras: primitive.extras,
						points,
						indices: primitive.indices === undefined ? [...points.keys()] : values(primitive.indices),
					};
				},
			),
		});
		for (const child of node.children ?? []) visit(child, node.name ?? '', matrix);
	};
	for (const root of json.scenes[json.scene ?? 0].nodes) visit(root, undefined, IDENTITY);
	return nodes;
}

/** The triangles of the scene of a GLB. */
export function drawnTriangles(bytes: Uint8Array): DrawnTriangle[] {
	const triangles: DrawnTriangle[] = [];
	for (const { mode, material, points, indices } of drawnNodes(bytes).flatMap(({ primitives }) => primitives)) {
		if (mode !== 4) continue;
		for (let i = 0; i < indices.length; i += 3)
			triangles.push({
				material: material?.name ?? '',
				corners: [0, 1, 2].flatMap((k) => points[indices[i + k]]),
			});
	}
	return triangles;
}

const IDENTITY: Matrix = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => Number(row === column)));

function product(a: Matrix, b: Matrix): Matrix {
	return a.map((row) => [0, 1, 2, 3].map((column) => row.reduce((sum, value, k) => sum + value * b[k][column], 0)));
}

interface TransformedNode {
	readonly matrix?: readonly number[];
	readonly translation?: readonly number[];
	readonly rotation?: readonly number[];
	readonly scale?: readonly number[];
}

function localMatrix({
	matrix,
	translation = [0, 0, 0],
	rotation = [0, 0, 0, 1],
	scale = [1, 1, 1],
}: TransformedNode): Matrix {
	// Matrices stand column after column.
	if (matrix !== undefined) return [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => matrix[column * 4 + row]));
	const [x, y, z, w] = rotation;
	const turn = [
		[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
		[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
		[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
	];
	return [...turn.map((row, i) => [...row.map((value, k) => value * scale[k]), translation[i]]), [0, 0, 0, 1]];
}
