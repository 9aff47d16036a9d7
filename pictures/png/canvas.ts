import { UsageError } from '../../src/findings/report.ts';
import { addTo } from '../../src/math/arrays.ts';
import { linesOfPath, type Markup, type Matrix, parseTransform, type Stroke, strokeLines } from './paths.ts';

/** The fill of a shape: one colour, painted everywhere or through a repeating mask. */
export interface Fill {
	readonly colour: readonly [red: number, green: number, blue: number];
	/** 0 to 1. */
	readonly opacity: number;
	/** The share of a pixel that is painted, 0 to 1. Default: all of it. */
	readonly mask?: (x: number, y: number) => number;
}

/** How often each pixel may be painted, on average. Pictures of rooms of the game paint each 5 to 10 times. */
const MOST_LAYERS = 100;
/** Small pictures may have more layers: lines and letters do not shrink with them. */
const FEW_PIXELS = 1e6;

/** An opaque picture, three bytes (red, green, blue) for each pixel. */
export class Canvas {
	readonly width: number;
	readonly height: number;
	readonly pixels: Uint8Array;
	readonly #most: number;
	#painted = 0;

	/** @param most pixels that may be painted, one as often as it is painted; by default in proportion to the size */
	constructor(width: number, height: number, most: number = MOST_LAYERS * Math.max(width * height, FEW_PIXELS)) {
		this.width = width;
		this.height = height;
		this.pixels = new Uint8Array(width * height * 3).fill(255);
		this.#most = most;
	}

	/** The whole picture. */
	get box(): PixelBox {
		return { left: 0, top: 0, right: this.width, bottom: this.height };
	}

	/** Fills the union of polygons, by the nonzero rule. */
	fill(polygons: readonly Polygon[], fill: Fill, clip: PixelBox = this.box): void {
		fillPolygons(polygons, clip, this.#painter(fill));
	}

	/** Paints a shape with known coverage, moved by whole pixels. */
	stamp({ box, cover }: Stamp, right: number, down: number, fill: Fill, clip: PixelBox): void {
		const draw = this.#painter(fill);
		const left = box.left + right;
		const [from, to] = [Math.max(clip.left, left), Math.min(clip.right, box.right + right)];
		if (from >= to) return;
		const width = box.right - box.left;
		for (let y = Math.max(clip.top, box.top + down); y < Math.min(clip.bottom, box.bottom + down); y++)
			draw(y, left, cover.subarray((y - down - box.top) * width), from, to);
	}

	/** Thousands of large faces over one another would be painted for minutes. */
	#spend(pixels: number): void {
		this.#painted += pixels;
		if (this.#painted <= this.#most) return;
		throw new UsageError(
			`A PNG of this picture would paint more than ${this.#most} pixels, the limit: its faces lie on one another. Choose SVG, or draw fewer faces.`,
		);
	}

	#painter({ colour: [red, green, blue], opacity, mask }: Fill): DrawRow {
		const { pixels, width } = this;
		return (y, left, cover, first, last) => {
			this.#spend(last - first);
			for (let x = first; x < last; x++) {
				const covered = cover[x - left];
				if (covered <= 0.002) continue;
				const share = Math.min(1, covered) * opacity * (mask === undefined ? 1 : mask(x, y));
				const at = (y * width + x) * 3;
				pixels[at] = Math.round(pixels[at] + (red - pixels[at]) * share);
				pixels[at + 1] = Math.round(pixels[at + 1] + (green - pixels[at + 1]) * share);
				pixels[at + 2] = Math.round(pixels[at + 2] + (blue - pixels[at + 2]) * share);
			}
		};
	}
}

/** The coverage of the pixels of a box by a shape, row after row, computed once to be painted several times. */
export interface Stamp {
	readonly box: PixelBox;
	readonly cover: Float32Array;
}

const EVERYWHERE: PixelBox = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Computes the coverage of polygons in a box. Default: where they are. */
export function stampOf(
	polygons: readonly Polygon[],
	box: PixelBox = boxOf(polygons, EVERYWHERE) ?? { left: 0, top: 0, right: 0, bottom: 0 },
): Stamp {
	const width = box.right - box.left;
	const cover = new Float32Array(width * (box.bottom - box.top));
	fillPolygons(polygons, box, (y, left, row, first, last) => {
		cover.set(row.subarray(first - left, last - left), (y - box.top) * width + first - box.left);
	});
	return { box, cover };
}

/** How much of each pixel shapes cover, by the nonzero rule. */

/** Number of slices that a row of pixels is divided into; within a slice, coverage is exact. */
const SLICES = 5;

/**
 * From this many active edges on, a row is a crowd, where several edges cross each pixel: they are added up in one slice, without being sorted. Five
 * slices of the edges of 4096 faces in one spot, sorted, took 15 s in all.
 */
const CROWDED = 4096;

/** Corners of a polygon, x and y in turn, pixels; the last joins the first. */
type Polygon = readonly number[] | Float64Array;

/** Part of a picture, pixels: `right` and `bottom` lie just outside. */
export interface PixelBox {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** Coverage of one row: `cover[x - left]` from 0 to 1, for pixels from `first` on, up to before `last`. */
type DrawRow = (y: number, left: number, cover: Float32Array, first: number, last: number) => void;

/** Fills polygons together and hands on each row that they touch. */
function fillPolygons(polygons: readonly Polygon[], clip: PixelBox, draw: DrawRow): void {
	const box = boxOf(polygons, clip);
	if (box === undefined) return;
	const beginning = edgesByRow(polygons, box);
	const cover = new Float32Array(box.right - box.left + 2);
	let active: Edge[] = [];
	for (let y = box.top; y < box.bottom; y++) {
		for (const edge of beginning.get(y) ?? []) active.push(edge);
		active = active.filter(({ bottom }) => bottom > y);
		if (active.length === 0) continue;
		let touched = active.length >= CROWDED;
		if (touched) coverCrowd(active, y + 0.5, box, cover);
		else {
			cover.fill(0);
			for (let slice = 0; slice < SLICES; slice++)
				if (addSlice(active, y + (slice + 0.5) / SLICES, box, cover)) touched = true;
			for (let x = 1; x < cover.length; x++) cover[x] += cover[x - 1];
		}
		if (touched) draw(y, box.left, cover, box.left, box.right);
	}
}

/** A side of a polygon. */
interface Edge {
	readonly top: number;
	readonly bottom: number;
	/** Its x at y = 0, and the change of x for each row. */
	readonly x: number;
	readonly slope: number;
	readonly turn: 1 | -1;
	/** Its x in the current slice. */
	at: number;
}

/** Sides of polygons that reach into a box, by the row that they begin in; the first row has those that begin above it, too. */
function edgesByRow(polygons: readonly Polygon[], box: PixelBox): ReadonlyMap<number, readonly Edge[]> {
	const rows = new Map<number, Edge[]>();
	for (const polygon of polygons) {
		for (let i = 0; i < polygon.length; i += 2) {
			const j = i + 2 < polygon.length ? i + 2 : 0;
			const [ax, ay, bx, by] = [polygon[i], polygon[i + 1], polygon[j], polygon[j + 1]];
			const [top, bottom] = [Math.min(ay, by), Math.max(ay, by)];
			if (ay === by || bottom <= box.top || top >= box.bottom) continue;
			const slope = (bx - ax) / (by - ay);
			const edge: Edge = { top, bottom, x: ax - ay * slope, slope, turn: by > ay ? 1 : -1, at: 0 };
			addTo(rows, Math.max(box.top, Math.floor(top)), edge);
		}
	}
	return rows;
}

/** Adds one slice as differences between neighbouring pixels. */
function addSlice(active: Edge[], y: number, { left, right }: PixelBox, cover: Float32Array): boolean {
	for (const edge of active) edge.at = edge.x + edge.slope * y;
	active.sort((a, b) => a.at - b.at);
	let winding = 0;
	let from = 0;
	let touched = false;
	for (const { top, bottom, at, turn } of active) {
		if (y < top || y >= bottom) continue;
		if (winding === 0) from = at;
		winding += turn;
		if (winding !== 0) continue;
		const a = Math.min(Math.max(from, left), right) - left;
		const b = Math.min(Math.max(at, left), right) - left;
		if (b > a) {
			addStep(cover, a, 1 / SLICES);
			addStep(cover, b, -1 / SLICES);
			touched = true;
		}
	}
	return touched;
}

/** The coverage of a crowded row: the winding in one slice, exact but where shapes of both windings share a pixel. */
function coverCrowd(active: readonly Edge[], y: number, { left, right }: PixelBox, cover: Float32Array): void {
	// Sums of thousands need more digits than a cover has, or what is left of them would be seen where nothing is.
	const steps = new Float64Array(cover.length);
	for (const { top, bottom, x, slope, turn } of active)
		if (y >= top && y < bottom) addStep(steps, Math.min(Math.max(x + slope * y, left), right) - left, turn);
	let winding = 0;
	for (let pixel = 0; pixel < steps.length; pixel++) {
		winding += steps[pixel];
		cover[pixel] = Math.min(1, Math.abs(winding));
	}
}

/** Increases the coverage of everything right of `x` by `amount`. */
function addStep(cover: Float32Array | Float64Array, x: number, amount: number): void {
	const pixel = Math.floor(x);
	const share = 1 - (x - pixel);
	cover[pixel] += amount * share;
	cover[pixel + 1] += amount * (1 - share);
}

function boxOf(polygons: readonly Polygon[], clip: PixelBox): PixelBox | undefined {
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const polygon of polygons) {
		for (let i = 0; i < polygon.length; i += 2) {
			if (polygon[i] < left) left = polygon[i];
			if (polygon[i] > right) right = polygon[i];
			if (polygon[i + 1] < top) top = polygon[i + 1];
			if (polygon[i + 1] > bottom) bottom = polygon[i + 1];
		}
	}
	const box = {
		left: Math.max(clip.left, Math.floor(left)),
		top: Math.max(clip.top, Math.floor(top)),
		right: Math.min(clip.right, Math.ceil(right)),
		bottom: Math.min(clip.bottom, Math.ceil(bottom)),
	};
	return box.left < box.right && box.top < box.bottom ? box : undefined;
}

/** Cells of a tile for each of its units: enough for lines of half a unit. */
const CELLS = 4;

/** The mask of a pattern with one shape. @param stroke line of the shape; without it the shape is filled */
export function patternMask(
	{ attributes, children }: Markup,
	stroke: Stroke | undefined,
): (x: number, y: number) => number {
	const shape = children.find((each): each is Markup => typeof each !== 'string');
	const [width, height] = [Number(attributes['width']) * CELLS, Number(attributes['height']) * CELLS];
	const lines = linesOfPath(shape?.attributes['d'] ?? '', [CELLS, 0, 0, CELLS, 0, 0]);
	const polygons =
		stroke === undefined
			? lines.map(({ points }) => points)
			: strokeLines(lines, { ...stroke, width: stroke.width * CELLS });
	const { cover } = stampOf(polygons, { left: 0, top: 0, right: width, bottom: height });
	const [a, b, c, d, e, f] = inverse(parseTransform(attributes['patternTransform'] ?? ''));
	const ask = (x: number, y: number): number => {
		let sum = 0;
		for (const [dx, dy] of SAMPLES) {
			const column = wrapped(Math.floor((a * (x + dx) + c * (y + dy) + e) * CELLS), width);
			const row = wrapped(Math.floor((b * (x + dx) + d * (y + dy) + f) * CELLS), height);
			sum += Math.min(1, cover[row * width + column]);
		}
		return sum / SAMPLES.length;
	};
	// Unrotated tiles repeat after whole pixels, so each pixel of a tile is computed once.
	if (a !== 1 || b !== 0 || e !== 0 || f !== 0) return ask;
	const [columns, rows] = [width / CELLS, height / CELLS];
	const pixels = Float32Array.from({ length: columns * rows }, (_, i) => ask(i % columns, Math.floor(i / columns)));
	return (x, y) => pixels[(y % rows) * columns + (x % columns)];
}

/** Sample points within a pixel: four rows of four. */
const SAMPLES: readonly (readonly [number, number])[] = Array.from({ length: 16 }, (_, i) => [
	((i % 4) + 0.5) / 4,
	(Math.floor(i / 4) + 0.5) / 4,
]);

function wrapped(value: number, size: number): number {
	return ((value % size) + size) % size;
}

function inverse([a, b, c, d, e, f]: Matrix): Matrix {
	const area = a * d - b * c;
	return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}
