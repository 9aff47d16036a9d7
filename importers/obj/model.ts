import { GrowingIntegers } from './vertices.ts';

/** No material was named. */
export const NO_MATERIAL = 0;

/** No node was named. */
export const NO_NODE = 0xffff_ffff;

/** An OBJ file as read: flat, in its own axes and unit, every index a vertex of the file, from 0. */
export interface ObjModel {
	/** 3 doubles a vertex. */
	readonly positions: Float64Array;
	/** 3 a vertex, 0 to 1; white where a vertex has none; undefined when none has. */
	readonly colours: Float32Array | undefined;
	/** The vertices of all faces, face after face. */
	readonly corners: Uint32Array;
	/** Corners of each face, 3 or more. */
	readonly faceSizes: Uint32Array;
	/** Line of each face. */
	readonly faceLines: Uint32Array;
	/** Faces that share node and material, in the order of the file. */
	readonly runs: readonly FaceRun[];
	readonly polylines: Elements;
	readonly points: Elements;
	readonly nodes: NodeTable;
	/** Names by material number; number 0 is no material. */
	readonly materials: readonly string[];
	/** What `mtllib` statements say, as written, each once. */
	readonly libraries: readonly Library[];
	/** Where vertices were declared: 2 values a run, its first vertex and its node (or `NO_NODE`). Those before the first run have none. */
	readonly declared: Uint32Array;
	/** How many `f` statements there were, those included that were refused. */
	readonly faceStatements: number;
}

export interface FaceRun {
	readonly node: number;
	readonly material: number;
	readonly firstFace: number;
}

/** Polylines (`l`) or sets of points (`p`). */
export interface Elements {
	readonly vertices: Uint32Array;
	/** Vertices of each element. */
	readonly sizes: Uint32Array;
	readonly nodes: Uint32Array;
	readonly lines: Uint32Array;
}

export interface Library {
	readonly text: string;
	readonly line: number;
}

/** Gathers lists of vertices: the faces, polylines or points of a file. */
export class ElementList {
	readonly vertices: GrowingIntegers = new GrowingIntegers();
	readonly sizes: GrowingIntegers = new GrowingIntegers();
	readonly lines: GrowingIntegers = new GrowingIntegers();
	readonly nodes: GrowingIntegers = new GrowingIntegers();

	/** Ends an element whose vertices were pushed. */
	end(size: number, line: number, node: number): void {
		this.sizes.push(size);
		this.lines.push(line);
		this.nodes.push(node);
	}

	view(): Elements {
		return {
			vertices: this.vertices.view(),
			sizes: this.sizes.view(),
			lines: this.lines.view(),
			nodes: this.nodes.view(),
		};
	}
}

/**
 * Takes elements out of lists in place.
 *
 * @param arrays one value an element each
 * @returns how many vertices and elements are left
 */
export function keepElements(
	vertices: Uint32Array,
	sizes: Uint32Array,
	arrays: readonly Uint32Array[],
	keep: (element: number, firstVertex: number, size: number) => boolean,
): { vertices: number; elements: number } {
	let from = 0;
	let to = 0;
	let kept = 0;
	for (let element = 0; element < sizes.length; element++) {
		const size = sizes[element];
		if (keep(element, from, size)) {
			vertices.copyWithin(to, from, from + size);
			sizes[kept] = size;
			for (const array of arrays) array[kept] = array[element];
			to += size;
			kept++;
		}
		from += size;
	}
	return { vertices: to, elements: kept };
}

/** A named thing of the file: an object (`o`), a group (`g`), or what came before any of them. */
export interface ObjNode {
	readonly name: string;
	/** The object that a group lies in, −1 for others. */
	readonly parent: number;
	/** Where it was first named; 0 for what nothing named. */
	readonly line: number;
}

/**
 * The objects and groups of a file. A group lies in the object that was named before it, and a new object ends the group.
 * A name that comes again is the same node again. `g` without a name goes back to the object.
 */
export class NodeTable {
	readonly list: ObjNode[] = [];
	/** The node that faces belong to now; −1 until something needs one or names one. */
	current = -1;
	#object = -1;
	readonly #byKey = new Map<string, number>();
	readonly #defaultName: string;

	/** @param defaultName what faces belong to that come before any name */
	constructor(defaultName: string) {
		this.#defaultName = defaultName;
	}

	object(name: string, line: number): void {
		this.#object = name === '' ? this.#unnamed() : this.#node(-1, name, line);
		this.current = this.#object;
	}

	group(name: string, line: number): void {
		this.current = name === '' ? this.#object : this.#node(this.#object, name, line);
	}

	/** The node that an element belongs to. */
	forElement(): number {
		if (this.current < 0) this.current = this.#unnamed();
		return this.current;
	}

	#unnamed(): number {
		const key = '';
		let index = this.#byKey.get(key);
		if (index === undefined) {
			index = this.list.push({ name: this.#defaultName, parent: -1, line: 0 }) - 1;
			this.#byKey.set(key, index);
		}
		return index;
	}

	#node(parent: number, name: string, line: number): number {
		const key = `${parent} ${name}`;
		let index = this.#byKey.get(key);
		if (index === undefined) {
			index = this.list.push({ name, parent, line }) - 1;
			this.#byKey.set(key, index);
		}
		return index;
	}
}
