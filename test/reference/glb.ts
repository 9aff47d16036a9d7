/** A triangle as a viewer draws it: the material's name and nine coordinates in the space of the document. */
export interface DrawnTriangle {
	readonly material: string;
	readonly corners: readonly number[];
}

type Matrix = readonly (readonly number[])[];

/** Reads the triangles of a GLB in the most obvious way: JSON, one buffer, float32 positions, 16 or 32 bit indices. */
export function drawnTriangles(bytes: Uint8Array): DrawnTriangle[] {
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
	const triangles: DrawnTriangle[] = [];
	const visit = (index: number, above: Matrix): void => {
		const node = json.nodes[index];
		const matrix = product(above, localMatrix(node));
		for (const primitive of node.mesh === undefined ? [] : json.meshes[node.mesh].primitives) {
			if ((primitive.mode ?? 4) !== 4) continue;
			const positions = values(primitive.attributes.POSITION);
			const indices =
				primitive.indices === undefined
					? positions.map((_, i) => i).slice(0, positions.length / 3)
					: values(primitive.indices);
			for (let i = 0; i < indices.length; i += 3) {
				const corners = [0, 1, 2].flatMap((k) => {
					const point = [0, 1, 2].map((axis) => positions[indices[i + k] * 3 + axis]).concat(1);
					return [0, 1, 2].map((row) => matrix[row].reduce((sum, value, column) => sum + value * point[column], 0));
				});
				triangles.push({ material: json.materials?.[primitive.material]?.name ?? '', corners });
			}
		}
		for (const child of node.children ?? []) visit(child, matrix);
	};
	for (const root of json.scenes[json.scene ?? 0].nodes) visit(root, IDENTITY);
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
