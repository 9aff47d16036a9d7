import type { Location, Report } from '../findings/report.ts';
import { edgeEnd } from '../mesh/half-edges.ts';
import { PlanIndex } from '../mesh/plan-index.ts';
import { squaredDistanceToSegment } from '../mesh/spatial.ts';
import { boundsOf } from '../mesh/triangles.ts';
import { type Vec3, vec3At } from '../mesh/vec3.ts';
import type { Scene, SceneMarker } from '../scene/scene.ts';
import { perimeterEdges } from '../walkmesh/faces.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { type Layout, roomIndex } from './level.ts';
import { ROOMS_FINDINGS } from './room-findings.ts';

export interface MarkerOptions {
	/** A perimeter edge belongs to a marker line when both its ends lie within this of the line, metres. */
	readonly lineTolerance?: number;
	/** A marker point belongs to the nearest perimeter edge within this, metres. */
	readonly pointTolerance?: number;
}

const MARKER_DEFAULTS: Required<MarkerOptions> = { lineTolerance: 0.01, pointTolerance: 0.5 };

interface WantedMarker {
	readonly marker: SceneMarker;
	readonly room: number;
	readonly place: Location;
}

/** The markers of a scene whose rooms are known, and which of them a perimeter edge was found for. */
export class Markers {
	readonly #layout: Layout | undefined;
	readonly #wanted: readonly WantedMarker[];
	readonly #matched = new Set<SceneMarker>();
	/** The markers that are wanted, by where they lie in plan. */
	readonly #index: PlanIndex;

	/**
	 * @param scene is not held on to
	 * @param layout tells the indices of rooms that are marked by name; markers by number do without
	 */
	constructor(scene: Scene, layout: Layout | undefined, report: Report) {
		this.#layout = layout;
		const wanted: WantedMarker[] = [];
		for (const marker of scene.markers) {
			const room = markedRoom(marker, layout);
			const place = placeOf(scene, marker);
			if (room >= 0) wanted.push({ marker, room, place });
			else report.add(ROOMS_FINDINGS.MARKER_ROOM_UNKNOWN, place, { room: marker.room, layout: layout !== undefined });
		}
		this.#wanted = wanted;
		this.#index = new PlanIndex(markerBoxes(wanted.map(({ marker }) => marker)));
	}

	/** The walkmesh with its marked perimeter edges linked. Hints only: links found from geometry replace them. */
	apply(mesh: Walkmesh, table: SurfaceTable, options: MarkerOptions = {}): Walkmesh {
		if (this.#wanted.length === 0) return mesh;
		const { lineTolerance, pointTolerance } = { ...MARKER_DEFAULTS, ...options };
		const bounds = boundsOf(mesh.positions);
		if (bounds === undefined) return mesh;
		const edges = new MarkedEdges(mesh, perimeterEdges(mesh, table).edges);
		const transitions = mesh.transitions.slice();
		const reach = Math.max(lineTolerance, pointTolerance);
		// What marks the way into this room lies on the border, too, and belongs to the room beyond.
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

	/** Reports markers that lay on no perimeter edge of any walkmesh they were applied to. */
	finish(report: Report): void {
		for (const { marker, place } of this.#wanted) {
			if (!this.#matched.has(marker)) report.add(ROOMS_FINDINGS.MARKER_UNMATCHED, place, { room: marker.room });
		}
	}
}

/** The index of the room that a marker names, or gives the number of; −1 when it is unknown. */
export function markedRoom(marker: Pick<SceneMarker, 'room'>, layout: Layout | undefined): number {
	const named = layout === undefined ? -1 : roomIndex(layout, marker.room);
	return named >= 0 ? named : /^\d{1,6}$/.test(marker.room) ? Number(marker.room) : -1;
}

function placeOf(scene: Scene, marker: SceneMarker): Location {
	return { node: scene.nodes[marker.node]?.name ?? marker.name, at: vec3At(marker.positions, 0) };
}

/** As many edges near a marker are looked at: with faces heaped on one spot, and markers too, it would be the product of both. */
const MOST_LOOKED_AT = 4096;

/** Finds the perimeter edges of a walkmesh that markers lie at, by where they lie in plan. */
export class MarkedEdges {
	readonly #mesh: Walkmesh;
	readonly #edges: Uint32Array;
	readonly #index: PlanIndex;
	/** How many edges were measured. */
	looked = 0;

	/** @param edges in an order of which the first wins where several are equally near */
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

	/** Edges of which both ends lie within a tolerance of one of the lines. @param lines 6 values a line */
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

	/** For each point the edge that is nearest, if it is nearer than a tolerance. @param points 3 values a point */
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

/** The boxes of some markers in plan, 4 values a marker. */
function markerBoxes(markers: readonly SceneMarker[]): Float64Array {
	const boxes = markers.map(({ positions }) => {
		const bounds = boundsOf(positions);
		return bounds === undefined ? [NaN, NaN, NaN, NaN] : [bounds[0], bounds[1], bounds[3], bounds[4]];
	});
	return Float64Array.from(boxes.flat());
}
