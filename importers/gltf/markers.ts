import type { Report } from '../../src/findings/report.ts';
import { LINE_LOOP, LINES, POINTS, TRIANGLES } from '../../src/formats/gltf.ts';
import { areWithinReach, transformPoints } from '../../src/math/affine.ts';
import { type FrameOptions, toAreaAxes } from '../../src/scene/frame.ts';
import type { SceneHook, SceneMarker } from '../../src/scene/scene.ts';
import { type MarkingPrimitive, roomOfExtras } from './content.ts';
import { extrasOf, nodeLocation, tellFault } from './document.ts';
import { originOf, type SceneTree } from './nodes.ts';
import type { PrimitiveReader } from './primitives.ts';

/** Reads the marks of transitions: lines, points, and empty nodes with such a name or tag; in the order of nodes. */
export function readMarkers(
	tree: SceneTree,
	marks: readonly MarkingPrimitive[],
	reader: PrimitiveReader,
	frame: FrameOptions,
	report: Report,
): SceneMarker[] {
	const drawn = marks.flatMap((mark) => drawnMarkers(tree, mark, reader, frame, report));
	return [...drawn, ...emptyMarkers(tree, frame)].sort((a, b) => a.node - b.node);
}

function drawnMarkers(
	tree: SceneTree,
	{ node, name, room, primitive }: MarkingPrimitive,
	reader: PrimitiveReader,
	frame: FrameOptions,
	report: Report,
): SceneMarker[] {
	const { definition, index, world } = tree.nodes[node];
	const place = nodeLocation(definition, index);
	const local = reader.points(primitive).positions;
	const { vertices, lost } = drawnVertices(primitive.mode, reader.indices(primitive), local.length / 3);
	if (lost > 0) {
		tellFault(
			report,
			place,
			`marks a transition with vertices that are not there; ${lost} lines or points were left out`,
		);
	}
	const points = Float64Array.from({ length: vertices.length * 3 }, (_, i) => {
		return local[vertices[Math.floor(i / 3)] * 3 + (i % 3)];
	});
	const positions = new Float64Array(points.length);
	transformPoints(points, world, positions);
	toAreaAxes(positions, frame);
	if (vertices.length === 0 || !areWithinReach(positions)) {
		const short = JSON.stringify(room.slice(0, 40));
		tellFault(report, place, `marks a transition to room ${short} with points that are nowhere`);
		return [];
	}
	if (primitive.mode !== POINTS) return [{ node, name, room, positions, kind: 'lines' }];
	return vertices.map((_, at) => {
		return { node, name, room, positions: positions.slice(at * 3, at * 3 + 3), kind: 'point' };
	});
}

/** Vertex indices of points, or of the two ends of each line (three lines for a triangle). Those with a missing vertex are left out and counted. */
function drawnVertices(
	mode: number,
	indices: ArrayLike<number> | undefined,
	count: number,
): { vertices: number[]; lost: number } {
	const order = indices ?? Uint32Array.from({ length: count }, (_, i) => i);
	const vertices: number[] = [];
	let lost = 0;
	const draw = (...ends: number[]): void => {
		if (ends.every((vertex) => vertex < count)) vertices.push(...ends);
		else lost++;
	};
	if (mode === POINTS) for (let at = 0; at < order.length; at++) draw(order[at]);
	else if (mode === TRIANGLES) {
		for (let at = 0; at + 2 < order.length; at += 3)
			for (let side = 0; side < 3; side++) draw(order[at + side], order[at + ((side + 1) % 3)]);
	} else {
		const step = mode === LINES ? 2 : 1;
		for (let at = 0; at + 1 < order.length; at += step) draw(order[at], order[at + 1]);
	}
	if (mode === LINE_LOOP && order.length > 1) draw(order[order.length - 1], order[0]);
	return { vertices, lost };
}

/** Empties that mark transitions: nodes without a mesh of their own and without one below. */
function emptyMarkers({ nodes }: SceneTree, frame: FrameOptions): SceneMarker[] {
	const holdsMesh = new Uint8Array(nodes.length);
	for (const [place, { definition, parent }] of [...nodes.entries()].reverse()) {
		if (definition.mesh !== undefined) holdsMesh[place] = 1;
		if (parent >= 0 && holdsMesh[place] === 1) holdsMesh[parent] = 1;
	}
	const markers: SceneMarker[] = [];
	for (const [place, node] of nodes.entries()) {
		const { definition, name, meaning, mayMark } = node;
		if (holdsMesh[place] === 1 || !mayMark) continue;
		const named = meaning.role?.role === 'marker' ? meaning.role.room : undefined;
		const room = roomOfExtras(extrasOf(definition)) ?? named;
		const origin = room === undefined ? undefined : originOf(node, frame);
		if (room === undefined || origin === undefined) continue;
		markers.push({ node: place, name, room, positions: Float64Array.from(origin), kind: 'point' });
	}
	return markers;
}

/** Use hooks: nodes named by the conventions of the game's models. */
export function readHooks({ nodes }: SceneTree, frame: FrameOptions): SceneHook[] {
	const hooks: SceneHook[] = [];
	for (const [place, node] of nodes.entries()) {
		const { role, model } = node.meaning;
		if (role?.role !== 'hook' || !node.mayMark) continue;
		const at = originOf(node, frame);
		if (at === undefined) continue;
		hooks.push({
			node: place,
			kind: role.kind,
			slot: role.slot,
			at,
			...(model === undefined ? {} : { model }),
			...(role.doorState === undefined ? {} : { doorState: role.doorState }),
		});
	}
	return hooks;
}
