import { joinedBytes } from '../../src/math/arrays.ts';
import {
	type AccessorRun,
	type Extras,
	type PlainAccessor,
	PlainDocument,
	type PlainMaterial,
	PlainNode,
	WrittenText,
} from './plain-document.ts';
import { meshText, nodeText, type PartNames } from './plain-file.ts';
import type { GltfNode } from './target.ts';

type Four = [number, number, number, number];

/** The look of a material of a piece. */
interface PieceMaterial {
	readonly name: string;
	readonly colour: Four;
	readonly roughness: number;
	readonly metallic: number;
	readonly isDoubleSided: boolean;
	readonly extras: Extras | null;
}

/**
 * A document as JSON text and bytes, to be stored and added to other files. Indices differ from file to file, so each index in the text is replaced
 * by a placeholder: a line feed (which JSON on one line never contains), a letter for the list, and the index within this document. Few long texts and
 * flat arrays are read many times faster than lists of small values.
 */
export interface DocumentPiece {
	/** The words of its accessors, one a line; the rest as in `AccessorRun`. */
	readonly accessors: string;
	readonly sizes: Uint32Array;
	readonly positions: number;
	readonly lead: number;
	readonly data: Uint8Array;
	/** JSON of the list of materials: the same text for most rooms. */
	readonly materials: string;
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
	// All of them were made one by one here.
	const made = accessors as PlainAccessor[];
	const holding = made.filter(({ holdsPositions }) => holdsPositions);
	const others = made.filter(({ holdsPositions }) => !holdsPositions);
	const sorted = [...holding, ...others];
	const numbers = new Map(sorted.map((accessor, index) => [accessor, index]));
	const names: PartNames = {
		accessor: (accessor) => `\na${numbers.get(accessor)}`,
		material: ({ index }) => `\nm${index}`,
		mesh: ({ index }) => `\ng${index}`,
		node: ({ index }) => `\nn${index}`,
	};
	const arrays = sorted.map((accessor) => accessor.data);
	return {
		accessors: sorted.flatMap(({ words }) => words).join('\n'),
		sizes: Uint32Array.from(arrays, ({ length }) => length),
		positions: holding.length,
		lead: others.length === 0 ? holding.length : made.indexOf(others[0]),
		data: joinedBytes(arrays),
		materials: JSON.stringify(
			materials.map(({ name, colour, roughness, metallic, isDoubleSided, extras = null }): PieceMaterial => {
				return { name, colour, roughness, metallic, isDoubleSided, extras };
			}),
		),
		meshes: meshes.texts((mesh) => meshText(mesh, names)).join(','),
		meshCount: meshes.size,
		nodes: nodes.texts((node) => nodeText(node, names)).join(','),
		nodeCount: nodes.size,
		root: root.index,
	};
}

/** Adds a piece to a document, as if it had been drawn there. @returns its root node, of which only the index is known */
export function addPiece(document: PlainDocument, piece: DocumentPiece): PlainNode {
	const { sizes, positions, lead, data } = piece;
	if (sizes.length > 0 && document.buffers.length === 0) document.createBuffer();
	const run: AccessorRun = { words: linesOf(piece.accessors), sizes, positions, lead, data, numbers: [] };
	document.accessors.push(run);
	const materials = (materialsOf(piece.materials) ?? []).map(({ name, extras, ...look }): PlainMaterial => {
		const known = document.materials.find((each) => each.name === name);
		if (known !== undefined) return known;
		const made = Object.assign(document.createMaterial(name), look);
		return extras === null ? made : made.setExtras(extras);
	});
	const firstMesh = document.meshes.size;
	const firstNode = document.nodes.size;
	const numbers: Readonly<Record<string, (index: number) => number | undefined>> = {
		a: (index) => run.numbers[index],
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
	const { accessors, sizes, positions, lead, data, materials, meshes, meshCount, nodes, nodeCount, root } = (value ??
		{}) as Partial<DocumentPiece>;
	if (!(typeof accessors === 'string' && sizes instanceof Uint32Array) || linesIn(accessors) !== sizes.length)
		return false;
	if (!(isCount(positions) && positions <= sizes.length && isCount(lead) && lead <= positions)) return false;
	if (!(data instanceof Uint8Array && typeof meshes === 'string' && typeof nodes === 'string')) return false;
	if (sizes.some((size) => size % 4 !== 0) || sizes.reduce((sum, size) => sum + size, 0) !== data.length) return false;
	if (!(isCount(meshCount) && isCount(nodeCount) && isCount(root) && root < nodeCount)) return false;
	return typeof materials === 'string' && materialsOf(materials) !== undefined;
}

function linesOf(text: string): string[] {
	return text === '' ? [] : text.split('\n');
}

/** The number of `linesOf`. */
function linesIn(text: string): number {
	let lines = text === '' ? 0 : 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
	return lines;
}

/** Lists of materials by their text, of which the rooms of a level have few. */
const knownMaterials = new Map<string, readonly PieceMaterial[]>();
const MOST_KNOWN = 64;

/** The materials of a piece; undefined where the text does not list any. */
function materialsOf(text: string): readonly PieceMaterial[] | undefined {
	const known = knownMaterials.get(text);
	if (known !== undefined) return known;
	let materials: unknown;
	try {
		materials = JSON.parse(text);
	} catch {
		return undefined;
	}
	const isMaterial = (each: Partial<PieceMaterial> | null): boolean =>
		typeof each?.name === 'string' && Array.isArray(each.colour);
	if (!Array.isArray(materials) || !materials.every(isMaterial)) return undefined;
	if (knownMaterials.size >= MOST_KNOWN) knownMaterials.clear();
	knownMaterials.set(text, materials as readonly PieceMaterial[]);
	return materials as readonly PieceMaterial[];
}

function isCount(value: unknown): value is number {
	return Number.isInteger(value) && Number(value) >= 0;
}
