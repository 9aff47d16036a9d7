import { UsageError } from '../../src/findings/report.ts';
import { withDefaults } from '../../src/options/options.ts';
import { counted } from '../../src/text/numbers.ts';
import { perimeterEdges } from '../../src/walkmesh/faces.ts';
import { MAKE_ANEW } from '../../src/walkmesh/recall.ts';
import type { SurfaceTable } from '../../src/walkmesh/surfaces.ts';
import { NONE } from '../../src/walkmesh/walkmesh.ts';
import { drawChanges } from './changes.ts';
import { drawCovered, type Floor, floorsOf } from './floors.ts';
import { drawFrame, drawGrid, drawNorth, drawScaleBar, gridOf, projectSheets, SHEET_TITLE } from './frame.ts';
import { type InteriorData, inSight, interiorFrom } from './interior.ts';
import { drawLegend, LEGEND_WIDTH, type LegendContent, legendHeight } from './legend.ts';
import {
	arrowAcross,
	type Cause,
	causesOf,
	type DrawnPassage,
	drawArrows,
	drawLines,
	drawPassageLines,
	drawPins,
	LEAK_COLOUR,
	labelPassages,
} from './marks.ts';
import { PLAN_OPTIONS, type PlanOptions, type PlanRoom, type Projection } from './options.ts';
import { CUT, faceOutlines, PathData, passagesOf, perimeterPath, planPlaces } from './outline.ts';
import { type Paint, paintSurfaces, THEMES, type Theme } from './patterns.ts';
import { drawRelief } from './relief.ts';
import { drawRoomIndex, type IndexedRoom } from './room-index.ts';
import { drawGround, drawObstacles, interiorOfRoom, type PlacedDrawing, placeRoomNames, RoomDrawing } from './rooms.ts';
import { type PlanSurvey, surveyRooms } from './survey.ts';
import { drawHooks, drawThings, nameHooks, thingCounts } from './things.ts';
import { fitted, metres, Placer, squareMetres } from './words.ts';
import { attributes, element, openPicture, shorten, textElement } from './xml.ts';

/** Where the sheet begins: the title stands above it, coordinates to its left. Pixels. */
const LEFT = 64;
const TOP = 78;
const GAP = 28;
/** Coordinates and scale bar stand below the sheet. */
const BELOW = 76;

/** Width of a middling room, or of the sheet per room, from which names and arrows have full size, in pixels. Below, they shrink to a fifth at most. */
const FULL_SIZE = 140;
const FULL_SHARE = 300;
const LEAST_SCALE = 0.2;

/**
 * Draws a walkmesh or a whole level from above as a self-contained SVG without scripts, fonts and links. Walkable faces are filled, others hatched and
 * outlined beneath them; perimeters are lines, transitions thick lines with an arrow to the room behind. Higher rooms are drawn over lower ones;
 * overlapping floors have a sheet each. Metres are converted to pixels by `data-scale` of the root (pixels per metre) and `data-origin` of the sheet
 * (pixel of the area's origin, y upwards in the area); the root repeats the origin of the first sheet.
 *
 * @returns the text of the file, the same for the same rooms and options
 * @throws UsageError when the width is not a number from 400 to 20000, or there is nothing between the requested heights
 */
export function writePlan(rooms: readonly PlanRoom[], table: SurfaceTable, options: PlanOptions = {}): string {
	const { width, palette, theme: themeName, floor, heights, slopes } = withDefaults(PLAN_OPTIONS, options);
	const { grid = true, roomNames, title, things = [] } = options;
	if (!(width >= 400 && width <= 20000)) throw new UsageError(`A plan is 400 to 20000 pixels wide, not ${width}.`);
	const theme = THEMES[themeName];
	const survey = surveyRooms(rooms, table);
	const floors = floorsOf(survey, table, floor ?? 'auto');
	const causes = causesOf(options.pins ?? []);
	const counts = thingCounts(things);
	const transitions = survey.rooms.reduce((sum, { mesh }) => sum + linkedEdges(mesh), 0);

	// The legend is beside the plan if the picture is wide enough for both, otherwise below it.
	const isWide = width >= 900;
	const columns = isWide || width < LEFT + 2 * (LEGEND_WIDTH + GAP) ? 1 : 2;
	const { paints, definitions } = paintSurfaces(
		survey.totals.map(({ surface }) => surface),
		table,
		theme,
		1,
		palette,
	);
	const content = {
		survey,
		paints,
		table,
		causes,
		transitions,
		things: counts,
		...(options.changes === undefined ? {} : { changes: options.changes }),
		shows: {
			covered: floors.length === 1 && survey.rooms.length > 1 && survey.rooms.length <= MOST_COVERED,
			cuts: floors.some((each) => each.rooms.some(({ mesh }) => mesh.transitions.includes(CUT))),
			heights,
			slopes,
		},
		around: aroundWords(floors),
	};
	const sheetWidth = Math.floor(width - LEFT - GAP - (isWide ? LEGEND_WIDTH + GAP : 0));
	const [minX, minY, , maxX, maxY] = survey.bounds ?? [0, 0, 0, 0, 0, 0];
	const projections = projectSheets(
		[minX, minY, maxX, maxY],
		floors.length,
		LEFT,
		TOP,
		sheetWidth,
		legendHeight(columns, content, theme),
	);
	const last = projections[projections.length - 1].sheet;
	const bottom = last.y + last.height;
	const scale = letterScale(floors, projections[0]);
	const legendOf = (own: LegendContent): ReturnType<typeof drawLegend> =>
		drawLegend(
			isWide ? [LEFT + sheetWidth + GAP] : columns === 1 ? [LEFT] : [LEFT, LEFT + LEGEND_WIDTH + GAP],
			isWide ? TOP : bottom + BELOW + 20,
			isWide ? bottom : bottom + BELOW + 20 + (bottom - TOP),
			own,
			theme,
		);
	const { listed } = legendOf(content);
	const picture: Picture = {
		table,
		options: { ...options, grid, heights, slopes },
		theme,
		paints,
		scale,
		causes,
		listed,
		targetName: nameOf(rooms, roomNames),
		isCovering: content.shows.covered,
	};
	let number = 0;
	const sheets = floors.map((each, i) => {
		const drawn = drawSheet(each, projections[i], number, i, floors.length, picture);
		number += each.rooms.length;
		return drawn;
	});
	const covered = sheets.some(({ hasCovered }) => hasCovered);
	const legend = legendOf({ ...content, shows: { ...content.shows, covered }, mostCauses: listed });
	const index = drawRoomIndex(
		{
			unnamed: onceEach(sheets.flatMap(({ unnamed }) => unnamed)),
			empty: survey.empty,
			notes: notesOf(survey, sheets),
		},
		LEFT,
		Math.max(bottom + BELOW, isWide ? 0 : legend.bottom),
		width - LEFT - GAP,
		Math.max(120, bottom - TOP),
		theme,
	);
	const height = Math.ceil(Math.max(bottom + BELOW, legend.bottom + 28, index.markup === '' ? 0 : index.bottom + 28));
	const isDoor = floors.length > 1 && survey.rooms[0].mesh.kind === 'door';
	const head =
		title ??
		(isDoor
			? rooms[0].name
			: rooms.length === 1
				? (survey.rooms[0]?.name ?? rooms[0].name)
				: counted(rooms.length, 'room'));
	const words = countsOf(survey, transitions, isDoor ? 'state of a door' : 'room');
	return joined([
		...openPicture(
			[width, height],
			[head, `Plan from above. ${words}`],
			{ 'data-scale': String(projections[0].scale), 'data-origin': originOf(projections[0]) },
			definitions +
				projections
					.map(({ sheet }, i) => element('clipPath', { id: sheetId('sheet', i) }, element('rect', { ...sheet })))
					.join('\n'),
			theme.paper,
		),
		...sheets.map(({ markup }) => markup),
		`<g${attributes({ fill: theme.ink })}>`,
		textElement(LEFT, 38, fitted(head, 25, width - LEFT - 16), { 'font-size': 25, 'font-weight': 'bold' }),
		textElement(LEFT, 61, fitted(words, isWide ? 13.5 : 11, width - LEFT - 8), {
			'font-size': isWide ? 13.5 : 11,
			fill: theme.muted,
		}),
		...sheets.map(({ frame }) => frame),
		drawScaleBar(LEFT, bottom + 36, projections[0], theme),
		drawNorth(LEFT + sheetWidth - 44, bottom + 62, theme),
		'</g>',
		layer('legend', {}, legend.markup),
		layer('index', {}, index.markup),
		'</svg>\n',
	]);
}

/** Number of rooms up to which hidden perimeters are outlined; with more there is no space for it. */
const MOST_COVERED = 500;

/** The settings that all sheets share. */
interface Picture {
	readonly table: SurfaceTable;
	readonly options: PlanOptions & { readonly grid: boolean; readonly heights: boolean; readonly slopes: boolean };
	readonly theme: Theme;
	readonly paints: ReadonlyMap<number, Paint>;
	/** Scale of lines and letters: 1 for a picture of few rooms. */
	readonly scale: number;
	readonly causes: readonly Cause[];
	/** Number of causes that are numbered and listed in the legend. */
	readonly listed: number;
	readonly targetName: (index: number) => string;
	readonly isCovering: boolean;
}

interface DrawnSheet {
	readonly markup: string;
	readonly frame: string;
	readonly unnamed: readonly IndexedRoom[];
	readonly unlabelled: number;
	readonly heightsLeft: number;
	readonly hasCovered: boolean;
}

/** Draws one sheet. @param first number of its first room in the picture @param nth index of the sheet */
function drawSheet(
	floor: Floor,
	projection: Projection,
	first: number,
	nth: number,
	count: number,
	picture: Picture,
): DrawnSheet {
	const { table, options, theme, scale, causes, listed } = picture;
	const { sheet } = projection;
	const drawings = floor.rooms.map((room, i) => new RoomDrawing(room, first + i, projection, table));
	const shared = sharedByRooms(projection, picture);
	const drawn = drawings.map((drawing) => ({ drawing, ...drawRoom(drawing, shared, picture) }));
	const rising = [...drawn].sort(
		({ drawing: a }, { drawing: b }) => a.room.height - b.room.height || a.number - b.number,
	);
	const passages = drawn.flatMap(({ drawing, passages: own }) =>
		own.map((each) => ({ ...each, from: drawing.room.name, target: picture.targetName(each.to) })),
	);
	const lines = gridOf(projection);
	const placer = new Placer(sheet);
	const isHere = ([, , z]: readonly number[]): boolean =>
		(floor.low === -Infinity && floor.high === Infinity) ||
		(z >= floor.low && z < floor.high) ||
		(nth === 0 && Number.isNaN(z));
	const arrows = drawArrows(passages, placer, scale);
	const hooks = floor.rooms.flatMap((room) => room.hooks);
	const hookMarks = drawHooks(hooks, projection, placer);
	const pins = drawPins(causes, listed, projection, placer, isHere);
	const placed = inSight(
		drawn.map(({ drawing, interior }): PlacedDrawing => {
			return { room: drawing.room, drawing, interior: interiorFrom(interior) };
		}),
	);
	const names = placeRoomNames(placed, placer, scale, projection);
	const passageNames = labelPassages(passages, placer, scale);
	const hookNames = nameHooks(hooks, projection, placer);
	const changes = options.changes === undefined ? '' : drawChanges(options.changes, projection, placer, isHere);
	const relief =
		options.heights || options.slopes
			? drawRelief(drawings, table, options, projection, placer, theme)
			: { markup: '', leftOut: 0 };
	const covered = picture.isCovering ? drawCovered(placed, theme, scale) : '';
	const things = (options.things ?? []).filter(({ position }) => isHere(position));
	const own = (id: string, style: Parameters<typeof attributes>[0], content: string): string =>
		layer(sheetId(id, nth), style, content);
	const layers = [
		options.grid ? own('grid', { fill: 'none' }, drawGrid(lines, projection, theme)) : '',
		floor.around.length === 0
			? ''
			: own(
					'around',
					{ fill: 'none', stroke: theme.around, 'stroke-width': 1.2 },
					drawAround(floor, projection, table),
				),
		own(
			'not-walkable',
			{ 'stroke-width': Math.max(0.4, 0.9 * scale), 'stroke-linejoin': 'round', 'stroke-linecap': 'round' },
			joined(rising.map(({ obstacles }) => obstacles)),
		),
		own('walkable', { 'stroke-linejoin': 'round' }, joined(rising.map(({ ground }) => ground))),
		own('covered', {}, covered),
		passages.length === 0
			? ''
			: own(
					'transitions',
					{ fill: 'none', 'stroke-linejoin': 'round', 'stroke-linecap': 'butt' },
					`${drawPassageLines(passages, scale)}\n${arrows}`,
				),
		own('changes', {}, changes),
		own('relief', {}, relief.markup),
		things.length === 0 ? '' : own('things', {}, drawThings(things, projection)),
		own('hooks', {}, hookMarks),
		own(
			'names',
			{
				fill: theme.ink,
				stroke: theme.sheet,
				'stroke-width': Math.max(2, 3.2 * scale),
				'stroke-linejoin': 'round',
				'paint-order': 'stroke',
				'text-anchor': 'middle',
			},
			names.markup + passageNames.markup + hookNames,
		),
		own(
			'leaks',
			{ fill: 'none', stroke: LEAK_COLOUR, 'stroke-linejoin': 'round' },
			drawLines(
				(options.lines ?? []).filter(({ points }) => isHere(points[0])),
				projection,
				scale,
			),
		),
		own('pins', {}, pins),
	];
	const clip = {
		'clip-path': `url(#${sheetId('sheet', nth)})`,
		...(count === 1 ? {} : { 'data-origin': originOf(projection) }),
	};
	const heading =
		floor.title === undefined
			? ''
			: textElement(sheet.x + 2, sheet.y - (count === 1 ? 6 : SHEET_TITLE - 18), fitted(floor.title, 13, sheet.width), {
					'font-size': 13,
					'font-weight': 'bold',
				});
	return {
		markup: `${element('rect', { ...sheet, fill: theme.sheet })}\n<g${attributes(clip)}>\n${joined(layers)}\n</g>`,
		frame: heading + drawFrame(lines, projection, theme, { left: sheet.x === LEFT }),
		unnamed: names.unnamed.map((room) => (count === 1 ? room : { ...room, floor: nth + 1 })),
		unlabelled: passageNames.unlabelled,
		heightsLeft: relief.leftOut,
		hasCovered: covered !== '',
	};
}

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

function aroundWords(floors: readonly Floor[]): string {
	const outlined = floors.flatMap(({ around }) => around);
	if (outlined.length === 0) return '';
	return outlined[0].mesh.kind === 'door' ? 'outline of its other states' : 'outline of another floor';
}

/** Lists a room that is on several floors only once. */
function onceEach(rooms: readonly IndexedRoom[]): IndexedRoom[] {
	const seen = new Set<string>();
	return rooms.filter(({ index, name }) => {
		const key = `${index} ${name}`;
		if (seen.has(key)) return false;
		seen.add(key);
		return true;
	});
}

function notesOf({ unplaced }: PlanSurvey, sheets: readonly DrawnSheet[]): string[] {
	const sum = (value: (sheet: DrawnSheet) => number): number => sheets.reduce((total, each) => total + value(each), 0);
	const unlabelled = sum((each) => each.unlabelled);
	const heights = sum((each) => each.heightsLeft);
	return [
		...(unplaced > 0
			? [`${counted(unplaced, 'face')} without a place: a corner is missing or not a finite number`]
			: []),
		...(unlabelled > 0
			? [`${counted(unlabelled, 'label of a transition', 'labels of transitions')} for want of room`]
			: []),
		...(heights > 0 ? [`${counted(heights, 'height or slope', 'heights and slopes')} of small pieces of ground`] : []),
	];
}

/** The id of a layer: its name, with the number of the sheet from the second one on. */
function sheetId(name: string, nth: number): string {
	return nth === 0 ? name : `${name}-${nth + 1}`;
}

function originOf({ originX, originY }: Projection): string {
	return `${originX} ${originY}`;
}

function linkedEdges({ transitions }: { readonly transitions: Int32Array }): number {
	let count = 0;
	for (let edge = 0; edge < transitions.length; edge++) if (transitions[edge] !== NONE) count++;
	return count;
}

/** The name of a room by its LYT index, with the index. */
function nameOf(rooms: readonly PlanRoom[], roomNames: readonly string[] = []): (index: number) => string {
	const names = new Map(roomNames.entries());
	rooms.forEach(({ name, index = -1 }, place) => {
		const known = index < 0 && rooms[place].index === undefined ? place : index;
		if (known >= 0) names.set(known, name);
	});
	return (index) => {
		const name = names.get(index);
		return name === undefined ? String(index) : `${index} ${shorten(name, 32)}`;
	};
}

/** The parts of a room's drawing that do not depend on other rooms. */
interface DrawnParts {
	readonly obstacles: string;
	readonly ground: string;
	readonly interior: InteriorData;
	readonly passages: readonly Omit<DrawnPassage, 'from' | 'target'>[];
}

/** A key for the settings that the drawings of all rooms of a sheet depend on. */
function sharedByRooms({ scale: zoom, originX, originY }: Projection, picture: Picture): string {
	const { theme, paints, scale, options } = picture;
	return JSON.stringify([zoom, originX, originY, theme, [...paints], scale, options.faces ?? null]);
}

function drawRoom(drawing: RoomDrawing, shared: string, picture: Picture): DrawnParts {
	const { theme, paints, scale, options } = picture;
	const { room, number } = drawing;
	return (options.recall ?? MAKE_ANEW)([room.mesh], {
		kind: 'plan',
		of: [shared, number, room.name, room.index],
		isSound: areDrawnParts,
		make: () => ({
			obstacles: drawObstacles(drawing, paints),
			ground: drawGround(drawing, paints, theme, scale, options.faces === 'outlines'),
			interior: interiorOfRoom(drawing),
			passages: drawnPassages(drawing, scale),
		}),
	});
}

function areDrawnParts(value: unknown): value is DrawnParts {
	const { obstacles, ground, interior, passages } = (value ?? {}) as Partial<DrawnParts>;
	if (!(typeof obstacles === 'string' && typeof ground === 'string' && Array.isArray(passages))) return false;
	const { places, clearance, bounds, ground: cells, columns, size } = (interior ?? {}) as Partial<InteriorData>;
	const numbers: unknown[] = [clearance, columns, size, bounds?.x, bounds?.y, bounds?.width, bounds?.height];
	if (!(cells instanceof Uint8Array && numbers.every((each) => typeof each === 'number'))) return false;
	if (!(Array.isArray(places) && places.length > 0)) return false;
	return passages.every(({ to, line, arrow }) => typeof to === 'number' && typeof line === 'string' && arrow !== null);
}

function drawnPassages({ room, plan }: RoomDrawing, scale: number): DrawnParts['passages'] {
	return passagesOf(room.mesh, plan).map((passage) => {
		const line = new PathData(plan).line(passage.places).toString();
		const points = passage.places.map((place): [number, number] => [plan.xs[place], plan.ys[place]]);
		return { ...passage, line, arrow: arrowAcross(points, scale) };
	});
}

/** Scale of letters, arrows and lines, from the width of a middling room or the space per room on the sheet. */
function letterScale(floors: readonly Floor[], { scale, sheet }: Projection): number {
	const fullest = floors.reduce((a, b) => (b.rooms.length > a.rooms.length ? b : a));
	const widths = fullest.rooms.map(({ size }) => size * scale).sort((a, b) => a - b);
	const middle = widths[Math.floor(widths.length / 2)] ?? 0;
	const share = Math.sqrt((sheet.width * sheet.height) / Math.max(1, fullest.rooms.length));
	return Math.min(1, Math.max(LEAST_SCALE, middle / FULL_SIZE, share / FULL_SHARE));
}

function countsOf({ rooms, empty, totals, bounds }: PlanSurvey, transitions: number, what: string): string {
	if (bounds === undefined) return empty.length === 0 ? 'No rooms' : 'No faces';
	const sum = (value: (row: PlanSurvey['totals'][number]) => number): number =>
		totals.reduce((total, row) => total + value(row), 0);
	const walkable = sum((row) => (row.walkable ? row.faces : 0));
	const area = sum((row) => (row.walkable ? row.area : 0));
	const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
	const all = rooms.length + empty.length;
	return [
		...(all === 1 ? [] : [counted(all, what, what.replace(/^\w+/, '$&s'))]),
		`${counted(
			sum((row) => row.faces),
			'face',
		)}, ${counted(walkable, 'walkable', 'walkable')} (${squareMetres(area)} m²)`,
		counted(transitions, 'transition edge'),
		`${size(maxX - minX)} × ${size(maxY - minY)} m, z ${size(minZ)} to ${size(maxZ)} m`,
	].join(' · ');
}

function size(length: number): string {
	return metres(Math.abs(length) < 1e9 ? Math.round(length * 100) / 100 : length);
}

function layer(id: string, style: Parameters<typeof attributes>[0], content: string): string {
	return content === '' ? '' : `<g${attributes({ id, ...style })}>\n${content.trimEnd()}\n</g>`;
}

function joined(parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join('\n');
}
