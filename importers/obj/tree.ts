import type { Report } from '../../src/findings/report.ts';
import { type Vec3, vec3At, ZERO } from '../../src/mesh/vec3.ts';
import { collectGreens, createGreens, decidePaint, paintedRooms } from '../../src/scene/painted-rooms.ts';
import { type NodeMeaning, type NodeRole, nodeMeanings, nodeRole, parentsFirst } from '../../src/scene/roles.ts';
import type { SceneHook, SceneMarker, SceneNode, ScenePart } from '../../src/scene/scene.ts';
import type { Selection } from '../../src/scene/select.ts';
import type { SurfaceAssigner } from '../../src/scene/surfaces.ts';
import { FaceCutter, VertexCompactor } from './faces.ts';
import { OBJ_FINDINGS } from './findings.ts';
import { type Elements, NO_MATERIAL, NO_NODE, type ObjModel, type ObjNode } from './model.ts';

/** The nodes of a file as a scene has them. */
export interface ObjTree {
	/** Parents before children. */
	readonly nodes: readonly SceneNode[];
	readonly meanings: readonly NodeMeaning[];
	/** By node of the file: the node of the scene. */
	readonly sceneNode: Uint32Array;
	/**
	 * By node of the file: the node of the scene whose name says what its elements are. That is the node itself, but for the groups of an
	 * object named as a hook or a marker.
	 */
	readonly holder: Uint32Array;
}

/**
 * Makes a tree of objects and groups. OBJ has no nesting beyond that, so hooks and geometry of a placeable or door are put below the object
 * that is named as its root, as they would be in the scene that was exported.
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

/** Finds the one root that a role belongs to: of its kind, and of its model where the role names one. −1 without, or with several. */
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
		add(role.kind, index);
		if (role.model !== undefined) add(`${role.kind} ${role.model.toLowerCase()}`, index);
	}
	const find = (kind: string, model: string | undefined): number => {
		return Math.max(-1, roots.get(model === undefined ? kind : `${kind} ${model.toLowerCase()}`) ?? -1);
	};
	return (role) => {
		if (role === undefined || role.role === 'marker' || role.role === 'root') return -1;
		if (role.role === 'hook' || role.kind !== 'area') return find(role.kind, role.model);
		return role.open === true ? Math.max(find('placeable', role.model), find('door', role.model)) : -1;
	};
}

/** Triangles of one material in a part. */
interface MaterialRun {
	readonly material: number;
	readonly line: number;
	readonly first: number;
	readonly end: number;
}

type PlainPart = Omit<ScenePart, 'paintedRooms'>;

/**
 * The taken faces as parts, in the order of the file: a part is a run of faces of one node. A node that is taken up again has a
 * part for each time, so that faces keep their order, which is the order they have in a walkmesh.
 *
 * @param taken 1 for each node of the scene whose faces are walkmesh
 */
export function buildParts(
	model: ObjModel,
	tree: ObjTree,
	taken: Uint8Array,
	assigner: SurfaceAssigner,
	report: Report,
): ScenePart[] {
	const cutter = new FaceCutter(model, report);
	const compactor = new VertexCompactor(model.positions, model.colours);
	const parts: PlainPart[] = [];
	const colours: (Float32Array | undefined)[] = [];
	const { runs } = model;
	for (let run = 0; run < runs.length; ) {
		let end = run + 1;
		while (end < runs.length && runs[end].node === runs[run].node) end++;
		const lastFace = end < runs.length ? runs[end].firstFace : model.faceSizes.length;
		const node = tree.sceneNode[runs[run].node];
		if (taken[node] === 0) cutter.skip(lastFace);
		else {
			const { name } = tree.nodes[node];
			cutter.begin(lastFace);
			const materials = cutRuns(model, cutter, run, end, name);
			if (cutter.length > 0) {
				const triangles = cutter.take();
				const surfaces = assignSurfaces(model, materials, triangles, assigner, name);
				const compact = compactor.compact(triangles);
				parts.push({ ...identity(tree, node), positions: compact.positions, triangles, surfaces });
				colours.push(compact.colours);
			}
		}
		run = end;
	}
	return withPaintedRooms(parts, colours, report);
}

function cutRuns(model: ObjModel, cutter: FaceCutter, first: number, end: number, node: string): MaterialRun[] {
	const { runs } = model;
	const result: MaterialRun[] = [];
	for (let run = first; run < end; run++) {
		const before = cutter.length / 3;
		cutter.cut(run + 1 < runs.length ? runs[run + 1].firstFace : model.faceSizes.length, node);
		const after = cutter.length / 3;
		const { material, firstFace } = runs[run];
		if (after > before) result.push({ material, line: model.faceLines[firstFace], first: before, end: after });
	}
	return result;
}

/** Asks once for each material of a part. */
function assignSurfaces(
	model: ObjModel,
	runs: readonly MaterialRun[],
	triangles: Uint32Array,
	assigner: SurfaceAssigner,
	node: string,
): Uint32Array {
	const counts = new Map<number, { triangles: number; first: number; line: number }>();
	for (const { material, line, first, end } of runs) {
		const count = counts.get(material);
		if (count === undefined) counts.set(material, { triangles: end - first, first, line });
		else count.triangles += end - first;
	}
	const surfaceOf = new Map<number, number>();
	for (const [material, count] of counts) {
		surfaceOf.set(
			material,
			assigner.assign({
				material: material === NO_MATERIAL ? undefined : model.materials[material],
				triangleCount: count.triangles,
				place: { line: count.line, node, at: vec3At(model.positions, triangles[count.first * 3]) },
			}),
		);
	}
	const surfaces = new Uint32Array(triangles.length / 3);
	for (const { material, first, end } of runs) surfaces.fill(surfaceOf.get(material) as number, first, end);
	return surfaces;
}

function identity(tree: ObjTree, node: number): Pick<ScenePart, 'node' | 'name' | 'kind' | 'doorState' | 'model'> {
	const { kind, doorState, model } = tree.meanings[node];
	return {
		node,
		name: tree.nodes[node].name,
		kind,
		...(doorState === undefined ? {} : { doorState }),
		...(model === undefined || kind === 'area' ? {} : { model }),
	};
}

function withPaintedRooms(
	parts: readonly PlainPart[],
	colours: readonly (Float32Array | undefined)[],
	report: Report,
): ScenePart[] {
	const greens = createGreens();
	for (const values of colours) if (values !== undefined) collectGreens(values, greens);
	const paint = decidePaint(greens, report);
	if (paint === undefined) return [...parts];
	const meshes = parts.map(({ triangles }, part) => ({ triangles, colours: colours[part] ?? [] }));
	const rooms = paintedRooms(meshes, paint, report);
	return parts.map((part, index) => {
		const painted = rooms[index];
		return painted === undefined ? part : { ...part, paintedRooms: painted };
	});
}

type Box = [number, number, number, number, number, number];

/** Where the few nodes lie that mark a place: boxes round what they hold, gathered in one pass over the file. */
export class NodeBounds {
	/** By what a place is taken from: points, then faces and lines, then vertices that are merely declared. */
	readonly #boxes: readonly [Map<number, Box>, Map<number, Box>, Map<number, Box>] = [new Map(), new Map(), new Map()];
	readonly #faces = new Set<number>();
	readonly #positions: Float64Array;

	/**
	 * @param holder by node of the file: the node of the scene
	 * @param wanted 1 for each node of the scene that matters
	 */
	constructor(model: ObjModel, holder: Uint32Array, wanted: Uint8Array) {
		this.#positions = model.positions;
		if (!wanted.includes(1)) return;
		const [points, shapes, declared] = this.#boxes;
		this.#addElements(model.points, holder, wanted, points);
		this.#addElements(model.polylines, holder, wanted, shapes);
		this.#addFaces(model, holder, wanted, shapes);
		for (let run = 0; run < model.declared.length; run += 2) {
			const end = model.declared[run + 2] ?? model.positions.length / 3;
			const node = model.declared[run + 1];
			if (node === NO_NODE || wanted[holder[node]] === 0) continue;
			for (let vertex = model.declared[run]; vertex < end; vertex++) this.#grow(declared, holder[node], vertex);
		}
	}

	/** The middle of what a node holds; undefined when it holds nothing. */
	middle(node: number): Vec3 | undefined {
		for (const boxes of this.#boxes) {
			const box = boxes.get(node);
			if (box !== undefined) return [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
		}
		return undefined;
	}

	hasFaces(node: number): boolean {
		return this.#faces.has(node);
	}

	#addElements(elements: Elements, holder: Uint32Array, wanted: Uint8Array, boxes: Map<number, Box>): void {
		let at = 0;
		for (let element = 0; element < elements.sizes.length; element++) {
			const end = at + elements.sizes[element];
			const node = holder[elements.nodes[element]];
			if (wanted[node] === 1) while (at < end) this.#grow(boxes, node, elements.vertices[at++]);
			at = end;
		}
	}

	#addFaces(model: ObjModel, holder: Uint32Array, wanted: Uint8Array, boxes: Map<number, Box>): void {
		let corner = 0;
		let run = -1;
		for (let face = 0; face < model.faceSizes.length; face++) {
			while (run + 1 < model.runs.length && model.runs[run + 1].firstFace <= face) run++;
			const node = holder[model.runs[run].node];
			const end = corner + model.faceSizes[face];
			if (wanted[node] === 1) {
				this.#faces.add(node);
				for (let at = corner; at < end; at++) this.#grow(boxes, node, model.corners[at]);
			}
			corner = end;
		}
	}

	#grow(boxes: Map<number, Box>, node: number, vertex: number): void {
		const x = this.#positions[vertex * 3];
		const y = this.#positions[vertex * 3 + 1];
		const z = this.#positions[vertex * 3 + 2];
		if (Number.isNaN(x)) return;
		const box = boxes.get(node);
		if (box === undefined) {
			boxes.set(node, [x, y, z, x, y, z]);
			return;
		}
		box[0] = Math.min(box[0], x);
		box[1] = Math.min(box[1], y);
		box[2] = Math.min(box[2], z);
		box[3] = Math.max(box[3], x);
		box[4] = Math.max(box[4], y);
		box[5] = Math.max(box[5], z);
	}
}

/** What a file holds besides walkmesh faces. */
export interface Marks {
	readonly markers: SceneMarker[];
	readonly hooks: SceneHook[];
}

/**
 * Lines and points of objects named as transitions become markers, the middles of objects named as use hooks become hooks;
 * all other lines and points are counted and left. Marks count wherever they are, unless their names keep them out or patterns
 * choose what is read.
 *
 * @param model its positions in area axes
 */
export function readMarks(model: ObjModel, tree: ObjTree, selection: Selection, report: Report): Marks {
	const { taken, ignored, rule } = selection;
	const marking = Uint8Array.from(tree.meanings, ({ role }, node) => {
		const read = rule === 'patterns' ? taken[node] === 1 : ignored[node] === 0;
		return read && (role?.role === 'marker' || role?.role === 'hook') ? 1 : 0;
	});
	const bounds = new NodeBounds(model, tree.holder, marking);
	const drawn = [...lineMarkers(model, tree, marking), ...pointMarkers(model, tree, marking)];
	const markers = [...drawn, ...bareMarkers(tree, marking, bounds, drawn, report)];
	reportLeft(model, tree, marking, report);
	return { markers: markers.sort((a, b) => a.node - b.node), hooks: readHooks(tree, marking, bounds, report) };
}

function readHooks(tree: ObjTree, marking: Uint8Array, bounds: NodeBounds, report: Report): SceneHook[] {
	const hooks: SceneHook[] = [];
	for (const [node, { role, model, doorState }] of tree.meanings.entries()) {
		if (marking[node] === 0 || role?.role !== 'hook') continue;
		const at = bounds.middle(node);
		if (at === undefined) {
			report.add(OBJ_FINDINGS.OBJ_HOOK_EMPTY, { node: tree.nodes[node].name });
			continue;
		}
		hooks.push({
			node,
			kind: role.kind,
			...(model === undefined ? {} : { model }),
			...(doorState === undefined ? {} : { doorState }),
			slot: role.slot,
			at,
		});
	}
	return hooks;
}

/** Markers that have vertices and nothing else. One with faces is ground that happens to be called so. */
function bareMarkers(
	tree: ObjTree,
	marking: Uint8Array,
	bounds: NodeBounds,
	drawn: readonly SceneMarker[],
	report: Report,
): SceneMarker[] {
	const hasLines = new Set(drawn.map((marker) => marker.node));
	const markers: SceneMarker[] = [];
	for (const [node, { role }] of tree.meanings.entries()) {
		if (marking[node] === 0 || role?.role !== 'marker' || hasLines.has(node) || bounds.hasFaces(node)) continue;
		const at = bounds.middle(node);
		const { name } = tree.nodes[node];
		if (at === undefined) report.add(OBJ_FINDINGS.OBJ_MARKER_EMPTY, { node: name });
		else markers.push(pointMarker(node, name, role.room, Float64Array.from(at)));
	}
	return markers;
}

/** One marker a node: all its polylines, segment by segment. */
function lineMarkers(model: ObjModel, tree: ObjTree, marking: Uint8Array): SceneMarker[] {
	const segments = new Map<number, number[]>();
	forEach(model.polylines, tree, marking, (node, vertices) => {
		if (vertices.length < 2) return;
		let points = segments.get(node);
		if (points === undefined) segments.set(node, (points = []));
		for (let i = 0; i + 1 < vertices.length; i++) {
			points.push(...vec3At(model.positions, vertices[i]), ...vec3At(model.positions, vertices[i + 1]));
		}
	});
	const markers: SceneMarker[] = [];
	for (const [node, points] of segments) {
		const { role } = tree.meanings[node];
		if (role?.role !== 'marker') continue;
		const positions = Float64Array.from(points);
		markers.push({ node, name: tree.nodes[node].name, room: role.room, positions, kind: 'lines' });
	}
	return markers;
}

/** One marker a point. */
function pointMarkers(model: ObjModel, tree: ObjTree, marking: Uint8Array): SceneMarker[] {
	const markers: SceneMarker[] = [];
	forEach(model.points, tree, marking, (node, vertices) => {
		const { role } = tree.meanings[node];
		if (role?.role !== 'marker') return;
		for (const vertex of vertices) {
			const at = Float64Array.from(vec3At(model.positions, vertex));
			markers.push(pointMarker(node, tree.nodes[node].name, role.room, at));
		}
	});
	return markers;
}

function pointMarker(node: number, name: string, room: string, positions: Float64Array): SceneMarker {
	return { node, name, room, positions, kind: 'point' };
}

function reportLeft(model: ObjModel, tree: ObjTree, marking: Uint8Array, report: Report): void {
	const left = (elements: Elements): { count: number; line: number } => {
		let count = elements.sizes.length;
		forEach(elements, tree, marking, () => count--);
		const first = elements.nodes.findIndex((node) => marking[tree.holder[node]] === 0);
		return { count, line: elements.lines[first] };
	};
	const lines = left(model.polylines);
	const points = left(model.points);
	if (lines.count + points.count === 0) return;
	const line = Math.min(lines.line ?? Infinity, points.line ?? Infinity);
	report.add(OBJ_FINDINGS.OBJ_LINES_IGNORED, { line }, { lines: lines.count, points: points.count });
}

/** Visits the elements of marking nodes. */
function forEach(
	elements: Elements,
	tree: ObjTree,
	marking: Uint8Array,
	visit: (node: number, vertices: Uint32Array) => void,
): void {
	let at = 0;
	for (let element = 0; element < elements.sizes.length; element++) {
		const end = at + elements.sizes[element];
		const node = tree.holder[elements.nodes[element]];
		if (marking[node] === 1) visit(node, elements.vertices.subarray(at, end));
		at = end;
	}
}
