import { perimeterEdges } from '../../src/geometry/faces.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { type Attributes, attributes, element, group, joined, textElement } from '../../src/text/xml.ts';
import { drawChanges } from './changes.ts';
import type { Floor } from './floors.ts';
import { drawFrame, drawGrid, gridOf, LEFT, originOf, SHEET_TITLE } from './frame.ts';
import { inSight } from './interior.ts';
import {
	arrowAcross,
	arrowSign,
	type Cause,
	type DrawnPassage,
	drawArrows,
	drawLines,
	drawPassageLines,
	drawPins,
	LEAK_COLOUR,
	labelPassages,
} from './marks.ts';
import type { PlanOptions, Projection } from './options.ts';
import { faceOutlines, PathData, passagesOf, perimeterPath, planPlaces } from './outline.ts';
import type { Paint, Theme } from './patterns.ts';
import { drawRelief } from './relief.ts';
import { type IndexedRoom, placeRoomNames } from './room-names.ts';
import { drawCovered, drawGround, drawingOf, drawObstacles, type RoomDrawing } from './rooms.ts';
import { drawHooks, drawThings, nameHooks } from './things.ts';
import { fitted, Placer } from './words.ts';

/** One sheet of a plan: the rooms of a floor, or of the whole level. */

/** What all sheets of a picture share. */
export interface Picture {
	readonly table: SurfaceTable;
	readonly options: PlanOptions & { readonly grid: boolean; readonly heights: boolean; readonly slopes: boolean };
	readonly theme: Theme;
	readonly paints: ReadonlyMap<number, Paint>;
	/** Scale of lines and letters: 1 for a picture of few rooms. */
	readonly scale: number;
	readonly causes: readonly Cause[];
	/** Number of causes that are numbered and listed in the legend. */
	readonly listed: number;
	/** Number of sheets. */
	readonly sheets: number;
	readonly targetName: (index: number) => string;
	readonly isCovering: boolean;
}

/** What is drawn on a sheet, and where. */
export interface Sheet {
	readonly floor: Floor;
	readonly projection: Projection;
	/** Index among the sheets of the picture. */
	readonly nth: number;
	/** Number of its first room in the picture. */
	readonly firstRoom: number;
}

export interface DrawnSheet {
	readonly markup: string;
	readonly frame: string;
	readonly unnamed: readonly IndexedRoom[];
	readonly unlabelled: number;
	readonly heightsLeft: number;
	readonly hasCovered: boolean;
}

/** Draws one sheet; `frame` is what stands around it: its title and coordinates. */
export function drawSheet({ floor, projection, nth, firstRoom }: Sheet, picture: Picture): DrawnSheet {
	const { table, options, theme, scale, paints, causes, listed, sheets } = picture;
	const rooms = floor.rooms.map((room, i) => drawingOf(room, firstRoom + i, projection, table));
	// Higher rooms are drawn over lower ones.
	const rising = [...rooms].sort((a, b) => a.room.height - b.room.height || a.number - b.number);
	const isHere = isOnFloor(floor, nth);
	const things = (options.things ?? []).filter(({ position }) => isHere(position));
	const lines = (options.lines ?? []).filter(({ points }) => isHere(points[0]));
	const hooks = floor.rooms.flatMap((room) => room.hooks);
	const passages = passagesBetween(rooms, picture);
	// Labels and signs are placed one after the other. Each keeps clear of those before it, so the order is that of their importance.
	const placer = new Placer(projection.sheet);
	const arrows = drawArrows(passages, placer, scale);
	const hookMarks = drawHooks(hooks, projection, placer);
	const pins = drawPins(causes, listed, projection, placer, isHere);
	const placed = inSight(rooms);
	const names = placeRoomNames(placed, placer, scale, projection);
	const passageNames = labelPassages(passages, placer, scale);
	const hookNames = nameHooks(hooks, projection, placer);
	const changes = options.changes === undefined ? '' : drawChanges(options.changes, projection, placer, isHere);
	const relief =
		options.heights || options.slopes
			? drawRelief(rooms, table, options, projection, placer, theme)
			: { markup: '', leftOut: 0 };
	const covered = picture.isCovering ? drawCovered(placed, theme, scale) : '';
	const contents: Readonly<Record<LayerName, string>> = {
		grid: options.grid ? drawGrid(gridOf(projection), projection, theme) : '',
		around: drawAround(floor, projection, table),
		'not-walkable': joined(rising.map((drawing) => drawObstacles(drawing, paints))),
		walkable: joined(rising.map((room) => drawGround(room, paints, theme, scale, options.faces === 'outlines', table))),
		covered,
		transitions: passages.length === 0 ? '' : `${drawPassageLines(passages, scale)}\n${arrows}`,
		changes,
		relief: relief.markup,
		things: things.length === 0 ? '' : drawThings(things, projection),
		hooks: hookMarks,
		names: names.markup + passageNames.markup + hookNames,
		leaks: drawLines(lines, projection, scale),
		pins,
	};
	const layers = Object.entries(layerStyles(theme, scale)).map(([name, style]) =>
		group({ id: sheetId(name, nth), ...style }, contents[name as LayerName]),
	);
	const clip = {
		'clip-path': `url(#${sheetId('sheet', nth)})`,
		...(sheets === 1 ? {} : { 'data-origin': originOf(projection) }),
	};
	const paper = element('rect', { ...projection.sheet, fill: theme.sheet });
	// Of several sheets side by side only the first has coordinates beside it.
	const isLeft = projection.sheet.x === LEFT;
	return {
		markup: `${paper}\n<g${attributes(clip)}>\n${joined(layers)}\n</g>`,
		frame: drawHeading(floor, projection) + drawFrame(gridOf(projection), projection, theme, { left: isLeft }),
		unnamed: names.unnamed.map((room) => (sheets === 1 ? room : { ...room, floor: nth + 1 })),
		unlabelled: passageNames.unlabelled,
		heightsLeft: relief.leftOut,
		hasCovered: covered !== '',
	};
}

function passagesBetween(rooms: readonly RoomDrawing[], { targetName, scale }: Picture): DrawnPassage[] {
	return rooms.flatMap(({ room, plan }) =>
		passagesOf(room.mesh, plan).map(({ to, edges, places }) => {
			const line = new PathData(plan).line(places).toString();
			const points = places.map((place): [number, number] => [plan.xs[place], plan.ys[place]]);
			const arrow = arrowAcross(points, scale);
			return { to, edges, line, arrow, sign: arrowSign(arrow, scale), from: room.name, target: targetName(to) };
		}),
	);
}

/** Tells which points a sheet shows; those of unknown height are on the first one. */
function isOnFloor({ low, high }: Floor, nth: number): (point: readonly number[]) => boolean {
	const isWhole = low === -Infinity && high === Infinity;
	return ([, , z]) => isWhole || (z >= low && z < high) || (nth === 0 && Number.isNaN(z));
}

type LayerName = keyof ReturnType<typeof layerStyles>;

/** The layers of a sheet, the lowest first, with their style. @param scale scale of lines: 1 for a picture of few rooms */
function layerStyles(theme: Theme, scale: number) {
	return {
		grid: { fill: 'none' },
		around: { fill: 'none', stroke: theme.around, 'stroke-width': 1.2 },
		'not-walkable': {
			'stroke-width': Math.max(0.4, 0.9 * scale),
			'stroke-linejoin': 'round',
			'stroke-linecap': 'round',
		},
		walkable: { 'stroke-linejoin': 'round' },
		covered: {},
		transitions: { fill: 'none', 'stroke-linejoin': 'round', 'stroke-linecap': 'butt' },
		changes: {},
		relief: {},
		things: {},
		hooks: {},
		names: {
			fill: theme.ink,
			stroke: theme.sheet,
			'stroke-width': Math.max(2, 3.2 * scale),
			'stroke-linejoin': 'round',
			'paint-order': 'stroke',
			'text-anchor': 'middle',
		},
		leaks: { fill: 'none', stroke: LEAK_COLOUR, 'stroke-linejoin': 'round' },
		pins: {},
	} satisfies Readonly<Record<string, Attributes>>;
}

/** The title above a sheet that shows a single floor. */
function drawHeading({ title }: Floor, { sheet }: Projection): string {
	if (title === undefined) return '';
	const style = { 'font-size': 13, 'font-weight': 'bold' };
	return textElement(sheet.x + 2, sheet.y - (SHEET_TITLE - 18), fitted(title, 13, sheet.width), style);
}

/** Outlines of what is on the floor below, or beside the requested heights. */
function drawAround({ around }: Floor, projection: Projection, table: SurfaceTable): string {
	return joined(
		around.map(({ mesh }) => {
			const plan = planPlaces(mesh, projection);
			const perimeters = perimeterEdges(mesh, table);
			const d = perimeters.edges.length > 0 ? perimeterPath(mesh, perimeters, plan) : faceOutlines(mesh, plan);
			return d === '' ? '' : element('path', { d });
		}),
	);
}

/** The id of a part of a sheet: its name, with the number of the sheet from the second one on. */
export function sheetId(name: string, nth: number): string {
	return nth === 0 ? name : `${name}-${nth + 1}`;
}
