import type { Report } from '../../src/findings/report.ts';
import { middleOfBox } from '../../src/geometry/triangles.ts';
import { type Vec3, vec3At } from '../../src/math/vec3.ts';
import type { SceneHook, SceneMarker } from '../../src/scene/scene.ts';
import type { Selection } from '../../src/scene/select.ts';
import { OBJ_FINDINGS } from './findings.ts';
import { type Elements, forEachElement, NO_NODE, type ObjModel, type ObjTree } from './model.ts';

/** Markers of transitions and use hooks of a file. */
export interface Marks {
	readonly markers: SceneMarker[];
	readonly hooks: SceneHook[];
}

/** The input of reading marks. */
interface MarkReader {
	/** Its positions in area axes. */
	readonly model: ObjModel;
	readonly tree: ObjTree;
	/** 1 for each node of the scene that is read as a marker or a hook. */
	readonly marking: Uint8Array;
	readonly report: Report;
}

/**
 * Makes markers of the lines and points of objects that are named as transitions, and hooks of the middles of objects that are named as use hooks. All
 * other lines and points are counted and left out. Marks count anywhere in the file, unless their names or `--node` patterns exclude them.
 *
 * @param model its positions in area axes
 */
export function readMarks(model: ObjModel, tree: ObjTree, selection: Selection, report: Report): Marks {
	const { taken, ignored, rule } = selection;
	const marking = Uint8Array.from(tree.meanings, ({ role }, node) => {
		const read = rule === 'patterns' ? taken[node] === 1 : ignored[node] === 0;
		return read && (role?.role === 'marker' || role?.role === 'hook') ? 1 : 0;
	});
	const reader = { model, tree, marking, report };
	const contents = contentsOf(reader);
	const drawn = [...lineMarkers(reader), ...pointMarkers(reader)];
	const markers = [...drawn, ...bareMarkers(reader, contents, drawn)];
	reportLeft(reader);
	return { markers: markers.sort((a, b) => a.node - b.node), hooks: readHooks(reader, contents) };
}

/** Visits the elements of marking nodes. */
function forEachMark(
	elements: Elements,
	{ tree, marking }: MarkReader,
	visit: (node: number, vertices: Uint32Array) => void,
): void {
	forEachElement(elements, (element, first, end) => {
		const node = tree.holder[elements.nodes[element]];
		if (marking[node] === 1) visit(node, elements.vertices.subarray(first, end));
	});
}

type Box = [number, number, number, number, number, number];

/** The contents of marking nodes, gathered in one pass over the file. */
interface Contents {
	/** Boxes by node, from the best source of a position to the worst: points; faces and lines; vertices that are only declared. */
	readonly boxes: readonly ReadonlyMap<number, Box>[];
	readonly withFaces: ReadonlySet<number>;
}

function contentsOf(reader: MarkReader): Contents {
	const { model, tree, marking } = reader;
	const { positions, declared } = model;
	const points = new Map<number, Box>();
	const shapes = new Map<number, Box>();
	const bare = new Map<number, Box>();
	const withFaces = new Set<number>();
	const contents = { boxes: [points, shapes, bare], withFaces };
	if (!marking.includes(1)) return contents;
	const growAll = (boxes: Map<number, Box>, node: number, vertices: Uint32Array): void => {
		for (const vertex of vertices) grow(boxes, node, vec3At(positions, vertex));
	};
	forEachMark(model.points, reader, (node, vertices) => growAll(points, node, vertices));
	forEachMark(model.polylines, reader, (node, vertices) => growAll(shapes, node, vertices));
	forEachMark(model.faces, reader, (node, vertices) => {
		withFaces.add(node);
		growAll(shapes, node, vertices);
	});
	for (let run = 0; run < declared.length; run += 2) {
		const node = declared[run + 1];
		if (node === NO_NODE || marking[tree.holder[node]] === 0) continue;
		const end = declared[run + 2] ?? positions.length / 3;
		for (let vertex = declared[run]; vertex < end; vertex++) grow(bare, tree.holder[node], vec3At(positions, vertex));
	}
	return contents;
}

function grow(boxes: Map<number, Box>, node: number, [x, y, z]: Vec3): void {
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

/** The middle of what a node holds; undefined when it holds nothing. */
function middleOf({ boxes }: Contents, node: number): Vec3 | undefined {
	const box = boxes.map((map) => map.get(node)).find((found) => found !== undefined);
	return box && middleOfBox(box);
}

function readHooks({ tree, marking, report }: MarkReader, contents: Contents): SceneHook[] {
	const hooks: SceneHook[] = [];
	for (const [node, { role, model, doorState }] of tree.meanings.entries()) {
		if (marking[node] === 0 || role?.role !== 'hook') continue;
		const at = middleOf(contents, node);
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

/** Markers with vertices but no elements. A node with faces is ground that happens to have such a name. */
function bareMarkers(
	{ tree, marking, report }: MarkReader,
	contents: Contents,
	drawn: readonly SceneMarker[],
): SceneMarker[] {
	const isDrawn = new Set(drawn.map((marker) => marker.node));
	const markers: SceneMarker[] = [];
	for (const [node, { role }] of tree.meanings.entries()) {
		if (marking[node] === 0 || role?.role !== 'marker' || isDrawn.has(node) || contents.withFaces.has(node)) continue;
		const at = middleOf(contents, node);
		const { name } = tree.nodes[node];
		if (at === undefined) report.add(OBJ_FINDINGS.OBJ_MARKER_EMPTY, { node: name });
		else markers.push(pointMarker(node, name, role.room, at));
	}
	return markers;
}

/** One marker a node: all its polylines, segment by segment. */
function lineMarkers(reader: MarkReader): SceneMarker[] {
	const { model, tree } = reader;
	const segments = new Map<number, number[]>();
	forEachMark(model.polylines, reader, (node, vertices) => {
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
function pointMarkers(reader: MarkReader): SceneMarker[] {
	const { model, tree } = reader;
	const markers: SceneMarker[] = [];
	forEachMark(model.points, reader, (node, vertices) => {
		const { role } = tree.meanings[node];
		if (role?.role !== 'marker') return;
		for (const vertex of vertices) {
			markers.push(pointMarker(node, tree.nodes[node].name, role.room, vec3At(model.positions, vertex)));
		}
	});
	return markers;
}

function pointMarker(node: number, name: string, room: string, at: Vec3): SceneMarker {
	return { node, name, room, positions: Float64Array.from(at), kind: 'point' };
}

/** Reports how many lines and points mark nothing. */
function reportLeft(reader: MarkReader): void {
	const { model, tree, marking, report } = reader;
	const left = ({ nodes, lines }: Elements): Uint32Array =>
		lines.filter((_, element) => marking[tree.holder[nodes[element]]] === 0);
	const lines = left(model.polylines);
	const points = left(model.points);
	if (lines.length + points.length === 0) return;
	const line = Math.min(lines[0] ?? Infinity, points[0] ?? Infinity);
	report.add(OBJ_FINDINGS.OBJ_LINES_IGNORED, { line }, { lines: lines.length, points: points.length });
}
