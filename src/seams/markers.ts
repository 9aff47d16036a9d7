import type { Location, Report } from '../findings/report.ts';
import { perimeterEdges } from '../geometry/faces.ts';
import { edgeEnd } from '../geometry/half-edges.ts';
import { squaredDistanceToSegment } from '../geometry/spatial.ts';
import { boundsOf } from '../geometry/triangles.ts';
import { type Vec3, vec3At } from '../math/vec3.ts';
import { type Layout, roomIndex } from '../model/level.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { PlanIndex } from '../plan/plan-index.ts';
import type { Scene, SceneMarker } from '../scene/scene.ts';
import { ROOMS_FINDINGS } from './findings.ts';

/** How near markers have to be to edges. */
export interface MarkerOptions {
	/** A perimeter edge belongs to a marker line if both its ends lie within this distance of the line; metres. */
	readonly lineTolerance?: number;
	/** A marker point belongs to the nearest perimeter edge within this distance; metres. */
	readonly pointTolerance?: number;
}

const MARKER_DEFAULTS: Required<MarkerOptions> = { lineTolerance: 0.01, pointTolerance: 0.5 };

interface WantedMarker {
	readonly marker: SceneMarker;
	readonly room: number;
	readonly location: Location;
}

/** Turns the markers of a scene into transitions of walkmeshes, and remembers which markers had no effect. */
export class Markers {
	readonly #layout: Layout | undefined;
	readonly #wanted: readonly WantedMarker[];
	readonly #matched = new Set<SceneMarker>();
	/** Boxes of the wanted markers in plan. */
	readonly #index: PlanIndex;

	/**
	 * @param scene only read here, not kept
	 * @param layout gives the indices of rooms that markers name; markers with a number work without it
	 */
	constructor(scene: Scene, layout: Layout | undefined, report: Report) {
		this.#layout = layout;
		const wanted: WantedMarker[] = [];
		for (const marker of scene.markers) {
			const room = markedRoom(marker, layout);
			const location = locationOf(scene, marker);
			if (room >= 0) wanted.push({ marker, room, location });
			else
				report.add(ROOMS_FINDINGS.MARKER_ROOM_UNKNOWN, location, { room: marker.room, layout: layout !== undefined });
		}
		this.#wanted = wanted;
		this.#index = new PlanIndex(markerBoxes(wanted.map(({ marker }) => marker)));
	}

	/** Returns the walkmesh with transitions on its marked perimeter edges. They are only hints: links found from geometry replace them. */
	apply(mesh: Walkmesh, table: SurfaceTable, options: MarkerOptions = {}): Walkmesh {
		if (this.#wanted.length === 0) return mesh;
		const { lineTolerance, pointTolerance } = { ...MARKER_DEFAULTS, ...options };
		const bounds = boundsOf(mesh.positions);
		if (bounds === undefined) return mesh;
		const edges = new MarkedEdges(mesh, perimeterEdges(mesh, table).edges);
		const transitions = mesh.transitions.slice();
		const reach = Math.max(lineTolerance, pointTolerance);
		// Both rooms share the border that a marker lies on. Markers that name this room are meant for the room beyond.
		const own = this.#layout === undefined ? -1 : roomIndex(this.#layout, mesh.name);
		const near = this.#index.touching(bounds[0] - reach, bounds[1] - reach, bounds[3] + reach, bounds[4] + reach);
		for (const id of near.sort((a, b) => a - b)) {
			const { marker, room } = this.#wanted[id];
			if (room === own) continue;
			const { kind, positions } = marker;
			const marked =
				kind === 'lines' ? edges.onLines(positions, lineTolerance) : edges.atPoints(positions, pointTolerance);
			for (const edge of marked) transitions[edge] = room;
			if (marked.size > 0) this.#matched.add(marker);
		}
		return { ...mesh, transitions };
	}

	/** Reports markers that were on no perimeter edge of any walkmesh given to `apply`. */
	finish(report: Report): void {
		for (const { marker, location } of this.#wanted) {
			if (!this.#matched.has(marker)) report.add(ROOMS_FINDINGS.MARKER_UNMATCHED, location, { room: marker.room });
		}
	}
}

/** Index of the room that a marker names, or the number that it gives instead; −1 if unknown. */
export function markedRoom(marker: Pick<SceneMarker, 'room'>, layout: Layout | undefined): number {
	const named = layout === undefined ? -1 : roomIndex(layout, marker.room);
	return named >= 0 ? named : /^\d{1,6}$/.test(marker.room) ? Number(marker.room) : -1;
}

function locationOf(scene: Scene, marker: SceneMarker): Location {
	return { node: scene.nodes[marker.node]?.name ?? marker.name, at: vec3At(marker.positions, 0) };
}

/** The most edges that are measured for each marker. Without a limit, many faces and many markers in one spot would take the product of both. */
const MOST_LOOKED_AT = 4096;

/** Finds the perimeter edges of a walkmesh that markers lie on, by their boxes in plan. */
export class MarkedEdges {
	readonly #mesh: Walkmesh;
	readonly #edges: Uint32Array;
	readonly #index: PlanIndex;
	/** Number of edges measured so far. */
	looked = 0;

	/** @param edges perimeter edges as `3 * face + corner`; of equally near ones the first wins */
	constructor(mesh: Walkmesh, edges: Uint32Array) {
		const { positions, faces } = mesh;
		const boxes = new Float64Array(edges.length * 4);
		edges.forEach((edge, i) => {
			const [a, b] = [vec3At(positions, faces[edge]), vec3At(positions, faces[edgeEnd(edge)])];
			boxes.set(planBox(a, b), i * 4);
		});
		this.#mesh = mesh;
		this.#edges = edges;
		this.#index = new PlanIndex(boxes);
	}

	/** Edges with both ends within `tolerance` of the same line. @param lines 6 floats a line: its start and its end */
	onLines(lines: Float64Array, tolerance: number): Set<number> {
		const { positions, faces } = this.#mesh;
		const found = new Set<number>();
		for (let line = 0; line * 6 + 5 < lines.length; line++) {
			const segment = { from: vec3At(lines, line * 2), to: vec3At(lines, line * 2 + 1) };
			const isOn = (corner: number): boolean =>
				Math.sqrt(squaredDistanceToSegment(positions, faces[corner], segment)) <= tolerance;
			for (const edge of this.#near(planBox(segment.from, segment.to), tolerance))
				if (isOn(edge) && isOn(edgeEnd(edge))) found.add(edge);
		}
		return found;
	}

	/** For each point the nearest edge, if it is nearer than `tolerance`. @param points 3 floats a point */
	atPoints(points: Float64Array, tolerance: number): Set<number> {
		const { positions, faces } = this.#mesh;
		const found = new Set<number>();
		for (let point = 0; point * 3 < points.length; point++) {
			const at = vec3At(points, point);
			let nearest = -1;
			let least = tolerance;
			for (const edge of this.#near(planBox(at, at), tolerance)) {
				const segment = { from: vec3At(positions, faces[edge]), to: vec3At(positions, faces[edgeEnd(edge)]) };
				const distance = Math.sqrt(squaredDistanceToSegment(points, point, segment));
				if (distance >= least) continue;
				least = distance;
				nearest = edge;
			}
			if (nearest >= 0) found.add(nearest);
		}
		return found;
	}

	#near([minX, minY, maxX, maxY]: PlanBox, reach: number): number[] {
		const ids = this.#index.touching(minX - reach, minY - reach, maxX + reach, maxY + reach, MOST_LOOKED_AT);
		this.looked += ids.length;
		return ids.sort((a, b) => a - b).map((id) => this.#edges[id]);
	}
}

type PlanBox = readonly [minX: number, minY: number, maxX: number, maxY: number];

function planBox(a: Vec3, b: Vec3): PlanBox {
	return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}

/** Boxes of markers in plan, 4 floats a marker: least x and y, greatest x and y. NaN for a marker without points. */
function markerBoxes(markers: readonly SceneMarker[]): Float64Array {
	const boxes = markers.map(({ positions }) => {
		const bounds = boundsOf(positions);
		return bounds === undefined ? [NaN, NaN, NaN, NaN] : [bounds[0], bounds[1], bounds[3], bounds[4]];
	});
	return Float64Array.from(boxes.flat());
}
