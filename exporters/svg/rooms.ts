import type { SurfaceTable } from '../../src/walkmesh/surfaces.ts';
import { type Interior, inSight, interiorOf } from './interior.ts';
import type { Box } from './options.ts';
import { faceOutlines, mergeSurface, PathData, type PlanPlaces, perimeterPath } from './outline.ts';
import type { Paint, Theme } from './patterns.ts';
import type { DrawnRoom } from './survey.ts';
import { boxAbout, counted, type Placer, textWidth } from './words.ts';
import { attributes, element, escapeXml, shorten, textElement } from './xml.ts';

/** What the layers of one room are drawn from. */
export interface RoomDrawing {
	readonly room: DrawnRoom;
	readonly plan: PlanPlaces;
	/** Number in the picture, for ids. */
	readonly number: number;
}

/** Hatched and outlined: what cannot be walked on. Empty where there is nothing of it. */
export function drawObstacles({ room, plan }: RoomDrawing, paints: ReadonlyMap<number, Paint>): string {
	const paths = room.surfaces
		.filter(({ walkable }) => !walkable)
		.flatMap(({ surface }) => {
			const { pattern, line } = paints.get(surface) as Paint;
			const { area, lines } = surfacePaths(room, surface, plan);
			const style = { stroke: line, 'data-surface': String(surface) };
			return [
				area === '' ? '' : element('path', { d: area, fill: `url(#${pattern})`, ...style }),
				lines === '' ? '' : element('path', { d: lines, fill: 'none', ...style }),
			].filter((path) => path !== '');
		});
	return paths.length === 0 ? '' : roomGroup(room, paths);
}

/**
 * Filled: what can be walked on, the lowest surface first, and its perimeter. Under it lies a rim in the colour of the sheet, so that
 * a room that passes over another one stands out from it.
 *
 * @param scale of the lines: 1 for a picture of few rooms
 */
export function drawGround(
	{ room, plan, number }: RoomDrawing,
	table: SurfaceTable,
	paints: ReadonlyMap<number, Paint>,
	theme: Theme,
	scale: number,
	outlines: boolean,
): string {
	const perimeter = perimeterPath(room.mesh, table, plan);
	const paths: string[] = [];
	const perimeterId = `room-${number}-perimeter`;
	if (perimeter !== '') {
		const rim = { stroke: theme.sheet, 'stroke-width': Math.max(1.5, 5 * scale) };
		paths.push(element('g', { fill: 'none', ...rim }, element('path', { id: perimeterId, d: perimeter })));
	}
	for (const { surface, walkable } of room.surfaces) {
		if (!walkable) continue;
		const { colour, pattern } = paints.get(surface) as Paint;
		const { area, lines } = surfacePaths(room, surface, plan);
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
function surfacePaths({ mesh }: DrawnRoom, surface: number, plan: PlanPlaces): { area: string; lines: string } {
	const region = mergeSurface(mesh, surface, plan);
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

/** A room whose name is to be placed. */
export interface NamedRoom {
	readonly room: DrawnRoom;
	readonly plan: PlanPlaces;
}

export interface RoomNames {
	readonly markup: string;
	/** Rooms of which the picture shows the index only, or nothing. */
	readonly unnamed: readonly DrawnRoom[];
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
	/** Only where it lies on the room's own ground altogether. */
	readonly within: boolean;
}

/**
 * Writes the name of each room into it, the largest rooms first; smaller, in two lines, or the index alone where there is no room
 * for more.
 *
 * @param scale of the letters: 1 for a picture of few rooms
 */
export function placeRoomNames(rooms: readonly NamedRoom[], placer: Placer, scale: number): RoomNames {
	const sized = inSight(rooms.map((named) => ({ room: named.room, interior: interiorOf(groundOf(named)) })));
	sized.sort((a, b) => b.interior.clearance - a.interior.clearance || a.room.index - b.room.index);
	const unnamed: DrawnRoom[] = [];
	let markup = '';
	for (const { room, interior } of sized) {
		const name = shorten(room.name, LONGEST);
		const index = room.index < 0 ? '' : String(room.index);
		const placed = place(formsOf(index, name, scale), interior, placer);
		if (placed?.form.full !== true) unnamed.push(room);
		if (placed !== undefined) markup += `${write(placed.form, placed.box, index, name)}\n`;
	}
	unnamed.sort((a, b) => a.index - b.index);
	return { markup, unnamed };
}

/** From the most readable form to the least. */
function formsOf(index: string, name: string, scale: number): Form[] {
	const oneLine = index === '' ? name : `${index} ${name}`;
	const forms: Form[] = [];
	const add = (sizes: readonly number[], lines: Form['lines'], full: boolean, within: boolean): void => {
		for (const unscaled of sizes) {
			const size = unscaled * scale;
			// The index is bold, which is wider.
			const words = !full ? index : lines === 1 ? oneLine : name;
			forms.push({ size, width: textWidth(words, size) * 1.04, lines, full, within });
		}
	};
	add([19, 17, 15, 13, 11], 1, true, true);
	if (index !== '') add([15, 13, 11, 9], 2, true, true);
	add([13, 11, 9, 7.5], 1, true, false);
	if (index !== '') {
		add([9, 7.5], 2, true, false);
		add([13, 10, 8, 6], 1, false, false);
	}
	return forms;
}

function place(forms: readonly Form[], interior: Interior, placer: Placer): { form: Form; box: Box } | undefined {
	for (const form of forms) {
		if (form.within && form.width > interior.bounds.width) continue;
		const boxes = interior.places.map(({ x, y }) =>
			boxAbout(x, y, form.width + form.size * 0.3, form.size * (form.lines === 1 ? 1.25 : 2.35)),
		);
		// Where rooms are heaped most places are taken, which is told sooner than where a room lies.
		const box = boxes.find((each) => placer.isFree(each) && (!form.within || liesOn(each, interior)));
		if (box === undefined) continue;
		placer.take(box);
		return { form, box };
	}
	return undefined;
}

/** Samples a box; a few holes, such as columns, may be written over. */
function liesOn({ x, y, width, height }: Box, interior: Interior): boolean {
	let missed = 0;
	for (let column = 0; column <= 8; column++) {
		for (let row = 0; row <= 2; row++) {
			if (!interior.covers(x + (width * column) / 8, y + (height * row) / 2)) missed++;
		}
	}
	return missed <= 1;
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

/** Corners of the walkable faces, or of all where none is, pixels. */
function groundOf({ room, plan }: NamedRoom): Float64Array {
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
