import { UsageError } from '../../src/findings/report.ts';
import type { SurfaceTable } from '../../src/walkmesh/surfaces.ts';
import { drawHooks, nameHooks } from './hooks.ts';
import { drawLegend, LEGEND_WIDTH } from './legend.ts';
import {
	arrowAcross,
	type DrawnPassage,
	drawArrows,
	drawLines,
	drawPassageLines,
	drawPins,
	LEAK_COLOUR,
	labelPassages,
	sortPins,
} from './marks.ts';
import { PLAN_DEFAULTS, type PlanOptions, type PlanRoom, type Projection, project, roundStep } from './options.ts';
import { PathData, passagesOf, planPlaces } from './outline.ts';
import { paintSurfaces, THEMES, type Theme } from './patterns.ts';
import { drawGround, drawObstacles, placeRoomNames, type RoomDrawing } from './rooms.ts';
import { type PlanSurvey, surveyRooms } from './survey.ts';
import { drawThings, thingCounts } from './things.ts';
import { counted, metres, Placer, squareMetres } from './words.ts';
import { attributes, element, escapeXml, pixels, shorten, textElement } from './xml.ts';

/** Least distance of grid lines, pixels. */
const LEAST_PITCH = 70;

/** Least length of the scale bar, pixels. */
const LEAST_BAR = 90;

/** Lines at round coordinates. */
export interface Grid {
	/** Metres between lines. */
	readonly step: number;
	/** Coordinates in metres, and their pixels. */
	readonly xs: readonly (readonly [metres: number, pixel: number])[];
	readonly ys: readonly (readonly [metres: number, pixel: number])[];
}

export function gridOf({ scale, originX, originY, sheet }: Projection): Grid {
	const step = roundStep(LEAST_PITCH / scale);
	const along = (origin: number, sign: 1 | -1, start: number, size: number): [number, number][] => {
		const [a, b] = [((start - origin) * sign) / scale, ((start + size - origin) * sign) / scale];
		const [low, high] = a < b ? [a, b] : [b, a];
		const first = Math.ceil(low / step);
		// Counted by number of lines: far from the origin a coordinate plus a step may be the same coordinate.
		const count = Math.min(Math.floor(high / step) - first + 1, Math.ceil(size / LEAST_PITCH) + 1);
		return Array.from({ length: Math.max(0, count) }, (_, i) => {
			const at = (first + i) * step + 0;
			return [at, origin + at * sign * scale];
		});
	};
	return {
		step,
		xs: along(originX, 1, sheet.x, sheet.width),
		ys: along(originY, -1, sheet.y, sheet.height),
	};
}

export function drawGrid({ xs, ys }: Grid, { sheet }: Projection, theme: Theme): string {
	const vertical = xs.map(([, x]) => `M${pixels(x)} ${pixels(sheet.y)}v${pixels(sheet.height)}`);
	const horizontal = ys.map(([, y]) => `M${pixels(sheet.x)} ${pixels(y)}h${pixels(sheet.width)}`);
	return element('path', { d: [...vertical, ...horizontal].join(''), stroke: theme.grid, fill: 'none' });
}

/** Coordinates at the left and below the sheet, with ticks; the sheet's rim. */
export function drawFrame({ xs, ys }: Grid, { sheet }: Projection, theme: Theme): string {
	const bottom = sheet.y + sheet.height;
	const ticks = [
		...xs.map(([, x]) => `M${pixels(x)} ${pixels(bottom)}v5`),
		...ys.map(([, y]) => `M${pixels(sheet.x)} ${pixels(y)}h-5`),
	];
	const rim = element('rect', { ...sheet, fill: 'none', stroke: theme.muted });
	const tickLines = element('path', { d: ticks.join(''), stroke: theme.muted, fill: 'none' });
	const texts = [
		...xs.map(([at, x]) => textElement(x, bottom + 18, metres(at), { 'text-anchor': 'middle' })),
		...ys.map(([at, y]) => textElement(sheet.x - 8, y + 4, metres(at), { 'text-anchor': 'end' })),
	];
	return `${rim}${tickLines}\n<g${attributes({ 'font-size': 11, fill: theme.muted })}>${texts.join('')}</g>`;
}

/** A bar of round length in alternating parts, below the sheet. */
export function drawScaleBar(x: number, y: number, { scale }: Projection, theme: Theme): string {
	const length = roundStep(LEAST_BAR / scale);
	const width = length * scale;
	const parts = [0, 1, 2, 3].map((part) =>
		element('rect', {
			x: x + (width * part) / 4,
			y,
			width: width / 4,
			height: 7,
			fill: part % 2 === 0 ? theme.ink : theme.sheet,
			stroke: theme.ink,
		}),
	);
	const labels = [0, 0.5, 1].map((share) => textElement(x + width * share, y + 21, metres(length * share)));
	const unit = textElement(x + width + 8, y + 8, 'metres', { 'text-anchor': 'start' });
	const style = attributes({ 'font-size': 11, 'text-anchor': 'middle', fill: theme.ink });
	return `<g${style}>${parts.join('')}${labels.join('')}${unit}</g>`;
}

/** An arrow to +y, which the game calls north. @param x, y the middle of its foot */
export function drawNorth(x: number, y: number, theme: Theme): string {
	return (
		`<g${attributes({ transform: `translate(${pixels(x)} ${pixels(y)})`, fill: theme.ink, stroke: theme.ink })}>` +
		element('path', { d: 'M0-30v30l-9 5z' }) +
		element('path', { d: 'M0-30v30l9 5z', fill: theme.sheet, 'stroke-linejoin': 'round' }) +
		'</g>' +
		textElement(x + 16, y - 16, 'N', { 'font-size': 15, 'font-weight': 'bold' }) +
		textElement(x + 16, y, '+y', { 'font-size': 11, fill: theme.muted })
	);
}

/** Where the sheet begins: the title stands above it, coordinates to its left. Pixels. */
const LEFT = 64;
const TOP = 78;
const GAP = 28;
/** Coordinates and scale bar stand below the sheet. */
const BELOW = 76;

/** Rooms of this width, or so much sheet for each, pixels, take names and arrows in full size; otherwise these shrink, to a fifth at most. */
const FULL_SIZE = 140;
const FULL_SHARE = 300;
const LEAST_SCALE = 0.2;

const FONTS = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/**
 * Draws a walkmesh or a whole level from above as an SVG that needs nothing else: no script, no font, no address. What can be walked
 * on is filled, what cannot is hatched and outlined beneath it; perimeters are lines, transitions thick lines with an arrow to the
 * room behind them. Higher rooms are drawn over lower ones. Pixels follow from metres by the root's `data-scale` (pixels a metre) and
 * `data-origin` (pixel of the area's origin; y runs up).
 *
 * @returns the text of the file, the same for the same rooms and options
 * @throws UsageError when the width is not a number from 400 to 20000
 */
export function writePlan(rooms: readonly PlanRoom[], table: SurfaceTable, options: PlanOptions = {}): string {
	const { width, grid, faces, theme: themeName, roomNames, title, things = [] } = { ...PLAN_DEFAULTS, ...options };
	if (!(width >= 400 && width <= 20000)) throw new UsageError(`A plan is 400 to 20000 pixels wide, not ${width}.`);
	const theme = THEMES[themeName];
	const survey = surveyRooms(rooms, table);
	const [minX, minY, , maxX, maxY] = survey.bounds ?? [0, 0, 0, 0, 0, 0];
	// The legend stands beside the plan where both have room, below it otherwise.
	const isWide = width >= 900;
	const sheetWidth = Math.floor(width - LEFT - GAP - (isWide ? LEGEND_WIDTH + GAP : 0));
	const projection = project([minX, minY, maxX, maxY], LEFT, TOP, sheetWidth);
	const { sheet } = projection;
	const bottom = sheet.y + sheet.height;
	const lines = gridOf(projection);
	const surfaces = survey.totals.map(({ surface }) => surface);
	const scale = letterScale(survey, projection);
	const { paints, definitions } = paintSurfaces(surfaces, table, theme, Math.max(0.5, scale));

	const drawings: RoomDrawing[] = survey.rooms.map((room, number) => ({
		room,
		number,
		plan: planPlaces(room.mesh, projection),
	}));
	const rising = [...drawings].sort((a, b) => a.room.height - b.room.height || a.number - b.number);
	const targetName = nameOf(rooms, roomNames);
	const passages = drawings.flatMap((drawing) => drawnPassages(drawing, targetName, scale));
	const transitions = passages.reduce((sum, { edges }) => sum + edges, 0);

	const placer = new Placer(sheet);
	const arrows = drawArrows(passages, placer, scale);
	const hooks = survey.rooms.flatMap((room) => room.hooks);
	const hookMarks = drawHooks(hooks, projection, placer);
	const sortedPins = sortPins(options.pins ?? []);
	const pins = drawPins(sortedPins, projection, placer);
	const names = placeRoomNames(drawings, placer, scale);
	const passageNames = labelPassages(passages, placer, scale);
	const legend = drawLegend(
		isWide
			? [sheet.x + sheet.width + GAP]
			: width < LEFT + 2 * (LEGEND_WIDTH + GAP)
				? [LEFT]
				: [LEFT, LEFT + LEGEND_WIDTH + GAP],
		isWide ? TOP : bottom + BELOW + 20,
		{
			survey,
			paints,
			table,
			pins: sortedPins,
			unnamed: names.unnamed,
			transitions,
			unlabelled: passageNames.unlabelled,
			things: thingCounts(things),
		},
		theme,
	);
	const height = Math.ceil(Math.max(bottom + BELOW, legend.bottom + 28));

	const head = title ?? (rooms.length === 1 ? rooms[0].name : counted(rooms.length, 'room'));
	const counts = countsOf(survey, transitions);
	const layers = [
		grid ? layer('grid', { fill: 'none' }, drawGrid(lines, projection, theme)) : '',
		layer(
			'not-walkable',
			{ 'stroke-width': Math.max(0.4, 0.9 * scale), 'stroke-linejoin': 'round', 'stroke-linecap': 'round' },
			joined(rising.map((each) => drawObstacles(each, paints))),
		),
		layer(
			'walkable',
			{ 'stroke-linejoin': 'round' },
			joined(rising.map((each) => drawGround(each, table, paints, theme, scale, faces === 'outlines'))),
		),
		passages.length === 0
			? ''
			: layer(
					'transitions',
					{ fill: 'none', 'stroke-linejoin': 'round', 'stroke-linecap': 'butt' },
					`${drawPassageLines(passages, scale)}\n${arrows}`,
				),
		things.length === 0 ? '' : layer('things', {}, drawThings(things, projection)),
		layer('hooks', {}, hookMarks),
		layer(
			'names',
			{
				fill: theme.ink,
				stroke: theme.sheet,
				'stroke-width': 3.2 * scale,
				'stroke-linejoin': 'round',
				'paint-order': 'stroke',
				'text-anchor': 'middle',
			},
			names.markup + passageNames.markup + nameHooks(hooks, projection, placer),
		),
		layer(
			'leaks',
			{ fill: 'none', stroke: LEAK_COLOUR, 'stroke-linejoin': 'round' },
			drawLines(options.lines ?? [], projection, scale),
		),
		sortedPins.length === 0 ? '' : layer('pins', {}, pins),
	];
	return joined([
		`<svg${attributes({
			xmlns: 'http://www.w3.org/2000/svg',
			width,
			height,
			viewBox: `0 0 ${pixels(width)} ${height}`,
			'font-family': FONTS,
			role: 'img',
			'aria-labelledby': 'plan-title plan-counts',
			'data-scale': String(projection.scale),
			'data-origin': `${projection.originX} ${projection.originY}`,
		})}>`,
		element('title', { id: 'plan-title' }, escapeXml(head)),
		element('desc', { id: 'plan-counts' }, escapeXml(`Plan from above. ${counts}`)),
		`<defs>\n${definitions}${element('clipPath', { id: 'sheet' }, element('rect', { ...sheet }))}\n</defs>`,
		element('rect', { width, height, fill: theme.paper }),
		element('rect', { ...sheet, fill: theme.sheet }),
		`<g clip-path="url(#sheet)">\n${joined(layers)}\n</g>`,
		`<g${attributes({ fill: theme.ink })}>`,
		textElement(LEFT, 38, shorten(head, Math.floor((width - LEFT) / 15)), { 'font-size': 25, 'font-weight': 'bold' }),
		textElement(LEFT, 61, counts, { 'font-size': isWide ? 13.5 : 11, fill: theme.muted }),
		drawFrame(lines, projection, theme),
		drawScaleBar(sheet.x, bottom + 36, projection, theme),
		drawNorth(sheet.x + sheet.width - 44, bottom + 62, theme),
		'</g>',
		layer('legend', {}, legend.markup),
		'</svg>\n',
	]);
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

function drawnPassages(
	{ room, plan }: RoomDrawing,
	targetName: (index: number) => string,
	scale: number,
): DrawnPassage[] {
	return passagesOf(room.mesh, plan).map((passage) => {
		const line = new PathData(plan).line(passage.places).toString();
		const points = passage.places.map((place): [number, number] => [plan.xs[place], plan.ys[place]]);
		return { ...passage, from: room.name, target: targetName(passage.to), line, arrow: arrowAcross(points, scale) };
	});
}

/** How large letters, arrows and lines are: by the width of a middling room, or by the share each room has of the sheet. */
function letterScale({ rooms }: PlanSurvey, { scale, sheet }: Projection): number {
	const widths = rooms.map(({ size }) => size * scale).sort((a, b) => a - b);
	const middle = widths[Math.floor(widths.length / 2)] ?? 0;
	const share = Math.sqrt((sheet.width * sheet.height) / Math.max(1, rooms.length));
	return Math.min(1, Math.max(LEAST_SCALE, middle / FULL_SIZE, share / FULL_SHARE));
}

function countsOf({ rooms, empty, totals, bounds }: PlanSurvey, transitions: number): string {
	if (bounds === undefined) return empty.length === 0 ? 'No rooms' : 'No faces';
	const sum = (value: (row: PlanSurvey['totals'][number]) => number): number =>
		totals.reduce((total, row) => total + value(row), 0);
	const walkable = sum((row) => (row.walkable ? row.faces : 0));
	const area = sum((row) => (row.walkable ? row.area : 0));
	const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
	const all = rooms.length + empty.length;
	return [
		...(all === 1 ? [] : [counted(all, 'room')]),
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
