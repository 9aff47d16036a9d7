import type { Report } from '../../src/findings/index.ts';
import { vec3At } from '../../src/geometry/vec3.ts';
import type { SceneHook, SceneMarker, Selection } from '../../src/scene/index.ts';
import type { Elements, ObjModel } from './model.ts';
import { NodeBounds } from './node-bounds.ts';
import type { ObjTree } from './tree.ts';

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
			report.add('OBJ_HOOK_EMPTY', { node: tree.nodes[node].name });
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
		if (at === undefined) report.add('OBJ_MARKER_EMPTY', { node: name });
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
	report.add('OBJ_LINES_IGNORED', { line }, { lines: lines.count, points: points.count });
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
