import type { Projection } from './options.ts';

/** How the sheets of a picture share its width. */

/** Empty margin about the rooms, pixels. */
const MARGIN = 36;

/** Height of the sheets over their width: long corridors neither make them a ribbon nor a tower. */
const LEAST_ASPECT = 0.3;
const MOST_ASPECT = 1.15;

/** A plan of a single point is this wide, metres. */
const LEAST_EXTENT = 1;

/** Between sheets side by side, and between rows of them, where coordinates stand; pixels. */
const GAP = 16;
const ROW_GAP = 34;
/** Above each sheet of several stands its title. */
export const SHEET_TITLE = 26;

/** A rectangle in area space: min x, y, max x, y in metres. */
export type PlanRectangle = readonly [minX: number, minY: number, maxX: number, maxY: number];

/**
 * Fits an area rectangle into a sheet of given width.
 *
 * @param leastHeight of the sheet, such as that of a legend beside it
 */
export function project(bounds: PlanRectangle, x: number, y: number, width: number, leastHeight = 0): Projection {
	return projectSheets(bounds, 1, x, y, width, leastHeight)[0];
}

/**
 * Fits an area rectangle into each of several sheets, all to one scale, in as many columns as make it largest.
 *
 * @param leastHeight of all sheets together
 */
export function projectSheets(
	[minX, minY, maxX, maxY]: PlanRectangle,
	count: number,
	x: number,
	y: number,
	width: number,
	leastHeight = 0,
): Projection[] {
	const largest = Math.max(maxX - minX, maxY - minY);
	const least = largest > 0 ? largest / 1e3 : LEAST_EXTENT;
	const [across, up] = [Math.max(maxX - minX, least), Math.max(maxY - minY, least)];
	const title = count > 1 ? SHEET_TITLE : 0;
	const gridOf = (columns: number): { columns: number; sheetWidth: number; height: number; scale: number } => {
		const rows = Math.ceil(count / columns);
		const sheetWidth = Math.floor((width - GAP * (columns - 1)) / columns);
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
		const left = x + (i % columns) * (sheetWidth + GAP);
		const top = y + title + Math.floor(i / columns) * (height + title + ROW_GAP);
		return {
			scale,
			originX: left + sheetWidth / 2 - ((minX + maxX) / 2) * scale,
			originY: top + height / 2 + ((minY + maxY) / 2) * scale,
			sheet: { x: left, y: top, width: sheetWidth, height },
		};
	});
}
