import type { Report } from '../../src/findings/report.ts';
import { Growing } from '../../src/mesh/arrays.ts';
import { OBJ_FINDINGS } from './findings.ts';

/** No material was named. */
export const NO_MATERIAL = 0;

/** No node was named. */
export const NO_NODE = 0xffff_ffff;

/** An OBJ file as read: flat, in its own axes and unit, every index a vertex of the file, from 0. */
export interface ObjModel {
	/** 3 doubles a vertex; NaN for one that could not be read. */
	readonly positions: Float64Array;
	/** 3 a vertex, 0 to 1; white where a vertex has none; undefined when none has. */
	readonly colours: Float32Array | undefined;
	/** Of 3 corners or more. */
	readonly faces: Elements;
	readonly polylines: Elements;
	readonly points: Elements;
	readonly nodes: readonly ObjNode[];
	/** Names by material number; number 0 is no material. */
	readonly materials: readonly string[];
	/** What `mtllib` statements say, as written, each once. */
	readonly libraries: readonly Library[];
	/** Where vertices were declared: 2 values a run, its first vertex and its node (or `NO_NODE`). Those before the first run have none. */
	readonly declared: Uint32Array;
	/** How many `f` statements there were, those included that were refused. */
	readonly faceStatements: number;
}

/** Faces (`f`), polylines (`l`) or sets of points (`p`), in the order of the file. */
export interface Elements {
	/** The vertices of all elements, element after element. */
	readonly vertices: Uint32Array;
	/** 1 an element: how many vertices it has, its line, its node, its material. */
	readonly sizes: Uint32Array;
	readonly lines: Uint32Array;
	readonly nodes: Uint32Array;
	readonly materials: Uint32Array;
}

export interface Library {
	readonly text: string;
	readonly line: number;
}

/** Gathers elements. */
export class ElementList {
	readonly vertices: Growing<Uint32Array> = new Growing(Uint32Array);
	readonly #sizes = new Growing(Uint32Array);
	readonly #lines = new Growing(Uint32Array);
	readonly #nodes = new Growing(Uint32Array);
	readonly #materials = new Growing(Uint32Array);

	/** Elements so far. */
	get count(): number {
		return this.#sizes.length;
	}

	/** Ends an element whose vertices were pushed. */
	end(size: number, line: number, node: number, material: number): void {
		this.#sizes.push(size);
		this.#lines.push(line);
		this.#nodes.push(node);
		this.#materials.push(material);
	}

	view(): Elements {
		return {
			vertices: this.vertices.view(),
			sizes: this.#sizes.view(),
			lines: this.#lines.view(),
			nodes: this.#nodes.view(),
			materials: this.#materials.view(),
		};
	}
}

/** Visits elements in order. @param visit gets the element, and where its vertices begin and end */
export function forEachElement(
	{ sizes }: Elements,
	visit: (element: number, first: number, end: number) => void,
): void {
	let first = 0;
	for (let element = 0; element < sizes.length; element++) {
		const end = first + sizes[element];
		visit(element, first, end);
		first = end;
	}
}

/**
 * The model without faces, lines and points that refer to vertices which never came (reported here) or could not be
 * read (reported at the vertex). Such findings are errors: nothing is written of a file that has them.
 */
export function dropUnusable(model: ObjModel, report: Report): ObjModel {
	const { positions, nodes } = model;
	const count = positions.length / 3;
	const usableOf = (elements: Elements): Elements =>
		keepElements(elements, (element, first, end) => {
			let usable = true;
			for (let i = first; i < end; i++) {
				const vertex = elements.vertices[i];
				if (vertex >= count) {
					const location = { line: elements.lines[element], node: nodes[elements.nodes[element]].name };
					report.add(OBJ_FINDINGS.OBJ_INDEX_OUT_OF_RANGE, location, { index: vertex + 1, vertices: count });
					return false;
				}
				if (Number.isNaN(positions[vertex * 3])) usable = false;
			}
			return usable;
		});
	return {
		...model,
		faces: usableOf(model.faces),
		polylines: usableOf(model.polylines),
		points: usableOf(model.points),
	};
}

/** Takes elements out of lists in place. */
function keepElements(elements: Elements, keep: (element: number, first: number, end: number) => boolean): Elements {
	const { vertices, sizes, lines, nodes, materials } = elements;
	const arrays = [sizes, lines, nodes, materials];
	let to = 0;
	let kept = 0;
	forEachElement(elements, (element, first, end) => {
		if (!keep(element, first, end)) return;
		vertices.copyWithin(to, first, end);
		to += end - first;
		for (const array of arrays) array[kept] = array[element];
		kept++;
	});
	return {
		vertices: vertices.subarray(0, to),
		sizes: sizes.subarray(0, kept),
		lines: lines.subarray(0, kept),
		nodes: nodes.subarray(0, kept),
		materials: materials.subarray(0, kept),
	};
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
		this.#object = name === '' ? this.#unnamed() : this.#node(`-1 ${name}`, { name, parent: -1, line });
		this.current = this.#object;
	}

	group(name: string, line: number): void {
		const parent = this.#object;
		this.current = name === '' ? parent : this.#node(`${parent} ${name}`, { name, parent, line });
	}

	/** The node that an element belongs to. */
	forElement(): number {
		if (this.current < 0) this.current = this.#unnamed();
		return this.current;
	}

	#unnamed(): number {
		return this.#node('', { name: this.#defaultName, parent: -1, line: 0 });
	}

	#node(key: string, node: ObjNode): number {
		let index = this.#byKey.get(key);
		if (index === undefined) {
			index = this.list.push(node) - 1;
			this.#byKey.set(key, index);
		}
		return index;
	}
}
