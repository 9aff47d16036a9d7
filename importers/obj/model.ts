import type { Report } from '../../src/findings/report.ts';
import { Growing } from '../../src/math/arrays.ts';
import { ZERO } from '../../src/math/vec3.ts';
import { type NodeMeaning, type NodeRole, nodeMeanings, nodeRole, parentsFirst } from '../../src/scene/roles.ts';
import type { SceneNode } from '../../src/scene/scene.ts';
import { OBJ_FINDINGS } from './findings.ts';

/** Material of faces before any `usemtl`. */
export const NO_MATERIAL = 0;

/** Node of elements before any `o` or `g`. */
export const NO_NODE = 0xffff_ffff;

/** An OBJ file as read: flat, in its own axes and unit, every index a vertex of the file, from 0. */
export interface ObjModel {
	/** 3 float64 a vertex; NaN for one that could not be read. */
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
	/** The `mtllib` statements as written, without repetitions. */
	readonly libraries: readonly Library[];
	/** The nodes that vertices were declared in, as runs of 2 values: first vertex and node (or `NO_NODE`). Vertices before the first run have no node. */
	readonly declared: Uint32Array;
	/** The number of `f` statements, including those that could not be read. */
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

/** Collects elements. */
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
 * Removes faces, lines and points that refer to vertices which are missing (reported here) or could not be read (reported at the vertex). Both are
 * errors, so nothing is written of such a file.
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
					const problem = `a corner refers to vertex ${vertex + 1}; the file has ${count} vertices`;
					report.add(OBJ_FINDINGS.OBJ_FACE_INVALID, location, { problem });
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

/** Removes elements from lists in place. */
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

/** An object (`o`) or group (`g`) of the file, or the node of elements before any of them. */
interface ObjNode {
	readonly name: string;
	/** For a group, the object that it belongs to; −1 for others. */
	readonly parent: number;
	/** The line that named it first; 0 for the node without a name. */
	readonly line: number;
}

/**
 * The objects and groups of a file. A group lies in the object that was named before it, and a new object ends the group.
 * A repeated name is the same node. `g` without a name returns to the object.
 */
export class NodeTable {
	readonly list: ObjNode[] = [];
	/** The node that faces belong to at this line; −1 until one is named or needed. */
	current = -1;
	#object = -1;
	readonly #byKey = new Map<string, number>();
	readonly #defaultName: string;

	/** @param defaultName name of the node for faces before any `o` or `g` */
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

/**
 * The nodes of a file of groups without objects, each below the object that its name begins with: Blender writes `g hall_hall` (object and mesh) with
 * "Object Groups", and `g hall_wok_Stone` (object and material) with "Material Groups". Nothing changes where any group with faces has another name.
 */
export function objectsOfGroups({
	nodes,
	faces,
	materials,
}: Pick<ObjModel, 'nodes' | 'faces' | 'materials'>): readonly ObjNode[] {
	if (nodes.some(({ parent, line }) => parent >= 0 || line === 0)) return nodes;
	const used = nodes.map(() => new Set<number>());
	for (let face = 0; face < faces.nodes.length; face++) used[faces.nodes[face]].add(faces.materials[face]);
	const stems = nodes.map(({ name }, node) =>
		objectNameOf(
			name,
			[...used[node]].map((material) => materials[material]),
		),
	);
	if (used.some((own, node) => own.size > 0 && stems[node] === undefined)) return nodes;
	const objects = new Map<string, number>();
	const found: ObjNode[] = [];
	const parents = stems.map((stem, node) => {
		if (stem === undefined) return -1;
		const known =
			objects.get(stem) ?? nodes.length + found.push({ name: stem, parent: -1, line: nodes[node].line }) - 1;
		objects.set(stem, known);
		return known;
	});
	return [...nodes.map((node, index) => ({ ...node, parent: parents[index] })), ...found];
}

/** The object's name in that of a group: the part before the name of its only material, or the first half of a doubled name; undefined for others. */
function objectNameOf(name: string, materials: readonly (string | undefined)[]): string | undefined {
	const [material] = materials;
	const suffix = materials.length === 1 && material !== undefined ? `_${material.replaceAll(' ', '_')}` : undefined;
	if (suffix !== undefined && name.length > suffix.length && name.endsWith(suffix))
		return name.slice(0, -suffix.length);
	const half = name.slice(0, (name.length - 1) / 2);
	return half !== '' && name === `${half}_${half}` ? half : undefined;
}

/** The nodes of a file as a scene has them. */
export interface ObjTree {
	/** Parents before children. */
	readonly nodes: readonly SceneNode[];
	readonly meanings: readonly NodeMeaning[];
	/** 1 a node of the file: the node of the scene. */
	readonly sceneNode: Uint32Array;
	/**
	 * 1 a node of the file: the node of the scene whose name decides what its elements are. That is the node itself, except for groups of an
	 * object that is named as a hook or a marker.
	 */
	readonly holder: Uint32Array;
}

/**
 * Makes a tree of objects and groups. OBJ has no further nesting, so hooks and geometry of a placeable or door are put below the object that is named
 * as its root, as they were in the scene that was exported.
 */
export function objTree(list: readonly ObjNode[]): ObjTree {
	const roles = list.map((node) => nodeRole(node.name));
	const rootOf = rootFinder(list, roles);
	const parents = list.map((node, index) => ({ parent: node.parent >= 0 ? node.parent : rootOf(roles[index]) }));
	const order = parentsFirst(parents);
	const sceneNode = new Uint32Array(list.length);
	for (const [place, index] of order.entries()) sceneNode[index] = place;
	const nodes = Array.from(order, (index): SceneNode => {
		const { parent } = parents[index];
		return { name: list[index].name, parent: parent < 0 ? -1 : sceneNode[parent], origin: ZERO };
	});
	const meanings = nodeMeanings(nodes);
	const holder = sceneNode.map((node) => {
		const { parent } = nodes[node];
		const above = parent < 0 ? undefined : meanings[parent].role?.role;
		return meanings[node].role === undefined && (above === 'hook' || above === 'marker') ? parent : node;
	});
	return { nodes, meanings, sceneNode, holder };
}

/** A door may have a root for each of its states. */
function kindKey(kind: string, doorState: string | undefined): string {
	return doorState === undefined ? kind : `${kind} ${doorState}`;
}

/** Finds the only root that a role fits: of its kind, and of its model where the role names one. −1 where there is none, or more than one. */
function rootFinder(
	list: readonly ObjNode[],
	roles: readonly (NodeRole | undefined)[],
): (role: NodeRole | undefined) => number {
	const SEVERAL = -2;
	const roots = new Map<string, number>();
	const add = (key: string, index: number): void => {
		roots.set(key, roots.has(key) ? SEVERAL : index);
	};
	for (const [index, role] of roles.entries()) {
		if (role?.role !== 'root' || list[index].parent >= 0) continue;
		const kind = kindKey(role.kind, role.doorState);
		add(kind, index);
		if (role.model !== undefined) add(`${kind} ${role.model.toLowerCase()}`, index);
	}
	const find = (kind: string, model: string | undefined): number => {
		return Math.max(-1, roots.get(model === undefined ? kind : `${kind} ${model.toLowerCase()}`) ?? -1);
	};
	return (role) => {
		if (role === undefined || role.role === 'marker' || role.role === 'root') return -1;
		if (role.role === 'hook' || role.kind !== 'area') {
			const ofState = role.doorState === undefined ? -1 : find(kindKey(role.kind, role.doorState), role.model);
			return Math.max(ofState, ofState >= 0 ? -1 : find(role.kind, role.model));
		}
		return role.open === true ? Math.max(find('placeable', role.model), find('door', role.model)) : -1;
	};
}

/**
 * Reports names that several objects share. A name that comes again is the same object, as exporters write one that has several materials; but where
 * the faces below it use none of the vertices that were used before, it is another mesh, such as the second of two boxes that 3ds Max calls alike.
 */
export function reportRepeatedNames({ faces, nodes }: ObjModel, report: Report): void {
	if (!hasRepeats(faces.nodes, nodes.length)) return;
	const meshes = new Map<number, number[]>();
	let node = -1;
	let line = 0;
	let least = Number.POSITIVE_INFINITY;
	let most = -1;
	let mostBefore = -1;
	const endRun = (): void => {
		if (least > mostBefore && node >= 0) meshes.set(node, [...(meshes.get(node) ?? []), line]);
		mostBefore = Math.max(mostBefore, most);
	};
	forEachElement(faces, (face, first, end) => {
		if (faces.nodes[face] !== node) {
			endRun();
			node = faces.nodes[face];
			line = faces.lines[face];
			least = Number.POSITIVE_INFINITY;
		}
		for (let i = first; i < end; i++) {
			least = Math.min(least, faces.vertices[i]);
			most = Math.max(most, faces.vertices[i]);
		}
	});
	endRun();
	for (const [index, [first, second, ...more]] of meshes) {
		if (second === undefined) continue;
		const { name } = nodes[index];
		report.add(OBJ_FINDINGS.OBJ_NAME_REPEATED, { line: second, node: name }, { name, count: more.length + 2, first });
	}
}

/** True where the faces of some node are not all beside each other. */
function hasRepeats(ofFaces: Elements['nodes'], nodes: number): boolean {
	const seen = new Uint8Array(nodes);
	let node = -1;
	for (const each of ofFaces) {
		if (each === node) continue;
		if (seen[each] === 1) return true;
		seen[each] = 1;
		node = each;
	}
	return false;
}
