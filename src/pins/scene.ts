import type { Report } from '../findings/report.ts';
import { faceArea } from '../geometry/triangles.ts';
import { compactVertices, pickTriples } from '../geometry/vertices.ts';
import { type SurfaceTable, surfaceByName, surfaceLabel } from '../model/surfaces.ts';
import type { Decisions } from '../scene/decisions.ts';
import { axesInArea, FRAME_DEFAULTS, type FrameOptions, toAreaAxes } from '../scene/frame.ts';
import type { Scene, SceneNode, ScenePart } from '../scene/scene.ts';
import { surfaceByValue } from '../scene/surface-mappings.ts';
import { type Contradiction, PIN_FINDINGS, type PinnedFaces, type ScenePins, transformOfPlace } from './vocabulary.ts';

/** Ground may shrink or grow by this share without a finding: quantization and simplification move corners. */
const SAME_AREA = 0.01;
/** Simplification drops triangles and hardly any area. Where those that are missing took this share of what such a one has on average, there is a hole. */
const HOLE = 0.1;
/** Quantization moves the edges of a patch however small it is: by so much it may change while all of its triangles are there, in square units. */
const SAME_PATCH = 0.01;
/** So much may be missing of any ground, in square units of the scene: less is no face. */
const NO_GROUND = 1e-6;

/** A part as it lies in the document, and the entry of `faces` of each of its triangles, −1 without one. */
export interface PinnedPart {
	readonly part: ScenePart;
	readonly pins: Int32Array;
}

/**
 * The scene as it was pinned: its nodes are the pinned places, hooks and links are the pinned ones, and triangles are sorted to their places,
 * whatever nodes they are on now.
 *
 * @param isChecked whether all that is pinned must be there, which it need not when nodes were chosen
 */
export function pinnedScene(
	name: string,
	pins: ScenePins,
	parts: readonly PinnedPart[],
	frame: FrameOptions,
	isChecked: boolean,
	table: SurfaceTable,
	report: Report,
): Scene {
	const sorted = sortParts(pins, parts);
	if (sorted.length === 0 && (pins.hooks ?? []).length === 0) report.fail(PIN_FINDINGS.PINS_GONE, {});
	if (isChecked) compareTotals(pins, parts, frame, table, report);
	const without = parts.reduce((sum, each) => sum + each.pins.reduce((count, pin) => count + (pin < 0 ? 1 : 0), 0), 0);
	if (without > 0) report.add(PIN_FINDINGS.PINS_WITHOUT, {}, { triangles: without });
	const triangles = sorted.reduce((sum, part) => sum + part.triangles.length / 3, 0);
	const places = new Set(sorted.map(({ node }) => node)).size;
	report.add(PIN_FINDINGS.PINS_USED, {}, { triangles, places, by: pins.byFace ? 'faces' : 'nodes' });
	return {
		name,
		nodes: pins.places.map((_, place) => nodeOfPlace(pins, place, frame)),
		parts: sorted,
		markers: (pins.links ?? []).map(({ place, room, kind, points }) => ({
			node: place,
			name: pins.places[place].name ?? '',
			room,
			kind,
			positions: inArea(points, frame),
		})),
		hooks: (pins.hooks ?? []).map(({ place, role, model, state, slot, at }) => {
			const [x, y, z] = inArea(at, frame);
			return {
				node: place,
				kind: role,
				slot,
				at: [x, y, z] as const,
				...(model === undefined ? {} : { model }),
				...(state === undefined ? {} : { doorState: state }),
			};
		}),
		takenWhole: false,
	};
}

function nodeOfPlace({ places }: ScenePins, index: number, frame: FrameOptions): SceneNode {
	const place = places[index];
	const world = transformOfPlace(place);
	const [x, y, z] = inArea(world.slice(9, 12), frame);
	return {
		name: place.name ?? '',
		parent: place.parent ?? -1,
		origin: [x, y, z],
		axes: axesInArea(world, frame.up ?? FRAME_DEFAULTS.up),
		...(place.room === undefined ? {} : { extras: { room: place.room } }),
	};
}

function inArea(points: readonly number[], frame: FrameOptions): Float64Array {
	const positions = Float64Array.from(points);
	toAreaAxes(positions, frame);
	return positions;
}

/** Parts by place and meaning, in the order of places. */
function sortParts(pins: ScenePins, parts: readonly PinnedPart[]): ScenePart[] {
	const groups = new Map<string, number>();
	const groupOf = pins.faces.map(({ role, place, model, state }) => {
		if (role === 'none') return -1;
		const key = JSON.stringify([place, role, model, state]);
		const group = groups.get(key) ?? groups.size;
		groups.set(key, group);
		return group;
	});
	const firstOf = new Map<number, PinnedFaces>();
	for (const [entry, group] of groupOf.entries()) if (!firstOf.has(group)) firstOf.set(group, pins.faces[entry]);
	const made: ScenePart[] = [];
	for (const { part, pins: own } of parts) {
		const byGroup = new Map<number, number[]>();
		for (const [triangle, entry] of own.entries()) {
			const group = entry < 0 ? -1 : groupOf[entry];
			if (group < 0) continue;
			const list = byGroup.get(group);
			if (list === undefined) byGroup.set(group, [triangle]);
			else list.push(triangle);
		}
		for (const [group, triangles] of byGroup) {
			const faces = firstOf.get(group) as PinnedFaces;
			made.push(pieceOf(part, triangles, (triangle) => pins.surfaces[own[triangle]], faces, pins));
		}
	}
	return made
		.map((part, at) => ({ part, at }))
		.sort((a, b) => a.part.node - b.part.node || a.at - b.at)
		.map(({ part }) => part);
}

function pieceOf(
	part: ScenePart,
	triangles: readonly number[],
	surfaceOf: (triangle: number) => number,
	{ role, place, model, state }: PinnedFaces,
	pins: ScenePins,
): ScenePart {
	const cornersOf = <A extends Uint32Array | Int32Array>(from: A, into: A): A => {
		for (const [at, t] of triangles.entries()) into.set(from.subarray(t * 3, t * 3 + 3), at * 3);
		return into;
	};
	const { used, faces } = compactVertices(cornersOf(part.triangles, new Uint32Array(triangles.length * 3)));
	const { paintedRooms } = part;
	return {
		node: place as number,
		name: pins.places[place as number].name ?? '',
		positions: pickTriples(part.positions, used),
		triangles: faces,
		surfaces: Uint32Array.from(triangles, surfaceOf),
		...(paintedRooms === undefined
			? {}
			: { paintedRooms: cornersOf(paintedRooms, new Int32Array(triangles.length * 3)) }),
		kind: role === 'none' ? 'area' : role,
		...(state === undefined ? {} : { doorState: state }),
		...(model === undefined ? {} : { model }),
	};
}

/** Number and area of the triangles of each entry of `faces`, in square units of the scene. */
export function totalsOf(
	entries: number,
	parts: readonly PinnedPart[],
	frame: FrameOptions,
): { readonly counts: Uint32Array; readonly areas: Float64Array } {
	const counts = new Uint32Array(entries);
	const areas = new Float64Array(entries);
	const metre = Math.hypot(...inArea([1, 0, 0], frame));
	for (const { part, pins } of parts) {
		for (const [triangle, entry] of pins.entries()) {
			if (entry < 0) continue;
			counts[entry]++;
			areas[entry] += faceArea(part.positions, part.triangles, triangle) / (metre * metre);
		}
	}
	return { counts, areas };
}

/** Compares what is there with what is pinned, by room or model and surface. */
function compareTotals(
	pins: ScenePins,
	parts: readonly PinnedPart[],
	frame: FrameOptions,
	table: SurfaceTable,
	report: Report,
): void {
	const { counts, areas } = totalsOf(pins.faces.length, parts, frame);
	const rows = new Map<
		string,
		{ name: string; surface: string; count: number; pinnedCount: number; area: number; pinnedArea: number }
	>();
	for (const [entry, faces] of pins.faces.entries()) {
		if (faces.role === 'none') continue;
		const name = faces.model ?? roomOfPlace(pins, faces.place as number);
		const surface = surfaceLabel(table, pins.surfaces[entry]);
		const key = JSON.stringify([faces.role, name, faces.state, pins.surfaces[entry]]);
		const row = rows.get(key) ?? { name, surface, count: 0, pinnedCount: 0, area: 0, pinnedArea: 0 };
		rows.set(key, row);
		row.count += counts[entry];
		row.pinnedCount += faces.count ?? 0;
		row.area += areas[entry];
		row.pinnedArea += faces.area ?? 0;
	}
	for (const row of rows.values()) {
		const { count, pinnedCount, area, pinnedArea } = row;
		const most = Math.max(pinnedArea * SAME_AREA, count === pinnedCount ? SAME_PATCH : NO_GROUND);
		const dropped = (Math.max(0, pinnedCount - count) / Math.max(1, pinnedCount)) * pinnedArea * HOLE;
		const hole = dropped > 0 ? Math.max(dropped, NO_GROUND) : Number.POSITIVE_INFINITY;
		if (area < pinnedArea - Math.min(most, hole) || (count === 0 && pinnedCount > 0))
			report.add(PIN_FINDINGS.PINS_MISSING, {}, row);
		else if (area > pinnedArea + most) report.add(PIN_FINDINGS.PINS_MORE, {}, row);
		else if (count < pinnedCount) report.add(PIN_FINDINGS.PINS_SIMPLIFIED, {}, row);
	}
}

/** The room of a place, or the name of the place at the top. */
function roomOfPlace({ places }: ScenePins, index: number): string {
	let top = index;
	for (let at: number | undefined = index; at !== undefined; at = places[at].parent) {
		const { room } = places[at];
		if (room !== undefined) return room;
		top = at;
	}
	return places[top].name ?? '';
}

/** Gathers triangles whose material, or what was decided of it, says another surface than what is pinned, and reports each pair once. */
export class PinContradictions {
	readonly #found = new Map<string, Contradiction>();
	readonly #table: SurfaceTable;
	readonly #decided: ReadonlyMap<string, number>;

	constructor(table: SurfaceTable, decisions?: Decisions) {
		this.#table = table;
		const confirmed = decisions?.materials.filter((each) => each.confirmed) ?? [];
		this.#decided = new Map(
			confirmed.flatMap(({ name, surface }) => {
				const id = surfaceByValue(table, surface);
				return id === undefined ? [] : [[name, id] as const];
			}),
		);
	}

	/** @param said the surface that the material is pinned to; undefined where its name speaks */
	compare(material: string, said: number | undefined, surfaces: ArrayLike<number>): void {
		const decided = this.#decided.get(material);
		const named = decided ?? said ?? (material === '' ? undefined : surfaceByName(this.#table, material)?.surface);
		if (named === undefined) return;
		for (let i = 0; i < surfaces.length; i++) {
			const surface = surfaces[i];
			if (surface < 0 || surface === named) continue;
			const key = `${material} ${surface} ${named}`;
			const pair = this.#found.get(key) ?? {
				material,
				says: surfaceLabel(this.#table, named),
				...(decided === undefined ? {} : { decided: true }),
				pinned: surfaceLabel(this.#table, surface),
				triangles: 0,
			};
			pair.triangles++;
			this.#found.set(key, pair);
		}
	}

	finish(report: Report): void {
		for (const pair of this.#found.values()) report.add(PIN_FINDINGS.PINS_CONTRADICTED, {}, pair);
	}
}
