import { FACE_KINDS, faceKind, faceSlope, perimeterEdges } from '../../src/geometry/faces.ts';
import { edgeEnd, type Perimeters } from '../../src/geometry/half-edges.ts';
import { pickTriples } from '../../src/geometry/vertices.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import { PERSON, type Walkmesh } from '../../src/model/walkmesh.ts';
import { PlanGround, visitShared } from '../../src/plan/plan-ground.ts';
import { doublePlanArea, planWidth, STRIP_WIDTH } from '../../src/plan/plan-overlap.ts';
import { counted } from '../../src/text/numbers.ts';
import { attributes, element, escapeXml, pixels } from '../../src/text/xml.ts';
import { interiorOf, type PlacedRoom } from './interior.ts';
import type { Projection } from './options.ts';
import {
	cutPath,
	faceOutlines,
	mergeSurface,
	PathData,
	type PlanPlaces,
	perimeterLoops,
	perimeterPath,
	planPlaces,
	planTurn,
} from './outline.ts';
import type { Paint, Theme } from './patterns.ts';
import type { DrawnRoom } from './survey.ts';

/** The data from which the layers of one room are drawn. */
export interface RoomDrawing extends PlacedRoom {
	/** Number in the picture, for ids. */
	readonly number: number;
	readonly plan: PlanPlaces;
	/** Perimeters of its walkable faces. */
	readonly perimeters: Perimeters;
	/** The paths of each surface. Vertical faces are drawn in a layer of their own, over the ground. */
	readonly paths: ReadonlyMap<number, SurfacePaths>;
}

export function drawingOf(room: DrawnRoom, number: number, projection: Projection, table: SurfaceTable): RoomDrawing {
	const plan = planPlaces(room.mesh, projection);
	const perimeters = perimeterEdges(room.mesh, table);
	const paths = new Map(room.surfaces.map(({ surface }) => [surface, surfacePaths(room, surface, plan)]));
	const interior = interiorOf(groundOf(room, plan), perimeterLoops(room.mesh, perimeters, plan));
	return { room, number, plan, perimeters, paths, interior };
}

/** Style of edges where the ground continues on another sheet. */
export const CUT_STYLE = { fill: 'none', 'stroke-width': 1.5, 'stroke-dasharray': '2 3' } as const;

/** Width of lines for vertical faces, which are below the perimeter, in pixels. */
export const WALL_WIDTH = 5;

/** How much of the ground is veiled where unwalkable faces lie over it. */
const OVER_GROUND = 0.75;

/** Draws unwalkable faces, hatched and outlined; empty without any. */
export function drawObstacles(drawing: RoomDrawing, paints: ReadonlyMap<number, Paint>): string {
	const { room } = drawing;
	const paths = room.surfaces
		.filter(({ walkable }) => !walkable)
		.flatMap(({ surface }) => {
			const { pattern, line } = paints.get(surface) as Paint;
			const { area } = drawing.paths.get(surface) as SurfacePaths;
			const style = { stroke: line, 'data-surface': String(surface) };
			return area === '' ? [] : [element('path', { d: area, fill: `url(#${pattern})`, ...style })];
		});
	return paths.length === 0 ? '' : roomGroup(room, paths);
}

/** Draws low unwalkable faces that lie over walkable ground, hatched and outlined as those beside it, so that the ground is seen to go on below. */
function drawOverGround(
	drawing: RoomDrawing,
	paints: ReadonlyMap<number, Paint>,
	theme: Theme,
	scale: number,
	table: SurfaceTable,
): string[] {
	const faces = lowFacesOverGround(drawing.room.mesh, table);
	if (faces === undefined) return [];
	return drawing.room.surfaces
		.filter(({ walkable }) => !walkable)
		.flatMap(({ surface }) => {
			const d = surfacePaths(drawing.room, surface, drawing.plan, faces).area;
			if (d === '') return [];
			const { pattern, line } = paints.get(surface) as Paint;
			const id = `room-${drawing.number}-over-${surface}`;
			const veil = { fill: theme.sheet, 'fill-opacity': OVER_GROUND };
			const hatch = { fill: `url(#${pattern})`, stroke: line, 'stroke-width': Math.max(0.4, 0.9 * scale) };
			return [
				element('g', veil, element('path', { id, d, 'data-surface': String(surface) })),
				element('use', { href: `#${id}`, ...hatch }),
			];
		});
}

/** Draws vertical unwalkable faces, which are lines from above: broad ones, because the perimeter is mostly drawn over them. */
function drawWalls(drawing: RoomDrawing, theme: Theme, scale: number): string {
	const paths = drawing.room.surfaces
		.filter(({ walkable, upright }) => !walkable && upright > 0)
		.map(({ surface }) => ({ surface, lines: drawing.paths.get(surface)?.lines ?? '' }))
		.filter(({ lines }) => lines !== '')
		.map(({ surface, lines }) => element('path', { d: lines, fill: 'none', 'data-surface': String(surface) }));
	const style = { stroke: theme.wall, 'stroke-width': Math.max(1.2, WALL_WIDTH * scale) };
	return paths.length === 0 ? '' : element('g', { ...style, 'stroke-linecap': 'round' }, paths.join('\n'));
}

/**
 * Draws walkable faces, the lowest surface first, and their perimeter. Below is a border in the colour of the sheet, so that a room that passes over
 * another one stands out.
 *
 * @param scale scale of lines: 1 for a picture of few rooms
 */
export function drawGround(
	drawing: RoomDrawing,
	paints: ReadonlyMap<number, Paint>,
	theme: Theme,
	scale: number,
	outlines: boolean,
	table: SurfaceTable,
): string {
	const { room, plan, perimeters, number } = drawing;
	const perimeter = perimeterPath(room.mesh, perimeters, plan);
	const paths: string[] = [];
	const perimeterId = `room-${number}-perimeter`;
	if (perimeter !== '') {
		const rim = { stroke: theme.sheet, 'stroke-width': Math.max(1.5, 5 * scale) };
		paths.push(element('g', { fill: 'none', ...rim }, element('path', { id: perimeterId, d: perimeter })));
	}
	for (const { surface, walkable } of room.surfaces) {
		if (!walkable) continue;
		const { colour, pattern } = paints.get(surface) as Paint;
		const { area, lines } = drawing.paths.get(surface) as SurfacePaths;
		const data = { 'data-surface': String(surface) };
		// A stroke of the same colour closes the hairline that antialiasing leaves between two shapes with a common border.
		const paint = { fill: colour, stroke: colour, 'stroke-width': 0.5 };
		const id = `room-${number}-surface-${surface}`;
		if (area !== '' && pattern === undefined) paths.push(element('path', { d: area, ...paint, ...data }));
		else if (area !== '') {
			// The texture is laid over the same shape: a fill of its own on the path could not be changed by `use`.
			paths.push(element('g', paint, element('path', { id, d: area, ...data })));
			paths.push(element('use', { href: `#${id}`, fill: `url(#${pattern})` }));
		}
		if (lines !== '')
			paths.push(element('path', { d: lines, fill: 'none', stroke: colour, 'stroke-width': 1.5, ...data }));
	}
	paths.push(...drawOverGround(drawing, paints, theme, scale, table));
	const walls = drawWalls(drawing, theme, scale);
	if (walls !== '') paths.push(walls);
	const cuts = cutPath(room.mesh, plan);
	if (cuts !== '') paths.push(element('path', { d: cuts, ...CUT_STYLE, stroke: theme.muted }));
	if (outlines) {
		const d = faceOutlines(room.mesh, plan);
		paths.push(
			element('path', { d, fill: 'none', stroke: theme.perimeter, 'stroke-width': 0.4, 'stroke-opacity': '.6' }),
		);
	}
	if (perimeter !== '') {
		const style = { fill: 'none', stroke: theme.perimeter, 'stroke-width': Math.max(0.5, 1.6 * scale) };
		paths.push(element('use', { href: `#${perimeterId}`, ...style }));
	}
	return paths.length === 0 ? '' : roomGroup(room, paths);
}

function roomGroup(room: DrawnRoom, paths: readonly string[]): string {
	const { name, index, mesh, walkableFaces } = room;
	const words = `${index < 0 ? '' : `${index} `}${name}: ${counted(mesh.surfaces.length, 'face')}, ${counted(walkableFaces, 'walkable', 'walkable')}`;
	return `<g${attributes({ 'data-room': name })}>${element('title', {}, escapeXml(words))}\n${paths.join('\n')}\n</g>`;
}

/** The data of the shape of one surface, and of its upright faces, which are lines from above. */
interface SurfacePaths {
	readonly area: string;
	readonly lines: string;
}

function surfacePaths({ mesh }: DrawnRoom, surface: number, plan: PlanPlaces, chosen?: Uint8Array): SurfacePaths {
	const region = mergeSurface(mesh, surface, plan, chosen);
	const area = new PathData(plan);
	let start = 0;
	for (const end of region.ends) {
		area.loop(region.loop, start, end);
		start = end;
	}
	const lines = new PathData(plan);
	for (let i = 0; i < region.lines.length; i += 2) lines.line([region.lines[i], region.lines[i + 1]]);
	return { area: area.toString(), lines: lines.toString() };
}

/** Corners in pixels of the walkable faces, or of all faces if none is walkable. */
function groundOf({ mesh, surfaces, walkableFaces }: DrawnRoom, plan: PlanPlaces): Float64Array {
	const walkable = new Set(surfaces.filter((each) => each.walkable).map((each) => each.surface));
	const triangles = new Float64Array(6 * (walkableFaces === 0 ? mesh.surfaces.length : walkableFaces));
	let at = 0;
	for (let face = 0; face < mesh.surfaces.length; face++) {
		if (walkableFaces > 0 && !walkable.has(mesh.surfaces[face])) continue;
		for (let corner = face * 3; corner < face * 3 + 3; corner++) {
			const placeOnPlan = plan.places[mesh.faces[corner]];
			triangles[at++] = plan.xs[placeOnPlan] / 100;
			triangles[at++] = plan.ys[placeOnPlan] / 100;
		}
	}
	return triangles;
}

/**
 * Marks faces that block what seems to be ground from above: unwalkable ones, facing up, whose lowest corner is over walkable ground of the same room by
 * less than a person's height, such as the top of a table on a floor that goes on below it. What is higher is a roof, what has ground above it is hidden, and
 * a strip of ground shared with a face beside it counts for nothing.
 *
 * @returns 1 byte a face, or undefined where there are none
 */
export function lowFacesOverGround(mesh: Walkmesh, table: SurfaceTable): Uint8Array | undefined {
	const { positions, faces, surfaces } = mesh;
	const walkable = walkableFaces(table, surfaces);
	const ground: number[] = [];
	const tops: number[] = [];
	for (let face = 0; face < surfaces.length; face++) {
		if (planTurn(positions, faces[face * 3], faces[face * 3 + 1], faces[face * 3 + 2]) === 0) continue;
		if (walkable[face] === 1) ground.push(face);
		else if (faceKind(false, faceSlope(positions, faces, face)) === FACE_KINDS.obstacle) tops.push(face);
	}
	if (ground.length === 0 || tops.length === 0) return undefined;
	// Sums, as the ground may be of many small faces.
	const over = new Float64Array(tops.length);
	const below = new Float64Array(tops.length);
	visitShared(
		new PlanGround(mesh, Uint32Array.from(ground)),
		new PlanGround(mesh, Uint32Array.from(tops)),
		(_, j, shared) => {
			if (shared.dz < 0) below[j] += shared.area;
			else if (shared.dz > 0 && lowest(mesh, tops[j]) - shared.z < PERSON.height) over[j] += shared.area;
			return true;
		},
	);
	const low = new Uint8Array(surfaces.length);
	for (const [j, face] of tops.entries()) {
		if (over[j] === 0) continue;
		const least = leastShared(mesh, face);
		if (over[j] >= least && below[j] < least) low[face] = 1;
	}
	return low.includes(1) ? low : undefined;
}

/** What a face shares with ground in plan is more than a strip of it from so many square metres on, and of a narrow face where it is half of it. */
function leastShared({ positions, faces }: Walkmesh, face: number): number {
	const corners = Float64Array.from(pickTriples(positions, faces.subarray(face * 3, face * 3 + 3)));
	return Math.abs(doublePlanArea(corners)) * Math.min(0.25, STRIP_WIDTH / planWidth(corners));
}

function lowest({ positions, faces }: Walkmesh, face: number): number {
	const z = (corner: number): number => positions[faces[face * 3 + corner] * 3 + 2];
	return Math.min(z(0), z(1), z(2));
}

/** Perimeters hidden by higher rooms, drawn as dashed lines over these. */

/** Distance in pixels between the points of a perimeter that are tested. */
const STEP = 3;

/** Most points tested in a picture; the time for rooms heaped in one spot would be quadratic. */
const MOST_STEPS = 200_000;

/** The parts of perimeters that are below higher rooms. */
export function drawCovered(rooms: readonly RoomDrawing[], theme: Theme, scale: number): string {
	let left = MOST_STEPS;
	const lines: string[] = [];
	for (const { room, plan, perimeters, isHidden } of rooms) {
		if (isHidden === undefined) continue;
		for (const edge of perimeters.edges) {
			const [p, q] = [plan.places[room.mesh.faces[edge]], plan.places[room.mesh.faces[edgeEnd(edge)]]];
			const [ax, ay] = [plan.xs[p] / 100, plan.ys[p] / 100];
			const [bx, by] = [plan.xs[q] / 100, plan.ys[q] / 100];
			const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / STEP));
			if ((left -= steps) < 0) break;
			const at = (step: number): [number, number] => [ax + ((bx - ax) * step) / steps, ay + ((by - ay) * step) / steps];
			let from = -1;
			for (let step = 0; step <= steps; step++) {
				const hidden = step < steps && isWellHidden(isHidden, ...at(step + 0.5));
				if (hidden && from < 0) from = step;
				if (hidden || from < 0) continue;
				lines.push(`M${at(from).map(pixels).join(' ')}L${at(step).map(pixels).join(' ')}`);
				from = -1;
			}
		}
	}
	if (lines.length === 0) return '';
	const style = { stroke: theme.perimeter, 'stroke-width': Math.max(0.6, 1.3 * scale), 'stroke-opacity': '.75' };
	return element('path', { d: lines.join(''), fill: 'none', 'stroke-dasharray': '4 3', ...style });
}

/** True when all points around a point are hidden, too. At a seam between two rooms, the higher one only covers one side. */
function isWellHidden(isHidden: (x: number, y: number) => boolean, x: number, y: number): boolean {
	return [-STEP, STEP].every((aside) => isHidden(x + 2 * aside, y) && isHidden(x, y + 2 * aside));
}
