import { fillPolygons } from './canvas.ts';
import type { Markup } from './markup.ts';
import { type Line, linesOfPath, type Matrix, parseTransform, type Stroke, strokeLines } from './paths.ts';

/** Cells of a tile for each of its units: enough for lines of half a unit. */
const CELLS = 4;

/** How much of each pixel a pattern of one shape paints. @param stroke of its shape; it is filled without one */
export function patternMask(
	{ attributes, children }: Markup,
	stroke: Stroke | undefined,
): (x: number, y: number) => number {
	const shape = children.find((each): each is Markup => typeof each !== 'string');
	const [width, height] = [Number(attributes['width']) * CELLS, Number(attributes['height']) * CELLS];
	const lines = linesOfPath(shape?.attributes['d'] ?? '', [CELLS, 0, 0, CELLS, 0, 0]);
	const tile = new Float32Array(width * height);
	fillPolygons(
		polygonsOf(lines, stroke),
		{ left: 0, top: 0, right: width, bottom: height },
		(y, left, cover, first, last) => {
			for (let x = first; x < last; x++) tile[y * width + x] = Math.min(1, cover[x - left]);
		},
	);
	const [a, b, c, d, e, f] = inverse(parseTransform(attributes['patternTransform'] ?? ''));
	const ask = (x: number, y: number): number => {
		let sum = 0;
		for (const [dx, dy] of SAMPLES) {
			const column = wrapped(Math.floor((a * (x + dx) + c * (y + dy) + e) * CELLS), width);
			const row = wrapped(Math.floor((b * (x + dx) + d * (y + dy) + f) * CELLS), height);
			sum += tile[row * width + column];
		}
		return sum / SAMPLES.length;
	};
	// Tiles that stand upright repeat after whole pixels: each of these is asked once.
	if (a !== 1 || b !== 0 || e !== 0 || f !== 0) return ask;
	const [columns, rows] = [width / CELLS, height / CELLS];
	const pixels = Float32Array.from({ length: columns * rows }, (_, i) => ask(i % columns, Math.floor(i / columns)));
	return (x, y) => pixels[(y % rows) * columns + (x % columns)];
}

/** Points of a pixel that are asked: four rows of four. */
const SAMPLES: readonly (readonly [number, number])[] = Array.from({ length: 16 }, (_, i) => [
	((i % 4) + 0.5) / 4,
	(Math.floor(i / 4) + 0.5) / 4,
]);

function polygonsOf(lines: readonly Line[], stroke: Stroke | undefined): number[][] {
	if (stroke === undefined) return lines.map(({ points }) => points);
	return strokeLines(lines, { ...stroke, width: stroke.width * CELLS });
}

function wrapped(value: number, size: number): number {
	return ((value % size) + size) % size;
}

function inverse([a, b, c, d, e, f]: Matrix): Matrix {
	const area = a * d - b * c;
	return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}
