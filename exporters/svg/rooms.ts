import type { SurfaceTable } from '../../src/surfaces/index.ts';
import { faceOutlines, perimeterPath } from './outline.ts';
import { PathData } from './path-data.ts';
import type { Paint } from './patterns.ts';
import type { PlanPlaces } from './plan-places.ts';
import { mergeSurface } from './region.ts';
import type { DrawnRoom } from './survey.ts';
import type { Theme } from './theme.ts';
import { counted } from './words.ts';
import { attributes, element, escapeXml } from './xml.ts';

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
