import type { Accessor } from '@gltf-transform/core';
import type { Report } from '../../../src/findings/report.ts';
import { type FrameOptions, toAreaAxes } from '../../../src/scene/frame.ts';
import type { SceneHook, SceneMarker } from '../../../src/scene/scene.ts';
import { extrasOf, LINE_LOOP, LINES, POINTS } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import { nodePlace } from '../tree/worlds.ts';
import { type MarkerJob, readsMarkers, roomOfExtras } from './jobs.ts';
import type { DecodedData } from './position-surveys.ts';
import { areWithinReach, transformPoints } from './positions.ts';
import type { PrimitivePlaces } from './request.ts';
import type { SceneTree } from './scene-tree.ts';

/** Reads lines and points that mark transitions. */
export function readMarkers(
	tree: SceneTree,
	jobs: readonly (MarkerJob & { readonly places: PrimitivePlaces })[],
	{ accessors, surveys }: DecodedData,
	frame: FrameOptions,
	report: Report,
): SceneMarker[] {
	const markers: SceneMarker[] = [];
	for (const { node, name, room, places } of jobs) {
		const { positions: local } = surveys.of(places);
		const { vertices, lost } = drawnVertices(places, local.length / 3, accessors);
		const place = nodePlace(tree.nodes[node], tree.hierarchy.nodes[node]);
		if (lost > 0) {
			const problem = `marks a transition with vertices that are not there; ${lost} lines or points were left out`;
			report.add(GLTF_FINDINGS.GLTF_FAULT, place, { problem });
		}
		const points = new Float64Array(vertices.length * 3);
		for (const [at, vertex] of vertices.entries()) {
			for (let axis = 0; axis < 3; axis++) points[at * 3 + axis] = local[vertex * 3 + axis];
		}
		const positions = new Float64Array(points.length);
		transformPoints(points, tree.worlds.transforms[node], positions);
		toAreaAxes(positions, frame);
		if (vertices.length === 0 || !areWithinReach(positions)) {
			const problem = `marks a transition to room ${JSON.stringify(room.slice(0, 40))} with points that are nowhere`;
			report.add(GLTF_FINDINGS.GLTF_FAULT, place, { problem });
			continue;
		}
		if (places.mode !== POINTS) {
			markers.push({ node, name, room, positions, kind: 'lines' });
			continue;
		}
		for (let at = 0; at < positions.length; at += 3) {
			markers.push({ node, name, room, positions: positions.slice(at, at + 3), kind: 'point' });
		}
	}
	return markers;
}

interface DrawnVertices {
	/** Of points, or of both ends of each line. */
	readonly vertices: readonly number[];
	/** Points and lines that are left out because a vertex is not there. */
	readonly lost: number;
}

function drawnVertices(places: PrimitivePlaces, count: number, accessors: readonly Accessor[]): DrawnVertices {
	const { indices, mode } = places;
	const order =
		(indices === undefined ? undefined : accessors[indices].getArray()) ??
		Uint32Array.from({ length: count }, (_, i) => i);
	const width = mode === POINTS ? 1 : 2;
	const step = mode === LINES ? 2 : 1;
	const vertices: number[] = [];
	let lost = 0;
	const draw = (...ends: number[]): void => {
		if (ends.every((vertex) => vertex < count)) vertices.push(...ends);
		else lost++;
	};
	for (let at = 0; at + width <= order.length; at += step) {
		if (width === 1) draw(order[at]);
		else draw(order[at], order[at + 1]);
	}
	if (mode === LINE_LOOP && order.length > 1) draw(order[order.length - 1], order[0]);
	return { vertices, lost };
}

/** Empties that mark transitions: nodes named or tagged so, without a mesh of their own and without one below. */
export function emptyMarkers(tree: SceneTree, frame: FrameOptions): SceneMarker[] {
	const holdsMesh = new Uint8Array(tree.nodes.length);
	for (let index = tree.nodes.length - 1; index >= 0; index--) {
		if (tree.nodes[index].mesh !== undefined) holdsMesh[index] = 1;
		const parent = tree.hierarchy.parents[index];
		if (parent >= 0 && holdsMesh[index] === 1) holdsMesh[parent] = 1;
	}
	const markers: SceneMarker[] = [];
	for (const [node, name] of tree.names.entries()) {
		if (holdsMesh[node] === 1 || !readsMarkers(tree, node)) continue;
		const role = tree.meanings[node].role;
		const room = roomOfExtras(extrasOf(tree.nodes[node])) ?? (role?.role === 'marker' ? role.room : undefined);
		const positions = room === undefined ? undefined : originOf(tree, node, frame);
		if (room === undefined || positions === undefined) continue;
		markers.push({ node, name, room, positions, kind: 'point' });
	}
	return markers;
}

/** Use hooks: nodes named by the conventions of the game's models. */
export function readHooks(tree: SceneTree, frame: FrameOptions): SceneHook[] {
	const hooks: SceneHook[] = [];
	for (const [node, { role, model }] of tree.meanings.entries()) {
		if (role?.role !== 'hook' || !readsMarkers(tree, node)) continue;
		const origin = originOf(tree, node, frame);
		if (origin === undefined) continue;
		hooks.push({
			node,
			kind: role.kind,
			slot: role.slot,
			at: [origin[0], origin[1], origin[2]],
			...(model === undefined ? {} : { model }),
			...(role.doorState === undefined ? {} : { doorState: role.doorState }),
		});
	}
	return hooks;
}

/** The origin of a node in area axes; undefined for one that stands nowhere. */
export function originOf(tree: SceneTree, node: number, frame: FrameOptions): Float64Array | undefined {
	const origin = Float64Array.from(tree.worlds.transforms[node].slice(9, 12));
	toAreaAxes(origin, frame);
	return areWithinReach(origin) ? origin : undefined;
}
