import { withDefaults } from '../../src/findings/options.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { counted } from '../../src/text/numbers.ts';
import { attributes, element, group, joined, openPicture, shorten } from '../../src/text/xml.ts';
import { type Floor, floorsOf } from './floors.ts';
import { drawNorth, drawScaleBar, drawTitle, GAP, LEFT, originOf, projectSheets, SHEET_TITLE, TOP } from './frame.ts';
import { drawLegend, LEGEND_WIDTH, type LegendContent, legendHeight } from './legend.ts';
import { causesOf } from './marks.ts';
import { checkWidth, PLAN_OPTIONS, type PlanOptions, type PlanRoom, type Projection } from './options.ts';
import { type Paint, paintSurfaces, THEMES, type Theme } from './patterns.ts';
import { drawRoomIndex, type IndexedRoom } from './room-names.ts';
import { type DrawnSheet, drawSheet, type Picture, sheetId } from './sheet.ts';
import { extentText, type PlanSurvey, surveyRooms } from './survey.ts';
import { thingCounts } from './things.ts';
import { writeView } from './view.ts';
import { squareMetres } from './words.ts';

/** Coordinates and scale bar stand below the sheet. */
const BELOW = 76;

/** Width of a middling room, or of the sheet per room, from which names and arrows have full size, in pixels. Below, they shrink to a fifth at most. */
const FULL_SIZE = 140;
const FULL_SHARE = 300;
const LEAST_SCALE = 0.2;

/** Width of a picture from which the legend stands beside the plan. */
const LEAST_WIDE = 900;

/** Number of rooms up to which hidden perimeters are outlined; with more there is no space for it. */
const MOST_COVERED = 500;

/**
 * A picture of walkmeshes as SVG: from above, or as the options say. @returns UTF-8 @throws as `drawPlan` and `writeView`
 *
 * @example
 * const svg = writePicture([{ name: 'quay_01b', index: -1, walkmesh }], K1, { width: 800 });
 */
export function writePicture(rooms: readonly PlanRoom[], table: SurfaceTable, options: PlanOptions = {}): Uint8Array {
	const { view = 'plan' } = options;
	return new TextEncoder().encode(
		view === 'plan' ? drawPlan(rooms, table, options) : writeView(view, rooms, table, options),
	);
}

/**
 * Draws a walkmesh or a whole level from above as a self-contained SVG without scripts, fonts and links. Walkable faces are filled, others hatched and
 * outlined beneath them; perimeters are lines, transitions thick lines with an arrow to the room behind. Higher rooms are drawn over lower ones;
 * overlapping floors have a sheet each. Metres are converted to pixels by `data-scale` of the root (pixels per metre) and `data-origin` of the sheet
 * (pixel of the area's origin, y upwards in the area); the root repeats the origin of the first sheet.
 *
 * @returns the text, the same for the same rooms and options
 * @throws UsageError when the width is not a number from 400 to 20000, or there is nothing between the requested heights
 */
function drawPlan(rooms: readonly PlanRoom[], table: SurfaceTable, options: PlanOptions = {}): string {
	const { width, palette, theme: themeName, floor, heights, slopes } = withDefaults(PLAN_OPTIONS, options);
	checkWidth(width, 'plan');
	const theme = THEMES[themeName];
	const settings = { ...options, grid: options.grid ?? true, heights, slopes };
	const survey = surveyRooms(rooms, table);
	const floors = floorsOf(survey, table, floor ?? 'auto');
	const surfaces = survey.totals.map(({ surface }) => surface);
	const { paints, definitions } = paintSurfaces(surfaces, table, theme, 1, palette);

	const content = explained(survey, floors, paints, table, settings);
	const layout = layOut(width, survey, floors, content, theme);
	const { listed } = legendOf(layout, content, theme);
	const sheets = drawSheets(floors, layout.projections, {
		table,
		options: settings,
		theme,
		paints,
		scale: letterScale(floors, layout.projections[0]),
		causes: content.causes,
		listed,
		sheets: floors.length,
		targetName: nameOf(rooms, options.roomNames),
		isCovering: content.shows.covered,
	});
	// Only the drawn sheets tell whether a perimeter is hidden at all.
	const covered = sheets.some(({ hasCovered }) => hasCovered);
	const shown = { ...content, shows: { ...content.shows, covered }, mostCauses: listed };
	const legend = legendOf(layout, shown, theme);
	const index = indexOf(layout, survey, sheets, legend.bottom, theme);

	const isDoor = floors.length > 1 && survey.rooms[0].mesh.kind === 'door';
	const head = options.title ?? (isDoor ? rooms[0].name : headOf(rooms, survey));
	const words = countsOf(survey, content.transitions, isDoor ? 'state of a door' : 'room');
	const height = Math.max(layout.bottom + BELOW, legend.bottom + 28, index.markup === '' ? 0 : index.bottom + 28);
	const opening = openPicture(
		[width, Math.ceil(height)],
		[head, `Plan from above. ${words}`],
		{ 'data-scale': String(layout.projections[0].scale), 'data-origin': originOf(layout.projections[0]) },
		definitions + clipPaths(layout),
		theme.paper,
	);
	return joined([
		...opening,
		...sheets.map(({ markup }) => markup),
		...drawSurroundings(layout, head, words, sheets, theme),
		group({ id: 'legend' }, legend.markup),
		group({ id: 'index' }, index.markup),
		'</svg>\n',
	]);
}

/** Where the parts of a picture stand, in pixels. */
interface Layout {
	readonly width: number;
	/** True if the legend is beside the sheets, otherwise it is below them. */
	readonly isWide: boolean;
	/** One for each sheet. */
	readonly projections: readonly Projection[];
	/** The right side of all sheets, and the lower side of the lowest. */
	readonly right: number;
	readonly bottom: number;
	/** Left sides of the legend's columns, and their top. */
	readonly legendColumns: readonly number[];
	readonly legendTop: number;
}

function layOut(
	width: number,
	{ bounds }: PlanSurvey,
	floors: readonly Floor[],
	content: LegendContent,
	theme: Theme,
): Layout {
	const isWide = width >= LEAST_WIDE;
	const sheetWidth = Math.floor(width - LEFT - GAP - (isWide ? LEGEND_WIDTH + GAP : 0));
	const right = LEFT + sheetWidth;
	const hasTwoColumns = !isWide && width >= LEFT + 2 * (LEGEND_WIDTH + GAP);
	const legendColumns = isWide ? [right + GAP] : hasTwoColumns ? [LEFT, LEFT + LEGEND_WIDTH + GAP] : [LEFT];
	const [minX, minY, , maxX, maxY] = bounds ?? [0, 0, 0, 0, 0, 0];
	const leastHeight = legendHeight(legendColumns.length, content, theme);
	const title = floors[0].title === undefined ? 0 : SHEET_TITLE;
	const rectangle = [minX, minY, maxX, maxY] as const;
	const projections = projectSheets(rectangle, floors.length, title, LEFT, TOP, sheetWidth, leastHeight);
	const last = projections[projections.length - 1].sheet;
	const bottom = last.y + last.height;
	const legendTop = isWide ? TOP : bottom + BELOW + 20;
	return { width, isWide, projections, right, bottom, legendColumns, legendTop };
}

/** What the legend explains. */
function explained(
	survey: PlanSurvey,
	floors: readonly Floor[],
	paints: ReadonlyMap<number, Paint>,
	table: SurfaceTable,
	{ pins = [], lines = [], things = [], changes, heights, slopes }: Picture['options'],
): LegendContent {
	return {
		survey,
		paints,
		table,
		causes: causesOf(pins),
		transitions: survey.rooms.reduce((sum, { links }) => sum + links, 0),
		things: thingCounts(things),
		...(changes === undefined ? {} : { changes }),
		shows: {
			covered: floors.length === 1 && survey.rooms.length > 1 && survey.rooms.length <= MOST_COVERED,
			cuts: floors.some((each) => each.rooms.some(({ hasCuts }) => hasCuts)),
			heights,
			leaks: lines.length > 0,
			slopes,
		},
		around: aroundWords(floors),
	};
}

/** Draws the legend, which is as high as the sheets at most. */
function legendOf(
	{ legendColumns, legendTop, bottom }: Layout,
	content: LegendContent,
	theme: Theme,
): ReturnType<typeof drawLegend> {
	return drawLegend(legendColumns, legendTop, legendTop + (bottom - TOP), content, theme);
}

function drawSheets(floors: readonly Floor[], projections: readonly Projection[], picture: Picture): DrawnSheet[] {
	let firstRoom = 0;
	return floors.map((floor, nth) => {
		const drawn = drawSheet({ floor, projection: projections[nth], nth, firstRoom }, picture);
		firstRoom += floor.rooms.length;
		return drawn;
	});
}

/** Draws the list of rooms without a name in the picture, below everything else. */
function indexOf(
	{ width, isWide, bottom }: Layout,
	survey: PlanSurvey,
	sheets: readonly DrawnSheet[],
	legendBottom: number,
	theme: Theme,
): ReturnType<typeof drawRoomIndex> {
	const content = {
		unnamed: onceEach(sheets.flatMap(({ unnamed }) => unnamed)),
		empty: survey.empty,
		notes: notesOf(survey, sheets),
	};
	const top = Math.max(bottom + BELOW, isWide ? 0 : legendBottom);
	return drawRoomIndex(content, LEFT, top, width - LEFT - GAP, Math.max(120, bottom - TOP), theme);
}

/** Each sheet is clipped to its rectangle. */
function clipPaths({ projections }: Layout): string {
	return projections
		.map(({ sheet }, i) => element('clipPath', { id: sheetId('sheet', i) }, element('rect', { ...sheet })))
		.join('\n');
}

/** Draws the title, the frames of the sheets, the scale bar and the arrow to the north. */
function drawSurroundings(
	{ width, isWide, projections, right, bottom }: Layout,
	head: string,
	words: string,
	sheets: readonly DrawnSheet[],
	theme: Theme,
): string[] {
	return [
		`<g${attributes({ fill: theme.ink })}>`,
		drawTitle(head, words, width, isWide ? 13.5 : 11, theme),
		...sheets.map(({ frame }) => frame),
		drawScaleBar(LEFT, bottom + 36, projections[0], theme),
		drawNorth(right - 44, bottom + 62, theme),
		'</g>',
	];
}

/** The heading of a plan without a title: the name of its only room, or the number of rooms. */
function headOf(rooms: readonly PlanRoom[], survey: PlanSurvey): string {
	return rooms.length === 1 ? (survey.rooms[0]?.name ?? rooms[0].name) : counted(rooms.length, 'room');
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
	const all = rooms.length + empty.length;
	return [
		...(all === 1 ? [] : [counted(all, what, what.replace(/^\w+/, '$&s'))]),
		`${counted(
			sum((row) => row.faces),
			'face',
		)}, ${counted(walkable, 'walkable', 'walkable')} (${squareMetres(area)} m²)`,
		...(transitions === 0 ? [] : [counted(transitions, 'transition edge')]),
		extentText(bounds),
	].join(' · ');
}
