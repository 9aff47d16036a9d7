import { perimeterEdges } from '../../src/geometry/faces.ts';
import type { Perimeters } from '../../src/geometry/half-edges.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { counted } from '../../src/text/numbers.ts';
import { attributes, element, escapeXml, shorten, textElement } from '../../src/text/xml.ts';
import { type Interior, type InteriorData, interiorData, type PlacedRoom } from './interior.ts';
import { lowFacesOverGround } from './low-faces.ts';
import type { Box, Projection } from './options.ts';
import {
	cutPath,
	faceOutlines,
	mergeSurface,
	PathData,
	type PlanPlaces,
	perimeterLoops,
	perimeterPath,
	planPlaces,
} from './outline.ts';
import type { Paint, Theme } from './patterns.ts';
import type { DrawnRoom } from './survey.ts';
import { boxAbout, LEAST_LETTERS, type Placer, textEms, touchesAbout } from './words.ts';

/** The data from which the layers of one room are drawn. */
export class RoomDrawing {
	readonly room: DrawnRoom;
	/** Number in the picture, for ids. */
	readonly number: number;
	readonly #projection: Projection;
	readonly #table: SurfaceTable;
	#plan: PlanPlaces | undefined;
	#perimeters: Perimeters | undefined;
	#low: { readonly faces: Uint8Array | undefined } | undefined;
	readonly #paths = new Map<number, SurfacePaths>();

	constructor(room: DrawnRoom, number: number, projection: Projection, table: SurfaceTable) {
		this.room = room;
		this.number = number;
		this.#projection = projection;
		this.#table = table;
	}

	get plan(): PlanPlaces {
		this.#plan ??= planPlaces(this.room.mesh, this.#projection);
		return this.#plan;
	}

	/** The shape of the low faces of a surface over walkable ground; empty without any. */
	overGroundOf(surface: number): string {
		this.#low ??= { faces: lowFacesOverGround(this.room.mesh, this.#table) };
		const { faces } = this.#low;
		return faces === undefined ? '' : surfacePaths(this.room, surface, this.plan, faces).area;
	}

	/** The paths of one surface. Vertical faces are drawn in a layer of their own, over the ground. */
	pathsOf(surface: number): SurfacePaths {
		const known = this.#paths.get(surface) ?? surfacePaths(this.room, surface, this.plan);
		this.#paths.set(surface, known);
		return known;
	}

	/** Perimeters of its walkable faces. */
	get perimeters(): Perimeters {
		this.#perimeters ??= perimeterEdges(this.room.mesh, this.#table);
		return this.#perimeters;
	}
}

/** A drawn room with its positions for labels. */
export interface PlacedDrawing extends PlacedRoom {
	readonly drawing: RoomDrawing;
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
			const { area } = drawing.pathsOf(surface);
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
): string[] {
	return drawing.room.surfaces
		.filter(({ walkable }) => !walkable)
		.flatMap(({ surface }) => {
			const d = drawing.overGroundOf(surface);
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
		.map(({ surface }) => ({ surface, lines: drawing.pathsOf(surface).lines }))
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
		const { area, lines } = drawing.pathsOf(surface);
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
	paths.push(...drawOverGround(drawing, paints, theme, scale));
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

export interface RoomNames {
	readonly markup: string;
	/** Rooms without a name in the picture, with their positions. */
	readonly unnamed: readonly UnnamedRoom[];
}

export interface UnnamedRoom {
	readonly name: string;
	readonly index: number;
	/** Area space, metres. */
	readonly at: readonly [x: number, y: number];
	/** True if not even its index is in the picture. */
	readonly isUnmarked: boolean;
}

/** Characters of a name that are shown; names of the game have 16 at most. */
const LONGEST = 32;

/** One way to write a name. */
interface Form {
	/** Height of the letters, pixels. */
	readonly size: number;
	readonly width: number;
	readonly lines: 1 | 2;
	/** Index and name, or the index alone. */
	readonly full: boolean;
	/** True if it must be entirely on the room's own ground. */
	readonly within: boolean;
}

/** Positions for labels in a room. */
export function interiorOfRoom(drawing: RoomDrawing): InteriorData {
	const { room, perimeters, plan } = drawing;
	return interiorData(groundOf(drawing), perimeterLoops(room.mesh, perimeters, plan));
}

/**
 * Writes the name of each room into it, largest rooms first. If there is not enough space, it is written smaller, in two lines, or as the index alone.
 *
 * @param scale scale of letters: 1 for a picture of few rooms
 */
export function placeRoomNames(
	rooms: readonly PlacedRoom[],
	placer: Placer,
	scale: number,
	{ originX, originY, scale: zoom }: Projection,
): RoomNames {
	const sized = [...rooms].sort((a, b) => b.interior.clearance - a.interior.clearance || a.room.index - b.room.index);
	const unnamed: UnnamedRoom[] = [];
	let markup = '';
	for (const { room, interior, isHidden } of sized) {
		const name = shorten(room.name, LONGEST);
		const index = room.index < 0 ? '' : String(room.index);
		// A name on ground that a higher room hides would look like the name of that room.
		const places = isHidden === undefined ? interior.places : interior.places.filter(({ x, y }) => !isHidden(x, y));
		const placed = place(formsOf(index, name, scale), { ...interior, places }, placer);
		if (placed !== undefined) markup += `${write(placed.form, placed.box, index, name)}\n`;
		if (placed?.form.full === true) continue;
		const [{ x, y }] = interior.places;
		unnamed.push({
			name: room.name,
			index: room.index,
			at: [(x - originX) / zoom, (originY - y) / zoom],
			isUnmarked: placed === undefined,
		});
	}
	unnamed.sort((a, b) => a.index - b.index);
	return { markup, unnamed };
}

/** From the most readable form to the least. */
function formsOf(index: string, name: string, scale: number): Form[] {
	const oneLine = index === '' ? name : `${index} ${name}`;
	const forms: Form[] = [];
	const [indexEms, nameEms, oneLineEms] = [index, name, oneLine].map(textEms);
	const add = (sizes: readonly number[], lines: Form['lines'], full: boolean, within: boolean): void => {
		const ems = !full ? indexEms : lines === 1 ? oneLineEms : nameEms;
		let last = 0;
		for (const each of sizes) {
			const size = Math.max(LEAST_LETTERS, each * scale);
			// The index is bold, which is wider.
			if (size !== last) forms.push({ size, width: ems * size * 1.04, lines, full, within });
			last = size;
		}
	};
	add([19, 17, 15, 13, 11], 1, true, true);
	if (index !== '') add([15, 13, 11, 9], 2, true, true);
	add([13, 11, 9], 1, true, false);
	if (index !== '') {
		add([9], 2, true, false);
		add([13, 11, 9], 1, false, false);
	}
	return forms;
}

function place(forms: readonly Form[], interior: Interior, placer: Placer): { form: Form; box: Box } | undefined {
	// For each place the box that was in the way of the last form, which mostly is in the way of the next one, too.
	const obstacles: (Box | undefined)[] = [];
	const { places } = interior;
	for (const form of forms) {
		if (form.within && form.width > interior.bounds.width) continue;
		const width = form.width + form.size * 0.3;
		const height = form.size * (form.lines === 1 ? 1.25 : 2.35);
		for (let i = 0; i < places.length; i++) {
			const known = obstacles[i];
			// Before making the box: in a picture of thousands of rooms most places are taken.
			if (known !== undefined && touchesAbout(known, places[i].x, places[i].y, width, height)) continue;
			const box = boxAbout(places[i].x, places[i].y, width, height);
			if (!placer.isWithin(box)) continue;
			// Before looking at the ground, because it is the cheaper test, and fails mostly where rooms are heaped.
			obstacles[i] = placer.obstacleTo(box);
			if (obstacles[i] !== undefined || (form.within && !liesOn(box, interior))) continue;
			placer.take(box);
			return { form, box };
		}
	}
	return undefined;
}

/** Samples a box; a few holes, such as columns, may be written over. */
function liesOn({ x, y, width, height }: Box, interior: Interior): boolean {
	let missed = 0;
	for (let column = 0; column <= 8; column++) {
		for (let row = 0; row <= 2; row++) {
			if (!interior.covers(x + (width * column) / 8, y + (height * row) / 2) && ++missed > 1) return false;
		}
	}
	return true;
}

function write({ size, lines, full }: Form, { x, y, width }: Box, index: string, name: string): string {
	const middle = x + width / 2;
	const bold = { 'font-size': size, 'font-weight': 'bold' };
	if (!full) return textElement(middle, y + size * 0.97, index, bold);
	if (lines === 2) {
		return (
			textElement(middle, y + size, index, bold) + textElement(middle, y + size * 2.05, name, { 'font-size': size })
		);
	}
	const first = index === '' ? '' : `${element('tspan', { 'font-weight': 'bold' }, escapeXml(index))} `;
	return element('text', { x: middle, y: y + size * 0.97, 'font-size': size }, first + escapeXml(name));
}

/** Corners in pixels of the walkable faces, or of all faces if none is walkable. */
function groundOf({ room, plan }: RoomDrawing): Float64Array {
	const { mesh, surfaces, walkableFaces } = room;
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
