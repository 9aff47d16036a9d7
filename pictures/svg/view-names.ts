import { textElement } from '../../src/text/xml.ts';
import type { Facet } from './facets.ts';
import { fillTriangle, type InnerPlace, interiorOf } from './interior.ts';
import type { Box, Projection } from './options.ts';
import type { DrawnRoom } from './survey.ts';
import { boxAbout, fitted, LEAST_LETTERS, type Placer, textWidth } from './words.ts';

/** Names of rooms in pictures from the side: on what is seen of each. */

const NAME_SIZES = [14, 12, 10, LEAST_LETTERS];
/** Side of a cell in which one room is seen, in pixels; larger on huge sheets. */
const CELL = 4;
const MOST_COLUMNS = 500;

export interface ViewNames {
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
export function placeNames(
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
	const size = Math.max(CELL, sheet.width / MOST_COLUMNS);
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
