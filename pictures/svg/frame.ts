import { attributes, element, pixels, textElement } from '../../src/text/xml.ts';
import { type Projection, roundStep } from './options.ts';
import type { Theme } from './patterns.ts';
import { fitted, metres, textWidth } from './words.ts';

/** What stands around the sheets of a picture, and how sheets are fitted into its width. */

/** Where the sheets begin: the title stands above them, coordinates to their left. Pixels. */
export const LEFT = 64;
export const TOP = 78;
/** Between a sheet and what stands beside it, pixels. */
export const GAP = 28;

/** Empty margin about the rooms, pixels. */
const MARGIN = 36;

/** Limits of height divided by width of a sheet, so that long corridors give neither a ribbon nor a tower. */
const LEAST_ASPECT = 0.3;
const MOST_ASPECT = 1.15;

/** A plan of a single point is this wide, metres. */
const LEAST_EXTENT = 1;

/** Pixels between sheets side by side, and between rows of them, with space for coordinates. */
const COLUMN_GAP = 16;
const ROW_GAP = 34;
/** Height of the title above a sheet that shows a part of the level, in pixels. */
export const SHEET_TITLE = 26;

/** A rectangle in area space: min x, y, max x, y in metres. */
export type PlanRectangle = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Fits an area rectangle into a sheet of given width. */
export function project(bounds: PlanRectangle, x: number, y: number, width: number): Projection {
	return projectSheets(bounds, 1, 0, x, y, width)[0];
}

/**
 * Fits an area rectangle into each of several sheets, all to one scale, with the number of columns that gives the largest one.
 *
 * @param title height of the title above each sheet, in pixels
 * @param leastHeight least height of all sheets together, in pixels
 */
export function projectSheets(
	[minX, minY, maxX, maxY]: PlanRectangle,
	count: number,
	title: number,
	x: number,
	y: number,
	width: number,
	leastHeight = 0,
): Projection[] {
	const largest = Math.max(maxX - minX, maxY - minY);
	const least = largest > 0 ? largest / 1e3 : LEAST_EXTENT;
	const [across, up] = [Math.max(maxX - minX, least), Math.max(maxY - minY, least)];
	const gridOf = (columns: number): { columns: number; sheetWidth: number; height: number; scale: number } => {
		const rows = Math.ceil(count / columns);
		const sheetWidth = Math.floor((width - COLUMN_GAP * (columns - 1)) / columns);
		const inner = sheetWidth - 2 * MARGIN;
		const room = (share: number): number => (width * share - ROW_GAP * (rows - 1)) / rows - title;
		const lowest = Math.max(room(count > 1 ? 0 : LEAST_ASPECT), (leastHeight - ROW_GAP * (rows - 1)) / rows - title);
		const highest = Math.max(room(MOST_ASPECT), 2 * MARGIN + 24, lowest);
		const height = Math.round(Math.min(highest, Math.max(lowest, (inner * up) / across + 2 * MARGIN)));
		return { columns, sheetWidth, height, scale: Math.min(inner / across, (height - 2 * MARGIN) / up) };
	};
	const grids = Array.from({ length: count }, (_, i) => gridOf(i + 1)).filter(
		({ sheetWidth }) => sheetWidth > 3 * MARGIN,
	);
	const best = grids.reduce((a, b) => (b.scale > a.scale * 1.001 ? b : a));
	const { columns, sheetWidth, height, scale } = best;
	return Array.from({ length: count }, (_, i) => {
		const left = x + (i % columns) * (sheetWidth + COLUMN_GAP);
		const top = y + title + Math.floor(i / columns) * (height + title + ROW_GAP);
		return {
			scale,
			originX: left + sheetWidth / 2 - ((minX + maxX) / 2) * scale,
			originY: top + height / 2 + ((minY + maxY) / 2) * scale,
			sheet: { x: left, y: top, width: sheetWidth, height },
		};
	});
}

/** The pixel of the area's origin, as pictures tell it to programs that measure in them. */
export function originOf({ originX, originY }: Projection): string {
	return `${originX} ${originY}`;
}

/**
 * Draws the title of a picture and a line of words below it, each cut off where the picture ends.
 *
 * @param width that of the picture, in pixels
 * @param letters height of the letters of the words, in pixels
 */
export function drawTitle(title: string, words: string, width: number, letters: number, theme: Theme): string {
	return [
		textElement(LEFT, 38, fitted(title, 25, width - LEFT - 16), { 'font-size': 25, 'font-weight': 'bold' }),
		textElement(LEFT, 61, fitted(words, letters, width - LEFT - 8), { 'font-size': letters, fill: theme.muted }),
	].join('\n');
}

/** The surroundings of a sheet: grid, coordinates, scale bar, north arrow. */

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

/** Coordinates at the left, unless another sheet is there, and below the sheet, with ticks; the sheet's rim. */
export function drawFrame({ xs, ys }: Grid, { sheet }: Projection, theme: Theme, { left = true } = {}): string {
	const bottom = sheet.y + sheet.height;
	const ticks = [
		...xs.map(([, x]) => `M${pixels(x)} ${pixels(bottom)}v5`),
		...ys.map(([, y]) => `M${pixels(sheet.x)} ${pixels(y)}h-5`),
	];
	const rim = element('rect', { ...sheet, fill: 'none', stroke: theme.muted });
	const tickLines = element('path', { d: ticks.join(''), stroke: theme.muted, fill: 'none' });
	const texts = [
		...apart(xs).map(([at, x]) => textElement(x, bottom + 18, metres(at), { 'text-anchor': 'middle' })),
		...(left ? ys : []).map(([at, y]) => textElement(sheet.x - 8, y + 4, metres(at), { 'text-anchor': 'end' })),
	];
	return `${rim}${tickLines}\n<g${attributes({ 'font-size': 11, fill: theme.muted })}>${texts.join('')}</g>`;
}

/** The coordinates of a row whose texts do not touch the one before. */
function apart(coordinates: Grid['xs']): Grid['xs'] {
	let end = -Infinity;
	return coordinates.filter(([at, pixel]) => {
		const half = textWidth(metres(at), 11) / 2;
		if (pixel - half < end + 4) return false;
		end = pixel + half;
		return true;
	});
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
	// Half of a bar of millimetres has more digits than lengths are reported with.
	const told = (share: number): string => (length < 0.01 ? String(length * share) : metres(length * share));
	const labels = [0, 0.5, 1].map((share) => textElement(x + width * share, y + 21, told(share)));
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
