import { type PlainAccessor, PlainDocument, type PlainMesh, type PlainNode } from './plain-document.ts';
import type { GltfAccessor, GltfMaterial, GltfNode, Mode } from './target.ts';

type Extras = Record<string, unknown>;
type Three = [number, number, number];
type Four = [number, number, number, number];

/** A document as plain data, which can be kept and added to another one; everything names the others by their numbers, −1 for none. */
export interface DocumentPiece {
	readonly accessors: readonly {
		readonly name: string;
		readonly type: 'VEC3' | 'SCALAR';
		readonly array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
	}[];
	readonly materials: readonly {
		readonly name: string;
		readonly colour: Four;
		readonly roughness: number;
		readonly metallic: number;
		readonly isDoubleSided: boolean;
		readonly extras: Extras | null;
	}[];
	readonly meshes: readonly {
		readonly name: string;
		readonly extras: Extras | null;
		readonly primitives: readonly {
			readonly mode: Mode;
			readonly positions: number;
			readonly indices: number;
			readonly material: number;
			readonly extras: Extras | null;
		}[];
	}[];
	readonly nodes: readonly {
		readonly name: string;
		readonly translation: Three;
		readonly rotation: Four;
		readonly mesh: number;
		readonly children: readonly number[];
		readonly extras: Extras | null;
	}[];
	/** Of the nodes the one that the others lie below. */
	readonly root: number;
}

/** What is drawn into a document of its own. */
export function drawPiece(draw: (document: PlainDocument) => GltfNode): DocumentPiece {
	const document = new PlainDocument();
	const root = draw(document) as PlainNode;
	const { accessors, materials, meshes, nodes } = document;
	const numbers = new Map(accessors.map((accessor, index) => [accessor, index]));
	const numberOf = (accessor: PlainAccessor | undefined): number =>
		accessor === undefined ? -1 : (numbers.get(accessor) ?? -1);
	return {
		accessors: accessors.map(({ name, type, array }) => ({ name, type, array: array as Float32Array<ArrayBuffer> })),
		materials: materials.map(({ name, colour, roughness, metallic, isDoubleSided, extras = null }) => {
			return { name, colour, roughness, metallic, isDoubleSided, extras };
		}),
		meshes: meshes.map(({ name, extras = null, primitives }) => ({
			name,
			extras,
			primitives: primitives.map(({ mode, positions, indices, material, extras: own = null }) => ({
				mode,
				positions: numberOf(positions),
				indices: numberOf(indices),
				material: material?.index ?? -1,
				extras: own,
			})),
		})),
		nodes: nodes.map(({ name, translation, rotation, mesh, children, extras = null }) => {
			const below = children.map(({ index }) => index);
			return { name, translation, rotation, mesh: mesh?.index ?? -1, children: below, extras };
		}),
		root: root.index,
	};
}

/** Adds what was drawn to a document, as if it had been drawn there. @returns its root */
export function addPiece(document: PlainDocument, piece: DocumentPiece): PlainNode {
	const buffer = document.buffers[0] ?? (piece.accessors.length > 0 ? document.createBuffer() : null);
	const accessors = piece.accessors.map(
		({ name, type, array }): GltfAccessor =>
			document.createAccessor(name).setType(type).setArray(array).setBuffer(buffer),
	);
	const materials = piece.materials.map(({ name, extras, ...look }): GltfMaterial => {
		const known = document.materials.find((each) => each.name === name);
		if (known !== undefined) return known;
		const made = Object.assign(document.createMaterial(name), look);
		return extras === null ? made : made.setExtras(extras);
	});
	const meshes = piece.meshes.map(({ name, extras, primitives }): PlainMesh => {
		const mesh = document.createMesh(name);
		if (extras !== null) mesh.setExtras(extras);
		for (const { mode, positions, indices, material, extras: own } of primitives) {
			const primitive = document.createPrimitive().setMode(mode);
			if (positions >= 0) primitive.setAttribute('POSITION', accessors[positions]);
			if (indices >= 0) primitive.setIndices(accessors[indices]);
			if (material >= 0) primitive.setMaterial(materials[material]);
			if (own !== null) primitive.setExtras(own);
			mesh.addPrimitive(primitive);
		}
		return mesh;
	});
	const nodes = piece.nodes.map(({ name, translation, rotation, mesh, extras }) => {
		const node = document.createNode(name).setTranslation(translation).setRotation(rotation);
		if (mesh >= 0) node.setMesh(meshes[mesh]);
		return extras === null ? node : node.setExtras(extras);
	});
	for (const [index, { children }] of piece.nodes.entries())
		for (const child of children) nodes[index].addChild(nodes[child]);
	return nodes[piece.root];
}

/** True for what can be added: all that is named is there, and nothing lies below itself. */
export function isPiece(value: unknown): value is DocumentPiece {
	const { accessors, materials, meshes, nodes, root } = (value ?? {}) as Partial<DocumentPiece>;
	const lists: unknown[] = [accessors, materials, meshes, nodes];
	if (!lists.every((list) => Array.isArray(list) && list.every((each) => typeof each === 'object' && each !== null)))
		return false;
	const piece = value as DocumentPiece;
	const isIn = (index: unknown, list: readonly unknown[], least = -1): boolean =>
		Number.isInteger(index) && Number(index) >= least && Number(index) < list.length;
	const parents = new Set<number>();
	return (
		isIn(root, piece.nodes, 0) &&
		piece.accessors.every(({ array }) => array instanceof Float32Array || array instanceof Uint32Array) &&
		piece.materials.every(({ name, colour }) => typeof name === 'string' && Array.isArray(colour)) &&
		piece.meshes.every(
			({ primitives }) =>
				Array.isArray(primitives) &&
				primitives.every(
					({ positions, indices, material }) =>
						isIn(positions, piece.accessors) && isIn(indices, piece.accessors) && isIn(material, piece.materials),
				),
		) &&
		piece.nodes.every(({ name, translation, rotation, mesh, children }) => {
			if (!(typeof name === 'string' && Array.isArray(translation) && Array.isArray(rotation))) return false;
			if (!(isIn(mesh, piece.meshes) && Array.isArray(children))) return false;
			return children.every((child) => isIn(child, piece.nodes, 0) && !parents.has(child) && parents.add(child));
		}) &&
		!parents.has(piece.root)
	);
}
