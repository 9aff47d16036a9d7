import { withDefaults } from '../../src/findings/options.ts';
import { mapped, type Vec3 } from '../../src/math/vec3.ts';
import { toHexColour } from '../../src/model/surface-tables.ts';
import { type SurfaceTable, surfaceLabel } from '../../src/model/surfaces.ts';
import { counted } from '../../src/text/numbers.ts';
import {
	type Attributes,
	attributes,
	element,
	group,
	joined,
	openPicture,
	pixels,
	textElement,
} from '../../src/text/xml.ts';
import { type Camera, cameraOf, type Facet, facetsOf, type Rim, type ViewName } from './facets.ts';
import { drawFrame, drawGrid, drawScaleBar, drawTitle, GAP, gridOf, LEFT, originOf, project, TOP } from './frame.ts';
import { fillTriangle, type InnerPlace, interiorOf } from './interior.ts';
import {
	type Box,
	checkWidth,
	onSheet,
	PLAN_OPTIONS,
	type PlanOptions,
	type PlanRoom,
	type Projection,
	roundStep,
} from './options.ts';
import { paletteColour, THEMES, type Theme, TRANSITION_COLOURS } from './patterns.ts';
import { type DrawnRoom, extentText, type PlanSurvey, surveyRooms } from './survey.ts';
import { boxAbout, fitted, LEAST_LETTERS, metres, Placer, textWidth } from './words.ts';

/** In one file: one picture, from its camera to its legend, in the order in which it is drawn. */

/** Pictures of a level from the side, with light and shade. */

/** Coordinates and scale bar stand below the sheet. */
const BELOW = 64;
/** Brightness of a surface's colour in the shade. */
const SHADE = 0.62;
/** How much paler the farthest faces are than the nearest, in parallel views, where nothing else shows distance. */
const HAZE = 0.6;
/** Walls are of one colour, so that the ground stands out; linear RGB. */
const WALL: Vec3 = [0.5, 0.47, 0.43];
/** Faces whose unit normal has a smaller z than this are walls. */
const UPRIGHT = 0.3;

/**
 * Draws walkmeshes seen from one side: the faces towards the eye, nearer over farther. Only the inner side of walls is visible.
 *
 * @returns the text of an SVG, the same for the same rooms and options
 * @throws UsageError when the width is not a number from 400 to 20000
 */
export function writeView(
	view: ViewName,
	rooms: readonly PlanRoom[],
	table: SurfaceTable,
	options: PlanOptions = {},
): string {
	const { width, palette, theme: themeName } = withDefaults(PLAN_OPTIONS, options);
	checkWidth(width, 'picture');
	const theme = THEMES[themeName];
	const survey = surveyRooms(rooms, table);
	const bounds = survey.bounds ?? [0, 0, 0, 0, 0, 0];
	const camera = cameraOf(view, bounds);
	const extent = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
	const facets = facetsOf(
		survey.rooms.map(({ mesh }) => mesh),
		camera,
		extent,
		table,
	);
	const rulers = camera.isLevel ? [] : rulersOf(bounds, extent);
	const projection = project(seenBounds(survey, camera, rulers), LEFT, TOP, width - LEFT - GAP);
	const { sheet } = projection;
	const bottom = sheet.y + sheet.height;
	const colours = new Map(
		survey.totals.map(({ surface }) => [surface, paletteColour(surface, table, palette, theme.luminance < 0.5)]),
	);
	const placer = new Placer(sheet);
	const drawnRulers = drawRulers(rulers, camera, projection, placer, theme);
	const names = placeNames(survey.rooms, facets, projection, camera.isLevel, placer);
	const lines = gridOf(projection);
	const legend = drawLegend(facets, colours, table, LEFT, bottom + (camera.isLevel ? BELOW : 14), sheet.width, theme);
	const height = Math.ceil(legend.bottom + 18);
	const head =
		options.title ?? (rooms.length === 1 ? (survey.rooms[0]?.name ?? rooms[0].name) : counted(rooms.length, 'room'));
	const words = [
		camera.text,
		`${counted(facesOf(survey), 'face')}, walls from inside only`,
		...(survey.bounds === undefined ? [] : [extentText(survey.bounds)]),
		...(names.hidden === 0 ? [] : [`${counted(names.hidden, 'room')} hidden`]),
		...(names.left === 0 ? [] : [`${counted(names.left, 'name')} left out for want of room`]),
	].join(' · ');
	const outline = { stroke: theme.sheet, 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };
	const lettering = { id: 'names', fill: theme.ink, ...outline, 'text-anchor': 'middle' };
	return joined([
		...openPicture(
			[width, height],
			[head, words],
			{
				'data-view': view,
				...(camera.isLevel ? { 'data-scale': String(projection.scale), 'data-origin': originOf(projection) } : {}),
			},
			element('clipPath', { id: 'sheet' }, element('rect', { ...sheet })),
			theme.paper,
		),
		element('rect', { ...sheet, fill: theme.sheet }),
		'<g clip-path="url(#sheet)">',
		camera.isLevel ? drawGrid(lines, projection, theme) : drawnRulers,
		`<g${attributes({ id: 'faces', 'stroke-linejoin': 'round', 'stroke-linecap': 'round' })}>`,
		drawFacets(facets, colours, projection, theme, camera),
		'</g>',
		group(lettering, names.markup),
		'</g>',
		`<g${attributes({ fill: theme.ink })}>`,
		drawTitle(head, words, width, 12, theme),
		camera.isLevel
			? drawFrame(lines, projection, theme)
			: element('rect', { ...sheet, fill: 'none', stroke: theme.muted }),
		camera.isLevel ? drawScaleBar(LEFT, bottom + 36, projection, theme) : '',
		'</g>',
		legend.markup,
		'</svg>\n',
	]);
}

function facesOf({ totals }: PlanSurvey): number {
	return totals.reduce((sum, { faces }) => sum + faces, 0);
}

/** A length laid on the ground beside a level: perspective has no scale that holds everywhere. */
interface Ruler {
	readonly text: string;
	/** True for a text to the left of its far end, false for one to the right. */
	readonly isLeft: boolean;
	readonly from: Vec3;
	readonly to: Vec3;
}

/** How far from the level rulers lie, and how long they are at least, as shares of its extent. */
const RULER_GAP = 0.03;
const RULER_LENGTH = 0.15;

/** Two rulers from the corner that is nearest to the eye, at the height of the lowest ground: to the east and to the north. */
function rulersOf([minX, minY, minZ]: readonly number[], extent: number): Ruler[] {
	if (extent === 0) return [];
	const length = roundStep(extent * RULER_LENGTH);
	const from: Vec3 = [minX - extent * RULER_GAP, minY - extent * RULER_GAP, minZ];
	return [
		{ text: `+x ${metres(length)} m`, isLeft: false, from, to: [from[0] + length, from[1], from[2]] },
		{ text: `+y (N) ${metres(length)} m`, isLeft: true, from, to: [from[0], from[1] + length, from[2]] },
	];
}

function drawRulers(
	rulers: readonly Ruler[],
	camera: Camera,
	projection: Projection,
	placer: Placer,
	theme: Theme,
): string {
	if (rulers.length === 0) return '';
	const { sheet } = projection;
	const parts = rulers.flatMap(({ text, isLeft, from, to }) => {
		const [[x0, y0], [x1, y1]] = [from, to].map((end) => {
			const [across, up] = camera.look(...end);
			return onSheet(projection, across, up);
		});
		const width = textWidth(text, 11);
		const x = Math.max(sheet.x + 4, Math.min(isLeft ? x1 - 6 - width : x1 + 6, sheet.x + sheet.width - width - 4));
		// Beside the end of the ruler, where there is no ground: the level lies on the other side of it.
		placer.take({ x, y: y1, width, height: 14 });
		return [
			element('path', { d: `M${pixels(x0)} ${pixels(y0)}L${pixels(x1)} ${pixels(y1)}m0-4v8`, fill: 'none' }),
			textElement(x, y1 + 11, text, { stroke: 'none' }),
		];
	});
	const style = { id: 'rulers', stroke: theme.ink, 'stroke-width': 2, 'font-size': 11, fill: theme.ink };
	return element('g', style, parts.join(''));
}

/** Bounds of all projected corners, and of the rulers: min x, min y, max x, max y. */
function seenBounds({ rooms }: PlanSurvey, camera: Camera, rulers: readonly Ruler[]): [number, number, number, number] {
	const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
	const take = (x: number, y: number, z: number): void => {
		const [across, up] = camera.look(x, y, z);
		bounds[0] = Math.min(bounds[0], across);
		bounds[1] = Math.min(bounds[1], up);
		bounds[2] = Math.max(bounds[2], across);
		bounds[3] = Math.max(bounds[3], up);
	};
	for (const { from, to } of rulers) for (const end of [from, to]) take(...end);
	for (const { mesh } of rooms) {
		for (const vertex of mesh.faces) {
			const at = vertex * 3;
			take(mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]);
		}
	}
	return Number.isFinite(bounds[0]) ? bounds : [0, 0, 0, 0];
}

function rimStyles(theme: Theme): Readonly<Record<Exclude<Rim, 'none'>, Attributes>> {
	return {
		perimeter: { stroke: theme.perimeter, 'stroke-width': 1.3 },
		transition: { stroke: TRANSITION_COLOURS.line, 'stroke-width': 3 },
	};
}

/** Draws faces in order; consecutive faces of one colour are one path. */
function drawFacets(
	facets: readonly Facet[],
	colours: ReadonlyMap<number, Vec3>,
	{ scale, originX, originY }: Projection,
	theme: Theme,
	camera: Camera,
): string {
	const parts: string[] = [];
	const [farthest, nearest] = [facets[0]?.depth ?? 0, facets[facets.length - 1]?.depth ?? 0];
	const hazeOf = (depth: number): number =>
		camera.isLevel && farthest > nearest ? (HAZE * (depth - nearest)) / (farthest - nearest) : 0;
	let colour = '';
	let data: string[] = [];
	const flush = (): void => {
		if (data.length > 0)
			parts.push(element('path', { d: data.join(''), fill: colour, stroke: colour, 'stroke-width': 0.6 }));
		data = [];
	};
	const styles = rimStyles(theme);
	for (const facet of facets) {
		const haze = Math.round(hazeOf(facet.depth) * 24) / 24;
		const own = shaded(facet, colours.get(facet.surface) as Vec3, haze, theme);
		if (own !== colour) flush();
		colour = own;
		const at = (corner: number): string =>
			`${pixels(originX + facet.points[corner * 2] * scale)} ${pixels(originY - facet.points[corner * 2 + 1] * scale)}`;
		data.push(`M${at(0)}L${at(1)}L${at(2)}z`);
		facet.rims.forEach((rim, corner) => {
			if (rim === 'none') return;
			flush();
			parts.push(element('path', { d: `M${at(corner)}L${at((corner + 1) % 3)}`, fill: 'none', ...styles[rim] }));
		});
	}
	flush();
	return parts.join('\n');
}

function isWall({ walkable, level }: Pick<Facet, 'walkable' | 'level'>): boolean {
	return !walkable && level < UPRIGHT;
}

/** The colour of a face with light and haze; unwalkable faces are greyer. */
function shaded(
	{ light, walkable, level }: Pick<Facet, 'light' | 'walkable' | 'level'>,
	colour: Vec3,
	haze: number,
	theme: Theme,
): string {
	const grey = (colour[0] + colour[1] + colour[2]) / 3;
	const share = SHADE + (1 - SHADE) * light;
	const own = walkable
		? colour
		: isWall({ walkable, level })
			? WALL
			: mapped(colour, (each) => each * 0.5 + grey * 0.5);
	const dim = theme.luminance < 0.5 && own === WALL ? 0.4 : 1;
	return toHexColour(mapped(own, (each) => each * share * dim * (1 - haze) + theme.luminance * haze));
}

/** Explains in rows below the picture what is drawn: surfaces, walls, lines. */
function drawLegend(
	facets: readonly Facet[],
	colours: ReadonlyMap<number, Vec3>,
	table: SurfaceTable,
	x: number,
	y: number,
	width: number,
	theme: Theme,
): { readonly markup: string; readonly bottom: number } {
	let [left, top] = [x, y + 12];
	const parts: string[] = [];
	const add = (text: string, sign: string): void => {
		const needs = 26 + textWidth(text, 11) + 18;
		if (left > x && left + needs > x + width) [left, top] = [x, top + 20];
		const transform = `translate(${pixels(left)} ${pixels(top)})`;
		parts.push(element('g', { transform }, sign + textElement(26, 0, text)));
		left += needs;
	};
	const swatch = (facet: Pick<Facet, 'walkable' | 'level'>, colour: Vec3): string =>
		element('rect', {
			y: -10,
			width: 20,
			height: 12,
			fill: shaded({ ...facet, light: 1 }, colour, 0, theme),
			stroke: theme.perimeter,
			'stroke-width': 0.8,
		});
	const surfaces = new Map<number, boolean>();
	let hasWalls = false;
	for (const facet of facets) {
		// Walls have a colour of their own, whatever their surface.
		if (isWall(facet)) hasWalls = true;
		else surfaces.set(facet.surface, facet.walkable);
	}
	for (const [surface, walkable] of [...surfaces].sort(([a], [b]) => a - b)) {
		const text = `${surface} ${fitted(surfaceLabel(table, surface), 11, 120)}${walkable ? '' : ' (not walkable)'}`;
		add(text, swatch({ walkable, level: 1 }, colours.get(surface) as Vec3));
	}
	if (hasWalls) add('wall', swatch({ walkable: false, level: 0 }, WALL));
	const styles = rimStyles(theme);
	for (const rim of ['perimeter', 'transition'] as const) {
		if (facets.some(({ rims }) => rims.includes(rim))) add(rim, element('path', { d: 'M0-4h20', ...styles[rim] }));
	}
	return {
		markup: `<g${attributes({ id: 'legend', 'font-size': 11, fill: theme.ink })}>\n${parts.join('\n')}\n</g>`,
		bottom: top,
	};
}

/** Names of rooms: on what is seen of each. */

const NAME_SIZES = [14, 12, 10, LEAST_LETTERS];
/** Side of a cell in which one room is seen, in pixels; larger on huge sheets. */
const NAME_CELL = 4;
const MOST_COLUMNS = 500;

interface ViewNames {
	/** The texts; no two of them overlap. */
	readonly markup: string;
	/** Number of rooms without a name because others are in its way. */
	readonly left: number;
	/** Number of rooms that other rooms hide, or that show their backs only. */
	readonly hidden: number;
}

/**
 * Places names where each room is seen, on its ground if any of that is, the largest rooms first.
 *
 * @param facets all that is drawn, farthest first @param isLevel true for ground that is seen as a line, above which its name stands
 */
function placeNames(
	rooms: readonly DrawnRoom[],
	facets: readonly Facet[],
	projection: Projection,
	isLevel: boolean,
	placer: Placer,
): ViewNames {
	const seen = seenParts(facets, projection);
	let [left, hidden] = [0, 0];
	const texts = rooms
		.map((room, i) => ({ room, parts: seen.get(i) }))
		.sort((a, b) => b.room.size - a.room.size || a.room.index - b.room.index)
		.flatMap(({ room: { name, index }, parts }) => {
			if (parts === undefined) {
				hidden++;
				return [];
			}
			const { places, bounds } = interiorOf(Float64Array.from(parts));
			// Of a part that is thinner than the cells in which places are found, they lie beside it.
			const within = places.map(({ x, y }) => ({ x, y: Math.max(bounds.y, Math.min(y, bounds.y + bounds.height)) }));
			const text = index < 0 ? name : `${index} ${name}`;
			const found = firstFree(text, within, isLevel ? bounds.height : Infinity, projection.sheet.width, placer);
			if (found === undefined) left++;
			return found ?? [];
		});
	return { markup: texts.join('\n'), left, hidden };
}

function firstFree(
	text: string,
	places: readonly InnerPlace[],
	height: number,
	width: number,
	placer: Placer,
): string | undefined {
	for (const size of NAME_SIZES) {
		const shown = fitted(text, size, width * 0.8);
		// What is lower than a letter would be struck through or hidden by its name.
		const lift = height < size ? size : 0;
		const boxes = places.map(({ x, y }) => boxAbout(x, y - lift, textWidth(shown, size), size * 1.25));
		const box = placer.takeFirst(boxes);
		if (box !== undefined) return textElement(box.x + box.width / 2, box.y + size, shown, { 'font-size': size });
	}
	return undefined;
}

/** What is seen of each room: triangles, 6 values each, in pixels; of its ground only if any is seen. */
function seenParts(
	facets: readonly Facet[],
	{ scale, originX, originY, sheet }: Projection,
): ReadonlyMap<number, number[]> {
	const size = Math.max(NAME_CELL, sheet.width / MOST_COLUMNS);
	const [columns, rows] = [sheet.width, sheet.height].map((length) => Math.ceil(length / size) + 2);
	/** For each cell what is nearest: 1 + twice the room, 1 more for ground; 0 for nothing. */
	const inside = new Float64Array(columns * rows);
	const raster = { inside, columns, minX: sheet.x, minY: sheet.y, size };
	const grounds = new Set<number>();
	for (const { points, room, walkable } of facets) {
		const corners = points.map((value, i) => (i % 2 === 0 ? originX + value * scale : originY - value * scale));
		fillTriangle(corners, 0, raster, 1 + 2 * room + Number(walkable));
	}
	for (const value of inside) if (value > 0 && value % 2 === 0) grounds.add(value / 2 - 1);
	const parts = new Map<number, number[]>();
	const add = (room: number, { x, y, width, height }: Box): void => {
		const own = parts.get(room) ?? [];
		parts.set(room, own);
		own.push(x, y, x + width, y, x, y + height, x + width, y, x + width, y + height, x, y + height);
	};
	for (let start = 0, end = 0; start < inside.length; start = end) {
		const value = inside[start];
		const row = Math.floor(start / columns);
		for (end = start + 1; end < (row + 1) * columns && inside[end] === value; ) end++;
		const room = Math.floor((value - 1) / 2);
		if (value === 0 || (value % 2 === 1 && grounds.has(room))) continue;
		const [x, y] = [sheet.x + ((start % columns) - 1) * size, sheet.y + (row - 1) * size];
		add(room, { x, y, width: (end - start) * size, height: size });
	}
	return parts;
}
