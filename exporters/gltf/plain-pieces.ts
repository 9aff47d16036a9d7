import {
	type Extras,
	type FileAccessor,
	PlainDocument,
	type PlainMaterial,
	PlainNode,
	WrittenText,
} from './plain-document.ts';
import { meshText, nodeText, type PartNames, setAll } from './plain-file.ts';
import type { GltfNode } from './target.ts';

type Four = [number, number, number, number];

/**
 * A document as JSON text and bytes, to be stored and added to other files. Indices differ from file to file, so each index in the text is replaced
 * by a placeholder: a line feed (which JSON on one line never contains), a letter for the list, and the index within this document.
 */
export interface DocumentPiece {
	/** JSON objects of the accessors, without the last brace. The next lists have their sizes in bytes, and whether they hold positions. */
	readonly accessors: readonly string[];
	readonly sizes: readonly number[];
	readonly positions: readonly boolean[];
	/** Data of all accessors, one after another. */
	readonly data: Uint8Array;
	readonly materials: readonly {
		readonly name: string;
		readonly colour: Four;
		readonly roughness: number;
		readonly metallic: number;
		readonly isDoubleSided: boolean;
		readonly extras: Extras | null;
	}[];
	/** JSON objects of the meshes, separated by commas, and their number. */
	readonly meshes: string;
	readonly meshCount: number;
	readonly nodes: string;
	readonly nodeCount: number;
	/** Index of the root node. */
	readonly root: number;
}

const HOLE = /\n([amgn])(\d+)/g;

/** Draws into a document of its own and returns it as a piece. */
export function drawPiece(draw: (document: PlainDocument) => GltfNode): DocumentPiece {
	const document = new PlainDocument();
	const root = draw(document) as PlainNode;
	const { accessors, materials, meshes, nodes } = document;
	const numbers = new Map<FileAccessor, number>(accessors.map((accessor, index) => [accessor, index]));
	const names: PartNames = {
		accessor: (accessor) => `\na${numbers.get(accessor)}`,
		material: ({ index }) => `\nm${index}`,
		mesh: ({ index }) => `\ng${index}`,
		node: ({ index }) => `\nn${index}`,
	};
	const arrays = accessors.map(({ bytes }) => bytes);
	const data = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
	setAll(data, arrays);
	return {
		accessors: accessors.map(({ words }) => words),
		sizes: arrays.map(({ length }) => length),
		positions: accessors.map(({ holdsPositions }) => holdsPositions),
		data,
		materials: materials.map(({ name, colour, roughness, metallic, isDoubleSided, extras = null }) => {
			return { name, colour, roughness, metallic, isDoubleSided, extras };
		}),
		meshes: meshes.texts((mesh) => meshText(mesh, names)).join(','),
		meshCount: meshes.size,
		nodes: nodes.texts((node) => nodeText(node, names)).join(','),
		nodeCount: nodes.size,
		root: root.index,
	};
}

/** Adds a piece to a document, as if it had been drawn there. @returns its root node, of which only the index is known */
export function addPiece(document: PlainDocument, piece: DocumentPiece): PlainNode {
	if (piece.accessors.length > 0 && document.buffers.length === 0) document.createBuffer();
	let at = 0;
	const accessors = piece.accessors.map((words, i): FileAccessor => {
		const bytes = piece.data.subarray(at, at + piece.sizes[i]);
		at += piece.sizes[i];
		return { words, bytes, holdsPositions: piece.positions[i], index: -1 };
	});
	document.accessors.push(...accessors);
	const materials = piece.materials.map(({ name, extras, ...look }): PlainMaterial => {
		const known = document.materials.find((each) => each.name === name);
		if (known !== undefined) return known;
		const made = Object.assign(document.createMaterial(name), look);
		return extras === null ? made : made.setExtras(extras);
	});
	const firstMesh = document.meshes.size;
	const firstNode = document.nodes.size;
	const numbers: Readonly<Record<string, (index: number) => number | undefined>> = {
		a: (index) => accessors[index]?.index,
		m: (index) => materials[index]?.index,
		g: (index) => (index < piece.meshCount ? firstMesh + index : undefined),
		n: (index) => (index < piece.nodeCount ? firstNode + index : undefined),
	};
	const filled = (text: string): WrittenText =>
		new WrittenText(() =>
			text.replace(HOLE, (_, list: string, index: string) => {
				const number = numbers[list](Number(index));
				if (number === undefined) throw new Error('a piece of a file names what it does not have');
				return String(number);
			}),
		);
	if (piece.meshCount > 0) document.meshes.addWritten(filled(piece.meshes), piece.meshCount);
	document.nodes.addWritten(filled(piece.nodes), piece.nodeCount);
	return new PlainNode(firstNode + piece.root, '');
}

/** True for a value with the shape and counts of a piece. Wrong indices within its texts are only found when the file is written. */
export function isPiece(value: unknown): value is DocumentPiece {
	const { accessors, sizes, positions, data, materials, meshes, meshCount, nodes, nodeCount, root } = (value ??
		{}) as Partial<DocumentPiece>;
	if (!(Array.isArray(accessors) && Array.isArray(sizes) && Array.isArray(positions))) return false;
	if (!(accessors.every((words) => typeof words === 'string') && sizes.every(isCount))) return false;
	if (accessors.length !== sizes.length || accessors.length !== positions.length) return false;
	if (!(data instanceof Uint8Array && typeof meshes === 'string' && typeof nodes === 'string')) return false;
	if (sizes.some((size) => size % 4 !== 0) || positions.some((each) => typeof each !== 'boolean')) return false;
	if (sizes.reduce((sum, size) => sum + size, 0) !== data.length) return false;
	if (!(isCount(meshCount) && isCount(nodeCount) && isCount(root) && root < nodeCount)) return false;
	if (!Array.isArray(materials)) return false;
	return materials.every((each) => typeof each?.name === 'string' && Array.isArray(each.colour));
}

function isCount(value: unknown): value is number {
	return Number.isInteger(value) && Number(value) >= 0;
}
