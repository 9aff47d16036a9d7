import type { Report } from '../findings/report.ts';
import { edgeEnd } from '../mesh/half-edges.ts';
import { squaredDistanceToSegment } from '../mesh/spatial.ts';
import { vec3At } from '../mesh/vec3.ts';
import type { Scene, SceneMarker } from '../scene/scene.ts';
import { perimeterEdges } from '../walkmesh/faces.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { ROOMS_FINDINGS } from './findings.ts';
import { type Layout, roomIndex } from './level.ts';

export interface MarkerOptions {
	/** A perimeter edge belongs to a marker line when both its ends lie within this of the line, metres. */
	readonly lineTolerance?: number;
	/** A marker point belongs to the nearest perimeter edge within this, metres. */
	readonly pointTolerance?: number;
}

export const MARKER_DEFAULTS: Required<MarkerOptions> = { lineTolerance: 0.01, pointTolerance: 0.5 };

/** The markers of a scene whose rooms are known, and which of them a perimeter edge was found for. */
export class Markers {
	readonly #scene: Scene;
	readonly #wanted: readonly { marker: SceneMarker; room: number }[];
	readonly #matched = new Set<SceneMarker>();

	/**
	 * @param layout tells the indices of rooms that are marked by name; markers by number do without
	 */
	constructor(scene: Scene, layout: Layout | undefined, report: Report) {
		this.#scene = scene;
		const wanted: { marker: SceneMarker; room: number }[] = [];
		for (const marker of scene.markers) {
			const room = markedRoom(marker, layout);
			if (room >= 0) wanted.push({ marker, room });
			else
				report.add(ROOMS_FINDINGS.MARKER_ROOM_UNKNOWN, placeOf(scene, marker), {
					room: marker.room,
					layout: layout !== undefined,
				});
		}
		this.#wanted = wanted;
	}

	/** The walkmesh with its marked perimeter edges linked. Hints only: links found from geometry replace them. */
	apply(mesh: Walkmesh, table: SurfaceTable, options: MarkerOptions = {}): Walkmesh {
		if (this.#wanted.length === 0) return mesh;
		const { lineTolerance, pointTolerance } = { ...MARKER_DEFAULTS, ...options };
		const { edges } = perimeterEdges(mesh, table);
		const transitions = mesh.transitions.slice();
		for (const { marker, room } of this.#wanted) {
			const marked =
				marker.kind === 'lines'
					? edgesOnLines(mesh, edges, marker.positions, lineTolerance)
					: edgesAtPoints(mesh, edges, marker.positions, pointTolerance);
			for (const edge of marked) transitions[edge] = room;
			if (marked.length > 0) this.#matched.add(marker);
		}
		return { ...mesh, transitions };
	}

	/** Reports markers that lay on no perimeter edge of any walkmesh they were applied to. */
	finish(report: Report): void {
		for (const { marker } of this.#wanted) {
			if (!this.#matched.has(marker))
				report.add(ROOMS_FINDINGS.MARKER_UNMATCHED, placeOf(this.#scene, marker), { room: marker.room });
		}
	}
}

/** The index of the room that a marker names, or gives the number of; −1 when it is unknown. */
export function markedRoom(marker: Pick<SceneMarker, 'room'>, layout: Layout | undefined): number {
	const named = layout === undefined ? -1 : roomIndex(layout, marker.room);
	return named >= 0 ? named : /^\d{1,6}$/.test(marker.room) ? Number(marker.room) : -1;
}

function placeOf(scene: Scene, marker: SceneMarker) {
	return { node: scene.nodes[marker.node]?.name ?? marker.name, at: vec3At(marker.positions, 0) };
}

function edgesOnLines(mesh: Walkmesh, edges: Uint32Array, lines: Float64Array, tolerance: number): number[] {
	const segments = Array.from({ length: Math.floor(lines.length / 6) }, (_, line) => ({
		from: vec3At(lines, line * 2),
		to: vec3At(lines, line * 2 + 1),
	}));
	return [...edges].filter((edge) =>
		segments.some((segment) =>
			[edge, edgeEnd(edge)].every(
				(corner) => Math.sqrt(squaredDistanceToSegment(mesh.positions, mesh.faces[corner], segment)) <= tolerance,
			),
		),
	);
}

function edgesAtPoints(
	{ positions, faces }: Walkmesh,
	edges: Uint32Array,
	points: Float64Array,
	tolerance: number,
): number[] {
	const found: number[] = [];
	for (let point = 0; point * 3 < points.length; point++) {
		let nearest = -1;
		let least = tolerance;
		for (const edge of edges) {
			const segment = { from: vec3At(positions, faces[edge]), to: vec3At(positions, faces[edgeEnd(edge)]) };
			const distance = Math.sqrt(squaredDistanceToSegment(points, point, segment));
			if (distance >= least) continue;
			least = distance;
			nearest = edge;
		}
		if (nearest >= 0) found.push(nearest);
	}
	return found;
}
